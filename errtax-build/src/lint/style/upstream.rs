//! Rules about foreign services that leave it to the file which of them decides.

use std::cmp::Ordering;

use crate::finding::Finding;
use crate::model::{Code, Registry, Upstream};
use crate::rules;

/// Two rules of one host that may fit the same answer, of which neither asks for more than the other, and which say
/// different things of it.
pub(super) fn ambiguous(registry: &Registry, findings: &mut Vec<Finding>) {
    for (at, rule) in registry.upstream.iter().enumerate() {
        let before = registry.upstream.get(..at).unwrap_or_default();
        let Some(rival) = before.iter().find(|rival| is_rival(rival, rule)) else {
            continue;
        };
        let waives = |code: &Code| code.allow.contains_key(rules::UPSTREAM_AMBIGUOUS.id);
        if registry.codes.get(&rule.code).is_some_and(waives) {
            continue;
        }
        let place = rule.places.get("code");
        findings.push(
            Finding::new(
                &rules::UPSTREAM_AMBIGUOUS,
                place,
                format!(
                    "an answer may fit this rule and that for `{}`, and neither asks for more: which of them decides is chance",
                    rival.code
                ),
                "make one of the two ask for all that the other asks for and more, or give both the same `code` and `hint`",
            )
            .label("one of two answers")
            .related(rival.places.get("code"), "the other")
            .code(&rule.code),
        );
    }
}

fn is_rival(one: &Upstream, other: &Upstream) -> bool {
    // Hosts are told apart by how closely they are named, before anything else is looked at.
    let same_host = one
        .host
        .trim_end_matches('.')
        .eq_ignore_ascii_case(other.host.trim_end_matches('.'));
    let same_answer = one.code == other.code && one.hint == other.hint;
    if !same_host || same_answer {
        return false;
    }
    let relations = [statuses(one, other), messages(one, other), values(one, other)];
    if relations.contains(&Relation::Apart) {
        return false;
    }
    let has = |ordering| relations.contains(&Relation::Of(ordering));
    let is_crossing = relations.contains(&Relation::Crossing) || (has(Ordering::Greater) && has(Ordering::Less));
    let is_same = relations
        .iter()
        .all(|relation| *relation == Relation::Of(Ordering::Equal));
    is_crossing || is_same
}

/// How what two rules ask for in one respect is related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// One asks for as much as the other, for more (`Greater`), or for less.
    Of(Ordering),
    /// Some answers fit both, some only one, some only the other.
    Crossing,
    /// No answer fits both.
    Apart,
}

fn statuses(one: &Upstream, other: &Upstream) -> Relation {
    let (one, other) = (&one.status, &other.status);
    match (one.is_empty(), other.is_empty()) {
        (true, true) => return Relation::Of(Ordering::Equal),
        (false, true) => return Relation::Of(Ordering::Greater),
        (true, false) => return Relation::Of(Ordering::Less),
        (false, false) => {}
    }
    let within = one.iter().all(|status| other.contains(status));
    let around = other.iter().all(|status| one.contains(status));
    match (within, around) {
        (true, true) => Relation::Of(Ordering::Equal),
        (true, false) => Relation::Of(Ordering::Greater),
        (false, true) => Relation::Of(Ordering::Less),
        _ if one.iter().any(|status| other.contains(status)) => Relation::Crossing,
        _ => Relation::Apart,
    }
}

/// Two phrases of which neither holds the other are taken for those of two different answers.
fn messages(one: &Upstream, other: &Upstream) -> Relation {
    let (one, other) = (one.message.to_lowercase(), other.message.to_lowercase());
    match (one.contains(&other), other.contains(&one)) {
        (true, true) => Relation::Of(Ordering::Equal),
        (true, false) => Relation::Of(Ordering::Greater),
        (false, true) => Relation::Of(Ordering::Less),
        (false, false) => Relation::Apart,
    }
}

fn values(one: &Upstream, other: &Upstream) -> Relation {
    match (one.pointer.is_empty(), other.pointer.is_empty()) {
        (true, true) => Relation::Of(Ordering::Equal),
        (false, true) => Relation::Of(Ordering::Greater),
        (true, false) => Relation::Of(Ordering::Less),
        _ if one.pointer != other.pointer => Relation::Crossing,
        _ if one.equals == other.equals => Relation::Of(Ordering::Equal),
        _ => Relation::Apart,
    }
}
