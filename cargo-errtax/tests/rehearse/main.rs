//! `cargo errtax rehearse`: the published cases, what is accepted, what is wrong, and how it is told.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cases;
mod codes;
#[path = "../common/mod.rs"]
mod common;
mod page;
mod told;
mod wrong;

use std::path::Path;

use serde_json::Value;

use common::Run;

/// A task that comes out as it expects.
const LOST: &str = r#"{"id": "lost", "context": {"effect": "write", "dedupe_key": true}, "script": [{"at": "send", "error": {"transport": "timeout"}}, {"at": "send", "ok": true, "duplicate": true, "state": {"v": 1}}], "expect": {"calls": 2, "waits_ms": [[1000, 1500]], "status": "done", "stop_reason": null, "same_key": true}, "why": "The server dedupes it."}"#;

/// Runs it in a folder, with this on standard input.
fn rehearse_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    common::run_on(folder, &[&["rehearse"], arguments].concat(), input)
}

/// Runs it where there is no package, on these lines.
fn rehearse(arguments: &[&str], input: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    rehearse_in(folder.path(), &[arguments, &["-"]].concat(), input)
}

/// The lines that came out, as JSON.
fn lines(run: &Run) -> Vec<Value> {
    run.json_lines()
}
