//! MongoDB: the labels of an error, then its code.

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a code and labels prove. Labels say more than a code does: the server knows what it was doing.
pub(crate) fn prove(code: Option<i64>, labels: &[&str], message: &str) -> Option<Proof> {
    let code = code
        .and_then(|code| INDEX.find(code, message))
        .map(|found| (found.row.fact, found.key));
    for row in LABELS {
        for key in row.keys {
            if labels.contains(key) {
                let is_final = code.is_some_and(|(fact, _)| fact.is_final());
                // That a driver may send it again heals neither a wrong statement nor a key that is there already.
                if !(is_final && *key == RETRYABLE_WRITE) {
                    return Some(row.fact.because(Because::named("MongoDB", key)));
                }
            }
        }
    }
    let (fact, number) = code?;
    Some(fact.because(Because::number("MongoDB", number)))
}

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

const AGAIN: Fact = Fact::NOT_SENT.scoped(Scope::Transaction);
const LOST: Fact = Fact::LOST.scoped(Scope::NewConnection);
const RETRYABLE_WRITE: &str = "RetryableWriteError";

/// The labels, the one that says most first.
pub(super) const LABELS: &[Row<&str>] = &[
    Row::new(
        &["UnknownTransactionCommitResult"],
        Fact::LOST.scoped(Scope::CommitOnly),
        "MongoDB transactions specification: repeat the commit alone; extenddb#343 ran the body again",
    ),
    Row::new(
        &["NoWritesPerformed"],
        Fact::NOT_SENT,
        "MongoDB retryable writes specification: the server wrote nothing",
    ),
    Row::new(
        &["TransientTransactionError"],
        AGAIN,
        "MongoDB transactions specification: nothing was committed, and the whole transaction may be run again",
    ),
    Row::new(
        &["PoolRequestedRetry", "PoolRequstedRetry"],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "MongoDB connection monitoring specification: the connection was taken back before anything was sent",
    ),
    Row::new(
        &["HandshakeError"],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "MongoDB drivers: the handshake failed, before anything was sent",
    ),
    Row::new(
        &["SystemOverloadedError"],
        Fact::LOST,
        "MongoDB client backpressure specification: the server sheds load; that nothing was written is another label",
    ),
    Row::new(
        &[RETRYABLE_WRITE],
        Fact::LOST,
        "MongoDB retryable writes specification: the driver may send it again, because the server dedupes by transaction number; \
         a program that sends it again gets a new number",
    ),
    Row::new(
        &["ResumableChangeStreamError"],
        Fact::LOST,
        "MongoDB change streams specification: the stream can be resumed",
    ),
];

pub(super) const ROWS: &[Row<i64>] = &[
    Row::new(
        &[112],
        AGAIN,
        "MongoDB, WriteConflict: rolled back, and the whole transaction may be run again",
    ),
    Row::new(
        &[246],
        AGAIN,
        "MongoDB, SnapshotUnavailable: the transaction could not begin",
    ),
    Row::new(
        &[133],
        Fact::LOST,
        "MongoDB, mongos: other shards may have written by the time that one was not found",
    )
    .saying(&["write results unavailable"]),
    Row::new(
        &[133],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "MongoDB, server selection: no member that fits was found, so nothing was sent",
    )
    .saying(&["could not find host"]),
    Row::new(
        &[
            6, 7, 89, 91, 134, 189, 262, 384, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
        ],
        LOST,
        "MongoDB retryable reads specification: reads are repeated once; of a write nothing is proven",
    ),
    Row::new(
        &[64, 79, 100, 133],
        Fact::LOST,
        "MongoDB, write concern: written, but by how many members is not known",
    ),
    Row::new(
        &[24, 46, 63, 150, 202, 211, 234, 13388, 13389],
        Fact::LOST,
        "MongoDB: a lock or a route was lost; a write of many documents may have done some of them",
    ),
    Row::new(
        &[290],
        Fact::NOT_SENT.not_again().scoped(Scope::Transaction),
        "MongoDB: the transaction took too long and was taken back; it would take as long again",
    ),
    Row::new(
        &[462],
        Fact::LIMITED,
        "MongoDB, IngressRequestRateLimitExceeded: refused by its rate limit",
    ),
    Row::new(
        &[50],
        Fact::LOST.not_again(),
        "MongoDB, MaxTimeMSExpired: it would take as long again; how far a write came is not known",
    ),
    Row::new(
        &[11601, 237, 279],
        Fact::CANCELLED,
        "MongoDB, Interrupted: somebody ended the operation",
    ),
    Row::new(
        &[11000, 11001, 12582],
        Fact::CONFLICT,
        "MongoDB, DuplicateKey: the key is there already",
    ),
    Row::new(
        &[48, 68, 85, 86, 117, 225, 117_000],
        Fact::CONFLICT,
        "MongoDB: it is there already, or in use otherwise",
    ),
    Row::new(
        &[11, 13, 18, 31, 32, 8000, 391, 33],
        Fact::AUTH,
        "MongoDB: not authenticated, or not authorized",
    ),
    Row::new(
        &[26, 27, 70, 43, 47, 286],
        Fact::NOT_FOUND,
        "MongoDB: no such namespace, index or cursor, or history that is gone",
    ),
    Row::new(
        &[
            2, 3, 4, 9, 14, 15, 16, 17, 20, 28, 34, 40, 51, 52, 53, 54, 56, 59, 61, 66, 67, 72, 73, 115, 121, 148, 151,
            160, 165, 167, 168, 241, 292, 10003, 10334, 13297, 15947, 15952, 15955, 16755, 17276, 17280, 17419, 31249,
            31254, 40323, 40324, 40353, 40414, 40415,
        ],
        Fact::BAD_INPUT,
        "MongoDB: the command or a value in it is wrong",
    ),
    Row::new(
        &[1, 8, 10, 96, 136, 239, 251, 256, 263],
        Fact::BROKEN_MIDWAY,
        "MongoDB: an internal error, or commands in a wrong order",
    ),
    Row::new(
        &[14031, 39, 146, 12501],
        Fact::UNAVAILABLE,
        "MongoDB: disk or memory needs an operator",
    ),
];
