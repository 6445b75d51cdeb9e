//! One line around a router, and every failure of every tool reaches a client with a code: over a real connection in one
//! process, with tools that know nothing of errtax.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use errtax::Failure;
use errtax::mcp::{Dispatch, Prose, Structured};
use errtax::standard::REGISTRY;
use errtax::standard::details::{ConnectionLost, Declined};
use errtax::wire::WireError;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig, ContentBlock,
    CreateTaskResult, ErrorCode, Implementation, InputRequiredResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Task, TaskStatus,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt as _, RequestContext, RoleClient, RoleServer, RunningService, Service,
    ServiceError,
};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    account: u32,
    #[allow(dead_code, reason = "only its type counts")]
    debit: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Invoice,
    CreditNote,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
#[allow(dead_code, reason = "only their form counts")]
enum Payer {
    Card { number: u64 },
    Account { iban: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only their form counts")]
struct Voucher {
    text: String,
    kind: Kind,
    lines: Vec<Line>,
    memo: Option<String>,
    payer: Option<Payer>,
    /// Taken as a number too, whatever the schema says.
    #[serde(default, deserialize_with = "text_or_number")]
    reference: String,
}

fn text_or_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("hunter2 is no reference")),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Fails {
    how: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Posted {
    id: u64,
}

/// What no other error can be: made of a type that nobody knows.
#[derive(Debug)]
struct Payload;

/// Panics wherever it is dropped.
struct Spiteful;

impl Drop for Spiteful {
    fn drop(&mut self) {
        panic!("hunter2")
    }
}

#[derive(Clone, Debug, Default)]
struct Server {
    tools: ToolRouter<Self>,
    shared: Arc<Mutex<u32>>,
}

#[tool_router(router = tools)]
impl Server {
    #[tool]
    async fn post(&self, Parameters(voucher): Parameters<Voucher>) -> Result<Json<Posted>, String> {
        Ok(Json(Posted {
            id: voucher.lines.iter().map(|line| u64::from(line.account)).sum(),
        }))
    }

    #[tool]
    async fn crash(&self, Parameters(Fails { how }): Parameters<Fails>) -> String {
        match how.as_str() {
            "text" => panic!("the password is {}", "hunter2"),
            "later" => {
                tokio::task::yield_now().await;
                panic!("hunter2");
            }
            "payload" => std::panic::panic_any(Payload),
            "payload that panics" => std::panic::panic_any(Spiteful),
            "and once more" => {
                let _spiteful = Spiteful;
                "hunter2".to_owned()
            }
            "blocking" => tokio::task::spawn_blocking(|| -> String { panic!("hunter2") })
                .await
                .unwrap(),
            "lock" => {
                let _held = self.shared.lock().unwrap();
                panic!("hunter2")
            }
            _ => how,
        }
    }

    #[tool]
    fn crash_at_once(&self) -> String {
        panic!("hunter2")
    }

    /// A tool of before there were codes, with an output schema.
    #[tool]
    fn old(&self, Parameters(Fails { how }): Parameters<Fails>) -> Result<Json<Posted>, ErrorData> {
        Err(match how.as_str() {
            "invalid" => ErrorData::invalid_params("hunter2 is no period", None),
            "internal" => ErrorData::internal_error("postgres://hunter2@db failed", Some(json!({ "why": "hunter2" }))),
            "own" => ErrorData::new(ErrorCode(-31_000), "hunter2", None),
            "protocol" => ErrorData::new(ErrorCode(-32_021), "a capability is missing", None),
            "request" => ErrorData::invalid_request("hunter2 is not to be had", None),
            "method" => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "hunter2/do", None),
            "coded" => ConnectionLost {}.into_failure().into(),
            _ => return Ok(Json(Posted { id: 7 })),
        })
    }

    #[tool]
    fn prose(&self, Parameters(Fails { how }): Parameters<Fails>) -> Result<String, String> {
        Err(format!("the disk at /srv/{how} is full"))
    }

    #[tool]
    fn results(&self, Parameters(Fails { how }): Parameters<Fails>) -> CallToolResult {
        match how.as_str() {
            "empty" => CallToolResult::success(Vec::new()),
            "two" => CallToolResult::error(vec![ContentBlock::text("one"), ContentBlock::text("two")]),
            _ => CallToolResult::structured(json!({ "error": "of the domain, and no failure" })),
        }
    }

    /// Asks a person by way of a result.
    #[tool]
    fn asks(&self, Parameters(Fails { how }): Parameters<Fails>) -> InputRequiredResult {
        InputRequiredResult::from_request_state(how)
    }

    /// Goes on behind the back of the call.
    #[tool]
    fn defers(&self) -> CallToolResponse {
        CallToolResponse::Task(CreateTaskResult::new(a_task()))
    }

    #[tool]
    fn declined(&self) -> Result<String, Failure> {
        Err(Declined {}.into_failure())
    }

    #[tool]
    fn declined_with_schema(&self) -> Result<Json<Posted>, Failure> {
        Err(Declined {}.into_failure())
    }

    #[tool]
    fn lost(&self) -> Result<String, Failure> {
        Err(ConnectionLost {}.into_failure())
    }

    #[tool(annotations(read_only_hint = true))]
    fn lost_read(&self) -> Result<String, Failure> {
        Err(ConnectionLost {}.into_failure())
    }

    #[tool(annotations(idempotent_hint = true))]
    async fn lost_idempotent(&self) -> Result<String, Failure> {
        tokio::task::yield_now().await;
        Err(ConnectionLost {}.into_failure())
    }
}

fn a_task() -> Task {
    let at = "2026-01-31T09:15:02Z";
    Task::new("7", TaskStatus::Working, at, at)
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

/// The same tools behind handlers that are written by hand.
#[derive(Clone, Debug)]
struct ByHand(Server);

impl ServerHandler for ByHand {
    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&self.0)
    }

