//! Tells what was, or would be, written.

use std::collections::BTreeSet;
use std::io::{self, Write};

use errtax_build::Analysis;

use crate::edit::{self, Done};
use crate::package::Package;
use crate::report::{count, counts, paragraph};
use crate::write::Change;

use super::select::Selected;

/// What was done, or would be.
#[derive(Debug)]
pub(crate) struct Outcome<'a> {
    /// The package as it is then.
    pub(crate) proven: &'a Analysis,
    /// The codes that were drafts.
    pub(crate) selected: &'a [Selected],
    /// The codes of which the lock had nothing.
    pub(crate) recorded: &'a [String],
    /// The files.
    pub(crate) changes: &'a [Change],
    /// How many of them were edited; the others follow from those.
    pub(crate) edited: usize,
    /// Nothing was written.
    pub(crate) dry_run: bool,
}

impl Outcome<'_> {
    /// The codes that the lock has had nothing of, though the registry called them frozen before.
    fn declared(&self) -> Vec<String> {
        // Those that were frozen just now are named already.
        let selected: BTreeSet<&str> = self.selected.iter().map(|code| code.code.as_str()).collect();
        let recorded = self.recorded.iter();
        recorded
            .filter(|name| !selected.contains(name.as_str()))
            .cloned()
            .collect()
    }
}

/// In the order in which it is told.
pub(crate) fn done(outcome: &Outcome<'_>) -> Vec<Done> {
    let mut done = Vec::new();
    let frozen: Vec<String> = outcome.selected.iter().map(|code| code.code.clone()).collect();
    if !frozen.is_empty() {
        done.push(Done {
            did: "froze",
            would: "freeze",
            said: frozen.join(", "),
            codes: frozen,
        });
    }
    let declared = outcome.declared();
    if !declared.is_empty() {
        done.push(Done {
            did: "recorded",
            would: "record",
            said: format!("{} for the first time", declared.join(", ")),
            codes: declared,
        });
    }
    done
}

/// For a person.
pub(crate) fn print(package: &Package, outcome: &Outcome<'_>) -> io::Result<()> {
    let (_, frozen) = counts(outcome.proven);
    let frozen = format!("{} frozen", count(frozen, "code"));
    let lock = package.show(&package.lock());
    if outcome.changes.is_empty() {
        let mut out = anstream::stdout().lock();
        paragraph(&mut out, "up to date", &format!("{lock}: {frozen}"))?;
        return out.flush();
    }
    edit::print(&edit::Outcome {
        done: &done(outcome),
        changes: outcome.changes,
        edited: outcome.edited,
        lock: (lock, frozen),
        notes: &notes(package, outcome),
        left: &[],
        dry_run: outcome.dry_run,
    })
}

/// What is worth knowing.
pub(crate) fn notes(package: &Package, outcome: &Outcome<'_>) -> Vec<String> {
    let lock = package.show(&package.lock());
    first_time(outcome, &lock).into_iter().collect()
}

/// What the lock had nothing of was not compared: its lines may have been lost, and with them a meaning that has shipped.
fn first_time(outcome: &Outcome<'_>, lock: &str) -> Option<String> {
    let declared = outcome.declared();
    let codes = count(declared.len(), "code");
    let mut changes = outcome.changes.iter();
    let new = changes.any(|change| change.shown == lock && change.old.is_none());
    match (declared.is_empty(), new) {
        (true, _) => None,
        (false, true) => Some(format!(
            "{lock} is new, and records {codes} as declared now; if there was one before, restore that instead and freeze again"
        )),
        (false, false) => Some(format!(
            "{lock} records {codes} as declared now; if a merge has lost what it said before, restore that instead: \
             `git log -p -- {lock}`"
        )),
    }
}
