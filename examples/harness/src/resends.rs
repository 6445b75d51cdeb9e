//! Whether what was sent again might be sent again, and when it might be: also by the wire alone.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use crate::limits::failure_seen;
use crate::plan::{Knowledge, Plan, Step, Work};
use crate::wire::{Heard, KEY, Sent};

/// The attempts of each write: the tool and its arguments without the key, and what else makes another call of it.
pub(crate) fn by_call(sent: &[Sent], also: impl Fn(&Sent) -> usize) -> BTreeMap<(usize, String), Vec<usize>> {
    let mut calls: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (number, call) in sent.iter().enumerate().filter(|(_, call)| !call.is_read()) {
        let mut arguments = call.arguments.clone();
        arguments.remove(KEY);
        let arguments = Value::Object(arguments);
        let call = (also(call), format!("{} {arguments}", call.tool));
        calls.entry(call).or_default().push(number);
    }
    calls
}

/// The rules that were broken, in words.
pub(crate) fn broken(plan: &Plan, sent: &[Sent]) -> Vec<String> {
    let mut broken = Vec::new();
    for ((step, _), attempts) in by_call(sent, |sent| sent.step) {
        let Some(step) = plan.steps.get(step) else { continue };
        let attempts: Vec<(usize, &Sent)> = attempts
            .iter()
            .filter_map(|number| Some((*number, sent.get(*number)?)))
            .collect();
        broken.extend(of_call(plan, step, sent, &attempts));
    }
    broken.extend(after_auth(plan, sent));
    broken.extend(after_wait(plan, sent));
    broken.extend(taken_back(plan, sent));
    broken
}

fn of_call(plan: &Plan, step: &Step, sent: &[Sent], attempts: &[(usize, &Sent)]) -> Vec<String> {
    let mut broken = Vec::new();
    // A file of one row as a whole and that row by itself are the same call, so they are not to be told apart.
    let is_alone = matches!(&step.work, Work::Import(rows) if step.is_batch && rows.len() == 1);
    let is_whole = |call: &Sent| step.is_batch && call.arguments == step.work.arguments();
    let mut resent_in_doubt = 0;
    for (pair, retry) in attempts.windows(2).zip(1_u64..) {
        let [(before, first), (after, again)] = pair else {
            continue;
        };
        let mut is_wrong = |what: &str| {
            let at = again.at.as_secs_f64();
            broken.push(format!("{} at {at:.3} s: {what}", again.tool));
        };
        if first.arguments.get(KEY) != again.arguments.get(KEY) {
            is_wrong("sent again under another key");
        }
        let in_doubt = is_in_doubt(plan, first);
        let between = sent.get(before + 1..*after).unwrap_or_default();
        if is_unprotected(plan, first) && in_doubt && !between.iter().any(|call| is_clear_read(plan, call)) {
            is_wrong("sent again while it was in doubt, and nobody had looked");
        }
        if is_alone {
            continue;
        }
        resent_in_doubt += u32::from(in_doubt && !is_repeatable(plan, first));
        if resent_in_doubt == 2 {
            is_wrong("sent again a second time while it was in doubt");
        }
        let is_refused = matches!(first.heard, Some((_, Heard::Refused | Heard::Failure(_))));
        if is_whole(first) && !is_refused {
            is_wrong("a file that may have arrived was sent again as a whole");
        }
        // A step that the server named is followed at once, and its own wait holds in place of the backoff.
        let is_answered = matches!(first.heard, Some((_, Heard::Failure(_) | Heard::Limited(Some(_)))));
        if let Some(seen) = failure_seen(plan, first).filter(|_| !is_answered)
            && again.at < seen + Duration::from_secs(retry)
        {
            is_wrong("sent again without the backoff");
        }
    }
    broken
}

