//! A call is planned, and what ends it from outside: the task is cancelled, or one call is abandoned.

use std::time::Duration;

use super::arguments::Arguments;
use super::call::Parts;
use super::key::Key;
use super::ledger::{Entry, Event};
use super::op::{Op, Outcome, Phase, Sent, Why};
use super::rule::Rule;
use super::task::{CallId, Task};
use super::tool::Tool;
use super::value::{Value, spread};

impl Task {
    pub(super) fn plan(&mut self, mut parts: Parts, now: Duration) -> Result<CallId, Rule> {
        let Ok(id) = u16::try_from(self.ops.len()) else {
            return Err(Rule::TooManyCalls);
        };
        self.tick(now);
        let call = call_key(&parts.tool.name, &parts.arguments);
        let refused = self.refused_new(&parts.tool, call, &parts.arguments, None);
        let shown = self.last_state(&parts.tool, call);
        parts.key = parts.key.map(|key| self.key_of_its_own(key, call, id));
        self.ops.push(op_of(parts, call, refused, shown, self.clock));
        self.log(Entry::new(Event::Begin, id), refused.unwrap_or(Rule::FirstTry), 0);
        match refused {
            Some(rule) => {
                self.last_stop = Some(rule);
                Err(rule)
            }
            None => {
                self.mark_sent(id, false);
                Ok(CallId(id))
            }
        }
    }

    /// The key, unless another call of this task was made under it: then one that is made of it. A server that dedupes would take
    /// this call for that one and answer for both.
    fn key_of_its_own(&self, key: Key, call: u64, id: u16) -> Key {
        let is_of_other = |op: &Op| op.key == Some(key) && op.sent_as(call).next().is_none();
        if self.ops.iter().any(is_of_other) {
            return key.of_call(id.into());
        }
        key
    }

    /// What the last call of these arguments showed, of a tool that is polled, and how often in a row.
    #[inline]
    pub(super) fn last_state(&self, tool: &Tool, call: u64) -> (Option<u32>, u8) {
        if !tool.poll {
            return (None, 0);
        }
        let shown = self
            .ops
            .iter()
            .rev()
            .find(|op| op.sent.key == call && op.state.is_some());
        shown.map_or((None, 0), |last| (last.state, last.same_states))
    }

    /// Reserves a call before it is sent: it counts, and a write is in doubt from here on, whatever becomes of whoever
    /// sends it.
    #[inline]
    pub(super) fn mark_sent(&mut self, id: u16, is_recovery: bool) {
        self.calls += 1;
        self.recovery_calls += u32::from(is_recovery);
        self.first_send.get_or_insert(self.clock);
        if let Some(op) = self.op_mut(id) {
            op.phase = Phase::Sending;
            op.attempts += 1;
            op.sent.sends += 1;
            op.was_in_doubt = op.in_doubt;
            op.in_doubt = op.is_write();
        }
    }

    /// Ends all recovery: waits end, nothing more is sent, no read either. What was sent and not answered is unknown.
    pub fn cancel(&mut self, now: Duration) {
        if self.closed == Some(Rule::Cancelled) {
            return;
        }
        self.tick(now);
        self.closed = Some(Rule::Cancelled);
        let open: Vec<u16> = (0_u16..)
            .zip(self.ops.iter())
            .filter(|(_, op)| op.is_open())
            .map(|(id, _)| id)
            .collect();
        self.log(Entry::new(Event::Cancel, u16::MAX), Rule::Cancelled, 0);
        for id in open {
            self.close(id, Rule::Cancelled);
            self.log(Entry::new(Event::Follows, id), Rule::Cancelled, 0);
        }
        self.last_stop = Some(Rule::Cancelled);
    }

    /// Ends one call, as [`cancel`](Self::cancel) ends them all: nobody drives it any more, for example because the future that
    /// did so was dropped. The task goes on. What was sent and not answered is unknown, and what was refused or not sent failed, so
    /// that it may be planned again. Of a batch, and of an item of one, it is the whole batch.
    ///
    /// A call that is over stays as it is.
    pub fn abandon(&mut self, id: CallId, now: Duration) {
        let CallId(id) = id;
        let whole = self.op(id).and_then(|op| op.item_of).map_or(id, |(batch, _)| batch);
        let is_of_it = |id: u16, op: &Op| id == whole || op.item_of.is_some_and(|(batch, _)| batch == whole);
        let open: Vec<u16> = (0_u16..)
            .zip(self.ops.iter())
            .filter(|(id, op)| is_of_it(*id, op) && op.is_open())
            .map(|(id, _)| id)
            .collect();
        if open.is_empty() {
            return;
        }
        self.tick(now);
        self.log(Entry::new(Event::Abandon, whole), Rule::Cancelled, 0);
        for id in open {
            self.close(id, Rule::Cancelled);
            if id != whole {
                self.log(Entry::new(Event::Follows, id), Rule::Cancelled, 0);
            }
        }
        if self.op(whole).is_some_and(|op| op.phase == Phase::Split) {
            // What is next is nothing: none of its items is open any more.
            let _ = self.batch_over(whole);
        }
    }

    /// Ends a call without success.
    pub(super) fn close(&mut self, id: u16, rule: Rule) {
        self.last_stop = Some(rule);
        if let Some(op) = self.op_mut(id) {
            op.phase = Phase::Closed;
            op.outcome = if op.in_doubt {
                Outcome::Unknown(rule)
            } else {
                Outcome::Failed(rule)
            };
        }
    }

    /// Writes a decision down.
    #[inline]
    pub(super) fn log(&mut self, mut entry: Entry, rule: Rule, wait: u32) {
        entry.at = self.clock;
        entry.rule = rule;
        entry.wait = wait;
        self.ledger.push(entry);
    }
}

/// What is kept of a planned call.
#[inline]
fn op_of(parts: Parts, call: u64, refused: Option<Rule>, shown: (Option<u32>, u8), clock: u32) -> Op {
    let tool = parts.tool;
    // A key is only what the tool documents as one.
    let key = parts.key.filter(|_| !tool.dedupe_key.is_empty());
    let (phase, outcome) = match refused {
        Some(rule) => (Phase::Closed, Outcome::Failed(rule)),
        None => (Phase::Sending, Outcome::Open),
    };
    Op {
        effect: tool.effect(key.is_some() || parts.arguments.has_key),
        name: parts.name,
        key,
        sent: Sent {
            key: call,
            sends: 0,
            reads: 0,
            refused: None,
            arguments: parts.arguments,
        },
        before: None,
        items: parts.items,
        first_item: None,
        item_of: None,
        has_probe: parts.has_probe,
        is_fixable: parts.is_fixable,
        has_steps: parts.has_steps,
        until_changed: parts.until_changed,
        always_verify: parts.always_verify,
        phase,
        why: Why::Doubt,
        outcome,
        attempts: 0,
        read_attempts: 0,
        rechecks: 0,
        in_doubt: false,
        was_in_doubt: false,
        said_done: false,
        resend_used: false,
        has_stepped: false,
        due: 0,
        not_before: 0,
        polls: 0,
        polling_since: clock,
        state: shown.0,
        same_states: shown.1,
        tool,
    }
}

/// Which call it is: the tool and its arguments.
pub(super) fn call_key(tool: &str, arguments: &Arguments) -> u64 {
    spread(Value::string(tool).0, arguments.key)
}
