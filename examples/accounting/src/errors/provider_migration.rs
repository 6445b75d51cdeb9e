//! Moving the books over from another bookkeeping program.

use std::error::Error;
use std::io;

use errtax::Uri;

use crate::database::DatabaseError;

/// What keeps the other program from being connected, or the connection from being ended.
#[derive(Debug, errtax::ToolError)]
pub enum ConnectionError {
    #[tool_error(ProviderInvalid)]
    UnknownProvider { provider: String, supported: Vec<String> },
    #[tool_error(ProviderTokenRequired)]
    TokenRequired { provider: String },
    #[tool_error(ProviderCompanyIdRequired)]
    CompanyIdRequired { provider: String },
    #[tool_error(ProviderTokenInvalid)]
    TokenRefused { provider: String },
    #[tool_error(ProviderCompanyMismatch)]
    CompanyMismatch {
        provider: String,
        found: String,
        expected: String,
    },
    #[tool_error(infer, ProviderTokenSubmitFailed)]
    TokenSubmitFailed { provider: String, source: io::Error },
    #[tool_error(infer, ProviderConnectFailed)]
    ConnectFailed {
        provider: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(ProviderDisconnectFailed)]
    DisconnectFailed {
        provider: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(infer, ProviderStatusFailed)]
    StatusFailed { provider: String, source: rusqlite::Error },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps the user's consent from being used.
#[derive(Debug, errtax::ToolError)]
pub enum ConsentError {
    #[tool_error(ProviderConsentNotReady)]
    NotReady {
        provider: String,
        consent_id: String,
        consent_url: Uri,
    },
    #[tool_error(ProviderConsentNotFound)]
    NotFound { consent_id: String },
    #[tool_error(infer, ProviderAcceptFailed)]
    AcceptFailed {
        provider: String,
        consent_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps the data of the other program from coming over.
#[derive(Debug, errtax::ToolError)]
pub enum MigrationError {
    #[tool_error(infer, ProviderPreviewFailed)]
    PreviewFailed { provider: String, source: io::Error },
    #[tool_error(infer, ProviderSieFetchFailed)]
    SieFetchFailed {
        provider: String,
        fiscal_year: i16,
        source: io::Error,
    },
    #[tool_error(ProviderSieNoYears)]
    SieNoYears { provider: String },
    #[tool_error(ProviderSieNotSupported)]
    SieNotSupported { provider: String },
    #[tool_error(ProviderSieImportRequired)]
    SieImportRequired { provider: String, consent_id: String },
    #[tool_error(ProviderMigrateFailed)]
    MigrateFailed {
        provider: String,
        migration_id: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(ProviderImportDocumentsFailed)]
    ImportDocumentsFailed { provider: String, source: io::Error },
    #[tool_error(transparent)]
    Consent(#[from] ConsentError),
    #[tool_error(transparent)]
    Connection(#[from] ConnectionError),
}
