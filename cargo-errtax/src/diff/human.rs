//! For a person at a terminal.

use std::io::{self, Write};

use crate::report::count;
use crate::style::{ERROR, GOOD, HELP, STRONG};

use super::kind::Kind;
use super::side::Side;
use super::{Change, Diff};

pub(super) fn print(diff: &Diff, out: &mut impl Write) -> io::Result<()> {
    for (word, side) in [("old", &diff.old), ("new", &diff.new)] {
        writeln!(out, "{STRONG}{word}{STRONG:#}: {}", line(side))?;
    }
    for kind in Kind::ALL {
        let changes: Vec<&Change> = diff.of(kind).collect();
        if changes.is_empty() {
            continue;
        }
        let style = if kind == Kind::Breaking { ERROR } else { STRONG };
        writeln!(out, "\n{style}{}{style:#}: {}", kind.title(), diff.advice(kind))?;
        if kind == Kind::Drafts {
            drafts(&changes, out)?;
        } else {
            changes.into_iter().try_for_each(|change| one(change, out))?;
        }
    }
    writeln!(out, "\n{}", summary(diff))
}

fn line(side: &Side) -> String {
    match side.registry() {
        Some(registry) => format!(
            "{}, {} {} ({})",
            side.shown(),
            registry.name,
            registry.version,
            side.file
        ),
        None => side.shown(),
    }
}

fn one(change: &Change, out: &mut impl Write) -> io::Result<()> {
    let Change {
        kind,
        codes,
        field: _,
        old,
        new,
        says,
        now,
        why,
    } = change;
    // The rules name their code in the sentence.
    let subject = match (kind, codes.as_slice()) {
        (Kind::Breaking | Kind::Texts | Kind::Other, _) | (_, []) => String::new(),
        (_, codes) => format!("{HELP}{}{HELP:#}: ", codes.join(", ")),
    };
    writeln!(out, "  {subject}{says}")?;
    if let (Kind::Texts, Some(old), Some(new)) = (kind, old, new) {
        if !old.is_empty() && !is_hash(old) {
            writeln!(out, "      was: {old}")?;
        }
        if !new.is_empty() && !is_hash(new) {
            writeln!(out, "      now: {new}")?;
        }
    }
    if let Some(now) = now {
        let action = match (kind, new) {
            (Kind::New | Kind::Frozen, Some(action)) => format!("{action}: "),
            _ => String::new(),
        };
        writeln!(out, "      agents: {action}{now}")?;
    }
    if let Some(why) = why {
        writeln!(out, "      why: {why}")?;
    }
    Ok(())
}

/// Their names are enough.
fn drafts(changes: &[&Change], out: &mut impl Write) -> io::Result<()> {
    for (says, codes) in super::by_sentence(changes) {
        writeln!(out, "  {says}: {}", codes.join(", "))?;
    }
    Ok(())
}

/// A lock knows a text by its hash alone.
pub(super) fn is_hash(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn summary(diff: &Diff) -> String {
    if diff.changes.is_empty() {
        return format!("{GOOD}no difference{GOOD:#} that anybody could meet");
    }
    let parts: Vec<String> = [
        (Kind::Breaking, "breaking change"),
        (Kind::New, "new code"),
        (Kind::Frozen, "shipped draft"),
        (Kind::Deprecated, "deprecation"),
        (Kind::Retired, "retired code"),
        (Kind::Details, "new detail"),
        (Kind::Texts, "reworded text"),
        (Kind::Other, "other change"),
        (Kind::Drafts, "draft"),
    ]
    .into_iter()
    .map(|(kind, word)| (diff.of(kind).count(), word))
    .filter(|(number, _)| *number > 0)
    .map(|(number, word)| count(number, word))
    .collect();
    parts.join(", ")
}
