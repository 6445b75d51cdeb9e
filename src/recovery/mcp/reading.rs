//! The read that the registry names, made without a callback where it shows presence and absence both.

use rmcp::model::{CallToolResult, JsonObject};
use serde_json::Value;

use super::answer::success_text;
use super::callee::Callee;
use super::client::Client;
use super::listed::Listed;
use super::sent::Sent;
use crate::recovery::{Found, Name, Seen, Tool};

/// A read of the tool that `verify` names.
#[derive(Debug)]
pub(super) struct Reading {
    tool: Name,
    /// What it needs, all of it arguments of the write.
    required: Vec<String>,
}

impl Reading {
    /// The read of this call; none where it would not show whether the write is there. Its "not found" has to prove absence, and
    /// what it needs has to be known and to be in the call. One that needs nothing says nothing of this write.
    pub(super) fn of(client: &Client, listed: &Listed, tool: &Tool, sent: &Sent<'_>, is_keyed: bool) -> Option<Self> {
        if tool.verify.is_empty() || !tool.not_found_means_not_landed || sent.is_batch() {
            return None;
        }
        let read = listed.get(&tool.verify)?;
        let known = client.known(Some(listed), &Callee::from(tool.verify.clone()));
        if (known.declared && known.writes) || read.hints.read_only == Some(false) {
            return None;
        }
        let is_there = |name: &String| sent.has(name) || (is_keyed && *name == tool.dedupe_key);
        let is_enough = !read.required.is_empty() && read.required.iter().all(is_there);
        is_enough.then(|| Self {
            tool: tool.verify.clone(),
            required: read.required.clone(),
        })
    }

    /// Makes it, for the write as it was sent last.
    pub(super) async fn look(&self, client: &Client, written: &JsonObject) -> Result<Found, Seen<'static>> {
        let needed = |name: &String| Some((name.clone(), written.get(name)?.clone()));
        let arguments: JsonObject = self.required.iter().filter_map(needed).collect();
        if arguments.len() < self.required.len() {
            // The arguments were corrected, and what the read needs is no longer among them.
            return Ok(Found::Unclear);
        }
        let result = client.read(self.tool.clone(), arguments).await?;
        Ok(if shows(&result) { Found::Landed } else { Found::Unclear })
    }
}

/// Whether a result shows anything. A server that answers "nothing" where it should say "not found" shows neither presence nor
/// absence, and so does prose.
fn shows(result: &CallToolResult) -> bool {
    let value: Option<Value> = serde_json::from_str(&success_text(result)).ok();
    value.is_some_and(|value| is_something(&value))
}

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => items.iter().any(is_something),
        Value::Object(members) => members.values().any(is_something),
    }
}
