//! The key of a call: who makes it, and where it stands in what is sent.

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::recovery::{Key, Tool};

/// Bytes for a key; none where the system has no randomness to give, and then the call is not keyed.
pub(super) fn random() -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes)
}

/// The key that arguments carry: a text that is not blank, or a number. Anything else was put there by somebody who has none.
pub(super) fn carried<'a>(tool: &Tool, arguments: &'a JsonObject) -> Option<&'a Value> {
    if tool.dedupe_key.is_empty() {
        return None;
    }
    let key = arguments.get(&*tool.dedupe_key)?;
    let is_one = match key {
        Value::String(text) => !text.trim().is_empty(),
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => false,
    };
    is_one.then_some(key)
}

/// Puts a key where the tool documents it, or takes away what stands there.
pub(super) fn put(tool: &Tool, arguments: &mut JsonObject, key: Option<Key>) {
    if tool.dedupe_key.is_empty() {
        return;
    }
    match key {
        Some(key) => {
            arguments.insert(tool.dedupe_key.clone().into_owned(), Value::String(key.to_string()));
        }
        None => {
            arguments.remove(&*tool.dedupe_key);
        }
    }
}
