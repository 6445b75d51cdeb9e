//! A session ends, or never begins.

use std::time::Duration;

use errtax_failures::{holds, said};

use crate::client::{As, BOTH, Client, OWNER};
use crate::server::Server;

/// A statement that was under way when its server process was ended may have been carried out.
#[tokio::test]
async fn a_session_that_is_ended_in_mid_statement_leaves_the_statement_in_doubt() {
    let server = Server::shared();
    for kind in BOTH {
        let [mut one, mut other] = [
            Client::connect(kind, &server).await,
            Client::connect(kind, &server).await,
        ];
        let terminate = format!("SELECT pg_terminate_backend({})", one.pid().await);
        let (slept, ()) = tokio::join!(one.run("SELECT pg_sleep(30)"), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            other.must(&terminate).await;
        });
        let error = slept.expect_err("a session that is ended");
        holds("terminated", &*error, "transient unknown r-k: SQLSTATE 57P01");
        // Nothing can be sent any more; a client cannot always tell.
        let error = one.fails("SELECT 1").await;
        assert!(
            said(&*error).starts_with("transient unknown r-k: "),
            "{error:?}: {}",
            said(&*error)
        );
    }
}

#[tokio::test]
async fn a_session_that_is_ended_in_mid_commit_leaves_the_commit_in_doubt() {
    let server = Server::shared();
    for kind in BOTH {
        let [mut one, mut other] = [
            Client::connect(kind, &server).await,
            Client::connect(kind, &server).await,
        ];
        let name = format!("slow_{kind:?}");
        one.must(&format!(
            "CREATE TABLE {name} (n int);
             CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END';
             CREATE CONSTRAINT TRIGGER {name} AFTER INSERT ON {name} DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION {name}()"
        ))
        .await;
        let terminate = format!("SELECT pg_terminate_backend({})", one.pid().await);
        one.must(&format!("BEGIN; INSERT INTO {name} VALUES (1)")).await;
        let (committed, ()) = tokio::join!(one.run("COMMIT"), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            other.must(&terminate).await;
        });
        holds(
            "commit",
            &*committed.expect_err("a commit that is cut"),
            "transient unknown r-k: SQLSTATE 57P01",
        );
    }
}

/// A server process that is killed says nothing any more, and takes the others with it.
#[tokio::test]
async fn a_server_process_that_is_killed_leaves_the_statement_in_doubt() {
    for kind in BOTH {
        let server = Server::start(&[]);
        let mut one = Client::connect(kind, &server).await;
        let pid = one.pid().await;
        let (slept, ()) = tokio::join!(one.run("SELECT pg_sleep(30)"), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            let killed = std::process::Command::new("kill")
                .arg("-KILL")
                .arg(pid.to_string())
                .status();
            assert!(killed.expect("kill").success());
        });
        let error = slept.expect_err("a session whose process is gone");
        assert!(
            said(&*error).starts_with("transient unknown r-k: "),
            "{error:?}: {}",
            said(&*error)
        );
    }
}

#[tokio::test]
async fn a_server_that_stops_is_told_by_each_of_its_answers() {
    for kind in BOTH {
        let server = Server::start(&[]);
        let mut busy = Client::connect(kind, &server).await;
        busy.must("SELECT 1").await;
        // Waits for the session to end, and lets nobody else in.
        server.stop("smart", "-W");
        tokio::time::sleep(Duration::from_millis(300)).await;
        let error = Client::connect_as(kind, server.port, OWNER)
            .await
            .err()
            .expect("a server that is shutting down");
        holds("shutting down", &*error, "transient no rwk: SQLSTATE 57P03");

        let (slept, ()) = tokio::join!(busy.run("SELECT pg_sleep(30)"), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            server.stop("fast", "-W");
        });
        holds(
            "stopped",
            &*slept.expect_err("a server that stops"),
            "transient unknown r-k: SQLSTATE 57P01",
        );

        server.stop("fast", "-w");
        let error = Client::connect_as(kind, server.port, OWNER)
            .await
            .err()
            .expect("no server");
        let expected = [
            "transient no rwk: io ConnectionRefused while connecting",
            "transient no rwk: io ConnectionRefused",
        ];
        assert!(
            expected.contains(&said(&*error).as_str()),
            "{error:?}: {}",
            said(&*error)
        );

        server.run_again();
        Client::connect(kind, &server).await.must("SELECT 1").await;
    }
}

#[tokio::test]
async fn a_server_that_is_full_lets_nobody_in_for_now() {
    let server = Server::start(&[
        "max_connections = 4",
        "superuser_reserved_connections = 0",
        "max_wal_senders = 0",
    ]);
    for kind in BOTH {
        let mut sessions = Vec::new();
        let error = loop {
            match Client::connect_as(kind, server.port, OWNER).await {
                Ok(session) => sessions.push(session),
                Err(error) => break error,
            }
        };
        holds("too many connections", &*error, "transient no rwk: SQLSTATE 53300");
        drop(sessions);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test]
async fn who_is_not_let_in_is_not_retried() {
    let server = Server::shared();
    let mut owner = Client::connect(BOTH[0], &server).await;
    let _ = owner.run("CREATE ROLE guarded LOGIN PASSWORD 'right'").await;
    for kind in BOTH {
        let cases = [
            (
                As {
                    user: "guarded",
                    password: "wrong",
                    database: "postgres",
                },
                "auth no ---: SQLSTATE 28P01",
            ),
            (
                As {
                    database: "nowhere",
                    ..OWNER
                },
                "not_found no ---: SQLSTATE 3D000",
            ),
            (
                As {
                    user: "nobody-of-this-name",
                    ..OWNER
                },
                "auth no ---: SQLSTATE 28000",
            ),
        ];
        for (who, expected) in cases {
            let error = Client::connect_as(kind, server.port, who)
                .await
                .err()
                .expect("no session");
            holds(who.user, &*error, expected);
        }
    }
}
