//! A reply came, or time has passed: what is done next with this call.

use std::time::Duration;

use errtax_core::{Action, Class, Effect, Executed};

use super::checks::For;
use super::ledger::{CHANGED, DUPLICATE, Entry, Event, Facts, HAS_STATE, PARTIAL, UNCHANGED, WEAK};
use super::limits::{Jitter, SAME_STATE, SLOWEST_POLL, wait};
use super::op::{Outcome, Phase, Then, Why};
use super::rule::Rule;
use super::seen::{Reply, Seen, Success};
use super::task::{CallId, Next, Task};

impl Task {
    /// What came back from a call that was handed out, or from the read that was made on its behalf, where that failed. The jitter is
    /// a sample of the driver's.
    pub fn on_reply(&mut self, id: CallId, reply: &Reply<'_>, now: Duration, jitter: Jitter) -> Next {
        let CallId(id) = id;
        let phase = self.op(id).map(|op| op.phase);
        if !matches!(phase, Some(Phase::Sending | Phase::Reading)) {
            return Next::Stop(Rule::OutOfTurn);
        }
        self.tick(now);
        let is_read = phase == Some(Phase::Reading);
        match reply {
            Reply::Success(success) => {
                let entry = success_entry(id, success, jitter);
                if is_read {
                    // It answered, and nobody has said what: that is no clear answer.
                    return self.read_was_unclear(entry);
                }
                self.succeeded(entry, success, jitter)
            }
            Reply::Failure(seen) => {
                self.first_failure.get_or_insert(self.clock);
                let entry = Entry {
                    given: seen.given().map_or(0, millis),
                    code: self.code(&seen.code),
                    jitter: jitter.as_millis(),
                    seen: Facts::Failure(seen.class, seen.executed, seen.action),
                    ..Entry::new(Event::Failure, id)
                };
                if is_read {
                    self.read_failed(entry, seen, jitter)
                } else {
                    self.failed(entry, seen, jitter)
                }
            }
        }
    }

    /// A wait is over. All limits are asked again, because time has passed.
    pub fn resume(&mut self, id: CallId, now: Duration) -> Next {
        let CallId(id) = id;
        let Some((Phase::Waiting(then), due)) = self.op(id).map(|op| (op.phase, op.due)) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        self.tick(now);
        let entry = Entry::new(Event::Resume, id);
        // A task that is over need not be waited for.
        if self.clock < due && self.closed.is_none() {
            let left = due - self.clock;
            self.log(entry, Rule::StillWaiting, left);
            return Next::Wait(CallId(id), duration(left));
        }
        match then {
            Then::Send => self.send(entry, For::Retry, Rule::WaitOver),
            Then::Poll => self.send(entry, For::Poll, Rule::WaitOver),
            Then::Read => self.read(entry, For::Read, Rule::WaitOver),
        }
    }

