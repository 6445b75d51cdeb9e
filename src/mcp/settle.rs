//! What comes of a call, turned into what the agent receives.

use errtax_core::wire::{Envelope, Upstream, WireError};
use errtax_core::{Class, CodeSpec, Role, ToolError as _};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode, MetaObject};
use serde_json::{Map, Value};

use super::arguments::{BadArguments, Fault};
use super::dispatch::{Dispatch, Prose};
use super::output::META;
use super::panics::Panicked;
use super::result::from_wire;
use super::route::Route;
use crate::audit::{Evidence, Hearing};
use crate::causes::{self, prove};
use crate::context::Context;
use crate::infer::role_of_foreign;
use crate::upstream::said_by_anybody;

/// How rmcp begins what it says of arguments that do not deserialize. It has no code or type of its own for them; a test
/// holds this to the version of rmcp in use.
const ARGUMENTS: &str = "failed to deserialize parameters:";

/// How rmcp begins what it says of a request without the members of `_meta` that protocol 2026-07-28 wants.
const MEMBERS: &str = "request _meta is missing or has malformed required fields";

/// What rmcp says of a tool that its router does not have, or has no longer.
const ABSENT: &str = "tool not found";

/// What came of a call.
pub(super) enum Settled {
    /// No failure, or one that MCP wants as it is.
    Untouched(Result<CallToolResponse, ErrorData>),
    Failed(Box<Failed>),
}

/// A failure, as the agent receives it and as the server knows it.
pub(super) struct Failed {
    pub(super) result: CallToolResult,
    /// The wire object.
    pub(super) wire: String,
    /// None where it has been told of already.
    pub(super) evidence: Option<Evidence>,
}

/// Settles one call. It runs in the context of the call.
pub(super) fn settle(
    dispatch: &Dispatch,
    route: &Route,
    faults: Vec<Fault>,
    outcome: Result<Result<CallToolResponse, ErrorData>, Panicked>,
    hearing: &mut Hearing,
) -> Settled {
    let failed = match outcome {
        Err(panicked) => of_panic(dispatch, route, panicked),
        Ok(Err(error)) if is_protocol(&error, route.exists) => return Settled::Untouched(Err(error)),
        Ok(Err(error)) => of_error_data(dispatch, route, faults, error, hearing),
        Ok(Ok(CallToolResponse::Complete(result))) if result.is_error == Some(true) => {
            of_result(dispatch, route, faults, result, hearing)
        }
        Ok(Ok(CallToolResponse::Complete(result))) => match called_off(&result, hearing) {
            Some((wire, evidence)) => Failed { result, wire, evidence },
            None => return Settled::Untouched(Ok(result.into())),
        },
        Ok(untouched) => return Settled::Untouched(untouched),
    };
    Settled::Failed(Box::new(failed))
}

/// A failure that a dispatch point further in has made no error, because a person wanted it so.
fn called_off(result: &CallToolResult, hearing: &mut Hearing) -> Option<(String, Option<Evidence>)> {
    if hearing.is_empty() {
        return None;
    }
    let text = &result.content.first()?.as_text()?.text;
    let class = WireError::decode(text).ok()?.class.known();
    let evidence = hearing.of(|heard| heard == text && class == Some(Class::Cancelled))?;
    Some((text.clone(), evidence))
}

/// Arguments that do not fit.
pub(super) fn bad_arguments(dispatch: &Dispatch, route: &Route, fault: Fault) -> Failed {
    let spec = dispatch.registry.roles.get(Role::InvalidArguments);
    let error = BadArguments { spec, fault };
    let wire = Envelope::of(&error).encode(&Context::current().call());
    let evidence = Evidence::of_error(&error, "errtax::BadArguments");
    coded(route, wire, Some(evidence))
}

