//! Matching payments with supplier invoices, and the life of a bank transaction around it.

use std::io;

use errtax::Date;

use crate::codes::details::{MatchSiNotOpenStatus, TxUncategorizeJeNotPostedState, TxUncategorizeNotBookedStatus};
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a payment from being matched with a supplier invoice.
#[derive(Debug, errtax::ToolError)]
pub enum MatchSupplierInvoiceError {
    #[tool_error(MatchSiNotFound)]
    NotFound { invoice_id: String },
    #[tool_error(MatchSiNotExpense)]
    NotExpense { transaction_id: String },
    #[tool_error(MatchSiTxAlreadyLinked)]
    TxAlreadyLinked {
        transaction_id: String,
        voucher_id: String,
        invoice_id: String,
    },
    #[tool_error(MatchSiAlreadyPaid)]
    AlreadyPaid { invoice_id: String, paid_on: Option<Date> },
    #[tool_error(MatchSiNotOpen)]
    NotOpen {
        invoice_id: String,
        status: MatchSiNotOpenStatus,
    },
    #[tool_error(MatchSiDuplicatePayment)]
    DuplicatePayment {
        invoice_id: String,
        amount: Amount,
        date: Date,
    },
    #[tool_error(infer, MatchSiJeFailed)]
    JeFailed { invoice_id: String, source: io::Error },
    #[tool_error(infer, MatchSiRecordPaymentFailed)]
    RecordPaymentFailed { invoice_id: String, source: io::Error },
    #[tool_error(infer, MatchSiLinkTxFailed)]
    LinkTxFailed {
        transaction_id: String,
        invoice_id: String,
        source: io::Error,
    },
    #[tool_error(MatchSiCashFxUnsupported)]
    CashFxUnsupported { invoice_id: String, currency: String },
    #[tool_error(MatchSiAmountExceedsRemaining)]
    AmountExceedsRemaining {
        invoice_id: String,
        amount: Amount,
        remaining: Amount,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps the booking of a bank transaction from being taken back.
#[derive(Debug, errtax::ToolError)]
pub enum UncategorizeError {
    #[tool_error(TxUncategorizeNotBooked)]
    NotBooked {
        transaction_id: String,
        status: TxUncategorizeNotBookedStatus,
    },
    #[tool_error(TxUncategorizeNoLinkedEntry)]
    NoLinkedEntry { transaction_id: String },
    #[tool_error(TxUncategorizeJeNotPosted)]
    JeNotPosted {
        voucher_id: String,
        transaction_id: String,
        state: TxUncategorizeJeNotPostedState,
    },
}

/// What keeps bank transactions from being taken in, or a list of them from being categorized.
#[derive(Debug, errtax::ToolError)]
pub enum TransactionIntakeError {
    #[tool_error(TxIngestInsertFailed)]
    IngestInsertFailed { account: Option<String>, source: io::Error },
    #[tool_error(TxBatchCategorizeEmpty)]
    BatchCategorizeEmpty,
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
