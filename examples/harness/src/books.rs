//! The books in memory: what the server writes to, and what is true in the end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use accounting::database::{DatabaseError, Ledger};
use accounting::rates::Rates;
use accounting::server::Accounting;
use rusqlite::Connection;
use rusqlite::types::FromSql;

use crate::compare::State;

/// Books that nobody else has, and that are gone when this is dropped.
#[derive(Debug)]
pub struct Books {
    server: Accounting,
    /// Keeps them: without any connection they would be gone between two calls.
    keeper: Connection,
}

/// Periods beside those that the server begins with: each plan that locks or unlocks one has its own.
const PERIODS: &str = "
    INSERT INTO periods (id, first_day, last_day, state, locked_from, memo, closed_on) VALUES
        ('2022', '2022-01-01', '2022-12-31', 'locked', '2022-01-01', NULL, NULL),
        ('2023', '2023-01-01', '2023-12-31', 'locked', '2023-01-01', NULL, NULL),
        ('2027', '2027-01-01', '2027-12-31', 'open', NULL, NULL, NULL),
        ('2028', '2028-01-01', '2028-12-31', 'open', NULL, NULL, NULL)";

impl Books {
    /// New books.
    ///
    /// # Errors
    ///
    /// When the database does not come about.
    pub fn open() -> Result<Self, DatabaseError> {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The name of a database in memory that all connections of this process share.
        let ledger = Ledger::new(format!("file:/harness-{number}?vfs=memdb"));
        let keeper = ledger.read()?;
        keeper.execute_batch(PERIODS)?;
        // Nobody asks it for a rate.
        let rates = Rates::new("http://127.0.0.1:1");
        let server = Accounting::new(ledger, rates, None);
        Ok(Self { server, keeper })
    }

    /// The server that keeps them. Its clones keep the same books.
    #[must_use]
    pub const fn server(&self) -> &Accounting {
        &self.server
    }

    /// How they stand.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub fn state(&self) -> rusqlite::Result<State> {
        Ok(State {
            vouchers: self.pairs("SELECT description, count(*) FROM vouchers GROUP BY description")?,
            periods: self.pairs("SELECT id, state FROM periods")?,
        })
    }

    fn pairs<T: FromSql>(&self, query: &str) -> rusqlite::Result<BTreeMap<String, T>> {
        let mut query = self.keeper.prepare(query)?;
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }
}
