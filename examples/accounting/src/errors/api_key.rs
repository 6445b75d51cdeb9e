//! API keys.

use crate::database::DatabaseError;

/// What keeps an API key from being issued or revoked.
#[derive(Debug, errtax::ToolError)]
pub enum ApiKeyError {
    #[tool_error(ApiKeyScopeInvalid)]
    ScopeInvalid { scopes: Vec<String>, count: usize },
    #[tool_error(ApiKeyQuotaExceeded)]
    QuotaExceeded { active: u32 },
    #[tool_error(ApiKeySodConflict)]
    SodConflict {
        staging_scope: String,
        approval_scope: String,
    },
    #[tool_error(ApiKeyNotFound)]
    NotFound { key_id: String },
    #[tool_error(infer, ApiKeyCreateFailed)]
    CreateFailed {
        label: Option<String>,
        source: rusqlite::Error,
    },
    #[tool_error(infer, ApiKeyRevokeFailed)]
    RevokeFailed { key_id: String, source: rusqlite::Error },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
