//! Supplier invoices: approving, editing and booking them, and their purchase orders.

use errtax::{Date, DateTime, Detail, EnumValue, Out, kind};
use serde_json::{Map, Value};

use crate::database::DatabaseError;

/// The state of a supplier invoice, as the details of its codes have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Draft,
    Registered,
    Approved,
    Booked,
    PartlyPaid,
    Paid,
    Disputed,
    Credited,
}

impl Status {
    /// Its name in the registry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Registered => "registered",
            Self::Approved => "approved",
            Self::Booked => "booked",
            Self::PartlyPaid => "partly_paid",
            Self::Paid => "paid",
            Self::Disputed => "disputed",
            Self::Credited => "credited",
        }
    }
}

/// One impl fills the detail `status` of every code that has one, where each has an enum of its own.
impl<V: EnumValue> Detail<kind::Enum<V>> for Status {
    fn write(&self, out: Out<'_, kind::Enum<V>>) {
        out.other(self.as_str());
    }
}

/// What keeps a supplier invoice from being approved.
#[derive(Debug, errtax::ToolError)]
pub enum ApprovalError {
    #[tool_error(SiNotFound)]
    NotFound { invoice_id: String },
    #[tool_error(SiApproveNotRegistered)]
    NotRegistered { invoice_id: String, status: Status },
    #[tool_error(infer, SiApproveUpdateFailed)]
    UpdateFailed {
        invoice_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Order(#[from] OrderError),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a supplier invoice from being edited.
#[derive(Debug, errtax::ToolError)]
pub enum EditError {
    #[tool_error(SiNotFound)]
    NotFound { invoice_id: String },
    #[tool_error(SiEditConflict)]
    Conflict {
        invoice_id: String,
        changed_at: Option<DateTime>,
    },
    #[tool_error(SiEditInvalidStatus)]
    InvalidStatus { invoice_id: String, status: Status },
    #[tool_error(SiEditVerifikatLocked)]
    VoucherPosted {
        invoice_id: String,
        voucher_id: String,
        fields: Vec<String>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a supplier invoice from being booked.
#[derive(Debug, errtax::ToolError)]
pub enum BookingError {
    #[tool_error(SiNotFound)]
    NotFound { invoice_id: String },
    #[tool_error(SiBookAlreadyBooked)]
    AlreadyBooked { invoice_id: String, voucher_id: String },
    #[tool_error(SiBookInvalidStatus)]
    InvalidStatus { invoice_id: String, status: Status },
    #[tool_error(SiBookNotBookable)]
    NotBookable { invoice_id: String, problem: String },
    #[tool_error(SiBookCashMethod)]
    CashMethod { invoice_id: String },
    #[tool_error(SiBookNoFiscalPeriod)]
    NoFiscalPeriod { invoice_id: String, date: Date },
    #[tool_error(SiBookConflict)]
    Conflict { invoice_id: String },
    #[tool_error(SiFxRateMissing)]
    RateMissing { currency: String, date: Date },
    #[tool_error(infer, SiBookFailed)]
    Failed {
        invoice_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What is wrong between a supplier invoice and the purchase order it answers.
#[derive(Debug, errtax::ToolError)]
pub enum OrderError {
    #[tool_error(PoNotFound)]
    NotFound { order_id: String },
    #[tool_error(PoLinkRequired)]
    LinkRequired { supplier_id: Option<String> },
    #[tool_error(PoThreeWayMatchFailed)]
    Mismatch {
        order_id: String,
        difference: String,
        lines: Map<String, Value>,
    },
}
