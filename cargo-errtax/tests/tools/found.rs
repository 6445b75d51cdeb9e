//! What is wrong between a server and its registry.

use serde_json::json;

use crate::server::{TOOLS, changed, findings, listed, only, package, with};

#[test]
fn a_server_that_keeps_its_contract_is_clean() {
    let run = package().tools(&[]).ends(0);
    assert!(
        run.stdout.starts_with("checked 3 tools of the server ("),
        "{}",
        run.text()
    );
    assert!(
        run.stdout.trim_end().ends_with("against `bank`: clean"),
        "{}",
        run.text()
    );
}

#[test]
fn tools_that_one_side_lacks_are_found_and_a_near_name_is_offered() {
    let package = changed("get_voucher", |tool| tool["name"] = json!("get_vouchers"));
    let run = package.tools(&[]).ends(1);
    run.says(&[
        "error[tool-undeclared]: the server offers `get_vouchers`",
        "error[tool-not-served]: the registry declares `get_voucher`",
        "did you mean `[tools.get_vouchers]`?",
        "error[names-absent-tool]: the hint of PERIOD_LOCKED leads to `get_voucher`",
        "did you mean `get_vouchers`?",
    ]);
}

#[test]
fn a_next_call_to_a_tool_that_is_not_there_is_found_once_with_the_hint() {
    let mut tools = listed();
    tools
        .as_array_mut()
        .unwrap()
        .retain(|tool| tool["name"] != "unlock_period");
    let package = with(TOOLS, &tools);
    let mut found = findings(&package);
    found.sort();
    assert_eq!(
        found,
        [
            ("names-absent-tool".to_owned(), "next".to_owned()),
            ("tool-not-served".to_owned(), "tools.unlock_period".to_owned()),
        ]
    );
    package
        .tools(&[])
        .says(&["the next call of PERIOD_LOCKED, like 1 more, leads to `unlock_period`"]);
}

#[test]
fn whoever_says_why_a_tool_is_not_there_is_not_told_of_what_leads_to_it() {
    let mut tools = listed();
    tools
        .as_array_mut()
        .unwrap()
        .retain(|tool| tool["name"] != "unlock_period");
    let registry = format!("{TOOLS}allow = {{ tool-not-served = \"only with --admin\" }}\n");
    with(&registry, &tools).tools(&[]).ends(0);
}

#[test]
fn a_tool_that_is_listed_twice_is_found() {
    let mut tools = listed();
    let again = tools[0].clone();
    tools.as_array_mut().unwrap().push(again);
    only(&with(TOOLS, &tools), "tool-listed-twice", "tools.get_voucher.name");
}

#[test]
fn annotations_that_say_otherwise_are_found_and_absent_ones_are_not() {
    for (tool, annotations, field) in [
        ("get_voucher", json!({"readOnlyHint": false}), "effect"),
        ("post_voucher", json!({"readOnlyHint": true}), "effect"),
        ("post_voucher", json!({"destructiveHint": false}), "effect"),
        ("post_voucher", json!({"idempotentHint": true}), "idempotent"),
        ("unlock_period", json!({"idempotentHint": false}), "idempotent"),
    ] {
        let package = changed(tool, |tool| tool["annotations"] = annotations);
        only(&package, "annotation-contradicts", &format!("tools.{tool}.{field}"));
    }
    for tool in ["get_voucher", "post_voucher", "unlock_period"] {
        let package = changed(tool, |tool| drop(tool.as_object_mut().unwrap().remove("annotations")));
        package.tools(&[]).ends(0);
    }
}

#[test]
fn a_name_that_is_no_key_of_toml_is_quoted_where_it_is_to_be_typed() {
    let mut tools = listed();
    let mut admin = tools[0].clone();
    admin["name"] = json!("admin.list");
    tools.as_array_mut().unwrap().push(admin);
    with(TOOLS, &tools)
        .tools(&[])
        .ends(1)
        .says(&["add `[tools.\"admin.list\"]` with `effect = \"read\"`"]);
}

