//! The promises of a team's own, `[contract]`: each is kept, or its breach is found.

use serde_json::{Value, json};

use crate::common::Package;
use crate::server::{TOOLS, findings, listed, only, with};

const CONTRACT: &str = "
[contract]
write_output = [\"staged\", \"actor\", \"message\"]
completion = \"staged\"
scopes = [\"books:read\", \"books:write\"]
tests = [\"tests/reads.rs\", \"tests/writes.rs\"]

[contract.bound.period]
argument = \"period_id\"
field = \"period_status\"
members = [\"status\", \"lock_date\"]
";

/// What goes with it: two writes, of which the one takes the argument and the other says that it is bound.
fn registry() -> String {
    let scoped = TOOLS
        .replace("effect = \"read\"\n", "effect = \"read\"\nscope = \"books:read\"\n")
        .replace(
            "idempotent = true\n",
            "idempotent = true\nscope = \"books:write\"\nallow = {}\n",
        )
        .replace(
            "dedupe_key = \"idempotency_key\"\n",
            "dedupe_key = \"idempotency_key\"\nscope = \"books:write\"\nbound = [\"period\"]\n",
        );
    format!("{scoped}{CONTRACT}")
}

fn output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "staged": {"type": "boolean"},
            "actor": {"type": "string"},
            "message": {"type": "string"},
            "period_status": {
                "type": "object",
                "properties": {"status": {"enum": ["open", "locked"]}, "lock_date": {"type": ["string", "null"]}},
                "required": ["status", "lock_date"],
            },
        },
        "required": ["staged", "actor", "message", "period_status"],
    })
}

/// The server with these outputs of its writes.
fn tools(post: Value, unlock: Value) -> Value {
    let mut tools = listed();
    for (number, schema) in [(1, post), (2, unlock)] {
        if !schema.is_null() {
            tools[number]["outputSchema"] = schema;
        }
    }
    tools
}

const TEST: &str = "#[test]\nfn writes() {\n    call(\"post_voucher\");\n    server.unlock_period(\"2026\");\n}\n";

fn package_of(registry: &str, tools: &Value) -> Package {
    let package = with(registry, tools);
    package.write("tests/reads.rs", "// nothing yet\n");
    package.write("tests/writes.rs", TEST);
    package
}

/// A server that keeps every promise but for the output of `unlock_period`.
fn unlock(schema: Value) -> Package {
    package_of(&registry(), &tools(output(), schema))
}

/// The output with something changed in it.
fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let mut schema = output();
    change(&mut schema);
    schema
}

fn not_required(schema: &mut Value, field: &str) {
    schema["required"].as_array_mut().unwrap().retain(|name| name != field);
}

#[test]
fn a_server_that_keeps_its_promises_is_clean() {
    unlock(output()).tools(&[]).ends(0);
}

#[test]
fn each_promise_is_asked_for_by_itself() {
    for (promise, rule, tools) in [
        ("write_output = [\"staged\"]\n", "write-output-incomplete", 2),
        ("scopes = [\"books:read\"]\n", "tool-without-scope", 3),
        ("tests = [\"tests/reads.rs\"]\n", "write-untested", 2),
    ] {
        let package = package_of(&format!("{TOOLS}\n[contract]\n{promise}"), &listed());
        let rules: Vec<String> = findings(&package).into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(rules, vec![rule; tools], "{promise}");
    }
}

#[test]
fn a_field_that_a_write_lacks_or_may_leave_out_is_found() {
    let package = unlock(changed(|schema| {
        drop(schema["properties"].as_object_mut().unwrap().remove("actor"));
        not_required(schema, "message");
    }));
    only(&package, "write-output-incomplete", "tools.unlock_period.outputSchema");
    package.tools(&[]).ends(1).says(&[
        "`unlock_period` writes, and its output lacks `actor` and may leave out `message`",
        "asked for here",
        "write_output = [\"staged\", \"actor\", \"message\"]",
    ]);
    // Named and not declared: clients know nothing of it.
    let package = unlock(changed(|schema| {
        drop(schema["properties"].as_object_mut().unwrap().remove("actor"));
    }));
    only(&package, "write-output-incomplete", "tools.unlock_period.outputSchema");
}

