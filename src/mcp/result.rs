//! Errors with a code as results of rmcp tools.

use errtax_core::wire::Envelope;
use errtax_core::{ToolError, render};
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};

use crate::audit::{self, Evidence};
use crate::context::Context;
use crate::failure::Failure;

/// The tool result of an error, for the call of the current [`Context`].
#[must_use]
pub fn result(error: &dyn ToolError) -> CallToolResult {
    named_result(error, "")
}

/// The same for an error whose type has this name.
pub(crate) fn named_result(error: &dyn ToolError, name: &'static str) -> CallToolResult {
    from_wire(to_wire(error, name))
}

/// The JSON-RPC error of an error: the wire object in `data`, the registry's message, code -32603.
///
/// For tools that must return [`ErrorData`]. Most harnesses keep such an error from the model, so return the error
/// itself where you can.
#[must_use]
pub fn error_data(error: &dyn ToolError) -> ErrorData {
    named_error_data(error, "")
}

/// The same for an error whose type has this name.
pub(crate) fn named_error_data(error: &dyn ToolError, name: &'static str) -> ErrorData {
    // What the type's own `Display` says may be meant for a log.
    let mut message = String::new();
    let _ = render(error, &mut message);
    ErrorData::internal_error(message, serde_json::from_str(&to_wire(error, name)).ok())
}

fn to_wire(error: &dyn ToolError, name: &'static str) -> String {
    let wire = Envelope::of(error).encode(&Context::current().call());
    audit::hear(&wire, || Evidence::of_error(error, name));
    wire
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
