//! Packages as a user has them, built for real.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The registry that everything here begins with.
pub const REGISTRY: &str = include_str!("registry.toml");

pub const BUILD_SCRIPT: &str = "fn main() {\n    errtax_build::compile(\"registry.toml\")\n}\n";

/// The workspace that is tested.
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One folder for what is built, so that the dependencies are built once.
pub fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate")
}

/// A folder with a package, or with a workspace of them.
#[derive(Debug)]
pub struct Package {
    root: PathBuf,
    /// Removes the folder in the end, where it is nowhere else's.
    _folder: Option<tempfile::TempDir>,
}

impl Package {
    /// A package of this name: manifest, build script, library, the registry and its lock.
    pub fn new(name: &str) -> Self {
        let package = Self::empty(name);
        package.write("Cargo.toml", &manifest(name, "2021", "", ""));
        package.write("build.rs", BUILD_SCRIPT);
        package.write("src/lib.rs", "errtax::include_registry!();\n");
        package.write("registry.toml", REGISTRY);
        package.lock();
        package
    }

    /// An empty folder with the lockfile of the workspace: the versions that `cargo fetch` has brought.
    ///
    /// It has the same place in every run, so that what is built of it does not pile up.
    pub fn empty(name: &str) -> Self {
        let root = target().join("packages").join(name);
        if root.exists() {
            fs::remove_dir_all(&root).unwrap();
        }
        Self::at(root, None)
    }

    /// The same, away from any repository.
    pub fn outside() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Cargo resolves symlinks in what it prints (macOS has its temporary folder behind one).
        Self::at(folder.path().canonicalize().unwrap(), Some(folder))
    }

    fn at(root: PathBuf, folder: Option<tempfile::TempDir>) -> Self {
        fs::create_dir_all(&root).unwrap();
        fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
        Self { root, _folder: folder }
    }

    pub fn path(&self) -> &Path {
        &self.root
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap()
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.root.join(path)).unwrap();
    }

    /// Replaces what stands in a file exactly once.
    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(from).count(), 1, "{path} has {from:?} once");
        self.write(path, &text.replacen(from, to, 1));
    }

    /// Records that everything frozen has shipped, as `cargo errtax freeze` does.
    pub fn lock(&self) {
        self.lock_in("");
    }

    /// The same for a package below this folder.
    pub fn lock_in(&self, folder: &str) {
        let root = self.root.join(folder);
        let analysis = errtax_build::analyse(&root, "registry.toml");
        let registry = analysis.registry.expect("a registry that can be read");
        fs::write(root.join("registry.lock"), errtax_build::lock::render(&registry)).unwrap();
    }

    pub fn check(&self) -> Build {
        self.check_with(&self.root, &[], &[])
    }

    /// `cargo check` from `folder`.
    pub fn check_with(&self, folder: &Path, arguments: &[&str], variables: &[(&str, &OsStr)]) -> Build {
        let mut command = cargo(folder);
        command
            .args(["check", "-v", "--offline", "--message-format=json"])
            .args(arguments);
        command.envs(variables.iter().copied());
        Build::of(&mut command)
    }

    /// What `cargo check` shows in a terminal.
    pub fn terminal(&self) -> String {
        let output = cargo(&self.root).args(["check", "--offline"]).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    }

    /// Every file below the folder.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        list(&self.root, "", &mut files);
        files.sort();
        files
    }
}

pub fn list(root: &Path, below: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(below)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() {
            name
        } else {
            format!("{below}/{name}")
        };
        if entry.path().is_dir() {
            list(root, &path, files)
        } else {
            files.push(path)
        }
    }
}

/// The manifest of a package on the crates that are tested.
///
/// Its `rust-version` is from before cargo knew directives with two colons.
pub fn manifest(name: &str, edition: &str, more_package: &str, features: &str) -> String {
    let errtax = literal(workspace());
    let build = literal(&workspace().join("errtax-build"));
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\nrust-version = \"1.70\"\n\
         {more_package}\n\
         [dependencies]\nerrtax = {{ path = {errtax}, features = [{features}] }}\n\n\
         [build-dependencies]\nerrtax-build = {{ path = {build} }}\n\n[workspace]\n"
    )
}

/// A path in TOML.
pub fn literal(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// Cargo in `folder`, with nothing of the cargo that runs the tests.
pub fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        let of_this_package = [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "CARGO_BIN_",
            "CARGO_BUILD_TARGET_DIR",
            "OUT_DIR",
        ];
        if name
            .to_str()
            .is_some_and(|name| of_this_package.iter().any(|prefix| name.starts_with(prefix)))
        {
            command.env_remove(name);
        }
    }
    command
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
}

