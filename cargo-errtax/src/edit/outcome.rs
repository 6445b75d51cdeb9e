//! Tells what was, or would be, written.

use std::io::{self, Write};

use similar::{ChangeTag, TextDiff};

use crate::report::paragraph;
use crate::style::{ADDED, HELP, REMOVED, STRONG};
use crate::write::Change;

/// One thing that was done, or would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// `deprecated`.
    pub(crate) did: &'static str,
    /// `deprecate`.
    pub(crate) would: &'static str,
    /// The codes that it is about.
    pub(crate) codes: Vec<String>,
    /// `PERIOD_SHUT since 1.3.0, replaced by PERIOD_LOCKED`.
    pub(crate) said: String,
}

impl Done {
    /// About one code.
    pub(crate) fn code(did: &'static str, would: &'static str, code: &str, said: impl Into<String>) -> Self {
        Self {
            did,
            would,
            codes: vec![code.to_owned()],
            said: said.into(),
        }
    }
}

/// All that a command did, or would do.
#[derive(Debug)]
pub(crate) struct Outcome<'a> {
    /// In the order in which it is told.
    pub(crate) done: &'a [Done],
    /// The files.
    pub(crate) changes: &'a [Change],
    /// How many of them were edited; the others follow from those, and are not shown line by line.
    pub(crate) edited: usize,
    /// What the lock says now, in a few words.
    pub(crate) lock: (String, String),
    /// What is worth knowing.
    pub(crate) notes: &'a [String],
    /// What the author has yet to do.
    pub(crate) left: &'a [String],
    /// Nothing was written.
    pub(crate) dry_run: bool,
}

/// For a person.
pub(crate) fn print(outcome: &Outcome<'_>) -> io::Result<()> {
    let Outcome {
        done,
        changes,
        edited,
        lock: (lock, lock_says),
        notes,
        left,
        dry_run,
    } = outcome;
    let mut out = anstream::stdout().lock();
    if *dry_run {
        for change in changes.iter().take(*edited) {
            diff(&mut out, change)?;
        }
    }
    for Done { did, would, said, .. } in *done {
        match dry_run {
            true => paragraph(&mut out, &format!("would {would}"), said)?,
            false => paragraph(&mut out, did, said)?,
        }
    }
    for change in *changes {
        let detail = if change.shown == *lock && !lock_says.is_empty() {
            format!(": {lock_says}")
        } else {
            String::new()
        };
        let word = if *dry_run { "would write" } else { "wrote" };
        paragraph(&mut out, word, &format!("{}{detail}", change.shown))?;
    }
    for note in *notes {
        writeln!(out, "{STRONG}note{STRONG:#}: {note}")?;
    }
    for step in *left {
        writeln!(out, "{HELP}left to do{HELP:#}: {step}")?;
    }
    if *dry_run {
        writeln!(out, "nothing was changed (--dry-run)")?;
    }
    out.flush()
}

/// As `diff -u` writes it.
pub(crate) fn diff(out: &mut impl Write, change: &Change) -> io::Result<()> {
    let old = change.old.as_deref().unwrap_or_default();
    let diff = TextDiff::from_lines(old, &change.new);
    let before = if change.old.is_some() {
        change.shown.as_str()
    } else {
        "/dev/null"
    };
    writeln!(
        out,
        "{STRONG}--- {before}{STRONG:#}\n{STRONG}+++ {}{STRONG:#}",
        change.shown
    )?;
    for hunk in diff.unified_diff().context_radius(2).iter_hunks() {
        writeln!(out, "{}", hunk.header())?;
        for line in hunk.iter_changes() {
            let text = line.value().trim_end_matches(['\r', '\n']);
            match line.tag() {
                ChangeTag::Equal => writeln!(out, " {text}")?,
                ChangeTag::Insert => writeln!(out, "{ADDED}+{text}{ADDED:#}")?,
                ChangeTag::Delete => writeln!(out, "{REMOVED}-{text}{REMOVED:#}")?,
            }
        }
    }
    writeln!(out)
}
