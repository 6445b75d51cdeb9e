//! `cargo errtax diff`: what changed between two revisions of a contract, for whoever writes the agents.
//!
//! two names → two registries (`side`) → what changed (`compare`, in kinds of `kind`) → told to a person, a program, or as a
//! changelog (`human`, `json`, `markdown`). Unlike the merge gate it judges nothing: an amended break is a break here, with
//! its reason.

mod compare;
mod human;
mod json;
mod kind;
mod markdown;
mod side;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use errtax_build::source::Sources;

use crate::arguments::{Arguments, DiffCommand, Format};
use crate::exit::Exit;
use crate::report;
use crate::trouble::Trouble;

use kind::Kind;
use side::Side;

/// Two revisions, and what lies between them.
#[derive(Debug)]
struct Diff {
    old: Side,
    new: Side,
    /// By kind, then by code and field.
    changes: Vec<Change>,
}

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    kind: Kind,
    /// The codes that it is about; none where it is about the registry as a whole.
    codes: Vec<String>,
    field: Option<String>,
    old: Option<String>,
    new: Option<String>,
    /// In one sentence, without a full stop.
    says: String,
    /// What agents should do about it, or with it, in a sentence.
    now: Option<String>,
    /// Why, where somebody has written that down.
    why: Option<String>,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &DiffCommand) -> io::Result<Exit> {
    let diff = match read(arguments, command) {
        Ok(diff) => diff,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format),
    };
    let mut out = anstream::stdout().lock();
    if command.markdown {
        markdown::print(&diff, &mut out)?;
    } else if arguments.format == Format::Json {
        json::print(&diff, &mut out)?;
    } else {
        human::print(&diff, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn read(arguments: &Arguments, command: &DiffCommand) -> Result<Diff, Trouble> {
    let mut sources = Sources::default();
    let old = Side::open(arguments, Some(&command.old), &mut sources)?;
    let new = Side::open(arguments, command.new.as_deref(), &mut sources)?;
    let changes = compare::changes(&old, &new, &sources)?;
    Ok(Diff { old, new, changes })
}

/// The codes of some changes, those of which the same is said together.
fn by_sentence<'a>(changes: &[&'a Change]) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for change in changes {
        let codes = change.codes.iter().map(String::as_str);
        groups.entry(change.says.as_str()).or_default().extend(codes);
    }
    groups
}

impl Diff {
    /// The changes of one kind.
    fn of(&self, kind: Kind) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.kind == kind)
    }

    /// What to do about those of a kind. A code that is broken too does not mean what it meant.
    fn advice(&self, kind: Kind) -> &'static str {
        let broken: BTreeSet<&String> = self.of(Kind::Breaking).flat_map(|change| &change.codes).collect();
        let mut codes = self.of(kind).flat_map(|change| &change.codes);
        if kind == Kind::Deprecated && codes.any(|code| broken.contains(code)) {
            return Kind::DEPRECATED_AND_BROKEN;
        }
        kind.advice()
    }
}
