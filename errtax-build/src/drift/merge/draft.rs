//! What changed about drafts. Almost everything may: what is told here is told because somebody may rely on it all the
//! same, or because it cannot be taken back.

use errtax_core::Status;

use super::baseline::entry;
use super::codes::Renamed;
use super::gate::Comparison;
use crate::drift::{code, rules};
use crate::finding::{Finding, Rule};
use crate::ident;
use crate::lock::{Entry, Lock, Row};
use crate::map::Set;
use crate::model::{Code, Origin};

/// Everything about codes that are drafts in the base. `claimed` are the names that shipped codes have now.
pub(super) fn judge(comparison: &Comparison<'_>, claimed: &Renamed) -> Vec<Finding> {
    let drafts: Vec<&Code> = comparison
        .base
        .codes
        .values()
        .filter(|code| code.status == Status::Draft && code.origin == Origin::Own)
        .filter(|code| comparison.baseline.alive(&code.name).is_none())
        .collect();
    let mut findings = Vec::new();
    let mut gone: Vec<(String, Entry<Row>)> = Vec::new();
    for then in drafts {
        match (
            comparison.head.codes.get(&then.name),
            comparison.head.retired.get(&then.name),
        ) {
            (Some(now), _) => sensitivity(then, now, &mut findings),
            (None, Some(tombstone)) => {
                let message = format!("{} is retired, but it never shipped", then.name);
                let help = format!(
                    "remove `[retired.{}]`: a draft may go without a tombstone; with one, nobody can ever use the name again",
                    then.name
                );
                findings.extend(note(&rules::CODE_RETIRED_EARLY, |rule| {
                    Finding::new(rule, tombstone.place, message, help)
                        .code(&then.name)
                        .field("status")
                        .label("not needed")
                        .related(then.places.name, "a draft")
                        .change(Status::Draft.as_str(), "retired")
                }));
            }
            (None, None) => gone.push((then.name.clone(), entry(then))),
        }
    }
    findings.extend(renamed(comparison, gone, claimed));
    findings
}

fn sensitivity(then: &Code, now: &Code, findings: &mut Vec<Finding>) {
    for (detail, old) in &then.contract.details {
        let Some(new) = now.contract.details.get(detail) else {
            continue;
        };
        if old.sensitive == new.sensitive {
            continue;
        }
        let field = format!("details.{detail}.sensitive");
        let (what, help) = if new.sensitive {
            (
                "kept from message and wire from now on",
                "nothing, if no agent needs it; a draft may change so",
            )
        } else {
            (
                "shown to agents from now on",
                "make sure that it holds nothing that an agent or its logs must not see",
            )
        };
        let message = format!("the detail `{detail}` of {}, a draft, is {what}", now.name);
        findings.extend(note(&rules::DETAIL_SENSITIVITY_CHANGED, |rule| {
            Finding::new(rule, now.places.get(&field), message, help)
                .code(&now.name)
                .field(&field)
                .label(format!("now `{}`", new.sensitive))
                .related(then.places.get(&field), format!("was `{}`", old.sensitive))
                .change(old.sensitive.to_string(), new.sensitive.to_string())
        }));
    }
}

fn renamed(comparison: &Comparison<'_>, gone: Vec<(String, Entry<Row>)>, claimed: &Renamed) -> Vec<Finding> {
    let lock = Lock {
        codes: gone.into_iter().collect(),
        ..Lock::default()
    };
    let known = |code: &str| {
        let base = comparison.base;
        base.codes.contains_key(code) || base.retired.contains_key(code) || claimed.code(code)
    };
    let renames = code::renames(&lock, comparison.head, &Set::new(), &known);
    let mut findings = Vec::new();
    for (old, new) in renames.iter() {
        let respelled = ident::folded(old) == ident::folded(&new.name);
        let rule = if respelled {
            &rules::CODE_RESPELLED
        } else {
            &rules::CODE_RENAMED
        };
        let Some(entry) = lock.codes.get(*old) else { continue };
        let message = format!("{old}, a draft, looks to be called {} now", new.name);
        findings.extend(note(rule, |rule| {
            Finding::new(
                rule,
                new.places.name,
                message,
                "nothing: a draft may be renamed; whoever tried it out must follow",
            )
            .code(*old)
            .field("name")
            .label("the new name")
            .related(entry.places.name, "the draft")
            .change(*old, &new.name)
        }));
    }
    findings
}

/// The finding, at the level that the rule has for drafts.
fn note(rule: &'static Rule, finding: impl FnOnce(&'static Rule) -> Finding) -> Option<Finding> {
    rule.draft.map(|level| finding(rule).level(level))
}
