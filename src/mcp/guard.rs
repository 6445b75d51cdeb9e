//! The dispatch point around a server that is written by hand.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rmcp::model::{
    CallToolRequest, CallToolResponse, CallToolResult, ClientNotification, ClientRequest, PaginatedRequestParams,
    ProtocolVersion, ServerConfig, ServerResult, Tool,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, Service};

use super::dispatch::Dispatch;
use super::route::Route;
use super::{panics, settle};

/// A server behind a [`Dispatch`] point: each of its `tools/call` goes through it. All else passes, but for a panic, which is
/// answered with a JSON-RPC error: rmcp would never answer it.
///
/// What is advertised of a tool (its input schema, its annotations) is known from
/// [`get_tool`](ServerHandler::get_tool) or from the last `tools/list`; where a tool is called that is in neither, the server
/// is asked for its list. Of a tool that is not there either, -32602 is left as it is, because that is what MCP wants for a
/// tool that does not exist.
///
/// A clone knows what the others know: over HTTP, clone one for each session.
#[derive(Clone, Debug)]
pub struct Guard<S> {
    dispatch: Dispatch,
    server: S,
    routes: Arc<RwLock<HashMap<Cow<'static, str>, Seen>>>,
}

/// How many pages of a list of tools are read to find one.
const PAGES: usize = 64;

/// A tool as its server last advertised it, and what was made of that.
#[derive(Debug)]
struct Seen {
    tool: Tool,
    advertised: Tool,
    route: Arc<Route>,
}

impl<S: ServerHandler> Guard<S> {
    pub(super) fn new(dispatch: Dispatch, server: S) -> Self {
        Self {
            dispatch,
            server,
            routes: Arc::default(),
        }
    }

    /// The server itself.
    pub fn server(&self) -> &S {
        &self.server
    }

    /// What `take` wants of a tool; made anew only where the tool is advertised in another way than before.
    fn seen<T>(&self, tool: &Tool, take: impl Fn(&Seen) -> T) -> T {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = routes.get(&tool.name).filter(|seen| seen.tool == *tool) {
            return take(seen);
        }
        drop(routes);
        let (advertised, route) = Route::of(&self.dispatch, tool);
        let seen = Seen {
            tool: tool.clone(),
            advertised,
            route: Arc::new(route),
        };
        let taken = take(&seen);
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        routes.insert(tool.name.clone(), seen);
        taken
    }

    fn known(&self, name: &str) -> Option<Arc<Route>> {
        if let Some(tool) = self.server.get_tool(name) {
            return Some(self.seen(&tool, |seen| Arc::clone(&seen.route)));
        }
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        routes.get(name).map(|seen| Arc::clone(&seen.route))
    }

    /// The same after a look at the list of tools, which not every client has asked for.
    async fn listed(&self, name: &str, context: &RequestContext<RoleServer>) -> Option<Arc<Route>> {
        let mut page = PaginatedRequestParams::default();
        for _ in 0..PAGES {
            let asked = page.cursor.clone();
            let list = || Box::pin(self.server.list_tools(Some(page), context.clone()));
            let listed = panics::caught(list).await.ok()?.ok()?;
            for tool in &listed.tools {
                self.seen(tool, |_| ());
            }
            if listed.next_cursor.is_none() || listed.next_cursor == asked {
                break;
            }
            page = PaginatedRequestParams::default().with_cursor(listed.next_cursor);
        }
        self.known(name)
    }

    async fn call(
        &self,
        request: CallToolRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let name = &request.params.name;
        let known = match self.known(name) {
            Some(known) => Some(known),
            None => self.listed(name, &context).await,
        };
        let route = known.unwrap_or_else(|| Arc::new(Route::unknown(name)));
        let prepared = self
            .dispatch
            .prepare(&route, request.params.arguments.as_ref(), &context.meta);
        let legacy = context
            .protocol_version()
            .is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str());
        // Nothing else answers `tools/call` today; should it ever, it passes.
        let other = OnceLock::new();
        let call = || {
            Box::pin(async {
                let request = ClientRequest::CallToolRequest(request);
                match self.server.handle_request(request, context).await {
                    Ok(ServerResult::CallToolResult(result)) => Ok(CallToolResponse::Complete(result)),
                    Ok(ServerResult::InputRequiredResult(result)) => Ok(CallToolResponse::InputRequired(result)),
                    Ok(ServerResult::CreateTaskResult(result)) => Ok(CallToolResponse::Task(result)),
                    Ok(result) => {
                        let _ = other.set(result);
                        Ok(CallToolResult::default().into())
                    }
                    Err(error) => Err(error),
                }
            })
        };
        let settled = match self.dispatch.run(&route, prepared, call).await? {
            CallToolResponse::Complete(mut result) => {
                if legacy {
                    result.result_type = None;
                }
                CallToolResponse::Complete(result)
            }
            settled => settled,
        };
        Ok(other.into_inner().unwrap_or_else(|| settled.into()))
    }
}

impl<S: ServerHandler> Service<RoleServer> for Guard<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        match request {
            ClientRequest::CallToolRequest(request) => self.call(request, context).await,
            request => {
                let answer = panics::caught(|| Box::pin(self.server.handle_request(request, context))).await;
                let mut answer = answer.unwrap_or_else(|_| Err(settle::panicked(&self.dispatch)))?;
                if let ServerResult::ListToolsResult(listed) = &mut answer {
                    for tool in &mut listed.tools {
                        *tool = self.seen(tool, |seen| seen.advertised.clone());
                    }
                }
                Ok(answer)
            }
        }
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.server.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        self.server.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Service::supported_protocol_versions(&self.server)
    }
}
