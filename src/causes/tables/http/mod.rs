//! HTTP: what an answer proves.
//!
//! Evidence counts in this order: what the other side says about repeating (`x-should-retry`), a vendor's code in a header or
//! in the body, headers of a rate limit, the status. What the body says in prose is of no account, save one phrase that GitHub
//! documents. A wait alone makes nothing retryable.

mod body;
mod codes;
mod date;
mod headers;
mod status;

use std::time::Duration;

use errtax_core::{Class, Executed};

use super::Message;
use crate::causes::because::Because;
use crate::causes::evidence::Http;
use crate::causes::proof::{Again, Fact, Proof};
pub(super) use codes::ROWS as CODES;
#[cfg(feature = "recovery")]
pub(crate) use date::parse as parse_date;
use headers::Told;
#[cfg(feature = "upstream")]
pub(crate) use headers::is_telling;
pub(super) use status::ROWS as STATUSES;

/// The longest wait that is worth one. A limit that ends later than that does not end while a task runs. It is a minute more
/// than the hour after which many counts begin anew.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(61 * 60);

/// GitHub, rate limits of the REST API: what a secondary limit says, with no header that tells it apart from a permission.
const SECONDARY_LIMIT: &str = "secondary rate limit";

/// What an answer proves.
pub(crate) fn prove(http: &Http<'_>) -> Option<Proof> {
    let status = http.status;
    let told = headers::read(http);
    let said = body::read(http, told.code);
    let wait = told.wait(status).or(said.wait);

    let (fact, because) = by_quota(status, &said)
        .or_else(|| by_code(status, &said))
        .or_else(|| by_limit(http, &told, &said))
        .or_else(|| status::find(status).map(|fact| (fact, Because::http(status, told.wait_name(status), ""))))?;
    let fact = match wait {
        Some(wait) if fact == Fact::LIMITED && wait > MAX_WAIT => Fact::EXHAUSTED,
        _ => fact,
    };
    let (fact, because) = match told.again {
        Some((again, header)) => (overruled(fact, again), Because::http(status, header, "")),
        None => (fact, because),
    };
    Some(fact.because(because).after(wait))
}

/// What a vendor's code proves where no status is known.
pub(crate) fn prove_code(code: &str) -> Option<Proof> {
    let found = codes::find(code)?;
    Some(found.row.fact.because(Because::named("code", found.key)))
}

/// How long the other side wants to be left alone, whatever its answer proves.
#[cfg(feature = "upstream")]
pub(crate) fn wait_of(http: &Http<'_>) -> Option<Duration> {
    let told = headers::read(http);
    told.wait(http.status).or_else(|| body::read(http, None).wait)
}

/// By the name of a quota. A wait that stands beside it is that of a shorter one.
fn by_quota(status: u16, said: &body::Said) -> Option<(Fact, Because)> {
    said.is_exhausted
        .then(|| (Fact::EXHAUSTED, Because::http(status, "a quota", "of a day or longer")))
}

/// By a vendor's code. Of a failing server only codes that speak of its load count: huskarl#145 read the body of a 503 as an
/// error of the client.
fn by_code(status: u16, said: &body::Said) -> Option<(Fact, Because)> {
    let found = said.code?;
    let fact = found.row.fact;
    let because = Because::http(status, "code", found.key);
    if fact == Fact::EXHAUSTED {
        return Some((fact, because));
    }
    match status {
        429 if fact.class == Class::RateLimit => Some((fact, because)),
        429 if fact.executed == Executed::No && !fact.is_final() => Some((Fact::LIMITED, because)),
        429 => None,
        // A gateway gave up; what its body quotes is of whoever was behind it.
        502 | 504 => None,
        500.. if matches!(fact.class, Class::RateLimit | Class::Transient) => Some((fact, because)),
        500.. => None,
        _ => Some((fact, because)),
    }
}

/// By what shows a rate limit under a status that does not say so.
fn by_limit(http: &Http<'_>, told: &Told<'_>, said: &body::Said) -> Option<(Fact, Because)> {
    let status = http.status;
    let with = match status {
        403 if told.is_used_up => "x-ratelimit-remaining",
        403 if told.asks_to_wait() => told.wait_name(status),
        403 | 429 if Message::new(http.body).has(SECONDARY_LIMIT) => SECONDARY_LIMIT,
        // urllib3, RETRY_AFTER_STATUS_CODES.
        413 if told.asks_to_wait() => told.wait_name(status),
        429 if said.wait.is_some() => "RetryInfo",
        _ => return None,
    };
    Some((Fact::LIMITED, Because::http(status, with, "")))
}

/// What the other side says about repeating is about repeating alone: whether the call took effect stays as it was.
fn overruled(fact: Fact, again: bool) -> Fact {
    match (again, fact.class) {
        (false, _) => fact.not_again(),
        // Already or still the other way: it may have been carried out by whoever got there first.
        (true, Class::Conflict) => Fact {
            executed: Executed::Unknown,
            again: Again::Yes,
            ..fact
        },
        (true, Class::RateLimit) => Fact {
            again: Again::Yes,
            ..fact
        },
        (true, _) => Fact {
            class: Class::Transient,
            again: Again::Yes,
            ..fact
        },
    }
}
