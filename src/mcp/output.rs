//! `structuredContent` and `outputSchema`.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

/// The key of `_meta` for the wire object.
pub(crate) const META: &str = "dev.errtax/error";

/// Whether an output schema surely admits the wire object: it says nothing that the object lacks.
///
/// What cannot be told is answered with no, because a client that finds a mismatch throws the whole answer away.
pub(super) fn admits(schema: &JsonObject) -> bool {
    // A union admits it where one of its parts does, but only if what stands beside the parts does as well.
    let parts = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(*key)?.as_array());
    let one_admits = parts.is_none_or(|parts| {
        parts
            .iter()
            .filter_map(Value::as_object)
            .filter(|part| admits(part))
            .count()
            == 1
    });
    one_admits
        && schema.iter().all(|(key, value)| match key.as_str() {
            "$schema" | "$id" | "$comment" | "$defs" | "definitions" | "title" | "description" | "default"
            | "examples" | "anyOf" | "oneOf" => true,
            "type" => value == "object" || value.as_array().is_some_and(|types| types.contains(&json!("object"))),
            "required" => value
                .as_array()
                .is_some_and(|names| names.iter().all(|name| name == "error")),
            "properties" => value
                .as_object()
                .is_some_and(|properties| properties.get("error").is_none_or(is_open)),
            "additionalProperties" => {
                is_open(value)
                    || schema
                        .get("properties")
                        .and_then(|properties| properties.get("error"))
                        .is_some()
            }
            _ => false,
        })
}

/// What every wire object has below `error`, and its type.
const MEMBERS: [(&str, &str); 6] = [
    ("code", "string"),
    ("class", "string"),
    ("action", "string"),
    ("retryable", "boolean"),
    ("executed", "string"),
    ("message", "string"),
];

/// Whether a schema takes every object that may stand below `error`.
fn is_open(schema: &Value) -> bool {
    let is_member = |name: &str, schema: &Value| {
        let member = MEMBERS.iter().find(|(member, _)| *member == name);
        member.is_some_and(|(_, kind)| *schema == json!({ "type": kind }))
    };
    match schema {
        Value::Bool(any) => *any,
        Value::Object(schema) => schema.iter().all(|(key, value)| match (key.as_str(), value) {
            ("type", value) => value == "object",
            ("title" | "description" | "$comment", _) => true,
            ("additionalProperties", value) => value == true,
            ("required", Value::Array(names)) => names
                .iter()
                .all(|name| MEMBERS.iter().any(|(member, _)| name == member)),
            ("properties", Value::Object(properties)) => {
                properties.iter().all(|(name, schema)| is_member(name, schema))
            }
            _ => false,
        }),
        _ => false,
    }
}

/// The schema, and beside it the wire object. The root stays an object, which older clients insist on, and definitions
/// stay at the root, to which `$ref` refers.
pub(super) fn with_error(schema: &JsonObject) -> JsonObject {
    let mut success = schema.clone();
    let mut union = Map::new();
    for key in ["$schema", "$id", "$defs", "definitions"] {
        if let Some(value) = success.remove(key) {
            union.insert(key.to_owned(), value);
        }
    }
    union.insert("type".to_owned(), json!("object"));
    let members: Map<String, Value> = MEMBERS
        .iter()
        .map(|(member, kind)| ((*member).to_owned(), json!({ "type": kind })))
        .collect();
    let error = json!({
        "type": "object",
        "properties": { "error": {
            "type": "object",
            "properties": members,
            "required": MEMBERS.map(|(member, _)| member),
            "additionalProperties": true,
        } },
        "required": ["error"],
    });
    union.insert("anyOf".to_owned(), Value::Array(vec![Value::Object(success), error]));
    union
}
