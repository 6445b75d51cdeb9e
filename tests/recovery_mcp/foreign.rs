//! A server that knows nothing of errtax, written by hand as many are: prose, errors of JSON-RPC, objects of its own.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, JsonObject, ListToolsRequestMethod, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

type Answer = Result<CallToolResponse, ErrorData>;

/// How the list of tools is answered.
#[derive(Clone, Copy, Debug, Default)]
pub enum List {
    #[default]
    Whole,
    /// A tool at a time.
    Pages,
    /// The last page names itself as the one that follows.
    Endless,
    /// There is always a page that follows, with nothing on it.
    Counting,
    Hidden,
    /// The server knows no such request.
    Unknown,
}

#[derive(Default)]
pub struct State {
    /// What calls are answered with, in their order.
    pub answers: VecDeque<Answer>,
    /// Which tools are listed.
    pub tools: Vec<Tool>,
    /// Each call that arrived.
    pub calls: Vec<CallToolRequestParams>,
    /// How often the list was asked for, and how it is answered.
    pub lists: u32,
    pub list: List,
}

#[derive(Clone, Default)]
pub struct Foreign(Arc<Mutex<State>>);

impl Foreign {
    pub fn answering(answers: impl IntoIterator<Item = Answer>) -> Self {
        let foreign = Self::default();
        foreign.state().answers = answers.into_iter().collect();
        foreign
    }

    pub fn with_tools(self, tools: impl IntoIterator<Item = Tool>) -> Self {
        self.state().tools = tools.into_iter().collect();
        self
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub fn calls(&self) -> usize {
        self.state().calls.len()
    }
}

/// A tool whose arguments are anything, with these annotations.
pub fn tool(name: &'static str, annotations: ToolAnnotations) -> Tool {
    Tool::new(name, "", schema(&[])).with_annotations(annotations)
}

/// The schema of arguments of which these are required.
pub fn schema(required: &[&str]) -> Arc<JsonObject> {
    let schema = json!({ "type": "object", "required": required });
    Arc::new(schema.as_object().unwrap().clone())
}

impl ServerHandler for Foreign {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let (tools, list) = {
            let mut state = self.state();
            state.lists += 1;
            (state.tools.clone(), state.list)
        };
        let cursor = request.and_then(|request| request.cursor);
        let place: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
        let page = |next: usize| {
            let mut page = ListToolsResult::with_all_items(tools.get(place).cloned().into_iter().collect());
            page.next_cursor = Some(next.to_string());
            page
        };
        Ok(match list {
            List::Hidden => std::future::pending().await,
            List::Unknown => return Err(ErrorData::method_not_found::<ListToolsRequestMethod>()),
            List::Pages if place + 1 < tools.len() => page(place + 1),
            List::Pages => ListToolsResult::with_all_items(tools.get(place).cloned().into_iter().collect()),
            List::Endless => page((place + 1).min(tools.len())),
            List::Counting => page(place + 1),
            List::Whole => ListToolsResult::with_all_items(tools),
        })
    }

    async fn call_tool(&self, request: CallToolRequestParams, _: RequestContext<RoleServer>) -> Answer {
        let answer = {
            let mut state = self.state();
            state.calls.push(request);
            state.answers.pop_front()
        };
        match answer {
            Some(answer) => answer,
            None => std::future::pending().await,
        }
    }
}
