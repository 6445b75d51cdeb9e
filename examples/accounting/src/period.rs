//! Fiscal periods: reading, locking and unlocking them.

use std::str::FromStr;

use jiff::civil::Date;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Row};
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Actor;
use crate::database::{DatabaseError, Ledger};
use crate::written::{Risk, Written};

/// What keeps a period from being locked or unlocked.
///
/// A variant whose name is the code's needs no attribute; a field whose name is the detail's needs none either.
#[derive(Debug, errtax::ToolError)]
pub enum PeriodError {
    /// There is no such period.
    PeriodNotFound {
        /// The id that was looked up.
        period_id: String,
    },
    /// It is locked as it is.
    #[tool_error(PeriodLockAlreadyLocked)]
    AlreadyLocked {
        /// The period.
        period_id: String,
        /// First locked day.
        lock_date: Option<Date>,
    },
    /// It is open as it is.
    #[tool_error(PeriodUnlockNotLocked)]
    NotLocked {
        /// The period.
        period_id: String,
    },
    /// The annual accounts are signed.
    #[tool_error(PeriodUnlockClosed)]
    Closed {
        /// The period.
        period_id: String,
        /// The day of the closing.
        closed_on: Option<Date>,
    },
    /// The lock did not take.
    #[tool_error(PeriodLockFailed)]
    LockFailed {
        /// The period.
        period_id: String,
    },
    /// The database failed, and says how.
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<rusqlite::Error> for PeriodError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Whether vouchers can be posted into a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// They can.
    Open,
    /// Not until it is unlocked.
    Locked,
    /// Never again.
    Closed,
}

/// A fiscal period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Period {
    /// Its id.
    pub period_id: String,
    /// Its first day.
    #[schemars(with = "String")]
    pub first_day: Date,
    /// Its last day.
    #[schemars(with = "String")]
    pub last_day: Date,
    /// Whether vouchers can be posted into it.
    pub state: State,
    /// First locked day, where it is locked or closed.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked_from: Option<Date>,
    /// The day of the closing, where it is closed.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_on: Option<Date>,
    /// What the person who locked it wrote down. Not for agents.
    #[serde(skip)]
    pub memo: Option<String>,
}

/// How a period stands after a call.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PeriodStatus {
    /// Its id.
    pub period_id: String,
    /// Whether vouchers can be posted into it.
    pub status: State,
    /// First locked day; null where none is.
    #[schemars(with = "Option<String>")]
    pub lock_date: Option<Date>,
}

/// What tools that are bound to a period answer with: `[contract.bound.period]` in registry.toml.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InPeriod<T> {
    /// The rest.
    #[serde(flatten)]
    pub what: T,
    /// How the period stands now.
    pub period_status: PeriodStatus,
}

impl<T> InPeriod<T> {
    pub(crate) fn new(what: T, period: &Period) -> Self {
        Self {
            what,
            period_status: PeriodStatus {
                period_id: period.period_id.clone(),
                status: period.state,
                lock_date: period.locked_from,
            },
        }
    }
}

/// The answer of a tool that locks or unlocks a period.
pub type Turned = Written<InPeriod<Period>>;

impl Period {
    /// The answer of the write that has brought it into its state.
    fn turned(self, verb: &str, before: &str, actor: &Actor) -> Turned {
        let after = if self.state == State::Locked { "locked" } else { "open" };
        let message = format!("Period {} is {verb}.", self.period_id);
        let preview = vec![format!("{}: {before} → {after}", self.period_id)];
        Written::done(InPeriod::new(self.clone(), &self), Risk::Low, actor, message, preview)
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let state = match row.get::<_, String>("state")?.as_str() {
            "open" => State::Open,
            "locked" => State::Locked,
            _ => State::Closed,
        };
        Ok(Self {
            period_id: row.get("id")?,
            first_day: time(row, "first_day")?,
            last_day: time(row, "last_day")?,
            state,
            locked_from: optional_time(row, "locked_from")?,
            closed_on: optional_time(row, "closed_on")?,
            memo: row.get("memo")?,
        })
    }

