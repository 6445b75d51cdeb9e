//! What the headers of an answer say: about repeating, about waiting, about limits.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::date;
use crate::causes::evidence::Http;

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told<'a> {
    /// What the other side says about repeating, and in which header.
    pub(super) again: Option<(bool, &'static str)>,
    /// The vendor's code, where a header has it.
    pub(super) code: Option<&'a str>,
    /// Nothing is left of the limit.
    pub(super) is_used_up: bool,
    wait: Option<(Source, Duration)>,
}

/// Which header says how long to wait, the one that is believed most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    RetryAfterMs,
    MsRetryAfterMs,
    AmzRetryAfter,
    RetryAfter,
    RateLimitReset,
}

impl Source {
    const fn header(self) -> &'static str {
        match self {
            Self::RetryAfterMs => "retry-after-ms",
            Self::MsRetryAfterMs => "x-ms-retry-after-ms",
            Self::AmzRetryAfter => "x-amz-retry-after",
            Self::RetryAfter => "Retry-After",
            Self::RateLimitReset => "x-ratelimit-reset",
        }
    }
}

impl Told<'_> {
    /// Adds a header. Headers that name a time are read only where the time that it is is known.
    pub(crate) fn hear(&mut self, name: &str, value: &str, now: Option<SystemTime>) {
        if let Some(is_used_up) = remaining(name, value) {
            self.is_used_up |= is_used_up;
        }
        if let Some((source, wait)) = wait_of_header(name, value, now) {
            if self.wait.is_none_or(|(known, _)| source < known) {
                self.wait = Some((source, wait));
            }
        }
    }

    /// How long to wait. When a count begins anew is worth knowing only where it is used up.
    pub(crate) fn wait(&self, status: u16) -> Option<Duration> {
        self.source(status).map(|(_, wait)| wait)
    }

    /// Whether it asks to wait in so many words.
    pub(super) fn asks_to_wait(&self) -> bool {
        self.wait.is_some_and(|(source, _)| source != Source::RateLimitReset)
    }

    /// The header that says how long to wait, or empty.
    pub(super) fn wait_name(&self, status: u16) -> &'static str {
        self.source(status).map_or("", |(source, _)| source.header())
    }

    fn source(&self, status: u16) -> Option<(Source, Duration)> {
        self.wait
            .filter(|(source, _)| *source != Source::RateLimitReset || self.is_used_up || status == 429)
    }
}

/// Whether a header says something of a failure.
#[cfg(feature = "upstream")]
pub(crate) fn is_telling(name: &str) -> bool {
    [
        "retry-after-ms",
        "x-ms-retry-after-ms",
        "x-amz-retry-after",
        "retry-after",
        "x-ratelimit-reset",
        "x-ratelimit-remaining",
        "ratelimit-remaining",
        "x-should-retry",
        "stripe-should-retry",
        "grpc-retry-pushback-ms",
        "x-amzn-errortype",
        "x-ms-error-code",
    ]
    .iter()
    .any(|known| name.eq_ignore_ascii_case(known))
}

/// Reads what of an answer's headers counts.
pub(super) fn read<'a>(http: &Http<'a>) -> Told<'a> {
    let mut told = Told::default();
    for (name, value) in http.headers {
        told.hear(name, value, http.now);
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let value = value.trim();
        if is("x-should-retry") {
            // It is the newer of the two, and counts where both are there.
            told.again = verdict(value).map(|again| (again, "x-should-retry")).or(told.again);
        } else if is("stripe-should-retry") {
            told.again = told
                .again
                .or(verdict(value).map(|again| (again, "stripe-should-retry")));
        } else if is("grpc-retry-pushback-ms") && !value.parse::<i64>().is_ok_and(|wait| wait >= 0) {
            // gRFC A6: negative or not to be read means not to try again.
            told.again = told.again.or(Some((false, "grpc-retry-pushback-ms")));
        } else if is("x-amzn-errortype") || is("x-ms-error-code") {
            told.code = Some(value);
        }
    }
    told
}

fn verdict(value: &str) -> Option<bool> {
    if value.eq_ignore_ascii_case("true") {
        Some(true)
    } else if value.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

/// Whether nothing is left, if this is the header that says so.
fn remaining(name: &str, value: &str) -> Option<bool> {
    let is = name.eq_ignore_ascii_case("x-ratelimit-remaining") || name.eq_ignore_ascii_case("ratelimit-remaining");
    is.then(|| value.trim() == "0")
}

/// The wait that a header asks for, if it is one of those that do.
fn wait_of_header(name: &str, value: &str, now: Option<SystemTime>) -> Option<(Source, Duration)> {
    // Most headers are something else, and the first letter shows it.
    if !matches!(name.as_bytes().first(), Some(b'r' | b'R' | b'x' | b'X')) {
        return None;
    }
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    let value = value.trim();
    if is("retry-after-ms") {
        Some((Source::RetryAfterMs, seconds(value, 0.001)?))
    } else if is("x-ms-retry-after-ms") {
        Some((Source::MsRetryAfterMs, seconds(value, 0.001)?))
    } else if is("x-amz-retry-after") {
        Some((Source::AmzRetryAfter, seconds(value, 0.001)?))
    } else if is("retry-after") {
        let wait = seconds(value, 1.0).or_else(|| Some(until(date::parse(value)?, now?)))?;
        Some((Source::RetryAfter, wait))
    } else if is("x-ratelimit-reset") {
        // The second in which the count begins anew has to be over.
        let reset = UNIX_EPOCH
            .checked_add(seconds(value, 1.0)?)?
            .checked_add(Duration::from_secs(1))?;
        Some((Source::RateLimitReset, until(reset, now?)))
    } else {
        None
    }
}

/// A number of units. Less than nothing is none to wait; what no duration holds is not read.
pub(super) fn seconds(value: &str, unit: f64) -> Option<Duration> {
    let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+');
    if value.is_empty() || value.len() > 32 || !value.bytes().all(plain) {
        return None;
    }
    let number: f64 = value.parse().ok()?;
    let wait = Duration::try_from_secs_f64((number * unit).max(0.0)).ok()?;
    // A fraction of a millisecond is an artefact of the arithmetic.
    Some(Duration::from_millis(
        u64::try_from(wait.as_micros().div_ceil(1_000)).ok()?,
    ))
}

/// A time that has passed is no wait.
fn until(time: SystemTime, now: SystemTime) -> Duration {
    time.duration_since(now).unwrap_or_default()
}
