//! Linking bank transactions to vouchers that are in the books already.

use crate::codes::details::{LinkTxInvoiceNotOpenStatus, LinkTxJeNotPostedState};
use crate::database::DatabaseError;

/// What keeps a bank transaction from being linked to a voucher and its invoice.
#[derive(Debug, errtax::ToolError)]
pub enum LinkTransactionError {
    #[tool_error(LinkTxJeNotFound)]
    NotFound { voucher_id: String, transaction_id: String },
    #[tool_error(LinkTxJeNotPosted)]
    NotPosted {
        voucher_id: String,
        state: LinkTxJeNotPostedState,
    },
    #[tool_error(LinkTxTxAlreadyLinked)]
    TxAlreadyLinked {
        transaction_id: String,
        linked_voucher_id: String,
    },
    #[tool_error(LinkTxInvoiceNotFound)]
    InvoiceNotFound { invoice_no: i64 },
    #[tool_error(LinkTxInvoiceNotOpen)]
    InvoiceNotOpen {
        invoice_no: i64,
        status: LinkTxInvoiceNotOpenStatus,
    },
    #[tool_error(LinkTxInvoiceCreditNote)]
    InvoiceCreditNote { invoice_no: i64 },
    #[tool_error(LinkTxInvoiceRace)]
    InvoiceRace { invoice_no: i64, transaction_id: String },
    #[tool_error(LinkTxInvoiceCurrencyMismatch)]
    InvoiceCurrencyMismatch {
        transaction_currency: String,
        invoice_currency: String,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
