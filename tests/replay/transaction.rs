//! Effect and record in one transaction.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use errtax::Failure;
use errtax::replay::{Call, Refused, Replay, Replayed, SqliteStore};
use errtax::standard::details;
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

fn books() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("books.sqlite");
    let connection = open(&path);
    connection.execute_batch(SqliteStore::SCHEMA).unwrap();
    connection
        .execute_batch("CREATE TABLE entries (id INTEGER PRIMARY KEY)")
        .unwrap();
    (folder, path)
}

pub fn open(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(20)).unwrap();
    connection
}

fn count(path: &Path, table: &str) -> i64 {
    let count = format!("SELECT count(*) FROM {table}");
    open(path).query_row(&count, [], |row| row.get(0)).unwrap()
}

/// What a server does: begin, carry out, commit; or roll back.
fn post(
    connection: &mut Connection,
    begin: rusqlite::TransactionBehavior,
    fails: bool,
) -> Result<Replayed<i64>, Failure> {
    let call = Call::with_key("", "post", "k", &json!({}));
    let boxed = |error: rusqlite::Error| Failure::from(Box::<dyn std::error::Error + Send + Sync>::from(error));
    let transaction = connection.transaction_with_behavior(begin).map_err(boxed)?;
    let posted = Replay::new().run(&SqliteStore::new(&transaction), &call, || {
        transaction
            .execute("INSERT INTO entries DEFAULT VALUES", [])
            .map_err(boxed)?;
        if fails {
            return Err(details::ConnectionLost {}.into_failure());
        }
        Ok(transaction.last_insert_rowid())
    })?;
    transaction.commit().map_err(boxed)?;
    Ok(posted)
}

const IMMEDIATE: rusqlite::TransactionBehavior = rusqlite::TransactionBehavior::Immediate;

#[test]
fn the_same_key_posts_once_whatever_connection_it_comes_by() {
    let (_folder, path) = books();
    assert_eq!(post(&mut open(&path), IMMEDIATE, false).unwrap(), Replayed::First(1));
    assert_eq!(
        post(&mut open(&path), IMMEDIATE, false).unwrap(),
        Replayed::Again(json!(1))
    );
    assert_eq!((count(&path, "entries"), count(&path, "errtax_replay")), (1, 1));
}

#[test]
fn what_is_rolled_back_leaves_neither_effect_nor_record() {
    let (_folder, path) = books();
    let mut connection = open(&path);
    // Its outcome is unknown to the code, but not to the transaction.
    assert!(post(&mut connection, IMMEDIATE, true).is_err());
    assert_eq!((count(&path, "entries"), count(&path, "errtax_replay")), (0, 0));
    assert_eq!(post(&mut connection, IMMEDIATE, false).unwrap(), Replayed::First(1));
}

#[test]
fn of_two_connections_that_race_one_posts_and_the_other_answers() {
    let (_folder, path) = books();
    let answers: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| post(&mut open(&path), IMMEDIATE, false).unwrap()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(count(&path, "entries"), 1);
    assert_eq!(answers.iter().filter(|answer| !answer.is_duplicate()).count(), 1);
}

#[test]
fn a_deferred_transaction_is_as_safe_but_may_be_refused() {
    let (_folder, path) = books();
    let deferred = rusqlite::TransactionBehavior::Deferred;
    let (mut one, mut other) = (open(&path), open(&path));
    other.busy_timeout(Duration::ZERO).unwrap();
    let holds = one.transaction_with_behavior(IMMEDIATE).unwrap();
    let failure = post(&mut other, deferred, false).unwrap_err();
    let refused = failure.downcast_ref::<Refused>().unwrap();
    assert_eq!(refused.reason(), errtax::replay::Reason::Store);
    drop(holds);
    post(&mut other, deferred, false).unwrap();
    assert_eq!(count(&path, "entries"), 1);
}
