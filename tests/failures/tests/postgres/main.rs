//! Failures of a real PostgreSQL, through tokio-postgres and sqlx and the pools deadpool and bb8.

mod client;
mod pools;
mod server;
mod sessions;
mod statements;
