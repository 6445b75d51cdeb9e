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
    /// Whether it is asked for the key under which the write was sent: then all that it shows is of this write.
    is_by_key: bool,
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
            is_by_key: is_keyed && read.required.iter().any(|name| *name == tool.dedupe_key),
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
        let result = client.read(self.tool.clone(), arguments).await?;
        Ok(if self.shows(&result, written) {
            Found::Landed
        } else {
            Found::Unclear
        })
    }

    /// Whether a result shows this write. A server that answers "nothing" where it should say "not found" shows neither presence nor
    /// absence, and so do prose and what somebody else wrote.
    fn shows(&self, result: &CallToolResult, written: &JsonObject) -> bool {
        serde_json::from_str(&success_text(result)).is_ok_and(|value| self.has_it(&value, written))
    }

    /// Whether this write is in a value, which may have it in a list or deeper. What is asked for stands beside an answer, not for one.
    fn has_it(&self, value: &Value, written: &JsonObject) -> bool {
        const ASKED: [&str; 7] = ["args", "arguments", "filter", "params", "query", "request", "search"];
        match value {
            Value::Array(items) => items
                .iter()
                .any(|item| self.has_it(item, written) || self.is_named(item, written)),
            Value::Object(members) if denies(members) => false,
            Value::Object(members) => {
                let mut inside = members.iter().filter(|(name, _)| !ASKED.contains(&name.as_str()));
                self.is_it(members, written) || inside.any(|(_, member)| self.has_it(member, written))
            }
            _ => false,
        }
    }

    /// An object is this write if it has one of the members by which the read was asked, all by which it could have been asked, and
    /// contradicts the write in none that both have.
    fn is_it(&self, object: &JsonObject, written: &JsonObject) -> bool {
        let is_written = |name: &&String| written.get(*name).is_some_and(|value| !value.is_null());
        let is_same = |name: &String| is_same(object.get(name), written.get(name));
        let agrees = |(name, value): (&String, &Value)| match written.get(name) {
            Some(written) if !written.is_null() => is_same(name) || !is_plain(value) || !is_plain(written),
            _ => true,
        };
        let is_shown = match self.is_by_key {
            true => object.values().any(is_something),
            false => self
                .required
                .iter()
                .chain(&self.optional)
                .filter(is_written)
                .any(is_same),
        };
        is_shown && self.optional.iter().filter(is_written).all(is_same) && object.iter().all(agrees)
    }

    /// Whether an element of a list is what the read was asked for, by itself: a list of numbers of vouchers.
    fn is_named(&self, item: &Value, written: &JsonObject) -> bool {
        let mut asked = self.required.iter().filter_map(|name| written.get(name));
        is_something(item) && is_plain(item) && asked.any(|asked| is_same(Some(item), Some(asked)))
    }
}

/// Whether an object says so itself that there is nothing, or that the read failed. Names decide here only that nothing is known.
fn denies(object: &JsonObject) -> bool {
    let is_no = |name: &str| object.get(name) == Some(&Value::Bool(false));
    ["exists", "found", "ok", "present", "success"].into_iter().any(is_no)
        || object.get("error").is_some_and(is_something)
}

/// Whether a value is one that two sides write the same, unlike lists and objects to which a server adds.
const fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_) | Value::Null)
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
