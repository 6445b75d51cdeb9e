//! A repository in a folder of its own, and the real binary run in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

use crate::common::{REGISTRY, Run};

/// When every commit is made, unless a test says otherwise.
const NOON: &str = "2026-11-30T12:00:00+00:00";

/// A repository with a package in it.
pub struct Repo {
    folder: tempfile::TempDir,
    /// The package's folder from the top; empty for the top.
    package: String,
}

impl Repo {
    /// With no commit and no file.
    pub fn empty(package: &str) -> Self {
        let repo = Self {
            folder: tempfile::tempdir().unwrap(),
            package: package.to_owned(),
        };
        fs::create_dir_all(repo.path()).unwrap();
        init(repo.top());
        repo
    }

    /// With [`REGISTRY`] and its lock, committed on `main`.
    pub fn new() -> Self {
        Self::at("")
    }

    /// The same, in a folder of the repository.
    pub fn at(package: &str) -> Self {
        let repo = Self::empty(package);
        repo.manifest("");
        repo.write("registry.toml", REGISTRY);
        repo.freeze();
        repo.commit("the contract");
        repo
    }

    /// The same, with a branch that was just made.
    pub fn branched() -> Self {
        let repo = Self::new();
        repo.git(&["checkout", "-q", "-b", "feature"]);
        repo
    }

    /// A clone of another one; what is in `arguments` says how.
    pub fn clone_of(other: &Self, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file://{}", other.top().display());
        let mut all = vec!["clone", "-q"];
        all.extend(arguments);
        all.extend([url.as_str(), "clone"]);
        succeed(folder.path(), &all);
        // The clone itself shall be the folder.
        let clone = folder.path().join("clone");
        for entry in fs::read_dir(&clone).unwrap() {
            let entry = entry.unwrap();
            fs::rename(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
        fs::remove_dir(clone).unwrap();
        Self {
            folder,
            package: other.package.clone(),
        }
    }

    pub fn top(&self) -> &Path {
        self.folder.path()
    }

    /// The package's folder.
    pub fn path(&self) -> PathBuf {
        self.top().join(&self.package)
    }

    /// Writes Cargo.toml; `more` is added to it.
    pub fn manifest(&self, more: &str) {
        self.write(
            "Cargo.toml",
            &format!("[package]\nname = \"bank\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}"),
        );
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path().join(name)).unwrap();
    }

    /// Replaces a text that must be there, once.
    #[track_caller]
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {name}:\n{text}");
        self.write(name, &text.replace(old, new));
    }

    /// Another meaning for the frozen `ACCOUNT_CLOSED`; line 11.
    pub fn mutate(&self) {
        self.edit("registry.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    }

    /// Writes the lock anew, whatever it said before.
    pub fn freeze(&self) {
        let _ = fs::remove_file(self.path().join("registry.lock"));
        self.run(&["freeze"]).ends(0);
    }

    /// Writes the lock as far as that is possible.
    pub fn freeze_any(&self) {
        let _ = self.run(&["freeze"]);
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        succeed(self.top(), arguments)
    }

    /// Everything that is there.
    pub fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// The commit of a name, as far as it is shown.
    pub fn short(&self, name: &str) -> String {
        self.git(&["rev-parse", name]).trim()[..12].to_owned()
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        run_in(&self.path(), arguments, &[])
    }

    /// `check --against main`.
    pub fn judge(&self) -> Judged {
        self.check(&["--against", "main"])
    }

    /// `check`, told in every format.
    pub fn check(&self, arguments: &[&str]) -> Judged {
        check_in(&self.path(), arguments, &[])
    }

    /// What a shell says to a command, in the package's folder.
    pub fn shell(&self, command: &str) {
        let output = hermetic(Command::new("sh").args(["-c", command]).current_dir(self.path()));
        assert!(output.status.success(), "{command}: {output:?}");
    }
}

/// What a check said, in all of its forms.
pub struct Judged {
    pub human: Run,
    pub json: Value,
    pub github: String,
}

impl Judged {
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.human.code, code, "{}", self.human.text());
        self
    }

