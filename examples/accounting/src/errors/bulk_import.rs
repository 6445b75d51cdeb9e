//! The bulk interface.

use std::error::Error;

use errtax::DateTime;

/// What keeps a file of the bulk interface from being taken in.
#[derive(Debug, errtax::ToolError)]
pub enum BulkImportError {
    #[tool_error(SieImportDuplicate)]
    SieDuplicate {
        import_id: String,
        imported_at: Option<DateTime>,
    },
    #[tool_error(BankFileFormatUnknown)]
    FormatUnknown { formats: Vec<String> },
    #[tool_error(BankImportDuplicateOtherCompany)]
    OtherCompany {
        /// Not this caller's to know.
        #[tool_error(skip)]
        company_id: String,
    },
    #[tool_error(BankImportFailed)]
    BankImportFailed {
        import_id: String,
        source: Box<dyn Error + Send + Sync>,
    },
}
