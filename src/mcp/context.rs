//! The context of an rmcp call.

use errtax_core::Registry;
use rmcp::model::{CallToolRequestParams, JsonObject, RequestMetaObject};
use serde_json::Value;

use crate::context::Context;

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
    of_call(registry, &request.name, request.arguments.as_ref(), meta)
}

pub(super) fn of_call(
    registry: &'static Registry,
    tool: &str,
    arguments: Option<&JsonObject>,
    meta: &RequestMetaObject,
) -> Context {
    let context = Context::of_call(registry, tool, |key| {
        let value = arguments.and_then(|arguments| arguments.get(key));
        !matches!(value, None | Some(Value::Null)) && value.and_then(Value::as_str) != Some("")
    });
    let traceparent = meta.0.get("traceparent").and_then(Value::as_str);
    match traceparent.and_then(trace_id) {
        Some(id) => context.with_trace_id(id),
        None => context.with_random_correlation_id(),
    }
}

/// The trace id of a `traceparent`: the second of its dash-separated fields, 32 hexadecimal digits, not all zero.
fn trace_id(traceparent: &str) -> Option<[u8; 32]> {
    let id: [u8; 32] = traceparent.split('-').nth(1)?.as_bytes().try_into().ok()?;
    let valid = id
        .iter()
        .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte));
    (valid && id.iter().any(|byte| *byte != b'0')).then_some(id)
}
