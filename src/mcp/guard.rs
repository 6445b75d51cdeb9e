//! The dispatch point around a server that is written by hand.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rmcp::model::{
    CallToolRequest, CallToolResponse, CallToolResult, ClientNotification, ClientRequest, ProtocolVersion,
    ServerConfig, ServerResult, Tool,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, Service};

use super::dispatch::Dispatch;
use super::route::Route;

/// A server behind a [`Dispatch`] point: each of its `tools/call` goes through it, all else passes.
///
/// What is advertised of a tool (its input schema, its annotations) is known from
/// [`get_tool`](ServerHandler::get_tool) or from the last `tools/list`. Of a tool that is in neither, -32602 is left as it
/// is, because that is what MCP wants for a tool that does not exist.
#[derive(Debug)]
pub struct Guard<S> {
    dispatch: Dispatch,
    server: S,
    routes: RwLock<HashMap<Cow<'static, str>, Seen>>,
}

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
            routes: RwLock::default(),
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

    async fn call(
        &self,
        request: CallToolRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let known = self.known(&request.params.name);
        let route = known.unwrap_or_else(|| Arc::new(Route::unknown(&request.params.name)));
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
            request => match self.server.handle_request(request, context).await {
                Ok(ServerResult::ListToolsResult(mut result)) => {
                    for tool in &mut result.tools {
                        *tool = self.seen(tool, |seen| seen.advertised.clone());
                    }
                    Ok(ServerResult::ListToolsResult(result))
                }
                result => result,
            },
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
