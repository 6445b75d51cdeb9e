//! A read decides: whether a write is there, and where things stand.

use std::time::Duration;

use errtax_core::Class;

use super::checks::For;
use super::ledger::{Entry, Event, Facts, ITEMS, NO, UNCLEAR, YES};
use super::limits::{Jitter, wait};
use super::op::{Op, Outcome, Phase, Why};
use super::reply::millis;
use super::rule::Rule;
use super::seen::{Probe, Seen};
use super::task::{CallId, Next, Task};

impl Task {
    /// What the read that was handed out shows.
    pub fn on_probe(&mut self, id: CallId, seen: Probe<'_>, now: Duration, jitter: Jitter) -> Next {
        let CallId(id) = id;
        let Some(op) = self.op(id).filter(|op| op.phase == Phase::Reading) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        let seen = match seen {
            // A batch that was refused, and none of it is there: that is no part of it to be made up for.
            Probe::Items(there) if matches!(op.why, Why::Refused(_)) && op.lacks_all(there) => Probe::NotLanded,
            seen => seen,
        };
        self.tick(now);
        let entry = Entry {
            jitter: jitter.as_millis(),
            seen: Facts::Flags(match seen {
                Probe::Landed => YES,
                Probe::NotLanded => NO,
                Probe::Unclear => UNCLEAR,
                Probe::Items(_) => ITEMS,
            }),
            ..Entry::new(Event::Probe, id)
        };
        match seen {
            Probe::Landed => self.done(entry, Rule::ReadShows),
            Probe::NotLanded => self.not_landed(entry, jitter),
            Probe::Unclear => self.read_was_unclear(entry),
            Probe::Items(there) => {
                let given = u32::try_from(self.found.len()).unwrap_or(u32::MAX);
                self.found.push(there.into());
                self.split(Entry { given, ..entry }, there)
            }
        }
    }

    /// A read on behalf of a call, at once or when a write has had its time to show.
    pub(super) fn verify(&mut self, entry: Entry, why: Why, rule: Rule) -> Next {
        self.first_failure.get_or_insert(self.clock);
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        op.why = why;
        op.read_attempts = 0;
        op.rechecks = 0;
        if !op.has_probe {
            let is_write = op.is_write();
            return self.stop(
                entry,
                if is_write {
                    Rule::UnknownUnverifiable
                } else {
                    Rule::Partial
                },
            );
        }
        let settle = millis(op.tool.settle);
        if op.in_doubt && settle > 0 {
            return self.wait(entry, For::Read, settle, false, Rule::Settle);
        }
        self.read(entry, For::Read, rule)
    }