/// The JSON-RPC error of a panic in what is no call of a tool: such a request has no result to put a code into.
pub(super) fn panicked(dispatch: &Dispatch) -> ErrorData {
    let spec = dispatch.registry.roles.get(Role::Panic);
    let wire = of_code(spec);
    let message = WireError::decode(&wire).map_or_else(|_| spec.code.to_owned(), |error| error.message);
    ErrorData::internal_error(message, serde_json::from_str(&wire).ok())
}

fn of_panic(dispatch: &Dispatch, route: &Route, Panicked { place, text }: Panicked) -> Failed {
    let spec = dispatch.registry.roles.get(Role::Panic);
    coded(route, of_code(spec), Some(Evidence::of_panic(spec, &text, place)))
}

/// The wire object of a code alone.
fn of_code(spec: &'static CodeSpec) -> String {
    Envelope::bare(spec).encode(&Context::current().call())
}

/// Whether this is between client and server, and not the tool's: what the specification reserves its range for; what
/// rmcp itself says of a request that lacks members and of a tool that is no longer there; and what is said of one that
/// nobody has advertised.
///
/// A tool that exists may say `-32600` or `-32601` as well, of what it was asked or of what it asked somebody else. By then the
/// request was one, and so was the method.
fn is_protocol(error: &ErrorData, exists: bool) -> bool {
    let code = error.code.0;
    let is_reserved = (-32_099..=-32_020).contains(&code);
    let is_general = (-32_700..=-32_600).contains(&code) && error.code != ErrorCode::INTERNAL_ERROR;
    let is_of_rmcp = error.message.starts_with(MEMBERS) || error.message == ABSENT;
    is_reserved || (error.code == ErrorCode::INVALID_PARAMS && is_of_rmcp) || (is_general && !exists)
}

fn of_error_data(
    dispatch: &Dispatch,
    route: &Route,
    faults: Vec<Fault>,
    error: ErrorData,
    hearing: &mut Hearing,
) -> Failed {
    let lifted = error
        .data
        .as_ref()
        .and_then(|data| WireError::decode(&data.to_string()).ok());
    if let Some(wire) = lifted {
        // As a `Value` it may have got another order of its members.
        let heard = hearing.of(|wire| serde_json::from_str::<Value>(wire).ok() == error.data);
        return coded(route, wire.encode(), heard.unwrap_or_else(|| Some(Evidence::default())));
    }
    let words = |evidence: Evidence| Some(evidence.with_words(&error.message, error.data.as_ref()));
    if error.code == ErrorCode::INVALID_PARAMS {
        let fault = Fault::meant(faults, said(&error.message).unwrap_or_default(), |name| {
            route.shape.has(name)
        });
        let mut failed = bad_arguments(dispatch, route, fault);
        failed.evidence = failed.evidence.and_then(words);
        return failed;
    }
    let evidence = words(Evidence::named("rmcp::ErrorData"));
    match dispatch.prose {
        Prose::Keep => {
            let text = error.message.into_owned();
            let result = CallToolResult::error(vec![ContentBlock::text(text.as_str())]);
            kept(dispatch, route, &text, result, evidence)
        }
        Prose::Withhold | Prose::Attach => prose(dispatch, route, &error.message, error.data.as_ref(), evidence),
    }
}

