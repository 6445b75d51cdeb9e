//! Booking several bank transactions in one voucher.

use std::io;

use errtax::Date;

use crate::codes::details::BulkBookVoucherNotPostedState;
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a set of bank transactions from being booked in one voucher.
#[derive(Debug, errtax::ToolError)]
pub enum BulkBookError {
    #[tool_error(BulkBookUnauthorized)]
    Unauthorized { role: Option<String> },
    #[tool_error(BulkBookNoTxs)]
    NoTxs,
    #[tool_error(BulkBookTxsNotFound)]
    TxsNotFound { count: u32, missing_ids: Vec<String> },
    #[tool_error(BulkBookTxAlreadyBooked)]
    TxAlreadyBooked {
        count: u32,
        transaction_ids: Vec<String>,
        voucher_ids: Vec<String>,
    },
    #[tool_error(BulkBookTxZeroAmount)]
    TxZeroAmount { transaction_id: String },
    #[tool_error(BulkBookDateMismatch)]
    DateMismatch { first_date: Date, last_date: Date },
    #[tool_error(BulkBookDirectionMismatch)]
    DirectionMismatch { incoming: u32, outgoing: u32 },
    #[tool_error(BulkBookMixedCurrency)]
    MixedCurrency { count: u32, currencies: Vec<String> },
    #[tool_error(BulkBookForeignCurrency)]
    ForeignCurrency { currency: String },
    #[tool_error(BulkBookInvalidPayload)]
    InvalidPayload { problem: String, argument: Option<String> },
    #[tool_error(BulkBookTemplateNotFound)]
    TemplateNotFound { template: String },
    #[tool_error(BulkBookVoucherNotFound)]
    VoucherNotFound { voucher_id: String },
    #[tool_error(BulkBookVoucherNotPosted)]
    VoucherNotPosted {
        voucher_id: String,
        state: BulkBookVoucherNotPostedState,
    },
    #[tool_error(BulkBookNoBankLine)]
    NoBankLine { voucher_id: String, bank_account: String },
    #[tool_error(BulkBookAmountMismatch)]
    AmountMismatch { sum: Amount, bank_amount: Amount },
    #[tool_error(BulkBookNoFiscalPeriod)]
    NoFiscalPeriod { date: Date },
    #[tool_error(BulkBookPeriodLocked)]
    PeriodLocked {
        period_id: String,
        date: Date,
        lock_date: Date,
    },
    #[tool_error(infer, BulkBookRpcFailed)]
    RpcFailed {
        transaction_ids: Vec<String>,
        source: io::Error,
    },
    #[tool_error(transparent)]
    Lines(#[from] BulkLinesError),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What is wrong with the lines of a voucher for a whole set.
#[derive(Debug, errtax::ToolError)]
pub enum BulkLinesError {
    #[tool_error(BulkBookNoLines)]
    NoLines,
    #[tool_error(BulkBookUnbalanced)]
    Unbalanced { debit: Amount, credit: Amount },
    #[tool_error(BulkBookNegativeLine)]
    NegativeLine { line: u32, amount: Amount },
    #[tool_error(BulkBookBothSidesNonzero)]
    BothSidesNonzero { line: u32, account: String },
    #[tool_error(BulkBookMissingDescription)]
    MissingDescription,
    #[tool_error(BulkBookInvalidAccount)]
    InvalidAccount { line: u32, account: String },
}
