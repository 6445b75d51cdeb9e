//! Records in SQLite (feature `replay-sqlite`).

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OptionalExtension as _, Row};

use super::call::Slot;
use super::record::{Record, Version, milliseconds};
use super::store::Store;

/// How long [`SqliteFile`] waits for another process that writes.
const BUSY: Duration = Duration::from_secs(5);

/// Records in a table of your own database, by a connection of yours, so that they are committed with whatever else its
/// transaction writes.
///
/// Begin the transaction with `BEGIN IMMEDIATE`: a second call with the same key then waits for the first before it has
/// read anything, as long as the connection's busy timeout says. In a deferred one, and without one, everything is as
/// safe, but a call may be refused because it lost a race.
#[derive(Clone, Copy)]
pub struct SqliteStore<'a>(&'a Connection);

impl<'a> SqliteStore<'a> {
    /// The table, for your migrations. It does no harm where the table is there already.
    pub const SCHEMA: &'static str = "\
CREATE TABLE IF NOT EXISTS errtax_replay (
    scope      TEXT NOT NULL,
    tool       TEXT NOT NULL,
    key        TEXT NOT NULL,
    version    TEXT NOT NULL,
    -- running, done, failed, in_doubt: for people. The record has it as well.
    state      TEXT NOT NULL,
    -- Milliseconds since 1970; NULL as long as the outcome is open.
    expires_at INTEGER,
    record     TEXT NOT NULL,
    PRIMARY KEY (scope, tool, key)
) STRICT;
CREATE INDEX IF NOT EXISTS errtax_replay_expires_at ON errtax_replay (expires_at) WHERE expires_at IS NOT NULL;
";

    /// The records that this connection sees. Its table is [`SCHEMA`](Self::SCHEMA).
    #[must_use]
    pub fn new(connection: &'a Connection) -> Self {
        Self(connection)
    }
}

impl fmt::Debug for SqliteStore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SqliteStore")
    }
}

/// What can go wrong with a record in SQLite.
#[derive(Debug)]
#[non_exhaustive]
pub enum SqliteError {
    /// SQLite says no.
    Sqlite(rusqlite::Error),
    /// What stands in the table was written by no version of this that is known here.
    Unreadable,
}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite(_) => "the record of an idempotency key could not be read or written",
            Self::Unreadable => "the record of an idempotency key makes no sense",
        })
    }
}

impl Error for SqliteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Sqlite(error) => Some(error),
            Self::Unreadable => None,
        }
    }
}

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl Store for SqliteStore<'_> {
    type Error = SqliteError;

    fn load(&self, slot: &Slot) -> Result<Option<Record>, SqliteError> {
        let text: Option<String> = self
            .0
            .query_row(
                "SELECT record FROM errtax_replay WHERE scope = ?1 AND tool = ?2 AND key = ?3",
                (&slot.scope, &slot.tool, &slot.key),
                |row: &Row<'_>| row.get(0),
            )
            .optional()?;
        text.map(|text| Record::decode(&text).ok_or(SqliteError::Unreadable))
            .transpose()
    }

    // One statement each, so that it is atomic without a transaction as well.
    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, SqliteError> {
        let version = held.map(|version| version.to_string());
        let written = |record: &Record| {
            let expires_at = record.expires_at.map(milliseconds);
            (
                record.version.to_string(),
                record.state.name(),
                expires_at,
                record.encode(),
            )
        };
        let changed = match (version, new.map(written)) {
            (None, Some((new, state, expires_at, record))) => self.0.execute(
                "INSERT INTO errtax_replay (scope, tool, key, version, state, expires_at, record)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
                (&slot.scope, &slot.tool, &slot.key, new, state, expires_at, record),
            )?,
            (Some(version), Some((new, state, expires_at, record))) => self.0.execute(
                "UPDATE errtax_replay SET version = ?5, state = ?6, expires_at = ?7, record = ?8
                 WHERE scope = ?1 AND tool = ?2 AND key = ?3 AND version = ?4",
                (
                    &slot.scope,
                    &slot.tool,
                    &slot.key,
                    version,
                    new,
                    state,
                    expires_at,
                    record,
                ),
            )?,
            (Some(version), None) => self.0.execute(
                "DELETE FROM errtax_replay WHERE scope = ?1 AND tool = ?2 AND key = ?3 AND version = ?4",
                (&slot.scope, &slot.tool, &slot.key, version),
            )?,
            (None, None) => usize::from(self.load(slot)?.is_none()),
        };
        Ok(changed == 1)
    }

    fn sweep(&self, now: SystemTime) -> Result<(), SqliteError> {
        self.0
            .execute("DELETE FROM errtax_replay WHERE expires_at <= ?1", [milliseconds(now)])?;
        Ok(())
    }
}

/// Records in an SQLite file of their own, for effects that are in no database of yours. Threads and processes may share
/// it.
pub struct SqliteFile(Mutex<Connection>);

impl SqliteFile {
    /// Opens the file, and makes it where there is none.
    ///
    /// # Errors
    ///
    /// Those of SQLite.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SqliteError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        // A record has to outlive the machine's power once it is written: the effect does.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute_batch(SqliteStore::SCHEMA)?;
        Ok(Self(Mutex::new(connection)))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // Each use is one statement, which a panic cannot leave half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SqliteFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SqliteFile")
    }
}

impl Store for SqliteFile {
    type Error = SqliteError;

    fn load(&self, slot: &Slot) -> Result<Option<Record>, SqliteError> {
        SqliteStore::new(&self.connection()).load(slot)
    }

    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, SqliteError> {
        SqliteStore::new(&self.connection()).swap(slot, held, new)
    }

    fn sweep(&self, now: SystemTime) -> Result<(), SqliteError> {
        SqliteStore::new(&self.connection()).sweep(now)
    }
}
