//! What the ledger of a task says beside what went over the wire, and whether the limits were kept by it: whoever has only the ledger,
//! in an event log, is to find the truth in it.

use std::collections::BTreeMap;
use std::time::Duration;

use errtax::recovery::{Limits, Report, Task};
use serde_json::Value;

use crate::agent::Ended;

/// The longest wait that no server gave.
const BACKOFF: Duration = Duration::from_millis(2_500);

/// What of an entry is looked at.
struct Entry<'j> {
    at: Duration,
    event: &'j str,
    rule: &'j str,
    call: u64,
    wait: u64,
    /// Of a step: what became of it, where this decision sent nothing by itself.
    elsewhere: Option<Elsewhere>,
}

/// What became of a step that has no line of its own in the ledger.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elsewhere {
    /// Nothing was sent.
    Declined,
    /// It is a call of the task, and counts as one for recovery.
    Called,
}

/// What does not hold, in words.
#[must_use]
pub fn broken(ended: &Ended) -> Vec<String> {
    let json = ended.task.to_json();
    let Ok(value) = serde_json::from_str::<Value>(&json) else {
        return vec!["the task is no JSON".to_owned()];
    };
    let entries = value.get("ledger").and_then(Value::as_array);
    let Some(mut entries) = entries.and_then(|all| all.iter().map(entry).collect::<Option<Vec<_>>>()) else {
        return vec!["the ledger has entries that say nothing".to_owned()];
    };
    settle_steps(&mut entries);
    let mut broken = beside_the_wire(&entries, ended);
    broken.extend(limits(&entries));
    broken.extend(counts(&entries, &value, ended));
    match Task::replay(&json) {
        Ok(again) if again == ended.task && again.report().to_string() == ended.report => {}
        Ok(_) => broken.push("the ledger replays to another task".to_owned()),
        Err(error) => broken.push(format!("the ledger does not replay: {error}")),
    }
    broken
}

fn entry(json: &Value) -> Option<Entry<'_>> {
    Some(Entry {
        at: Duration::from_millis(json.get("at_ms")?.as_u64()?),
        event: json.get("event")?.as_str()?,
        rule: json.get("rule")?.as_str()?,
        call: json.get("call")?.as_u64()?,
        wait: json.get("wait")?.as_u64()?,
        elsewhere: match (json.get("event")?.as_str()?, json.get("flags").and_then(Value::as_u64)) {
            ("stepped", Some(3)) => Some(Elsewhere::Declined),
            ("stepped", Some(5 | 6)) => Some(Elsewhere::Called),
            _ => None,
        },
    })
}

/// What became of a step is told after it was handed out.
fn settle_steps(entries: &mut [Entry<'_>]) {
    let settled: Vec<(usize, u64, Option<Elsewhere>)> = (0..)
        .zip(entries.iter())
        .filter(|(_, entry)| entry.event == "stepped")
        .map(|(place, entry)| (place, entry.call, entry.elsewhere))
        .collect();
    for (place, call, elsewhere) in settled {
        let mut before = entries.iter_mut().take(place).rev();
        if let Some(step) = before.find(|entry| entry.call == call) {
            step.elsewhere = elsewhere;
        }
    }
    // The word that settles it sends nothing of its own kind.
    let words = entries.iter_mut().filter(|entry| entry.event == "stepped");
    words.for_each(|entry| entry.elsewhere = None);
}

impl Entry<'_> {
    /// Whether something was sent by this decision.
    fn sends(&self) -> bool {
        if self.elsewhere.is_some() {
            return false;
        }
        match (self.event, self.rule) {
            ("begin", "first_try") | ("follows", "redo_missing") | ("fixed", "fix_once") => true,
            (_, "step_once" | "wait_over" | "verify_first" | "read_state") => true,
            ("probe", "resend_after_read") => self.wait == 0,
            _ => false,
        }
    }

    fn is_planned(&self) -> bool {
        self.event == "begin"
    }
}

