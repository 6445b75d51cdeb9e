//! The tables: what a code proves, one file a family, each row with its authority.
//!
//! A function `prove` of each family answers `None` where the family knows nothing, so that the next evidence is asked.

pub(super) mod grpc;
pub(super) mod http;
pub(super) mod io;
pub(super) mod kafka;
pub(super) mod mongo;
pub(super) mod mysql;
pub(super) mod oracle;
pub(super) mod redis;
pub(super) mod sql_server;
pub(super) mod sqlite;
pub(super) mod sqlstate;

use super::proof::Fact;

/// One row: what a code proves, and who says so.
#[derive(Clone, Copy, Debug)]
pub struct Row<K: 'static> {
    /// The codes it is about.
    pub keys: &'static [K],
    /// What they prove.
    pub fact: Fact,
    /// Who says so, and why: for the reader of the table.
    pub authority: &'static str,
}

/// Finds the row that has this key.
pub(crate) fn find<K: Copy + Eq>(rows: &'static [Row<K>], key: K) -> Option<&'static Row<K>> {
    rows.iter().find(|row| row.keys.contains(&key))
}