fn of_result(
    dispatch: &Dispatch,
    route: &Route,
    faults: Vec<Fault>,
    result: CallToolResult,
    hearing: &mut Hearing,
) -> Failed {
    let mut texts = result
        .content
        .iter()
        .filter_map(|block| Some(block.as_text()?.text.as_str()));
    let first = texts.next().unwrap_or_default();
    if is_wire(first) {
        let wire = first.to_owned();
        let heard = hearing.of(|heard| heard == wire);
        return with_structured(route, result, wire, heard.unwrap_or_else(|| Some(Evidence::default())));
    }
    let text = texts.fold(first.to_owned(), |text, more| text + "\n" + more);
    // Beside texts and `structuredContent` there may be more in a result. Nobody knows, so the record has all of it.
    let is_plain = result.meta.is_none() && result.content.iter().all(|block| block.as_text().is_some());
    let data = if is_plain {
        result.structured_content.clone()
    } else {
        serde_json::to_value(&result).ok()
    };
    if let Some(said) = said(first).filter(|_| result.content.len() == 1) {
        let mut failed = bad_arguments(
            dispatch,
            route,
            Fault::meant(faults, said, |name| route.shape.has(name)),
        );
        failed.evidence = failed
            .evidence
            .map(|evidence| evidence.with_words(&text, data.as_ref()));
        return failed;
    }
    // A dispatch point further in may have kept the result, and know what was behind it.
    let object = result.meta.as_ref().and_then(|meta| meta.0.get(META));
    let heard =
        object.and_then(|object| hearing.of(|wire| serde_json::from_str::<Value>(wire).ok().as_ref() == Some(object)));
    let words = || Evidence::named("rmcp::CallToolResult").with_words(&text, data.as_ref());
    let evidence = heard.unwrap_or_else(|| Some(words()));
    if dispatch.prose == Prose::Keep {
        return kept(dispatch, route, &text, result, evidence);
    }
    prose(dispatch, route, &text, result.structured_content.as_ref(), evidence)
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
fn prose(dispatch: &Dispatch, route: &Route, text: &str, data: Option<&Value>, evidence: Option<Evidence>) -> Failed {
    let attached = (dispatch.prose == Prose::Attach).then(|| Upstream {
        body: data.map_or_else(|| text.to_owned(), |data| format!("{text} {data}")),
        ..Upstream::default()
    });
    coded(route, of_words(dispatch, text, attached.as_ref()), evidence)
}

/// The wire object of what a tool said without a code: by the registry's rules for what is said, else by what it proves.
fn of_words(dispatch: &Dispatch, text: &str, upstream: Option<&Upstream>) -> String {
    let context = Context::current();
    // A rule that asks for words alone knows no more of the steps before than the words do.
    let rule = said_by_anybody(text, dispatch.registry);
    if let Some(error) = rule.filter(|error| !error.spec().retryable || context.effect().repeatable()) {
        let envelope = Envelope {
            upstream,
            ..Envelope::of(&error)
        };
        return envelope.encode(&context.call());
    }
    let proof = prove(&causes::Evidence::Text(text));
    let role = role_of_foreign(&proof, context.effect());
    let envelope = Envelope {
        upstream,
        retry_after: proof.retry_after,
        ..Envelope::bare(dispatch.registry.roles.get(role))
    };
    envelope.encode(&context.call())
}

/// A result that stays as its tool made it, with the wire object beside it.
fn kept(
    dispatch: &Dispatch,
    route: &Route,
    text: &str,
    mut result: CallToolResult,
    evidence: Option<Evidence>,
) -> Failed {
    let wire = of_words(dispatch, text, None);
    if let Ok(object) = serde_json::from_str::<Value>(&wire) {
        let meta = result.meta.get_or_insert_with(|| MetaObject(Map::new()));
        meta.0.insert(META.to_owned(), object.clone());
        if route.structured && result.structured_content.is_none() {
            result.structured_content = Some(object);
        }
    }
    Failed { result, wire, evidence }
}

fn coded(route: &Route, wire: String, evidence: Option<Evidence>) -> Failed {
    let result = from_wire(wire.clone());
    with_structured(route, result, wire, evidence)
}

/// The result of a wire object, with `structuredContent` where the tool may have it.
fn with_structured(route: &Route, mut result: CallToolResult, wire: String, evidence: Option<Evidence>) -> Failed {
    result.structured_content = if route.structured {
        serde_json::from_str(&wire).ok()
    } else {
        None
    };
    let class = WireError::decode(&wire).ok().and_then(|error| error.class.known());
    // Clients insist on `structuredContent` where there is an output schema and no error.
    if class == Some(Class::Cancelled) && (!route.has_output_schema || result.structured_content.is_some()) {
        result.is_error = Some(false);
    }
    Failed { result, wire, evidence }
}
