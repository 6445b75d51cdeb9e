//! One session with a server, through one of the two clients.

use std::error::Error;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{Connection, Executor, PgConnection};
use tokio_postgres::NoTls;

use crate::server::Server;

pub type BoxError = Box<dyn Error>;

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    TokioPostgres,
    Sqlx,
}

pub const BOTH: [Kind; 2] = [Kind::TokioPostgres, Kind::Sqlx];

pub enum Client {
    TokioPostgres(tokio_postgres::Client),
    Sqlx(PgConnection),
}

/// Who connects to what.
#[derive(Clone, Copy)]
pub struct As {
    pub user: &'static str,
    pub password: &'static str,
    pub database: &'static str,
}

pub const OWNER: As = As {
    user: "postgres",
    password: "",
    database: "postgres",
};

impl Client {
    pub async fn connect(kind: Kind, server: &Server) -> Self {
        Self::connect_as(kind, server.port, OWNER).await.expect("a session")
    }

    pub async fn connect_as(kind: Kind, port: u16, who: As) -> Result<Self, BoxError> {
        Ok(match kind {
            Kind::TokioPostgres => {
                let mut config = tokio_postgres::Config::new();
                config.host("127.0.0.1").port(port).user(who.user).dbname(who.database);
                if !who.password.is_empty() {
                    config.password(who.password);
                }
                let (client, connection) = config.connect(NoTls).await?;
                tokio::spawn(connection);
                Self::TokioPostgres(client)
            }
            Kind::Sqlx => {
                let options = PgConnectOptions::new_without_pgpass()
                    .host("127.0.0.1")
                    .port(port)
                    .username(who.user)
                    .password(who.password)
                    .database(who.database)
                    .ssl_mode(PgSslMode::Disable);
                Self::Sqlx(PgConnection::connect_with(&options).await?)
            }
        })
    }

    pub async fn run(&mut self, sql: &str) -> Result<(), BoxError> {
        match self {
            Self::TokioPostgres(client) => client.batch_execute(sql).await?,
            Self::Sqlx(connection) => {
                connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await?;
            }
        }
        Ok(())
    }

    pub async fn must(&mut self, sql: &str) {
        self.run(sql).await.expect("a statement that succeeds");
    }

    /// Runs what must fail.
    pub async fn fails(&mut self, sql: &str) -> BoxError {
        self.run(sql).await.expect_err("a statement that fails")
    }

    pub async fn pid(&mut self) -> i32 {
        match self {
            Self::TokioPostgres(client) => client
                .query_one("SELECT pg_backend_pid()", &[])
                .await
                .expect("a row")
                .get(0),
            Self::Sqlx(connection) => sqlx::query_scalar("SELECT pg_backend_pid()")
                .fetch_one(connection)
                .await
                .expect("a row"),
        }
    }
}