/// A credential that is not taken ends the task.
fn after_auth(plan: &Plan, sent: &[Sent]) -> Option<String> {
    // A harness without a registry has not been told what the gateway's code means.
    if plan.knowledge != Knowledge::Registry {
        return None;
    }
    // What a step that an error named met is known to that step alone.
    let is_own = |call: &Sent| {
        let step = plan.steps.get(call.step);
        call.is_read() || step.is_some_and(|step| step.work.tool() == call.tool)
    };
    let is_it = |call: &Sent| matches!(call.heard, Some((_, Heard::Unauthorized))) && is_own(call);
    let place = sent.iter().position(is_it)?;
    let after = sent.get(place + 1)?;
    let at = after.at.as_secs_f64();
    Some(format!(
        "{} at {at:.3} s: sent after the credential was refused",
        after.tool
    ))
}

/// A wait that the server gave is waited: for the same call, for the rows of a file that was refused as a whole, and over reads in
/// between.
fn after_wait(plan: &Plan, sent: &[Sent]) -> Vec<String> {
    let mut broken = Vec::new();
    for (place, first) in sent.iter().enumerate() {
        let Some((at, Heard::Limited(Some(wait)))) = &first.heard else {
            continue;
        };
        let Some(step) = plan.steps.get(first.step) else {
            continue;
        };
        let is_whole = step.is_batch && first.arguments == step.work.arguments();
        let is_held = |again: &&Sent| {
            let is_same = again.arguments == first.arguments && again.tool == first.tool;
            // The reads for different rows of a file are different reads.
            let is_other = first.is_read() && step.is_batch;
            again.step == first.step && !is_other && (is_same || (is_whole && !again.is_read()))
        };
        let later = sent.get(place + 1..).unwrap_or_default();
        if let Some(again) = later.iter().find(is_held)
            && again.at < *at + *wait
        {
            broken.push(format!(
                "{} at {:.3} s: the server had said to wait {wait:?}",
                again.tool,
                again.at.as_secs_f64()
            ));
        }
    }
    broken
}

/// A period that the task has locked is not unlocked by it, whoever asks for that. Only a registry says so.
fn taken_back(plan: &Plan, sent: &[Sent]) -> Vec<String> {
    let mut broken = Vec::new();
    for (place, lock) in sent.iter().enumerate() {
        let is_locked = lock.tool == "lock_period" && matches!(lock.heard, Some((_, Heard::Answer)));
        if plan.knowledge != Knowledge::Registry || !is_locked || is_in_doubt(plan, lock) {
            continue;
        }
        let later = sent.get(place + 1..).unwrap_or_default();
        let is_undone = |call: &&Sent| call.tool == "unlock_period" && call.arguments == lock.arguments;
        broken.extend(later.iter().find(is_undone).map(|call| {
            let at = call.at.as_secs_f64();
            format!("{} at {at:.3} s: it takes back what this task has done", call.tool)
        }));
    }
    broken
}

/// Whether only a read allows to send it again: the harness knows neither a key nor that it can be repeated.
fn is_unprotected(plan: &Plan, sent: &Sent) -> bool {
    !is_repeatable(plan, sent) && !sent.arguments.contains_key(KEY)
}

/// Whether the harness knows that it can be repeated.
fn is_repeatable(plan: &Plan, sent: &Sent) -> bool {
    match plan.knowledge {
        Knowledge::Nothing | Knowledge::Wrong => false,
        Knowledge::Registry | Knowledge::Annotations => sent.tool.ends_with("lock_period"),
    }
}

/// Whether the client could not tell what had become of it.
fn is_in_doubt(plan: &Plan, sent: &Sent) -> bool {
    let patience = plan.steps.get(sent.step).map_or(Duration::MAX, |step| step.patience);
    match &sent.heard {
        None | Some((_, Heard::Reset | Heard::Garbage)) => true,
        Some((at, _)) => *at > sent.at.saturating_add(patience),
    }
}

fn is_clear_read(plan: &Plan, sent: &Sent) -> bool {
    sent.is_read() && matches!(sent.heard, Some((_, Heard::Answer))) && !is_in_doubt(plan, sent)
}
