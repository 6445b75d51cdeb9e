//! A statement fails, and the session goes on.

use std::time::Duration;

use errtax_failures::holds;

use crate::client::{BOTH, BoxError, Client, Kind};
use crate::server::Server;

/// Two sessions, each of which waits for what the other holds.
#[tokio::test]
async fn a_deadlock_may_be_repeated_as_a_whole_transaction() {
    let server = Server::shared();
    for kind in BOTH {
        let [mut one, mut other] = two(kind, &server).await;
        let table = format!("deadlock_{kind:?}");
        one.must(&format!(
            "CREATE TABLE {table} (id int PRIMARY KEY, n int); INSERT INTO {table} VALUES (1, 0), (2, 0)"
        ))
        .await;
        for session in [&mut one, &mut other] {
            session.must("SET deadlock_timeout = '50ms'; BEGIN").await;
        }
        one.must(&format!("UPDATE {table} SET n = 1 WHERE id = 1")).await;
        other.must(&format!("UPDATE {table} SET n = 1 WHERE id = 2")).await;
        let [update_2, update_1] = [2, 1].map(|id| format!("UPDATE {table} SET n = 2 WHERE id = {id}"));
        let (one, other) = tokio::join!(one.run(&update_2), other.run(&update_1));
        let error = one.err().or(other.err()).expect("one of them fails");
        holds("deadlock", &*error, "transient no rwk: SQLSTATE 40P01");
    }
}

#[tokio::test]
async fn a_transaction_that_cannot_be_serialized_may_be_repeated() {
    let server = Server::shared();
    for kind in BOTH {
        let [mut one, mut other] = two(kind, &server).await;
        let table = format!("serial_{kind:?}");
        one.must(&format!("CREATE TABLE {table} (n int); INSERT INTO {table} VALUES (1)"))
            .await;
        one.must(&format!("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM {table}"))
            .await;
        other.must(&format!("UPDATE {table} SET n = 2")).await;
        let error = one.fails(&format!("UPDATE {table} SET n = 3")).await;
        holds("serialization failure", &*error, "transient no rwk: SQLSTATE 40001");
    }
}

#[tokio::test]
async fn a_lock_that_is_not_given_in_time_may_be_waited_for_again() {
    let server = Server::shared();
    for kind in BOTH {
        let [mut one, mut other] = two(kind, &server).await;
        let table = format!("locked_{kind:?}");
        one.must(&format!("CREATE TABLE {table} (n int)")).await;
        one.must(&format!("BEGIN; LOCK {table}")).await;
        other.must("SET lock_timeout = '50ms'").await;
        let error = other.fails(&format!("INSERT INTO {table} VALUES (1)")).await;
        holds("lock timeout", &*error, "transient no rwk: SQLSTATE 55P03");
        let error = other.fails(&format!("BEGIN; LOCK {table} NOWAIT")).await;
        holds("NOWAIT", &*error, "transient no rwk: SQLSTATE 55P03");
    }
}

#[tokio::test]
async fn a_statement_that_took_too_long_is_told_from_one_that_was_called_off() {
    let server = Server::shared();
    for kind in BOTH {
        let [mut one, mut other] = two(kind, &server).await;
        one.must("SET statement_timeout = '50ms'").await;
        let error = one.fails("SELECT pg_sleep(30)").await;
        holds(
            "statement timeout",
            &*error,
            "transient no rwk: SQLSTATE 57014 with statement timeout",
        );

        one.must("SET statement_timeout = 0").await;
        let pid = one.pid().await;
        let cancel = format!("SELECT pg_cancel_backend({pid})");
        let (slept, ()) = tokio::join!(one.run("SELECT pg_sleep(30)"), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            other.must(&cancel).await;
        });
        holds(
            "cancel",
            &*slept.expect_err("a cancelled statement"),
            "cancelled no ---: SQLSTATE 57014 with user request",
        );
    }
}

#[tokio::test]
async fn what_the_statement_or_the_data_forbid_is_not_repeated() {
    let server = Server::shared();
    for kind in BOTH {
        let mut session = Client::connect(kind, &server).await;
        let (parent, child) = (format!("parent_{kind:?}"), format!("child_{kind:?}"));
        session
            .must(&format!(
                "CREATE TABLE {parent} (id int PRIMARY KEY, n int NOT NULL CHECK (n < 10));
                 CREATE TABLE {child} (id int REFERENCES {parent}); INSERT INTO {parent} VALUES (1, 1)"
            ))
            .await;
        let cases = [
            (
                format!("INSERT INTO {parent} VALUES (1, 2)"),
                "conflict no ---: SQLSTATE 23505",
            ),
            (
                format!("INSERT INTO {child} VALUES (7)"),
                "bad_input no ---: SQLSTATE 23503",
            ),
            (
                format!("INSERT INTO {parent} VALUES (2, NULL)"),
                "bad_input no ---: SQLSTATE 23502",
            ),
            (
                format!("INSERT INTO {parent} VALUES (2, 11)"),
                "bad_input no ---: SQLSTATE 23514",
            ),
            ("SELECT 1/0".into(), "bad_input no ---: SQLSTATE 22012"),
            ("SELECT * FROM nowhere".into(), "bad_input no ---: SQLSTATE 42P01"),
            (
                "SELECT currval('pg_catalog.nothing')".into(),
                "bad_input no ---: SQLSTATE 42P01",
            ),
            ("SELEC 1".into(), "bad_input no ---: SQLSTATE 42601"),
            (
                "DO $$ BEGIN RAISE 'connection reset by peer, please retry'; END $$".into(),
                "bad_input no ---: SQLSTATE P0001",
            ),
            (
                "SET ROLE NONE; BEGIN READ ONLY; CREATE TABLE t (n int)".into(),
                "transient no ---: SQLSTATE 25006",
            ),
        ];
        for (sql, expected) in cases {
            let error = session.fails(&sql).await;
            holds(&sql, &*error, expected);
            let _: Result<(), BoxError> = session.run("ROLLBACK").await;
        }
    }
}

#[tokio::test]
async fn who_may_not_is_not_retried() {
    let server = Server::shared();
    for kind in BOTH {
        let mut session = Client::connect(kind, &server).await;
        let (role, table) = (format!("clerk_{kind:?}"), format!("secret_{kind:?}"));
        session
            .must(&format!(
                "CREATE ROLE {role}; CREATE TABLE {table} (n int); SET ROLE {role}"
            ))
            .await;
        let error = session.fails(&format!("SELECT * FROM {table}")).await;
        holds("permission", &*error, "auth no ---: SQLSTATE 42501");
    }
}

async fn two(kind: Kind, server: &Server) -> [Client; 2] {
    [Client::connect(kind, server).await, Client::connect(kind, server).await]
}
