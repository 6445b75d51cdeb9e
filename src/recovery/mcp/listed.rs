//! What a server lists of its tools.

use std::collections::HashMap;

use rmcp::model::{JsonObject, Tool};
use serde_json::Value;

use crate::recovery::Hints;

/// The tools of a server, by name.
#[derive(Debug, Default)]
pub(super) struct Listed(HashMap<String, ListedTool>);

/// What counts of one.
#[derive(Debug)]
pub(super) struct ListedTool {
    pub(super) hints: Hints,
    /// The arguments without which it cannot be called.
    pub(super) required: Vec<String>,
    /// Whether its results have to have structured content (MCP: "servers MUST provide" it where there is an output schema).
    pub(super) is_structured: bool,
}

impl Listed {
    pub(super) fn of(tools: &[Tool]) -> Self {
        let each = tools.iter().map(|tool| {
            let annotations = tool.annotations.as_ref();
            let listed = ListedTool {
                hints: Hints {
                    read_only: annotations.and_then(|annotations| annotations.read_only_hint),
                    idempotent: annotations.and_then(|annotations| annotations.idempotent_hint),
                },
                required: required(&tool.input_schema),
                is_structured: tool.output_schema.is_some(),
            };
            (tool.name.clone().into_owned(), listed)
        });
        Self(each.collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&ListedTool> {
        self.0.get(name)
    }
}

fn required(schema: &JsonObject) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}
