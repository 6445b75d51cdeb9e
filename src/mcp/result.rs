//! Errors with a code as results of rmcp tools.

use errtax_core::ToolError;
use errtax_core::wire::Envelope;
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};

use crate::context::Context;
use crate::failure::Failure;

/// The tool result of an error, for the call of the current [`Context`].
#[must_use]
pub fn result(error: &dyn ToolError) -> CallToolResult {
    from_wire(Envelope::of(error).encode(&Context::current().call()))
}

/// The JSON-RPC error of an error: the wire object in `data`, the registry's message, code -32603.
///
/// For tools that must return [`ErrorData`]. Most harnesses keep such an error from the model, so return the error
/// itself where you can.
#[must_use]
pub fn error_data(error: &dyn ToolError) -> ErrorData {
    let wire = Envelope::of(error).encode(&Context::current().call());
    ErrorData::internal_error(error.to_string(), serde_json::from_str(&wire).ok())
}

pub(super) fn from_wire(wire: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(wire)])
}

impl IntoCallToolResult for Failure {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(from_wire(self.to_wire()).into())
    }
}

impl From<Failure> for ErrorData {
    fn from(failure: Failure) -> Self {
        Self::internal_error(failure.to_string(), serde_json::from_str(&failure.to_wire()).ok())
    }
}
