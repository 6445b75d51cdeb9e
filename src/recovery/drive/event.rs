//! What a driver tells whoever watches.

use std::time::Duration;

use super::super::report::Status;
use super::super::rule::Rule;
use super::super::seen::Seen;
use super::super::task::CallId;
use super::attempt::Attempt;

/// What a driver is about to do, or was told: enough for a display of progress. The ledger of the task has all of it for good.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A call is sent.
    #[non_exhaustive]
    Send {
        /// The attempt.
        attempt: Attempt,
        /// The rule that sends it.
        rule: Rule,
    },
    /// A read is made on behalf of a call.
    #[non_exhaustive]
    Read {
        /// The attempt of the read.
        attempt: Attempt,
        /// The rule that makes it.
        rule: Rule,
    },
    /// A call, or the read on its behalf, failed, or was cut off by its timeout.
    #[non_exhaustive]
    Failed {
        /// The call.
        id: CallId,
        /// How.
        seen: Seen<'static>,
    },
    /// Time has to pass.
    #[non_exhaustive]
    Wait {
        /// The call that waits.
        id: CallId,
        /// How long.
        pause: Duration,
        /// What for.
        rule: Rule,
    },
    /// The arguments are corrected.
    #[non_exhaustive]
    Fix {
        /// The call.
        id: CallId,
    },
    /// The step that the error named is taken.
    #[non_exhaustive]
    Step {
        /// The call.
        id: CallId,
    },
    /// The call is over.
    #[non_exhaustive]
    End {
        /// The call; none if it was not begun.
        id: Option<CallId>,
        /// How it ended, as in [`Outcome::ended`](super::Outcome::ended).
        ended: Result<(), Rule>,
        /// What came of it.
        status: Status,
    },
}
