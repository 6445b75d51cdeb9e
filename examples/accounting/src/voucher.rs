//! Vouchers: posting and reading them.

use errtax::replay::{Call, Refused, Replay, Replayed, SqliteError, SqliteStore};
use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Actor;
use crate::arguments::ArgumentError;
use crate::chart;
use crate::database::{DatabaseError, Ledger, Write, fresh_id};
use crate::money::Amount;
use crate::period::{InPeriod, Period, State, time};
use crate::written::{Risk, Written};

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
    /// The commit was begun and did not answer, and no key makes it safe to repeat.
    #[tool_error(VoucherOutcomeUnknown)]
    InDoubt {
        /// The id that the voucher has, if it was posted.
        voucher_id: String,
    },
    /// The key came before, and that says why this call is not carried out.
    #[tool_error(transparent)]
    NotAgain(Refused),
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

/// The records of the keys are in the books, so what goes wrong with them goes wrong with the books.
impl From<Refused> for VoucherError {
    fn from(refused: Refused) -> Self {
        match refused.into_store_error::<SqliteError>() {
            Ok(error) => Self::Database(error.into()),
            Err(refused) => Self::NotAgain(refused),
        }
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

    /// Enters the voucher into books that a write has begun on.
    fn enter(&self, connection: &Connection) -> Result<(Voucher, Period), VoucherError> {
        self.check()?;
        let period = open_period(connection, self.date)?;
        let id = fresh_id(connection, "V")?;
        let posted_at = Timestamp::now().to_string();
        connection.execute(
            "INSERT INTO vouchers (id, period_id, date, description, posted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            (
                &id,
                &period.period_id,
                self.date.to_string(),
                &self.description,
                &posted_at,
            ),
        )?;
        for (line, position) in self.lines.iter().zip(1_i64..) {
            connection.execute(
                "INSERT INTO voucher_lines (voucher_id, position, account, debit, credit) VALUES (?1, ?2, ?3, ?4, ?5)",
                (&id, position, &line.account, line.debit.ore(), line.credit.ore()),
            )?;
        }
        let voucher = Voucher {
            id,
            period_id: period.period_id.clone(),
            date: self.date,
            description: self.description.clone(),
            lines: self.lines.clone(),
            posted_at,
        };
        Ok((voucher, period))
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
/// # Errors
///
/// [`VoucherError`].
pub fn post(
    ledger: &Ledger,
    voucher: &NewVoucher,
    in_the_same_breath: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> Result<Voucher, VoucherError> {
    let write = ledger.write()?;
    let (posted, _) = voucher.enter(&write)?;
    in_the_same_breath(&write)?;
    commit(write, &posted, false)?;
    Ok(posted)
}

/// Posts a voucher, once for each key: the same call again returns the voucher of the first one.
///
/// Voucher and record of the key are in one transaction, so there is no moment at which one is in the books and the other
/// is not. And the record is looked up before any rule: what was posted once stays posted, even if the period has been
/// locked since.
///
/// # Errors
///
/// [`VoucherError`].
pub fn post_once(
    ledger: &Ledger,
    voucher: &NewVoucher,
    call: &Call,
    actor: &Actor,
) -> Result<Replayed<Posted>, VoucherError> {
    let write = ledger.write()?;
    let post = || {
        let (voucher, period) = voucher.enter(&write)?;
        Ok::<_, VoucherError>(posted(voucher, &period, actor))
    };
    let answer = Replay::new().run(&SqliteStore::new(&write), call, post)?;
    if let Replayed::First(posted) = &answer {
        commit(write, &posted.what.what, call.has_key())?;
    }
    Ok(answer)
}

/// The answer of `post_voucher`. That of the first call stands in the record of its key, so a later call gets it as it was:
/// with the period as it stood then.
pub type Posted = Written<InPeriod<Voucher>>;

fn posted(voucher: Voucher, period: &Period, actor: &Actor) -> Posted {
    let message = format!("Voucher {} is posted into period {}.", voucher.id, voucher.period_id);
    let preview = voucher.lines.iter().map(|line| match line.debit == Amount::default() {
        true => format!("{} credit {}", line.account, line.credit),
        false => format!("{} debit {}", line.account, line.debit),
    });
    let preview = preview.collect();
    Written::done(InPeriod::new(voucher, period), Risk::Medium, actor, message, preview)
}

/// Commits a voucher. With a key the call may be repeated, and an answer that is lost comes with the second try. Without
/// one, the id that was given out lets the agent look.
fn commit(write: Write, posted: &Voucher, has_key: bool) -> Result<(), VoucherError> {
    match write.commit() {
        Err(DatabaseError::CommitLost) if !has_key => Err(VoucherError::InDoubt {
            voucher_id: posted.id.clone(),
        }),
        committed => Ok(committed?),
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

/// How many vouchers are listed where no day is named.
const LISTED: u32 = 100;

/// The vouchers of a day, or the last `LISTED` of all, the one posted last first.
///
/// # Errors
///
/// [`VoucherError`].
pub fn list(ledger: &Ledger, date: Option<Date>) -> Result<Vec<Voucher>, VoucherError> {
    let connection = ledger.read()?;
    let ids: Vec<String> = match date {
        Some(date) => connection
            .prepare("SELECT id FROM vouchers WHERE date = ?1 ORDER BY rowid DESC")?
            .query_map([date.to_string()], |row| row.get(0))?
            .collect::<Result<_, _>>()?,
        None => connection
            .prepare("SELECT id FROM vouchers ORDER BY rowid DESC LIMIT ?1")?
            .query_map([LISTED], |row| row.get(0))?
            .collect::<Result<_, _>>()?,
    };
    ids.iter().map(|id| find(&connection, id)).collect()
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
