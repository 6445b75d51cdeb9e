//! Vouchers: posting and reading them.

use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arguments::ArgumentError;
use crate::chart;
use crate::database::{DatabaseError, Ledger, fresh_id};
use crate::money::Amount;
use crate::period::{Period, State, time};

/// What keeps a voucher from being posted or read.
#[derive(Debug, errtax::ToolError)]
pub enum VoucherError {
    /// The sides differ.
    #[tool_error(JournalEntryNotBalanced)]
    Unbalanced {
        /// Sum of the debit side.
        debit: Amount,
        /// Sum of the credit side.
        credit: Amount,
    },
    /// There is no such voucher.
    #[tool_error(JournalEntryNotFound)]
    NotFound {
        /// The id that was looked up.
        #[tool_error(detail = "voucher_id")]
        id: String,
    },
    /// The period is locked.
    PeriodLocked {
        /// The period.
        period_id: String,
        /// First locked day.
        lock_date: Date,
        /// What the person who locked it wrote down: declared sensitive, so it goes to the log alone.
        memo: Option<String>,
    },
    /// No period covers the date.
    FiscalPeriodNotFound {
        /// The voucher's date.
        date: Date,
    },
    /// The period is closed for good.
    NoOpenPeriodForDate {
        /// The voucher's date.
        date: Date,
        /// The next day on which a voucher can be posted.
        first_open_date: Option<Date>,
    },
    /// Accounts that the chart does not have.
    AccountsNotInChart {
        /// Their numbers.
        accounts: Vec<String>,
        /// How many they are.
        count: usize,
    },
    /// The key came with another voucher before.
    #[tool_error(IdempotencyKeyReused)]
    KeyReused {
        /// The voucher it came with: not this caller's to know, but worth a line in the log.
        #[tool_error(skip)]
        voucher_id: String,
    },
    /// The commit was begun and did not answer, and no key makes it safe to repeat.
    #[tool_error(VoucherOutcomeUnknown)]
    InDoubt {
        /// The id that the voucher has, if it was posted.
        voucher_id: String,
    },
    /// An argument is malformed.
    #[tool_error(transparent)]
    Argument(#[from] ArgumentError),
    /// The database failed, and says how.
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<rusqlite::Error> for VoucherError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

/// One line of a voucher.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// Account number.
    pub account: String,
    /// Amount on the debit side.
    pub debit: Amount,
    /// Amount on the credit side.
    pub credit: Amount,
}

/// A voucher that is to be posted.
#[derive(Clone, Debug)]
pub struct NewVoucher {
    /// Its date.
    pub date: Date,
    /// What it is about.
    pub description: String,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// A voucher in the books.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Voucher {
    /// Its id.
    pub id: String,
    /// The period it lies in.
    pub period_id: String,
    /// Its date.
    #[schemars(with = "String")]
    pub date: Date,
    /// What it is about.
    pub description: String,
    /// Its lines.
    pub lines: Vec<Line>,
    /// When it was posted (RFC 3339).
    pub posted_at: String,
}

impl NewVoucher {
    fn check(&self) -> Result<(), VoucherError> {
        let debit: Amount = self.lines.iter().map(|line| line.debit).sum();
        let credit: Amount = self.lines.iter().map(|line| line.credit).sum();
        if debit != credit {
            return Err(VoucherError::Unbalanced { debit, credit });
        }
        let mut accounts: Vec<String> = Vec::new();
        for line in &self.lines {
            if !chart::has_account(&line.account) && !accounts.contains(&line.account) {
                accounts.push(line.account.clone());
            }
        }
        match accounts.len() {
            0 => Ok(()),
            count => Err(VoucherError::AccountsNotInChart { accounts, count }),
        }
    }

    /// What the call asked for, as text: two calls are the same when their texts are.
    fn request(&self) -> String {
        let lines: String = self
            .lines
            .iter()
            .map(|line| format!("\n{} {} {}", line.account, line.debit, line.credit))
            .collect();
        format!("{} {:?}{lines}", self.date, self.description)
    }

