//! The commands that edit a registry, on real folders: `new`, `deprecate`, `retire`, `supersede`, `amend`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod amend;
mod deprecate;
mod layouts;
mod new;
mod repository;
mod retire;
mod supersede;
mod untouched;

use common::{Package, REGISTRY, Run};

/// Lines that are in one text and not in the other, in their order: what `git diff` would show.
fn changed(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let missing = |from: &str, other: &str| {
        let mut left: Vec<&str> = other.lines().collect();
        let mut missing = Vec::new();
        for line in from.lines() {
            match left.iter().position(|there| *there == line) {
                Some(at) => drop(left.remove(at)),
                None => missing.push(line.to_owned()),
            }
        }
        missing
    };
    (missing(old, new), missing(new, old))
}

/// A package in which ACCOUNT_NOT_FOUND is deprecated, and the lock says so.
fn deprecated() -> Package {
    let package = Package::new(&REGISTRY.replace(
        "http      = 404\n",
        "http      = 404\ndeprecated = { since = \"1.1.0\", replaced_by = \"ACCOUNT_CLOSED\", sunset = \"2027-06-30\" }\n",
    ));
    package.run(&["freeze"]).ends(0);
    package
}

/// Another meaning for two frozen codes.
fn drifted() -> Package {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "action    = \"ask_user\"   #",
        "action    = \"fix_state\"   #",
    );
    package.edit("registry.toml", "http      = 404", "http      = 410");
    package
}

const WHY: [&str; 4] = ["--reason", "Agents can reopen it by now.", "--issue", "#42"];

/// `amend` with a reason and an issue.
fn amend(package: &Package, words: &[&str]) -> Run {
    package.run(&[&["amend"], words, &WHY].concat())
}