    #[track_caller]
    pub fn says(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(
                self.human.text().contains(text),
                "not said: {text}\n{}",
                self.human.text()
            );
        }
        self
    }

    /// Every finding that is no note, as `rule CODE`.
    pub fn findings(&self) -> Vec<String> {
        self.told(|finding| finding["level"] != "note")
    }

    /// Every finding.
    pub fn all(&self) -> Vec<String> {
        self.told(|_| true)
    }

    fn told(&self, wanted: impl Fn(&Value) -> bool) -> Vec<String> {
        let findings = self.json["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|finding| wanted(finding));
        findings
            .map(|finding| match finding["code"].as_str() {
                Some(code) => format!("{} {code}", finding["rule"].as_str().unwrap()),
                None => finding["rule"].as_str().unwrap().to_owned(),
            })
            .collect()
    }

    /// Ends with 0, and finds nothing but notes.
    #[track_caller]
    pub fn passes(self) -> Self {
        assert_eq!(self.findings(), [""; 0], "{}", self.human.text());
        self.ends(0)
    }

    /// Ends with 2, for this reason.
    #[track_caller]
    pub fn cannot_judge(self, texts: &[&str]) -> Self {
        self.ends(2).says(texts)
    }

    /// The commands that the help of the trouble, or of the first finding, tells to type.
    pub fn commands(&self) -> Vec<String> {
        let help = match self.json.get("trouble") {
            Some(trouble) => &trouble["help"],
            None => &self.json["findings"][0]["help"],
        };
        let parts = help.as_str().unwrap().split('`').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    }
}

/// Runs `check` in every format: all of them must agree, the document must be what its schema says, and every annotation
/// must have its place.
pub fn check_in(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Judged {
    let run = |format: &str| {
        let mut all = vec!["check", "--format", format];
        all.extend(arguments);
        run_in(folder, &all, environment)
    };
    let (human, json, github) = (run("human"), run("json"), run("github"));
    let code = human.code;
    assert_eq!(
        (json.code, github.code),
        (code, code),
        "{human:?}\n{json:?}\n{github:?}"
    );
    let document: Value = json.json();
    conforms(&document);
    let count = document["findings"].as_array().unwrap().len();
    let troubles = usize::from(document.get("trouble").is_some());
    let notices = usize::from(!document["base"].is_null());
    let annotations: Vec<&str> = github.stdout.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(annotations.len(), count + troubles + notices, "{}", github.stdout);
    for line in annotations {
        let (_, rest) = line.split_once(" file=").unwrap_or_else(|| panic!("{line}"));
        let (file, rest) = rest.split_once(",line=").unwrap_or_else(|| panic!("{line}"));
        let (at, _) = rest.split_once(',').unwrap_or_else(|| panic!("{line}"));
        assert!(
            !file.is_empty() && !file.starts_with('/') && !file.contains("%3A"),
            "{line}"
        );
        assert!(at.parse::<usize>().unwrap() >= 1, "{line}");
    }
    for text in [&human.stdout, &human.stderr, &json.stdout, &github.stdout] {
        let folder = std::env::temp_dir();
        assert!(!text.contains(folder.to_str().unwrap()), "an absolute path: {text}");
    }
    Judged {
        human,
        json: document,
        github: github.stdout,
    }
}

/// The published schema holds, and the document has no key that it does not name.
fn conforms(document: &Value) {
    static SCHEMA: OnceLock<jsonschema::Validator> = OnceLock::new();
    let validator = SCHEMA.get_or_init(|| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/check.schema.json");
        let mut schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        close(&mut schema);
        jsonschema::validator_for(&schema).unwrap()
    });
    let errors: Vec<String> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{document:#}");
}

fn close(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        if object.contains_key("properties") {
            object.insert("additionalProperties".to_owned(), false.into());
        }
        object.values_mut().for_each(close);
    }
}

/// Runs the binary as cargo does, with this in the environment.
pub fn run_in(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-errtax"));
    command
        .arg("errtax")
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .envs(environment.iter().copied());
    let output = hermetic(&mut command);
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Makes a folder a repository, whose settings are its own.
pub fn init(folder: &Path) {
    succeed(folder, &["init", "-q", "-b", "main"]);
}

/// Runs git, which must succeed.
#[track_caller]
pub fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = git(folder, arguments, NOON);
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs git, at a time.
pub fn git(folder: &Path, arguments: &[&str], time: &str) -> Output {
    let mut command = Command::new("git");
    command
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(["-c", "protocol.file.allow=always", "-c", "merge.conflictStyle=merge"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_AUTHOR_DATE", time)
        .env("GIT_COMMITTER_DATE", time);
    hermetic(&mut command)
}

/// Nothing of the machine's own settings.
fn hermetic(command: &mut Command) -> Output {
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
        .output()
        .unwrap()
}
