//! Revaluing holdings in foreign currency at the end of a period.

use std::io;

use errtax::Date;

use crate::database::DatabaseError;

/// What keeps holdings from being revalued.
#[derive(Debug, errtax::ToolError)]
pub enum RevaluationError {
    #[tool_error(FxPeriodNotFound)]
    PeriodNotFound { period_id: String },
    #[tool_error(FxPeriodClosed)]
    PeriodClosed { period_id: String },
    #[tool_error(CurrencyRevaluationAlreadyExists)]
    RevaluedAlready {
        currency: String,
        voucher_id: String,
        rate: Option<f64>,
    },
    #[tool_error(FxClosingRateUnavailable)]
    RateUnavailable {
        currency: String,
        date: Date,
        source: io::Error,
    },
    /// All entries are one transaction, which was rolled back.
    #[tool_error(infer, FxFailed)]
    RolledBack(#[source] rusqlite::Error),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
