//! A line of JSON out: the members always the same, in the same order.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::contract::Contract;
use super::decide::Decision;
use super::fault::Told;

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    class: &'static str,
    retryable: bool,
    executed: &'static str,
    scope: &'static str,
    retry_after_ms: Option<u64>,
    because: &'a str,
    code: &'static str,
}

#[derive(Serialize)]
struct Failed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: Told,
}

/// Writes what was decided of the line with this id.
pub(super) fn decided(
    id: Option<&str>,
    decision: &Decision,
    contract: &Contract,
    out: &mut impl Write,
) -> io::Result<()> {
    line(
        &Answer {
            id: id.and_then(raw),
            class: decision.class.as_str(),
            retryable: decision.retryable,
            executed: decision.executed.as_str(),
            scope: decision.scope.as_str(),
            retry_after_ms: decision.retry_after.map(milliseconds),
            because: &decision.because(contract),
            code: decision.code.code,
        },
        out,
    )
}

/// Writes, in its place, why a line has no answer.
pub(super) fn failed(id: Option<&str>, told: Told, out: &mut impl Write) -> io::Result<()> {
    line(
        &Failed {
            id: id.and_then(raw),
            error: told,
        },
        out,
    )
}

/// A wait in milliseconds; a part of one is waited for too.
pub(super) fn milliseconds(wait: Duration) -> u64 {
    u64::try_from(wait.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX)
}

/// An id as it was written.
fn raw(id: &str) -> Option<&RawValue> {
    serde_json::from_str(id).ok()
}

fn line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}
