//! Items of a batch, each as its own call; and calls that were fixed or waited for a step.

use std::time::Duration;

use super::arguments::Arguments;
use super::begin::call_key;
use super::checks::For;
use super::ledger::{CALLED, CALLED_AND_FAILED, Entry, Event, Facts, HAS_KEY, NO, UNCLEAR, YES};
use super::op::{Op, Outcome, Phase, Sent, Why};
use super::rule::Rule;
use super::task::{CallId, Next, Task};
use super::value::spread;

/// What became of a step that a server named: of [`Next::Step`]. `true` is [`Taken`](Self::Taken), `false` is [`Failed`](Self::Failed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// It was taken, or may have been.
    Taken,
    /// It was tried, and failed.
    Failed,
    /// Nothing was sent, so it counts as no call.
    Declined,
    /// It was made as a call of the same task, which has its own lines in ledger and report, and was taken or may have been.
    Called,
    /// It was made as a call of the same task, and failed.
    CalledAndFailed,
}

impl Stepped {
    pub(super) const ALL: [Self; 5] = [
        Self::Taken,
        Self::Failed,
        Self::Declined,
        Self::Called,
        Self::CalledAndFailed,
    ];

    /// As the ledger has it.
    pub(super) const fn flag(self) -> u8 {
        match self {
            Self::Taken => YES,
            Self::Failed => NO,
            Self::Declined => UNCLEAR,
            Self::Called => CALLED,
            Self::CalledAndFailed => CALLED_AND_FAILED,
        }
    }
}

impl From<bool> for Stepped {
    fn from(is_taken: bool) -> Self {
        if is_taken { Self::Taken } else { Self::Failed }
    }
}

impl Task {
    /// The items of a batch as calls; none if the task has no room for them.
    pub(super) fn items_of(&mut self, batch: u16) -> Option<Vec<Op>> {
        let first = u16::try_from(self.ops.len()).ok()?;
        let op = self.op_mut(batch)?;
        let count = u16::try_from(op.items.as_ref()?.len()).ok()?;
        first.checked_add(count)?;
        op.first_item = Some(first);
        let op = self.op(batch)?;
        let item = |place: u16| {
            let number = u64::from(place) + 1;
            Op {
                phase: Phase::Queued,
                outcome: Outcome::Open,
                why: Why::Doubt,
                name: None,
                // Numbers below are the fixed call's.
                key: op.action_key().map(|key| key.of_action(number << 1)),
                sent: Sent {
                    // The whole with one item is the very call that the item is.
                    key: if count == 1 {
                        op.sent.key
                    } else {
                        spread(op.sent.key, number)
                    },
                    sends: 0,
                    reads: 0,
                    refused: None,
                    arguments: op.sent.arguments.clone(),
                },
                before: None,
                items: None,
                first_item: None,
                item_of: Some((batch, place)),
                attempts: 0,
                read_attempts: 0,
                rechecks: 0,
                in_doubt: false,
                was_in_doubt: false,
                said_done: false,
                resend_used: false,
                has_stepped: false,
                ..op.clone()
            }
        };
        Some((0..count).map(item).collect())
    }

    /// The next item that is missing, or what came of the batch.
    pub(super) fn next_item(&mut self, batch: u16) -> Next {
        let mut turn = self.op(batch).and_then(|op| op.first_item).unwrap_or(u16::MAX);
        while let Some(op) = self.op(turn).filter(|op| op.item_of.is_some_and(|(of, _)| of == batch)) {
            if op.phase == Phase::Queued {
                let (pause, is_given) = self.pause_for(turn, Duration::ZERO);
                let Some(rule) = self.refused(op, For::NewCall, pause, is_given) else {
                    let entry = Entry::new(Event::Follows, turn);
                    if is_given {
                        return self.wait(entry, For::NewCall, pause, true, Rule::ServerWait);
                    }
                    self.mark_sent(turn, true);
                    self.log(entry, Rule::RedoMissing, 0);
                    return Next::Send(CallId(turn));
                };
                self.close(turn, rule);
                self.log(Entry::new(Event::Follows, turn), rule, 0);
            }
            turn = turn.saturating_add(1);
        }
        self.batch_over(batch)
    }

