//! What may be sent: the limits and the loop rules, asked before each wait and again before each call.

use super::arguments::Arguments;
use super::limits::{SAME_CALL, SAME_STATE};
use super::op::{Op, Outcome};
use super::rule::Rule;
use super::task::Task;
use super::tool::Tool;

/// What a call is to be sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// Another attempt of the same call.
    Retry,
    /// A call that is new: fixed, or an item.
    NewCall,
    /// Another look at what is waited for.
    Poll,
    /// A first read, or one that is made again.
    Read,
    ReadRetry,
    /// A step of the server's.
    Step,
}

impl Task {
    /// The rule that forbids to send after this wait, in milliseconds; `is_given` where the server gave it. The order is that in which
    /// they are told.
    pub(super) fn refused(&self, op: &Op, what: For, wait: u32, is_given: bool) -> Option<Rule> {
        if self.closed.is_some() {
            return self.closed;
        }
        let attempts = match what {
            For::Retry => op.attempts,
            For::ReadRetry => op.read_attempts,
            _ => 0,
        };
        if attempts >= self.limits.attempts_per_call.max(1) {
            return Some(Rule::AttemptsExhausted);
        }
        let is_recovery = what != For::Poll || self.first_failure.is_some();
        if is_recovery && self.recovery_calls >= self.limits.recovery_calls {
            return Some(Rule::RecoveryCallsExhausted);
        }
        let sent_at = u64::from(self.clock) + u64::from(wait);
        let min_time = match what {
            For::Retry | For::NewCall if op.is_write() => op.tool.min_time.as_millis(),
            _ => 0,
        };
        let is_past = sent_at >= self.deadline_for(op, what);
        if is_past || self.is_too_short(sent_at, min_time) {
            return Some(if is_past && is_given {
                Rule::ServerWaitPastDeadline
            } else {
                Rule::Deadline
            });
        }
        let is_loop = match what {
            For::Read | For::ReadRetry => op.rechecks == 0 && self.reads_of(op.sent.key) >= SAME_CALL,
            For::Step => false,
            For::Retry | For::NewCall | For::Poll => !op.tool.poll && self.sends_of(op.sent.key) >= SAME_CALL,
        };
        is_loop.then_some(Rule::LoopSameCall)
    }

    /// A poll without any failure has as much time as recovery would have.
    fn deadline_for(&self, op: &Op, what: For) -> u64 {
        let time = self.recovery_millis();
        match self.deadline() {
            Some(deadline) => deadline,
            None if what == For::Poll => u64::from(op.polling_since).saturating_add(time),
            None => u64::MAX,
        }
    }

    /// A write that has not the time that it needs would only end in doubt.
    fn is_too_short(&self, sent_at: u64, min_time: u128) -> bool {
        self.deadline()
            .is_some_and(|deadline| u128::from(deadline.saturating_sub(sent_at)) < min_time)
    }

    /// Whether the time for recovery is over.
    pub(super) fn is_over(&self) -> bool {
        self.deadline()
            .is_some_and(|deadline| u64::from(self.clock) >= deadline)
    }

    /// The rule that forbids a new call of this tool with these arguments: a planned one, or one that was fixed (`own`).
    #[inline]
    pub(super) fn refused_new(&self, tool: &Tool, key: u64, arguments: &Arguments, own: Option<u16>) -> Option<Rule> {
        if self.closed.is_some() {
            return self.closed;
        }
        if self.ops.is_empty() {
            return None;
        }
        self.refused_beside(tool, key, arguments, own)
    }

    /// The rule by which the calls that there are forbid another one.
    fn refused_beside(&self, tool: &Tool, key: u64, arguments: &Arguments, own: Option<u16>) -> Option<Rule> {
        let others = || (0_u16..).zip(self.ops.iter()).filter(move |(id, _)| Some(*id) != own);
        if tool.writes {
            let is_under_way = |op: &Op| matches!(op.outcome, Outcome::Open | Outcome::Unknown(_));
            let mut same = others().filter(|(_, op)| op.sent.key == key);
            if same.any(|(id, op)| is_under_way(op) || self.is_there_in_part(id)) {
                return Some(Rule::SingleFlight);
            }
        }
        if tool.poll {
            let (_, same_states) = self.last_state(tool, key);
            if same_states >= SAME_STATE {
                return Some(Rule::LoopNoChange);
            }
        } else if self.sends_of(key) >= SAME_CALL {
            return Some(Rule::LoopSameCall);
        }
        self.undoes_other(tool, arguments, own).then_some(Rule::LoopUndo)
    }

    /// Whether a call of this tool with these arguments would take back one that was made in this task and may have landed.
    fn undoes_other(&self, tool: &Tool, arguments: &Arguments, own: Option<u16>) -> bool {
        if tool.undoes.is_empty() {
            return false;
        }
        let others = (0_u16..).zip(self.ops.iter()).filter(|(id, _)| Some(*id) != own);
        let may_have_landed = |op: &Op| !matches!(op.outcome, Outcome::Failed(_));
        let is_undone = |op: &Op| {
            op.item_of.is_none()
                && op.tool.name == tool.undoes
                && may_have_landed(op)
                && arguments.take_back(tool, &op.sent.arguments.marks)
        };
        others.map(|(_, op)| op).any(is_undone)
    }

    /// Whether some items of a batch are known to be there, and others are not. The whole would do those a second time.
    fn is_there_in_part(&self, batch: u16) -> bool {
        let mut items = self
            .ops
            .iter()
            .filter(|op| op.item_of.is_some_and(|(of, _)| of == batch))
            .map(|op| matches!(op.outcome, Outcome::Done(_)));
        items.next().is_some_and(|first| items.any(|other| other != first))
    }

    /// How often a call was sent in this task.
    pub(super) fn sends_of(&self, key: u64) -> u32 {
        self.ops
            .iter()
            .flat_map(|op| op.sent_as(key))
            .map(|sent| sent.sends)
            .sum()
    }

    fn reads_of(&self, key: u64) -> u32 {
        self.ops
            .iter()
            .flat_map(|op| op.sent_as(key))
            .map(|sent| sent.reads)
            .sum()
    }
}
