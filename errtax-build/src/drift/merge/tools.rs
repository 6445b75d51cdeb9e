//! What is said about tools. It is said about the server, not promised by a code, so nothing of it is frozen; but it
//! decides which calls are repeated, and so each change of it is a warning.
//!
//! A promise that gets weaker (a write that no longer dedupes) makes false what agents have learnt; one that gets stronger
//! makes calls repeat that were not repeated before. Neither fails: a team that finds out that its tool is not idempotent
//! must be able to say so tonight.

use super::gate::Comparison;
use super::rules;
use crate::finding::{Finding, Rule};
use crate::map::Map;
use crate::model::Tool;
use crate::write;

pub(super) fn judge(comparison: &Comparison<'_>, tools: &Map<String, Tool>, findings: &mut Vec<Finding>) {
    for (name, then) in &comparison.base.tools {
        match tools.get(name) {
            Some(now) => kept(name, then, now, findings),
            None => findings.push(removed(comparison, name, then)),
        }
    }
}

/// A key of a tool, as the registry writes it: `None` for left out.
struct Facet<'a> {
    rule: &'static Rule,
    key: &'a str,
    then: Option<String>,
    now: Option<String>,
}

fn kept(name: &str, then: &Tool, now: &Tool, findings: &mut Vec<Finding>) {
    // A field that is added to a tool does not compile until it has a verdict.
    let Tool {
        writes,
        idempotent,
        destructive,
        dedupe_key,
        verify,
        not_found_means_not_landed,
        undoes,
        match_on,
        poll,
        loop_ignore,
        state_ignore,
        settle_ms,
        recheck,
        min_time_ms,
        weak_ack,
        scope,
        // By `promises`.
        bound: _,
        // Judged with the waivers of codes.
        allow: _,
        places,
    } = now;
    let effect = |writes: bool| Some(write::text(if writes { "write" } else { "read" }));
    let flag = |set: bool, value: &str| set.then(|| value.to_owned());
    let text = |text: &Option<String>| text.as_deref().map(write::text);
    let list = |list: &Vec<String>| (!list.is_empty()).then(|| write::texts(list));
    let number = |number: u64| (number != 0).then(|| number.to_string());
    // Which way a promise goes: whether the call is repeated more readily than before.
    let promise = |stronger: bool| {
        if stronger {
            &rules::TOOL_PROMISE_STRENGTHENED
        } else {
            &rules::TOOL_PROMISE_WEAKENED
        }
    };
    let first_key = then.dedupe_key.is_none();
    let facets = [
        Facet {
            rule: promise(!*writes),
            key: "effect",
            then: effect(then.writes),
            now: effect(*writes),
        },
        Facet {
            rule: promise(*idempotent),
            key: "idempotent",
            then: flag(then.idempotent, "true"),
            now: flag(*idempotent, "true"),
        },
        Facet {
            rule: promise(!*destructive),
            key: "destructive",
            then: flag(!then.destructive, "false"),
            now: flag(!*destructive, "false"),
        },
        Facet {
            // Under another key the server no longer dedupes what was sent with the first one.
            rule: promise(first_key),
            key: "dedupe_key",
            then: text(&then.dedupe_key),
            now: text(dedupe_key),
        },
        Facet {
            rule: promise(*not_found_means_not_landed),
            key: "not_found",
            then: flag(then.not_found_means_not_landed, "\"not_landed\""),
            now: flag(*not_found_means_not_landed, "\"not_landed\""),
        },
        Facet {
            rule: promise(!*weak_ack),
            key: "ack",
            then: flag(then.weak_ack, "\"weak\""),
            now: flag(*weak_ack, "\"weak\""),
        },
        Facet {
            rule: &rules::TOOL_VERIFY_CHANGED,
            key: "verify",
            // A first read to verify by takes nothing from anybody.
            now: text(verify).filter(|_| then.verify.is_some()),
            then: text(&then.verify),
        },
        Facet {
            rule: &rules::TOOL_UNDO_CHANGED,
            key: "undoes",
            now: text(undoes).filter(|_| then.undoes.is_some()),
            then: text(&then.undoes),
        },
        Facet {
            rule: &rules::TOOL_UNDO_CHANGED,
            key: "match_on",
            now: list(match_on).filter(|_| then.undoes.is_some()),
            then: list(&then.match_on),
        },
        Facet {
            rule: &rules::TOOL_SCOPE_CHANGED,
            key: "scope",
            // A first scope opens the tool to nobody.
            now: text(scope).filter(|_| then.scope.is_some()),
            then: text(&then.scope),
        },
        Facet {
            rule: &rules::TOOL_TUNING_CHANGED,
            key: "poll",
            then: flag(then.poll, "true"),
            now: flag(*poll, "true"),
        },
        Facet {
            rule: &rules::TOOL_TUNING_CHANGED,
            key: "loop_ignore",
            then: list(&then.loop_ignore),
            now: list(loop_ignore),
        },
        Facet {
            rule: &rules::TOOL_TUNING_CHANGED,
            key: "state_ignore",
            then: list(&then.state_ignore),
            now: list(state_ignore),
        },
        Facet {
            rule: &rules::TOOL_TUNING_CHANGED,
            key: "settle_ms",
            then: number(then.settle_ms),
            now: number(*settle_ms),
        },
        Facet {
            rule: &rules::TOOL_TUNING_CHANGED,
            key: "recheck",
            then: number(then.recheck.into()),
            now: number((*recheck).into()),
        },
        Facet {
            rule: &rules::TOOL_TUNING_CHANGED,
            key: "min_time_ms",
            then: number(then.min_time_ms),
            now: number(*min_time_ms),
        },
    ];
    for facet in facets {
        let Facet {
            rule,
            key,
            then: old,
            now: new,
        } = facet;
        if old == new {
            continue;
        }
        let shown = |value: &Option<String>| {
            value
                .as_ref()
                .map_or_else(|| "left out".to_owned(), |value| format!("`{key} = {value}`"))
        };
        let message = format!(
            "the tool `{name}` had {}, and now has {}",
            named(key, &old),
            named(key, &new)
        );
        let put_back = match &old {
            Some(old) => format!("`{key} = {old}`"),
            None => format!("no `{key}`"),
        };
        findings.push(
            Finding::new(rule, places.get(key), message, advice(rule, &put_back))
                .field(format!("tools.{name}.{key}"))
                .label(match &new {
                    Some(_) => "changed".to_owned(),
                    None => format!("no `{key}` any more"),
                })
                .related(then.places.get(key), format!("{} in the base", shown(&old)))
                .change(old.unwrap_or_default(), new.unwrap_or_default()),
        );
    }
}