    /// A page for each tool.
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let at: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
        let all = Server::tools().list_all();
        let mut page = ListToolsResult::with_all_items(vec![all[at].clone()]);
        page.next_cursor = (at + 1 < all.len()).then(|| (at + 1).to_string());
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Server::tools()
            .call(ToolCallContext::new(&self.0, request, context))
            .await
    }
}

type Client = RunningService<RoleClient, ()>;

async fn connect_to(server: impl Service<RoleServer>) -> Client {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let running = server.serve(server_end).await.unwrap();
        running.waiting().await.unwrap();
    });
    ().serve(client_end).await.unwrap()
}

async fn hardened(dispatch: Dispatch) -> Client {
    let tools = dispatch.harden(Server::tools());
    connect_to(Server {
        tools,
        ..Server::default()
    })
    .await
}

async fn guarded(dispatch: Dispatch) -> Client {
    connect_to(dispatch.guard(ByHand(Server::default()))).await
}

/// Both ways to put a dispatch point around the same tools.
async fn both(dispatch: Dispatch) -> [(&'static str, Client); 2] {
    [
        ("harden", hardened(dispatch.clone()).await),
        ("guard", guarded(dispatch).await),
    ]
}

async fn call(client: &Client, tool: &'static str, arguments: Value) -> Result<CallToolResult, ServiceError> {
    let call = CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
    // A call that is never answered is what all of this is against.
    tokio::time::timeout(Duration::from_secs(20), client.call_tool(call))
        .await
        .expect("the call was answered")
}

fn text(result: &CallToolResult) -> &str {
    let [block] = &result.content[..] else {
        panic!("one block: {:?}", result.content)
    };
    &block.as_text().unwrap().text
}

/// The wire object of a failed call; nothing that a tool says in these tests may be in it.
async fn wire(client: &Client, tool: &'static str, arguments: Value) -> WireError {
    let result = call(client, tool, arguments.clone()).await.unwrap();
    assert_eq!(result.is_error, Some(true), "{tool} {arguments}");
    let all = serde_json::to_string(&result).unwrap();
    assert!(!all.contains("hunter2"), "{all}");
    let wire = WireError::decode(text(&result)).unwrap();
    if let Some(structured) = &result.structured_content {
        assert_eq!(*structured, serde_json::from_str::<Value>(text(&result)).unwrap());
    }
    wire
}

fn detail(error: &WireError, name: &str) -> Option<Value> {
    error
        .detail(name)
        .map(|value| serde_json::from_str(value.as_str()).unwrap())
}

#[tokio::test]
async fn a_panic_of_any_kind_is_answered_and_the_server_lives_on() {
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        for how in [
            "text",
            "later",
            "payload",
            "payload that panics",
            "and once more",
            "blocking",
            "lock",
        ] {
            let error = wire(&client, "crash", json!({ "how": how })).await;
            assert_eq!(error.code, "PANIC", "{way} {how}");
            assert!(error.correlation_id.is_some());
        }
        assert_eq!(wire(&client, "crash_at_once", json!({})).await.code, "PANIC", "{way}");
        let fine = call(&client, "crash", json!({ "how": "not at all" })).await.unwrap();
        assert_eq!((fine.is_error, text(&fine)), (Some(false), "not at all"), "{way}");
    }
}

