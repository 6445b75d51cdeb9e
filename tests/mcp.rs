//! A derived enum is the error of an rmcp tool as it is: what a client receives, over a real connection in one process.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::error::Error;
use std::io;
use std::time::Duration;

use errtax::standard::details::ConnectionLost;
use errtax::wire::WireError;
use errtax::{Date, Failure, Raised, ToolError};
use fixture_codes::codes;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, RequestMetaObject, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService, ServiceError};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, ToolError)]
#[tool_error(codes = fixture_codes::codes)]
enum VoucherError {
    PeriodLocked {
        period_id: String,
        lock_date: Date,
        memo: String,
    },
    LineLost,
    RateLimited {
        #[tool_error(retry_after)]
        wait: Duration,
    },
    #[tool_error(infer, InternalError)]
    Storage(#[from] io::Error),
    /// A code of another registry than the server's.
    #[tool_error(transparent)]
    Upstream(#[from] Raised<ConnectionLost>),
}

impl VoucherError {
    fn of(how: &str) -> Option<Self> {
        Some(match how {
            "" => return None,
            "locked" => Self::PeriodLocked {
                period_id: "20\"25".into(),
                lock_date: "2026-01-31".parse().unwrap(),
                memo: "hunter2".into(),
            },
            "lost" => Self::LineLost,
            "limited" => Self::RateLimited {
                wait: Duration::from_millis(1_500),
            },
            "reset" => io::Error::from(io::ErrorKind::ConnectionReset).into(),
            "upstream" => Raised(ConnectionLost {}).into(),
            other => panic!("{other}"),
        })
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments {
    how: String,
    #[allow(dead_code, reason = "only its presence counts")]
    idempotency_key: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Posted {
    id: u64,
}

#[derive(Clone, Debug)]
struct Server {
    tools: ToolRouter<Self>,
}

/// The end of a tool that fails as it is told.
fn answer<E: From<VoucherError>>(how: &str) -> Result<Json<Posted>, E> {
    match VoucherError::of(how) {
        Some(error) => Err(error.into()),
        None => Ok(Json(Posted { id: 7 })),
    }
}

#[tool_router(router = tools)]
impl Server {
    /// A write that dedupes by its key.
    #[tool]
    async fn post_voucher(&self, Parameters(call): Parameters<Arguments>) -> Result<Json<Posted>, VoucherError> {
        // The error is made in another poll than the one in which the call began.
        tokio::task::yield_now().await;
        answer(&call.how)
    }

    /// A read, and a synchronous one.
    #[tool]
    fn get_voucher(&self, Parameters(call): Parameters<Arguments>) -> Result<Json<Posted>, VoucherError> {
        answer(&call.how)
    }

    /// A write that may be repeated.
    #[tool]
    async fn set_rate(&self, Parameters(call): Parameters<Arguments>) -> Result<Json<Posted>, Failure> {
        answer(&call.how)
    }

    /// A write that may not, for the registry does not declare it.
    #[tool]
    fn not_declared(&self, Parameters(call): Parameters<Arguments>) -> Result<Json<Posted>, Failure> {
        answer(&call.how)
    }

    /// Something without a code.
    #[tool]
    async fn foreign(&self) -> Result<Json<Posted>, Failure> {
        Err(Box::<dyn Error + Send + Sync>::from("the password is hunter2"))?
    }

    /// A tool from before there were codes.
    #[tool]
    async fn unlock_period(&self, Parameters(call): Parameters<Arguments>) -> Result<Json<Posted>, ErrorData> {
        answer(&call.how)
    }

    /// The same by way of a failure.
    #[tool]
    async fn failure_as_error_data(&self, Parameters(call): Parameters<Arguments>) -> Result<Json<Posted>, ErrorData> {
        answer::<Failure>(&call.how).map_err(ErrorData::from)
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = errtax::mcp::context(&codes::REGISTRY, &request, &context.meta);
        call.scope(async { self.tools.call(ToolCallContext::new(self, request, context)).await })
            .await
    }
}

async fn connect() -> RunningService<RoleClient, ()> {
    let (server, client) = tokio::io::duplex(16 * 1024);
    tokio::spawn(async move {
        let running = Server { tools: Server::tools() }.serve(server).await.unwrap();
        running.waiting().await.unwrap();
    });
    ().serve(client).await.unwrap()
}

fn traced(tool: &'static str, arguments: &Value, traceparent: &Value) -> CallToolRequestParams {
    let mut call = call(tool, arguments);
    call.meta = Some(RequestMetaObject::from(
        json!({ "traceparent": traceparent }).as_object().unwrap().clone(),
    ));
    call
}

fn call(tool: &'static str, arguments: &Value) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone())
}

/// The one text block of a result that is an error, and nothing beside it.
#[track_caller]
fn text(result: &CallToolResult) -> String {
    assert_eq!(result.is_error, Some(true));
    assert_eq!(
        result.structured_content, None,
        "some clients throw away what does not fit the tool's outputSchema"
    );
    let [block] = &result.content[..] else {
        panic!("one block: {:?}", result.content)
    };
    block.as_text().unwrap().text.clone()
}

async fn wire(client: &RunningService<RoleClient, ()>, tool: &'static str, arguments: &Value) -> WireError {
    WireError::decode(&text(&client.call_tool(call(tool, arguments)).await.unwrap())).unwrap()
}

#[tokio::test]
async fn an_error_arrives_as_one_text_block_that_is_the_wire_object() {
    let client = connect().await;
    let traceparent = json!("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    for (tool, how) in [
        ("post_voucher", "locked"),
        ("get_voucher", "locked"),
        ("set_rate", "locked"),
    ] {
        let result = client
            .call_tool(traced(tool, &json!({ "how": how }), &traceparent))
            .await
            .unwrap();
        assert_eq!(
            text(&result),
            concat!(
                r#"{"error":{"code":"PERIOD_LOCKED","class":"precondition","action":"fix_state","retryable":false,"#,
                r#""executed":"no","message":"Fiscal period 20\"25 is locked since 2026-01-31.","#,
                r#""hint":"Call unlock_period first, or date the voucher in an open period.","#,
                r#""next":{"tool":"unlock_period","args":{"period_id":"20\"25"}},"#,
                r#""details":{"lock_date":"2026-01-31","period_id":"20\"25"},"#,
                r#""correlation_id":"4bf92f3577b34da6a3ce929d0e0e4736"}}"#
            ),
            "{tool}"
        );
    }
    let limited = wire(&client, "post_voucher", &json!({ "how": "limited" })).await;
    assert_eq!(
        (limited.code.as_str(), limited.retry_after_ms),
        ("RATE_LIMITED", Some(1_500))
    );
}

#[tokio::test]
async fn what_succeeds_is_left_alone() {
    let client = connect().await;
    let result = client
        .call_tool(call("post_voucher", &json!({ "how": "" })))
        .await
        .unwrap();
    assert_eq!(result.is_error, Some(false));
    assert_eq!(result.structured_content, Some(json!({ "id": 7 })));
    let tools = client.list_all_tools().await.unwrap();
    let tool = tools.iter().find(|tool| tool.name == "post_voucher").unwrap();
    assert!(tool.output_schema.is_some());
}

#[tokio::test]
async fn an_outcome_in_doubt_surfaces_by_what_the_call_does() {
    let client = connect().await;
    for (tool, arguments, code, retryable) in [
        ("get_voucher", json!({}), "LINE_LOST", true),
        ("set_rate", json!({}), "LINE_LOST", true),
        ("post_voucher", json!({ "idempotency_key": "k-1" }), "LINE_LOST", true),
        ("post_voucher", json!({}), "OUTCOME_OPEN", false),
        ("post_voucher", json!({ "idempotency_key": "" }), "OUTCOME_OPEN", false),
        (
            "post_voucher",
            json!({ "idempotency_key": null }),
            "OUTCOME_OPEN",
            false,
        ),
        (
            "not_declared",
            json!({ "idempotency_key": "k-1" }),
            "OUTCOME_OPEN",
            false,
        ),
    ] {
        for how in ["lost", "reset"] {
            let mut arguments = arguments.clone();
            arguments["how"] = json!(how);
            let error = wire(&client, tool, &arguments).await;
            assert_eq!(
                (error.code.as_str(), error.retryable),
                (code, retryable),
                "{tool} {arguments}"
            );
        }
    }
}

#[tokio::test]
async fn the_twin_names_the_tool_that_verifies_whatever_registry_it_comes_from() {
    let client = connect().await;
    let error = wire(&client, "post_voucher", &json!({ "how": "upstream" })).await;
    assert_eq!(error.code, "OUTCOME_UNKNOWN");
    assert!(
        error
            .hint
            .unwrap()
            .starts_with("Use get_voucher to see whether it landed.")
    );
    let error = wire(
        &client,
        "post_voucher",
        &json!({ "how": "upstream", "idempotency_key": "k-1" }),
    )
    .await;
    assert_eq!((error.code.as_str(), error.retryable), ("CONNECTION_LOST", true));
}

#[tokio::test]
async fn calls_at_the_same_time_do_not_see_each_others_context() {
    let client = connect().await;
    let calls = (0..40_u64).map(|number| {
        let client = client.peer().clone();
        let id = format!("{:032x}", number + 1);
        let traceparent = json!(format!("00-{id}-00f067aa0ba902b7-00"));
        let arguments = match number % 2 {
            0 => json!({ "how": "lost", "idempotency_key": "k" }),
            _ => json!({ "how": "lost" }),
        };
        tokio::spawn(async move {
            let result = client
                .call_tool(traced("post_voucher", &arguments, &traceparent))
                .await
                .unwrap();
            let error = WireError::decode(&text(&result)).unwrap();
            assert_eq!(error.code, if number % 2 == 0 { "LINE_LOST" } else { "OUTCOME_OPEN" });
            assert_eq!(error.correlation_id, Some(id));
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
}

#[tokio::test]
async fn a_trace_that_is_none_is_replaced_by_a_random_id_of_its_form() {
    let client = connect().await;
    let mut seen = Vec::new();
    for traceparent in [
        json!(null),
        json!(17),
        json!("nonsense"),
        json!("00-00000000000000000000000000000000-00f067aa0ba902b7-01"),
        json!("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"),
        json!("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01"),
    ] {
        let call = traced("get_voucher", &json!({ "how": "lost" }), &traceparent);
        let result = client.call_tool(call).await.unwrap();
        let id = WireError::decode(&text(&result)).unwrap().correlation_id.unwrap();
        assert!(
            id.len() == 32
                && id
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase()),
            "{id}"
        );
        assert!(!traceparent.to_string().contains(&id) && !seen.contains(&id), "{id}");
        seen.push(id);
    }
}

#[tokio::test]
async fn a_failure_without_a_code_has_that_of_the_servers_registry_and_keeps_its_text_to_itself() {
    let client = connect().await;
    let result = client.call_tool(CallToolRequestParams::new("foreign")).await.unwrap();
    let text = text(&result);
    assert!(!text.contains("hunter2"), "{text}");
    // The fixture's registry gives the role `unknown` to this code; the standard one would say UNKNOWN_ERROR.
    assert_eq!(WireError::decode(&text).unwrap().code, "INTERNAL_ERROR");
}

#[tokio::test]
async fn as_error_data_the_wire_object_goes_along_as_data() {
    let client = connect().await;
    for tool in ["unlock_period", "failure_as_error_data"] {
        let result = client.call_tool(call(tool, &json!({ "how": "locked" }))).await;
        let Err(ServiceError::McpError(error)) = result else {
            panic!("{tool}: {result:?}")
        };
        assert_eq!(error.code.0, -32_603);
        assert_eq!(error.message, "Fiscal period 20\"25 is locked since 2026-01-31.");
        let data = error.data.unwrap();
        assert_eq!(data["error"]["code"], "PERIOD_LOCKED");
        assert_eq!(
            data["error"]["details"],
            json!({ "lock_date": "2026-01-31", "period_id": "20\"25" })
        );
        let wire = WireError::decode(&data.to_string()).unwrap();
        assert_eq!((wire.code.as_str(), wire.retryable), ("PERIOD_LOCKED", false));
    }
    // Neither has a dedupe key, so neither may be told to try again.
    for tool in ["unlock_period", "failure_as_error_data"] {
        let result = client.call_tool(call(tool, &json!({ "how": "lost" }))).await;
        let Err(ServiceError::McpError(error)) = result else {
            panic!("{tool}: {result:?}")
        };
        assert_eq!(error.data.unwrap()["error"]["code"], "OUTCOME_OPEN", "{tool}");
    }
}

#[test]
fn outside_of_a_call_a_result_counts_as_that_of_a_write() {
    let result = errtax::mcp::result(&VoucherError::LineLost);
    let error = WireError::decode(&text(&result)).unwrap();
    assert_eq!((error.code.as_str(), error.correlation_id), ("OUTCOME_OPEN", None));
}
