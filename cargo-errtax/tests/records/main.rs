//! Decision records, on real folders and in real repositories: what `check` asks of them, and what the commands draft.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../against/repo.rs"]
#[allow(dead_code, reason = "of the repository a part is used here")]
mod repo;

mod against;
mod drafts;
mod folder;
mod form;
mod index;
mod named;
mod own;

use common::{Package, REGISTRY, Run};

/// Wants records.
const POLICY: &str = "\n[policy]\nrecords = \"docs/decisions\"\n";

/// Where [`RECORD`] stands.
const PATH: &str = "docs/decisions/accepted/0001-ask-the-user.md";

/// A record as it should be.
const RECORD: &str = "\
# 1. Ask the user

Status: accepted

## Problem

Agents reopened accounts that were closed for a reason.

## Decision

A closed account is for a person to reopen.

## Alternatives considered

A code of its own for accounts that may be reopened: no server knows which those are.

## Consequences

Agents stop and ask. Nobody else has to change.
";

/// A package that keeps [`RECORD`], and an index of it; all is well.
fn kept() -> Package {
    let package = Package::new(&format!("{REGISTRY}{POLICY}"));
    package.write(PATH, RECORD);
    package.run(&["freeze"]).ends(0);
    package.run(&["check", "--fix"]).ends(0);
    package
}

/// Every finding of a check: `rule file:line:column`.
fn found(package: &Package) -> Vec<String> {
    places(&package.run(&["check", "--format", "json"]))
}

fn places(run: &Run) -> Vec<String> {
    let document = run.json();
    let findings = document["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| {
            let word = |key: &str| finding[key].as_str().unwrap().to_owned();
            assert!(!word("help").is_empty(), "{finding}");
            format!(
                "{} {}:{}:{}",
                word("rule"),
                word("file"),
                finding["line"],
                finding["column"]
            )
        })
        .collect()
}
