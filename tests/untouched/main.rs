//! Servers that know nothing of errtax, and the one line that codes all their failures.
//!
//! `calculator` and `tally` are made of rmcp alone, in the forms in which rmcp's own examples are. Each is served as it is
//! and with the line, to a client that compares what is sent byte by byte.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod calculator;
mod tally;

use std::time::Duration;

use errtax::wire::WireError;
use rmcp::{RoleServer, ServerHandler, Service, ServiceExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};

use calculator::Calculator;
use tally::Tally;

/// How long an answer is waited for that may never come.
const PATIENCE: Duration = Duration::from_millis(700);

/// The server as its author left it.
async fn as_it_is<S: ServerHandler>(server: S, opening: Opening) -> Client {
    Client::of(server, opening).await
}

/// The same.
async fn with_the_line<S: ServerHandler>(server: S, opening: Opening) -> Client {
    let server = errtax::mcp::guard(server);
    Client::of(server, opening).await
}

/// The two ways to begin: with a greeting, and without one, as protocol 2026-07-28 has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Greeting,
    None,
}

const OPENINGS: [Opening; 2] = [Opening::Greeting, Opening::None];

/// The member of `_meta` that names the protocol of a request.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// A client that sees each line that a server sends.
struct Client {
    answers: BufReader<ReadHalf<DuplexStream>>,
    requests: WriteHalf<DuplexStream>,
    opening: Opening,
    id: u64,
}

impl Client {
    async fn of(server: impl Service<RoleServer>, opening: Opening) -> Self {
        let (server_end, client_end) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
        let (answers, requests) = tokio::io::split(client_end);
        let mut client = Self {
            answers: BufReader::new(answers),
            requests,
            opening,
            id: 0,
        };
        if opening == Opening::None {
            return client;
        }
        let greeting = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "by hand", "version": "1" },
        });
        client.request("initialize", greeting).await.unwrap();
        client
            .send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        client
    }

    async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.requests.write_all(line.as_bytes()).await.unwrap();
    }

    /// The line that answers a request; none if it does not come.
    async fn request(&mut self, method: &str, mut params: Value) -> Option<String> {
        self.id += 1;
        if self.opening == Opening::None && params["_meta"][VERSION].is_null() {
            params["_meta"][VERSION] = json!("2026-07-28");
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        self.send(json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }))
            .await;
        let mut line = String::new();
        let read = tokio::time::timeout(PATIENCE, self.answers.read_line(&mut line)).await;
        assert_ne!(read.ok()?.unwrap(), 0, "the server hung up on {method}");
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], self.id, "{line}");
        Some(line)
    }

    async fn call(&mut self, tool: &str, arguments: &Value) -> Option<String> {
        self.request("tools/call", json!({ "name": tool, "arguments": arguments }))
            .await
    }
}

/// What a client gets of a call that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Got {
    /// Nothing, however long it waits.
    Silence,
    /// A JSON-RPC error, which most harnesses keep from the model.
    JsonRpc,
    /// Words.
    Prose,
    /// A wire object.
    Coded,
}

fn got(line: Option<&str>) -> Got {
    let Some(line) = line else { return Got::Silence };
    let answer: Value = serde_json::from_str(line).unwrap();
    if !answer["error"].is_null() {
        return Got::JsonRpc;
    }
    assert_eq!(answer["result"]["isError"], true, "it was to fail: {line}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    if WireError::decode(text).is_ok() {
        Got::Coded
    } else {
        Got::Prose
    }
}

/// Tool, arguments, what a client gets without the line, and the code that it gets with it.
type Failing = (&'static str, Value, Got, &'static str);

