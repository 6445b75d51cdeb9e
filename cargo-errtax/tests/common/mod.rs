//! A package in a folder of its own, and the real binary run in it.
#![allow(dead_code, reason = "each test binary uses its part")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

/// Two drafts and two codes that are declared frozen; aligned, with comments in every place that can hold one.
pub const REGISTRY: &str = "\
# The contract of the bank.

[registry] # head
name    = \"bank\"
version = \"1.2.0\"
edition = \"2026\"

# Shipped with the first release.
[codes.ACCOUNT_CLOSED] # a code
class     = \"precondition\"
action    = \"ask_user\"   # nobody else can reopen it
retryable = false
executed  = \"no\"
status    = \"frozen\"
since     = \"1.0.0\"
http      = 409
message   = \"The account {account} is closed.\"
hint      = \"Ask the user which open account to use instead.\"

[codes.ACCOUNT_CLOSED.details]
account = { type = \"string\", doc = \"The number.\" } # no name
branch  = { type = \"string\", optional = true }

[codes.ACCOUNT_NOT_FOUND]
class     = \"not_found\"
action    = \"read_state\"
retryable = false
executed  = \"no\"
status    = \"frozen\"
since     = \"1.0.0\"
http      = 404
message   = \"There is no such account.\"
hint      = \"List the accounts once, then use one of them.\"

[codes.LIMIT_REACHED]
class     = \"precondition\"
action    = \"ask_user\"
retryable = false
executed  = \"no\"
status    = \"draft\"      # until the limits are settled
message   = \"The daily limit is reached.\"
hint      = \"Ask the user to raise the limit, or send the rest tomorrow.\"
# The end of the limit.

[codes.PAYEE_BLOCKED]
class     = \"precondition\"
action    = \"ask_user\"
retryable = false
executed  = \"no\"
message   = \"The payee is blocked.\"
hint      = \"Ask the user to lift the block; nothing else helps.\"
";

/// A package.
pub struct Package {
    folder: tempfile::TempDir,
}

/// How a run ended.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Both streams.
    pub fn text(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }

    /// The JSON document on standard output.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The lines on standard output, each a JSON document.
    pub fn json_lines(&self) -> Vec<serde_json::Value> {
        let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(line).collect()
    }

    /// Fails the test unless it ended so.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}", self.text());
        self
    }

    /// Fails the test unless each is said.
    #[track_caller]
    pub fn says(self, texts: &[&str]) -> Self {
        let all = self.text();
        for text in texts {
            assert!(all.contains(text), "not said: {text}\n{all}");
        }
        self
    }
}

impl Package {
    /// With this registry, not locked yet.
    pub fn new(registry: &str) -> Self {
        let package = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        package.write(
            "Cargo.toml",
            "[package]\nname = \"bank\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
        );
        package.write("registry.toml", registry);
        package
    }

    /// With [`REGISTRY`] and its lock.
    pub fn locked() -> Self {
        let package = Self::new(REGISTRY);
        package.run(&["freeze"]).ends(0);
        package
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Replaces a text that must be there, once.
    #[track_caller]
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {name}:\n{text}");
        self.write(name, &text.replace(old, new));
    }

    /// What the server of `server.sh` offers, checked with these options. It lists what the file tools/list says.
    pub fn tools(&self, options: &[&str]) -> Run {
        self.write("server.sh", include_str!("server.sh"));
        let server = ["--", "sh", "server.sh"];
        self.run(&[&["tools"], options, &server].concat())
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        run_in(self.path(), arguments)
    }

    /// Every file with its bytes: what must not change.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path)
                } else {
                    drop(files.insert(path.clone(), fs::read(&path).unwrap()))
                }
            }
        }
        files
    }
}

/// The binary as cargo runs it, with its streams in the hands of the test.
pub fn start_in(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cargo-errtax"))
        .arg("errtax")
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the binary as cargo does.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    run_on(folder, arguments, "")
}

/// Runs it with this on standard input.
pub fn run_on(folder: &Path, arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = start_in(folder, arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // It writes while it reads, so both ends have to be kept going. It may end before it has read all.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
