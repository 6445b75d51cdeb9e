//! One cause, one finding: a changed default, a renamed prefix, a registry that is no longer extended. The list of the
//! codes is in the message and in [`Finding::codes`].

use super::gate::Comparison;
use crate::drift::rules as drift;
use crate::finding::Finding;
use crate::map::Map;
use crate::model::{Code, Origin};
use crate::source::Place;

/// How many names a message lists, and how many places a finding shows.
const NAMED: usize = 10;

/// `A, B and 4 more`.
pub(super) fn list(names: &[&str]) -> String {
    let shown = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(NAMED).filter(|more| *more > 0) {
        Some(more) => format!("{shown} and {more} more"),
        None => shown,
    }
}

pub(super) fn group(comparison: &Comparison<'_>, findings: Vec<Finding>) -> Vec<Finding> {
    // A default that is gone stands in the base alone, so what the head does not unite, the base may.
    let mut findings = findings;
    for side in [Side::Head, Side::Base] {
        let mut groups: Map<Cause, Vec<usize>> = Map::new();
        for (at, finding) in findings.iter().enumerate() {
            let Some(cause) = cause(comparison, finding, side) else {
                continue;
            };
            match groups.get_mut(&cause) {
                Some(list) => list.push(at),
                None => {
                    groups.insert(cause, vec![at]);
                }
            }
        }
        let mut left: Vec<Option<Finding>> = findings.into_iter().map(Some).collect();
        let mut grouped = Vec::new();
        for (cause, members) in groups.iter() {
            if members.len() < 2 && !matches!(cause, Cause::Extends(_)) {
                continue;
            }
            let members = members.iter().filter_map(|at| left.get_mut(*at).and_then(Option::take));
            grouped.extend(united(comparison, cause, members.collect()));
        }
        grouped.extend(left.into_iter().flatten());
        findings = grouped;
    }
    findings
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Head,
    Base,
}

/// What several findings can have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// The same value of `[defaults]`, by its place in head or base; rule, field, old and new value. What two codes say
    /// themselves never stands at one place.
    Default(Place, &'static str, String, Option<String>, Option<String>),
    /// The first or last words of names, old and new.
    Rename(Part, String, String),
    /// The extended registry.
    Extends(String),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Prefix,
    Suffix,
}

fn cause(comparison: &Comparison<'_>, finding: &Finding, side: Side) -> Option<Cause> {
    let code = finding.code.as_deref()?;
    if finding.rule == &drift::CODE_DELETED {
        let origin = &comparison.base.codes.get(code)?.origin;
        return match origin {
            Origin::Own => None,
            // As long as the other registry is extended, the code is gone from there.
            Origin::Extended(registry) => {
                let extended = |code: &Code| code.origin == Origin::Extended(registry.clone());
                let dropped = !comparison.head.codes.values().any(extended);
                dropped.then(|| Cause::Extends(registry.clone()))
            }
        };
    }
    if finding.rule == &drift::CODE_RENAMED || finding.rule == &drift::CODE_RESPELLED {
        let (part, old, new) = replaced(finding.old.as_deref()?, finding.new.as_deref()?)?;
        return Some(Cause::Rename(part, old, new));
    }
    let field = finding.field.as_deref()?;
    let inherited = matches!(
        field,
        "class" | "action" | "retryable" | "executed" | "http" | "grpc" | "status" | "since"
    );
    let place = match side {
        Side::Head => Some(finding.place),
        Side::Base => finding.related.first().map(|(place, _)| *place),
    };
    Some(Cause::Default(
        place.filter(|_| inherited)?,
        finding.rule.id,
        field.to_owned(),
        finding.old.clone(),
        finding.new.clone(),
    ))
}

/// The words in which two names differ, where they share the others: `ACC_LOCKED` and `BOOK_LOCKED` differ in `ACC`, `BOOK`.
fn replaced(old: &str, new: &str) -> Option<(Part, String, String)> {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.split('_').collect(), new.split('_').collect());
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let but = |words: &[&str], from: usize, to: usize| words.get(from..to).unwrap_or_default().join("_");
    if tail > 0 {
        Some((Part::Prefix, but(&a, 0, a.len() - tail), but(&b, 0, b.len() - tail)))
    } else if head > 0 {
        Some((Part::Suffix, but(&a, head, a.len()), but(&b, head, b.len())))
    } else {
        None
    }
}

