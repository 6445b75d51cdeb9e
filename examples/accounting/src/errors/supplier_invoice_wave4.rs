//! Supplier invoices, continued: creating, deleting, paying and crediting them.

use errtax::Date;

use super::supplier_invoice::{OrderError, Status};
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a supplier invoice from being created.
#[derive(Debug, errtax::ToolError)]
pub enum CreationError {
    #[tool_error(SiCreateDuplicateInvoiceNumber)]
    DuplicateNumber {
        invoice_number: String,
        existing_id: String,
    },
    #[tool_error(SiCreateInvalidInput)]
    InvalidInput { argument: String, problem: String },
    #[tool_error(SiCreateNoFiscalPeriod)]
    NoFiscalPeriod { date: Date },
    #[tool_error(SiCreateAccrualReverseCharge)]
    AccrualWithReverseCharge,
    #[tool_error(infer, SiCreateFailed)]
    Failed {
        invoice_number: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Order(#[from] OrderError),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a supplier invoice from being deleted.
#[derive(Debug, errtax::ToolError)]
pub enum DeletionError {
    #[tool_error(SiDeleteHasBooking)]
    Booked { invoice_id: String, voucher_id: String },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps the payment of a supplier invoice from being recorded.
#[derive(Debug, errtax::ToolError)]
pub enum PaymentError {
    #[tool_error(SiPaidAlready)]
    AlreadyPaid {
        invoice_id: String,
        paid_on: Date,
        voucher_id: Option<String>,
    },
    #[tool_error(SiPaidNotPayable)]
    NotPayable { invoice_id: String, status: Status },
    #[tool_error(SiPaidPeriodLocked)]
    PeriodLocked { period_id: String, lock_date: Date },
    #[tool_error(SiPaidLikelyDuplicate)]
    LikelyDuplicate {
        invoice_id: String,
        candidate_id: String,
        amount: Amount,
        date: Date,
    },
    #[tool_error(infer, SiPaidFailed)]
    Failed {
        invoice_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a supplier invoice from being credited.
#[derive(Debug, errtax::ToolError)]
pub enum CreditError {
    #[tool_error(SiCreditAlreadyCredited)]
    AlreadyCredited { invoice_id: String, credit_id: String },
    #[tool_error(SiCreditPeriodLocked)]
    PeriodLocked { period_id: String, lock_date: Date },
    #[tool_error(infer, SiCreditFailed)]
    Failed {
        invoice_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
