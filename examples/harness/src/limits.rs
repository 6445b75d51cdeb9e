//! Whether a task kept to the three limits, by what went over the wire alone: the engine's own books are not asked.

use std::time::Duration;

use errtax::recovery::{Limits, Report};

use crate::agent::Ended;
use crate::plan::{Plan, Work};
use crate::resends::{self, by_call};
use crate::wire::{Heard, Sent};

/// How often the same call may be made in a task, and how often its reads.
const SAME_CALL: usize = 3;

/// How much of each limit was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// How often the call was sent that was sent most.
    pub attempts: usize,
    /// How many calls were sent beside the first tries of what was planned.
    pub recovery_calls: usize,
    /// From the first failure to the end of recovery.
    pub recovery_time: Duration,
}

impl Used {
    /// The greater of each.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            attempts: self.attempts.max(other.attempts),
            recovery_calls: self.recovery_calls.max(other.recovery_calls),
            recovery_time: self.recovery_time.max(other.recovery_time),
        }
    }
}

/// How much of each limit a task has used.
#[must_use]
pub fn used(plan: &Plan, ended: &Ended) -> Used {
    let attempts = by_call(&ended.sent, |_| 0).into_values().map(|attempts| attempts.len());
    let failed = first_failure(plan, ended).unwrap_or(Duration::MAX);
    let recovering = (0..plan.steps.len()).filter(|step| recovery(ended).any(|(_, sent)| sent.step == *step));
    let until = recovering.filter_map(|step| Some(ended.steps.get(step)?.until));
    Used {
        attempts: attempts.max().unwrap_or(0),
        recovery_calls: recovery(ended).count(),
        recovery_time: until.max().unwrap_or_default().saturating_sub(failed),
    }
}

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

    let spent = recovery(ended).count();
    if spent > usize::try_from(limits.recovery_calls).unwrap_or(usize::MAX) {
        broken.push(format!("{spent} calls were spent on recovery"));
    }

    for attempts in by_call(sent, |_| 0).into_values() {
        let last = attempts.last().and_then(|number| sent.get(*number));
        if let Some(last) = last.filter(|_| attempts.len() > SAME_CALL) {
            let at = last.at.as_secs_f64();
            broken.push(format!("{} at {at:.3} s: sent {} times", last.tool, attempts.len()));
        }
    }
    broken.extend(reads(plan, sent));
    broken.extend(time(plan, ended, limits.recovery_time));
    broken.extend(resends::broken(plan, sent));
    broken
}

/// What was sent beside the first tries of what was planned, each with its number.
fn recovery(ended: &Ended) -> impl Iterator<Item = (usize, &Sent)> {
    let calls = ended.sent.iter().enumerate();
    calls.filter(|(number, sent)| ended.first_try(sent.step) != Some(*number))
}

/// A read is a call like any other. One that looks for a write has three attempts of its own.
fn reads(plan: &Plan, sent: &[Sent]) -> Vec<String> {
    let mut broken = Vec::new();
    let is_planned = |sent: &&Sent| {
        let work = plan.steps.get(sent.step).map(|step| &step.work);
        matches!(work, Some(Work::Vouchers(_) | Work::Periods))
    };
    for read in sent.iter().filter(is_planned) {
        let is_same = |other: &&Sent| other.tool == read.tool && other.arguments == read.arguments;
        let times = sent.iter().filter(is_planned).filter(is_same).count();
        if times > SAME_CALL {
            broken.push(format!("sent {times} times: {}", read.tool));
        }
    }
    let mut in_a_row = 0;
    for call in sent {
        in_a_row = if call.is_read() && !is_planned(&call) {
            in_a_row + 1
        } else {
            0
        };
        if in_a_row > SAME_CALL {
            broken.push(format!("looked {in_a_row} times in a row by {}", call.tool));
        }
    }
    broken.dedup();
    broken
}

/// Recovery begins no call when its time is over, and has ended by then.
fn time(plan: &Plan, ended: &Ended, most: Duration) -> Vec<String> {
    let mut broken = Vec::new();
    let Some(failed) = first_failure(plan, ended) else {
        return broken;
    };
    let deadline = failed + most;
    for (_, late) in recovery(ended).filter(|(_, sent)| sent.at >= deadline) {
        broken.push(format!(
            "{} at {:.3} s: recovery was over at {:.3} s",
            late.tool,
            late.at.as_secs_f64(),
            deadline.as_secs_f64()
        ));
    }
    for (step, span) in ended.steps.iter().enumerate() {
        // One that was refused took no time.
        let Some(first) = ended.first_try(step).and_then(|number| ended.sent.get(number)) else {
            continue;
        };
        let patience = plan.steps.get(step).map_or(Duration::ZERO, |step| step.patience);
        if span.until > deadline.max(first.at + patience) {
            broken.push(format!(
                "step {step} went on until {:.3} s, and recovery was over at {:.3} s",
                span.until.as_secs_f64(),
                deadline.as_secs_f64()
            ));
        }
    }
    broken
}

/// When the first failure of the task was seen at the latest.
fn first_failure(plan: &Plan, ended: &Ended) -> Option<Duration> {
    let failures = ended.sent.iter().filter_map(|sent| failure_seen(plan, sent));
    failures.chain(ended.unconnected.iter().copied()).min()
}

/// When a failure was seen at the latest, if this call failed.
pub(crate) fn failure_seen(plan: &Plan, sent: &Sent) -> Option<Duration> {
    let patience = plan.steps.get(sent.step)?.patience;
    match &sent.heard {
        Some((at, Heard::Answer)) if *at <= sent.at + patience => None,
        Some((at, _)) => Some((*at).min(sent.at + patience)),
        None => Some(sent.at + patience),
    }
}