/// One finding for all of them.
fn united(comparison: &Comparison<'_>, cause: &Cause, members: Vec<Finding>) -> Option<Finding> {
    let mut members = members;
    members.sort_by(|a, b| (a.place, &a.code).cmp(&(b.place, &b.code)));
    let level = members.iter().map(|finding| finding.level).max()?;
    let mut codes: Vec<String> = members.iter().filter_map(|finding| finding.code.clone()).collect();
    codes.sort_unstable();
    let names: Vec<&str> = codes.iter().map(String::as_str).collect();
    let count = match names.len() {
        1 => "1 code".to_owned(),
        several => format!("{several} codes"),
    };
    let named = list(&names);
    let first = members.first()?;
    let mut finding = Finding::new(first.rule, first.place, "", "").level(level);
    finding.field.clone_from(&first.field);
    match cause {
        Cause::Default(place, _, field, old, new) => {
            let (old, new) = (old.clone().unwrap_or_default(), new.clone().unwrap_or_default());
            let without = |value: &str, what: String| if value.is_empty() { "nothing".to_owned() } else { what };
            finding.message = format!(
                "one default changes `{field}` of what has shipped, {count}, from {} to {}: {named}",
                without(&old, format!("`{old}`")),
                without(&new, format!("`{new}`"))
            );
            let write = |value: &str| match field.as_str() {
                "retryable" | "http" | "grpc" => format!("`{field} = {value}`"),
                _ => format!("`{field} = \"{value}\"`"),
            };
            finding.help = match old.as_str() {
                "" => format!("remove `{field}` under `[defaults]`, and write it where it is meant"),
                old => format!(
                    "put it back under `[defaults]`: {}; what is meant for other codes, write there",
                    write(old)
                ),
            };
            finding.label = "meant for all codes that do not say otherwise".to_owned();
            if *place != first.place {
                finding.label = format!("no default `{field}` any more");
            }
            let base = first.related.first().cloned();
            finding.related.extend(base);
            for code in names
                .iter()
                .take(NAMED)
                .filter_map(|code| comparison.head.codes.get(*code))
            {
                finding.related.push((code.places.name, "changed by it".to_owned()));
            }
            finding = finding.change(old, new);
        }
        Cause::Rename(part, old, new) => {
            let pairs: Vec<String> = members
                .iter()
                .filter_map(|finding| Some(format!("{} is {}", finding.old.as_ref()?, finding.new.as_ref()?)))
                .collect();
            let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
            let part = match part {
                Part::Prefix => "begin",
                Part::Suffix => "end",
            };
            let with = |words: &str| {
                if words.is_empty() {
                    "nothing".to_owned()
                } else {
                    format!("`{words}`")
                }
            };
            finding.message = format!(
                "{count} that have shipped look renamed: they {part} with {} instead of {} ({})",
                with(new),
                with(old),
                list(&pairs)
            );
            finding.help = "put the old names back; to lead users over, keep both, and supersede each old one: `cargo errtax supersede \
                            OLD NEW`"
                .to_owned();
            finding.label = "a new name".to_owned();
            for member in members.iter().take(NAMED) {
                finding.related.extend(member.related.first().cloned());
            }
            for member in members.iter().skip(1).take(NAMED) {
                finding.related.push((member.place, "another one".to_owned()));
            }
            finding = finding.change(old, new);
        }
        Cause::Extends(registry) => {
            finding.message =
                format!("`{registry}` is no longer extended, and with it {count} of what has shipped: {named}");
            let entry = comparison
                .base
                .extends
                .iter()
                .find(|entry| entry.split('@').next() == Some(registry.as_str()) || entry.ends_with(".toml"));
            let entry = entry.map_or(registry.as_str(), String::as_str);
            finding.help = format!(
                "put it back: `extends = [\"{entry}\"]`; to let a code go, declare it here with the same contract, and deprecate it"
            );
            finding.place = comparison.head.places.get("extends");
            finding.label = "no longer has them".to_owned();
            finding
                .related
                .push((comparison.base.places.get("extends"), "extended in the base".to_owned()));
            finding = finding.change(registry, "");
        }
    }
    if let [code] = codes.as_slice() {
        finding.code = Some(code.clone());
    } else {
        finding.codes = codes;
    }
    Some(finding)
}
