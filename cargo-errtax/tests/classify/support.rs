//! The binary with something on its standard input.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::common::Run;

/// Starts it in a folder.
pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cargo-errtax"))
        .args(["errtax", "classify"])
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

/// Runs it in a folder with this on standard input.
pub fn classify_in(folder: &Path, arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = start(folder, arguments);
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

/// Runs it where there is no package: with the standard codes.
pub fn classify(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let folder = tempfile::tempdir().unwrap();
    classify_in(folder.path(), arguments, input)
}

/// The lines that came out, as JSON.
pub fn lines(run: &Run) -> Vec<Value> {
    let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    run.stdout.lines().map(line).collect()
}
