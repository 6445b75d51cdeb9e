//! What came of a driven call.

use std::time::Duration;

use super::super::op;
use super::super::report::Status;
use super::super::rule::Rule;
use super::super::task::{CallId, Task};

/// What came of a driven call. The task knows all of it too, and its report is the one that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome<V> {
    /// The value of the last answer that came, a failure or not; none if none came. A write that a read verified is done, and its
    /// last answer may all the same be a failure.
    pub value: Option<V>,
    /// Whether the call came to what it should; else the rule that ended it, also where it was not begun.
    pub ended: Result<(), Rule>,
    /// What came of it, as a report of this call alone would say: [`Unknown`](Status::Unknown) where a write may have landed.
    pub status: Status,
    /// The call; none if it was not begun.
    pub id: Option<CallId>,
    /// How often it was sent: fixed or not, and the items of a batch too.
    pub attempts: u32,
    /// How often a read was made on its behalf.
    pub reads: u32,
    /// What was waited between them.
    pub waits: Vec<Duration>,
}

impl<V> Outcome<V> {
    /// Whether all of it is verified.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        matches!(self.status, Status::Done)
    }

    /// What was waited, all in all.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.waits.iter().sum()
    }

    /// The same with another value.
    #[must_use]
    pub fn map<W>(self, map: impl FnOnce(V) -> W) -> Outcome<W> {
        Outcome {
            value: self.value.map(map),
            ended: self.ended,
            status: self.status,
            id: self.id,
            attempts: self.attempts,
            reads: self.reads,
            waits: self.waits,
        }
    }

    /// The value of the last answer where all is verified, else the rule that ended it.
    ///
    /// # Errors
    ///
    /// When the call did not come to what it should.
    pub fn done(self) -> Result<Option<V>, Rule> {
        self.ended.map(|()| self.value)
    }
}

impl Task {
    /// What came of a call and, of a batch, of its items; and the rule that ended it without success.
    pub(super) fn came_to(&self, id: CallId) -> (Status, Option<Rule>) {
        let (mut done, mut failed, mut unknown, mut rule) = (false, false, false, None);
        let is_split = self.op(id.0).is_some_and(|op| op.first_item.is_some());
        let is_it = |(at, op): &(u16, &op::Op)| match op.item_of {
            Some((batch, _)) => is_split && batch == id.0 || *at == id.0,
            None => *at == id.0 && !is_split,
        };
        for (_, op) in (0_u16..).zip(self.ops.iter()).filter(is_it) {
            match op.told() {
                op::Outcome::Done(_) => done = true,
                op::Outcome::Failed(by) => (failed, rule) = (true, Some(by)),
                op::Outcome::Unknown(by) => (unknown, rule) = (true, Some(by)),
                op::Outcome::Open => {}
            }
        }
        (Status::of(done, failed, unknown), rule)
    }
}
