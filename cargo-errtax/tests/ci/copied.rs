//! What stands on the pages.

use std::fs;
use std::path::Path;

/// A code block.
#[derive(Debug)]
pub struct Block {
    pub language: String,
    pub text: String,
}

fn read(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page)).unwrap()
}

/// The code blocks of a page, from the top.
pub fn blocks(page: &str) -> Vec<Block> {
    let text = read(page);
    let parts: Vec<&str> = text.split("\n```").collect();
    // Text, block, text, and so on: what ends a block has no language.
    let blocks = parts.iter().skip(1).step_by(2).map(|part| {
        let (language, text) = part.split_once('\n').unwrap();
        Block {
            language: language.to_owned(),
            text: format!("{text}\n"),
        }
    });
    assert!(parts.iter().skip(2).step_by(2).all(|part| part.starts_with('\n')));
    blocks.collect()
}

/// The block above which a line names this file.
#[track_caller]
pub fn file(page: &str, name: &str) -> String {
    let text = read(page);
    let label = format!("\n`{name}`:\n\n```");
    let mut parts = text.split(&label);
    let block = parts.nth(1).unwrap_or_else(|| panic!("{page} has no {name}"));
    assert!(parts.next().is_none(), "{page} has one {name}");
    let (_, text) = block.split_once('\n').unwrap();
    let (text, _) = text.split_once("\n```\n").unwrap();
    format!("{text}\n")
}
