//! Importing SIE files, replacing an import and undoing it.

use std::error::Error;

use errtax::DateTime;

use crate::database::DatabaseError;

/// What makes an SIE file unusable.
#[derive(Debug, errtax::ToolError)]
pub enum SieFileError {
    #[tool_error(SieParseNoFile)]
    NoFile,
    #[tool_error(SieParseInvalidType)]
    InvalidType { sie_type: String },
    #[tool_error(SieParseFileTooLarge)]
    TooLarge { size_bytes: usize, limit_bytes: usize },
    #[tool_error(SieParseEmpty)]
    Empty,
    #[tool_error(SieParseFailed)]
    Line { line: u32, problem: String },
    #[tool_error(SieParseValidationFailed)]
    Contradictory {
        count: usize,
        problem: String,
        problems: Vec<String>,
    },
}

/// What keeps an SIE file from being imported.
#[derive(Debug, errtax::ToolError)]
pub enum SieImportError {
    #[tool_error(transparent)]
    File(#[from] SieFileError),
    #[tool_error(SieDuplicateFile)]
    DuplicateFile { imported_at: DateTime, import_id: String },
    #[tool_error(SieDuplicatePeriod)]
    DuplicatePeriod { fiscal_year: i16, import_id: String },
    #[tool_error(SieImportUnmappedAccounts)]
    UnmappedAccounts { accounts: Vec<String>, count: usize },
    #[tool_error(SieImportAccountActivationFailed)]
    AccountActivationFailed {
        accounts: Vec<String>,
        source: rusqlite::Error,
    },
    /// Rolled back before the answer.
    #[tool_error(infer, SieImportFailed)]
    RolledBack(#[source] rusqlite::Error),
    #[tool_error(SieImportUnexpected)]
    Unexpected(#[source] Box<dyn Error + Send + Sync>),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps an import from being replaced or undone.
#[derive(Debug, errtax::ToolError)]
pub enum SieUndoError {
    #[tool_error(SieReplaceForbidden)]
    ReplaceForbidden { import_id: String, role: Option<String> },
    #[tool_error(SieReplaceFailed)]
    ReplaceFailed { import_id: String, source: rusqlite::Error },
    #[tool_error(SieUndoFailed)]
    UndoFailed { import_id: String, source: rusqlite::Error },
    #[tool_error(transparent)]
    Import(#[from] SieImportError),
}
