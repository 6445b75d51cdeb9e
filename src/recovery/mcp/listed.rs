//! What a server lists of its tools.

use std::collections::{HashMap, HashSet};

use rmcp::model::{ErrorCode, JsonObject, PaginatedRequestParams, Tool};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::Value;

use crate::recovery::Hints;

/// The most pages that are read. A server that always names another one would be listened to for good.
const PAGES: usize = 1_000;

/// The tools of a server, by name.
#[derive(Debug, Default)]
pub(super) struct Listed(HashMap<String, ListedTool>);

/// What counts of one.
#[derive(Debug)]
pub(super) struct ListedTool {
    pub(super) hints: Hints,
    /// The arguments without which it cannot be called, and those that it takes beside them.
    pub(super) required: Vec<String>,
    pub(super) optional: Vec<String>,
    /// Whether it takes no arguments but those.
    pub(super) is_closed: bool,
    /// Whether its results have to have structured content (MCP: "servers MUST provide" it where there is an output schema).
    pub(super) is_structured: bool,
}

impl Listed {
    /// Asks for it, page by page.
    pub(super) async fn of(peer: &Peer<RoleClient>) -> Result<Self, ServiceError> {
        let mut listed = Self::default();
        let mut followed = HashSet::new();
        let mut cursor = None;
        for _ in 0..PAGES {
            let params = PaginatedRequestParams::default().with_cursor(cursor);
            let page = match peer.list_tools(Some(params)).await {
                Ok(page) => page,
                // It has no list, and will have none the next time.
                Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => return Ok(listed),
                Err(error) => return Err(error),
            };
            listed.add(&page.tools);
            match page.next_cursor {
                Some(next) if followed.insert(next.clone()) => cursor = Some(next),
                _ => break,
            }
        }
        Ok(listed)
    }

    fn add(&mut self, tools: &[Tool]) {
        let each = tools.iter().map(|tool| {
            let annotations = tool.annotations.as_ref();
            let required = required(&tool.input_schema);
            let listed = ListedTool {
                hints: Hints {
                    read_only: annotations.and_then(|annotations| annotations.read_only_hint),
                    idempotent: annotations.and_then(|annotations| annotations.idempotent_hint),
                },
                optional: optional(&tool.input_schema, &required),
                is_closed: is_closed(&tool.input_schema),
                required,
                is_structured: tool.output_schema.is_some(),
            };
            (tool.name.clone().into_owned(), listed)
        });
        self.0.extend(each);
    }

    pub(super) fn get(&self, name: &str) -> Option<&ListedTool> {
        self.0.get(name)
    }
}

impl ListedTool {
    /// Whether a call with this argument would be refused on its account. What a schema does not say is no reason to think so.
    pub(super) fn refuses(&self, argument: &str) -> bool {
        let mut taken = self.required.iter().chain(&self.optional);
        self.is_closed && taken.all(|name| name != argument)
    }
}

/// Whether a schema excludes what it does not name, and names all that it takes in one place.
fn is_closed(schema: &JsonObject) -> bool {
    const ELSEWHERE: [&str; 8] = [
        "$ref",
        "$dynamicRef",
        "allOf",
        "anyOf",
        "oneOf",
        "if",
        "patternProperties",
        "dependentSchemas",
    ];
    schema.get("additionalProperties") == Some(&Value::Bool(false))
        && !ELSEWHERE.iter().any(|keyword| schema.contains_key(*keyword))
}

fn optional(schema: &JsonObject, required: &[String]) -> Vec<String> {
    let named = schema.get("properties").and_then(Value::as_object);
    let names = named.into_iter().flat_map(JsonObject::keys);
    names.filter(|name| !required.contains(name)).cloned().collect()
}

fn required(schema: &JsonObject) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}
