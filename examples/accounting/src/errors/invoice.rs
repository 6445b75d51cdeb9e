//! Invoices to customers, from the draft to the payment.

use std::error::Error;
use std::io;

use errtax::Date;
use serde_json::{Map, Value};

use crate::codes::details::{
    AccrualNotActiveState, InvoiceBookInvalidStatusStatus, InvoiceBookNotBookableDocumentType,
    InvoiceCreateRotRutPersonnummerInvalidProblem, InvoiceCreateRotRutValidationKind,
    InvoiceCreditNotInvoiceDocumentType, InvoiceDeleteNotDraftStatus, InvoiceMarkSentInvalidStatusStatus,
    InvoicePaidNotPayableStatus, InvoiceUpdateNotDraftStatus, QuoteInvalidStateState, QuoteNotQuoteDocumentType,
    RotRutInvalidStatusTransitionRequested, RotRutInvalidStatusTransitionStatus, RotRutSettleInvalidStateStatus,
};
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps an invoice from being created.
#[derive(Debug, errtax::ToolError)]
pub enum CreateError {
    /// There is no such customer.
    #[tool_error(InvoiceCustomerNotFound)]
    Customer {
        /// The id that was looked up.
        customer_id: String,
    },
    /// The rate is not for this customer.
    #[tool_error(InvoiceCreateVatRuleViolation)]
    VatRate {
        /// Position of the line, from 1.
        line: u32,
        /// The rate that was sent, in percent.
        vat_rate: u8,
        /// The rates that this customer can be billed at.
        allowed_rates: Vec<u8>,
    },
    /// A line cannot be booked there.
    #[tool_error(InvoiceCreateRevenueAccountInvalid)]
    Account {
        /// Position of the line, from 1.
        line: u32,
        /// The account number.
        account: String,
    },
    /// VAT on a balance sheet account.
    #[tool_error(InvoiceCreatePostingAccountVatConflict)]
    AccountWithVat {
        /// Position of the line, from 1.
        line: u32,
        /// The account number.
        account: String,
        /// The line's VAT rate in percent.
        vat_rate: u8,
    },
    /// The tax deduction breaks a rule.
    #[tool_error(InvoiceCreateRotRutValidation)]
    Deduction {
        /// Which deduction it is.
        kind: InvoiceCreateRotRutValidationKind,
        /// The rule that is broken.
        problem: String,
        /// Position of the line at fault.
        line: Option<u32>,
    },
    /// Nobody has this personal identity number.
    #[tool_error(InvoiceCreateRotRutPersonnummerInvalid)]
    PersonalNumber {
        /// What is wrong with it.
        problem: InvoiceCreateRotRutPersonnummerInvalidProblem,
        /// The number itself: declared sensitive, so it goes to the log alone.
        personal_number: String,
    },
    /// The income cannot be spread.
    #[tool_error(InvoiceCreateAccrualInvalid)]
    Accrual {
        /// Position of the line, from 1.
        line: u32,
        /// Why not.
        problem: String,
    },
    /// The invoice was not saved, or nobody knows.
    #[tool_error(infer, InvoiceCreateInsertFailed)]
    Insert(#[source] rusqlite::Error),
    /// Its lines were not saved, so it was rolled back.
    #[tool_error(infer, InvoiceCreateItemsFailed)]
    Items(#[source] rusqlite::Error),
    /// It got no number.
    #[tool_error(infer, InvoiceCreateNumberAssignFailed)]
    Number(#[source] rusqlite::Error),
}

/// What keeps a share of an accrual from being released.
#[derive(Debug, errtax::ToolError)]
pub enum AccrualError {
    /// There is no such schedule.
    #[tool_error(AccrualNotFound)]
    NotFound {
        /// The id that was looked up.
        accrual_id: String,
    },
    /// It has ended.
    #[tool_error(AccrualNotActive)]
    NotActive {
        /// The schedule.
        accrual_id: String,
        /// How it ended.
        state: AccrualNotActiveState,
    },
    /// Every share that is due was released.
    #[tool_error(AccrualNothingToDissolve)]
    NothingDue {
        /// The schedule.
        accrual_id: String,
        /// Up to when shares were asked for.
        as_of: Date,
        /// When the next share is due.
        next_due: Option<Date>,
    },
    /// The share was not booked, or nobody knows.
    #[tool_error(infer, AccrualDissolveFailed)]
    Dissolve {
        /// The schedule.
        accrual_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
}

/// What keeps a payout for ROT or RUT work from being requested, decided or booked.
#[derive(Debug, errtax::ToolError)]
pub enum RotRutError {
    /// There is no such request.
    #[tool_error(RotRutRequestNotFound)]
    NotFound {
        /// The id that was looked up.
        request_id: String,
    },
    /// No invoice of those chosen can be claimed.
    #[tool_error(RotRutNoEligibleInvoices)]
    NoneEligible {
        /// How many were chosen.
        count: u32,
        /// What stands in the way, by invoice id.
        blockers: Map<String, Value>,
    },
    /// Some invoices cannot be claimed.
    #[tool_error(RotRutInvoicesBlocked)]
    Blocked {
        /// How many they are.
        count: u32,
        /// Which.
        invoice_ids: Vec<String>,
        /// What stands in the way, by invoice id.
        blockers: Option<Map<String, Value>>,
    },
    /// Some invoices are claimed already.
    #[tool_error(RotRutInvoiceConflict)]
    Claimed {
        /// The request that covers them.
        request_id: String,
        /// Which.
        invoice_ids: Vec<String>,
    },
    /// The request does not go from here to there.
    #[tool_error(RotRutInvalidStatusTransition)]
    Transition {
        /// The request.
        request_id: String,
        /// The state it is in.
        status: RotRutInvalidStatusTransitionStatus,
        /// The state that was asked for.
        requested: RotRutInvalidStatusTransitionRequested,
    },
    /// There is no payout to book for it.
    #[tool_error(RotRutSettleInvalidState)]
    Settle {
        /// The request.
        request_id: String,
        /// The state it is in.
        status: RotRutSettleInvalidStateStatus,
    },
    /// The file was not written.
    #[tool_error(infer, RotRutFileCreateFailed)]
    File(#[source] io::Error),
    /// The decision is for another company.
    #[tool_error(RotRutBeslutWrongCompany)]
    WrongCompany {
        /// The number in the file: declared sensitive, because a sole trader's is a personal one.
        file_org_number: Option<String>,
    },
}

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
        lock_date: Option<Date>,
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

/// What keeps an invoice from being read, changed, finalized, cancelled or deleted.
#[derive(Debug, errtax::ToolError)]
pub enum InvoiceError {
    /// There is no such invoice.
    #[tool_error(InvoiceNotFound)]
    NotFound {
        /// The id that was looked up.
        invoice_id: String,
    },
    /// It was issued, so it is not changed.
    #[tool_error(InvoiceUpdateNotDraft)]
    Update {
        /// The invoice.
        invoice_id: String,
        /// The status it has.
        status: InvoiceUpdateNotDraftStatus,
    },
    /// It was issued, so it is not deleted.
    #[tool_error(InvoiceDeleteNotDraft)]
    Delete {
        /// The invoice.
        invoice_id: String,
        /// The status it has.
        status: InvoiceDeleteNotDraftStatus,
    },
    /// It was not deleted or cancelled, or nobody knows.
    #[tool_error(infer, InvoiceDeleteFailed)]
    DeleteFailed {
        /// The invoice.
        invoice_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// It changed while it was being cancelled.
    #[tool_error(InvoiceCancelRace)]
    CancelRace {
        /// The invoice.
        invoice_id: String,
    },
    /// It has a number.
    #[tool_error(InvoiceFinalizeNotDraft)]
    Finalized {
        /// The invoice.
        invoice_id: String,
        /// The number it has.
        invoice_no: Option<i64>,
    },
    /// It got a number, and nothing more is known.
    #[tool_error(InvoiceFinalizeIncomplete)]
    Unconfirmed {
        /// The invoice.
        invoice_id: String,
        /// The number, where it is known.
        invoice_no: Option<i64>,
    },
    /// A part of the schedule was changed.
    #[tool_error(InvoiceRecurringUpdatePartial)]
    Schedule {
        /// The schedule.
        schedule_id: String,
        /// What was saved.
        saved: Vec<String>,
        /// When the next invoice is made from it.
        next_invoice_on: Option<Date>,
    },
    /// The database failed, and says how.
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a quote from being found, numbered, answered or turned into an invoice.
#[derive(Debug, errtax::ToolError)]
pub enum QuoteError {
    /// There is no such quote.
    #[tool_error(QuoteNotFound)]
    NotFound {
        /// The id that was looked up.
        quote_id: String,
    },
    /// It is another kind of document.
    #[tool_error(QuoteNotQuote)]
    NotAQuote {
        /// The document.
        document_id: String,
        /// What it is.
        document_type: QuoteNotQuoteDocumentType,
    },
    /// Its state does not allow the step.
    #[tool_error(QuoteInvalidState)]
    State {
        /// The quote.
        quote_id: String,
        /// The state it is in.
        state: QuoteInvalidStateState,
    },
    /// The link that the customer followed leads nowhere.
    #[tool_error(QuoteTokenInvalid)]
    Link,
    /// It got no number.
    #[tool_error(infer, QuoteNumberAssignFailed)]
    Number(#[source] rusqlite::Error),
    /// It did not become an invoice, or nobody knows.
    #[tool_error(infer, QuoteConversionFailed)]
    Conversion {
        /// The quote.
        quote_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// The invoice made from it breaks a rule.
    #[tool_error(transparent)]
    Invoice(#[from] CreateError),
}
