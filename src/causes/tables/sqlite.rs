//! SQLite: primary and extended result codes.
//!
//! The lowest eight bits of an extended code are its primary code, which stands for those that have no row.

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a result code proves.
pub(crate) fn prove(code: i64, message: &str) -> Option<Proof> {
    let found = INDEX
        .find(code, message)
        .or_else(|| INDEX.find(Some(code).filter(|code| (256..=0xffff).contains(code))? & 0xff, message))?;
    Some(found.row.fact.because(Because::number("SQLite", code)))
}

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

const AGAIN: Fact = Fact::NOT_SENT.scoped(Scope::Transaction);

pub(super) const ROWS: &[Row<i64>] = &[
    Row::new(
        &[517],
        AGAIN,
        "SQLite, BUSY_SNAPSHOT: a read transaction whose snapshot is old can never write; turso#4599 repeated the statement",
    ),
    Row::new(
        &[261, 773],
        Fact::NOT_SENT,
        "SQLite, BUSY_RECOVERY and BUSY_TIMEOUT: another connection held the file",
    ),
    Row::new(
        &[5],
        Fact::NOT_SENT,
        "SQLite, BUSY: another connection holds the lock, and a transaction stays open; even a COMMIT may be repeated as it is",
    ),
    Row::new(
        &[262],
        Fact::NOT_SENT,
        "SQLite, LOCKED_SHAREDCACHE: another connection of the shared cache holds the table",
    ),
    Row::new(
        &[518],
        Fact::BROKEN,
        "SQLite, LOCKED_VTAB: a virtual table is used in the midst of its own work",
    ),
    Row::new(
        &[6],
        Fact::NOT_SENT.scoped(Scope::Statement),
        "SQLite, LOCKED: a conflict within the connection or its shared cache, gone when the other statement ends",
    ),
    Row::new(
        &[17],
        Fact::NOT_SENT.once().scoped(Scope::Statement),
        "SQLite, SCHEMA: the schema changed, and the statement has to be prepared anew",
    ),
    Row::new(
        &[513],
        Fact::BROKEN,
        "SQLite, ERROR_RETRY: an internal signal that no program should get",
    ),
    Row::new(
        &[769],
        AGAIN,
        "SQLite, ERROR_SNAPSHOT: the snapshot is no longer there, a new transaction takes another",
    ),
    Row::new(
        &[9],
        Fact::CANCELLED.not_executed(),
        "SQLite, INTERRUPT: the program called it off, and it was undone",
    ),
    Row::new(
        &[4, 516],
        Fact::CANCELLED.not_executed(),
        "SQLite, ABORT: rolled back while it ran",
    ),
    Row::new(
        &[10],
        Fact::LOST.once(),
        "SQLite, IOERR: the disk failed; what of a write reached it is not known",
    ),
    Row::new(&[3082], Fact::UNAVAILABLE, "SQLite, IOERR_NOMEM: memory ran out"),
    Row::new(
        &[13, 7],
        Fact::UNAVAILABLE,
        "SQLite, FULL and NOMEM: disk or memory needs an operator",
    ),
    Row::new(
        &[8],
        Fact::UNAVAILABLE.scoped(Scope::NewConnection),
        "SQLite, READONLY: the file or its folder may not be written",
    ),
    Row::new(&[14], Fact::UNAVAILABLE, "SQLite, CANTOPEN: the file cannot be opened"),
    Row::new(&[3, 23], Fact::AUTH, "SQLite, PERM and AUTH: not allowed"),
    Row::new(
        &[12],
        Fact::NOT_FOUND,
        "SQLite, NOTFOUND: no such operation of the file",
    ),
    Row::new(
        &[1555, 2067, 2579],
        Fact::CONFLICT,
        "SQLite, CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID: the key is there already",
    ),
    Row::new(
        &[275, 787, 1299, 1811, 3091],
        Fact::BAD_INPUT,
        "SQLite, CONSTRAINT_CHECK, _FOREIGNKEY, _NOTNULL, _TRIGGER and _DATATYPE: the row itself breaks the constraint",
    ),
    Row::new(&[19], Fact::CONFLICT, "SQLite, CONSTRAINT: a unique key is in the way")
        .saying(&["UNIQUE constraint failed", "PRIMARY KEY"]),
    Row::new(
        &[19],
        Fact::BAD_INPUT,
        "SQLite, CONSTRAINT: the row breaks a constraint",
    ),
    Row::new(
        &[1, 18, 20, 25],
        Fact::BAD_INPUT,
        "SQLite, ERROR, TOOBIG, MISMATCH and RANGE: the statement or a value in it is wrong",
    ),
    Row::new(
        &[24, 26],
        Fact::BAD_INPUT,
        "SQLite, FORMAT and NOTADB: the file is no database",
    ),
    Row::new(&[11], Fact::BROKEN_MIDWAY, "SQLite, CORRUPT: the file is broken"),
    Row::new(
        &[15],
        Fact::BROKEN,
        "SQLite, PROTOCOL: the locks of the write-ahead log were not to be had in a long time",
    ),
    Row::new(
        &[2, 16, 21, 22],
        Fact::BROKEN,
        "SQLite, INTERNAL, EMPTY, MISUSE and NOLFS: the program is wrong",
    ),
];
