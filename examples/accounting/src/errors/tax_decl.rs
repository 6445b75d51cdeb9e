//! The income tax return.

use std::error::Error;

use crate::database::DatabaseError;

/// What keeps an income tax return from being produced.
#[derive(Debug, errtax::ToolError)]
pub enum TaxReturnError {
    #[tool_error(infer, TaxDeclGenerationFailed)]
    GenerationFailed {
        fiscal_year: i32,
        form: Option<String>,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
