//! What goes wrong between a client and its server, and when.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use fastrand::Rng;

/// What becomes of a call on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: it is carried out and answered.
    None,
    /// No connection comes about.
    Refused,
    /// The connection is reset before the request has arrived.
    ResetBefore,
    /// The connection is reset after the request was carried out. To the client this and the one before are the same.
    ResetAfter,
    /// The connection ends before the request has arrived.
    EndBefore,
    /// The connection ends after the request was carried out.
    EndAfter,
    /// The request is lost, and nobody says so.
    SilenceBefore,
    /// The answer is lost, and nobody says so.
    SilenceAfter,
    /// A gateway refuses the call with status 429, and perhaps says how long to wait.
    Limited(Option<Duration>),
    /// It is carried out, and the answer is held back this long.
    Stall(Duration),
    /// The request is under way this long, and is carried out then, whether or not anyone still waits.
    Late(Duration),
    /// Of the rows of a file only so many reach the server, and then the connection is reset.
    CutShort(usize),
    /// It is carried out or not, and what comes back is no answer.
    Garbage(Garbage, Reached),
    /// A gateway no longer takes the credential.
    Unauthorized,
}

/// What comes back in place of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Garbage {
    /// A failed result with a page of HTML.
    Page,
    /// A result that calls itself a success and is a page of HTML.
    Welcome,
    /// A result of no kind that a tool has.
    OtherKind,
    /// An error of JSON-RPC that says nothing.
    Error,
}

/// Whether the server got the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It did, and carried it out.
    Server,
    /// It did not.
    Nobody,
}

impl Fault {
    /// Its word, as it stands in traces and in counts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Refused => "refused",
            Self::ResetBefore => "reset before it arrived",
            Self::ResetAfter => "reset after commit",
            Self::EndBefore => "end before it arrived",
            Self::EndAfter => "end after commit",
            Self::SilenceBefore => "request lost",
            Self::SilenceAfter => "answer lost",
            Self::Limited(None) => "429",
            Self::Limited(Some(_)) => "429 with a wait",
            Self::Stall(_) => "stall",
            Self::Late(_) => "late",
            Self::CutShort(_) => "cut short",
            Self::Garbage(..) => "garbage",
            Self::Unauthorized => "401",
        }
    }

    /// One of each kind.
    pub const KINDS: &'static [Self] = &[
        Self::Refused,
        Self::ResetBefore,
        Self::ResetAfter,
        Self::EndBefore,
        Self::EndAfter,
        Self::SilenceBefore,
        Self::SilenceAfter,
        Self::Limited(None),
        Self::Limited(Some(Duration::from_secs(1))),
        Self::Stall(Duration::from_secs(1)),
        Self::Late(Duration::from_secs(1)),
        Self::CutShort(0),
        Self::Garbage(Garbage::Page, Reached::Nobody),
        Self::Unauthorized,
    ];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limited(Some(time)) => write!(f, "429, wait {} s", time.as_secs()),
            Self::Stall(time) => write!(f, "answer held back {} s", time.as_secs()),
            Self::Late(time) => write!(f, "request late by {} s", time.as_secs()),
            Self::CutShort(rows) => write!(f, "reset after {rows} of the rows"),
            Self::Garbage(garbage, Reached::Server) => write!(f, "{garbage} in place of the answer"),
            Self::Garbage(garbage, Reached::Nobody) => write!(f, "{garbage}, and the call reached nobody"),
            _ => f.pad(self.as_str()),
        }
    }
}

impl fmt::Display for Garbage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page => "a page of HTML",
            Self::Welcome => "a page that calls itself a success",
            Self::OtherKind => "a result of another kind",
            Self::Error => "an error without a meaning",
        })
    }
}

/// What the next call meets.
#[derive(Clone, Debug)]
pub enum Faults {
    /// These, one after the other, and then nothing more.
    Script(VecDeque<Fault>),
    /// What a seed draws.
    Drawn(Drawn),
}

/// Faults that a seed draws.
#[derive(Clone, Debug)]
pub struct Drawn {
    random: Rng,
    /// How many of 100 calls meet a fault.
    percent: u8,
}

/// What of a call decides which faults it can meet.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// How many rows its file has, if it has one.
    pub rows: usize,
    /// Whether it does no harm that it is carried out when nobody waits for it any more: it reads, or the server dedupes it
    /// and nobody looks whether it is there. A read that says "not there" is true only of what has arrived, so
    /// no client can be right about a write that arrives after it.
    pub may_be_late: bool,
}

impl Faults {
    /// These, one after the other.
    #[must_use]
    pub fn script(faults: impl IntoIterator<Item = Fault>) -> Self {
        Self::Script(faults.into_iter().collect())
    }

    /// So many of 100 calls meet one of those that this draws.
    #[must_use]
    pub fn drawn(random: Rng, percent: u8) -> Self {
        Self::Drawn(Drawn { random, percent })
    }

    /// What the next call meets.
    pub fn next(&mut self, kind: Kind) -> Fault {
        match self {
            Self::Script(faults) => faults.pop_front().unwrap_or(Fault::None),
            Self::Drawn(drawn) => drawn.next(kind),
        }
    }

    /// Whether a new connection comes about after the old one has ended.
    pub fn connects(&mut self) -> bool {
        match self {
            Self::Script(_) => true,
            Self::Drawn(drawn) => drawn.random.u8(0..100) >= drawn.percent / 2,
        }
    }
}

impl Drawn {
    fn next(&mut self, kind: Kind) -> Fault {
        if self.random.u8(0..100) >= self.percent {
            return Fault::None;
        }
        match self.random.u8(0..22) {
            0 | 1 => Fault::Refused,
            2 | 3 => Fault::ResetBefore,
            4..=6 => Fault::ResetAfter,
            20 => Fault::EndBefore,
            21 => Fault::EndAfter,
            7 => Fault::SilenceBefore,
            8 | 9 => Fault::SilenceAfter,
            10 => Fault::Limited(None),
            // A wait that fits, and now and then one that does not.
            11 | 12 => Fault::Limited(Some(self.seconds(&[1, 2, 7, 20, 45, 119, 120, 300]))),
            13 | 14 => Fault::Stall(self.seconds(&[1, 10, 29, 31, 60, 119, 200])),
            15 if kind.may_be_late => Fault::Late(self.seconds(&[1, 29, 31, 40, 90, 150])),
            16 | 17 if kind.rows > 0 => Fault::CutShort(self.random.usize(0..=kind.rows)),
            // It ends the task, so it is to be rare.
            18 if self.random.u8(0..4) == 0 => Fault::Unauthorized,
            19 => Fault::Garbage(self.garbage(), self.reached()),
            _ => Fault::ResetAfter,
        }
    }

    fn seconds(&mut self, of: &[u64]) -> Duration {
        Duration::from_secs(self.random.choice(of).copied().unwrap_or(1))
    }

    fn garbage(&mut self) -> Garbage {
        match self.random.u8(0..4) {
            0 => Garbage::Page,
            1 => Garbage::Welcome,
            2 => Garbage::OtherKind,
            _ => Garbage::Error,
        }
    }

    fn reached(&mut self) -> Reached {
        if self.random.bool() {
            Reached::Server
        } else {
            Reached::Nobody
        }
    }
}
