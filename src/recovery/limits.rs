//! The three limits, and how long is waited.

use std::time::Duration;

/// What recovery may cost. Whichever is reached first ends it.
///
/// There is no way to leave one out: a limit that can be absent is one that was absent when it was needed.
///
/// ```
/// use errtax::recovery::Limits;
///
/// let limits = Limits { attempts_per_call: 2, ..Limits::DEFAULT };
/// assert_eq!(limits.recovery_calls, 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How often one call is sent, the first try included: 3 is the first try and two retries. A first
    /// try is sent in any case.
    pub attempts_per_call: u32,
    /// How many calls of a task are spent on recovery: retries, reads and their retries, a fixed call, redone items.
    pub recovery_calls: u32,
    /// How long recovery may take, from the first failure of the task that is *seen*. It never starts anew.
    pub recovery_time: Duration,
}

impl Limits {
    /// 3 attempts a call, 10 recovery calls a task, 120 s from the first failure.
    pub const DEFAULT: Self = Self {
        attempts_per_call: 3,
        recovery_calls: 10,
        recovery_time: Duration::from_secs(120),
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How often the same call, with the same arguments, may be made in one task, whatever came of it.
pub(super) const SAME_CALL: u32 = 3;
/// How many equal states in a row end waiting for a change.
pub(super) const SAME_STATE: u8 = 3;
/// From this wait on, those between polls stay as long: 2 s, as before the second retry.
pub(super) const SLOWEST_POLL: u32 = 2;

/// A random part of a wait: 0 to 500 ms, which whoever drives the engine draws. The engine has no randomness of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jitter(u16);

impl Jitter {
    /// The most that is added to a backoff, in milliseconds.
    pub const MAX: u16 = 500;
    /// Nothing is added.
    pub const NONE: Self = Self(0);

    /// So many milliseconds; more than [`MAX`](Self::MAX) is `MAX`.
    #[must_use]
    pub const fn millis(millis: u16) -> Self {
        Self(if millis > Self::MAX { Self::MAX } else { millis })
    }

    /// One of the 501 values, from a random number. The bias is less than one in ten million.
    #[must_use]
    pub const fn from_random(random: u32) -> Self {
        Self((random % (Self::MAX as u32 + 1)) as u16)
    }

    /// In milliseconds.
    #[must_use]
    pub const fn as_millis(self) -> u16 {
        self.0
    }
}

/// How long to wait before the next attempt, `sent` being how many were made: 1 s after the first, 2 s after the second,
/// doubled for each that larger [`Limits`] allow, plus the jitter. A wait that the server gave stands in place of all that, as it is.
///
/// ```
/// use std::time::Duration;
///
/// use errtax::recovery::{Jitter, wait};
///
/// assert_eq!(wait(2, None, Jitter::millis(250)), Duration::from_millis(2_250));
/// assert_eq!(wait(2, Some(Duration::from_millis(40)), Jitter::millis(250)), Duration::from_millis(40));
/// ```
#[must_use]
pub const fn wait(sent: u32, server: Option<Duration>, jitter: Jitter) -> Duration {
    if let Some(given) = server {
        return given;
    }
    let doublings = if sent > 7 { 6 } else { sent.saturating_sub(1) };
    Duration::from_millis((1_000 << doublings) + jitter.0 as u64)
}
