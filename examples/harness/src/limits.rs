//! Whether a task kept to the published rules, by what went over the wire alone: the engine's own books are not asked.

use std::collections::BTreeMap;
use std::time::Duration;

use errtax::recovery::{Limits, Report};
use serde_json::Value;

use crate::agent::Ended;
use crate::plan::{Knowledge, Plan};
use crate::wire::{Heard, KEY, Sent};

/// How often the same call may be made in a task.
const SAME_CALL: usize = 3;

/// The rules that were broken, in words.
#[must_use]
pub fn broken(plan: &Plan, ended: &Ended) -> Vec<String> {
    let mut broken = Vec::new();
    let limits = Limits::DEFAULT;
    let sent = &ended.sent;

    let told = Report::parse(&ended.report).map_or(0, |report| report.calls());
    // Where no connection came about the call counts, unless it was the list of tools that was to be asked for.
    let most = sent.len() + ended.unconnected.len();
    if !usize::try_from(told).is_ok_and(|told| (sent.len()..=most).contains(&told)) {
        broken.push(format!("the report says {told} calls, and {} were sent", sent.len()));
    }

    let first_tries = first_tries(ended);
    let recovery = |number: &usize| !first_tries.contains(number);
    let spent = (0..sent.len()).filter(recovery).count();
    if spent > usize::try_from(limits.recovery_calls).unwrap_or(usize::MAX) {
        broken.push(format!("{spent} calls were spent on recovery"));
    }

    let failures = sent.iter().filter_map(|sent| failure_seen(plan, sent));
    if let Some(failed) = failures.chain(ended.unconnected.iter().copied()).min() {
        let deadline = failed + limits.recovery_time;
        for (number, late) in sent.iter().enumerate().filter(|(_, sent)| sent.at >= deadline) {
            if recovery(&number) {
                broken.push(format!(
                    "{} was sent at {:?}, and recovery was over at {deadline:?}",
                    late.tool, late.at
                ));
            }
        }
        for (step, span) in ended.steps.iter().enumerate() {
            // One that was refused took no time.
            let Some(first) = sent.get(span.sent_before).filter(|sent| sent.step == step) else {
                continue;
            };
            let patience = plan.steps.get(step).map_or(Duration::ZERO, |step| step.patience);
            if span.until > deadline.max(first.at + patience) {
                broken.push(format!(
                    "step {step} went on until {:?}, and recovery was over at {deadline:?}",
                    span.until
                ));
            }
        }
    }

    for ((_, call), attempts) in by_call(sent, |_| 0) {
        if attempts.len() > SAME_CALL {
            broken.push(format!("sent {} times: {call}", attempts.len()));
        }
    }
    for ((_, call), attempts) in by_call(sent, |sent| sent.step) {
        broken.extend(of_call(plan, sent, &call, &attempts));
    }
    broken
}

/// The first calls of the steps: what was planned, and is no recovery.
fn first_tries(ended: &Ended) -> Vec<usize> {
    let begun = ended.steps.iter().enumerate();
    let sent = begun.filter(|(step, span)| ended.sent.get(span.sent_before).is_some_and(|sent| sent.step == *step));
    sent.map(|(_, span)| span.sent_before).collect()
}

/// When a failure was seen at the latest, if this call failed.
fn failure_seen(plan: &Plan, sent: &Sent) -> Option<Duration> {
    let patience = plan.steps.get(sent.step)?.patience;
    match &sent.heard {
        Some((at, Heard::Answer)) if *at <= sent.at + patience => None,
        Some((at, _)) => Some((*at).min(sent.at + patience)),
        None => Some(sent.at + patience),
    }
}

/// The attempts of each write: the tool and its arguments without the key, and what else makes another call of it.
fn by_call(sent: &[Sent], also: impl Fn(&Sent) -> usize) -> BTreeMap<(usize, String), Vec<usize>> {
    let mut calls: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (number, call) in sent
        .iter()
        .enumerate()
        .filter(|(_, call)| !call.tool.starts_with("list_"))
    {
        let mut arguments = call.arguments.clone();
        arguments.remove(KEY);
        let arguments = Value::Object(arguments);
        let call = (also(call), format!("{} {arguments}", call.tool));
        calls.entry(call).or_default().push(number);
    }
    calls
}

fn of_call(plan: &Plan, sent: &[Sent], call: &str, attempts: &[usize]) -> Vec<String> {
    let mut broken = Vec::new();
    let calls: Vec<(usize, &Sent)> = attempts
        .iter()
        .filter_map(|number| Some((*number, sent.get(*number)?)))
        .collect();
    for pair in calls.windows(2) {
        let [(before, first), (after, again)] = pair else {
            continue;
        };
        if let Some((at, Heard::Limited(Some(wait)))) = &first.heard
            && again.at < *at + *wait
        {
            broken.push(format!(
                "the server said to wait {wait:?}, and it was sent again at {:?}: {call}",
                again.at
            ));
        }
        if first.arguments.get(KEY) != again.arguments.get(KEY) {
            broken.push(format!("sent again under another key: {call}"));
        }
        let between = sent.get(before + 1..*after).unwrap_or_default();
        if is_unprotected(plan, first) && is_in_doubt(first) && !between.iter().any(is_clear_read) {
            broken.push(format!(
                "sent again while it was in doubt, and nobody had looked: {call}"
            ));
        }
    }
    broken
}

/// Whether only a read allows to send it again: the harness knows neither a key nor that it can be repeated.
fn is_unprotected(plan: &Plan, sent: &Sent) -> bool {
    let is_repeatable = match plan.knowledge {
        Knowledge::Nothing | Knowledge::Wrong => false,
        Knowledge::Registry | Knowledge::Annotations => sent.tool.ends_with("lock_period"),
    };
    !is_repeatable && !sent.arguments.contains_key(KEY)
}

fn is_in_doubt(sent: &Sent) -> bool {
    matches!(sent.heard, None | Some((_, Heard::Reset | Heard::Garbage)))
}

fn is_clear_read(sent: &Sent) -> bool {
    sent.tool.starts_with("list_") && matches!(sent.heard, Some((_, Heard::Answer)))
}
