//! How foreign failures become codes. Rules are told apart by what they match; their order means nothing.

use super::gate::Comparison;
use super::rules;
use crate::finding::Finding;
use crate::map::Map;
use crate::model::Upstream;
use crate::suggest;

pub(super) fn judge(comparison: &Comparison<'_>, head: &[Upstream], findings: &mut Vec<Finding>) {
    let then = by_condition(&comparison.base.upstream);
    let now = by_condition(head);
    for (condition, then) in &then {
        match now.get(condition) {
            Some(now) => kept(condition, then, now, findings),
            None => {
                let message = format!("no rule matches {condition} any more; it became {}", then.code);
                let help = "put the rule back, unless the service no longer answers so";
                findings.push(
                    Finding::new(&rules::UPSTREAM_RULE_REMOVED, comparison.head.place, message, help)
                        .code(&then.code)
                        .field("upstream")
                        .label("one rule less")
                        .related(then.places.name, "the rule in the base")
                        .change(&then.code, ""),
                );
            }
        }
    }
    for (condition, now) in now.iter().filter(|(condition, _)| !then.contains_key(*condition)) {
        let message = format!("{condition} becomes {} from now on", now.code);
        let help = format!("nothing, if agents are to do about it what {} says", now.code);
        findings.push(
            Finding::new(&rules::UPSTREAM_RULE_ADDED, now.places.name, message, help)
                .code(&now.code)
                .field("upstream")
                .label("a new rule")
                .change("", &now.code),
        );
    }
}

/// The rules, each under what it matches. Of two that match the same, the first.
fn by_condition(list: &[Upstream]) -> Map<String, &Upstream> {
    list.iter().rev().map(|rule| (condition(rule), rule)).collect()
}

/// What a rule matches, in words that nothing else has.
fn condition(rule: &Upstream) -> String {
    let Upstream {
        host,
        status,
        message,
        pointer,
        equals,
        // What becomes of it.
        code: _,
        hint: _,
        redact: _,
        places: _,
    } = rule;
    let mut parts = Vec::new();
    if !host.is_empty() {
        parts.push(format!("`{host}`"));
    }
    if !status.is_empty() {
        let mut status = status.clone();
        status.sort_unstable();
        status.dedup();
        let status: Vec<String> = status.iter().map(u16::to_string).collect();
        parts.push(format!("status {}", status.join(" or ")));
    }
    if !message.is_empty() {
        parts.push(format!("the phrase `{message}`"));
    }
    if !pointer.is_empty() {
        parts.push(format!("`{pointer}` = `{equals}`"));
    }
    parts.join(" with ")
}

fn kept(condition: &str, then: &Upstream, now: &Upstream, findings: &mut Vec<Finding>) {
    let Upstream {
        code,
        hint,
        redact,
        places,
        // They are the same: the rule was found by them.
        host: _,
        status: _,
        message: _,
        pointer: _,
        equals: _,
    } = now;
    if *code != then.code {
        let message = format!("{condition} became {}, and becomes {code} now", then.code);
        let help = format!(
            "put it back: `code = \"{}\"`, unless agents are to do what {code} says",
            then.code
        );
        findings.push(
            Finding::new(&rules::UPSTREAM_CODE_CHANGED, places.get("code"), message, help)
                .code(&then.code)
                .field("upstream.code")
                .label(format!("now {code}"))
                .related(then.places.get("code"), format!("{} in the base", then.code))
                .change(&then.code, code),
        );
    }
    if *hint != then.hint {
        let message = format!("what agents are told about {condition} was reworded");
        let help = "read both as an agent would: would it do something else now?";
        findings.push(
            Finding::new(&rules::UPSTREAM_HINT_REWORDED, places.get("hint"), message, help)
                .code(code)
                .field("upstream.hint")
                .label(if hint.is_empty() {
                    "that of the code now"
                } else {
                    "reworded"
                })
                .related(then.places.get("hint"), "in the base")
                .change(&then.hint, hint),
        );
    }
    let exposed: Vec<&str> = then
        .redact
        .iter()
        .filter(|pointer| !redact.contains(pointer))
        .map(String::as_str)
        .collect();
    if !exposed.is_empty() {
        let message = format!(
            "what was taken out of answers of {condition} is passed on now: {}",
            suggest::list(exposed.iter().copied())
        );
        let help = format!("put it back: `redact = {}`", crate::write::texts(&then.redact));
        findings.push(
            Finding::new(&rules::REDACTION_REMOVED, places.get("redact"), message, help)
                .code(code)
                .field("upstream.redact")
                .label("no longer taken out")
                .related(then.places.get("redact"), "taken out in the base")
                .change(exposed.join(" "), ""),
        );
    }
}
