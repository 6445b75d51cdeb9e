//! The EU sales list.

use std::error::Error;

use crate::database::DatabaseError;

/// What keeps an EU sales list from being compiled.
#[derive(Debug, errtax::ToolError)]
pub enum EuSalesListError {
    #[tool_error(PsReportMissingParams)]
    MissingParams { missing: Vec<String> },
    #[tool_error(PsReportInvalidPeriodType)]
    InvalidPeriodType { period_type: String },
    #[tool_error(PsReportInvalidYear)]
    InvalidYear { year: i64, first_year: i32, last_year: i32 },
    #[tool_error(PsReportInvalidPeriod)]
    InvalidPeriod {
        period: i64,
        period_type: String,
        last_period: u32,
    },
    #[tool_error(infer, PsReportGenerationFailed)]
    GenerationFailed(#[source] Box<dyn Error + Send + Sync>),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps the list from becoming a file for the Tax Agency.
#[derive(Debug, errtax::ToolError)]
pub enum EuSalesFileError {
    #[tool_error(PsReportCsvBlockedByErrors)]
    BlockedByErrors { count: usize, customer_ids: Vec<String> },
    #[tool_error(PsReportMissingFilerInfo)]
    MissingFilerInfo { missing: Vec<String> },
    #[tool_error(transparent)]
    List(#[from] EuSalesListError),
}
