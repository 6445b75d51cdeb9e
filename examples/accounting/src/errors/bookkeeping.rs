//! Vouchers beyond posting and reading them: drafts, reversals, corrections, and what their lines must have.

use errtax::{Date, DateTime, RawJson};

use crate::codes::details::CannotReverseNonPostedState;
use crate::database::DatabaseError;
use crate::voucher::VoucherError;

/// What keeps a posted voucher from being reversed or corrected, and a draft from being edited.
#[derive(Debug, errtax::ToolError)]
pub enum CorrectionError {
    #[tool_error(CannotReverseNonPosted)]
    ReverseNonPosted {
        voucher_id: String,
        state: CannotReverseNonPostedState,
    },
    #[tool_error(CannotReverseStorno)]
    ReverseReversal { voucher_id: String, original_id: String },
    #[tool_error(EntryAlreadyReversed)]
    ReversedAlready { voucher_id: String, reversed_by: String },
    #[tool_error(CannotCorrectNonPosted)]
    CorrectDraft { voucher_id: String },
    #[tool_error(MeaninglessCorrection)]
    SameLines { voucher_id: String },
    #[tool_error(CannotEditNonDraft)]
    EditPosted {
        voucher_id: String,
        posted_at: Option<DateTime>,
    },
    #[tool_error(TargetPeriodClosed)]
    PeriodClosed { period_id: String },
    /// A locked period among others.
    #[tool_error(transparent)]
    Voucher(#[from] VoucherError),
}

/// What is wrong with the lines of a voucher beyond their sums.
#[derive(Debug, errtax::ToolError)]
pub enum LineError {
    #[tool_error(EntryDateOutsideFiscalPeriod)]
    DateOutsidePeriod {
        date: Date,
        first_day: Date,
        last_day: Date,
    },
    #[tool_error(InvalidMappingResult)]
    RuleGivesNoLines { rule: String, result: Option<RawJson> },
    #[tool_error(DimensionValidationFailed)]
    DimensionValue {
        line: u32,
        dimension: String,
        value: String,
        allowed: Option<Vec<String>>,
    },
    #[tool_error(MandatoryDimensionMissing)]
    DimensionMissing {
        account: String,
        dimension: String,
        lines: Vec<i64>,
    },
}

/// What keeps an account from being added to the chart.
#[derive(Debug, errtax::ToolError)]
pub enum ChartError {
    AccountExistsInactive {
        account: String,
        has_entries: Option<bool>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
