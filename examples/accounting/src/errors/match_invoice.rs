//! Matching receipts with customer invoices.

use std::io;

use errtax::Date;

use crate::codes::details::{MatchInvoiceNotInvoiceTypeDocumentType, MatchInvoiceNotOpenStatus};
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a receipt from being matched with a customer invoice.
#[derive(Debug, errtax::ToolError)]
pub enum MatchInvoiceError {
    #[tool_error(MatchInvoiceNotFound)]
    NotFound { invoice_no: i64 },
    #[tool_error(MatchInvoiceNotIncome)]
    NotIncome { transaction_id: String },
    #[tool_error(MatchInvoiceTxAlreadyLinked)]
    TxAlreadyLinked {
        transaction_id: String,
        voucher_id: String,
        invoice_no: i64,
    },
    #[tool_error(MatchInvoiceNotOpen)]
    NotOpen {
        invoice_no: i64,
        status: MatchInvoiceNotOpenStatus,
    },
    #[tool_error(MatchInvoiceCreditNote)]
    CreditNote {
        invoice_no: i64,
        credited_invoice_no: Option<i64>,
    },
    #[tool_error(MatchInvoiceNotInvoiceType)]
    NotInvoiceType {
        invoice_no: i64,
        document_type: MatchInvoiceNotInvoiceTypeDocumentType,
    },
    #[tool_error(MatchInvoiceFxRateUnavailable)]
    FxRateUnavailable { currency: String, date: Option<Date> },
    #[tool_error(MatchInvoiceBookingRateMissing)]
    BookingRateMissing {
        invoice_no: i64,
        currency: String,
        voucher_id: Option<String>,
    },
    #[tool_error(MatchInvoiceTxFxRateMissing)]
    TxFxRateMissing {
        transaction_id: String,
        currency: String,
        date: Date,
    },
    #[tool_error(MatchInvoiceAlreadyPaid)]
    AlreadyPaid { invoice_no: i64, paid_on: Date },
    #[tool_error(MatchInvoiceDuplicatePayment)]
    DuplicatePayment {
        invoice_no: i64,
        amount: Amount,
        date: Date,
    },
    #[tool_error(infer, MatchInvoiceRecordPaymentFailed)]
    RecordPaymentFailed { invoice_no: i64, source: io::Error },
    #[tool_error(infer, MatchInvoiceLinkTxFailed)]
    LinkTxFailed {
        transaction_id: String,
        invoice_no: i64,
        source: io::Error,
    },
    #[tool_error(MatchInvoicePartial)]
    Partial {
        invoice_no: i64,
        applied: Amount,
        remaining: Amount,
        voucher_id: Option<String>,
    },
    #[tool_error(MatchInvoiceAlreadyHasPaymentVoucher)]
    AlreadyHasPaymentVoucher { invoice_no: i64, voucher_id: String },
    #[tool_error(MatchInvoicePossibleDuplicate)]
    PossibleDuplicate {
        candidate_id: String,
        amount: Amount,
        date: Date,
        similarity: Option<f64>,
    },
    #[tool_error(MatchInvoiceForceCandidateMismatch)]
    ForceCandidateMismatch { named_id: String, candidate_id: String },
    #[tool_error(MatchAmountExceedsRemaining)]
    AmountExceedsRemaining {
        invoice_no: i64,
        amount: Amount,
        remaining: Amount,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
