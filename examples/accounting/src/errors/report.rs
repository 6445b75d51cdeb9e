//! Reports in general.

use std::error::Error;

use crate::database::DatabaseError;

/// What keeps a report from being drawn up.
#[derive(Debug, errtax::ToolError)]
pub enum ReportError {
    #[tool_error(ReportPeriodRequired)]
    PeriodRequired { report: String },
    #[tool_error(infer, ReportGenerationFailed)]
    GenerationFailed {
        report: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