    fn insert(
        &self,
        connection: &Connection,
        id: &str,
        period: &Period,
        key: Option<&str>,
    ) -> Result<Voucher, VoucherError> {
        let posted_at = Timestamp::now().to_string();
        connection.execute(
            "INSERT INTO vouchers (id, period_id, date, description, posted_at, idempotency_key, request)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            (
                id,
                &period.period_id,
                self.date.to_string(),
                &self.description,
                &posted_at,
                key,
                self.request(),
            ),
        )?;
        for (line, position) in self.lines.iter().zip(1_i64..) {
            connection.execute(
                "INSERT INTO voucher_lines (voucher_id, position, account, debit, credit) VALUES (?1, ?2, ?3, ?4, ?5)",
                (id, position, &line.account, line.debit.ore(), line.credit.ore()),
            )?;
        }
        Ok(Voucher {
            id: id.to_owned(),
            period_id: period.period_id.clone(),
            date: self.date,
            description: self.description.clone(),
            lines: self.lines.clone(),
            posted_at,
        })
    }
}

/// The period that a voucher of this date goes into, if it is open.
fn open_period(connection: &Connection, date: Date) -> Result<Period, VoucherError> {
    let period = Period::covering(connection, date)?.ok_or(VoucherError::FiscalPeriodNotFound { date })?;
    match period.state {
        State::Open => Ok(period),
        State::Locked => Err(VoucherError::PeriodLocked {
            lock_date: period.locked_from.unwrap_or(period.first_day),
            period_id: period.period_id,
            memo: period.memo,
        }),
        State::Closed => {
            let first_open_date = Period::next_open(connection, date)?.map(|period| period.first_day);
            Err(VoucherError::NoOpenPeriodForDate { date, first_open_date })
        }
    }
}

/// Posts a voucher. `in_the_same_breath` writes what must be true exactly when the voucher is posted.
///
/// With a key, the same call again returns the voucher of the first one.
///
/// # Errors
///
/// [`VoucherError`].
pub fn post(
    ledger: &Ledger,
    voucher: &NewVoucher,
    key: Option<&str>,
    in_the_same_breath: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> Result<Voucher, VoucherError> {
    let write = ledger.write()?;
    // Before any rule: what was posted once stays posted, even if the period has been locked since.
    if let Some(earlier) = key.map(|key| find_by_key(&write, key, voucher)).transpose()?.flatten() {
        return Ok(earlier);
    }
    voucher.check()?;
    let period = open_period(&write, voucher.date)?;
    let id = fresh_id(&write, "V")?;
    let posted = voucher.insert(&write, &id, &period, key)?;
    in_the_same_breath(&write)?;
    match write.commit() {
        Ok(()) => Ok(posted),
        // With a key the call may be repeated, and the lost answer comes with the second try. Without one, the id that
        // was given out lets the agent look.
        Err(DatabaseError::CommitLost) if key.is_none() => Err(VoucherError::InDoubt { voucher_id: id }),
        Err(error) => Err(error.into()),
    }
}

fn find_by_key(connection: &Connection, key: &str, voucher: &NewVoucher) -> Result<Option<Voucher>, VoucherError> {
    let found = connection
        .query_row(
            "SELECT id, request FROM vouchers WHERE idempotency_key = ?1",
            [key],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
        )
        .optional()?;
    match found {
        None => Ok(None),
        Some((id, request)) if request == voucher.request() => find(connection, &id).map(Some),
        Some((voucher_id, _)) => Err(VoucherError::KeyReused { voucher_id }),
    }
}

/// Reads a voucher.
///
/// # Errors
///
/// [`VoucherError`].
pub fn get(ledger: &Ledger, id: &str) -> Result<Voucher, VoucherError> {
    find(&ledger.read()?, id)
}

fn find(connection: &Connection, id: &str) -> Result<Voucher, VoucherError> {
    let voucher = connection
        .query_row("SELECT * FROM vouchers WHERE id = ?1", [id], |row| {
            Ok(Voucher {
                id: row.get("id")?,
                period_id: row.get("period_id")?,
                date: time(row, "date")?,
                description: row.get("description")?,
                lines: Vec::new(),
                posted_at: row.get("posted_at")?,
            })
        })
        .optional()?
        .ok_or_else(|| VoucherError::NotFound { id: id.to_owned() })?;
    let mut query = connection.prepare("SELECT * FROM voucher_lines WHERE voucher_id = ?1 ORDER BY position")?;
    let lines = query.query_map([id], |row| {
        Ok(Line {
            account: row.get("account")?,
            debit: Amount::from_ore(row.get("debit")?),
            credit: Amount::from_ore(row.get("credit")?),
        })
    })?;
    Ok(Voucher {
        lines: lines.collect::<Result<_, _>>()?,
        ..voucher
    })
}
