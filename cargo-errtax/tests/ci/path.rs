//! A machine on which `cargo install` and `rustup` bring what is tested here, and nothing from elsewhere.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

/// A cargo home and a `PATH` of their own.
pub struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    /// Without `cargo-errtax`.
    pub fn new() -> Self {
        let machine = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::create_dir_all(machine.home().join("bin")).unwrap();
        fs::create_dir_all(machine.commands()).unwrap();
        let note = format!("echo \"$(basename \"$0\") $*\" >> '{}'\n", machine.log().display());
        machine.command("rustup", &note);
        let cargo = std::env::var("CARGO").unwrap();
        let install = format!(
            "[ \"$1\" != install ] || exec ln -s '{}' '{}'\n",
            env!("CARGO_BIN_EXE_cargo-errtax"),
            machine.installed().display()
        );
        // As rustup's own cargo does.
        let toolchain = "case \"$1\" in +*) shift ;; esac\n";
        machine.command("cargo", &format!("{note}{toolchain}{install}exec '{cargo}' \"$@\"\n"));
        machine
    }

    /// With it.
    pub fn with_errtax() -> Self {
        let machine = Self::new();
        symlink(env!("CARGO_BIN_EXE_cargo-errtax"), machine.installed()).unwrap();
        machine
    }

    /// What was called, in its order.
    pub fn called(&self) -> Vec<String> {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    /// The environment of everything that runs on it.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let usual = std::env::var("PATH").unwrap();
        let path = format!("{}:{}/bin:{usual}", self.commands().display(), self.home().display());
        vec![
            ("PATH", path),
            // Not the one of the tests themselves, which would not be noted.
            ("CARGO", self.commands().join("cargo").display().to_string()),
            ("CARGO_HOME", self.home().display().to_string()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".to_owned()),
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
        ]
    }

    fn command(&self, name: &str, script: &str) {
        let path = self.commands().join(name);
        executable(&path, &format!("#!/bin/sh\n{script}"));
    }

    fn commands(&self) -> PathBuf {
        self.folder.path().join("commands")
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn installed(&self) -> PathBuf {
        self.home().join("bin/cargo-errtax")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("called")
    }
}

/// Writes a script that can be called.
pub fn executable(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}