    fn succeeded(&mut self, entry: Entry, success: &Success, jitter: Jitter) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        op.attempts_over(success);
        if !op.is_write() {
            return if op.until_changed {
                self.polled(entry, success, jitter)
            } else if success.partial {
                self.verify(entry, Why::Partial, Rule::ReadState)
            } else {
                self.done(entry, Rule::Acknowledged)
            };
        }
        if success.partial {
            self.verify(entry, Why::Partial, Rule::ReadState)
        } else if success.duplicate && success.state.is_none() {
            self.verify(entry, Why::Duplicate, Rule::ReadState)
        } else if op.always_verify || !success.duplicate && (success.weak || op.tool.weak_ack) {
            self.verify(entry, Why::Weak, Rule::VerifyFirst)
        } else if success.duplicate {
            self.done(entry, Rule::DuplicateShown)
        } else {
            self.done(entry, Rule::Acknowledged)
        }
    }

    /// Waiting for a change: again at the pace of the backoff, until three states in a row are the same.
    fn polled(&mut self, entry: Entry, success: &Success, jitter: Jitter) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        let has_changed = success.changed.unwrap_or(op.polls > 0 && op.same_states == 1);
        if has_changed {
            return self.done(entry, Rule::Changed);
        }
        if op.same_states >= SAME_STATE {
            return self.stop(entry, Rule::LoopNoChange);
        }
        op.polls += 1;
        op.attempts = 0;
        let pause = millis(wait(op.polls.min(SLOWEST_POLL), None, jitter));
        self.wait(entry, For::Poll, pause, false, Rule::PollAgain)
    }

    fn failed(&mut self, entry: Entry, seen: &Seen<'_>, jitter: Jitter) -> Next {
        let id = entry.op;
        let clock = self.clock;
        // What these classes say contradicts "no".
        let is_refused = seen.executed == Executed::No && !matches!(seen.class, Class::UnknownOutcome | Class::Partial);
        let Some(op) = self.op_mut(id) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        // No wait makes these right, and what is corrected is another call.
        let is_curable = !matches!(seen.class, Class::Auth | Class::BadInput);
        if let Some(given) = seen.given().filter(|_| is_curable) {
            op.not_before = clock.saturating_add(millis(given));
        }
        // A batch that was refused halfway may have landed halfway.
        let is_batch_limited = seen.class == Class::RateLimit && op.is_batch();
        if is_refused && !is_batch_limited {
            op.in_doubt = op.was_in_doubt;
        }
        op.said_done |= seen.executed == Executed::Yes && op.is_write();
        let (is_write, in_doubt) = (op.is_write(), op.in_doubt);
        let is_lost = is_write && !is_refused;
        if is_final(seen.class, is_lost) && self.same_error(id, seen.class, entry.code) {
            return self.stop(entry, Rule::LoopSameError);
        }
        match seen.class {
            Class::Auth => {
                self.closed.get_or_insert(Rule::Auth);
                self.stop(entry, Rule::Auth)
            }
            Class::RateLimit if is_batch_limited => self.verify(entry, Why::Partial, Rule::ReadState),
            Class::Transient | Class::RateLimit | Class::UnknownOutcome if !is_lost => self.retry(entry, seen, jitter),
            Class::Transient | Class::RateLimit | Class::UnknownOutcome => self.lost(entry, seen, jitter),
            Class::Partial if is_write => self.verify(entry, Why::Partial, Rule::ReadState),
            Class::Partial => self.stop(entry, Rule::Partial),
            Class::NotFound => self.look(entry, Rule::NotFound),
            Class::Conflict => self.look(entry, Rule::Conflict),
            Class::Cancelled => self.stop(entry, Rule::CalledOff),
            Class::BadInput if in_doubt => self.verify(entry, Why::Refused(Rule::BadInput), Rule::VerifyFirst),
            Class::BadInput => self.ask_to_fix(entry),
            Class::Precondition if in_doubt => self.verify(entry, Why::Refused(Rule::Precondition), Rule::VerifyFirst),
            Class::Precondition => self.ask_for_step(entry, seen.action),
            // Broken, and not to be called again: not even under a key.
            Class::Internal if in_doubt => self.verify(entry, Why::Refused(Rule::Internal), Rule::VerifyFirst),
            Class::Internal => self.stop(entry, Rule::Internal),
        }
    }

    /// Whether the same call got this error before; from now on it has.
    fn same_error(&mut self, id: u16, class: Class, code: u16) -> bool {
        let Some(key) = self.op(id).map(|op| op.sent.key) else {
            return false;
        };
        let error = Some((class, code));
        let is_known = self
            .ops
            .iter()
            .flat_map(|op| op.sent_as(key))
            .any(|sent| sent.refused == error);
        if let Some(op) = self.op_mut(id) {
            op.sent.refused = error;
        }
        is_known
    }

    /// It was not carried out, or it only reads: the same call again, after the server's wait or the backoff.
    fn retry(&mut self, entry: Entry, seen: &Seen<'_>, jitter: Jitter) -> Next {
        let attempts = self.op(entry.op).map_or(0, |op| op.attempts);
        let given = seen.given();
        let rule = if given.is_some() {
            Rule::ServerWait
        } else {
            Rule::Backoff
        };
        self.wait(
            entry,
            For::Retry,
            millis(wait(attempts, given, jitter)),
            given.is_some(),
            rule,
        )
    }

    /// A write whose answer was lost: once more where the server dedupes it, else a read decides.
    fn lost(&mut self, entry: Entry, seen: &Seen<'_>, jitter: Jitter) -> Next {
        if self.is_over() {
            return self.stop(entry, Rule::Deadline);
        }
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        if op.is_batch() {
            return self.verify(entry, Why::Partial, Rule::VerifyFirst);
        }
        match op.effect {
            Effect::IdempotentWrite => return self.retry(entry, seen, jitter),
            Effect::KeyedWrite if !op.resend_used => {
                let given = seen.given();
                let pause = millis(wait(op.attempts, given, jitter));
                let next = self.wait(entry, For::Retry, pause, given.is_some(), Rule::ResendSameKey);
                if let Some(op) = self.op_mut(entry.op) {
                    // Not where it waits for a read, because it has had its attempts.
                    op.resend_used |= op.phase == Phase::Waiting(Then::Send);
                }
                return next;
            }
            _ => {}
        }
        self.verify(entry, Why::Doubt, Rule::VerifyFirst)
    }

    /// It is not there, or somebody got there first: one fresh read, no resend.
    fn look(&mut self, entry: Entry, rule: Rule) -> Next {
        match self.op(entry.op) {
            Some(op) if op.has_probe || op.in_doubt => self.verify(entry, Why::Refused(rule), Rule::ReadState),
            _ => self.stop(entry, rule),
        }
    }

    fn ask_to_fix(&mut self, entry: Entry) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        if !op.is_fixable || op.before.is_some() {
            return self.stop(entry, Rule::BadInput);
        }
        op.phase = Phase::Fixing;
        self.log(entry, Rule::FixOnce, 0);
        Next::Fix(CallId(entry.op))
    }

    fn ask_for_step(&mut self, entry: Entry, action: Option<Action>) -> Next {
        let Some(op) = self.op(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        if !op.has_steps || op.has_stepped || action != Some(Action::FixState) {
            return self.stop(entry, Rule::Precondition);
        }
        if let Some(rule) = self.refused(op, For::Step, 0, false) {
            return self.stop(entry, rule);
        }
        // Whether it is a call of its own is told in the end.
        self.recovery_calls += 1;
        if let Some(op) = self.op_mut(entry.op) {
            op.phase = Phase::Stepping;
            op.has_stepped = true;
        }
        self.log(entry, Rule::StepOnce, 0);
        Next::Step(CallId(entry.op))
    }

    /// What is left of the wait that the server gave, however short, else the backoff; and whether it is the server's.
    pub(super) fn pause_for(&self, id: u16, backoff: Duration) -> (u32, bool) {
        let not_before = self.op(id).map_or(0, |op| op.not_before);
        match not_before.saturating_sub(self.clock) {
            0 => (millis(backoff), false),
            left => (left, true),
        }
    }

    /// A wait in milliseconds before this call is sent again, if it may then be sent.
    pub(super) fn wait(&mut self, entry: Entry, what: For, pause: u32, is_given: bool, rule: Rule) -> Next {
        let Some(op) = self.op(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        if let Some(refused) = self.refused(op, what, pause, is_given) {
            return self.end_or_look(entry, what, refused);
        }
        let due = self.clock.saturating_add(pause);
        if let Some(op) = self.op_mut(entry.op) {
            op.due = due;
            op.phase = Phase::Waiting(match what {
                For::Poll => Then::Poll,
                For::Read | For::ReadRetry => Then::Read,
                For::Retry | For::NewCall | For::Step => Then::Send,
            });
        }
        self.log(entry, rule, pause);
        Next::Wait(CallId(entry.op), duration(pause))
    }

    /// Hands a call out, if it may be sent.
    pub(super) fn send(&mut self, entry: Entry, what: For, rule: Rule) -> Next {
        let Some(op) = self.op(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        if let Some(refused) = self.refused(op, what, 0, false) {
            return self.end_or_look(entry, what, refused);
        }
        let is_recovery = what != For::Poll || self.first_failure.is_some();
        self.mark_sent(entry.op, is_recovery);
        self.log(entry, rule, 0);
        Next::Send(CallId(entry.op))
    }

    /// A write that has had its attempts and is still in doubt is looked for, if that is possible.
    fn end_or_look(&mut self, entry: Entry, what: For, rule: Rule) -> Next {
        let can_look = self.op(entry.op).is_some_and(|op| op.in_doubt && op.has_probe);
        if what == For::Retry && rule == Rule::AttemptsExhausted && can_look {
            return self.verify(entry, Why::Doubt, Rule::VerifyFirst);
        }
        self.stop(entry, rule)
    }

    /// It came to what it should.
    #[inline]
    pub(super) fn done(&mut self, entry: Entry, rule: Rule) -> Next {
        let Some(op) = self.op_mut(entry.op) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        op.phase = Phase::Closed;
        op.in_doubt = false;
        op.outcome = Outcome::Done(rule);
        let batch = op.item_of;
        self.log(entry, rule, 0);
        match batch {
            Some((batch, _)) => self.next_item(batch),
            None => Next::Done,
        }
    }

    /// It ends here: unknown where it may have landed, else failed.
    pub(super) fn stop(&mut self, entry: Entry, rule: Rule) -> Next {
        self.close(entry.op, rule);
        self.log(entry, rule, 0);
        match self.op(entry.op).and_then(|op| op.item_of) {
            Some((batch, _)) => self.next_item(batch),
            None => Next::Stop(rule),
        }
    }
}

impl super::op::Op {
    /// Takes note of the state that a success shows.
    fn attempts_over(&mut self, success: &Success) {
        let Some(state) = success.state.filter(|_| self.tool.poll || self.until_changed) else {
            return;
        };
        self.same_states = if self.state == Some(state.0) {
            self.same_states.saturating_add(1)
        } else {
            1
        };
        self.state = Some(state.0);
    }
}

/// Whether no retry cures it.
const fn is_final(class: Class, is_lost: bool) -> bool {
    match class {
        Class::Transient | Class::RateLimit | Class::UnknownOutcome | Class::Partial => false,
        Class::Internal => !is_lost,
        _ => true,
    }
}

fn success_entry(id: u16, success: &Success, jitter: Jitter) -> Entry {
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    Entry {
        given: success.state.map_or(0, |state| state.0),
        jitter: jitter.as_millis(),
        seen: Facts::Flags(
            flag(success.duplicate, DUPLICATE)
                | flag(success.partial, PARTIAL)
                | flag(success.weak, WEAK)
                | flag(success.changed == Some(true), CHANGED)
                | flag(success.changed == Some(false), UNCHANGED)
                | flag(success.state.is_some(), HAS_STATE),
        ),
        ..Entry::new(Event::Success, id)
    }
}

/// Rounded up, so that nothing is sent earlier than it may be.
pub(super) fn millis(duration: Duration) -> u32 {
    let whole = duration.as_secs().saturating_mul(1_000);
    let millis = whole.saturating_add(u64::from(duration.subsec_nanos().div_ceil(1_000_000)));
    u32::try_from(millis).unwrap_or(u32::MAX)
}

pub(super) fn duration(millis: u32) -> Duration {
    Duration::from_millis(u64::from(millis))
}
