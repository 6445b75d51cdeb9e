//! Issuing an invoice: its number, its mail, its voucher and its rate.

use std::error::Error;
use std::io;

use errtax::Date;

use crate::codes::details::{
    InvoiceBookInvalidStatusStatus, InvoiceBookNotBookableDocumentType, InvoiceMarkSentInvalidStatusStatus,
};
use crate::money::Amount;

/// What keeps an invoice from being marked as sent.
#[derive(Debug, errtax::ToolError)]
pub enum MarkSentError {
    /// It is no draft.
    #[tool_error(InvoiceMarkSentInvalidStatus)]
    Status {
        /// The invoice.
        invoice_id: String,
        /// The status it has.
        status: InvoiceMarkSentInvalidStatusStatus,
    },
    /// Somebody was faster.
    #[tool_error(InvoiceMarkSentRace)]
    Race {
        /// The invoice.
        invoice_id: String,
    },
    /// The caller's lines do not balance.
    #[tool_error(InvoiceMarkSentLinesUnbalanced)]
    Unbalanced {
        /// Sum of the debit side.
        debit: Amount,
        /// Sum of the credit side.
        credit: Amount,
    },
    /// One of the caller's lines cannot be used.
    #[tool_error(InvoiceMarkSentLinesInvalid)]
    Line {
        /// Position of the line, from 1.
        line: u32,
        /// The account number.
        account: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The status was not written, or nobody knows.
    #[tool_error(infer, InvoiceMarkSentStatusFailed)]
    Update {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// It was not booked, so the whole was rolled back.
    #[tool_error(infer, InvoiceMarkSentBookFailed)]
    Book {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// It was booked and does not know of its voucher. The cause is not asked: a repeat would book it again.
    #[tool_error(InvoiceMarkSentRepairRequired)]
    Unlinked {
        /// The invoice.
        invoice_id: String,
        /// The voucher that was posted.
        voucher_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
}

/// What keeps an invoice from being mailed.
#[derive(Debug, errtax::ToolError)]
pub enum SendError {
    /// It went out before.
    #[tool_error(InvoiceAlreadySent)]
    AlreadySent {
        /// Number of the invoice.
        invoice_no: i64,
        /// The day it was sent.
        sent_on: Date,
    },
    /// There is nothing to send mail with.
    #[tool_error(InvoiceSendEmailNotConfigured)]
    NoMailService {
        /// The invoice.
        invoice_id: String,
    },
    /// There is no address to send it to.
    #[tool_error(InvoiceSendNoCustomerEmail)]
    NoAddress {
        /// The customer.
        customer_id: String,
    },
    /// More recipients than one mail may have.
    #[tool_error(InvoiceSendTooManyRecipients)]
    TooManyRecipients {
        /// How many there were.
        count: usize,
        /// The most allowed.
        limit: usize,
    },
    /// The seller's particulars are missing.
    #[tool_error(InvoiceSendCompanySettingsMissing)]
    NoSettings {
        /// Which.
        missing: Vec<String>,
    },
    /// The customer would not know where to pay.
    #[tool_error(InvoiceSendPaymentAccountMissing)]
    NoPaymentAccount {
        /// ISO 4217 code of the invoice.
        currency: String,
    },
    /// It has been cancelled.
    #[tool_error(InvoiceSendCancelled)]
    Cancelled {
        /// The invoice.
        invoice_id: String,
    },
    /// There is no PDF to attach.
    #[tool_error(InvoiceSendPdfRenderFailed)]
    Pdf {
        /// The invoice.
        invoice_id: String,
        /// What the renderer said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// It got no number.
    #[tool_error(infer, InvoiceSendNumberAssignFailed)]
    Number {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// What was to be sent could not be put on record.
    #[tool_error(infer, InvoiceSendSnapshotFailed)]
    Snapshot {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// The provider was asked. Whatever it or the connection said, the mail may be on its way.
    #[tool_error(InvoiceSendProviderFailed)]
    Provider {
        /// The invoice.
        invoice_id: String,
        /// What the connection said.
        source: io::Error,
    },
    /// It was mailed, and the rest was not done.
    #[tool_error(InvoiceSendPartial)]
    Partial {
        /// The invoice.
        invoice_id: String,
        /// The steps that failed.
        missing_steps: Vec<String>,
    },
    /// It cannot be issued.
    #[tool_error(transparent)]
    Issue(#[from] MarkSentError),
}

/// The PDF of an invoice could not be made.
#[derive(Debug, errtax::ToolError)]
#[tool_error(InvoicePdfRenderFailed)]
pub struct PdfError {
    /// The invoice.
    pub invoice_id: String,
    /// What the renderer said.
    pub source: Box<dyn Error + Send + Sync>,
}

/// What keeps an invoice from being booked.
#[derive(Debug, errtax::ToolError)]
pub enum BookError {
    /// It is in the books.
    #[tool_error(InvoiceBookAlreadyBooked)]
    AlreadyBooked {
        /// The invoice.
        invoice_id: String,
        /// The voucher that holds it.
        voucher_id: String,
    },
    /// It is not sent yet, or past this step.
    #[tool_error(InvoiceBookInvalidStatus)]
    Status {
        /// The invoice.
        invoice_id: String,
        /// The status it has.
        status: InvoiceBookInvalidStatusStatus,
    },
    /// It is no invoice.
    #[tool_error(InvoiceBookNotBookable)]
    NotBookable {
        /// The document.
        invoice_id: String,
        /// What it is.
        document_type: InvoiceBookNotBookableDocumentType,
    },
    /// The company books payments alone.
    #[tool_error(InvoiceBookCashMethod)]
    CashMethod {
        /// The invoice.
        invoice_id: String,
    },
    /// No year covers its date.
    #[tool_error(InvoiceBookNoFiscalPeriod)]
    NoPeriod {
        /// The invoice.
        invoice_id: String,
        /// Its date.
        date: Date,
    },
    /// It has no amount in kronor.
    #[tool_error(InvoiceFxRateMissing)]
    NoRate {
        /// The invoice.
        invoice_id: String,
        /// ISO 4217 code.
        currency: String,
    },
    /// Somebody was faster.
    #[tool_error(InvoiceBookConflict)]
    Conflict {
        /// The invoice.
        invoice_id: String,
    },
    /// It was not booked, or nobody knows.
    #[tool_error(infer, InvoiceBookFailed)]
    Failed {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
}

/// What keeps the exchange rate of an invoice from being fetched anew.
#[derive(Debug, errtax::ToolError)]
pub enum RateRefreshError {
    /// The old rate is in the books.
    #[tool_error(InvoiceFxRefreshBooked)]
    Booked {
        /// The invoice.
        invoice_id: String,
        /// The voucher that holds it.
        voucher_id: String,
    },
    /// Its period is locked.
    #[tool_error(InvoiceFxRefreshPeriodLocked)]
    PeriodLocked {
        /// The invoice.
        invoice_id: String,
        /// The period.
        period_id: String,
        /// First locked day.
        lock_date: Date,
    },
    /// The rate cannot be had for the moment.
    #[tool_error(InvoiceFxRefreshRateUnavailable)]
    Unavailable {
        /// ISO 4217 code.
        currency: String,
        /// The day whose rate is needed.
        date: Date,
        /// What the connection said.
        source: io::Error,
    },
}
