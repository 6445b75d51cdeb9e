//! What the dispatch point allocates for a call that succeeds: at most one block more than the bare router. And what it keeps
//! of a call that fails: nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::cell::Cell;
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, Once};
use std::task::{Context, Poll, Waker};

use errtax::audit::Record;
use errtax::mcp::Dispatch;
use errtax::standard::REGISTRY;
use errtax::standard::details::ConnectionLost;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, ServerCapabilities, ServerConfig};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    account: u32,
    #[allow(dead_code, reason = "only its type counts")]
    debit: Option<i64>,
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
struct Voucher {
    text: String,
    lines: Vec<Line>,
    #[allow(dead_code, reason = "only their form counts")]
    payers: Vec<Option<Payer>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Posted {
    id: u64,
}

/// Tool, router, and how many allocations a call made.
type Measured = (&'static str, &'static str, u64);

#[derive(Clone, Debug)]
struct Server {
    bare: ToolRouter<Self>,
    hardened: Vec<(&'static str, ToolRouter<Self>)>,
    measured: Arc<Mutex<Vec<Measured>>>,
    kept: Arc<Mutex<Vec<Kept>>>,
}

#[tool_router(router = tools)]
impl Server {
    #[tool]
    async fn post(&self, Parameters(voucher): Parameters<Voucher>) -> Result<Json<Posted>, String> {
        let id: u64 = voucher.lines.iter().map(|line| u64::from(line.account)).sum();
        Ok(Json(Posted {
            id: id + voucher.text.len() as u64,
        }))
    }

    #[tool]
    fn at_once(&self) -> String {
        String::new()
    }

    /// Pending once, so that it is polled twice.
    #[tool]
    async fn later(&self) -> String {
        tokio::task::yield_now().await;
        String::new()
    }

    #[tool]
    async fn fails(&self, Parameters(How { how }): Parameters<How>) -> Result<String, ErrorData> {
        pending_once().await;
        match how.as_str() {
            "panic" => panic!("{}", "x".repeat(100)),
            "panic while it is dropped" => {
                let _spiteful = Spiteful;
                Ok(String::new())
            }
            "several" => {
                // Converted, and only the last one is returned.
                for _ in 0..20 {
                    drop(ErrorData::from(ConnectionLost {}.into_failure()));
                }
                Err(ConnectionLost {}.into_failure().into())
            }
            _ => Err(ErrorData::internal_error("x".repeat(100), Some(json!({ "why": how })))),
        }
    }

    #[tool]
    fn panics_at_once(&self) -> String {
        panic!("at once")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct How {
    how: String,
}

struct Spiteful;

impl Drop for Spiteful {
    fn drop(&mut self) {
        panic!("dropped")
    }
}

/// Tool, router, and how many blocks and bytes were not given back after many calls.
type Kept = (String, &'static str, i64, i64);

impl Server {
    /// Lets each call fail many times, and counts what was allocated and is not given back when they are over.
    fn count_what_failures_keep(&self, context: &RequestContext<RoleServer>) {
        for (tool, arguments) in [
            ("fails", json!({ "how": "panic" })),
            ("fails", json!({ "how": "panic while it is dropped" })),
            ("fails", json!({ "how": "several" })),
            ("fails", json!({ "how": "prose" })),
            ("fails", json!({ "how": 7 })),
            ("panics_at_once", json!({})),
        ] {
            for (name, router) in &self.hardened {
                let call = || {
                    let request =
                        CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
                    let call = ToolCallContext::new(self, request, context.clone());
                    IS_TO_PANIC.set(true);
                    let answer = finish(router.call(call));
                    IS_TO_PANIC.set(false);
                    let Ok(CallToolResponse::Complete(result)) = answer else {
                        panic!("{tool} {arguments}: {answer:?}")
                    };
                    assert_eq!(result.is_error, Some(true), "{result:?}");
                };
                // The first calls pay for what is made once.
                (0..20).for_each(|_| call());
                let counted = allocation_counter::measure(|| (0..200).for_each(|_| call()));
                let kept = (
                    format!("{tool} {arguments}"),
                    *name,
                    counted.count_current,
                    counted.bytes_current,
                );
                self.kept.lock().unwrap().push(kept);
            }
        }
    }
}

/// Pending once. What tokio has for it leaves a waker with the runtime each time, which is not polled here.
async fn pending_once() {
    let mut is_ready = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut is_ready, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

/// Polls until it is done. Nothing in these tools waits for anybody.
fn finish<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    /// Makes the call by each router, and counts.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == "failures" {
            self.count_what_failures_keep(&context);
            return Ok(rmcp::model::CallToolResult::default().into());
        }
        let post = json!({
            "text": "t",
            "lines": [{ "account": 1910, "debit": 1 }, { "account": 1 }],
            "payers": [{ "by": "account", "iban": "SE" }, null],
        });
        for (tool, arguments) in [("post", post), ("at_once", json!({})), ("later", json!({}))] {
            for (name, router) in [("bare", &self.bare)]
                .into_iter()
                .chain(self.hardened.iter().map(|(name, router)| (*name, router)))
            {
                // The first calls pay for what is made once.
                let mut least = u64::MAX;
                for _ in 0..5 {
                    let request =
                        CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
                    let call = ToolCallContext::new(self, request, context.clone());
                    let mut result = None;
                    let counted = allocation_counter::measure(|| result = Some(finish(router.call(call))));
                    let Some(Ok(CallToolResponse::Complete(result))) = result else {
                        panic!("{result:?}")
                    };
                    assert_ne!(result.is_error, Some(true), "{result:?}");
                    least = least.min(counted.count_total);
                }
                self.measured.lock().unwrap().push((tool, name, least));
            }
        }
        Ok(rmcp::model::CallToolResult::default().into())
    }
}

thread_local! {
    static IS_TO_PANIC: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics that are meant out of what the harness writes down, which would be counted.
fn hush() {
    static HUSHED: Once = Once::new();
    HUSHED.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_TO_PANIC.get() {
                previous(info);
            }
        }));
    });
}

/// Has the counts made that this call asks for.
async fn ask(tool: &'static str) -> (Vec<Measured>, Vec<Kept>) {
    hush();
    let dispatch = Dispatch::new(&REGISTRY);
    let server = Server {
        bare: Server::tools(),
        hardened: vec![
            ("hardened", dispatch.harden(Server::tools())),
            ("audited", dispatch.audit(|_: Record| ()).harden(Server::tools())),
        ],
        measured: Arc::default(),
        kept: Arc::default(),
    };
    let (measured, kept) = (Arc::clone(&server.measured), Arc::clone(&server.kept));
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
    let client = ().serve(client_end).await.unwrap();
    client.call_tool(CallToolRequestParams::new(tool)).await.unwrap();
    (measured.lock().unwrap().clone(), kept.lock().unwrap().clone())
}

#[tokio::test]
async fn a_call_that_fails_leaves_nothing_behind() {
    let (_, kept) = ask("failures").await;
    assert_eq!(kept.len(), 12);
    for (call, name, blocks, bytes) in kept {
        assert_eq!((blocks, bytes), (0, 0), "{call}: {name}");
    }
}

#[tokio::test]
async fn a_call_that_succeeds_costs_at_most_one_allocation_more_than_without_the_dispatch_point() {
    let (measured, _) = ask("any").await;
    assert_eq!(measured.len(), 9);
    for routers in measured.chunks(3) {
        let bare = routers[0].2;
        assert!(bare > 0, "somebody counts");
        for (tool, name, count) in routers {
            assert!(*count <= bare + 1, "{tool}: {name} {count}, bare {bare}");
        }
    }
}
