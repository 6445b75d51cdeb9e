//! What the engine keeps of each call.

use errtax_core::{Class, Effect};

use super::arguments::Arguments;
use super::key::Key;
use super::rule::Rule;
use super::tool::{Name, ToolRef};

/// Where a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// An item whose turn has not come.
    Queued,
    /// It was handed out to be sent, and no answer is known.
    Sending,
    /// A read on its behalf was handed out.
    Reading,
    /// Time has to pass.
    Waiting(Then),
    /// Its arguments are being corrected.
    Fixing,
    /// The step that the server named is being taken.
    Stepping,
    /// A batch whose items go on by themselves.
    Split,
    /// Nothing more happens.
    Closed,
}

/// What follows when the time has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Send,
    Poll,
    Read,
}

/// Why a read is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// A write is in doubt, and sent once more if it did not happen.
    Doubt,
    /// It was refused for good by this rule; the read shows where things stand.
    Refused(Rule),
    /// Some of it landed.
    Partial,
    /// The server says that it knows the call, and shows no state.
    Duplicate,
    /// It was taken on, no more.
    Weak,
}

/// What came of a call, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Open,
    Done(Rule),
    Failed(Rule),
    Unknown(Rule),
}

/// The call as it is sent now: a fixed call has another one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sent {
    /// Tool and arguments.
    pub(super) key: u64,
    /// How often it was sent.
    pub(super) sends: u32,
    /// How often a read was made on its behalf.
    pub(super) reads: u32,
    /// The last error that no retry cures: class and position of the code.
    pub(super) refused: Option<(Class, u16)>,
    pub(super) arguments: Arguments,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Op {
    pub(super) tool: ToolRef,
    pub(super) name: Option<Name>,
    pub(super) effect: Effect,
    pub(super) key: Option<Key>,
    pub(super) sent: Sent,
    /// The call before it was fixed.
    pub(super) before: Option<Box<Sent>>,
    /// The items of a batch, and from which position on they are calls of their own.
    pub(super) items: Option<Box<[Name]>>,
    pub(super) first_item: Option<u16>,
    /// Of an item: its batch, and its place in it.
    pub(super) item_of: Option<(u16, u16)>,
    pub(super) has_probe: bool,
    pub(super) is_fixable: bool,
    pub(super) has_steps: bool,
    pub(super) until_changed: bool,
    pub(super) always_verify: bool,

    pub(super) phase: Phase,
    pub(super) why: Why,
    pub(super) outcome: Outcome,
    /// Attempts of the call, and of the read that is made for it.
    pub(super) attempts: u32,
    pub(super) read_attempts: u32,
    pub(super) rechecks: u32,
    /// Whether an attempt may have landed of which nothing else is known; and the same before the last attempt.
    pub(super) in_doubt: bool,
    pub(super) was_in_doubt: bool,
    /// Whether the server said of an attempt that it was carried out.
    pub(super) said_done: bool,
    /// Whether the one resend of a write in doubt was made.
    pub(super) resend_used: bool,
    pub(super) has_stepped: bool,
    /// When a wait is over.
    pub(super) due: u32,
    /// Before this the server is not to be called again, whatever is read in between.
    pub(super) not_before: u32,
    /// Of a poll: since when, how often it was read, what it last showed and how often in a row.
    pub(super) polls: u32,
    pub(super) polling_since: u32,
    pub(super) state: Option<u32>,
    pub(super) same_states: u8,
}

impl Op {
    pub(super) const fn is_write(&self) -> bool {
        !matches!(self.effect, Effect::Read)
    }

    pub(super) const fn is_open(&self) -> bool {
        matches!(self.outcome, Outcome::Open) && !matches!(self.phase, Phase::Split)
    }

    /// Whether it is a whole batch, which is never sent again.
    pub(super) const fn is_batch(&self) -> bool {
        self.items.is_some()
    }

    /// What stands in the report: of an open call, what is true if nothing more is heard of it.
    pub(super) fn told(&self) -> Outcome {
        match self.outcome {
            Outcome::Open if self.in_doubt => Outcome::Unknown(Rule::Unfinished),
            Outcome::Open => Outcome::Failed(Rule::Unfinished),
            outcome => outcome,
        }
    }

    /// The key of the action as it is now.
    pub(super) fn action_key(&self) -> Option<Key> {
        let number = u64::from(self.before.is_some());
        self.key.map(|key| key.of_action(number))
    }

    /// The calls of this tool with these arguments that were sent for it, fixed or not.
    pub(super) fn sent_as(&self, key: u64) -> impl Iterator<Item = &Sent> {
        let all = std::iter::once(&self.sent).chain(self.before.as_deref());
        all.filter(move |sent| sent.key == key)
    }
}
