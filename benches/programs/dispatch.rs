//! A call that succeeds, through rmcp's own router and through the dispatch point. `benches/dispatch` builds and runs this.
//!
//! A call needs a peer, so all of it happens inside of a call that a client makes. What is measured begins where rmcp
//! has found the tool's router and ends with the tool's result; reading the request and writing the answer is not in it.
//! Each call has arguments of its own, and what it costs to copy them is in every figure.

mod pairs;

use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use errtax::audit::Record;
use errtax::mcp::Dispatch;
use errtax::standard::REGISTRY;
use pairs::{Contestant, compare, median};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject, ServerCapabilities, ServerConfig};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How often a contestant calls in one go.
const CALLS: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    account: String,
    debit: Option<i64>,
    credit: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Voucher {
    date: String,
    description: String,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Posted {
    id: String,
    debit: i64,
    credit: i64,
}

#[derive(Clone)]
struct Server {
    rounds: usize,
    bare: ToolRouter<Self>,
    hardened: ToolRouter<Self>,
    audited: ToolRouter<Self>,
}

#[tool_router(router = tools)]
impl Server {
    #[tool]
    fn ping(&self) -> String {
        String::new()
    }

    #[tool]
    async fn post(&self, Parameters(voucher): Parameters<Voucher>) -> Result<Json<Posted>, String> {
        let accounts: usize = voucher.lines.iter().map(|line| line.account.len()).sum();
        Ok(Json(Posted {
            id: format!("{} {} {accounts}", voucher.date, voucher.description),
            debit: voucher.lines.iter().filter_map(|line| line.debit).sum(),
            credit: voucher.lines.iter().filter_map(|line| line.credit).sum(),
        }))
    }
}

/// None of these tools waits for anybody.
fn finish<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

impl Server {
    fn measure(&self, tool: &'static str, arguments: &JsonObject, context: &RequestContext<RoleServer>) {
        let contestant = |name: &'static str, router: &'static ToolRouter<Self>| -> Contestant<'_> {
            let calls = move || {
                for _ in 0..CALLS {
                    let request = CallToolRequestParams::new(tool).with_arguments(arguments.clone());
                    let call = ToolCallContext::new(self, request, context.clone());
                    match finish(router.call(call)) {
                        Ok(CallToolResponse::Complete(result)) if result.is_error != Some(true) => drop(black_box(result)),
                        other => panic!("{other:?}"),
                    }
                }
            };
            (name, Box::new(calls))
        };
        let leaked = |router: &ToolRouter<Self>| -> &'static ToolRouter<Self> { Box::leak(Box::new(router.clone())) };
        let contestants = vec![
            contestant("rmcp's router", leaked(&self.bare)),
            contestant("hardened", leaked(&self.hardened)),
            contestant("hardened, with an audit", leaked(&self.audited)),
        ];
        let times = compare(tool, self.rounds, CALLS, contestants);
        for (name, of) in [("hardened", 1), ("hardened, with an audit", 2)] {
            let mut more: Vec<f64> = times[of].iter().zip(&times[0]).map(|(it, bare)| it - bare).collect();
            println!("  {name}: {:+.0} ns a call, the median of what it was more within a round", median(&mut more));
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let post = json!({
            "date": "2026-01-31",
            "description": "Sale",
            "lines": [{ "account": "1930", "debit": 12500 }, { "account": "3001", "credit": 12500 }],
        });
        for (tool, arguments) in [("ping", json!({})), ("post", post)] {
            self.measure(tool, arguments.as_object().expect("an object"), &context);
        }
        Ok(CallToolResult::default().into())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let dispatch = Dispatch::new(&REGISTRY);
    let server = Server {
        rounds: std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(201),
        bare: Server::tools(),
        hardened: dispatch.harden(Server::tools()),
        audited: dispatch.audit(|record: Record| drop(record)).harden(Server::tools()),
    };
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { server.serve(server_end).await.expect("it serves").waiting().await });
    let client = ().serve(client_end).await.expect("it connects");
    client.call_tool(CallToolRequestParams::new("any")).await.expect("it answers");
}
