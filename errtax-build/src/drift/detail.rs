//! The details: what readers of the payload rely on.

use crate::map::Set;

use super::contract::Shown;
use super::{Pair, rules};
use crate::finding::{Finding, Rule};
use crate::lock::DetailRow;

pub(super) fn judge(pair: &Pair<'_>) -> Vec<Finding> {
    let (base, head) = (&pair.base.row.details, &pair.head.details);
    let mut findings = Vec::new();
    let mut added: Set<&String> = head.keys().filter(|name| !base.contains_key(*name)).collect();
    for (name, then) in base {
        match head.get(name) {
            Some(now) => findings.extend(kept(pair, name, then, now)),
            None => {
                let twin = added.iter().copied().find(|new| head.get(*new) == Some(then));
                findings.push(match twin {
                    Some(new) => {
                        added.remove(new);
                        renamed(pair, name, new)
                    }
                    None => removed(pair, name, then),
                });
            }
        }
    }
    for name in added {
        // A sensitive detail reaches no reader, and an optional one need not be filled.
        if head
            .get(name)
            .is_some_and(|detail| !detail.optional && !detail.sensitive)
        {
            findings.push(
                Finding::new(
                    &rules::DETAIL_REQUIRED_ADDED,
                    pair.places.get(&format!("details.{name}")),
                    format!(
                        "{} has shipped without the detail `{name}`, which is now required",
                        pair.name
                    ),
                    "readers are not harmed; make it `optional = true` if not every failure can fill it",
                )
                .code(pair.name)
                .field(format!("details.{name}"))
                .related(pair.base.places.name, pair.shipped("shipped without it")),
            );
        }
    }
    findings
}

fn kept(pair: &Pair<'_>, name: &str, then: &DetailRow, now: &DetailRow) -> Vec<Finding> {
    let DetailRow {
        kind,
        optional,
        sensitive,
        values,
        closed,
    } = now;
    if *kind != then.kind {
        // What else differs follows from it: only an enum has values.
        let (old, new) = (Shown::quoted(then.kind.as_str()), Shown::quoted(kind.as_str()));
        return pair
            .facet(&rules::DETAIL_RETYPED, name, "type", old, new)
            .into_iter()
            .collect();
    }
    let flag = |set: bool| Shown::plain(set.to_string());
    let mut findings = Vec::new();
    // Required is more than readers were promised, and closed likewise: neither breaks one.
    if *optional && !then.optional {
        findings.extend(pair.facet(&rules::DETAIL_NOW_OPTIONAL, name, "optional", flag(false), flag(true)));
    }
    if !*closed && then.closed {
        findings.extend(pair.facet(&rules::ENUM_OPENED, name, "closed", flag(true), flag(false)));
    }
    findings.extend(pair.facet(
        &rules::DETAIL_SENSITIVITY_CHANGED,
        name,
        "sensitive",
        flag(then.sensitive),
        flag(*sensitive),
    ));
    if then.closed {
        for value in values.iter().filter(|value| !then.values.contains(value)) {
            findings.push(pair.value(&rules::ENUM_VALUE_ADDED, name, value, true));
        }
    }
    for value in then.values.iter().filter(|value| !values.contains(value)) {
        findings.push(pair.value(&rules::ENUM_VALUE_REMOVED, name, value, false));
    }
    findings
}

fn renamed(pair: &Pair<'_>, old: &str, new: &str) -> Finding {
    Finding::new(
        &rules::DETAIL_RENAMED,
        pair.places.get(&format!("details.{new}")),
        format!("the detail `{old}` of {} has shipped and is gone; `{new}` looks like a rename of it", pair.name),
        format!("put it back: call it `{old}` (a field of the error type may have another name: `#[tool_error(detail = \"{old}\")]`)"),
    )
    .code(pair.name)
    .field(format!("details.{old}"))
    .label("the same type under a new name")
    .related(pair.base.places.get(&format!("details.{old}")), pair.shipped("shipped under this name"))
    .change(old, new)
}

fn removed(pair: &Pair<'_>, name: &str, then: &DetailRow) -> Finding {
    Finding::new(
        &rules::DETAIL_REMOVED,
        pair.places.get("details"),
        format!(
            "the detail `{name}` of {} has shipped as `{}`, and is gone",
            pair.name, then.kind
        ),
        format!(
            "put `{name}` back under `[codes.{}.details]`, with the type `{}`",
            pair.name, then.kind
        ),
    )
    .code(pair.name)
    .field(format!("details.{name}"))
    .label(format!("`{name}` is missing"))
    .related(
        pair.base.places.get(&format!("details.{name}")),
        pair.shipped("shipped"),
    )
    .change(then.kind.as_str(), "")
}

impl Pair<'_> {
    /// The finding for one facet of a detail, where it is not what it was.
    fn facet(&self, rule: &'static Rule, detail: &str, facet: &str, old: Shown, new: Shown) -> Option<Finding> {
        let subject = format!("`{facet}` of the detail `{detail}` of {}", self.name);
        self.change(
            rule,
            &format!("details.{detail}.{facet}"),
            &subject,
            facet,
            Some(old),
            Some(new),
        )
    }

    fn value(&self, rule: &'static Rule, detail: &str, value: &str, added: bool) -> Finding {
        let field = format!("details.{detail}.values");
        let (message, label, help) = if added {
            (
                format!(
                    "the detail `{detail}` of {} has shipped as a closed enum, and has the new value `{value}`",
                    self.name
                ),
                format!("`{value}` is new"),
                format!("remove `{value}`, or add a new code for the failures that need it"),
            )
        } else {
            (
                format!(
                    "the detail `{detail}` of {} has shipped with the value `{value}`, which is gone",
                    self.name
                ),
                format!("`{value}` is missing"),
                format!("put `{value}` back, unless nothing ever sends it"),
            )
        };
        let (old, new) = if added { ("", value) } else { (value, "") };
        Finding::new(rule, self.places.get(&field), message, help)
            .code(self.name)
            .field(&field)
            .label(label)
            .related(self.base.places.get(&field), self.shipped("shipped with these values"))
            .change(old, new)
    }
}
