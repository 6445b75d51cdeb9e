//! `cargo errtax check` on real folders: which frozen codes nothing raises.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod told;
mod unreadable;
mod ways;
mod workspace;

use std::fs;
use std::sync::OnceLock;

use common::{Package, Run};

/// The head of a registry.
const HEAD: &str = "[registry]\nname = \"bank\"\nversion = \"1.2.0\"\nedition = \"2026\"\n";

/// A program.
const MANIFEST: &str = "[package]\nname = \"bank\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";

/// A frozen code about which there is nothing else to say; `more` are further lines of it.
fn frozen(name: &str, more: &str) -> String {
    code(name, &format!("status = \"frozen\"\nsince = \"1.0.0\"\n{more}"))
}

fn code(name: &str, more: &str) -> String {
    format!(
        "\n[codes.{name}]\nclass = \"precondition\"\naction = \"ask_user\"\nretryable = false\nexecuted = \"no\"\n{more}\
         message = \"It is not open.\"\nhint = \"Ask the user which one is meant.\"\n"
    )
}

/// One frozen code, `PERIOD_LOCKED`.
fn one() -> String {
    format!("{HEAD}{}", frozen("PERIOD_LOCKED", ""))
}

/// A package with this registry, its lock, and these files: `--- path` begins each.
fn package(registry: &str, files: &str) -> Package {
    static LOCK: OnceLock<String> = OnceLock::new();
    let package = Package::new(registry);
    package.write("Cargo.toml", MANIFEST);
    write(&package, files);
    if registry == one() {
        let lock = LOCK.get_or_init(|| {
            package.run(&["freeze"]).ends(0);
            package.read("registry.lock")
        });
        package.write("registry.lock", lock);
    } else {
        package.run(&["freeze"]).ends(0);
    }
    package
}

fn write(package: &Package, files: &str) {
    for file in files.split("--- ").filter(|file| !file.trim().is_empty()) {
        let (path, text) = file.split_once('\n').unwrap();
        package.write(path.trim(), text);
    }
}

/// The codes that are reported, when nothing else is.
#[track_caller]
fn unraised(package: &Package) -> Vec<String> {
    codes(&package.run(&["check", "--format", "json"]).ends(0))
}

#[track_caller]
fn codes(run: &Run) -> Vec<String> {
    let document = run.json();
    let findings = document["findings"].as_array().unwrap().iter();
    let code = |finding: &serde_json::Value| {
        assert_eq!(finding["rule"], "unraised-code", "{finding}");
        finding["code"].as_str().unwrap().to_owned()
    };
    findings.map(code).collect()
}

/// The folders of a package, as a reader would see that nothing was left in them.
fn names(package: &Package) -> Vec<String> {
    let entries = fs::read_dir(package.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