/// What came of a build.
#[derive(Debug)]
pub struct Build {
    pub ok: bool,
    /// What cargo itself says, and a build script that fails.
    pub stderr: String,
    messages: Vec<Value>,
}

impl Build {
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        let messages = stdout
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        Self {
            ok: output.status.success(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            messages,
        }
    }

    fn errors_as(&self, form: &str) -> Vec<String> {
        let errors = self
            .messages
            .iter()
            .filter(|message| message["reason"] == "compiler-message" && message["message"]["level"] == "error");
        let texts = errors
            .filter_map(|message| message["message"][form].as_str())
            .map(str::to_owned);
        texts
            .filter(|text| !text.trim_start_matches("error: ").starts_with("aborting due to"))
            .collect()
    }

    /// The texts of the compile errors, as `--message-format=json` carries them.
    pub fn errors(&self) -> Vec<String> {
        self.errors_as("message")
    }

    /// The same as they are shown.
    pub fn rendered(&self) -> Vec<String> {
        self.errors_as("rendered")
    }

    /// The rules that the errors name, each error's in its order.
    pub fn rules(&self) -> Vec<String> {
        self.errors()
            .iter()
            .map(|error| rule(error).unwrap_or(error).to_owned())
            .collect()
    }

    /// Whether the build script of the package ran.
    pub fn ran_build_script(&self) -> bool {
        self.stderr
            .lines()
            .any(|line| line.trim_start().starts_with("Running `") && line.contains("build-script-build`"))
    }

    /// How often the build script of this package ran.
    pub fn build_script_runs(&self, package: &str) -> usize {
        let lines = self.stderr.lines().map(str::trim_start);
        let runs = lines.filter(|line| line.starts_with("Running `") && line.contains("build-script-build`"));
        runs.filter(|line| line.contains(&format!("/{package}-"))).count()
    }

    /// The libraries that were compiled anew, sorted.
    pub fn checked(&self) -> Vec<String> {
        let artifacts = self.messages.iter().filter(|message| {
            message["reason"] == "compiler-artifact"
                && message["fresh"] == false
                && message["target"]["kind"][0] == "lib"
        });
        let names = artifacts.filter_map(|message| message["target"]["name"].as_str());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        names
    }

    /// Where the build script of the package wrote.
    pub fn out_dir(&self, package: &str) -> PathBuf {
        let ran = self.messages.iter().find(|message| {
            message["reason"] == "build-script-executed"
                && message["package_id"]
                    .as_str()
                    .is_some_and(|id| id.contains(&format!("/{package}#")))
        });
        ran.and_then(|message| message["out_dir"].as_str())
            .expect("a build script ran")
            .into()
    }

    /// The build script itself.
    pub fn build_script(&self, package: &str) -> PathBuf {
        let built = self.messages.iter().find(|message| {
            message["reason"] == "compiler-artifact"
                && message["target"]["kind"][0] == "custom-build"
                && message["package_id"]
                    .as_str()
                    .is_some_and(|id| id.contains(&format!("/{package}#")))
        });
        built
            .and_then(|message| message["filenames"][0].as_str())
            .expect("a build script was built")
            .into()
    }

    #[track_caller]
    pub fn succeeds(&self, what: &str) {
        assert!(self.ok, "{what}: {}\n{}", self.stderr, self.rendered().join("\n"));
    }
}

/// The rule that an error names at the end of its first line.
pub fn rule(error: &str) -> Option<&str> {
    error
        .lines()
        .next()?
        .strip_suffix(']')?
        .rsplit_once('[')
        .map(|(_, rule)| rule)
}

/// The number of the line that has `fragment`, counted from 1, and the line.
#[track_caller]
pub fn line<'a>(text: &'a str, fragment: &str) -> (usize, &'a str) {
    let found: Vec<_> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.contains(fragment))
        .collect();
    let [(number, line)] = found.as_slice() else {
        panic!("one line has {fragment:?}, not {}", found.len())
    };
    (number + 1, line)
}

/// Whether a rendered finding shows this line of a file under its number.
pub fn shows(error: &str, number: usize, text: &str) -> bool {
    error
        .lines()
        .any(|line| line.trim_start() == format!("{number} | {text}"))
}
