//! The agent's side: it calls a tool and, where that fails, does what the failure says.

use std::error::Error;
use std::time::Duration;

use errtax::wire::WireError;
use errtax::{Action, Context, Failure};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    Implementation, JsonObject,
};
use rmcp::service::{RequestContext, RoleClient, RunningService, ServiceError};
use rmcp::{ClientHandler, ErrorData, ServiceExt as _};
use serde::Deserialize;
use serde_json::Value;

use crate::codes;
use crate::server::Accounting;

/// The pause before a call is repeated where the failure names none.
const PAUSE: Duration = Duration::from_millis(200);

/// How often the same call is sent at most.
const ATTEMPTS: u32 = 3;

/// A call of a tool.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Call {
    pub(super) tool: String,
    #[serde(rename = "args")]
    pub(super) arguments: JsonObject,
}

impl Call {
    pub(super) fn new(tool: &str, arguments: Value) -> Self {
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            _ => JsonObject::new(),
        };
        Self {
            tool: tool.to_owned(),
            arguments,
        }
    }

    /// The call that the failure proposes, if it proposes one.
    pub(super) fn proposed_by(failure: &WireError) -> Option<Self> {
        serde_json::from_str(failure.next.as_ref()?.as_str()).ok()
    }
}

/// The connection broke, or the time ran out, after a call was sent and before its answer was there.
#[derive(Debug, errtax::ToolError)]
#[tool_error(ConnectionLost)]
struct NoAnswer(#[source] ServiceError);

/// What it means that no answer came to a call. No server can say so, but its registry can: a read, an idempotent write
/// and a write with a key may be sent again as they were; any other write may have been carried out, and one read tells.
#[must_use]
pub fn no_answer(tool: &str, arguments: &JsonObject, cause: ServiceError) -> String {
    let is_key = |value: &Value| !value.is_null() && value != "";
    let has_key = |key: &str| arguments.get(key).is_some_and(is_key);
    let call = Context::of_call(&codes::REGISTRY, tool, has_key);
    call.run(|| Failure::from(NoAnswer(cause)).to_wire())
}

/// What came back.
pub(super) type Answer = Result<Value, Box<WireError>>;

/// An agent that is connected to a server of its own, in this process.
#[derive(Debug)]
pub(super) struct Agent {
    client: RunningService<RoleClient, Client>,
}

impl Agent {
    pub(super) async fn connect(server: Accounting) -> Result<Self, Box<dyn Error>> {
        let (theirs, ours) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move {
            if let Ok(server) = server.serve(theirs).await {
                // Ends when the agent hangs up.
                let _ = server.waiting().await;
            }
        });
        Ok(Self {
            client: Client.serve(ours).await?,
        })
    }

    pub(super) async fn call(&self, call: &Call) -> Result<Answer, Box<dyn Error>> {
        let request = CallToolRequestParams::new(call.tool.clone()).with_arguments(call.arguments.clone());
        let result = match self.client.call_tool(request).await {
            Ok(result) => result,
            Err(ServiceError::McpError(error)) => return Err(error.into()),
            Err(cause) => {
                let wire = no_answer(&call.tool, &call.arguments, cause);
                return Ok(Err(Box::new(WireError::decode(&wire)?)));
            }
        };
        let text = result
            .content
            .first()
            .and_then(|block| block.as_text())
            .map_or("", |block| &block.text);
        if result.is_error == Some(true) {
            return Ok(Err(Box::new(WireError::decode(text)?)));
        }
        Ok(Ok(serde_json::from_str(text)?))
    }

    /// Calls, and repeats what may be repeated, within limits.
    async fn call_patiently(&self, call: &Call) -> Result<Answer, Box<dyn Error>> {
        for _ in 1..ATTEMPTS {
            match self.call(call).await? {
                Err(failure) if failure.retryable => pause(&failure).await,
                answer => return Ok(answer),
            }
        }
        self.call(call).await
    }

    /// Does what the failure of a call says, as far as that takes no thought: the action alone decides.
    pub(super) async fn follow(&self, call: &Call, failure: &WireError) -> Result<Option<Answer>, Box<dyn Error>> {
        let next = match failure.action.known() {
            Some(Action::Retry | Action::Wait) => {
                pause(failure).await;
                Some(call.clone())
            }
            Some(Action::Verify | Action::FixState | Action::ReadState) => Call::proposed_by(failure),
            // To correct arguments takes thought, the rest takes a person; an action of a newer server takes neither.
            _ => None,
        };
        match next {
            Some(next) => self.call_patiently(&next).await.map(Some),
            None => Ok(None),
        }
    }
}

async fn pause(failure: &WireError) {
    tokio::time::sleep(failure.retry_after_ms.map_or(PAUSE, Duration::from_millis)).await;
}

/// The client, with a person behind it who says no.
#[derive(Clone, Copy, Debug)]
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(capabilities, Implementation::new("agent", env!("CARGO_PKG_VERSION")))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Decline))
    }
}