    /// What came of a batch: in doubt if an item is, else done as far as anything of it is.
    pub(super) fn batch_over(&mut self, batch: u16) -> Next {
        let own = self
            .ops
            .iter()
            .filter(|op| op.item_of.is_some_and(|(of, _)| of == batch));
        let (mut whole, mut stop) = (None, None);
        for outcome in own.map(|op| op.outcome) {
            if let Outcome::Failed(rule) | Outcome::Unknown(rule) = outcome {
                stop = Some(rule);
            }
            whole = match (whole, outcome) {
                (Some(Outcome::Unknown(_)), _) | (Some(Outcome::Done(_)), Outcome::Failed(_)) => whole,
                _ => Some(outcome),
            };
        }
        if let (Some(op), Some(whole)) = (self.op_mut(batch), whole) {
            op.outcome = whole;
        }
        stop.map_or(Next::Done, Next::Stop)
    }

    /// The arguments were corrected, or could not be (`None`). A fixed call is a new call with attempts of its own; it is the
    /// only one of its kind, and the same arguments are no fix.
    pub fn fixed(&mut self, id: CallId, arguments: Option<Arguments>, now: Duration) -> Next {
        let CallId(id) = id;
        if self.op(id).is_none_or(|op| op.phase != Phase::Fixing) {
            return Next::Stop(Rule::OutOfTurn);
        }
        self.tick(now);
        let mut entry = Entry::new(Event::Fixed, id);
        let Some(arguments) = arguments else {
            entry.seen = Facts::Flags(NO);
            return self.stop(entry, Rule::BadInput);
        };
        entry.seen = Facts::Flags(YES | if arguments.has_key { HAS_KEY } else { 0 });
        let Some(op) = self.op_mut(id) else {
            return Next::Stop(Rule::OutOfTurn);
        };
        let key = call_key(&op.tool.name, &arguments);
        let is_same = key == op.sent.key;
        let sent = Sent {
            key,
            sends: 0,
            reads: 0,
            refused: None,
            arguments,
        };
        op.before = Some(Box::new(std::mem::replace(&mut op.sent, sent)));
        op.effect = op.tool.effect(op.key.is_some() || op.sent.arguments.has_key);
        op.attempts = 0;
        op.said_done = false;
        op.resend_used = false;
        if is_same {
            return self.stop(entry, Rule::BadInput);
        }
        let refused = self
            .op(id)
            .and_then(|op| self.refused_new(&op.tool, op.sent.key, &op.sent.arguments, Some(id)));
        match refused {
            Some(rule) => self.stop(entry, rule),
            None => self.send(entry, For::NewCall, Rule::FixOnce),
        }
    }

    /// What became of the step that the server named. If it was taken, the call is sent again, as one of its attempts.
    pub fn stepped(&mut self, id: CallId, stepped: impl Into<Stepped>, now: Duration) -> Next {
        let CallId(id) = id;
        if self.op(id).is_none_or(|op| op.phase != Phase::Stepping) {
            return Next::Stop(Rule::OutOfTurn);
        }
        self.tick(now);
        let stepped = stepped.into();
        let entry = Entry {
            seen: Facts::Flags(stepped.flag()),
            ..Entry::new(Event::Stepped, id)
        };
        let (pause, is_given) = self.pause_for(id, Duration::ZERO);
        // A call of the task is counted where it was begun.
        self.calls += u32::from(matches!(stepped, Stepped::Taken | Stepped::Failed));
        self.recovery_calls -= u32::from(stepped == Stepped::Declined);
        if !matches!(stepped, Stepped::Taken | Stepped::Called) {
            self.stop(entry, Rule::Precondition)
        } else if is_given {
            self.wait(entry, For::Retry, pause, true, Rule::ServerWait)
        } else {
            self.send(entry, For::Retry, Rule::StepOnce)
        }
    }
}
