//! rusqlite.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use super::holds;

fn database() -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("books.db");
    let schema =
        "PRAGMA journal_mode = WAL; CREATE TABLE parents (id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n < 10));
        CREATE TABLE children (parent INTEGER REFERENCES parents, memo); INSERT INTO parents VALUES (1, 1)";
    open(&path).execute_batch(schema).unwrap();
    (folder, path)
}

fn open(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.busy_timeout(std::time::Duration::ZERO).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = ON").unwrap();
    connection
}

const INSERT: &str = "INSERT INTO parents (n) VALUES (2)";

#[test]
fn a_database_that_is_locked_may_be_asked_again() {
    let (_folder, path) = database();
    let (mut one, other) = (open(&path), open(&path));
    let _held = one.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    let busy = other.execute(INSERT, []).unwrap_err();
    holds("busy", &busy, "transient no rwk: SQLite 5");
}

/// The same words as above; only a new transaction can succeed.
#[test]
fn a_snapshot_that_is_too_old_takes_a_new_transaction() {
    let (_folder, path) = database();
    let (mut one, other) = (open(&path), open(&path));
    let transaction = one.transaction().unwrap();
    let _: i64 = transaction
        .query_row("SELECT count(*) FROM parents", [], |row| row.get(0))
        .unwrap();
    other.execute(INSERT, []).unwrap();
    let stale = transaction.execute(INSERT, []).unwrap_err();
    holds("busy snapshot", &stale, "transient no rwk: SQLite 517");
    let verdict = errtax::causes::classify(&errtax::causes::Evidence::Error(&stale), errtax::Effect::Write);
    assert_eq!(verdict.scope, errtax::causes::Scope::Transaction);
}

#[test]
fn what_the_data_forbid_is_not_repeated() {
    let (_folder, path) = database();
    let connection = open(&path);
    let cases = [
        ("INSERT INTO parents VALUES (1, 1)", "conflict no ---: SQLite 1555"),
        ("INSERT INTO parents VALUES (2, NULL)", "bad_input no ---: SQLite 1299"),
        ("INSERT INTO parents VALUES (2, 11)", "bad_input no ---: SQLite 275"),
        ("INSERT INTO children VALUES (7, NULL)", "bad_input no ---: SQLite 787"),
        ("INSERT INTO nowhere VALUES (7)", "bad_input no ---: SQLite 1"),
    ];
    for (sql, expected) in cases {
        holds(sql, &connection.execute(sql, []).unwrap_err(), expected);
    }
}

#[test]
fn a_statement_that_is_called_off_is_cancelled() {
    let (_folder, path) = database();
    let connection = open(&path);
    let handle = connection.get_interrupt_handle();
    let interrupter = std::thread::spawn(move || {
        for _ in 0..100 {
            std::thread::sleep(std::time::Duration::from_millis(20));
            handle.interrupt();
        }
    });
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let interrupted = connection
        .query_row(endless, [], |row| row.get::<_, i64>(0))
        .unwrap_err();
    holds("interrupt", &interrupted, "cancelled no ---: SQLite 9");
    interrupter.join().unwrap();
}

#[test]
fn a_database_that_cannot_be_used_is_not_asked_again() {
    let (folder, path) = database();
    let connection = open(&path);
    connection
        .query_row("PRAGMA max_page_count = 4", [], |_| Ok(()))
        .unwrap();
    let full = connection
        .execute("INSERT INTO children (memo) SELECT zeroblob(100000)", [])
        .unwrap_err();
    holds("full", &full, "transient no ---: SQLite 13");

    let reader = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let readonly = reader.execute(INSERT, []).unwrap_err();
    holds("readonly", &readonly, "transient no ---: SQLite 8");

    let garbage = folder.path().join("letter.txt");
    std::fs::write(&garbage, "Dear all, this has never been a database. ".repeat(50)).unwrap();
    let not_one = Connection::open(&garbage)
        .unwrap()
        .execute_batch("SELECT * FROM parents")
        .unwrap_err();
    holds("not a database", &not_one, "bad_input no ---: SQLite 26");

    let missing = Connection::open(folder.path().join("no/such/folder.db")).unwrap_err();
    holds("cannot open", &missing, "transient no ---: SQLite 14");
}

#[test]
fn what_the_program_asks_wrongly_is_not_asked_again() {
    let (_folder, path) = database();
    let connection = open(&path);
    let none = connection
        .query_row("SELECT n FROM parents WHERE id = 7", [], |row| row.get::<_, i64>(0))
        .unwrap_err();
    holds("no row", &none, "not_found no ---: SQLite client: no row");
    let few = connection
        .execute("INSERT INTO parents VALUES (?1, ?2)", [1])
        .unwrap_err();
    holds(
        "parameters",
        &few,
        "bad_input no ---: SQLite client: statement or parameters do not fit",
    );
    let kind = connection
        .query_row("SELECT 'word'", [], |row| row.get::<_, i64>(0))
        .unwrap_err();
    holds(
        "type",
        &kind,
        "internal unknown ---: SQLite client: rows or columns are not as expected",
    );
}
