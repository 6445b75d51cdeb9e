//! Importing a bank file: each row becomes a voucher, each on its own.

use std::time::Duration;

use errtax::ToolError as _;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::access::Actor;
use crate::arguments;
use crate::codes::details::{BankFileNoTransactionsFormat, BankFileParseFailedFormat};
use crate::database::{COMMIT_WAIT, DatabaseError, Ledger, fresh_id};
use crate::money::Amount;
use crate::period::time;
use crate::voucher::{self, Line, NewVoucher, VoucherError};
use crate::written::{Risk, Written};

/// The first line of every file.
pub const HEADING: &str = "date;description;account;amount";

/// The largest file accepted, in bytes.
pub const LIMIT: usize = 64 * 1024;

/// The account that the bank's movements are booked on.
const BANK_ACCOUNT: &str = "1930";

/// What keeps a bank file from being imported as a whole.
#[derive(Debug, errtax::ToolError)]
pub enum BankFileError {
    /// Nothing but white space.
    #[tool_error(BankFileNoFile)]
    Empty,
    /// More than [`LIMIT`].
    #[tool_error(BankFileTooLarge)]
    TooLarge {
        /// Size of the content.
        size_bytes: usize,
        /// The limit.
        limit_bytes: usize,
    },
    /// A format that is to come.
    #[tool_error(NotImplemented)]
    FormatToCome,
    /// A line that is no row.
    #[tool_error(BankFileParseFailed)]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The format the file was taken for.
        format: BankFileParseFailedFormat,
        /// What is wrong with it.
        problem: String,
        /// The line itself: declared sensitive, so it goes to the log alone.
        raw_line: String,
    },
    /// A heading and no more.
    #[tool_error(BankFileNoTransactions)]
    NoRows {
        /// The format the file was taken for.
        format: BankFileNoTransactionsFormat,
    },
    /// The file was imported before.
    #[tool_error(BankFileDuplicate)]
    Duplicate {
        /// When.
        imported_at: Timestamp,
        /// As what.
        import_id: String,
    },
    /// The import could not be put on record, so it was not begun.
    #[tool_error(BankFileImportRecordFailed)]
    NoRecord(#[source] DatabaseError),
    /// The record was not confirmed in time, so the import was not begun.
    #[tool_error(DatabaseBusy)]
    NotBegun {
        /// How long the call had waited.
        waited_ms: Duration,
    },
    /// Some rows were booked.
    #[tool_error(BankFilePartiallyImported)]
    Partial {
        /// How many were booked.
        imported: usize,
        /// How many were not.
        failed: usize,
        /// How many there are.
        total: usize,
        /// Those that were not, from 1.
        failed_rows: Vec<u32>,
        /// The code of each of those.
        row_errors: Map<String, Value>,
        /// The vouchers of those that were.
        voucher_ids: Vec<String>,
    },
    /// The server broke down in the middle.
    #[tool_error(BankFileExecuteFailed)]
    BrokeOff {
        /// The import.
        import_id: String,
        /// How.
        source: DatabaseError,
    },
    /// No row was booked, and this is what stopped the first one.
    #[tool_error(transparent)]
    FirstRow(#[from] VoucherError),
    /// The database failed, and says how.
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What an import did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Import {
    /// Its id.
    pub import_id: String,
    /// The vouchers, in file order.
    pub voucher_ids: Vec<String>,
}

/// Imports a file.
///
/// # Errors
///
/// [`BankFileError`].
pub fn import(ledger: &Ledger, content: &str, actor: &Actor) -> Result<Written<Import>, BankFileError> {
    let rows = parse(content)?;
    let import_id = open_record(ledger, content)?;
    let mut voucher_ids = Vec::new();
    let mut preview = Vec::new();
    let mut failed = Vec::new();
    let mut first_failure = None;
    let total = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    for (row, number) in rows.iter().zip(1..=total) {
        let count = |books: &Connection| {
            books
                .execute("UPDATE imports SET booked = booked + 1 WHERE id = ?1", [&import_id])
                .map(drop)
        };
        match voucher::post(ledger, row, count) {
            Ok(voucher) => {
                preview.push(format!("{}: {} {}", voucher.id, voucher.date, voucher.description));
                voucher_ids.push(voucher.id);
            }
            // Whether this row landed is not known, so what the import did as a whole is not known either.
            Err(VoucherError::InDoubt { .. }) => return Err(DatabaseError::CommitLost.into()),
            Err(VoucherError::Database(source @ (DatabaseError::Sqlite(_) | DatabaseError::Schema { .. }))) => {
                return Err(BankFileError::BrokeOff { import_id, source });
            }
            // A rule that this row breaks, or a lock it did not get.
            Err(error) => {
                let code = error.spec().code;
                failed.push((number, code));
                let busy = matches!(error, VoucherError::Database(_));
                first_failure.get_or_insert(error);
                if busy {
                    // Each of the others would wait as long for the same lock.
                    failed.extend((number + 1..=total).map(|number| (number, code)));
                    break;
                }
            }
        }
    }
    match first_failure {
        None => {
            let vouchers = if total == 1 { "voucher" } else { "vouchers" };
            let message = format!("Import {import_id} has booked {total} {vouchers}.");
            let import = Import { import_id, voucher_ids };
            Ok(Written::done(import, Risk::High, actor, message, preview))
        }
        // Where nothing landed the import is not partial: the first row's own failure says so, and what to do.
        Some(first) if voucher_ids.is_empty() => Err(first.into()),
        Some(_) => Err(BankFileError::Partial {
            imported: voucher_ids.len(),
            failed: failed.len(),
            total: rows.len(),
            row_errors: failed
                .iter()
                .map(|(row, code)| (row.to_string(), (*code).into()))
                .collect(),
            failed_rows: failed.into_iter().map(|(row, _)| row).collect(),
            voucher_ids,
        }),
    }
}

/// Puts the import on record, unless the file was imported before.
///
/// The record books nothing, so the import has not begun where this fails, whatever became of the record.
fn open_record(ledger: &Ledger, content: &str) -> Result<String, BankFileError> {
    let write = ledger.write()?;
    let earlier = write
        .query_row(
            "SELECT id, imported_at FROM imports WHERE content = ?1 AND booked > 0",
            [content],
            |row| {
                Ok(BankFileError::Duplicate {
                    import_id: row.get("id")?,
                    imported_at: time(row, "imported_at")?,
                })
            },
        )
        .optional();
    if let Some(duplicate) = earlier.map_err(DatabaseError::from)? {
        return Err(duplicate);
    }
    let import_id = fresh_id(&write, "I")?;
    let record = (&import_id, Timestamp::now().to_string(), content);
    write
        .execute(
            "INSERT INTO imports (id, imported_at, content) VALUES (?1, ?2, ?3)",
            record,
        )
        .map_err(|error| BankFileError::NoRecord(error.into()))?;
    match write.commit() {
        Ok(()) => Ok(import_id),
        Err(DatabaseError::CommitLost) => Err(BankFileError::NotBegun { waited_ms: COMMIT_WAIT }),
        Err(error) => Err(BankFileError::NoRecord(error)),
    }
}

/// Reads the whole file, before anything is booked.
fn parse(content: &str) -> Result<Vec<NewVoucher>, BankFileError> {
    if content.trim().is_empty() {
        return Err(BankFileError::Empty);
    }
    if content.len() > LIMIT {
        return Err(BankFileError::TooLarge {
            size_bytes: content.len(),
            limit_bytes: LIMIT,
        });
    }
    if content.starts_with("<?xml") || content.starts_with(":20:") {
        return Err(BankFileError::FormatToCome);
    }
    let mut rows = Vec::new();
    for (line, number) in content.lines().zip(1_usize..) {
        let row = match number {
            1 if line.trim_end() == HEADING => continue,
            1 => Err(format!("the heading has to be {HEADING}")),
            _ if line.trim().is_empty() => continue,
            _ => parse_row(line),
        };
        rows.push(row.map_err(|problem| BankFileError::Unreadable {
            line: number,
            format: BankFileParseFailedFormat::Csv,
            problem,
            raw_line: line.to_owned(),
        })?);
    }
    if rows.is_empty() {
        return Err(BankFileError::NoRows {
            format: BankFileNoTransactionsFormat::Csv,
        });
    }
    Ok(rows)
}

/// Reads a row. Money in is a debit of the bank account, money out a credit.
fn parse_row(line: &str) -> Result<NewVoucher, String> {
    let fields: Vec<&str> = line.trim_end().split(';').collect();
    let [date, description, account, amount] = fields[..] else {
        return Err(format!("it has {} fields instead of 4", fields.len()));
    };
    let date = arguments::date("date", date).map_err(|error| format!("the date {}", error.problem))?;
    let amount = Amount::parse(amount).map_err(|problem| format!("the amount {problem}"))?;
    if amount == Amount::default() {
        return Err("the amount is zero".to_owned());
    }
    let side = |account: &str, on_debit: bool| Line {
        account: account.to_owned(),
        debit: if on_debit { amount.abs() } else { Amount::default() },
        credit: if on_debit { Amount::default() } else { amount.abs() },
    };
    let money_in = !amount.is_negative();
    Ok(NewVoucher {
        date,
        description: description.to_owned(),
        lines: vec![side(BANK_ACCOUNT, money_in), side(account, !money_in)],
    })
}
