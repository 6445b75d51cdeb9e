//! A package of its own with a registry of its own, for what trybuild cannot show.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const REPOSITORY: &str = env!("CARGO_MANIFEST_DIR");

/// A package below the target directory. What is built for one is there for the next.
pub struct Project {
    path: PathBuf,
}

impl Project {
    /// A package that depends on errtax and compiles `tests/ui/project/registry.toml`.
    pub fn new(name: &str, edition: &str, package: &str) -> Self {
        Self::with(name, edition, package, &format!("errtax = {{ path = {REPOSITORY:?} }}"))
    }

    /// The same, with errtax under another name.
    pub fn renamed(name: &str, edition: &str, errtax: &str) -> Self {
        Self::with(
            name,
            edition,
            "",
            &format!("{errtax} = {{ package = \"errtax\", path = {REPOSITORY:?} }}"),
        )
    }

    fn with(name: &str, edition: &str, package: &str, dependency: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui").join(name);
        let project = Self { path };
        let build = Path::new(REPOSITORY).join("errtax-build");
        project.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n{package}\n\n\
                 [dependencies]\n{dependency}\n\n[build-dependencies]\nerrtax-build = {{ path = {build:?} }}\n\n\
                 [workspace]\n"
            ),
        );
        project.write(
            "build.rs",
            "fn main() {\n    errtax_build::compile(\"registry.toml\");\n}\n",
        );
        project.write("registry.toml", include_str!("registry.toml"));
        project.write("registry.lock", include_str!("registry.lock"));
        // The versions that the workspace has, so that nothing is looked up.
        project.write(
            "Cargo.lock",
            &fs::read_to_string(Path::new(REPOSITORY).join("Cargo.lock")).unwrap(),
        );
        project
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.path.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // An unchanged file stays untouched, or cargo builds everything anew.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).unwrap();
        }
    }

    pub fn remove(&self, file: &str) {
        fs::remove_file(self.path.join(file)).unwrap();
    }

    /// `cargo check`, whatever it says.
    pub fn check(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(["check", "--offline", "--quiet"])
            .args(arguments)
            .current_dir(&self.path)
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui/target"),
            )
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap()
    }

    /// It compiles, and without a warning.
    pub fn succeeds(&self) {
        let output = self.check(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && stderr.is_empty(),
            "{}: {stderr}",
            self.path.display()
        );
    }
}

/// An error that rustc reported.
#[derive(Debug)]
pub struct Mistake {
    /// `file:line:column` of what it points at.
    pub place: String,
    /// What stands there.
    pub token: String,
    /// What it says, as shown.
    pub text: String,
}

/// The errors in the output of `cargo check --message-format=json`.
pub fn mistakes(stdout: &[u8]) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for line in String::from_utf8_lossy(stdout).lines() {
        let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else {
            continue;
        };
        let message = &record["message"];
        // The last one only counts the others, and points nowhere.
        let spans = message["spans"].as_array().cloned().unwrap_or_default();
        let Some(span) = spans.iter().find(|span| span["is_primary"] == true) else {
            continue;
        };
        if message["level"] != "error" {
            continue;
        }
        let part = |name: &str| span[name].as_u64().unwrap_or_default() as usize;
        let line = span["text"][0]["text"].as_str().unwrap_or_default();
        let token = line
            .chars()
            .skip(part("column_start") - 1)
            .take(part("column_end") - part("column_start"));
        mistakes.push(Mistake {
            place: format!(
                "{}:{}:{}",
                span["file_name"].as_str().unwrap_or_default(),
                part("line_start"),
                part("column_start")
            ),
            token: token.collect(),
            text: message["rendered"].as_str().unwrap_or_default().to_owned(),
        });
    }
    mistakes
}
