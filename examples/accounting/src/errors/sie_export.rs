//! Exporting the books as an SIE file.

use std::io;

use crate::database::DatabaseError;

/// What keeps the books from being exported.
#[derive(Debug, errtax::ToolError)]
pub enum SieExportError {
    #[tool_error(SieExportCompanyNotFound)]
    CompanyNotFound { company_id: String },
    #[tool_error(infer, SieExportFailed)]
    Failed { fiscal_year: i16, source: io::Error },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
