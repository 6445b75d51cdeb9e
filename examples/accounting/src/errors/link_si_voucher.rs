//! Linking vouchers as payments of supplier invoices.

use crate::codes::details::LinkSiVoucherNotPostedState;
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a voucher from being linked as the payment of a supplier invoice.
#[derive(Debug, errtax::ToolError)]
pub enum LinkSupplierVoucherError {
    #[tool_error(LinkSiVoucherInvoiceNotFound)]
    InvoiceNotFound { invoice_id: String },
    #[tool_error(LinkSiVoucherVoucherNotFound)]
    VoucherNotFound { voucher_id: String },
    #[tool_error(LinkSiVoucherNotPosted)]
    NotPosted {
        voucher_id: String,
        state: LinkSiVoucherNotPostedState,
    },
    #[tool_error(LinkSiVoucherNoApDebit)]
    NoApDebit {
        voucher_id: String,
        debited_accounts: Vec<String>,
    },
    #[tool_error(LinkSiVoucherAlreadyLinked)]
    AlreadyLinked {
        voucher_id: String,
        linked_invoice_id: String,
    },
    #[tool_error(LinkSiVoucherAmountExceedsRemaining)]
    AmountExceedsRemaining { amount: Amount, remaining: Amount },
    #[tool_error(LinkSiVoucherCurrencyMismatch)]
    CurrencyMismatch {
        voucher_currency: String,
        invoice_currency: String,
    },
    #[tool_error(LinkSiVoucherInvoiceFullyPaid)]
    InvoiceFullyPaid { invoice_id: String, voucher_id: String },
    #[tool_error(infer, LinkSiVoucherDbError)]
    DbError(#[source] rusqlite::Error),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
