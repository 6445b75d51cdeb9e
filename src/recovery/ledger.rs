//! The ledger: what was told to the engine and which rule answered, in 24 bytes each.

use errtax_core::{Action, Class, Executed};

use super::rule::Rule;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Begin,
    Success,
    Failure,
    Probe,
    Resume,
    Fixed,
    Stepped,
    Cancel,
    /// Nobody drives this call any more.
    Abandon,
    /// A decision about a call that follows from what happened to another.
    Follows,
}

impl Event {
    pub(super) const ALL: &'static [(Self, &'static str)] = &[
        (Self::Begin, "begin"),
        (Self::Success, "success"),
        (Self::Failure, "failure"),
        (Self::Probe, "probe"),
        (Self::Resume, "resume"),
        (Self::Fixed, "fixed"),
        (Self::Stepped, "stepped"),
        (Self::Cancel, "cancel"),
        (Self::Abandon, "abandon"),
        (Self::Follows, "follows"),
    ];

    pub(super) fn as_str(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(event, _)| *event == self)
            .map_or("", |(_, word)| word)
    }
}

/// One line of the ledger. Times are milliseconds since the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) at: u32,
    pub(super) op: u16,
    /// A wait that the server gave, a state that it showed, the place of the items that a read found; by the event.
    pub(super) given: u32,
    /// The wait that was decided.
    pub(super) wait: u32,
    /// The position of the code among those of the task.
    pub(super) code: u16,
    pub(super) jitter: u16,
    pub(super) event: Event,
    pub(super) rule: Rule,
    pub(super) seen: Facts,
}

/// Flags of a success, a probe or a fix; class and rest of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facts {
    None,
    Flags(u8),
    Failure(Class, Executed, Option<Action>),
}

// Twenty-six of them stand in a task.
const _: () = assert!(size_of::<Option<Entry>>() == 24);

/// No code.
pub(super) const NO_CODE: u16 = u16::MAX;

impl Entry {
    pub(super) const fn new(event: Event, op: u16) -> Self {
        Self {
            at: 0,
            op,
            given: 0,
            wait: 0,
            code: NO_CODE,
            jitter: 0,
            event,
            rule: Rule::OutOfTurn,
            seen: Facts::None,
        }
    }
}

pub(super) const DUPLICATE: u8 = 1;
pub(super) const PARTIAL: u8 = 2;
pub(super) const WEAK: u8 = 4;
pub(super) const CHANGED: u8 = 8;
pub(super) const UNCHANGED: u8 = 16;
pub(super) const HAS_STATE: u8 = 32;

/// The answers of a probe, and of a fix or step that was or was not to be had.
pub(super) const YES: u8 = 1;
pub(super) const NO: u8 = 2;
pub(super) const UNCLEAR: u8 = 3;
pub(super) const ITEMS: u8 = 4;
pub(super) const CALLED: u8 = 5;
pub(super) const CALLED_AND_FAILED: u8 = 6;
pub(super) const HAS_KEY: u8 = 8;