    /// Hands a read out, if it may be made.
    pub(super) fn read(&mut self, entry: Entry, what: For, rule: Rule) -> Next {
        let Some(op) = self.op(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        if let Some(refused) = self.refused(op, what, 0, false) {
            return self.stop(entry, refused);
        }
        self.calls += 1;
        self.recovery_calls += 1;
        if let Some(op) = self.op_mut(entry.op) {
            op.phase = Phase::Reading;
            op.read_attempts += 1;
            // A recheck is a read that the tool asks for, so it is no loop.
            op.sent.reads += u32::from(op.rechecks == 0);
        }
        self.log(entry, rule, 0);
        Next::Read(CallId(entry.op))
    }

    /// The read is a read: it has its own attempts, within the limits of the task.
    pub(super) fn read_failed(&mut self, entry: Entry, seen: &Seen<'_>, jitter: Jitter) -> Next {
        let Some(op) = self.op(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        match seen.class {
            Class::Transient | Class::RateLimit | Class::UnknownOutcome => {
                let given = seen.given();
                let pause = millis(wait(op.read_attempts, given, jitter));
                if self.refused(op, For::ReadRetry, pause, given.is_some()) == Some(Rule::AttemptsExhausted) {
                    return self.read_was_unclear(entry);
                }
                let rule = if given.is_some() {
                    Rule::ServerWait
                } else {
                    Rule::Backoff
                };
                self.wait(entry, For::ReadRetry, pause, given.is_some(), rule)
            }
            Class::NotFound if op.tool.not_found_means_not_landed => self.not_landed(entry, jitter),
            Class::Auth => {
                self.closed.get_or_insert(Rule::Auth);
                self.read_was_unclear(entry)
            }
            _ => self.read_was_unclear(entry),
        }
    }

    /// It is clearly not there.
    fn not_landed(&mut self, entry: Entry, jitter: Jitter) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        let is_awaited = matches!(op.why, Why::Doubt | Why::Weak | Why::Partial) || op.in_doubt;
        if is_awaited && op.rechecks < op.tool.recheck {
            op.rechecks += 1;
            op.read_attempts = 0;
            let backoff = wait(op.rechecks, None, jitter);
            let (pause, is_given) = self.pause_for(entry.op, backoff);
            return self.wait(entry, For::Read, pause, is_given, Rule::Recheck);
        }
        if op.said_done {
            // The server and its read contradict each other, and nothing tells which of them is right.
            op.in_doubt = true;
            return self.stop(entry, Rule::UnknownUnverifiable);
        }
        match op.why {
            // It was taken on and may yet be carried out.
            Why::Weak => self.stop(entry, Rule::UnknownUnverifiable),
            Why::Partial if op.is_batch() => self.split(entry, &[]),
            Why::Partial => self.ended_by_read(entry, Rule::Partial),
            Why::Duplicate => self.ended_by_read(entry, Rule::Conflict),
            Why::Refused(rule) => self.ended_by_read(entry, rule),
            Why::Doubt => self.resend(entry, jitter),
        }
    }

    /// A fresh read proves that it did not happen: once more, if it was not sent again for that reason before.
    fn resend(&mut self, entry: Entry, jitter: Jitter) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        op.in_doubt = false;
        if op.resend_used {
            return self.stop(entry, Rule::ResendUsed);
        }
        op.resend_used = true;
        let (backoff, is_fresh) = (wait(op.attempts, None, jitter), op.rechecks > 0);
        if is_fresh {
            // The last read came after the wait.
            return self.send(entry, For::Retry, Rule::ResendAfterRead);
        }
        let (pause, is_given) = self.pause_for(entry.op, backoff);
        self.wait(entry, For::Retry, pause, is_given, Rule::ResendAfterRead)
    }

    /// The read proves that nothing of it is there, so it failed, by the rule that made it be read.
    fn ended_by_read(&mut self, entry: Entry, rule: Rule) -> Next {
        if let Some(op) = self.op_mut(entry.op) {
            op.in_doubt = false;
        }
        self.stop(entry, rule)
    }

    /// Anything but a clear answer leaves a write unknown. What the server refused in so many words stays refused.
    pub(super) fn read_was_unclear(&mut self, entry: Entry) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        match op.why {
            Why::Refused(rule) if !op.in_doubt && (rule != Rule::Conflict || !op.is_write()) => self.stop(entry, rule),
            _ => {
                // Who got there first, this call or another, is what the read was to tell.
                op.in_doubt = op.is_write();
                self.stop(entry, Rule::UnknownUnverifiable)
            }
        }
    }

    /// What of a batch is there: the rest is redone item by item, or stays missing.
    fn split(&mut self, entry: Entry, there: &[bool]) -> Next {
        let nothing_is_there = entry.seen == Facts::Flags(NO) || entry.event == Event::Failure;
        if self.op(entry.op).is_none_or(|op| !op.is_batch()) {
            return self.read_was_unclear(entry);
        }
        let Some(children) = self.items_of(entry.op) else {
            return self.stop(entry, Rule::TooManyCalls);
        };
        if let Some(op) = self.op_mut(entry.op) {
            op.phase = Phase::Split;
            op.in_doubt = false;
        }
        for (place, mut child) in children.into_iter().enumerate() {
            match there.get(place) {
                Some(true) => {
                    child.phase = Phase::Closed;
                    child.outcome = Outcome::Done(Rule::ReadShows);
                }
                Some(false) => {}
                None if nothing_is_there => {}
                None => {
                    child.phase = Phase::Closed;
                    child.outcome = Outcome::Unknown(Rule::UnknownUnverifiable);
                    self.last_stop = Some(Rule::UnknownUnverifiable);
                }
            }
            self.ops.push(child);
        }
        self.log(entry, Rule::RedoMissing, 0);
        self.next_item(entry.op)
    }
}

impl Op {
    /// Whether a read found nothing of a batch, and looked for all of it.
    fn lacks_all(&self, there: &[bool]) -> bool {
        let count = self.items.as_ref().map_or(0, |items| items.len());
        there.len() >= count && !there.contains(&true)
    }
}
