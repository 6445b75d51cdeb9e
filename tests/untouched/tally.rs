//! A server with all that rmcp's macros make and what is written by hand beside it: tools, prompts and resources.

use std::sync::Arc;
use std::time::Duration;

use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData as McpError, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool, tool_handler,
    tool_router,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Mutex;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub struct Two {
    pub a: i32,
    pub b: i32,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub struct Named {
    /// Of which tally.
    pub name: String,
}

#[derive(Debug, Deserialize, Serialize, schemars::JsonSchema)]
pub struct Goal {
    /// How far to count.
    pub goal: String,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Standing {
    pub name: String,
    pub count: i32,
}

#[derive(Clone)]
pub struct Tally {
    count: Arc<Mutex<i32>>,
    #[allow(dead_code, reason = "the handler below asks the function of this name")]
    tool_router: ToolRouter<Tally>,
    #[allow(dead_code, reason = "likewise")]
    prompt_router: PromptRouter<Tally>,
}

fn text(text: impl ToString) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.to_string())])
}

#[tool_router]
impl Tally {
    pub fn new() -> Self {
        Self {
            count: Arc::default(),
            tool_router: Self::tool_router(),
            prompt_router: Self::prompt_router(),
        }
    }

    #[tool(description = "Counts one more")]
    async fn up(&self) -> Result<CallToolResult, McpError> {
        let mut count = self.count.lock().await;
        *count += 1;
        Ok(text(*count))
    }

    #[tool(description = "Counts one less, down to zero")]
    async fn down(&self) -> Result<CallToolResult, McpError> {
        let mut count = self.count.lock().await;
        if *count == 0 {
            return Err(McpError::invalid_request("the tally stands at zero", None));
        }
        *count -= 1;
        Ok(text(*count))
    }

    #[tool(description = "Reads a tally")]
    async fn standing(&self, Parameters(Named { name }): Parameters<Named>) -> Result<Json<Standing>, McpError> {
        match name.as_str() {
            "sheep" => Ok(Json(Standing {
                name,
                count: *self.count.lock().await,
            })),
            "" => Err(McpError::invalid_params("a tally has a name", None)),
            _ => Err(McpError::internal_error(
                "no file /var/tally/secret-7",
                Some(json!({ "name": name })),
            )),
        }
    }

    #[tool(description = "Adds two numbers")]
    fn sum(&self, Parameters(Two { a, b }): Parameters<Two>) -> Result<CallToolResult, McpError> {
        Ok(text(a + b))
    }

    #[tool(description = "Divides one number by another")]
    async fn divide(&self, Parameters(Two { a, b }): Parameters<Two>) -> Result<CallToolResult, McpError> {
        // Whoever divides by zero does so with the tally in hand.
        let _held = self.count.lock().await;
        tokio::task::yield_now().await;
        Ok(text(a / b))
    }

    #[tool(description = "Gives back what it is given")]
    fn echo(&self, Parameters(object): Parameters<JsonObject>) -> Result<CallToolResult, McpError> {
        Ok(text(serde_json::Value::Object(object)))
    }

    #[tool(description = "Writes the tally down")]
    fn save(&self, Parameters(Named { name }): Parameters<Named>) -> Result<String, String> {
        Err(format!("disk /dev/secret-7 is full, {name} is lost"))
    }

    #[tool(description = "Reads a tally that was written down")]
    fn load(&self) -> CallToolResult {
        CallToolResult::error(vec![
            ContentBlock::text("could not open secret-7"),
            ContentBlock::text("ask your administrator"),
        ])
    }

    #[tool(description = "Says who is calling")]
    fn caller(&self, context: RequestContext<RoleServer>) -> Result<CallToolResult, McpError> {
        Ok(text(format!("request {}", context.id)))
    }

    #[tool(description = "Takes its time")]
    async fn wait(&self) -> Result<CallToolResult, McpError> {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Ok(text("done"))
    }
}

#[prompt_router]
impl Tally {
    /// Asks a model to count.
    #[prompt(name = "count_to")]
    async fn count_to(
        &self,
        Parameters(Goal { goal }): Parameters<Goal>,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResult, McpError> {
        let goal: i32 = goal
            .parse()
            .map_err(|_| McpError::invalid_params("the goal is no number", None))?;
        let share = 100 / goal;
        let say = format!("Count to {goal}. One step is {share} % of the way.");
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, say)]))
    }
}

#[tool_handler(meta = MetaObject(rmcp::object!({ "served_by": "tools" })))]
#[prompt_handler(meta = MetaObject(rmcp::object!({ "served_by": "prompts" })))]
impl ServerHandler for Tally {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_resources()
            .enable_tools();
        ServerConfig::new(capabilities.build())
            .with_server_info(Implementation::new("tally", "1"))
            .with_instructions("Counts.".to_owned())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, McpError> {
        Ok(ListResourcesResult {
            resources: vec![Resource::new("tally://sheep", "sheep".to_owned())],
            ..Default::default()
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, McpError> {
        match request.uri.as_str() {
            "tally://sheep" => {
                let count = self.count.lock().await.to_string();
                Ok(ReadResourceResult::new(vec![ResourceContents::text(count, request.uri)]).into())
            }
            _ => Err(McpError::resource_not_found(
                "there is no such tally",
                Some(json!({ "uri": request.uri })),
            )),
        }
    }
}
