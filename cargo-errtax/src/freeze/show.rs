//! Tells what was, or would be, written.

use std::io::{self, Write};

use errtax_build::Analysis;
use similar::{ChangeTag, TextDiff};

use crate::package::Package;
use crate::report::{count, counts, paragraph};
use crate::style::{ADDED, REMOVED, STRONG};
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
    /// Nothing was written.
    pub(crate) dry_run: bool,
}

/// For a person.
pub(crate) fn print(package: &Package, outcome: &Outcome<'_>) -> io::Result<()> {
    let Outcome {
        proven,
        selected,
        recorded,
        changes,
        dry_run,
    } = *outcome;
    let mut out = anstream::stdout().lock();
    let (_, frozen) = counts(proven);
    let lock = package.show(&package.lock());
    if changes.is_empty() {
        paragraph(
            &mut out,
            "up to date",
            &format!("{lock}: {} frozen", count(frozen, "code")),
        )?;
        return out.flush();
    }
    if dry_run {
        for change in changes {
            diff(&mut out, change)?;
        }
    }
    if !selected.is_empty() {
        let names = selected
            .iter()
            .map(|code| code.code.as_str())
            .collect::<Vec<_>>()
            .join(", ");
        paragraph(&mut out, if dry_run { "would freeze" } else { "froze" }, &names)?;
    }
    // Those that were frozen just now are named already.
    let declared: Vec<&str> = recorded
        .iter()
        .map(String::as_str)
        .filter(|name| !selected.iter().any(|code| code.code == *name))
        .collect();
    if !declared.is_empty() {
        let word = if dry_run { "would record" } else { "recorded" };
        paragraph(&mut out, word, &format!("{} for the first time", declared.join(", ")))?;
    }
    for change in changes {
        let detail = if change.shown == lock {
            format!(": {} frozen", count(frozen, "code"))
        } else {
            String::new()
        };
        paragraph(
            &mut out,
            if dry_run { "would write" } else { "wrote" },
            &format!("{}{detail}", change.shown),
        )?;
    }
    // What the lock had nothing of was not compared: its lines may have been lost, and with them a meaning that has shipped.
    if !declared.is_empty() {
        let new = changes
            .iter()
            .any(|change| change.shown == lock && change.old.is_none());
        let codes = count(declared.len(), "code");
        let text = if new {
            format!(
                "{lock} is new, and records {codes} as declared now; if there was one before, restore that instead and freeze \
                 again"
            )
        } else {
            format!(
                "{lock} records {codes} as declared now; if a merge has lost what it said before, restore that instead: \
                 `git log -p -- {lock}`"
            )
        };
        writeln!(out, "{STRONG}note{STRONG:#}: {text}")?;
    }
    if dry_run {
        writeln!(out, "nothing was changed (--dry-run)")?;
    }
    out.flush()
}

/// As `diff -u` writes it.
fn diff(out: &mut impl Write, change: &Change) -> io::Result<()> {
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
