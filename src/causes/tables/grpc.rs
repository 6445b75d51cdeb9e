//! gRPC: the codes of a status, with what its message shows of the transport.

use std::time::Duration;

use errtax_core::Executed;

use super::Row;
use super::http::MAX_WAIT;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a status proves.
pub(crate) fn prove(code: i32, message: &str, retry_after: Option<Duration>) -> Option<Proof> {
    let found = INDEX.find(i64::from(code), message)?;
    let (fact, with) = match retry_after {
        Some(wait) if code == RESOURCE_EXHAUSTED && found.phrase.is_empty() => (limited(wait), "RetryInfo"),
        Some(wait) if found.row.fact == Fact::LIMITED => (limited(wait), found.phrase),
        // Said by the library itself, and not by a server of somebody that it could not reach.
        _ if NOT_SENT.contains(&found.phrase) && !is_of_transport(message) => (Fact::LOST, ""),
        _ => (found.row.fact, found.phrase),
    };
    Some(fact.because(Because::grpc(code, with)).after(retry_after))
}

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

const fn limited(wait: Duration) -> Fact {
    if wait.as_secs() > MAX_WAIT.as_secs() {
        Fact::EXHAUSTED
    } else {
        Fact::LIMITED
    }
}

const RESOURCE_EXHAUSTED: i32 = 8;

/// What shows that the stream or the connection was lost.
const TRANSPORT: &[&str] = &[
    "transport error",
    "h2 protocol error",
    "broken pipe",
    "connection reset",
    "connection closed",
    "connection aborted",
    "error reading a body from connection",
    "stream closed because of a broken pipe",
    "unexpected EOF",
    "RST_STREAM",
    "GOAWAY",
];

/// What shows that nothing was sent: the words of clients. "Connection refused" alone may be what a server says of another.
const NOT_SENT: &[&str] = &[
    "REFUSED_STREAM",
    "refused stream before processing",
    "tcp connect error",
    "error trying to connect",
    "error while dialing",
    "failed to connect to all addresses",
    "failed to connect to remote host",
    "DNS resolution failed",
    "name resolver error",
];

/// Whether a message begins as those of the transports do.
fn is_of_transport(message: &str) -> bool {
    let begins = |words: &&str| {
        let head = message.trim_start().get(..words.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(words))
    };
    NOT_SENT.iter().chain(BEGINNINGS).any(begins)
}

/// How the transports of grpc-go, tonic and gRPC's core begin what they say of a connection that was not made.
const BEGINNINGS: &[&str] = &[
    "connection error",
    "transport",
    "stream error",
    "stream terminated by",
    "stream refused",
    "no connection established",
    "upstream connect error",
];

pub(super) const ROWS: &[Row<i64>] = &[
    Row::new(
        &[1],
        Fact::LOST,
        "tonic: a time limit of the client's own channel wears the code CANCELLED",
    )
    .saying(&["Timeout expired"]),
    Row::new(&[1], Fact::CANCELLED, "AIP-194: the caller called it off"),
    Row::new(
        &[2, 14],
        Fact::AUTH,
        "tonic: the certificate was not accepted, and nothing was sent",
    )
    .saying(&[
        "invalid peer certificate",
        "certificate verify failed",
        "CERTIFICATE_VERIFY_FAILED",
    ]),
    Row::new(
        &[2, 14],
        Fact::UNAVAILABLE,
        "is-retry-allowed: the name of the host does not resolve; got and curl try again",
    )
    .saying(&[
        "Name or service not known",
        "nodename nor servname",
        "no such host",
        "NXDOMAIN",
    ]),
    Row::new(
        &[2, 14],
        Fact::AUTH,
        "grpc-go reports a certificate that does not hold as UNAVAILABLE: it holds as little the next time",
    )
    .saying(&["failed to verify certificate", "certificate verify failed", "invalid peer certificate"]),
    Row::new(
        &[2, 14],
        Fact::LOST,
        "grpc-go: an answer was being read; what an attempt before met counts for nothing",
    )
    .saying(&["error reading from server", "previous attempt"]),
    Row::new(
        &[2, 14],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "gRFC A6: a stream that was refused, or a connection that was never made, sent nothing",
    )
    .saying(NOT_SENT),
    Row::new(
        &[2],
        Fact::LOST,
        "grpc-rust#628: tonic reports a lost transport as UNKNOWN",
    )
    .saying(TRANSPORT),
    Row::new(
        &[2],
        Fact::UNKNOWN,
        "gRPC status codes: an error of which nothing is known",
    ),
    Row::new(
        &[8],
        Fact::BAD_INPUT,
        "grpc-go: larger than the limit, which does not shrink, and never sent",
    )
    .saying(&["trying to send message larger than max"]),
    Row::new(
        &[8, 11],
        Fact {
            executed: Executed::Unknown,
            ..Fact::BAD_INPUT
        },
        "grpc-go and tonic: larger than the limit, which does not shrink; where it was the answer, the call was carried out",
    )
    .saying(&["message larger than max", "message length too large", "message too large", "decoded message length"]),
    Row::new(
        &[3, 11, 12],
        Fact::BAD_INPUT,
        "AIP-194: the request is wrong, whenever it is sent",
    ),
    Row::new(
        &[4],
        Fact::LOST,
        "google storage repeats what is idempotent, AIP-194 nothing: it may have been carried out after the deadline",
    ),
    Row::new(&[5], Fact::NOT_FOUND, "AIP-194: not there"),
    Row::new(
        &[6, 9],
        Fact::CONFLICT,
        "AIP-194: there already, or a state that somebody has to change first",
    ),
    Row::new(&[7], Fact::AUTH, "AIP-194: not permitted"),
    Row::new(
        &[16],
        Fact::AUTH.scoped(Scope::AfterReauth),
        "AIP-194: not authenticated",
    ),
    Row::new(
        &[8],
        Fact::EXHAUSTED,
        "gax: a day's or a month's quota, or a bill, which does not pass while a task runs",
    )
    .saying(&[
        "per day",
        "PerDay",
        "per month",
        "PerMonth",
        "billing",
        "daily limit",
        "monthly",
    ]),
    Row::new(&[8], Fact::LIMITED, "gax: a quota of a minute or of a second").saying(&[
        "per minute",
        "PerMinute",
        "per second",
        "PerSecond",
        "rate limit",
        "rate exceeded",
        "too many requests",
    ]),
    Row::new(
        &[8],
        Fact::LIMITED.not_again(),
        "AIP-194: generally not to be repeated; with a google.rpc.RetryInfo it is a rate limit whose wait is known",
    ),
    Row::new(
        &[10],
        Fact::CONFLICT.scoped(Scope::Transaction),
        "AIP-194: repeat at a higher level, the transaction and not the call",
    ),
    Row::new(
        &[13],
        Fact::LOST,
        "google storage: a stream that was reset wears the code INTERNAL",
    )
    .saying(&[
        "RST_STREAM",
        "stream terminated by",
        "h2 protocol error",
        "connection error detected",
    ]),
    Row::new(
        &[13],
        Fact::UNREADABLE,
        "AIP-194: not to be repeated; whether it was carried out is not known",
    ),
    Row::new(
        &[14],
        Fact::LOST,
        "gRPC status codes: no guarantee that the server saw nothing",
    ),
    Row::new(
        &[15],
        Fact::BROKEN_MIDWAY,
        "AIP-194: data is lost, which somebody has to see",
    ),
    Row::new(&[0], Fact::UNKNOWN, "gRPC status codes: OK is no failure"),
];
