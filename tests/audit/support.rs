//! A server whose only tool fails as it is told to, a client of it, and the records of what happened.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use errtax::audit::Record;
use errtax::mcp::Dispatch;
use errtax::standard::REGISTRY;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::{IntoCallToolResult as _, ToolCallContext};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService, Service, ServiceError};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// How a call ends.
pub type Outcome = Result<CallToolResponse, ErrorData>;
/// What a tool does.
pub type Work = Arc<dyn Fn() -> Outcome + Send + Sync>;

/// The tool result of an error.
pub fn returned(error: impl rmcp::handler::server::tool::IntoCallToolResult) -> Outcome {
    Err::<String, _>(error).into_call_tool_result()
}

thread_local! {
    /// What an argument of the type [`Sealed`] says when it is read.
    pub static UNREADABLE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// An argument with a `Deserialize` of its own.
#[derive(Debug, JsonSchema)]
pub struct Sealed;

impl<'de> Deserialize<'de> for Sealed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer)?;
        Err(serde::de::Error::custom(UNREADABLE.take()))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Arguments {
    /// Nobody can fill it in.
    #[allow(dead_code, reason = "only its type counts")]
    pub sealed: Option<Sealed>,
    #[serde(default)]
    #[allow(dead_code, reason = "only its type counts")]
    pub number: u32,
}

#[derive(Clone)]
pub struct Server {
    pub tools: ToolRouter<Self>,
    work: Work,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Server")
    }
}

#[tool_router(router = tools)]
impl Server {
    #[tool(annotations(read_only_hint = true))]
    pub fn read(&self, Parameters(_): Parameters<Arguments>) -> Outcome {
        (self.work)()
    }

    #[tool]
    pub async fn write(&self, Parameters(_): Parameters<Arguments>) -> Outcome {
        tokio::task::yield_now().await;
        (self.work)()
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.list_all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.tools.call(ToolCallContext::new(self, request, context)).await
    }
}

/// Where a test finds the records.
#[derive(Clone, Debug, Default)]
pub struct Shelf(Arc<Mutex<Vec<Record>>>);

impl Shelf {
    pub fn sink(&self) -> impl Fn(Record) + Send + Sync + 'static {
        let shelf = Arc::clone(&self.0);
        move |record| shelf.lock().unwrap().push(record)
    }

    /// The records since the last time.
    pub fn take(&self) -> Vec<Record> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// The one record since the last time.
    #[track_caller]
    pub fn one(&self) -> Record {
        let mut taken = self.take();
        assert_eq!(taken.len(), 1, "{taken:#?}");
        taken.remove(0)
    }
}

/// A client of a server behind a dispatch point.
pub struct Client {
    client: RunningService<RoleClient, ()>,
    work: Arc<Mutex<Work>>,
    pub shelf: Shelf,
}

#[derive(Clone, Copy, Debug)]
pub enum Way {
    Harden,
    Guard,
    /// One dispatch point within another, both with the same sink.
    Both,
    /// The same, and the inner one has no sink.
    Outer,
}

pub const WAYS: [Way; 4] = [Way::Harden, Way::Guard, Way::Both, Way::Outer];

impl Client {
    pub async fn connect(way: Way) -> Self {
        Self::connect_to(way, Dispatch::new(&REGISTRY)).await
    }

    /// Connects to a server behind this dispatch point, which gets a sink.
    pub async fn connect_to(way: Way, dispatch: Dispatch) -> Self {
        let shelf = Shelf::default();
        let dispatch = dispatch.audit(shelf.sink());
        Self {
            shelf,
            ..Self::behind(way, dispatch).await
        }
    }

    /// Connects to a server behind this dispatch point as it is.
    pub async fn behind(way: Way, dispatch: Dispatch) -> Self {
        let work: Arc<Mutex<Work>> = Arc::new(Mutex::new(Arc::new(|| Ok(CallToolResult::default().into()))));
        let told = Arc::clone(&work);
        let server = Server {
            tools: match way {
                Way::Guard => Server::tools(),
                Way::Harden | Way::Both => dispatch.harden(Server::tools()),
                Way::Outer => Dispatch::new(&REGISTRY).harden(Server::tools()),
            },
            work: Arc::new(move || {
                let work = Arc::clone(&told.lock().unwrap());
                work()
            }),
        };
        let client = match way {
            Way::Harden => serve(server).await,
            Way::Guard | Way::Both | Way::Outer => serve(dispatch.guard(server)).await,
        };
        client.list_all_tools().await.unwrap();
        Self {
            client,
            work,
            shelf: Shelf::default(),
        }
    }

    /// Calls a tool that does this.
    pub async fn call(
        &self,
        tool: &'static str,
        work: impl Fn() -> Outcome + Send + Sync + 'static,
    ) -> Result<CallToolResult, ServiceError> {
        *self.work.lock().unwrap() = Arc::new(work);
        self.call_with(tool, json!({})).await
    }

    pub async fn call_with(&self, tool: &'static str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let call = CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
        tokio::time::timeout(Duration::from_secs(20), self.client.call_tool(call))
            .await
            .expect("the call was answered")
    }
}

async fn serve(server: impl Service<RoleServer>) -> RunningService<RoleClient, ()> {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let running = server.serve(server_end).await.unwrap();
        running.waiting().await.unwrap();
    });
    ().serve(client_end).await.unwrap()
}

/// A chain of that many causes, the innermost of which says this.
pub fn chain(depth: usize, innermost: &str) -> Link {
    let error = Link {
        text: innermost.to_owned(),
        source: None,
    };
    (1..depth).fold(error, |error, number| Link {
        text: format!("link {number}"),
        source: Some(Box::new(error)),
    })
}

/// An error without a code.
#[derive(Debug)]
pub struct Link {
    text: String,
    source: Option<Box<Link>>,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Link {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