/// Each call is in the ledger when it went over the wire, and no other.
fn beside_the_wire(entries: &[Entry<'_>], ended: &Ended) -> Vec<String> {
    let mut broken = Vec::new();
    let Some(first) = ended.sent.first().map(|sent| sent.at) else {
        return broken;
    };
    let begun = entries
        .iter()
        .find(|entry| entry.sends())
        .map_or(Duration::ZERO, |entry| entry.at);
    let sends = entries.iter().filter(|entry| entry.sends());
    let mut told: Vec<Duration> = sends.map(|entry| entry.at - begun + first).collect();
    for sent in &ended.sent {
        match told.iter().position(|at| *at == sent.at) {
            Some(place) => drop(told.remove(place)),
            None => broken.push(format!(
                "{} was sent at {:?}, and the ledger has no word of it",
                sent.tool, sent.at
            )),
        }
    }
    let mut unconnected = ended.unconnected.clone();
    for at in told {
        match unconnected.iter().position(|other| *other == at) {
            Some(place) => drop(unconnected.remove(place)),
            None => broken.push(format!("the ledger has a call at {at:?} that was not sent")),
        }
    }
    broken
}

/// The three limits, by the decisions of the ledger: none is exceeded, and none is said to be reached that is not.
fn limits(entries: &[Entry<'_>]) -> Vec<String> {
    /// Of one call: how often it was sent, how often its read, and which of the two waits now.
    #[derive(Default)]
    struct Sends {
        attempts: u32,
        reads: u32,
        is_reading: bool,
    }
    let limits = Limits::DEFAULT;
    let mut broken = Vec::new();
    let mut calls: BTreeMap<u64, Sends> = BTreeMap::new();
    let (mut spent, mut looked) = (0, false);
    let mut deadline = None;
    for entry in entries {
        let is_look = matches!(entry.rule, "verify_first" | "read_state");
        looked |= is_look;
        if deadline.is_none() && (entry.event == "failure" || is_look) {
            deadline = Some(entry.at + limits.recovery_time);
        }
        let call = calls.entry(entry.call).or_default();
        let has_had = call.attempts;
        let is_over = |at: Duration| deadline.is_some_and(|deadline| at >= deadline);
        let is_true = match (entry.event, entry.rule) {
            (_, "attempts_exhausted") => has_had == limits.attempts_per_call,
            (_, "recovery_calls_exhausted") => spent == limits.recovery_calls,
            (_, "deadline") => is_over(entry.at + BACKOFF),
            // That a call has had its attempts says more than that it goes in circles.
            ("failure", "loop_same_call") => looked || has_had < limits.attempts_per_call,
            _ => true,
        };
        if !is_true {
            broken.push(format!(
                "by the ledger call {} did not end by {}",
                entry.call, entry.rule
            ));
        }
        match entry.rule {
            "verify_first" | "read_state" | "settle" | "recheck" => (call.is_reading, call.reads) = (true, 0),
            "resend_after_read" | "resend_same_key" => call.is_reading = false,
            "fix_once" => (call.is_reading, call.attempts) = (false, 0),
            _ => {}
        }
        spent += u32::from(entry.elsewhere == Some(Elsewhere::Called));
        if !entry.sends() {
            continue;
        }
        let is_step = entry.event == "failure" && entry.rule == "step_once";
        let times = if call.is_reading {
            &mut call.reads
        } else {
            &mut call.attempts
        };
        *times += u32::from(!is_step);
        if *times > limits.attempts_per_call {
            broken.push(format!("by the ledger call {} has had {times} attempts", entry.call));
        }
        spent += u32::from(!entry.is_planned());
        if !entry.is_planned() && is_over(entry.at) {
            broken.push(format!(
                "by the ledger recovery went on at {:?}: {}",
                entry.at, entry.rule
            ));
        }
    }
    if spent > limits.recovery_calls {
        broken.push(format!("by the ledger {spent} calls were spent on recovery"));
    }
    broken
}

/// What the task says of itself is what its ledger adds up to.
fn counts(entries: &[Entry<'_>], json: &Value, ended: &Ended) -> Vec<String> {
    let mut broken = Vec::new();
    let calls = entries.iter().filter(|entry| entry.sends()).count();
    let recovery = entries
        .iter()
        .filter(|entry| entry.elsewhere == Some(Elsewhere::Called) || entry.sends() && !entry.is_planned())
        .count();
    let report = Report::parse(&ended.report).ok();
    let told = report.as_ref().and_then(|report| usize::try_from(report.calls()).ok());
    if told != Some(calls) {
        broken.push(format!("the report says {told:?} calls, and the ledger has {calls}"));
    }
    let counted = |name: &str| usize::try_from(json.get(name)?.as_u64()?).ok();
    if (counted("calls"), counted("recovery_calls")) != (Some(calls), Some(recovery)) {
        broken.push(format!(
            "it counts otherwise than its ledger, which has {calls} calls, {recovery} of them recovery"
        ));
    }
    let first = entries.iter().find(|entry| entry.sends()).map(|entry| entry.at);
    let last = entries.last().map(|entry| entry.at);
    let elapsed = last.zip(first).map(|(last, first)| (last - first).as_millis());
    let told = report.map(|report| u128::from(report.elapsed().as_secs()) * 1_000);
    if let (Some(told), Some(elapsed)) = (told, elapsed)
        && told.abs_diff(elapsed) > 500
    {
        broken.push(format!(
            "the report says {told} ms, and its ledger is {elapsed} ms long"
        ));
    }
    broken
}
