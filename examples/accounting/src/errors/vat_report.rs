//! The VAT return.

use std::error::Error;

use crate::database::DatabaseError;

/// What keeps a VAT return from being produced.
#[derive(Debug, errtax::ToolError)]
pub enum VatReturnError {
    #[tool_error(VatReportMissingParams)]
    MissingParams { missing: Vec<String> },
    #[tool_error(VatReportInvalidPeriodType)]
    InvalidPeriodType { period_type: String },
    #[tool_error(VatReportInvalidYear)]
    InvalidYear { year: i64, first_year: i32, last_year: i32 },
    #[tool_error(VatReportInvalidPeriod)]
    InvalidPeriod {
        period: i64,
        period_type: String,
        last_period: u32,
    },
    #[tool_error(infer, VatReportGenerationFailed)]
    GenerationFailed {
        account: Option<String>,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