fn named(key: &str, value: &Option<String>) -> String {
    match value {
        Some(value) => format!("`{key} = {value}`"),
        None => format!("no `{key}`"),
    }
}

fn advice(rule: &'static Rule, put_back: &str) -> String {
    if rule == &rules::TOOL_PROMISE_WEAKENED {
        format!(
            "if the server still keeps the promise, write {put_back} again; if it does not, this is right: tell whoever repeats \
             its calls"
        )
    } else if rule == &rules::TOOL_PROMISE_STRENGTHENED {
        format!(
            "make sure that the server keeps this promise, in every version that is running; if not, write {put_back} again"
        )
    } else if rule == &rules::TOOL_VERIFY_CHANGED {
        format!("make sure that the read shows whether the write landed; if not, write {put_back} again")
    } else if rule == &rules::TOOL_UNDO_CHANGED {
        format!("make sure that an undo finds the write that it is meant for; if not, write {put_back} again")
    } else if rule == &rules::TOOL_SCOPE_CHANGED {
        format!("make sure that the server asks for what is granted now; if not, write {put_back} again")
    } else {
        format!("make sure that it fits how the server behaves; if not, write {put_back} again")
    }
}

fn removed(comparison: &Comparison<'_>, name: &str, then: &Tool) -> Finding {
    let message = format!("nothing is said about the tool `{name}` any more: it counts as a plain write from now on");
    let help = format!("put `[tools.{name}]` back, as long as the server has the tool");
    Finding::new(&rules::TOOL_REMOVED, comparison.head.place, message, help)
        .field(format!("tools.{name}"))
        .label(format!("no longer declares `{name}`"))
        .related(then.places.name, "declared in the base")
        .change(name, "")
}
