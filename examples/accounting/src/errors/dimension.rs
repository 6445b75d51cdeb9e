//! Dimensions, their values, and the import of both.

use crate::database::DatabaseError;

/// What keeps a dimension from being changed.
#[derive(Debug, errtax::ToolError)]
pub enum DimensionError {
    #[tool_error(DimensionNotFound)]
    NotFound { dimension: String },
    #[tool_error(DimensionSystemRename)]
    SystemRename { dimension: String },
    #[tool_error(infer, DimensionUpdateFailed)]
    UpdateFailed { dimension: String, source: rusqlite::Error },
    #[tool_error(infer, DimensionImportFailed)]
    ImportFailed(#[source] rusqlite::Error),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a value of a dimension from being created, changed or deleted.
#[derive(Debug, errtax::ToolError)]
pub enum DimensionValueError {
    #[tool_error(DimensionValueNotFound)]
    NotFound { dimension: String, value: String },
    #[tool_error(DimensionValueDuplicateCode)]
    DuplicateCode { dimension: String, value: String },
    #[tool_error(DimensionValueDatesNotAllowed)]
    DatesNotAllowed { dimension: String },
    #[tool_error(DimensionValueReferenced)]
    Referenced {
        dimension: String,
        value: String,
        count: u64,
    },
    #[tool_error(infer, DimensionValueCreateFailed)]
    CreateFailed {
        dimension: String,
        value: String,
        source: rusqlite::Error,
    },
    #[tool_error(infer, DimensionValueUpdateFailed)]
    UpdateFailed {
        dimension: String,
        value: String,
        source: rusqlite::Error,
    },
    #[tool_error(infer, DimensionValueDeleteFailed)]
    DeleteFailed {
        dimension: String,
        value: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Dimension(#[from] DimensionError),
}