    /// The period that covers a day.
    ///
    /// # Errors
    ///
    /// Those of the database.
    pub fn covering(connection: &Connection, date: Date) -> rusqlite::Result<Option<Self>> {
        connection
            .query_row(
                "SELECT * FROM periods WHERE ?1 BETWEEN first_day AND last_day",
                [date.to_string()],
                Self::from_row,
            )
            .optional()
    }

    /// The first open period that ends after a day.
    ///
    /// # Errors
    ///
    /// Those of the database.
    pub fn next_open(connection: &Connection, date: Date) -> rusqlite::Result<Option<Self>> {
        connection
            .query_row(
                "SELECT * FROM periods WHERE state = 'open' AND last_day > ?1 ORDER BY first_day LIMIT 1",
                [date.to_string()],
                Self::from_row,
            )
            .optional()
    }

    fn find(connection: &Connection, period_id: &str) -> Result<Self, PeriodError> {
        connection
            .query_row("SELECT * FROM periods WHERE id = ?1", [period_id], Self::from_row)
            .optional()?
            .ok_or_else(|| PeriodError::PeriodNotFound {
                period_id: period_id.to_owned(),
            })
    }
}

/// A day or an instant from a column of the books.
pub(crate) fn time<T: FromStr<Err = jiff::Error>>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    parse(row, column, &text)
}

fn optional_time<T: FromStr<Err = jiff::Error>>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| parse(row, column, &text)).transpose()
}

fn parse<T: FromStr<Err = jiff::Error>>(row: &Row<'_>, column: &str, text: &str) -> rusqlite::Result<T> {
    let index = row.as_ref().column_index(column)?;
    text.parse()
        .map_err(|error: jiff::Error| rusqlite::Error::FromSqlConversionFailure(index, Type::Text, error.into()))
}

/// All periods, in order.
///
/// # Errors
///
/// [`PeriodError`].
pub fn list(ledger: &Ledger) -> Result<Vec<Period>, PeriodError> {
    let connection = ledger.read()?;
    let mut query = connection.prepare("SELECT * FROM periods ORDER BY first_day")?;
    let periods = query.query_map([], Period::from_row)?.collect::<Result<_, _>>()?;
    Ok(periods)
}

/// Locks a period from its first day on.
///
/// # Errors
///
/// [`PeriodError`].
pub fn lock(ledger: &Ledger, period_id: &str, actor: &Actor) -> Result<Turned, PeriodError> {
    let write = ledger.write()?;
    let period = Period::find(&write, period_id)?;
    if period.state != State::Open {
        return Err(PeriodError::AlreadyLocked {
            period_id: period.period_id,
            lock_date: period.locked_from,
        });
    }
    write.execute(
        "UPDATE periods SET state = 'locked', locked_from = first_day WHERE id = ?1",
        [period_id],
    )?;
    let period = Period::find(&write, period_id)?;
    if period.state != State::Locked {
        return Err(PeriodError::LockFailed {
            period_id: period.period_id,
        });
    }
    write.commit()?;
    Ok(period.turned("locked from its first day on", "open", actor))
}

/// Unlocks a period.
///
/// # Errors
///
/// [`PeriodError`].
pub fn unlock(ledger: &Ledger, period_id: &str, actor: &Actor) -> Result<Turned, PeriodError> {
    let write = ledger.write()?;
    let period = Period::find(&write, period_id)?;
    match period.state {
        State::Locked => {}
        State::Open => {
            return Err(PeriodError::NotLocked {
                period_id: period.period_id,
            });
        }
        State::Closed => {
            return Err(PeriodError::Closed {
                period_id: period.period_id,
                closed_on: period.closed_on,
            });
        }
    }
    write.execute(
        "UPDATE periods SET state = 'open', locked_from = NULL, memo = NULL WHERE id = ?1",
        [period_id],
    )?;
    let period = Period::find(&write, period_id)?;
    write.commit()?;
    Ok(period.turned("open again", "locked", actor))
}
