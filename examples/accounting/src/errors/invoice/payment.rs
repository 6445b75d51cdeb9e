//! What comes after the invoice: its payment, or the credit note that takes it back.

use errtax::Date;

use crate::codes::details::{InvoiceCreditNotInvoiceDocumentType, InvoicePaidNotPayableStatus};
use crate::money::Amount;

/// What keeps a payment from being registered on an invoice.
#[derive(Debug, errtax::ToolError)]
pub enum PaymentError {
    /// There is no such invoice.
    #[tool_error(InvoicePaidNotFound)]
    NotFound {
        /// The id that was looked up.
        invoice_id: String,
    },
    /// It takes no payment.
    #[tool_error(InvoicePaidNotPayable)]
    NotPayable {
        /// The invoice.
        invoice_id: String,
        /// The status it has.
        status: InvoicePaidNotPayableStatus,
    },
    /// The caller's lines do not balance.
    #[tool_error(InvoicePaidLinesUnbalanced)]
    Unbalanced {
        /// Sum of the debit side.
        debit: Amount,
        /// Sum of the credit side.
        credit: Amount,
    },
    /// No open period covers the payment date.
    #[tool_error(InvoicePaidNoFiscalPeriod)]
    NoPeriod {
        /// The date that was sent.
        date: Date,
    },
    /// Somebody was faster.
    #[tool_error(InvoicePaidRace)]
    Race {
        /// The invoice.
        invoice_id: String,
    },
    /// The bank's own record of the payment waits to be booked.
    #[tool_error(InvoicePaidLikelyDuplicate)]
    LikelyDuplicate {
        /// The bank transaction.
        transaction_id: String,
        /// Its amount.
        amount: Amount,
        /// Its day.
        date: Date,
        /// Who paid: declared sensitive, so it goes to the log alone.
        counterparty: Option<String>,
    },
    /// It was not booked, or nobody knows.
    #[tool_error(infer, InvoicePaidBookFailed)]
    Book {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
}

/// What keeps an invoice from being credited, or its credit note from being issued.
#[derive(Debug, errtax::ToolError)]
pub enum CreditError {
    /// There is no such invoice.
    #[tool_error(InvoiceCreditOriginalNotFound)]
    NotFound {
        /// The id that was looked up.
        invoice_id: String,
    },
    /// It claims no money.
    #[tool_error(InvoiceCreditNotInvoice)]
    NotAnInvoice {
        /// The document.
        invoice_id: String,
        /// What it is.
        document_type: InvoiceCreditNotInvoiceDocumentType,
    },
    /// It never went out.
    #[tool_error(InvoiceCreditNotSent)]
    Draft {
        /// The invoice.
        invoice_id: String,
    },
    /// It was credited before.
    #[tool_error(InvoiceCreditAlreadyCredited)]
    AlreadyCredited {
        /// The invoice.
        invoice_id: String,
        /// The credit note that exists.
        credit_note_id: String,
    },
    /// The note was issued before.
    #[tool_error(InvoiceCreditAlreadyIssued)]
    AlreadyIssued {
        /// The credit note.
        credit_note_id: String,
    },
    /// The note exists and is not issued.
    #[tool_error(InvoiceCreditIssueIncomplete)]
    Incomplete {
        /// The credit note.
        credit_note_id: String,
        /// The steps that are outstanding.
        missing_steps: Vec<String>,
    },
    /// The note was booked and does not count as issued.
    #[tool_error(InvoiceCreditRepairRequired)]
    Unlinked {
        /// The credit note.
        credit_note_id: String,
        /// The voucher that was posted.
        voucher_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
}
