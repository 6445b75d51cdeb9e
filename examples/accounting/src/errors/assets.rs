//! The register of fixed assets.

use crate::codes::details::AssetCorrectionBlockedReason;
use crate::database::DatabaseError;

/// What keeps an asset from being corrected.
#[derive(Debug, errtax::ToolError)]
pub enum AssetError {
    #[tool_error(AssetCorrectionBlocked)]
    CorrectionBlocked {
        asset_id: String,
        reason: AssetCorrectionBlockedReason,
        voucher_ids: Vec<String>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
