//! The task: what one report is written for.

use std::time::Duration;

use smallvec::SmallVec;

use super::call::{Call, Once, Recoverable};
use super::key::Key;
use super::ledger::Entry;
use super::limits::Limits;
use super::op::{Op, Phase};
use super::rule::Rule;
use super::seen::Transport;
use super::tool::{Name, Tool};

/// A call of a task. It means nothing to another task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(pub(super) u16);

/// What whoever drives the engine does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the engine does nothing by itself"]
pub enum Next {
    /// Nothing: the call came to what it should.
    Done,
    /// Wait so long, then [`Task::resume`].
    Wait(CallId, Duration),
    /// Send this call, then [`Task::on_reply`]. Of an item of a batch it is the item's own call: see [`Task::item`].
    Send(CallId),
    /// Read whether the call is there, then [`Task::on_probe`]; or [`Task::on_reply`] where the read failed.
    Read(CallId),
    /// Correct the arguments from the error, then [`Task::fixed`].
    Fix(CallId),
    /// Take the step that the error named in `next`, then [`Task::stepped`].
    Step(CallId),
    /// Nothing more: recovery ended by this rule.
    Stop(Rule),
}

/// A task, which ends in one report: its limits, and a ledger of all that happened.
///
/// It is told what happened and when, and says what is to be done. It has no clock, no randomness, no runtime and no
/// lock, so dropping a future that drives it loses nothing: what was sent is in the ledger before it is sent, and
/// [`abandon`](Self::abandon) closes the call. [`SharedTask`](super::SharedTask) drives it.
///
/// Times are durations since any one origin, of a clock that does not go back. If it does, no time has passed.
#[derive(Clone, Debug)]
pub struct Task {
    pub(super) name: Name,
    pub(super) limits: Limits,
    pub(super) ops: SmallVec<[Op; 13]>,
    /// Two entries for each of the calls that have room in place, if nothing goes wrong.
    pub(super) ledger: SmallVec<[Entry; 26]>,
    pub(super) codes: SmallVec<[Name; 2]>,
    /// What reads found of batches.
    pub(super) found: Vec<Box<[bool]>>,
    origin: Option<Duration>,
    /// Milliseconds since the origin, of the last event.
    pub(super) clock: u32,
    pub(super) first_send: Option<u32>,
    pub(super) last_event: u32,
    pub(super) first_failure: Option<u32>,
    pub(super) calls: u32,
    pub(super) recovery_calls: u32,
    /// Why no call is sent any more.
    pub(super) closed: Option<Rule>,
    pub(super) last_stop: Option<Rule>,
}

impl Task {
    /// A task with the usual limits.
    #[must_use]
    pub fn new(name: impl Into<Name>) -> Self {
        Self::with_limits(name, Limits::DEFAULT)
    }

    /// A task with limits of its own.
    #[must_use]
    pub fn with_limits(name: impl Into<Name>, limits: Limits) -> Self {
        let time = u64::try_from(limits.recovery_time.as_millis()).unwrap_or(u64::MAX);
        let limits = Limits {
            recovery_time: Duration::from_millis(time),
            ..limits
        };
        Self {
            name: name.into(),
            limits,
            ops: SmallVec::new(),
            ledger: SmallVec::new(),
            codes: SmallVec::new(),
            found: Vec::new(),
            origin: None,
            clock: 0,
            first_send: None,
            last_event: 0,
            first_failure: None,
            calls: 0,
            recovery_calls: 0,
            closed: None,
            last_stop: None,
        }
    }

    /// Plans a call and hands it out: send it, then [`on_reply`](Self::on_reply).
    ///
    /// # Errors
    ///
    /// With the rule by which it is not sent. It is in the report as failed all the same.
    #[inline]
    pub fn begin(&mut self, call: Call<Recoverable>, now: Duration) -> Result<CallId, Rule> {
        self.plan(call.parts, now)
    }

    /// Plans a call that nothing allows to repeat once it may have arrived. What was provably refused or not sent is sent
    /// again within the limits; an answer that is lost ends as unknown.
    ///
    /// # Errors
    ///
    /// As [`begin`](Self::begin).
    #[inline]
    pub fn begin_once(&mut self, call: Call<Once>, now: Duration) -> Result<CallId, Rule> {
        self.plan(call.parts, now)
    }

    /// How long the call that was just handed out may take, if recovery limits it: a first try of planned work has all the time
    /// that its own timeout gives it. Whoever sends it takes the shorter of the two.
    #[must_use]
    pub fn timeout(&self, id: CallId, now: Duration) -> Option<Duration> {
        let op = self.op(id.0)?;
        let is_first = op.phase == Phase::Sending && op.attempts == 1 && op.before.is_none() && op.item_of.is_none();
        let deadline = self.deadline().filter(|_| !is_first || op.polls > 0)?;
        let left = deadline.saturating_sub(u64::from(self.at(now)));
        Some(Duration::from_millis(left))
    }

