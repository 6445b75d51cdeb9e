//! The schemas of arguments and results.

use serde_json::{Map, Value};

use crate::finding::Finding;
use crate::rules;

use super::server::{Said, Server};

pub(super) fn judge(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (number, tool) in server.tools.iter().enumerate() {
        let mut open = Vec::new();
        match tool.value.get("inputSchema") {
            Some(schema) => outermost(schema, &mut open),
            None => open.push("/inputSchema".to_owned()),
        }
        if let Some(first) = open.first() {
            findings.extend(server.offered(
                &rules::INPUT_SCHEMA_OPEN,
                number,
                Said {
                    message: format!(
                        "`{}` takes arguments that it does not know, in {}: a misspelt one counts as left out",
                        tool.name,
                        shown(&open)
                    ),
                    help: "close it with `\"additionalProperties\": false`, in Rust `#[serde(deny_unknown_fields)]` on the struct"
                        .to_owned(),
                    label: "no `additionalProperties: false`",
                    pointer: first,
                },
            ));
        }
        let Some(output) = tool.value.get("outputSchema") else {
            continue;
        };
        if output.get("type").and_then(Value::as_str) != Some("object") {
            findings.extend(server.offered(
                &rules::OUTPUT_SCHEMA_NOT_OBJECT,
                number,
                Said {
                    message: format!(
                        "the `outputSchema` of `{}` is not of type `object`, the only one that clients before 2026-07-28 take",
                        tool.name
                    ),
                    help: "return a struct that holds the value: `struct Vouchers { vouchers: Vec<Voucher> }`".to_owned(),
                    label: "not an object",
                    pointer: "/outputSchema/type",
                },
            ));
        }
    }
}

/// How many objects a message names.
const NAMED: usize = 3;

/// `` `inputSchema` and `inputSchema.$defs.Line` ``, or with "and 2 more" at the end.
fn shown(open: &[String]) -> String {
    let names = open.iter().take(NAMED);
    let mut parts: Vec<String> = names
        .map(|pointer| format!("`{}`", pointer.trim_start_matches('/').replace('/', ".")))
        .collect();
    if open.len() > NAMED {
        parts.push(format!("{} more", open.len() - NAMED));
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The arguments themselves: even a tool without any can be called with some.
fn outermost(schema: &Value, open: &mut Vec<String>) {
    let pointer = "/inputSchema";
    let Some(members) = schema.as_object() else {
        open.push(pointer.to_owned());
        return;
    };
    if !is_closed(members) && !all_closed(members) {
        open.push(pointer.to_owned());
    }
    inner(members, pointer, open);
}

fn is_closed(schema: &Map<String, Value>) -> bool {
    ["additionalProperties", "unevaluatedProperties"]
        .iter()
        .any(|key| schema.get(*key) == Some(&Value::Bool(false)))
}

/// One of several objects, each of which is closed.
fn all_closed(schema: &Map<String, Value>) -> bool {
    let several = ["oneOf", "anyOf"].iter().filter_map(|key| schema.get(*key)?.as_array());
    let mut several = several.flatten().peekable();
    several.peek().is_some() && several.all(|one| one.as_object().is_some_and(is_closed))
}

/// The objects in them. One without properties of its own is a map, and takes any key on purpose.
fn inner(schema: &Map<String, Value>, pointer: &str, open: &mut Vec<String>) {
    let mut look = |value: &Value, pointer: String| {
        let Some(members) = value.as_object() else { return };
        if members.contains_key("properties") && !is_closed(members) && !all_closed(members) {
            open.push(pointer.clone());
        }
        inner(members, &pointer, open);
    };
    for key in ["properties", "$defs", "definitions"] {
        for (name, value) in schema.get(key).and_then(Value::as_object).into_iter().flatten() {
            look(
                value,
                format!("{pointer}/{key}/{}", name.replace('~', "~0").replace('/', "~1")),
            );
        }
    }
    // The parts of a closed whole need not be closed themselves.
    if !is_closed(schema) {
        for key in ["oneOf", "anyOf"] {
            for (at, value) in schema
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .enumerate()
            {
                look(value, format!("{pointer}/{key}/{at}"));
            }
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(value) = schema.get(key) {
            look(value, format!("{pointer}/{key}"));
        }
    }
}

/// The names of the arguments of a tool, wherever its schema has them.
pub(super) fn arguments(tool: &Value) -> Vec<&str> {
    let mut names = Vec::new();
    if let Some(schema) = tool.get("inputSchema") {
        collect(schema, schema, 0, &mut |properties| {
            names.extend(properties.keys().map(String::as_str));
        });
    }
    names
}

/// The schema of an argument.
pub(super) fn argument<'a>(tool: &'a Value, name: &str) -> Option<&'a Value> {
    let mut found = None;
    let schema = tool.get("inputSchema")?;
    collect(schema, schema, 0, &mut |properties| {
        found = found.or(properties.get(name));
    });
    found
}

/// References to themselves end somewhere.
const DEEPEST: usize = 8;

fn collect<'a>(whole: &'a Value, schema: &'a Value, depth: usize, take: &mut dyn FnMut(&'a Map<String, Value>)) {
    if depth > DEEPEST {
        return;
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        take(properties);
    }
    let target = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|path| path.strip_prefix('#'));
    if let Some(target) = target.and_then(|pointer| whole.pointer(pointer)) {
        collect(whole, target, depth + 1, take);
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        for part in schema.get(key).and_then(Value::as_array).into_iter().flatten() {
            collect(whole, part, depth + 1, take);
        }
    }
}
