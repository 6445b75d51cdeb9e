//! Errors that nobody gave a code: what their causes and their words prove decides what the agent is told.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::error::Error;
use std::io::{self, ErrorKind};

use errtax::mcp::{Dispatch, Prose};
use errtax::standard::{Code, REGISTRY};
use errtax::wire::WireError;
use errtax::{Action, Class, Context, Effect, Executed, Failure, Index, Registry, Roles, UpstreamSpec};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, ServerCapabilities, ServerConfig};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

fn of_call(effect: Effect, error: Box<dyn Error + Send + Sync>) -> &'static str {
    let context = Context::default().with_effect(effect);
    context.run(|| {
        let failure = Failure::from(error);
        WireError::decode(&failure.to_wire())
            .map(|wire| REGISTRY.code(&wire.code).unwrap().code)
            .unwrap()
    })
}

#[test]
fn an_error_without_a_code_has_that_of_what_its_cause_proves() {
    let error = |kind| Box::<dyn Error + Send + Sync>::from(io::Error::from(kind));
    for (kind, effect, code) in [
        (ErrorKind::ConnectionRefused, Effect::Read, "TRANSIENT_ERROR"),
        (ErrorKind::ConnectionRefused, Effect::KeyedWrite, "TRANSIENT_ERROR"),
        // The refused connection may be that of the second step.
        (ErrorKind::ConnectionRefused, Effect::Write, "OUTCOME_UNKNOWN"),
        (ErrorKind::ConnectionReset, Effect::Read, "CONNECTION_LOST"),
        (ErrorKind::ConnectionReset, Effect::IdempotentWrite, "CONNECTION_LOST"),
        (ErrorKind::ConnectionReset, Effect::Write, "OUTCOME_UNKNOWN"),
        (ErrorKind::PermissionDenied, Effect::Read, "UNKNOWN_ERROR"),
        (ErrorKind::NotFound, Effect::Read, "UNKNOWN_ERROR"),
    ] {
        assert_eq!(of_call(effect, error(kind)), code, "{kind:?} {effect}");
    }
    assert_eq!(
        of_call(Effect::Read, "the ledger is in a bad mood".into()),
        "UNKNOWN_ERROR"
    );
    assert_eq!(of_call(Effect::Read, "rate limit exceeded".into()), "RATE_LIMITED");
    assert_eq!(of_call(Effect::Write, "rate limit exceeded".into()), "OUTCOME_UNKNOWN");
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Says {
    text: String,
}

/// Tools that hand on whatever their libraries said.
#[derive(Clone, Debug)]
struct Server {
    tools: ToolRouter<Self>,
}

#[tool_router(router = tools)]
impl Server {
    #[tool(annotations(read_only_hint = true))]
    fn read(&self, Parameters(Says { text }): Parameters<Says>) -> Result<String, String> {
        Err(text)
    }

    #[tool]
    fn write(&self, Parameters(Says { text }): Parameters<Says>) -> Result<String, String> {
        Err(text)
    }

    #[tool(annotations(read_only_hint = true))]
    fn old(&self, Parameters(Says { text }): Parameters<Says>) -> Result<String, ErrorData> {
        Err(ErrorData::internal_error(text, None))
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

async fn connected(dispatch: Dispatch) -> RunningService<RoleClient, ()> {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    let server = Server {
        tools: dispatch.harden(Server::tools()),
    };
    tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
    ().serve(client_end).await.unwrap()
}

async fn told(client: &RunningService<RoleClient, ()>, tool: &'static str, text: &str) -> WireError {
    let arguments = json!({ "text": text }).as_object().unwrap().clone();
    let request = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = client.call_tool(request).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    WireError::decode(&result.content[0].as_text().unwrap().text).unwrap()
}

#[tokio::test]
async fn what_a_tool_without_codes_says_is_judged_by_what_it_proves() {
    let client = connected(Dispatch::new(&REGISTRY)).await;
    for (tool, text, code) in [
        (
            "read",
            "error sending request: tcp connect error: Connection refused (os error 111)",
            "TRANSIENT_ERROR",
        ),
        (
            "write",
            "error sending request: tcp connect error: Connection refused (os error 111)",
            "OUTCOME_UNKNOWN",
        ),
        ("read", "ERROR: deadlock detected (SQLSTATE 40P01)", "TRANSIENT_ERROR"),
        ("write", "ERROR: deadlock detected (SQLSTATE 40P01)", "OUTCOME_UNKNOWN"),
        (
            "old",
            "read tcp 10.0.0.1:5000->10.0.0.2:443: read: connection reset by peer",
            "CONNECTION_LOST",
        ),
        ("read", "Request failed with status code 429", "RATE_LIMITED"),
        (
            "read",
            "password authentication failed for user \"timeout\"",
            "UNKNOWN_ERROR",
        ),
        ("write", "the file is locked, try again later", "UNKNOWN_ERROR"),
    ] {
        let wire = told(&client, tool, text).await;
        assert_eq!(wire.code, code, "{tool}: {text}");
        assert!(wire.upstream.is_none(), "its words stay with the server");
    }
    let wire = told(&client, "write", "Connection reset by peer (os error 104)").await;
    assert_eq!(
        (wire.class.known(), wire.action.known(), wire.executed.known()),
        (
            Some(Class::UnknownOutcome),
            Some(Action::Verify),
            Some(Executed::Unknown)
        )
    );
}

/// The standard registry with one rule that asks for words alone.
fn with_rule(message: &'static str, code: Code) -> &'static Registry {
    Box::leak(Box::new(Registry {
        name: "own",
        version: "1.0.0",
        codes: REGISTRY.codes,
        index: Index { ..REGISTRY.index },
        tools: &[],
        roles: Roles { ..REGISTRY.roles },
        upstream: Box::leak(Box::new([UpstreamSpec {
            host: "",
            status: &[],
            message,
            pointer: "",
            equals: "",
            redact: &[],
            code: code.spec(),
            hint: "The gateway drops whoever has no session: sign in first.",
        }])),
        schema: "",
    }))
}

#[tokio::test]
async fn the_registrys_word_comes_before_what_the_words_prove() {
    for prose in [Prose::Withhold, Prose::Attach] {
        let registry = with_rule("connection reset by peer", Code::Unauthenticated);
        let client = connected(Dispatch::new(registry).prose(prose)).await;
        let wire = told(&client, "read", "read: Connection reset by peer").await;
        assert_eq!(wire.code, "UNAUTHENTICATED");
        assert_eq!(
            wire.hint.as_deref(),
            Some("The gateway drops whoever has no session: sign in first.")
        );
        assert_eq!(wire.upstream.is_some(), prose == Prose::Attach);
        let other = told(&client, "read", "broken pipe").await;
        assert_eq!(other.code, "CONNECTION_LOST");
    }
}

#[tokio::test]
async fn a_rule_for_words_alone_does_not_prove_that_a_write_was_not_carried_out() {
    let registry = with_rule("try later", Code::TransientError);
    let client = connected(Dispatch::new(registry)).await;
    assert_eq!(
        told(&client, "read", "connection reset by peer; try later").await.code,
        "TRANSIENT_ERROR"
    );
    assert_eq!(
        told(&client, "write", "connection reset by peer; try later").await.code,
        "OUTCOME_UNKNOWN"
    );
    assert_eq!(told(&client, "write", "try later").await.code, "UNKNOWN_ERROR");
}
