//! Failures as results of rmcp tools (feature `rmcp`).
//!
//! A derived enum is the error of a `#[tool]` function as it is; so is [`Failure`]. The result has `isError: true` and
//! exactly one text block: the whole wire object. There is no `structuredContent`, because some clients throw an error
//! away that does not fit the tool's `outputSchema`.

use errtax_core::wire::Envelope;
use errtax_core::{Registry, ToolError};
use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, RequestMetaObject};

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

/// The context of a tool call: its effect from the registry's `[tools]`, its correlation id from the trace id of
/// `_meta.traceparent` (W3C Trace Context), else a random one.
///
/// ```no_run
/// # mod codes { pub use errtax::standard::REGISTRY; }
/// # use rmcp::{RoleServer, model::CallToolRequestParams, service::RequestContext};
/// # async fn call_tool(
/// #     router: impl AsyncFn(CallToolRequestParams, RequestContext<RoleServer>),
/// #     request: CallToolRequestParams,
/// #     context: RequestContext<RoleServer>,
/// # ) {
/// let call = errtax::mcp::context(&codes::REGISTRY, &request, &context.meta);
/// call.scope(async { router(request, context).await }).await
/// # }
/// ```
///
/// `meta` is that of the `RequestContext`: rmcp moves it there out of the request.
#[must_use]
pub fn context(registry: &'static Registry, request: &CallToolRequestParams, meta: &RequestMetaObject) -> Context {
    let context = Context::of_call(registry, &request.name, |key| {
        let value = request.arguments.as_ref().and_then(|arguments| arguments.get(key));
        !matches!(value, None | Some(serde_json::Value::Null)) && value.and_then(|value| value.as_str()) != Some("")
    });
    let traceparent = meta.0.get("traceparent").and_then(|traceparent| traceparent.as_str());
    match traceparent.and_then(trace_id) {
        Some(id) => context.with_correlation_id(id),
        None => context.with_random_correlation_id(),
    }
}

/// The trace id of a `traceparent`: the second of its dash-separated fields, 32 hexadecimal digits, not all zero.
fn trace_id(traceparent: &str) -> Option<&str> {
    let id = traceparent.split('-').nth(1)?;
    let valid = id.len() == 32
        && id
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        && id.bytes().any(|byte| byte != b'0');
    valid.then_some(id)
}

fn from_wire(wire: String) -> CallToolResult {
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