#[test]
fn a_write_without_an_output_schema_is_found_and_a_read_is_not() {
    let mut found = findings(&unlock(Value::Null));
    found.sort();
    let field = "tools.unlock_period.outputSchema".to_owned();
    assert_eq!(
        found,
        [
            ("bound-output-incomplete".to_owned(), field.clone()),
            ("write-output-incomplete".to_owned(), field),
        ]
    );
    unlock(Value::Null)
        .tools(&[])
        .says(&["has no `outputSchema` that promises `staged`, `actor`, `message`"]);
    let mut tools = tools(output(), output());
    drop(tools[0].as_object_mut().unwrap().remove("outputSchema"));
    package_of(&registry(), &tools).tools(&[]).ends(0);
}

#[test]
fn a_field_counts_wherever_the_schema_itself_has_it() {
    let envelope = json!({"properties": {"staged": {"$ref": "#/$defs/Flag"}}, "required": ["staged", "actor"]});
    for schema in [
        // As a struct that is flattened may be written.
        changed(|schema| {
            drop(schema["properties"].as_object_mut().unwrap().remove("staged"));
            not_required(schema, "staged");
            schema["allOf"] = json!([{"$ref": "#/$defs/En%76elope"}]);
            schema["$defs"] = json!({"Envelope": envelope, "Flag": {"type": "boolean"}});
        }),
        json!({"type": "object", "$ref": "#/$defs/All", "$defs": {"All": output()}}),
        json!({"type": "object", "oneOf": [output(), output()]}),
        // A failure beside it, as it is advertised where `structuredContent` is a union.
        json!({"type": "object", "anyOf": [output(), {
            "type": "object",
            "properties": {"error": {
                "type": "object",
                "properties": {"code": {}, "class": {}, "action": {}, "retryable": {}, "executed": {}, "message": {}},
                "required": ["code", "class", "action", "retryable", "executed", "message"],
            }},
            "required": ["error"],
        }]}),
        // What is bound may be null as a whole.
        changed(|schema| {
            let status = schema["properties"]["period_status"].clone();
            schema["properties"]["period_status"] = json!({"anyOf": [status, {"type": "null"}]});
        }),
    ] {
        unlock(schema).tools(&[]).ends(0);
    }
}

