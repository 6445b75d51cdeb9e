//! What the books must be like before a period is locked, or a year carried forward.

use crate::period::PeriodError;

/// What keeps a period from its next state.
#[derive(Debug, errtax::ToolError)]
pub enum ReadinessError {
    #[tool_error(PeriodLockHasDrafts)]
    Drafts {
        period_id: String,
        drafts: u32,
        draft_ids: Vec<String>,
    },
    #[tool_error(PeriodHasUnbookedTransactions)]
    UnbookedTransactions {
        period_id: String,
        count: u32,
        transaction_ids: Vec<String>,
    },
    #[tool_error(PeriodNotLocked)]
    NotLocked { period_id: String },
    #[tool_error(YearEndNotRun)]
    YearEndNotRun { fiscal_year: i32 },
    #[tool_error(transparent)]
    Period(#[from] PeriodError),
}
