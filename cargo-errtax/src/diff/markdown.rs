//! A changelog, to be pasted into release notes: nothing of the machine or the time is in it, so equal revisions give equal
//! bytes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use errtax_core::Action;

use super::human::is_hash;
use super::kind::Kind;
use super::{Change, Diff};

pub(super) fn print(diff: &Diff, out: &mut impl Write) -> io::Result<()> {
    if let (Some(old), Some(new)) = (diff.old.registry(), diff.new.registry()) {
        writeln!(out, "## {} {} (from {})", new.name, new.version, old.version)?;
    }
    if diff.changes.is_empty() {
        return writeln!(out, "\nNo difference that an agent could meet.");
    }
    for kind in Kind::ALL {
        let changes: Vec<&Change> = diff.of(kind).collect();
        if changes.is_empty() {
            continue;
        }
        writeln!(out, "\n### {}\n\n{}\n", kind.title(), diff.advice(kind))?;
        match kind {
            Kind::New | Kind::Frozen => by_action(&changes, out)?,
            Kind::Drafts => drafts(&changes, out)?,
            _ => changes.into_iter().try_for_each(|change| one(change, out))?,
        }
    }
    Ok(())
}

/// What to do first, then the codes that ask for it.
fn by_action(changes: &[&Change], out: &mut impl Write) -> io::Result<()> {
    let position = |change: &Change| {
        let action = change.new.as_deref();
        Action::ALL.iter().position(|other| Some(other.as_str()) == action)
    };
    let mut groups: BTreeMap<Option<usize>, Vec<&Change>> = BTreeMap::new();
    for change in changes {
        groups.entry(position(change)).or_default().push(change);
    }
    for (position, changes) in groups {
        if let Some(action) = position.and_then(|at| Action::ALL.get(at)) {
            writeln!(out, "- `{action}`: {}", action.meaning())?;
        }
        for change in changes {
            writeln!(out, "  - {}: {}", named(&change.codes), change.says)?;
        }
    }
    Ok(())
}

/// Their names are enough.
fn drafts(changes: &[&Change], out: &mut impl Write) -> io::Result<()> {
    for (says, codes) in super::by_sentence(changes) {
        let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        writeln!(out, "- {says}: {}", codes.join(", "))?;
    }
    Ok(())
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
        (_, codes) => format!("{}: ", named(codes)),
    };
    let now = now
        .as_ref()
        .map(|now| format!(". Agents now: {now}"))
        .unwrap_or_default();
    writeln!(out, "- {subject}{says}{now}")?;
    if let Some(why) = why {
        writeln!(out, "  *Why:* {why}")?;
    }
    if *kind == Kind::Texts {
        for (word, text) in [("Was", old), ("Now", new)] {
            let text = text.as_deref().filter(|text| !text.is_empty() && !is_hash(text));
            if let Some(text) = text {
                writeln!(out, "\n  {word}:\n\n  > {}", text.trim().replace('\n', "\n  > "))?;
            }
        }
    }
    Ok(())
}

fn named(codes: &[String]) -> String {
    let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
    codes.join(", ")
}