#[tokio::test]
async fn arguments_that_do_not_fit_say_which_and_what_was_expected() {
    let good = json!({ "text": "t", "kind": "invoice", "lines": [{ "account": 1910, "debit": 1 }, { "account": 1, "debit": 2 }] });
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = good.clone();
        change(&mut changed);
        changed
    };
    let cases = [
        (
            with(&|v| v["lines"][1]["debit"] = json!("12")),
            json!({ "argument": "lines[1].debit", "expected": "a whole number", "received": "the string \"12\"",
                "problem": "it is of the wrong type" }),
        ),
        (
            with(&|v| v["lines"][0]["account"] = json!(-1)),
            json!({ "argument": "lines[0].account", "expected": "a whole number of at least 0",
                "received": "the number -1", "problem": "the value is out of range" }),
        ),
        (
            with(&|v| v["kind"] = json!("credit")),
            json!({ "argument": "kind", "expected": "a string", "received": "the string \"credit\"",
                "allowed": ["invoice", "credit_note"], "problem": "it is none of the values that the tool takes" }),
        ),
        (
            with(&|v| drop(v.as_object_mut().unwrap().remove("text"))),
            json!({ "argument": "text", "expected": "a string", "problem": "it is required, and missing" }),
        ),
        (
            with(&|v| v["memmo"] = json!("m")),
            json!({ "argument": "memmo", "received": "the string \"m\"", "allowed": ["kind", "lines", "memo", "payer", "reference", "text"],
                "problem": "the tool has no argument of this name; did you mean `memo`?" }),
        ),
        (
            with(&|v| v["memo"] = json!(7)),
            json!({ "argument": "memo", "expected": "a string or null", "received": "the number 7",
                "problem": "it is of the wrong type" }),
        ),
        (
            with(&|v| v["payer"] = json!({ "by": "account", "iban": 7 })),
            json!({ "argument": "payer.iban", "expected": "a string", "received": "the number 7",
                "problem": "it is of the wrong type" }),
        ),
        (
            with(&|v| v["lines"] = json!("x".repeat(300))),
            json!({ "argument": "lines", "expected": "an array", "received": "a string of 300 characters",
                "problem": "it is of the wrong type" }),
        ),
        (
            with(&|v| (v["reference"], v["memo"]) = (json!(7), json!(true))),
            json!({ "argument": "memo", "expected": "a string or null", "received": "true",
                "problem": "it is of the wrong type" }),
        ),
        (
            with(&|v| v["reference"] = json!(true)),
            json!({ "argument": "reference", "expected": "a string", "received": "true",
                "problem": "it is of the wrong type" }),
        ),
        (
            json!({ "kind": "invoice" }),
            json!({ "argument": "text", "expected": "a string", "problem": "it is required, and missing" }),
        ),
        (
            json!({ "text": "t", "lines": [] }),
            json!({ "argument": "kind", "expected": "a string", "allowed": ["invoice", "credit_note"],
                "problem": "it is required, and missing" }),
        ),
    ];
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        for (arguments, expected) in &cases {
            let error = wire(&client, "post", arguments.clone()).await;
            assert_eq!(error.code, "INVALID_ARGUMENTS", "{way} {arguments}");
            let mut details = json!({});
            for name in ["allowed", "argument", "expected", "problem", "received"] {
                if let Some(value) = detail(&error, name) {
                    details[name] = value;
                }
            }
            // The choices are in the order of the schema, which is serde's for an enum and sorted for names.
            assert_eq!(details, *expected, "{way} {arguments}");
        }
        let fine = call(&client, "post", good.clone()).await.unwrap();
        assert_eq!(fine.structured_content, Some(json!({ "id": 1911 })), "{way}");
    }
}

#[tokio::test]
async fn what_tools_say_without_a_code_gets_one_and_stays_behind() {
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        for (tool, how, code) in [
            ("old", "invalid", "INVALID_ARGUMENTS"),
            ("old", "internal", "UNKNOWN_ERROR"),
            ("old", "own", "UNKNOWN_ERROR"),
            ("old", "request", "UNKNOWN_ERROR"),
            ("old", "method", "UNKNOWN_ERROR"),
            ("old", "coded", "OUTCOME_UNKNOWN"),
            ("prose", "hunter2", "UNKNOWN_ERROR"),
            ("results", "two", "UNKNOWN_ERROR"),
        ] {
            assert_eq!(
                wire(&client, tool, json!({ "how": how })).await.code,
                code,
                "{way} {tool} {how}"
            );
        }
    }
}

