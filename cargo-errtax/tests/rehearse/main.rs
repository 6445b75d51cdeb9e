//! `cargo errtax rehearse`: the published cases, what is accepted, what is wrong, and how it is told.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cases;
mod codes;
#[path = "../common/mod.rs"]
mod common;
mod page;
mod told;
mod wrong;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use common::Run;

/// A task that comes out as it expects.
const LOST: &str = r#"{"id": "lost", "context": {"effect": "write", "dedupe_key": true}, "script": [{"at": "send", "error": {"transport": "timeout"}}, {"at": "send", "ok": true, "duplicate": true, "state": {"v": 1}}], "expect": {"calls": 2, "waits_ms": [[1000, 1500]], "status": "done", "stop_reason": null, "same_key": true}, "why": "The server dedupes it."}"#;

/// Runs it in a folder, with this on standard input.
fn rehearse_in(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-errtax"))
        .args(["errtax", "rehearse"])
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // It may end before it has read all.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs it where there is no package, on these lines.
fn rehearse(arguments: &[&str], input: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    rehearse_in(folder.path(), &[arguments, &["-"]].concat(), input)
}

/// The lines that came out, as JSON.
fn lines(run: &Run) -> Vec<Value> {
    let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    run.stdout.lines().map(line).collect()
}
