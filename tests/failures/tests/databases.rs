//! SQLite and MySQL through sqlx.

use std::str::FromStr;
use std::time::Duration;

use errtax_failures::holds;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{Connection, Executor, Row, SqliteConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

async fn open(path: &std::path::Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let options = options
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(Duration::ZERO);
    SqliteConnection::connect_with(&options).await.expect("a database")
}

#[tokio::test]
async fn results_of_sqlite_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("books.db");
    let (mut one, mut other) = (open(&path).await, open(&path).await);
    one.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER NOT NULL); INSERT INTO t VALUES (1, 1)")
        .await
        .expect("a table");

    let error = one
        .execute("INSERT INTO t VALUES (1, 1)")
        .await
        .expect_err("a duplicate");
    holds("primary key", &error, "conflict no ---: SQLite 1555");
    // What a transparent enum leaves of it.
    let left = std::error::Error::source(&error).expect("the answer of the database");
    holds("primary key", left, "conflict no ---: SQLite 1555");
    let error = one.execute("INSERT INTO t VALUES (2, NULL)").await.expect_err("a null");
    holds("not null", &error, "bad_input no ---: SQLite 1299");

    one.execute("BEGIN IMMEDIATE").await.expect("a transaction");
    let error = other.execute("INSERT INTO t VALUES (3, 1)").await.expect_err("a lock");
    holds("busy", &error, "transient no rwk: SQLite 5");
    one.execute("COMMIT").await.expect("a commit");

    one.execute("BEGIN; SELECT * FROM t").await.expect("a snapshot");
    other.execute("INSERT INTO t VALUES (4, 1)").await.expect("a row");
    let error = one
        .execute("INSERT INTO t VALUES (5, 1)")
        .await
        .expect_err("an old snapshot");
    holds("busy snapshot", &error, "transient no rwk: SQLite 517");
}

#[tokio::test]
async fn what_the_program_asks_wrongly_is_not_asked_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = open(&folder.path().join("books.db")).await;
    let error = sqlx::query("SELECT 1 WHERE 0")
        .fetch_one(&mut session)
        .await
        .expect_err("no row");
    holds("no row", &error, "not_found no ---: sqlx no row");
    let row = sqlx::query("SELECT 'word' AS n")
        .fetch_one(&mut session)
        .await
        .expect("a row");
    holds(
        "type",
        &row.try_get::<i64, _>("n").expect_err("a word"),
        "internal unknown --k: sqlx answer does not decode",
    );
    let error = row.try_get::<i64, _>("m").expect_err("no column");
    holds("column", &error, "internal unknown ---: sqlx no such column");
    let error = SqliteConnectOptions::from_str("sqlite://x?mode=sideways").expect_err("no mode");
    holds(
        "configuration",
        &error,
        "bad_input no ---: sqlx configuration is invalid",
    );
}

/// A server that says this to whoever connects, as MySQL does that has no connection left.
#[tokio::test]
async fn numbers_of_mysql_say_more_than_its_sqlstates() {
    let cases = [
        (
            1040_u16,
            "08004",
            "Too many connections",
            "transient no rwk: MySQL 1040",
        ),
        (
            1045,
            "28000",
            "Access denied for user 'x'@'localhost'",
            "auth no ---: MySQL 1045",
        ),
        (
            1213,
            "40001",
            "Deadlock found when trying to get lock",
            "transient no rwk: MySQL 1213",
        ),
        (
            1062,
            "23000",
            "Duplicate entry '1' for key 'PRIMARY'",
            "conflict no ---: MySQL 1062",
        ),
    ];
    for (number, state, message, expected) in cases {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let payload = [
                &[0xff],
                &number.to_le_bytes()[..],
                b"#",
                state.as_bytes(),
                message.as_bytes(),
            ]
            .concat();
            let length = u32::try_from(payload.len()).expect("a short packet").to_le_bytes();
            let _ = stream.write_all(&[&length[..3], &[0], &payload].concat()).await;
            let _ = stream.read(&mut [0; 64]).await;
        });
        let address = format!("mysql://root@{address}/x?ssl-mode=disabled");
        let error = sqlx::MySqlConnection::connect(&address)
            .await
            .expect_err("a server that refuses");
        holds(message, &error, expected);
    }
}