#[tokio::test]
async fn what_mcp_wants_as_a_protocol_error_stays_one() {
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        for (tool, arguments, code) in [
            ("old", json!({ "how": "protocol" }), -32_021),
            ("no_such_tool", json!({}), -32_602),
        ] {
            match call(&client, tool, arguments).await {
                Err(ServiceError::McpError(error)) => assert_eq!(error.code.0, code, "{way}"),
                other => panic!("{way} {tool}: {other:?}"),
            }
        }
    }
}

/// Lists tools of which it serves one no more.
#[derive(Clone, Debug)]
struct Fickle;

impl ServerHandler for Fickle {
    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&Server::default())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(Server::tools().list_all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut tools = Server::tools();
        tools.disable_route("lost");
        tools
            .call(ToolCallContext::new(&Server::default(), request, context))
            .await
    }
}

#[tokio::test]
async fn a_tool_that_is_no_longer_there_is_told_as_mcp_wants_it() {
    let client = connect_to(Dispatch::new(&REGISTRY).guard(Fickle)).await;
    match call(&client, "lost", json!({})).await {
        Err(ServiceError::McpError(error)) => assert_eq!(error.code.0, -32_602),
        other => panic!("{other:?}"),
    }
    assert_eq!(wire(&client, "lost_read", json!({})).await.code, "CONNECTION_LOST");
}

#[tokio::test]
async fn what_is_no_failure_passes_as_it_is() {
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        let empty = call(&client, "results", json!({ "how": "empty" })).await.unwrap();
        assert_eq!((empty.is_error, empty.content.len()), (Some(false), 0), "{way}");
        let domain = call(&client, "results", json!({ "how": "" })).await.unwrap();
        assert_eq!(
            domain.structured_content,
            Some(json!({ "error": "of the domain, and no failure" })),
            "{way}"
        );
        let fine = call(&client, "old", json!({ "how": "" })).await.unwrap();
        assert_eq!(fine.structured_content, Some(json!({ "id": 7 })), "{way}");
    }
}