    /// The key under which this call is sent, on every attempt: none unless it was made [`keyed`](Call::keyed).
    #[must_use]
    pub fn key(&self, id: CallId) -> Option<Key> {
        self.op(id.0)?.action_key()
    }

    /// The tool of this call.
    #[must_use]
    pub fn tool(&self, id: CallId) -> Option<&Tool> {
        Some(&self.op(id.0)?.tool)
    }

    /// Of an item of a batch: the batch, and which of its items this is.
    #[must_use]
    pub fn item(&self, id: CallId) -> Option<(CallId, usize)> {
        let (batch, place) = self.op(id.0)?.item_of?;
        Some((CallId(batch), usize::from(place)))
    }

    /// Whether this call was fixed: what is sent is what [`fixed`](Self::fixed) was told.
    #[must_use]
    pub fn is_fixed(&self, id: CallId) -> bool {
        self.op(id.0).is_some_and(|op| op.before.is_some())
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// How many calls were sent, reads included.
    #[must_use]
    pub const fn calls(&self) -> u32 {
        self.calls
    }

    /// How many of them were spent on recovery.
    #[must_use]
    pub const fn recovery_calls(&self) -> u32 {
        self.recovery_calls
    }

    /// From the first call to the last thing that happened.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let since = self.first_send.unwrap_or(self.last_event);
        Duration::from_millis(u64::from(self.last_event.saturating_sub(since)))
    }

    /// The rule that last stopped a call; none while none was stopped.
    #[must_use]
    pub const fn stop_reason(&self) -> Option<Rule> {
        self.last_stop
    }

    /// The rules that decided so far, in order.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.ledger.iter().map(|entry| entry.rule)
    }

    #[inline]
    pub(super) fn op(&self, id: u16) -> Option<&Op> {
        self.ops.get(usize::from(id))
    }

    #[inline]
    pub(super) fn op_mut(&mut self, id: u16) -> Option<&mut Op> {
        self.ops.get_mut(usize::from(id))
    }

    /// The time in milliseconds since the first event, never before what was told last.
    fn at(&self, now: Duration) -> u32 {
        let since = now.saturating_sub(self.origin.unwrap_or(now));
        let whole = since.as_secs().saturating_mul(1_000);
        let millis = whole.saturating_add(u64::from(since.subsec_millis()));
        u32::try_from(millis).unwrap_or(u32::MAX).max(self.clock)
    }

    /// The time of the last event, on the clock of whoever drives the task: never before what was told last.
    pub(super) fn time(&self) -> Duration {
        let since = Duration::from_millis(u64::from(self.clock));
        self.origin.unwrap_or_default().saturating_add(since)
    }

    /// The rule that decided last.
    pub(super) fn last_rule(&self) -> Rule {
        let last = self.ledger.len().checked_sub(1).and_then(|last| self.ledger.get(last));
        last.map_or(Rule::OutOfTurn, |entry| entry.rule)
    }

    /// Takes note of the time.
    #[inline]
    pub(super) fn tick(&mut self, now: Duration) {
        if self.origin.is_none() {
            self.origin = Some(now);
        } else {
            self.clock = self.at(now);
        }
        self.last_event = self.clock;
    }

    /// When recovery is over, in milliseconds since the first event; none before the first failure.
    pub(super) fn deadline(&self) -> Option<u64> {
        let time = self.recovery_millis();
        self.first_failure.map(|seen| u64::from(seen).saturating_add(time))
    }

    pub(super) fn recovery_millis(&self) -> u64 {
        u64::try_from(self.limits.recovery_time.as_millis()).unwrap_or(u64::MAX)
    }

    pub(super) fn code(&mut self, code: &str) -> u16 {
        if code.is_empty() {
            return super::ledger::NO_CODE;
        }
        let known = self.codes.iter().position(|known| known == code);
        let position = known.unwrap_or_else(|| {
            // A connection that is lost is what fails most, and costs no allocation.
            let transport = Transport::ALL
                .iter()
                .map(|transport| transport.code())
                .find(|known| *known == code);
            self.codes
                .push(transport.map_or_else(|| Name::from(code.to_owned()), Name::from));
            self.codes.len() - 1
        });
        u16::try_from(position).unwrap_or(super::ledger::NO_CODE)
    }
}

/// Two tasks are equal if they would do and say the same from here on, whatever the origin of their clocks.
impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.limits == other.limits
            && self.ops == other.ops
            && self.ledger == other.ledger
            && self.codes == other.codes
            && self.found == other.found
            && self.clock == other.clock
            && self.first_send == other.first_send
            && self.last_event == other.last_event
            && self.first_failure == other.first_failure
            && self.calls == other.calls
            && self.recovery_calls == other.recovery_calls
            && self.closed == other.closed
            && self.last_stop == other.last_stop
    }
}
