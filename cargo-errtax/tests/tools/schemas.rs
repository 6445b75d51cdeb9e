//! What is wrong with what a client is told of a tool.

use serde_json::json;

use crate::server::{TOOLS, changed, listed, only, package, with};

#[test]
fn arguments_that_nobody_knows_are_refused_by_every_object() {
    for schema in [
        json!({"type": "object"}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "properties": {"id": {"type": "string"}}}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
    ] {
        let package = changed("get_voucher", |tool| tool["inputSchema"] = schema);
        only(&package, "input-schema-open", "tools.get_voucher.inputSchema");
    }
    let package = changed("get_voucher", |tool| {
        tool["inputSchema"] = json!({"type": "object", "additionalProperties": false,
            "properties": {"lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}}},
            "$defs": {"Line": {"type": "object", "properties": {"debit": {"type": "number"}}}}});
    });
    only(
        &package,
        "input-schema-open",
        "tools.get_voucher.inputSchema.$defs.Line",
    );
    for schema in [
        json!({"type": "object", "unevaluatedProperties": false}),
        json!({"oneOf": [{"type": "object", "additionalProperties": false, "properties": {"id": {}}}]}),
        json!({"type": "object", "unevaluatedProperties": false, "anyOf": [{"properties": {"id": {}}}]}),
    ] {
        let package = changed("get_voucher", |tool| tool["inputSchema"] = schema);
        package.tools(&[]).ends(0);
    }
}

#[test]
fn a_result_that_is_no_object_is_found() {
    for schema in [
        json!({"type": "array"}),
        json!({"$ref": "#/$defs/A"}),
        json!({"type": ["object", "null"]}),
    ] {
        let package = changed("get_voucher", |tool| tool["outputSchema"] = schema);
        only(
            &package,
            "output-schema-not-object",
            "tools.get_voucher.outputSchema.type",
        );
    }
}

#[test]
fn a_description_may_have_280_characters_and_not_one_more() {
    let of = |length: usize| changed("get_voucher", |tool| tool["description"] = json!("ä".repeat(length)));
    of(280).tools(&[]).ends(0);
    only(&of(281), "description-too-long", "tools.get_voucher.description");
}

#[test]
fn blocks_that_repeat_the_schema_are_found() {
    for text in [
        "Reads it.\n\nArgs:\n  id: the id",
        "Reads it.\n\nReturns:\n  it",
        "Reads it.\n\nExamples:\n  1",
    ] {
        let package = changed("get_voucher", |tool| tool["description"] = json!(text));
        only(&package, "description-repeats-schema", "tools.get_voucher.description");
    }
    let package = changed("get_voucher", |tool| {
        tool["description"] = json!("Returns one voucher, by its id.")
    });
    package.tools(&[]).ends(0);
}

#[test]
fn a_list_may_cost_its_ceiling_and_not_one_token_more() {
    let package = package();
    let cost = package.tools(&["--format", "json"]).json()["offered"]["tokens"].to_string();
    package.tools(&["--ceiling", &cost]).ends(0);
    let less = (cost.parse::<u64>().unwrap() - 1).to_string();
    package
        .tools(&["--ceiling", &less])
        .ends(1)
        .says(&["1 more than the ceiling"]);
}

#[test]
fn a_token_is_four_characters_of_what_is_sent_and_the_ceiling_is_36000() {
    let of = |characters: usize| {
        let mut tools = json!([listed()[0]]);
        let registry = "\n[tools.get_voucher]\neffect = \"read\"\n";
        let bare = tools[0].to_string().chars().count();
        let filling = characters - bare - "\"title\":\"\",".len();
        tools[0]["title"] = json!("ö".repeat(filling));
        with(registry, &tools)
    };
    of(144_000).tools(&[]).ends(0);
    of(144_001)
        .tools(&[])
        .ends(1)
        .says(&["36,001 tokens, 1 more than the ceiling of 36,000"]);
}

#[test]
fn over_the_ceiling_it_is_said_what_to_trim_first_and_to_raise_it_last() {
    let mut tools = listed();
    tools[1]["inputSchema"]["properties"]["rates"]["description"] = json!("a".repeat(2_000));
    tools[0]["title"] = json!("b".repeat(4_000));
    let run = with(TOOLS, &tools)
        .tools(&["--ceiling", "1000", "--format", "json"])
        .ends(1);
    let document = run.json();
    let finding = &document["findings"][0];
    assert_eq!(finding["rule"], "listing-over-ceiling");
    let (message, help) = (finding["message"].as_str().unwrap(), finding["help"].as_str().unwrap());
    assert!(message.contains("most cost `get_voucher` 1,0"), "{message}");
    let parts = [
        "trim the descriptions of `post_voucher` (2,",
        "search tool",
        "--ceiling ",
    ];
    let places = parts.map(|part| help.find(part).unwrap_or_else(|| panic!("{part}: {help}")));
    assert!(places.is_sorted(), "{help}");
    assert!(!help.contains("`get_voucher` ("), "its description is short: {help}");
}

#[test]
fn a_tool_that_is_loaded_on_demand_is_not_counted() {
    let mut tools = listed();
    tools[2]["title"] = json!("c".repeat(8_000));
    with(TOOLS, &tools).tools(&["--ceiling", "1000"]).ends(1);
    let registry = format!("{TOOLS}allow = {{ listing-over-ceiling = \"deferred\" }}\n");
    with(&registry, &tools).tools(&["--ceiling", "1000"]).ends(0);
}
