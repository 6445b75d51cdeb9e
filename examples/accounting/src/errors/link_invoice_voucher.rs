//! Linking vouchers as payments of customer invoices.

use crate::codes::details::LinkVoucherNotPostedState;
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a voucher from being linked as the payment of a customer invoice.
#[derive(Debug, errtax::ToolError)]
pub enum LinkVoucherError {
    #[tool_error(LinkVoucherInvoiceNotFound)]
    InvoiceNotFound { invoice_no: i64 },
    #[tool_error(LinkVoucherVoucherNotFound)]
    VoucherNotFound { voucher_id: String },
    #[tool_error(LinkVoucherNotPosted)]
    NotPosted {
        voucher_id: String,
        state: LinkVoucherNotPostedState,
    },
    #[tool_error(LinkVoucherNoArCredit)]
    NoArCredit {
        voucher_id: String,
        credited_accounts: Vec<String>,
    },
    #[tool_error(LinkVoucherAlreadyLinked)]
    AlreadyLinked { voucher_id: String, linked_invoice_no: i64 },
    #[tool_error(LinkVoucherAmountExceedsRemaining)]
    AmountExceedsRemaining { amount: Amount, remaining: Amount },
    #[tool_error(LinkVoucherCurrencyMismatch)]
    CurrencyMismatch {
        voucher_currency: String,
        invoice_currency: String,
    },
    #[tool_error(LinkVoucherInvoiceFullyPaid)]
    InvoiceFullyPaid {
        invoice_no: i64,
        voucher_id: String,
        paid_by: Vec<String>,
    },
    #[tool_error(infer, LinkVoucherDbError)]
    DbError(#[source] rusqlite::Error),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
