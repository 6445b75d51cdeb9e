//! Booking bank transactions one by one.

use std::io;

use errtax::Date;

use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a bank transaction from being booked.
#[derive(Debug, errtax::ToolError)]
pub enum CategorizeError {
    #[tool_error(TxCategorizeTxNotFound)]
    NotFound { transaction_id: String },
    #[tool_error(TransactionAlreadyCategorized)]
    BookedAlready { transaction_id: String, voucher_id: String },
    #[tool_error(TransactionTitleLocked)]
    TitleLocked { voucher_id: String },
    #[tool_error(TxCategorizeInvalidAccount)]
    Account { account: String },
    #[tool_error(TxCategorizeInvalidTemplate)]
    Template { template: String, problem: String },
    #[tool_error(TxCategorizeInvalidMapping)]
    Split { sum: Amount, amount: Amount },
    #[tool_error(TxCategorizeRace)]
    Race { transaction_id: String },
    #[tool_error(TxExchangeRateUnavailable)]
    RateUnavailable { currency: String, source: io::Error },
    #[tool_error(transparent)]
    Doubt(#[from] DoubtError),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// Why a bank transaction may be something that the books have already.
#[derive(Debug, errtax::ToolError)]
pub enum DoubtError {
    #[tool_error(TransactionBookPossibleDuplicate)]
    PossibleDuplicate {
        candidate_id: String,
        amount: Amount,
        date: Date,
        similarity: Option<f64>,
        /// Declared sensitive, so it goes to the log alone.
        counterparty: Option<String>,
    },
    #[tool_error(TransactionBookForceCandidateMismatch)]
    OtherCandidate { candidate_id: String },
    #[tool_error(TxCategorizeSuggestSiMatch)]
    SettlesSupplierInvoice { invoice_id: String },
    #[tool_error(TxCategorizeSuggestCiMatch)]
    SettlesCustomerInvoice { invoice_no: i64 },
}
