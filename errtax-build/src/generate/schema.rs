//! The JSON Schema of the wire object.
//!
//! Each code is one `if`/`then`: a validator compares one constant a code, and its message speaks of the one code that
//! is there. What a newer registry may send (other codes, more details, more members) validates.

use errtax_core::{DetailType, MAX_TEXT_CHARS};

use crate::json::Json;
use crate::model::{Code, Detail, Registry};

pub(super) fn generate(registry: &Registry) -> String {
    let mut definitions = Json::object([("error", error(registry)), ("upstream", upstream())]);
    for code in registry.codes.values() {
        definitions.push(&code.name, of(code));
    }
    Json::object([
        ("$schema", Json::text("https://json-schema.org/draft/2020-12/schema")),
        (
            "title",
            Json::text(format!("Errors of {} {}", registry.name, registry.version)),
        ),
        ("type", Json::text("object")),
        ("required", Json::texts(["error"])),
        ("properties", Json::object([("error", reference("error"))])),
        ("$defs", definitions),
    ])
    .pretty()
}

/// What holds for every code, known or not.
fn error(registry: &Registry) -> Json {
    let limit = i64::try_from(MAX_TEXT_CHARS).unwrap_or(i64::MAX);
    let capped = || Json::object([("type", Json::text("string")), ("maxLength", Json::Integer(limit))]);
    let next = Json::object([
        ("type", Json::text("object")),
        (
            "properties",
            Json::object([
                ("tool", typed("string")),
                ("args", typed("object")),
                ("resource", typed("string")),
            ]),
        ),
    ]);
    let codes = registry.codes.keys().map(|name| {
        let is_it = Json::object([("code", Json::object([("const", Json::text(name))]))]);
        Json::object([
            (
                "if",
                Json::object([("properties", is_it), ("required", Json::texts(["code"]))]),
            ),
            ("then", reference(name)),
        ])
    });
    let mut error = Json::object([
        ("type", Json::text("object")),
        (
            "required",
            Json::texts(["code", "class", "action", "retryable", "executed", "message"]),
        ),
        (
            "properties",
            Json::object([
                ("code", typed("string")),
                ("class", typed("string")),
                ("action", typed("string")),
                ("retryable", typed("boolean")),
                ("executed", typed("string")),
                ("message", capped()),
                ("hint", capped()),
                ("next", next),
                ("retry_after_ms", not_negative()),
                ("details", typed("object")),
                ("upstream", reference("upstream")),
                ("docs", formatted("string", "uri")),
                ("correlation_id", typed("string")),
            ]),
        ),
    ]);
    // An empty `allOf` is not valid.
    if !registry.codes.is_empty() {
        error.push("allOf", Json::Array(codes.collect()));
    }
    error
}

/// A vendor's own answer.
fn upstream() -> Json {
    Json::object([
        ("type", Json::text("object")),
        ("required", Json::texts(["body"])),
        (
            "properties",
            Json::object([
                ("host", typed("string")),
                ("status", typed("integer")),
                ("body", typed("string")),
                ("truncated", typed("boolean")),
            ]),
        ),
    ])
}

/// What holds for one code.
fn of(code: &Code) -> Json {
    let constant = |value: Json| Json::object([("const", value)]);
    let contract = &code.contract;
    let mut properties = Json::object([
        ("class", constant(Json::text(contract.class.as_str()))),
        ("action", constant(Json::text(contract.action.as_str()))),
        ("retryable", constant(Json::Bool(contract.retryable))),
        ("executed", constant(Json::text(contract.executed.as_str()))),
    ]);
    // What is sensitive never reaches the wire.
    let details: Vec<(&String, &Detail)> = contract
        .details
        .iter()
        .filter(|(_, detail)| !detail.sensitive)
        .collect();
    let required: Vec<&str> = details
        .iter()
        .filter(|(_, detail)| !detail.optional)
        .map(|(name, _)| name.as_str())
        .collect();
    if !details.is_empty() {
        properties.push("details", details_of(&details, &required));
    }
    let mut schema = Json::object([("description", Json::text(&code.message))]);
    if code.deprecated.is_some() {
        schema.push("deprecated", Json::Bool(true));
    }
    schema.push("properties", properties);
    if !required.is_empty() {
        schema.push("required", Json::texts(["details"]));
    }
    schema
}

/// The details as declared, or the one mark that they were too long to send.
fn details_of(details: &[(&String, &Detail)], required: &[&str]) -> Json {
    let mut properties = Json::object([]);
    for (name, detail) in details {
        properties.push(name.as_str(), value(detail));
    }
    let mut declared = Json::object([("properties", properties)]);
    if !required.is_empty() {
        declared.push("required", Json::texts(required.iter().copied()));
    }
    let truncated = Json::object([("truncated", Json::object([("const", Json::Bool(true))]))]);
    Json::object([
        ("type", Json::text("object")),
        (
            "if",
            Json::object([("properties", truncated), ("required", Json::texts(["truncated"]))]),
        ),
        ("then", Json::Bool(true)),
        ("else", declared),
    ])
}

fn value(detail: &Detail) -> Json {
    let mut schema = match detail.kind {
        DetailType::String => typed("string"),
        DetailType::Integer => typed("integer"),
        // What is not finite, or is no day of four-digit years, has no JSON form and is sent as `null`.
        DetailType::Number => nullable("number"),
        DetailType::Boolean => typed("boolean"),
        DetailType::Date => with_format(nullable("string"), "date"),
        DetailType::Datetime => with_format(nullable("string"), "date-time"),
        DetailType::DurationMs => not_negative(),
        DetailType::Uri => formatted("string", "uri"),
        DetailType::Object => Json::object([]),
        DetailType::StringList => list("string"),
        DetailType::IntegerList => list("integer"),
        DetailType::Enum => {
            let values = Json::object([("enum", Json::texts(&detail.values))]);
            if detail.closed {
                values
            } else {
                Json::object([("anyOf", Json::Array(vec![values, typed("string")]))])
            }
        }
    };
    if !detail.doc.is_empty() {
        schema.push("description", Json::text(&detail.doc));
    }
    schema
}

fn reference(definition: &str) -> Json {
    Json::object([("$ref", Json::text(format!("#/$defs/{definition}")))])
}

fn typed(name: &str) -> Json {
    Json::object([("type", Json::text(name))])
}

fn nullable(name: &str) -> Json {
    Json::object([("type", Json::texts([name, "null"]))])
}

fn formatted(name: &str, format: &str) -> Json {
    with_format(typed(name), format)
}

fn with_format(mut schema: Json, format: &str) -> Json {
    schema.push("format", Json::text(format));
    schema
}

fn not_negative() -> Json {
    Json::object([("type", Json::text("integer")), ("minimum", Json::Integer(0))])
}

fn list(items: &str) -> Json {
    Json::object([("type", Json::text("array")), ("items", typed(items))])
}
