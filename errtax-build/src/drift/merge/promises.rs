//! What a team promises of its tools: `[contract]`, and which of it holds for a tool. `cargo errtax tools` has no base to
//! compare with, so that a promise which is dropped with the code that broke it is seen here alone.
//!
//! Only what gets laxer is said. A promise that is added, a server keeps or does not; the same command finds out.

use super::gate::Comparison;
use super::rules;
use crate::finding::Finding;
use crate::model::{Bound, Promises};
use crate::source::Place;
use crate::{suggest, write};

pub(super) fn judge(comparison: &Comparison<'_>, now: &Promises, findings: &mut Vec<Finding>) {
    let (base, head) = (comparison.base, comparison.head);
    let then = &base.promises;
    // A promise that is added does not compile until it has a verdict.
    let Promises {
        write_output,
        completion,
        scopes,
        tests,
        bound,
        places: _,
    } = now;
    let place = |of: &Promises, otherwise: Place, key: &str| of.places.as_ref().map_or(otherwise, |at| at.get(key));
    let mut lost = |key: &str, what: String, old: Option<String>, new: Option<String>| {
        findings.push(loosened(Lost {
            field: format!("contract.{key}"),
            key: key.rsplit('.').next().unwrap_or(key),
            what,
            places: (place(then, base.place, key), place(now, head.place, key)),
            old,
            new,
        }));
    };
    let list = |list: &[String]| (!list.is_empty()).then(|| write::texts(list));
    let gone = missing(&then.write_output, write_output);
    if !gone.is_empty() {
        let what = format!("outputs of writing tools no longer need {}", suggest::list(gone));
        lost("write_output", what, list(&then.write_output), list(write_output));
    }
    if let Some(before) = then
        .completion
        .as_ref()
        .filter(|before| completion.as_ref() != Some(*before))
    {
        let what = match completion {
            Some(other) => format!("whether the work is done was said by `{before}`, and is said by `{other}` now"),
            None => format!("whether the work is done was said by `{before}`, and need not be said any more"),
        };
        let text = |name: &String| write::text(name);
        lost("completion", what, Some(text(before)), completion.as_ref().map(text));
    }
    if !then.scopes.is_empty() && scopes.is_empty() {
        let what = "tools no longer need a scope".to_owned();
        lost("scopes", what, list(&then.scopes), None);
    }
    if !then.tests.is_empty() && tests.is_empty() {
        let paths: Vec<&str> = then.tests.iter().map(|test| test.value.as_str()).collect();
        let what = "writing tools no longer need to be named by a test".to_owned();
        lost("tests", what, Some(write::texts(&paths)), None);
    }
    for (name, before) in &then.bound {
        let key = format!("bound.{name}");
        match bound.get(name) {
            None => {
                let what = format!("tools are no longer bound to `{name}`");
                lost(&key, what, Some(write::text(&before.field)), None);
            }
            Some(now) => {
                for (inner, what, old, new) in laxer(name, before, now) {
                    lost(&format!("{key}.{inner}"), what, old, new);
                }
            }
        }
    }
    of_tools(comparison, findings);
}

/// The key, what it means that it changed, and both values.
type Change = (&'static str, String, Option<String>, Option<String>);

/// What the outputs of bound tools need no longer say.
fn laxer(name: &str, then: &Bound, now: &Bound) -> Vec<Change> {
    let Bound {
        argument,
        field,
        members,
        places: _,
    } = now;
    let mut changes = Vec::new();
    if let Some(before) = then
        .argument
        .as_ref()
        .filter(|before| argument.as_ref() != Some(*before))
    {
        let what = format!("a tool that takes `{before}` is no longer bound to `{name}`");
        let new = argument.as_ref().map(|new| write::text(new));
        changes.push(("argument", what, Some(write::text(before)), new));
    }
    if *field != then.field {
        let what = format!("the output of tools bound to `{name}` no longer needs `{}`", then.field);
        changes.push(("field", what, Some(write::text(&then.field)), Some(write::text(field))));
    }
    let gone = missing(&then.members, members);
    if !gone.is_empty() {
        let what = format!(
            "`{}` of tools bound to `{name}` no longer needs {}",
            then.field,
            suggest::list(gone)
        );
        let new = (!members.is_empty()).then(|| write::texts(members));
        changes.push(("members", what, Some(write::texts(&then.members)), new));
    }
    changes
}

/// What single tools are let off. One that is no longer declared is said as such.
fn of_tools(comparison: &Comparison<'_>, findings: &mut Vec<Finding>) {
    for (name, then) in &comparison.base.tools {
        let Some(now) = comparison.head.tools.get(name) else {
            continue;
        };
        let gone = missing(&then.bound, &now.bound);
        if !gone.is_empty() {
            findings.push(loosened(Lost {
                field: format!("tools.{name}.bound"),
                key: "bound",
                what: format!("the tool `{name}` is no longer bound to {}", suggest::list(gone)),
                places: (then.places.get("bound"), now.places.get("bound")),
                old: Some(write::texts(&then.bound)),
                new: (!now.bound.is_empty()).then(|| write::texts(&now.bound)),
            }));
        }
    }
}

fn missing<'a>(then: &'a [String], now: &[String]) -> Vec<&'a str> {
    let gone = then.iter().filter(|name| !now.contains(name));
    gone.map(String::as_str).collect()
}

struct Lost<'a> {
    field: String,
    key: &'a str,
    what: String,
    /// In the base and in the head.
    places: (Place, Place),
    old: Option<String>,
    new: Option<String>,
}

fn loosened(lost: Lost<'_>) -> Finding {
    let Lost {
        field,
        key,
        what,
        places: (then, now),
        old,
        new,
    } = lost;
    let back = match (&old, field.strip_prefix("contract.bound.")) {
        (Some(value), None) => format!("`{key} = {value}`"),
        (Some(value), Some(inner)) if inner.contains('.') => format!("`{key} = {value}`"),
        _ => format!("`[{field}]`"),
    };
    let help = format!("put it back: {back}; unless the team has given it up, and nobody goes by it any more");
    let label = match &new {
        Some(_) => "promises less".to_owned(),
        None => format!("no `{key}` any more"),
    };
    Finding::new(&rules::CONTRACT_LOOSENED, now, what, help)
        .field(field)
        .label(label)
        .related(then, "promised in the base")
        .change(old.unwrap_or_default(), new.unwrap_or_default())
}