#[test]
fn a_write_that_only_adds_is_not_called_destructive() {
    let registry = TOOLS.replace("[tools.post_voucher]\n", "[tools.post_voucher]\ndestructive = false\n");
    let mut tools = listed();
    let post = tools
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|tool| tool["name"] == "post_voucher")
        .unwrap();
    post["annotations"] = json!({"destructiveHint": true});
    only(
        &with(&registry, &tools),
        "annotation-contradicts",
        "tools.post_voucher.destructive",
    );
    let post = tools
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|tool| tool["name"] == "post_voucher")
        .unwrap();
    post["annotations"] = json!({"destructiveHint": false});
    with(&registry, &tools).tools(&[]).ends(0);
}

#[test]
fn a_write_that_needs_its_key_may_be_called_idempotent() {
    let package = changed("post_voucher", |tool| {
        tool["annotations"] = json!({"idempotentHint": true});
        tool["inputSchema"]["required"] = json!(["idempotency_key"]);
    });
    package.tools(&[]).ends(0);
}

#[test]
fn a_write_that_can_be_neither_repeated_nor_looked_up_is_found() {
    let bare = TOOLS.replace("dedupe_key = \"idempotency_key\"\nverify     = \"get_voucher\"\n", "");
    let package = with(&bare, &listed());
    only(&package, "write-without-recourse", "tools.post_voucher");
    package
        .tools(&[])
        .ends(1)
        .says(&["if the server dedupes by it, write `dedupe_key = \"idempotency_key\"`"]);
    // Either of both will do.
    for kept in ["dedupe_key = \"idempotency_key\"\n", "verify = \"get_voucher\"\n"] {
        let half = TOOLS.replace("dedupe_key = \"idempotency_key\"\nverify     = \"get_voucher\"\n", kept);
        with(&half, &listed()).tools(&[]).ends(0);
    }
}

#[test]
fn a_key_that_is_new_for_each_request_is_found_where_it_is_described() {
    let description = "/properties/idempotency_key/description";
    let package = changed("post_voucher", |tool| {
        *tool["inputSchema"].pointer_mut(description).unwrap() = json!("Unique for every request.");
    });
    let field = "tools.post_voucher.inputSchema.properties.idempotency_key.description";
    only(&package, "dedupe-key-per-call", field);
    let package = changed("post_voucher", |tool| {
        *tool["inputSchema"].pointer_mut(description).unwrap() = json!("The key.");
        tool["description"] = json!("Posts a voucher. Set idempotency_key to a new UUID for each call.");
    });
    only(&package, "dedupe-key-per-call", "tools.post_voucher.description");
}

#[test]
fn arguments_that_the_tool_does_not_take_are_found() {
    for (old, new, field) in [
        (
            "dedupe_key = \"idempotency_key\"",
            "dedupe_key = \"idempotencyKey\"",
            "tools.post_voucher.dedupe_key",
        ),
        (
            "idempotent = true",
            "idempotent = true\nloop_ignore = [\"trace\"]",
            "tools.unlock_period.loop_ignore",
        ),
        ("args = { period_id =", "args = { period =", "next.args.period"),
    ] {
        assert!(TOOLS.contains(old), "{old}");
        only(&with(&TOOLS.replace(old, new), &listed()), "unknown-argument", field);
    }
}

#[test]
fn a_rule_is_waived_tool_by_tool_and_only_with_a_reason() {
    let broken = |registry: &str| {
        let mut tools = listed();
        for tool in tools.as_array_mut().unwrap() {
            tool["inputSchema"]["additionalProperties"] = json!(true);
        }
        with(registry, &tools)
    };
    let waived = format!("{TOOLS}allow = {{ input-schema-open = \"passes everything on\" }}\n");
    let fields: Vec<String> = findings(&broken(&waived)).into_iter().map(|(_, field)| field).collect();
    assert_eq!(
        fields,
        ["tools.get_voucher.inputSchema", "tools.post_voucher.inputSchema"]
    );

    let without = format!("{TOOLS}allow = {{ input-schema-open = \"\" }}\n");
    let package = with(TOOLS, &listed());
    package.write("registry.toml", &format!("{}{without}", crate::common::REGISTRY));
    package.tools(&[]).ends(1).says(&["error[waiver-without-reason]"]);
    let style = format!("{TOOLS}allow = {{ suffix-family = \"it is so\" }}\n");
    package.write("registry.toml", &format!("{}{style}", crate::common::REGISTRY));
    package
        .tools(&[])
        .ends(1)
        .says(&["error[rule-not-waivable]", "not a rule about tools"]);
}
