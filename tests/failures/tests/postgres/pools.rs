//! Pools that have no connection to give, or cannot make one.

use std::time::Duration;

use deadpool_postgres::{Manager, Pool, Runtime};
use errtax_failures::holds;
use tokio_postgres::{Config, NoTls};

use crate::server::Server;

fn config(port: u16, database: &str) -> Config {
    let mut config = Config::new();
    config.host("127.0.0.1").port(port).user("postgres").dbname(database);
    config
}

fn deadpool(config: Config) -> Pool {
    let pool = Pool::builder(Manager::new(config, NoTls))
        .max_size(1)
        .runtime(Runtime::Tokio1);
    pool.wait_timeout(Some(Duration::from_millis(100)))
        .build()
        .expect("a pool")
}

#[tokio::test]
async fn a_pool_whose_connections_are_all_in_use_sent_nothing() {
    let server = Server::shared();
    let pool = deadpool(config(server.port, "postgres"));
    let _held = pool.get().await.expect("a connection");
    let error = pool.get().await.expect_err("no second connection");
    holds(
        "deadpool",
        &error,
        "transient no rwk: deadpool no connection came free in time",
    );

    let manager = bb8_postgres::PostgresConnectionManager::new(config(server.port, "postgres"), NoTls);
    let pool = bb8::Pool::builder()
        .max_size(1)
        .connection_timeout(Duration::from_millis(300));
    let pool = pool.build(manager).await.expect("a pool");
    let _held = pool.get().await.expect("a connection");
    let error = pool.get().await.expect_err("no second connection");
    holds("bb8", &error, "transient no rwk: bb8 no connection came free in time");

    let pool = sqlx::postgres::PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(Duration::from_millis(300));
    let address = format!("postgres://postgres@127.0.0.1:{}/postgres?sslmode=disable", server.port);
    let pool = pool.connect(&address).await.expect("a pool");
    let held = pool.acquire().await.expect("a connection");
    let error = pool.acquire().await.expect_err("no second connection");
    holds("sqlx", &error, "transient no rwk: sqlx no connection came free in time");
    drop(held);
    pool.close().await;
    let error = pool.acquire().await.expect_err("a closed pool");
    holds("sqlx", &error, "transient no ---: sqlx pool was closed");
}

#[tokio::test]
async fn a_pool_passes_on_what_its_connections_say() {
    let server = Server::shared();
    let pool = deadpool(config(server.port, "nowhere"));
    holds(
        "deadpool",
        &pool.get().await.expect_err("no database"),
        "not_found no ---: SQLSTATE 3D000",
    );
    pool.close();
    holds(
        "deadpool",
        &pool.get().await.expect_err("a closed pool"),
        "transient no ---: deadpool pool was closed",
    );

    // Nobody listens there.
    let unused = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|socket| socket.local_addr())
        .expect("a port")
        .port();
    let error = deadpool(config(unused, "postgres")).get().await.expect_err("no server");
    holds(
        "deadpool",
        &error,
        "transient no rwk: io ConnectionRefused while connecting",
    );

    let manager = bb8_postgres::PostgresConnectionManager::new(config(unused, "postgres"), NoTls);
    let pool = bb8::Pool::builder()
        .retry_connection(false)
        .min_idle(1)
        .build(manager)
        .await;
    holds(
        "bb8",
        &pool.expect_err("no server"),
        "transient no rwk: io ConnectionRefused while connecting",
    );
}

/// `?` makes an error of the pool out of one of a query, which is no proof that nothing was sent.
#[tokio::test]
async fn a_query_that_fails_behind_the_error_of_a_pool_stays_in_doubt() {
    let server = Server::shared();
    let pool = deadpool(config(server.port, "postgres"));
    let ended = async || -> Result<(), deadpool_postgres::PoolError> {
        let session = pool.get().await?;
        session
            .batch_execute("SELECT pg_terminate_backend(pg_backend_pid())")
            .await?;
        Ok(())
    };
    let error = ended().await.expect_err("a session that ends itself");
    holds("terminated", &error, "transient unknown r-k: SQLSTATE 57P01");
}
