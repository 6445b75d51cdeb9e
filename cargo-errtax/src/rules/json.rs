//! The table for programs.

use std::io::{self, Write};

use errtax_build::finding::Rule;
use serde::Serialize;

use crate::report::level_word;

use super::document::{self, Document};
use super::words::stage_word;

#[derive(Serialize)]
struct Entry {
    rule: &'static str,
    level: &'static str,
    stage: &'static str,
    why: &'static str,
    #[serde(flatten)]
    document: Document,
}

impl From<&'static Rule> for Entry {
    fn from(rule: &'static Rule) -> Self {
        Self {
            rule: rule.id,
            level: level_word(rule.level),
            stage: stage_word(rule.stage),
            why: rule.why,
            document: document::of(rule),
        }
    }
}

pub(super) fn one(rule: &'static Rule, out: &mut impl Write) -> io::Result<()> {
    print(&Entry::from(rule), out)
}

pub(super) fn all(rules: &[&'static Rule], out: &mut impl Write) -> io::Result<()> {
    let entries: Vec<Entry> = rules.iter().map(|rule| Entry::from(*rule)).collect();
    print(&entries, out)
}

fn print(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
