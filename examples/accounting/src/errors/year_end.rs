//! The year-end closing.

use std::error::Error;

use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a fiscal year from being closed.
#[derive(Debug, errtax::ToolError)]
pub enum YearEndError {
    #[tool_error(infer, YearEndPreviewFailed)]
    PreviewFailed {
        fiscal_year: i32,
        source: Box<dyn Error + Send + Sync>,
    },
    /// Several steps, and those before the last stay.
    #[tool_error(YearEndFailed)]
    Failed {
        fiscal_year: i32,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(YearEndPriorPeriodOpen)]
    PriorPeriodOpen { period_id: String },
    #[tool_error(YearEndUnbalancedTrial)]
    UnbalancedTrial {
        fiscal_year: i32,
        debit: Amount,
        credit: Amount,
    },
    #[tool_error(YearEndNextPeriodHasIb)]
    NextPeriodOpened { fiscal_year: i32, voucher_id: String },
    #[tool_error(YearEndNoActivity)]
    NoActivity { fiscal_year: i32 },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
