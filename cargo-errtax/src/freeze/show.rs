//! Tells what was, or would be, written.

use std::io::{self, Write};

use errtax_build::Analysis;
use similar::{ChangeTag, TextDiff};

use crate::package::Package;
use crate::report::{count, counts, paragraph};
use crate::style::{ADDED, REMOVED, STRONG};
use crate::write::Change;

use super::select::Selected;

/// For a person.
pub(crate) fn print(
    package: &Package,
    proven: &Analysis,
    selected: &[Selected],
    changes: &[Change],
    dry_run: bool,
) -> io::Result<()> {
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
    // Where there was no lock, nothing could be compared: it may have been lost, and with it a meaning that has shipped.
    let unseen = frozen.saturating_sub(selected.len());
    if unseen > 0
        && changes
            .iter()
            .any(|change| change.shown == lock && change.old.is_none())
    {
        let text = format!("{lock} is new, and records {} as declared now", count(unseen, "code"));
        writeln!(
            out,
            "{STRONG}note{STRONG:#}: {text}; if there was one before, restore that instead and freeze again"
        )?;
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
