//! What comes of a call, turned into what the agent receives.

use std::error::Error;
use std::fmt;

use errtax_core::wire::{Envelope, Upstream, WireError};
use errtax_core::{Class, Role};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode, MetaObject};
use serde_json::{Map, Value};

use super::arguments::{BadArguments, Fault};
use super::dispatch::{Dispatch, Prose};
use super::output::META;
use super::panics::Panicked;
use super::result::from_wire;
use super::route::Route;
use crate::context::Context;
use crate::failure::Failure;

/// How rmcp begins what it says of arguments that do not deserialize. It has no code or type of its own for them; a test
/// holds this to the version of rmcp in use.
const ARGUMENTS: &str = "failed to deserialize parameters:";

/// Settles one call. It runs in the context of the call.
pub(super) fn settle(
    dispatch: &Dispatch,
    route: &Route,
    faults: Vec<Fault>,
    outcome: Result<Result<CallToolResponse, ErrorData>, Panicked>,
) -> Result<CallToolResponse, ErrorData> {
    let settled = match outcome {
        Err(panicked) => failed(route, &Failure::from_foreign(Box::new(panicked), Role::Panic)),
        Ok(Err(error)) if is_protocol(error.code) || (error.code == ErrorCode::INVALID_PARAMS && !route.exists) => {
            return Err(error);
        }
        Ok(Err(error)) => of_error_data(dispatch, route, faults, error),
        Ok(Ok(CallToolResponse::Complete(result))) if result.is_error == Some(true) => {
            of_result(dispatch, route, faults, result)
        }
        Ok(untouched) => return untouched,
    };
    Ok(settled.into())
}

/// Arguments that do not fit.
pub(super) fn bad_arguments(dispatch: &Dispatch, route: &Route, fault: Fault) -> CallToolResult {
    let spec = dispatch.registry.roles.get(Role::InvalidArguments);
    let error = BadArguments { spec, fault };
    coded(route, Envelope::of(&error).encode(&Context::current().call()))
}

/// Whether MCP keeps this code for what is between client and server, not for a tool: the codes of JSON-RPC itself but
/// for its two general ones, and the range that the specification reserves.
fn is_protocol(code: ErrorCode) -> bool {
    let general = code == ErrorCode::INVALID_PARAMS || code == ErrorCode::INTERNAL_ERROR;
    !general && ((-32_700..=-32_600).contains(&code.0) || (-32_099..=-32_020).contains(&code.0))
}

fn of_error_data(dispatch: &Dispatch, route: &Route, faults: Vec<Fault>, error: ErrorData) -> CallToolResult {
    let lifted = error
        .data
        .as_ref()
        .and_then(|data| WireError::decode(&data.to_string()).ok());
    if let Some(wire) = lifted {
        return coded(route, wire.encode());
    }
    if error.code == ErrorCode::INVALID_PARAMS {
        let fault = Fault::meant(faults, said(&error.message).unwrap_or_default());
        return bad_arguments(dispatch, route, fault);
    }
    let text = error.message.into_owned();
    match dispatch.prose {
        Prose::Keep => kept(dispatch, route, CallToolResult::error(vec![ContentBlock::text(text)])),
        Prose::Withhold | Prose::Attach => prose(dispatch, route, text, error.data),
    }
}

fn of_result(dispatch: &Dispatch, route: &Route, faults: Vec<Fault>, result: CallToolResult) -> CallToolResult {
    let mut texts = result
        .content
        .iter()
        .filter_map(|block| Some(block.as_text()?.text.as_str()));
    let first = texts.next().unwrap_or_default();
    if is_wire(first) {
        let wire = first.to_owned();
        return with_structured(route, result, &wire);
    }
    if let Some(said) = said(first).filter(|_| result.content.len() == 1) {
        return bad_arguments(dispatch, route, Fault::meant(faults, said));
    }
    if dispatch.prose == Prose::Keep {
        return kept(dispatch, route, result);
    }
    let text = texts.fold(first.to_owned(), |text, more| text + "\n" + more);
    prose(dispatch, route, text, result.structured_content)
}

/// What follows where rmcp says that arguments do not deserialize.
fn said(text: &str) -> Option<&str> {
    text.strip_prefix(ARGUMENTS).map(str::trim_start)
}

/// Whether a text is a wire object, and nothing else.
fn is_wire(text: &str) -> bool {
    text.starts_with("{\"error\":") && WireError::decode(text).is_ok()
}

/// What a tool said that knows no codes.
#[derive(Debug)]
struct Said {
    text: String,
    /// What it gave along.
    data: Option<Value>,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.data {
            Some(data) => write!(f, " {data}"),
            None => Ok(()),
        }
    }
}

impl Error for Said {}

fn prose(dispatch: &Dispatch, route: &Route, text: String, data: Option<Value>) -> CallToolResult {
    let said = Said { text, data };
    let body = said.to_string();
    let failure = Failure::from_foreign(Box::new(said), Role::Unknown);
    let failure = match dispatch.prose {
        Prose::Attach => failure.with_upstream(Upstream {
            body,
            ..Upstream::default()
        }),
        Prose::Withhold | Prose::Keep => failure,
    };
    failed(route, &failure)
}

/// A result that stays as its tool made it, with the wire object beside it.
fn kept(dispatch: &Dispatch, route: &Route, mut result: CallToolResult) -> CallToolResult {
    let spec = dispatch.registry.roles.get(Role::Unknown);
    let wire = Envelope::bare(spec).encode(&Context::current().call());
    let Ok(object) = serde_json::from_str::<Value>(&wire) else {
        return result;
    };
    let meta = result.meta.get_or_insert_with(|| MetaObject(Map::new()));
    meta.0.insert(META.to_owned(), object.clone());
    if route.structured && result.structured_content.is_none() {
        result.structured_content = Some(object);
    }
    result
}

fn failed(route: &Route, failure: &Failure) -> CallToolResult {
    coded(route, failure.to_wire())
}

fn coded(route: &Route, wire: String) -> CallToolResult {
    let result = from_wire(wire.clone());
    with_structured(route, result, &wire)
}

/// The result of a wire object, with `structuredContent` where the tool may have it.
fn with_structured(route: &Route, mut result: CallToolResult, wire: &str) -> CallToolResult {
    result.structured_content = if route.structured {
        serde_json::from_str(wire).ok()
    } else {
        None
    };
    let class = WireError::decode(wire).ok().and_then(|error| error.class.known());
    // Clients insist on `structuredContent` where there is an output schema and no error.
    if class == Some(Class::Cancelled) && (!route.has_output_schema || result.structured_content.is_some()) {
        result.is_error = Some(false);
    }
    result
}
