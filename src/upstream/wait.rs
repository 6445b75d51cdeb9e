//! How long a service wants to be left alone, from its headers.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Which header said it, the one that is believed most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    RetryAfterMs,
    MsRetryAfterMs,
    RetryAfter,
    RateLimitReset,
}

/// The wait that a header asks for, if it is one of those that do.
pub(super) fn of_header(name: &str, value: &str, now: SystemTime) -> Option<(Source, Duration)> {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    let value = value.trim();
    if is("retry-after-ms") {
        Some((Source::RetryAfterMs, number(value, 0.001)?))
    } else if is("x-ms-retry-after-ms") {
        Some((Source::MsRetryAfterMs, number(value, 0.001)?))
    } else if is("retry-after") {
        let wait = number(value, 1.0).or_else(|| until(httpdate::parse_http_date(value).ok()?, now))?;
        Some((Source::RetryAfter, wait))
    } else if is("x-ratelimit-reset") {
        // The second in which the count begins anew has to be over.
        let reset = UNIX_EPOCH
            .checked_add(number(value, 1.0)?)?
            .checked_add(Duration::from_secs(1))?;
        Some((Source::RateLimitReset, until(reset, now)?))
    } else {
        None
    }
}

/// A number of units. Less than nothing is none to wait; what no duration holds is not read.
fn number(value: &str, seconds: f64) -> Option<Duration> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    if value.is_empty() || !value.chars().all(plain) {
        return None;
    }
    let number: f64 = value.parse().ok()?;
    let wait = Duration::try_from_secs_f64((number * seconds).max(0.0)).ok()?;
    // A fraction of a millisecond is an artefact of the arithmetic.
    Some(Duration::from_millis(
        u64::try_from(wait.as_micros().div_ceil(1_000)).ok()?,
    ))
}

/// A time that has passed is no wait.
fn until(time: SystemTime, now: SystemTime) -> Option<Duration> {
    Some(time.duration_since(now).unwrap_or_default())
}
