//! The read that the registry names, made without a callback where it shows presence and absence both.

use rmcp::model::{CallToolResult, JsonObject};
use serde_json::Value;

use super::answer::success_text;
use super::callee::Callee;
use super::client::Client;
use super::listed::Listed;
use super::sent::Sent;
use crate::recovery::{Found, Name, Seen, Tool, Value as Hash};

/// A read of the tool that `verify` names.
#[derive(Debug)]
pub(super) struct Reading {
    tool: Name,
    /// What it needs, all of it arguments of the write; and what it takes beside that.
    required: Vec<String>,
    optional: Vec<String>,
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
            optional: read.optional.clone(),
        })
    }

    /// Makes it, for the write as it was sent last.
    ///
    /// It is asked as widely as it allows, so that what it does not find is not there. What it shows then has to be this write,
    /// by all that it could have been asked for.
    pub(super) async fn look(&self, client: &Client, written: &JsonObject) -> Result<Found, Seen<'static>> {
        let needed = |name: &String| Some((name.clone(), written.get(name)?.clone()));
        let arguments: JsonObject = self.required.iter().filter_map(needed).collect();
        if arguments.len() < self.required.len() {
            // The arguments were corrected, and what the read needs is no longer among them.
            return Ok(Found::Unclear);
        }
        let told_apart = |name: &&String| written.get(*name).is_some_and(|value| !value.is_null());
        let told_apart: Vec<&String> = self.optional.iter().filter(told_apart).collect();
        let result = client.read(self.tool.clone(), arguments).await?;
        Ok(if shows(&result, written, &told_apart) {
            Found::Landed
        } else {
            Found::Unclear
        })
    }
}

/// Whether a result shows anything of this write. A server that answers "nothing" where it should say "not found" shows neither
/// presence nor absence, and so does prose.
fn shows(result: &CallToolResult, written: &JsonObject, told_apart: &[&String]) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(&success_text(result)) else {
        return false;
    };
    let is_it = |object: &JsonObject| {
        told_apart
            .iter()
            .all(|name| is_same(object.get(*name), written.get(*name)))
    };
    !denies(&value) && is_something(&value) && (told_apart.is_empty() || has_object(&value, &is_it))
}

/// Whether it says so itself that there is nothing, or that the read failed. Names decide here only that nothing is known.
fn denies(value: &Value) -> bool {
    let is_no = |name: &str| value.get(name) == Some(&Value::Bool(false));
    ["exists", "found", "ok", "success"].into_iter().any(is_no) || value.get("error").is_some_and(is_something)
}

fn has_object(value: &Value, is_it: &impl Fn(&JsonObject) -> bool) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| has_object(item, is_it)),
        Value::Object(members) => is_it(members) || members.values().any(|member| has_object(member, is_it)),
        _ => false,
    }
}

fn is_same(shown: Option<&Value>, written: Option<&Value>) -> bool {
    let hash = |value: &Value| Hash::from(value);
    shown.map(hash) == written.map(hash)
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
