//! What stands between a session and the books, whatever the tool.

use errtax::{DateTime, Uri};

/// What keeps a caller who is known from getting to work.
#[derive(Debug, errtax::ToolError)]
pub enum SessionError {
    MfaRequired {
        challenge_url: Uri,
        expires_at: Option<DateTime>,
    },
    InsufficientScope {
        scope: String,
        granted: Vec<String>,
        can_read: Option<bool>,
    },
    CompanyContextMissing {
        companies: Vec<String>,
    },
}
