//! Invoices to customers, from the draft to the payment.

pub mod accrual;
pub mod issue;
pub mod payment;
pub mod quote;
pub mod rot_rut;

use errtax::Date;

use crate::codes::details::{
    InvoiceCreateRotRutPersonnummerInvalidProblem, InvoiceCreateRotRutValidationKind, InvoiceDeleteNotDraftStatus,
    InvoiceUpdateNotDraftStatus,
};
use crate::database::DatabaseError;

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
