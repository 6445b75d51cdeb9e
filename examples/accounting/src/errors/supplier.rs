//! The register of suppliers.

use super::supplier_invoice::Status;
use crate::database::DatabaseError;

/// What keeps a supplier from being created, changed or removed.
#[derive(Debug, errtax::ToolError)]
pub enum SupplierError {
    #[tool_error(SupplierNotFound)]
    NotFound { supplier_id: String },
    #[tool_error(SupplierDuplicateOrgNumber)]
    DuplicateOrgNumber {
        existing_id: String,
        /// Declared sensitive, so it goes to the log alone.
        org_number: String,
    },
    #[tool_error(SupplierHasInvoices)]
    HasInvoices { supplier_id: String, count: u32 },
    #[tool_error(infer, SupplierCreateFailed)]
    CreateFailed(#[source] rusqlite::Error),
    #[tool_error(infer, SupplierUpdateFailed)]
    UpdateFailed {
        supplier_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(infer, SupplierDeleteFailed)]
    DeleteFailed {
        supplier_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a draft of a supplier invoice from being discarded.
#[derive(Debug, errtax::ToolError)]
pub enum DraftError {
    #[tool_error(SiNotFound)]
    NotFound { invoice_id: String },
    #[tool_error(SiNotDraft)]
    NotDraft { invoice_id: String, status: Status },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
