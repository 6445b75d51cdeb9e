//! What a server answered, as recovery understands it.

use std::borrow::Cow;

use errtax_core::wire::WireError;
use errtax_core::{Action, Class, Executed};
use rmcp::model::{CallToolResponse, CallToolResult, CreateTaskResult, InputRequiredResult};
use rmcp::service::ServiceError;
use serde_json::Value;

use crate::mcp::META as ERROR;
use crate::recovery::{Reader, Reply, Seen, Success, Tool};

/// The key of `_meta` under which a duplicate is marked that has no member to say so: that of `errtax::replay`.
const DUPLICATE: &str = "dev.errtax/duplicate";

/// What came back from a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answered {
    /// A result. It may say `isError`.
    Result(CallToolResult),
    /// The server wants input before it goes on, so the call was not carried out. Recovery ends it as failed
    /// (`precondition: input_required`); whoever has the input makes the call anew, with
    /// [`request`](super::ToolCall::request) to put it in.
    InputRequired(InputRequiredResult),
    /// The server made a task of the call, which is no result yet: a write counts as accepted only, so it is read if that is possible
    /// and else unknown; a read counts as failed (`precondition: task_created`). Whoever made the call asks for the task's result.
    Task(CreateTaskResult),
    /// No result: an error of JSON-RPC, or of the way to the server.
    Error(ServiceError),
}

impl Answered {
    /// The result, where there is one; it may say `isError`.
    #[must_use]
    pub const fn result(&self) -> Option<&CallToolResult> {
        match self {
            Self::Result(result) => Some(result),
            _ => None,
        }
    }

    /// The object of errtax that says what failed, where there is one.
    #[must_use]
    pub fn wire(&self) -> Option<WireError> {
        match self {
            Self::Result(result) => wire(result),
            Self::Error(ServiceError::McpError(error)) => WireError::decode(&error.data.as_ref()?.to_string()).ok(),
            _ => None,
        }
    }

    /// Its texts, one below the other; of an error, its message.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Result(result) => texts(result).collect::<Vec<_>>().join("\n"),
            Self::Error(ServiceError::McpError(error)) => error.message.clone().into_owned(),
            Self::Error(error) => error.to_string(),
            _ => String::new(),
        }
    }

    /// As the engine is told of it.
    pub(super) fn reply(&self, reader: Reader<'_>, tool: &Tool) -> Reply<'static> {
        match self {
            Self::Result(result) => of_result(result, reader, tool),
            Self::InputRequired(_) => wants("input_required").into(),
            Self::Task(_) if tool.writes => Reply::Success(Success {
                weak: true,
                ..Success::PLAIN
            }),
            Self::Task(_) => wants("task_created").into(),
            Self::Error(error) => of_error(error, reader).into(),
        }
    }
}

impl From<Result<CallToolResponse, ServiceError>> for Answered {
    fn from(answer: Result<CallToolResponse, ServiceError>) -> Self {
        match answer {
            Ok(CallToolResponse::Complete(result)) => Self::Result(result),
            Ok(CallToolResponse::InputRequired(input)) => Self::InputRequired(input),
            Ok(CallToolResponse::Task(task)) => Self::Task(task),
            // A kind that this version does not know: sent, and no telling what came of it.
            Ok(_) => Self::Error(ServiceError::UnexpectedResponse),
            Err(error) => Self::Error(error),
        }
    }
}

