//! `classify`, with something on its standard input.

use std::path::Path;
use std::process::Child;

use serde_json::Value;

use crate::common::{self, Run};

/// Starts it in a folder.
pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    common::start_in(folder, &[&["classify"], arguments].concat())
}

/// Runs it in a folder with this on standard input.
pub fn classify_in(folder: &Path, arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    common::run_on(folder, &[&["classify"], arguments].concat(), input)
}

/// Runs it where there is no package: with the standard codes.
pub fn classify(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let folder = tempfile::tempdir().unwrap();
    classify_in(folder.path(), arguments, input)
}

/// The lines that came out, as JSON.
pub fn lines(run: &Run) -> Vec<Value> {
    run.json_lines()
}