/// A client of protocol 2026-07-28, which can be asked and told to wait.
async fn newest(server: impl Service<RoleServer>) -> RunningService<RoleClient, ClientConfig> {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
    let capabilities = ClientCapabilities::builder().enable_elicitation().enable_tasks();
    let opening = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    ClientConfig::new(capabilities.build(), Implementation::new("newest", "1"))
        .serve_with_lifecycle(client_end, opening)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_call_that_asks_or_goes_on_later_is_no_failure_and_passes_as_it_is() {
    let dispatch = Dispatch::new(&REGISTRY);
    let router = Server {
        tools: dispatch.harden(Server::tools()),
        ..Server::default()
    };
    for (way, client) in [
        ("harden", newest(router).await),
        ("guard", newest(dispatch.guard(ByHand(Server::default()))).await),
    ] {
        let arguments = json!({ "how": "what I was at" }).as_object().unwrap().clone();
        let asked = CallToolRequestParams::new("asks").with_arguments(arguments);
        match client.call_tool_once(asked).await {
            Ok(CallToolResponse::InputRequired(result)) => {
                assert_eq!(result.request_state.as_deref(), Some("what I was at"), "{way}");
            }
            other => panic!("{way}: {other:?}"),
        }
        match client.call_tool_once(CallToolRequestParams::new("defers")).await {
            Ok(CallToolResponse::Task(result)) => assert_eq!(result.task, a_task(), "{way}"),
            other => panic!("{way}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_persons_no_is_no_error_where_clients_take_it() {
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        let declined = call(&client, "declined", json!({})).await.unwrap();
        assert_eq!(declined.is_error, Some(false), "{way}");
        assert_eq!(WireError::decode(text(&declined)).unwrap().code, "DECLINED", "{way}");
        // A client may insist on what the output schema says wherever there is no error.
        assert_eq!(
            wire(&client, "declined_with_schema", json!({})).await.code,
            "DECLINED",
            "{way}"
        );
    }
    let client = hardened(Dispatch::new(&REGISTRY).structured(Structured::Union)).await;
    let declined = call(&client, "declined_with_schema", json!({})).await.unwrap();
    assert_eq!(declined.is_error, Some(false));
    assert!(declined.structured_content.is_some());
}

#[tokio::test]
async fn annotations_say_what_a_call_does_where_the_registry_does_not() {
    for (way, client) in both(Dispatch::new(&REGISTRY)).await {
        for (tool, code) in [
            ("lost", "OUTCOME_UNKNOWN"),
            ("lost_read", "CONNECTION_LOST"),
            ("lost_idempotent", "CONNECTION_LOST"),
        ] {
            assert_eq!(wire(&client, tool, json!({})).await.code, code, "{way} {tool}");
        }
    }
}

#[tokio::test]
async fn the_registry_fills_in_the_annotations_that_were_left_out() {
    for client in [
        hardened(Dispatch::new(&fixture_codes::codes::REGISTRY)).await,
        guarded(Dispatch::new(&fixture_codes::codes::REGISTRY)).await,
    ] {
        let tools = client.list_all_tools().await.unwrap();
        assert!(
            tools
                .iter()
                .all(|tool| tool.annotations.is_none() || tool.name.starts_with("lost_"))
        );
    }
    let mut router = ToolRouter::new();
    for mut route in Server::tools() {
        let name = match route.name() {
            "lost" => "post_voucher",
            "lost_read" => "set_rate",
            "prose" => "get_voucher",
            _ => continue,
        };
        route.attr.name = name.into();
        router.add_route(route);
    }
    let hardened = Dispatch::new(&fixture_codes::codes::REGISTRY).harden::<Server>(router);
    let hints = |name| {
        let hints = hardened.get(name).unwrap().annotations.clone().unwrap();
        (hints.read_only_hint, hints.idempotent_hint, hints.destructive_hint)
    };
    assert_eq!(hints("post_voucher"), (Some(false), Some(false), Some(false)));
    assert_eq!(hints("get_voucher"), (Some(true), None, None));
    // The author's own word stands, even where the registry says otherwise.
    assert_eq!(hints("set_rate"), (Some(true), Some(true), None));
}

#[tokio::test]
async fn structured_content_is_there_as_the_policy_says() {
    for (structured, without_schema, with_schema) in [
        (Structured::Auto, true, false),
        (Structured::Union, true, true),
        (Structured::Never, false, false),
    ] {
        for (way, client) in both(Dispatch::new(&REGISTRY).structured(structured)).await {
            let tools = client.list_all_tools().await.unwrap();
            for (tool, expected) in [("prose", without_schema), ("old", with_schema)] {
                let result = call(&client, tool, json!({ "how": "internal" })).await.unwrap();
                assert_eq!(
                    result.structured_content.is_some(),
                    expected,
                    "{way} {structured:?} {tool}"
                );
                let tool = tools.iter().find(|listed| listed.name == tool).unwrap();
                let Some(schema) = &tool.output_schema else { continue };
                let schema = Value::Object((**schema).clone());
                assert_eq!(schema["type"], "object", "{schema}");
                let validator = jsonschema::validator_for(&schema).unwrap();
                assert!(validator.is_valid(&json!({ "id": 7 })));
                assert!(!validator.is_valid(&json!({ "no": 7 })));
                if let Some(object) = &result.structured_content {
                    assert!(validator.is_valid(object), "{schema} {object}");
                }
            }
        }
    }
}

#[tokio::test]
async fn prose_reaches_the_agent_as_the_policy_says() {
    let said = "the disk at /srv/7 is full";
    for (way, client) in both(Dispatch::new(&REGISTRY).prose(Prose::Attach)).await {
        let error = wire(&client, "prose", json!({ "how": "7" })).await;
        assert_eq!(error.code, "UNKNOWN_ERROR", "{way}");
        let upstream: Value = serde_json::from_str(error.upstream.unwrap().as_str()).unwrap();
        assert_eq!(upstream, json!({ "body": said }), "{way}");
    }
    for (way, client) in both(Dispatch::new(&REGISTRY).prose(Prose::Keep)).await {
        let result = call(&client, "prose", json!({ "how": "7" })).await.unwrap();
        assert_eq!((result.is_error, text(&result)), (Some(true), said), "{way}");
        let meta = result.meta.unwrap().0["dev.errtax/error"].clone();
        assert_eq!(meta["error"]["code"], "UNKNOWN_ERROR", "{way}");
        assert_eq!(result.structured_content, Some(meta), "{way}");
    }
}

#[tokio::test]
async fn a_thousand_calls_at_once_of_which_many_fail_are_each_answered_once() {
    let client = hardened(Dispatch::new(&REGISTRY)).await;
    let calls = (0..1_000).map(|number| {
        let peer = client.peer().clone();
        let (tool, arguments, code) = match number % 6 {
            0 => ("crash", json!({ "how": "later" }), Some("PANIC")),
            1 => ("prose", json!({ "how": "x" }), Some("UNKNOWN_ERROR")),
            2 => ("post", json!({ "text": 1 }), Some("INVALID_ARGUMENTS")),
            _ => ("crash", json!({ "how": number.to_string() }), None),
        };
        tokio::spawn(async move {
            let call = CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
            let result = peer.call_tool(call).await.unwrap();
            match code {
                Some(code) => assert_eq!(WireError::decode(text(&result)).unwrap().code, code),
                None => assert_eq!(text(&result), number.to_string()),
            }
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
}
