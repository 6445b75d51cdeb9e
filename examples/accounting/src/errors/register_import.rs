//! Importing customers, suppliers or articles from a table.

use crate::codes::details::RegImportExecuteFailedRegister as Register;
use crate::database::DatabaseError;

/// What keeps a register from being imported.
#[derive(Debug, errtax::ToolError)]
pub enum RegisterImportError {
    #[tool_error(RegImportNoFile)]
    NoFile,
    #[tool_error(RegImportFileTooLarge)]
    TooLarge { size_bytes: usize, limit_bytes: usize },
    #[tool_error(RegImportInvalidFormat)]
    Format { accepted: Vec<String> },
    #[tool_error(RegImportInvalidColumnOverrides)]
    ColumnOverride {
        field: String,
        column: String,
        headers: Vec<String>,
    },
    #[tool_error(RegImportParseFailed)]
    Row { row: u32, problem: String },
    #[tool_error(RegImportNoRows)]
    NoRows,
    #[tool_error(RegImportExecuteFailed)]
    ExecuteFailed {
        register: Register,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
