//! The rules: each decision names the one that made it.

use std::fmt;
use std::str::FromStr;

macro_rules! rules {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $word:literal $kind:ident, )+) => {
        /// A rule that made a decision. Its word stands in the ledger and, for those that stop, in the report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $( $(#[doc = $doc])+ $variant, )+
        }

        impl Rule {
            /// Every rule: first those that go on, then those that stop.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its word: `server_wait_past_deadline`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What it says, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii()),+ }
            }

            /// Whether it ends the recovery of a call without success.
            #[must_use]
            pub const fn stops(self) -> bool {
                match self { $(Self::$variant => rules!(@stops $kind)),+ }
            }
        }

        impl FromStr for Rule {
            type Err = UnknownRule;

            fn from_str(word: &str) -> Result<Self, UnknownRule> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(UnknownRule),
                }
            }
        }
    };
    (@stops goes) => { false };
    (@stops stops) => { true };
}

rules! {
    /// The first try of a planned call is sent.
    FirstTry = "first_try" goes,
    /// The server answered after it had carried the call out.
    Acknowledged = "acknowledged" goes,
    /// The server knows the call already, and shows the state that it led to.
    DuplicateShown = "duplicate_shown" goes,
    /// A fresh read shows that it is there.
    ReadShows = "read_shows" goes,
    /// What was waited for has changed.
    Changed = "changed" goes,
    /// Nothing has changed yet, so it is read again after backoff.
    PollAgain = "poll_again" goes,
    /// The same call again after backoff: 1 s before the first retry, 2 s before the second, plus the jitter.
    Backoff = "backoff" goes,
    /// The same call again after the wait that the server gave, not a millisecond earlier.
    ServerWait = "server_wait" goes,
    /// A write in doubt is sent once more under the same key, by which the server dedupes.
    ResendSameKey = "resend_same_key" goes,
    /// A write is sent once more, because a fresh read shows that it did not happen.
    ResendAfterRead = "resend_after_read" goes,
    /// The time has come: what was waited for is sent.
    WaitOver = "wait_over" goes,
    /// It was asked too early: the rest of the wait is waited.
    StillWaiting = "still_waiting" goes,
    /// A write in doubt is read before anything else is done.
    VerifyFirst = "verify_first" goes,
    /// The read waits until the write has had the time that the tool says it takes to show.
    Settle = "settle" goes,
    /// A read that shows nothing is made again before it counts.
    Recheck = "recheck" goes,
    /// One fresh read to see where things stand.
    ReadState = "read_state" goes,
    /// The arguments are fixed once from the error; that is a new call.
    FixOnce = "fix_once" goes,
    /// The step that the server names is taken once, then the call is sent again.
    StepOnce = "step_once" goes,
    /// Only the items that are missing are sent again, each as its own call.
    RedoMissing = "redo_missing" goes,

    /// The call has had all its attempts.
    AttemptsExhausted = "attempts_exhausted" stops,
    /// The task has used all its recovery calls.
    RecoveryCallsExhausted = "recovery_calls_exhausted" stops,
    /// The time for recovery would be over before the next call could be sent.
    Deadline = "deadline" stops,
    /// The wait that the server gave does not end before the deadline.
    ServerWaitPastDeadline = "server_wait_past_deadline" stops,
    /// The same call was made as often as it may be in one task.
    LoopSameCall = "loop_same_call" stops,
    /// The same call got the same error that no retry cures, a second time.
    LoopSameError = "loop_same_error" stops,
    /// Three reads in a row showed the same state while a change was waited for.
    LoopNoChange = "loop_no_change" stops,
    /// The call would undo one that was made in this task.
    LoopUndo = "loop_undo" stops,
    /// The same write is under way or in doubt, or it is a batch of which a part is there.
    SingleFlight = "single_flight" stops,
    /// The arguments are wrong, and the one fix is not to be had or used up.
    BadInput = "bad_input" stops,
    /// Who is calling, or what they may do. Ends all recovery of the task.
    Auth = "auth" stops,
    /// The thing is not there, closed or gone.
    NotFound = "not_found" stops,
    /// Someone else got there, and a read does not show what was wanted.
    Conflict = "conflict" stops,
    /// The system is not in the state that the call needs.
    Precondition = "precondition" stops,
    /// Only some of it landed, and what is missing was not redone.
    Partial = "partial" stops,
    /// The server says that it was called off.
    CalledOff = "called_off" stops,
    /// The server is broken; repeating the call does not help.
    Internal = "internal" stops,
    /// The one resend of a write in doubt is used up, and a read shows that it did not happen.
    ResendUsed = "resend_used" stops,
    /// A write is in doubt, and nothing tells whether it happened.
    UnknownUnverifiable = "unknown_unverifiable" stops,
    /// The task was cancelled, or nobody drives the call any more.
    Cancelled = "cancelled" stops,
    /// The report was asked for while the call was still open.
    Unfinished = "unfinished" stops,
    /// The task has more calls than its ledger can name.
    TooManyCalls = "too_many_calls" stops,
    /// What was told does not fit where the call stands; nothing is done.
    OutOfTurn = "out_of_turn" stops,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// As what keeps a call from being begun.
impl std::error::Error for Rule {}

/// A word that is no rule of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRule;

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a rule of recovery")
    }
}

impl std::error::Error for UnknownRule {}
