//! How long the other side wants to be left alone: many spellings, one answer.

use std::time::{Duration, SystemTime};

use crate::causes::parse_date;

/// The longest wait that is told apart. It is far beyond any deadline, so whoever is told it stops.
pub(super) const LONGEST: Duration = Duration::from_millis(u32::MAX as u64);

/// What was said of waiting. Of several statements the longest holds, so that no call is earlier than any of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waits(Option<Duration>);

impl Waits {
    pub(super) fn longest(self) -> Option<Duration> {
        self.0
    }

    pub(super) fn add(&mut self, wait: Option<Duration>) {
        // A zero is no wait time: taken as one, it makes a hot loop.
        let wait = wait.filter(|wait| !wait.is_zero()).map(|wait| wait.min(LONGEST));
        self.0 = self.0.max(wait);
    }

    /// `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. A date is read against the `Date` of the same answer, so that a
    /// clock that is wrong here does not matter, else against the time that it is.
    pub(super) fn add_retry_after(&mut self, value: &str, date: Option<SystemTime>) {
        let value = value.trim();
        self.add(seconds(value).or_else(|| until(value, date?)));
    }
}

fn until(value: &str, now: SystemTime) -> Option<Duration> {
    let wait = parse_date(value)?.duration_since(now).ok()?;
    // A date names the second, and the whole of it has to be over.
    Some(Duration::from_secs(wait.as_secs() + u64::from(wait.subsec_nanos() > 0)))
}

/// A number of seconds. Anything else is no hint.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    number(text, 1_000.0)
}

/// A number of milliseconds.
pub(super) fn millis(text: &str) -> Option<Duration> {
    number(text, 1.0)
}

/// Rounded up to the millisecond; what is too long for a duration is the longest.
fn number(text: &str, unit: f64) -> Option<Duration> {
    let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'e' | b'E' | b'-');
    if !text.bytes().all(plain) {
        return None;
    }
    let millis = text.parse::<f64>().ok()? * unit;
    // The same number of seconds as 0.1 * 1000 has it, which is a little more than 100.
    let millis = (millis - 1e-6).ceil();
    // What is negative becomes zero.
    Some(Duration::from_millis(millis as u64))
}
