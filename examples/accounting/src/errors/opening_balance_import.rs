//! Opening balances: importing them from a file, and correcting them.

use errtax::Date;

use crate::database::DatabaseError;
use crate::money::Amount;

/// What makes a balance list unreadable.
#[derive(Debug, errtax::ToolError)]
pub enum BalanceListError {
    #[tool_error(ObNoFile)]
    NoFile,
    #[tool_error(ObFileTooLarge)]
    TooLarge { size_bytes: usize, limit_bytes: usize },
    #[tool_error(ObInvalidFormat)]
    Format {
        accepted: Vec<String>,
        found: Option<String>,
    },
    #[tool_error(ObInvalidColumnOverrides)]
    ColumnOverride {
        column: String,
        problem: String,
        headers: Vec<String>,
    },
    #[tool_error(ObParseFailed)]
    Row { row: u32, problem: String },
    #[tool_error(ObTooFewLines)]
    TooFewLines { lines: u32 },
    #[tool_error(ObPnlAccount)]
    IncomeOrCostAccount { accounts: Vec<String>, count: usize },
    #[tool_error(ObUnbalanced)]
    Unbalanced { debit: Amount, credit: Amount },
}

/// What keeps opening balances out of a period.
#[derive(Debug, errtax::ToolError)]
pub enum BalancePeriodError {
    #[tool_error(ObPeriodNotFound)]
    NotFound { period_id: String },
    #[tool_error(ObPeriodClosed)]
    Closed { period_id: String },
    #[tool_error(ObPeriodLocked)]
    Locked { period_id: String, lock_date: Date },
    #[tool_error(ObCompanyLockDate)]
    CompanyLocked { lock_date: Date, balance_date: Date },
    #[tool_error(ObPeriodAlreadyHasBalances)]
    AlreadyHasBalances { period_id: String, voucher_id: String },
}

/// What keeps opening balances from being booked.
#[derive(Debug, errtax::ToolError)]
pub enum OpeningBalanceError {
    #[tool_error(transparent)]
    List(#[from] BalanceListError),
    #[tool_error(transparent)]
    Period(#[from] BalancePeriodError),
    #[tool_error(ObAccountActivationFailed)]
    AccountActivationFailed {
        accounts: Vec<String>,
        count: usize,
        source: rusqlite::Error,
    },
    #[tool_error(infer, ObExecuteFailed)]
    ExecuteFailed { period_id: String, source: rusqlite::Error },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps opening balances from being corrected.
#[derive(Debug, errtax::ToolError)]
pub enum BalanceCorrectionError {
    #[tool_error(ObCorrectNoExisting)]
    NoExisting { period_id: String },
    #[tool_error(ObCorrectYearEndExists)]
    YearEndExists { period_id: String, closing_id: String },
    #[tool_error(ObCorrectFailed)]
    Failed { period_id: String, source: rusqlite::Error },
    #[tool_error(transparent)]
    Balances(#[from] OpeningBalanceError),
}
