//! All rows of all tables, for people: the pages that explain them, and who wants to know why.

use std::fmt::Display;

use super::{Row, grpc, http, kafka, mongo, mysql, oracle, redis, sql_server, sqlite, sqlstate};
use crate::causes::proof::Fact;

/// One row of a table of what codes prove.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// Whose codes they are: `SQLSTATE`, `MySQL`, `HTTP`.
    pub family: &'static str,
    /// The codes, as a [`Because`](crate::causes::Because) names them.
    pub keys: Vec<String>,
    /// Phrases of which the message has one, for codes that stand for more than one thing.
    pub says: &'static [&'static str],
    /// What they prove.
    pub fact: Fact,
    /// Who says so, and why.
    pub authority: &'static str,
}

/// All rows, family by family. Of rows of the same code the first whose phrases fit counts, as in the tables themselves.
///
/// ```
/// let authority = |family: &str, key: &str| {
///     let found = errtax::causes::rows().find(|row| row.family == family && row.keys.iter().any(|known| known == key));
///     found.map(|row| row.authority)
/// };
/// assert!(authority("SQLSTATE", "40001").is_some_and(|authority| authority.starts_with("PostgreSQL docs 13.5")));
/// ```
pub fn rows() -> impl Iterator<Item = Entry> {
    list("SQLSTATE", sqlstate::ROWS)
        .chain(list("MySQL", mysql::ROWS))
        .chain(list("SQL Server", sql_server::ROWS))
        .chain(
            oracle::ROWS
                .iter()
                .map(|row| entry("Oracle", row, |number| format!("ORA-{number:05}"))),
        )
        .chain(list("SQLite", sqlite::ROWS))
        .chain(list("MongoDB labels", mongo::LABELS))
        .chain(list("MongoDB", mongo::ROWS))
        .chain(list("Redis", redis::ROWS))
        .chain(list("Kafka", kafka::ROWS))
        .chain(list("HTTP", http::STATUSES))
        .chain(list("HTTP codes", http::CODES))
        .chain(list("gRPC", grpc::ROWS))
}

fn list<K: Display>(family: &'static str, rows: &'static [Row<K>]) -> impl Iterator<Item = Entry> {
    rows.iter().map(move |row| entry(family, row, K::to_string))
}

fn entry<K>(family: &'static str, row: &Row<K>, key: impl Fn(&K) -> String) -> Entry {
    Entry {
        family,
        keys: row.keys.iter().map(key).collect(),
        says: row.says,
        fact: row.fact,
        authority: row.authority,
    }
}