async fn compare<S: ServerHandler>(server: impl Fn() -> S, failing: &[Failing]) {
    let each = OPENINGS
        .iter()
        .flat_map(|opening| failing.iter().map(move |failing| (*opening, failing)));
    for (opening, (tool, arguments, before, code)) in each {
        let mut bare = as_it_is(server(), opening).await;
        let line = bare.call(tool, arguments).await;
        assert_eq!(
            got(line.as_deref()),
            *before,
            "{tool} {arguments} without the line: {line:?}"
        );

        let mut coded = with_the_line(server(), opening).await;
        // What the first call could have broken, the second would show.
        for _ in 0..2 {
            let line = coded.call(tool, arguments).await;
            assert_eq!(got(line.as_deref()), Got::Coded, "{tool} {arguments}: {line:?}");
            let line = line.unwrap();
            assert!(!line.contains("secret"), "{line}");
            let answer: Value = serde_json::from_str(&line).unwrap();
            let blocks = answer["result"]["content"].as_array().unwrap();
            assert_eq!(blocks.len(), 1, "{line}");
            let error = WireError::decode(blocks[0]["text"].as_str().unwrap()).unwrap();
            assert_eq!(error.code, *code, "{tool} {arguments}");
            assert!(error.correlation_id.is_some(), "{line}");
        }
    }
}

#[tokio::test]
async fn all_failures_of_a_server_whose_handler_a_macro_made_are_coded_by_one_line() {
    let failing = [
        ("add", json!({ "a": "one", "b": 2 }), Got::Prose, "INVALID_ARGUMENTS"),
        ("add", json!({ "a": 1 }), Got::Prose, "INVALID_ARGUMENTS"),
        ("divide", json!({ "a": 1, "b": 0 }), Got::Silence, "PANIC"),
    ];
    compare(|| Calculator, &failing).await;
}

#[tokio::test]
async fn all_failures_of_a_server_with_tools_prompts_and_resources_are_coded_by_one_line() {
    let none = json!({});
    let failing = [
        ("sum", json!({ "a": 1, "b": [] }), Got::Prose, "INVALID_ARGUMENTS"),
        (
            "sum",
            json!({ "b": 4_000_000_000_i64, "a": 1 }),
            Got::Prose,
            "INVALID_ARGUMENTS",
        ),
        ("sum", none.clone(), Got::Prose, "INVALID_ARGUMENTS"),
        ("divide", json!({ "a": 1, "b": 0 }), Got::Silence, "PANIC"),
        ("standing", json!({ "name": "" }), Got::JsonRpc, "INVALID_ARGUMENTS"),
        ("standing", json!({ "name": "goats" }), Got::JsonRpc, "UNKNOWN_ERROR"),
        ("save", json!({ "name": "sheep" }), Got::Prose, "UNKNOWN_ERROR"),
        ("load", none.clone(), Got::Prose, "UNKNOWN_ERROR"),
        ("down", none, Got::JsonRpc, "UNKNOWN_ERROR"),
    ];
    compare(Tally::new, &failing).await;
}

/// What is no failure of a tool: the same requests to both, and the same bytes from both.
async fn same<S: ServerHandler>(server: impl Fn() -> S, requests: &[(&str, Value)]) {
    for opening in OPENINGS {
        let mut bare = as_it_is(server(), opening).await;
        let mut coded = with_the_line(server(), opening).await;
        for (method, params) in requests {
            let before = bare.request(method, params.clone()).await.unwrap();
            let after = coded.request(method, params.clone()).await.unwrap();
            assert_eq!(after, before, "{opening:?} {method} {params}");
        }
    }
}

fn call(tool: &str, arguments: Value) -> (&'static str, Value) {
    ("tools/call", json!({ "name": tool, "arguments": arguments }))
}

