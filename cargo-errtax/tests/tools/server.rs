//! A server that is as it should be, to be made wrong in one way.

use serde_json::{Value, json};

use crate::common::{Package, Run};

/// What goes with it.
pub(crate) const TOOLS: &str = "
[codes.PERIOD_LOCKED]
class     = \"precondition\"
action    = \"fix_state\"
retryable = false
executed  = \"no\"
message   = \"The period {period_id} is locked.\"
hint      = \"Call unlock_period first, then get_voucher, and repeat the call.\"
next      = { tool = \"unlock_period\", args = { period_id = \"{period_id}\" } }

[codes.PERIOD_LOCKED.details]
period_id = \"string\"

[tools.get_voucher]
effect = \"read\"

[tools.post_voucher]
effect     = \"write\"
dedupe_key = \"idempotency_key\"
verify     = \"get_voucher\"

[tools.unlock_period]
effect     = \"write\"
idempotent = true
";

/// The tools that it lists.
pub(crate) fn listed() -> Value {
    let closed = |properties: Value| json!({"type": "object", "additionalProperties": false, "properties": properties});
    json!([
        {
            "name": "get_voucher",
            "description": "Reads a voucher.",
            "annotations": {"readOnlyHint": true},
            "inputSchema": closed(json!({"id": {"type": "string"}})),
            "outputSchema": {"type": "object", "properties": {"id": {"type": "string"}}},
        },
        {
            "name": "post_voucher",
            "description": "Posts a voucher.",
            "annotations": {"readOnlyHint": false, "idempotentHint": false},
            "inputSchema": closed(json!({
                "idempotency_key": {
                    "type": "string",
                    "description": "New for each piece of work. Send the same key again when you repeat a call.",
                },
                "rates": {"type": "object", "additionalProperties": {"type": "number"}},
            })),
        },
        {
            "name": "unlock_period",
            "description": "Unlocks a period.",
            "annotations": {"idempotentHint": true},
            "inputSchema": closed(json!({"period_id": {"type": "string"}})),
        },
    ])
}

/// A package with that registry and that server.
pub(crate) fn package() -> Package {
    with(TOOLS, &listed())
}

/// With other tools.
pub(crate) fn with(registry: &str, tools: &Value) -> Package {
    let package = Package::new(&format!("{}{registry}", crate::common::REGISTRY));
    package.run(&["freeze"]).ends(0);
    list(&package, "tools/list", tools);
    package
}

pub(crate) fn list(package: &Package, file: &str, tools: &Value) {
    package.write(file, &json!({"tools": tools}).to_string());
}

/// The same, with one tool changed.
pub(crate) fn changed(name: &str, change: impl FnOnce(&mut Value)) -> Package {
    let mut tools = listed();
    let tool = tools
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|tool| tool["name"] == name);
    change(tool.unwrap());
    with(TOOLS, &tools)
}

/// Rule, field and line of everything that is found.
pub(crate) fn found(run: &Run) -> Vec<(String, String)> {
    let document = run.json();
    let findings = document["findings"].as_array().unwrap();
    let word = |finding: &Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    findings
        .iter()
        .map(|finding| (word(finding, "rule"), word(finding, "field")))
        .collect()
}

/// What is found in a package, rule and field of each.
pub(crate) fn findings(package: &Package) -> Vec<(String, String)> {
    found(&package.tools(&["--format", "json"]))
}

/// That one rule speaks, of this field, and no other.
#[track_caller]
pub(crate) fn only(package: &Package, rule: &str, field: &str) {
    assert_eq!(findings(package), [(rule.to_owned(), field.to_owned())]);
}
