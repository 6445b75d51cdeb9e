//! For a program: one document, always the same keys.

use std::io::{self, Write};

use serde::Serialize;

use super::side::Side;
use super::{Change, Diff};

#[derive(Serialize)]
struct Document<'a> {
    old: SideEntry<'a>,
    new: SideEntry<'a>,
    changes: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct SideEntry<'a> {
    /// As it was typed; null for the working tree.
    name: Option<&'a str>,
    commit: Option<&'a str>,
    file: &'a str,
    registry: Option<&'a str>,
    version: Option<String>,
}

#[derive(Serialize)]
struct Entry<'a> {
    kind: &'static str,
    codes: &'a [String],
    field: Option<&'a str>,
    old: Option<&'a str>,
    new: Option<&'a str>,
    message: &'a str,
    /// What agents should do now.
    agents: Option<&'a str>,
    why: Option<&'a str>,
}

pub(super) fn print(diff: &Diff, out: &mut impl Write) -> io::Result<()> {
    let document = Document {
        old: side(&diff.old),
        new: side(&diff.new),
        changes: diff.changes.iter().map(entry).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn side(side: &Side) -> SideEntry<'_> {
    SideEntry {
        name: side.typed.as_deref(),
        commit: side.commit.as_deref(),
        file: &side.file,
        registry: side.registry().map(|registry| registry.name.as_str()),
        version: side.registry().map(|registry| registry.version.to_string()),
    }
}

fn entry(change: &Change) -> Entry<'_> {
    let Change {
        kind,
        codes,
        field,
        old,
        new,
        says,
        now,
        why,
    } = change;
    Entry {
        kind: kind.word(),
        codes,
        field: field.as_deref(),
        old: old.as_deref(),
        new: new.as_deref(),
        message: says,
        agents: now.as_deref(),
        why: why.as_deref(),
    }
}
