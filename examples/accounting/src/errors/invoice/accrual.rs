//! Income that is spread over months.

use errtax::Date;

use crate::codes::details::AccrualNotActiveState;

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
