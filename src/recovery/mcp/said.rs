//! What a server said of a call that failed, for whoever corrects it.

use errtax_core::wire::WireError;
use rmcp::model::JsonObject;
use serde_json::Value;

use super::answer::Answered;
use crate::recovery::{Name, Seen};

/// What a server said of a call that failed: what [`fix`](super::ToolCall::fix) and [`step`](super::ToolCall::step) are told.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Said {
    /// The tool.
    pub tool: Name,
    /// The arguments with which it failed, as the caller gave them: without a key of the engine's.
    pub arguments: JsonObject,
    /// Of an item of a batch that was sent as a call of its own: which one, the first being 0. The arguments are then those
    /// of that call.
    pub item: Option<usize>,
    /// What the engine made of it.
    pub seen: Seen<'static>,
    /// Errtax's object, with message, hint, details (allowed values are there) and what to do next; none where the server
    /// speaks something else.
    pub wire: Option<WireError>,
    /// The structured content of the result, or `data` of the JSON-RPC error, whatever it is.
    pub structured: Option<Value>,
    /// All that it said in text.
    pub text: String,
}

impl Said {
    pub(super) fn new(
        answered: &Answered,
        seen: Seen<'static>,
        (tool, arguments, item): (Name, JsonObject, Option<usize>),
    ) -> Self {
        let structured = match answered {
            Answered::Result(result) => result.structured_content.clone(),
            Answered::Error(rmcp::ServiceError::McpError(error)) => error.data.clone(),
            _ => None,
        };
        Self {
            tool,
            arguments,
            item,
            seen,
            wire: answered.wire(),
            structured,
            text: answered.text(),
        }
    }

    /// What went wrong, in words.
    #[must_use]
    pub fn message(&self) -> &str {
        self.wire.as_ref().map_or(&self.text, |wire| &wire.message)
    }

    /// What to do about it, in words, where the server says so.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.wire.as_ref()?.hint.as_deref()
    }

    /// The call that the server names as the next step; none where it names none, or names a resource to be read.
    #[must_use]
    pub fn next(&self) -> Option<NextCall> {
        let next = self.wire.as_ref()?.next.as_ref()?;
        let Ok(Value::Object(mut next)) = serde_json::from_str(next.as_str()) else {
            return None;
        };
        let Some(Value::String(tool)) = next.remove("tool") else {
            return None;
        };
        let arguments = match next.remove("args") {
            None | Some(Value::Null) => JsonObject::new(),
            Some(Value::Object(arguments)) => arguments,
            Some(_) => return None,
        };
        Some(NextCall { tool, arguments })
    }
}

/// A call that an error names as the next step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NextCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: JsonObject,
}