#[tokio::test]
async fn what_is_no_failure_is_the_same_to_the_byte() {
    let two = json!({ "a": 7, "b": 2 });
    same(
        || Calculator,
        &[
            ("tools/list", json!({})),
            call("add", two.clone()),
            call("divide", two.clone()),
            ("ping", json!({})),
        ],
    )
    .await;
    same(
        Tally::new,
        &[
            ("tools/list", json!({})),
            call("up", json!({})),
            call("up", json!({})),
            call("down", json!({})),
            call("sum", two.clone()),
            call("divide", two),
            call("echo", json!({ "any": ["thing", 1.5, null], "at": { "all": true } })),
            call("caller", json!({})),
            call("wait", json!({})),
            call("standing", json!({ "name": "sheep" })),
            ("prompts/list", json!({})),
            (
                "prompts/get",
                json!({ "name": "count_to", "arguments": { "goal": "20" } }),
            ),
            ("resources/list", json!({})),
            ("resources/read", json!({ "uri": "tally://sheep" })),
            ("resources/templates/list", json!({})),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_mcp_wants_as_a_protocol_error_is_the_same_to_the_byte() {
    same(
        Tally::new,
        &[
            call("no_such_tool", json!({})),
            // A request that is not what the protocol wants, and one in a version that is none.
            (
                "tools/call",
                json!({ "name": "up", "_meta": { VERSION: "2026-07-28" } }),
            ),
            (
                "tools/call",
                json!({ "name": "up", "_meta": { VERSION: "2020-01-01" } }),
            ),
            (
                "prompts/get",
                json!({ "name": "count_to", "arguments": { "goal": "far" } }),
            ),
            ("prompts/get", json!({ "name": "no_such_prompt" })),
            ("resources/read", json!({ "uri": "tally://goats" })),
            ("no/such/method", json!({})),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_panic_outside_of_the_tools_is_answered_too() {
    let nothing = json!({ "name": "count_to", "arguments": { "goal": "0" } });
    let mut bare = as_it_is(Tally::new(), Opening::Greeting).await;
    assert_eq!(bare.request("prompts/get", nothing.clone()).await, None);

    let mut coded = with_the_line(Tally::new(), Opening::Greeting).await;
    for _ in 0..2 {
        let line = coded.request("prompts/get", nothing.clone()).await.expect("an answer");
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["error"]["code"], -32_603, "{line}");
        let error = WireError::decode(&answer["error"]["data"].to_string()).unwrap();
        assert_eq!(
            (error.code.as_str(), error.message.as_str()),
            ("PANIC", answer["error"]["message"].as_str().unwrap())
        );
        assert!(!line.contains("zero"), "{line}");
    }
}

#[tokio::test]
async fn of_two_clients_each_finds_its_own_trace_in_what_failed() {
    let server = errtax::mcp::guard(Tally::new());
    for opening in OPENINGS {
        let mut clients = [
            Client::of(server.clone(), opening).await,
            Client::of(server.clone(), opening).await,
        ];
        let traces = ["4bf92f3577b34da6a3ce929d0e0e4736", "0af7651916cd43dd8448eb211c80319c"];
        for _ in 0..3 {
            let [one, other] = &mut clients;
            let fails = |trace: &str| {
                json!({
                    "name": "divide", "arguments": { "a": 1, "b": 0 },
                    "_meta": { "traceparent": format!("00-{trace}-00f067aa0ba902b7-01") },
                })
            };
            let answers = tokio::join!(
                one.request("tools/call", fails(traces[0])),
                other.request("tools/call", fails(traces[1])),
            );
            for (answer, trace) in [answers.0, answers.1].into_iter().zip(traces) {
                let answer: Value = serde_json::from_str(&answer.unwrap()).unwrap();
                let text = answer["result"]["content"][0]["text"].as_str().unwrap();
                let error = WireError::decode(text).unwrap();
                assert_eq!(error.correlation_id.as_deref(), Some(trace), "{opening:?}");
            }
        }
    }
}

#[test]
fn the_servers_know_nothing_of_errtax() {
    for server in [include_str!("calculator.rs"), include_str!("tally.rs")] {
        assert!(!server.contains("errtax"));
    }
    let both = include_str!("main.rs");
    let body = |name: &str| {
        let (_, rest) = both
            .split_once(&format!(
                "async fn {name}<S: ServerHandler>(server: S, opening: Opening) -> Client {{\n"
            ))
            .unwrap();
        let (body, _) = rest.split_once("\n}\n").unwrap();
        body.lines().map(str::trim).collect::<Vec<_>>()
    };
    let line = "let server = errtax::mcp::guard(server);";
    let serve = "Client::of(server, opening).await";
    assert_eq!(body("as_it_is"), [serve]);
    assert_eq!(body("with_the_line"), [line, serve]);
}
