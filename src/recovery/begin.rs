//! A call is planned, and the task is cancelled.

use std::time::Duration;

use super::arguments::Arguments;
use super::call::Parts;
use super::ledger::{Entry, Event};
use super::op::{Op, Outcome, Phase, Sent, Why};
use super::rule::Rule;
use super::task::{CallId, Task};
use super::value::{Value, spread};

impl Task {
    pub(super) fn plan(&mut self, parts: Parts, now: Duration) -> Result<CallId, Rule> {
        let Ok(id) = u16::try_from(self.ops.len()) else {
            return Err(Rule::TooManyCalls);
        };
        self.tick(now);
        let op = op_of(parts);
        let refused = self.refused_new(&op.tool, op.sent.key, &op.sent.arguments, None);
        self.record(op, refused);
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

    fn record(&mut self, mut op: Op, refused: Option<Rule>) {
        if let Some(rule) = refused {
            op.phase = Phase::Closed;
            op.outcome = Outcome::Failed(rule);
        } else if op.tool.poll {
            let key = op.sent.key;
            let last = self
                .ops
                .iter()
                .filter(|known| known.sent.key == key && known.state.is_some())
                .last();
            if let Some(last) = last {
                (op.state, op.same_states) = (last.state, last.same_states);
            }
        }
        op.polling_since = self.clock;
        self.ops.push(op);
    }

    /// Reserves a call before it is sent: it counts, and a write is in doubt from here on, whatever becomes of whoever
    /// sends it.
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
    pub(super) fn log(&mut self, mut entry: Entry, rule: Rule, wait: u32) {
        entry.at = self.clock;
        entry.rule = rule;
        entry.wait = wait;
        self.ledger.push(entry);
    }
}

fn op_of(parts: Parts) -> Op {
    let tool = parts.tool;
    let arguments = parts.arguments.unwrap_or_else(|| Arguments::none(&tool));
    // A key is only what the tool documents as one.
    let key = parts.key.filter(|_| !tool.dedupe_key.is_empty());
    Op {
        effect: tool.effect(key.is_some() || arguments.has_key),
        name: parts.name,
        key,
        sent: Sent {
            key: call_key(&tool.name, &arguments),
            sends: 0,
            reads: 0,
            refused: None,
            arguments,
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
        phase: Phase::Sending,
        why: Why::Doubt,
        outcome: Outcome::Open,
        attempts: 0,
        read_attempts: 0,
        rechecks: 0,
        in_doubt: false,
        was_in_doubt: false,
        resend_used: false,
        has_stepped: false,
        due: 0,
        not_before: 0,
        polls: 0,
        polling_since: 0,
        state: None,
        same_states: 0,
        tool,
    }
}

/// Which call it is: the tool and its arguments.
pub(super) fn call_key(tool: &str, arguments: &Arguments) -> u64 {
    spread(Value::string(tool).0, arguments.key)
}