#[test]
fn a_field_that_one_of_several_results_lacks_is_found() {
    let lacking = changed(|schema| not_required(schema, "message"));
    let package = unlock(json!({"type": "object", "anyOf": [output(), lacking]}));
    only(&package, "write-output-incomplete", "tools.unlock_period.outputSchema");
    // What is called `error` is not yet errtax's own.
    let other = json!({"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]});
    let found = findings(&unlock(json!({"type": "object", "anyOf": [output(), other]})));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn what_says_whether_the_work_is_done_is_a_boolean() {
    for of in [
        json!({"type": "string"}),
        json!({"type": ["boolean", "null"]}),
        json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
        json!({"enum": [true, "later"]}),
        json!({}),
    ] {
        let package = unlock(changed(|schema| schema["properties"]["staged"] = of));
        only(&package, "completion-not-boolean", "tools.unlock_period.outputSchema");
    }
    for of in [
        json!({"const": false}),
        json!({"enum": [true, false]}),
        json!({"type": ["boolean"]}),
    ] {
        let package = unlock(changed(|schema| schema["properties"]["staged"] = of));
        package.tools(&[]).ends(0);
    }
}

#[test]
fn a_tool_that_is_bound_says_how_that_stands() {
    let without = |field: &'static str| {
        changed(move |schema| {
            let status = &mut schema["properties"]["period_status"];
            not_required(status, field);
        })
    };
    let package = unlock(without("lock_date"));
    only(&package, "bound-output-incomplete", "tools.unlock_period.outputSchema");
    package
        .tools(&[])
        .says(&["`unlock_period` takes `period_id`, and `period_status` of its output may leave out `lock_date`"]);
    // Bound by its own word.
    let package = package_of(&registry(), &tools(without("status"), output()));
    only(&package, "bound-output-incomplete", "tools.post_voucher.outputSchema");
    package
        .tools(&[])
        .says(&["`post_voucher` is bound to `period`, and `period_status`"]);
    let package = package_of(
        &registry().replace("bound = [\"period\"]\n", ""),
        &tools(without("status"), output()),
    );
    package.tools(&[]).ends(0);
    // A read as well.
    let mut tools = tools(output(), output());
    tools[0]["inputSchema"]["properties"]["period_id"] = json!({"type": "string"});
    let package = package_of(&registry(), &tools);
    only(&package, "bound-output-incomplete", "tools.get_voucher.outputSchema");
    package.tools(&[]).says(&["its output lacks `period_status`"]);
}

#[test]
fn a_schema_that_stands_elsewhere_cannot_be_judged() {
    for reference in ["https://example.com/output.json", "#/$defs/Absent", "#anchor"] {
        let package = unlock(json!({"type": "object", "$ref": reference}));
        let run = package.tools(&[]).ends(2);
        run.says(&[
            "[output-not-judged]",
            &format!("its schema refers to `{reference}`, which is not in it"),
        ]);
        only(&package, "output-not-judged", "tools.unlock_period.outputSchema");
    }
    // Where all is said, what stands elsewhere changes nothing.
    let whole = changed(|schema| schema["allOf"] = json!([{"$ref": "https://example.com/more.json"}]));
    unlock(whole).tools(&[]).ends(0);
    // One of several that surely lacks a field is a breach, whatever the others say.
    let found = findings(&unlock(
        json!({"type": "object", "anyOf": [{"$ref": "elsewhere.json"}, {"type": "object"}]}),
    ));
    let rules: Vec<&str> = found.iter().map(|(rule, _)| rule.as_str()).collect();
    assert!(
        rules.contains(&"write-output-incomplete") && !rules.contains(&"output-not-judged"),
        "{rules:?}"
    );
}

#[test]
fn a_schema_that_refers_to_itself_is_judged_in_time() {
    let many: Vec<Value> = (0..40).map(|_| json!({"$ref": "#"})).collect();
    let start = std::time::Instant::now();
    unlock(json!({"type": "object", "allOf": many})).tools(&[]).ends(2);
    unlock(json!({"type": "object", "$ref": "#"})).tools(&[]).ends(2);
    // A field whose schema leads to itself, and one behind a long row of references.
    let mut itself = output();
    itself["$defs"] = json!({"B": {"$ref": "#/$defs/B"}});
    itself["properties"]["staged"] = json!({"$ref": "#/$defs/B"});
    unlock(itself).tools(&[]).ends(2);
    let mut row = output();
    row["$defs"] = (0..40)
        .map(|at| (format!("R{at}"), json!({"$ref": format!("#/$defs/R{}", at + 1)})))
        .chain([("R40".to_owned(), json!({"type": "boolean"}))])
        .collect::<serde_json::Map<String, Value>>()
        .into();
    row["properties"]["staged"] = json!({"$ref": "#/$defs/R0"});
    unlock(row).tools(&[]).ends(0);
    assert!(
        start.elapsed() < std::time::Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_tool_that_is_offered_without_a_scope_is_found() {
    let bare = registry().replace("effect = \"read\"\nscope = \"books:read\"\n", "effect = \"read\"\n");
    let package = package_of(&bare, &tools(output(), output()));
    only(&package, "tool-without-scope", "tools.get_voucher");
    package.tools(&[]).ends(1).says(&[
        "`get_voucher` has no scope, and `[contract]` lists those there are",
        "add `scope = \"…\"` to `[tools.get_voucher]`: `books:read` or `books:write`",
    ]);
    // One that is offered at times is asked when it is.
    let at_times = "allow = { tool-not-served = \"at times\" }";
    let more = format!(
        "{}\n[tools.ping]\neffect = \"write\"\nidempotent = true\n{at_times}\n",
        registry()
    );
    let mut all = tools(output(), output());
    package_of(&more, &all).tools(&[]).ends(0);
    let mut ping = all[2].clone();
    ping["name"] = json!("ping");
    all.as_array_mut().unwrap().push(ping);
    let rules: Vec<String> = findings(&package_of(&more, &all))
        .into_iter()
        .map(|(rule, _)| rule)
        .collect();
    assert_eq!(rules, ["tool-without-scope", "write-untested"]);
}

#[test]
fn a_scope_that_the_contract_does_not_list_is_no_scope() {
    let package = package_of(&registry(), &tools(output(), output()));
    let wrong = registry().replace("scope = \"books:read\"", "scope = \"book:read\"");
    package.write("registry.toml", &format!("{}{wrong}", crate::common::REGISTRY));
    package
        .tools(&[])
        .ends(1)
        .says(&["error[not-in-contract]", "did you mean `books:read`?"]);
}

#[test]
fn a_write_that_no_test_names_is_found() {
    let package = unlock(output());
    let without = TEST.replace("server.unlock_period(\"2026\")", "// unlock_period");
    package.write("tests/writes.rs", &without);
    only(&package, "write-untested", "tools.unlock_period");
    package.tools(&[]).ends(1).says(&[
        "`unlock_period` writes, and no test names it",
        "call `unlock_period` in a test of `tests/reads.rs` or `tests/writes.rs`",
    ]);
    // One file of several is enough, and another name is none.
    package.write("tests/reads.rs", "fn f() { unlock_period_twice() }\n");
    only(&package, "write-untested", "tools.unlock_period");
    package.write(
        "tests/reads.rs",
        "fn f() { call(r#\"{\"name\": \"unlock_period\"}\"#) }\n",
    );
    package.tools(&[]).ends(0);
}

#[test]
fn a_test_file_that_is_not_there_leaves_it_open() {
    let package = unlock(output());
    std::fs::remove_file(package.path().join("tests/writes.rs")).unwrap();
    only(&package, "unreadable-file", "contract.tests");
    package.tools(&[]).ends(2).says(&[
        "cannot read `tests/writes.rs`: entity not found; whether the writing tools are tested cannot be told",
        "--> registry.toml:",
    ]);
    std::fs::write(package.path().join("tests/writes.rs"), b"\xff").unwrap();
    package
        .tools(&[])
        .ends(2)
        .says(&["cannot read `tests/writes.rs`: it is not UTF-8"]);
}

#[test]
fn each_promise_is_waived_tool_by_tool() {
    let broken = changed(|schema| {
        not_required(schema, "message");
        schema["properties"]["staged"] = json!({"type": "string"});
        not_required(&mut schema["properties"]["period_status"], "status");
    });
    let elsewhere = json!({"type": "object", "$ref": "elsewhere.json"});
    for (schema, rules) in [
        (
            broken,
            &[
                "write-output-incomplete",
                "completion-not-boolean",
                "bound-output-incomplete",
            ][..],
        ),
        (elsewhere, &["output-not-judged"]),
        (output(), &["tool-without-scope", "write-untested"]),
    ] {
        let scopes = rules.contains(&"tool-without-scope");
        let allow: Vec<String> = rules.iter().map(|rule| format!("{rule} = \"so be it\"")).collect();
        let mut registry = registry();
        if scopes {
            registry = registry.replace("idempotent = true\nscope = \"books:write\"\n", "idempotent = true\n");
        }
        let waived = registry.replace("allow = {}", &format!("allow = {{ {} }}", allow.join(", ")));
        for (registry, expected) in [(registry, rules.len()), (waived, 0)] {
            let package = package_of(&registry, &tools(output(), schema.clone()));
            if scopes {
                package.write("tests/writes.rs", "fn f() { post_voucher() }\n");
            }
            let found = findings(&package);
            assert_eq!(found.len(), expected, "{found:?}");
        }
    }
}