/// An answer by which the call is neither carried out nor refused: somebody has to do something.
fn wants(what: &'static str) -> Seen<'static> {
    Seen {
        action: Some(Action::AskUser),
        ..Seen::new(Class::Precondition, Executed::No, Cow::Borrowed(what))
    }
}

fn of_result(result: &CallToolResult, reader: Reader<'_>, tool: &Tool) -> Reply<'static> {
    if result.is_error != Some(true) {
        return match disguised(result, reader) {
            Some(seen) => doubted(seen, tool).into(),
            None => success(result, tool).into(),
        };
    }
    let coded = wire(result).map(|wire| reader.result(&wire.encode()));
    let said = objects(result).map(|object| reader.result(&object));
    // An object that says nothing is no better than prose.
    let telling = coded.into_iter().chain(said.filter(|seen| *seen != Seen::UNLISTED));
    let counts = first_in_doubt(telling, |seen| {
        seen.executed == Executed::No && seen.class != Class::UnknownOutcome
    });
    counts.unwrap_or(Seen::UNLISTED).into()
}

/// Of several that contradict each other, the first that does not say that nothing was carried out; else the first.
fn first_in_doubt<T>(mut all: impl Iterator<Item = T>, is_refusal: impl Fn(&T) -> bool) -> Option<T> {
    let first = all.next()?;
    let doubts = is_refusal(&first).then(|| all.find(|other| !is_refusal(other)));
    Some(doubts.flatten().unwrap_or(first))
}

fn success(result: &CallToolResult, tool: &Tool) -> Success {
    let mut success = Success::json(tool, &success_text(result));
    success.duplicate |= meta(result, DUPLICATE) == Some(&Value::Bool(true));
    // A result with nothing in it, not even a word on whether it is an error, shows nothing.
    success.weak |= result.is_error.is_none() && result.content.is_empty() && structured(result).is_none();
    success
}

/// What a result says of an error that does not call itself one: the server may also pass on what somebody else wrote. That does
/// not prove that a write was refused.
fn doubted(seen: Seen<'static>, tool: &Tool) -> Seen<'static> {
    if !tool.writes {
        return seen;
    }
    Seen {
        action: None,
        ..Seen::new(Class::UnknownOutcome, Executed::Unknown, seen.code)
    }
    .after(seen.wait)
}

/// Servers that never set `isError` answer errors as results. One counts as a failure where it is errtax's own object, or one that
/// has an `error` and a code that a registry declares.
fn disguised(result: &CallToolResult, reader: Reader<'_>) -> Option<Seen<'static>> {
    if let Some(wire) = wire(result) {
        return Some(reader.result(&wire.encode()));
    }
    objects(result)
        .filter(|object| has_error(object))
        .map(|object| reader.result(&object))
        .find(|seen| seen.action.is_some())
}

fn has_error(object: &str) -> bool {
    if !object.contains("\"error\"") {
        return false;
    }
    let object: Option<Value> = serde_json::from_str(object).ok();
    let error = object.as_ref().and_then(|object| object.get("error"));
    error.is_some_and(|error| !matches!(error, Value::Null | Value::Bool(false)) && error != "")
}

/// Errtax's object, wherever it stands: clients and gateways drop the structured content, or all but that. Of several that
/// contradict each other, one that does not say that nothing was carried out counts.
fn wire(result: &CallToolResult) -> Option<WireError> {
    let all = objects(result).filter_map(|object| WireError::decode(&object).ok());
    first_in_doubt(all, |wire| wire.executed.known() == Some(Executed::No))
}

/// What may be an object: the structured content, each text, and what a dispatch point puts beside prose that it keeps.
fn objects(result: &CallToolResult) -> impl Iterator<Item = Cow<'_, str>> {
    let object = |value: Option<&Value>| {
        let object = value.filter(|value| value.is_object());
        object.map(|value| Cow::Owned(value.to_string()))
    };
    let structured = object(result.structured_content.as_ref());
    let beside = object(meta(result, ERROR));
    structured
        .into_iter()
        .chain(texts(result).map(Cow::Borrowed))
        .chain(beside)
}

/// The structured content; `null` is none.
pub(super) fn structured(result: &CallToolResult) -> Option<&Value> {
    result.structured_content.as_ref().filter(|value| !value.is_null())
}

fn meta<'r>(result: &'r CallToolResult, name: &str) -> Option<&'r Value> {
    result.meta.as_ref()?.0.get(name)
}

fn texts(result: &CallToolResult) -> impl Iterator<Item = &str> {
    result
        .content
        .iter()
        .filter_map(|block| block.as_text().map(|text| text.text.as_str()))
}

/// The text by which a success is read: the structured content, else the first text that is an object, else the first.
pub(super) fn success_text(result: &CallToolResult) -> Cow<'_, str> {
    if let Some(value) = structured(result) {
        return Cow::Owned(value.to_string());
    }
    let object = texts(result).find(|text| text.trim_start().starts_with('{'));
    Cow::Borrowed(object.or_else(|| texts(result).next()).unwrap_or_default())
}

/// An answer of JSON-RPC by its `data` and its number; what the way to the server says, by the types of its errors. Words decide
/// nothing here, not even those of a transport.
pub(super) fn of_error(error: &ServiceError, reader: Reader<'_>) -> Seen<'static> {
    let proven = || Seen::of(error);
    let ServiceError::McpError(error) = error else {
        return proven();
    };
    let code = i64::from(error.code.0);
    let data = error.data.as_ref().map(Value::to_string);
    let seen = reader.rpc(code, data.as_deref());
    // The numbers of MCP's own, by which a server refuses what it did not begin.
    let is_unlisted = seen == reader.rpc(code, None) && seen.class == Class::UnknownOutcome;
    match proven() {
        known if is_unlisted && known != Seen::UNLISTED => Seen {
            code: seen.code,
            ..known
        },
        _ => seen,
    }
}

#[cfg(all(test, feature = "replay"))]
mod tests {
    #[test]
    fn a_duplicate_is_marked_by_one_name() {
        assert_eq!(super::DUPLICATE, crate::replay::META);
    }
}
