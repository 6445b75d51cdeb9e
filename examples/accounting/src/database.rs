//! The ledger: one SQLite file, and what can go wrong with it.

use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use errtax::replay::{SqliteError, SqliteStore};
use rusqlite::{Connection, ErrorCode};
use tokio::task::JoinError;

/// How long a call waits for another writer before it is refused.
pub const LOCK_WAIT: Duration = Duration::from_millis(250);

/// How long a call waits for the answer to its commit.
pub const COMMIT_WAIT: Duration = Duration::from_millis(750);

/// How long a commit goes on trying when its caller has gone.
pub const COMMIT_PATIENCE: Duration = Duration::from_secs(5);

const SCHEMA_VERSION: i64 = 2;

/// What can go wrong with the database itself.
#[derive(Debug, errtax::ToolError)]
pub enum DatabaseError {
    /// The lock was not obtained, so nothing was written.
    #[tool_error(DatabaseBusy)]
    Busy {
        /// How long the call had waited.
        waited_ms: Duration,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The commit was begun and did not answer in time. It may land yet.
    #[tool_error(CommitResultLost)]
    CommitLost,
    /// No thread for the commit: the system knows why, and so does the table of causes.
    #[tool_error(infer, InternalError)]
    Thread(#[from] io::Error),
    /// The file was written by another version of this program.
    #[tool_error(BookkeepingDatabaseError)]
    Schema {
        /// The version of the file's schema: for the log, no business of the agent.
        #[tool_error(skip)]
        found: i64,
    },
    /// The record of an idempotency key makes no sense.
    #[tool_error(BookkeepingDatabaseError)]
    Record(#[source] SqliteError),
    /// The thread that did the work broke down. Its panic is in the log of the process.
    #[tool_error(InternalError)]
    Crashed(#[source] JoinError),
    /// Anything else that SQLite says: a damaged file, a full disk.
    #[tool_error(infer, BookkeepingDatabaseError)]
    Sqlite(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(source: rusqlite::Error) -> Self {
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy {
                waited_ms: LOCK_WAIT,
                source,
            },
            _ => Self::Sqlite(source),
        }
    }
}

impl From<SqliteError> for DatabaseError {
    fn from(source: SqliteError) -> Self {
        match source {
            SqliteError::Sqlite(source) => source.into(),
            source => Self::Record(source),
        }
    }
}

/// The file with the books.
///
/// Every call has a connection of its own, so that a commit whose caller has gone can end in peace. A server with much
/// to do would keep a pool.
#[derive(Clone, Debug)]
pub struct Ledger {
    path: PathBuf,
}

impl Ledger {
    /// The books in this file, which is made with the first call if it does not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A connection for reading.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`].
    pub fn read(&self) -> Result<Connection, DatabaseError> {
        let connection = Connection::open(&self.path)?;
        connection.busy_timeout(LOCK_WAIT)?;
        let version = |connection: &Connection| connection.query_row("PRAGMA user_version", [], |row| row.get(0));
        if version(&connection)? == 0 {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            // Another process may have made the tables while this one waited for the lock.
            if version(&connection)? == 0 {
                connection.execute_batch(include_str!("schema.sql"))?;
                connection.execute_batch(SqliteStore::SCHEMA)?;
            }
            connection.execute_batch("COMMIT")?;
        }
        match version(&connection)? {
            SCHEMA_VERSION => Ok(connection),
            found => Err(DatabaseError::Schema { found }),
        }
    }

    /// Begins a write. The lock is held from here on, so what is read stays true until the commit.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`].
    pub fn write(&self) -> Result<Write, DatabaseError> {
        let connection = self.read()?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok(Write { connection })
    }
}

/// A write that has begun. Dropped without a commit, it leaves nothing behind.
#[derive(Debug)]
pub struct Write {
    connection: Connection,
}

impl Deref for Write {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Write {
    /// Commits, and waits [`COMMIT_WAIT`] for the answer.
    ///
    /// # Errors
    ///
    /// [`DatabaseError::CommitLost`] when the wait ends first. SQLite cannot commit while others read, and a commit that
    /// is under way cannot be called off, so there is no telling then how it ends.
    pub fn commit(self) -> Result<(), DatabaseError> {
        let connection = self.connection;
        connection.busy_timeout(COMMIT_PATIENCE)?;
        let (answer, answers) = mpsc::channel();
        thread::Builder::new().name("commit".to_owned()).spawn(move || {
            // Nobody listens any more where the wait has ended; the connection rolls back what it could not commit.
            let _ = answer.send(connection.execute_batch("COMMIT"));
        })?;
        match answers.recv_timeout(COMMIT_WAIT) {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(DatabaseError::CommitLost),
        }
    }
}

/// A fresh random id: `V-1f0c…`.
///
/// It is given out before the commit, so it must not come again where that fails: a counter would give the next voucher
/// the same one, and a look-up would find the wrong voucher.
///
/// # Errors
///
/// [`DatabaseError`].
pub fn fresh_id(connection: &Connection, prefix: &str) -> Result<String, DatabaseError> {
    Ok(
        connection.query_row("SELECT ?1 || '-' || lower(hex(randomblob(6)))", [prefix], |row| {
            row.get(0)
        })?,
    )
}
