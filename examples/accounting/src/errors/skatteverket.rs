//! The connection to the Tax Agency.

use std::io;
use std::time::Duration;

use errtax::DateTime;

/// What keeps a request from reaching the Tax Agency, or the agency from taking it.
#[derive(Debug, errtax::ToolError)]
pub enum SkatteverketError {
    ExtensionDisabled {
        extension: String,
    },
    #[tool_error(SkatteverketNotConnected)]
    NotConnected {
        expired_at: Option<DateTime>,
    },
    #[tool_error(SkatteverketAccessDenied)]
    AccessDenied {
        return_type: Option<String>,
    },
    #[tool_error(SkatteverketRateLimited)]
    RateLimited {
        #[tool_error(retry_after)]
        retry_after: Option<Duration>,
    },
    /// No answer, and the cause knows how far the request got.
    #[tool_error(infer, InternalError)]
    Transport(#[from] io::Error),
}
