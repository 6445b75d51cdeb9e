//! What an editor shows.

use std::collections::BTreeSet;

use errtax_build::generate::editor;
use errtax_build::keys::SECTIONS;
use errtax_core::Class;
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(&editor::registry()).unwrap()
}

fn code(schema: &Value) -> &Value {
    let codes = &schema["properties"]["codes"]["patternProperties"];
    codes.as_object().unwrap().values().next().unwrap()
}

#[test]
fn every_key_is_explained_where_it_is_typed() {
    let mut explained = BTreeSet::new();
    visit(&schema(), &mut |properties| {
        for (key, value) in properties {
            if let Some(text) = value["description"].as_str() {
                assert!(text.ends_with(['.', '?']), "{key}: {text}");
                explained.insert(key.clone());
            }
        }
    });
    let keys: BTreeSet<String> = SECTIONS
        .iter()
        .flat_map(|section| section.keys.iter().map(|key| key.name.to_owned()))
        .collect();
    assert!(explained.is_superset(&keys), "{:?}", keys.difference(&explained));
}

fn visit(schema: &Value, look: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    if let Some(properties) = schema["properties"].as_object() {
        look(properties);
    }
    match schema {
        Value::Object(members) => members.values().for_each(|value| visit(value, look)),
        Value::Array(items) => items.iter().for_each(|value| visit(value, look)),
        _ => {}
    }
}

#[test]
fn every_word_is_explained_with_what_goes_with_it() {
    let schema = schema();
    let class = &code(&schema)["properties"]["class"];
    let words: Vec<&str> = class["enum"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(Value::as_str)
        .collect();
    assert_eq!(words, Class::ALL.iter().map(|class| class.as_str()).collect::<Vec<_>>());
    let texts = class["x-taplo"]["docs"]["enumValues"].as_array().unwrap();
    let at = words.iter().position(|word| *word == "precondition").unwrap();
    assert_eq!(
        texts[at],
        "The system is not in the state this call needs. Action: `fix_state` or `ask_user`; executed: `no`."
    );
}

/// Language servers for TOML lose the texts of a table that has `allOf`, and know no patterns that look ahead for names.
#[test]
fn texts_are_found_where_language_servers_look_for_them() {
    let schema = schema();
    for table in [
        &schema,
        code(&schema),
        &schema["properties"]["tools"]["patternProperties"]["^[A-Za-z0-9_./-]{1,128}$"],
    ] {
        assert!(table["properties"].is_object() && table["allOf"].is_null(), "{table:#}");
    }
    visit_patterns(&schema, &mut |pattern| assert!(!pattern.contains("(?"), "{pattern}"));
}

fn visit_patterns(schema: &Value, look: &mut impl FnMut(&str)) {
    if let Some(patterns) = schema["patternProperties"].as_object() {
        patterns.keys().for_each(|pattern| look(pattern));
    }
    match schema {
        Value::Object(members) => members.values().for_each(|value| visit_patterns(value, look)),
        Value::Array(items) => items.iter().for_each(|value| visit_patterns(value, look)),
        _ => {}
    }
}

#[test]
fn the_schema_is_the_same_each_time_and_names_no_version() {
    assert_eq!(editor::registry(), editor::registry());
    for text in [editor::registry(), editor::included()] {
        assert!(
            !text.contains(env!("CARGO_PKG_VERSION")),
            "an update alone is no change"
        );
    }
}
