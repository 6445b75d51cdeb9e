//! What went over the wire: the truth about a task that its engine has no part in.

use std::time::Duration;

use rmcp::model::{JsonObject, JsonRpcMessage, ServerJsonRpcMessage, ServerResult};

use crate::fault::Fault;

/// The argument by which the server dedupes.
pub const KEY: &str = "idempotency_key";

/// A call as it was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The step of the plan that it belongs to.
    pub step: usize,
    /// When, since the line was laid.
    pub at: Duration,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: JsonObject,
    /// What it met.
    pub fault: Fault,
    /// Whether it has reached the server.
    pub arrived: bool,
    /// What the client heard, and when; none where it heard nothing.
    pub heard: Option<(Duration, Heard)>,
}

/// What a client heard of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The server's answer.
    Answer,
    /// The server's failure, with its code.
    Failure(String),
    /// No connection came about.
    Refused,
    /// The connection was reset.
    Reset,
    /// It is to wait.
    Limited(Option<Duration>),
    /// Its credential is not taken.
    Unauthorized,
    /// What makes no sense.
    Garbage,
}

impl Sent {
    /// Whether it only reads.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.tool.starts_with("list_")
    }
}

impl Heard {
    /// What the server's answer says.
    #[must_use]
    pub fn of(answer: &ServerJsonRpcMessage) -> Self {
        let JsonRpcMessage::Response(response) = answer else {
            return Self::Failure(String::new());
        };
        match &response.result {
            ServerResult::CallToolResult(result) if result.is_error == Some(true) => {
                let text = result.content.first().and_then(|block| block.as_text());
                let code = text.and_then(|text| errtax::wire::WireError::decode(&text.text).ok());
                Self::Failure(code.map_or_else(String::new, |error| error.code))
            }
            _ => Self::Answer,
        }
    }
}
