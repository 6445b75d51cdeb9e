//! The parts of the dispatch point that judge arguments and schemas, against real validators and real serde.

use proptest::prelude::*;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};

use super::arguments::{Fault, Problem};
use super::output;
use super::shape::Shape;

fn object(value: Value) -> JsonObject {
    value.as_object().unwrap().clone()
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_owned)
}

fn scalar() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-3),
        json!(7),
        json!(1.0),
        json!(2.5),
        json!("x"),
        json!("y"),
        json!(""),
        json!([]),
        json!({}),
    ])
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(name(), inner, 0..3).prop_map(|map| json!(map)),
        ]
    })
}

/// Schemas of the keywords that are understood, and references into two definitions, one of which refers to itself.
fn schema() -> impl Strategy<Value = Value> {
    let types = || {
        prop::sample::select(vec![
            "null", "boolean", "integer", "number", "string", "array", "object",
        ])
    };
    let leaf = prop_oneof![
        types().prop_map(|kind| json!({ "type": kind })),
        (types(), types())
            .prop_filter("two", |(a, b)| a != b)
            .prop_map(|(a, b)| json!({ "type": [a, b] })),
        prop::collection::vec(scalar(), 1..3).prop_map(|values| json!({ "enum": values })),
        scalar().prop_map(|only| json!({ "const": only })),
        (-2i64..3, 0i64..5).prop_map(|(minimum, more)| json!({ "minimum": minimum, "maximum": minimum + more })),
        prop::sample::select(vec!["#/$defs/list", "#/$defs/leaf"]).prop_map(|to| json!({ "$ref": to })),
        Just(json!(true)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let properties = prop::collection::btree_map(name(), inner.clone(), 0..3);
        let required = prop::collection::btree_set(name(), 0..3);
        let others = prop_oneof![Just(json!(true)), Just(json!(false)), inner.clone()];
        prop_oneof![
            (properties, required, others).prop_map(|(properties, required, others)| json!({
                "type": "object", "properties": properties, "required": required, "additionalProperties": others
            })),
            inner
                .clone()
                .prop_map(|items| json!({ "type": "array", "items": items })),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|parts| json!({ "allOf": parts })),
            prop::collection::vec(inner, 1..3).prop_map(|parts| json!({ "anyOf": parts })),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn arguments_have_a_fault_exactly_where_a_validator_finds_one(schema in schema(), value in value()) {
        let document = json!({
            "type": "object",
            "properties": { "it": schema },
            "required": ["it"],
            "$defs": {
                "list": { "type": "object", "properties": { "a": { "$ref": "#/$defs/list" } }, "additionalProperties": false },
                "leaf": { "type": "string" },
            },
        });
        let validator = jsonschema::validator_for(&document).unwrap();
        for arguments in [json!({ "it": value }), json!({}), json!({ "it": value, "more": 1 })] {
            let faults = Shape::of(&object(document.clone())).check(arguments.as_object());
            prop_assert_eq!(
                faults.is_empty(),
                validator.is_valid(&arguments),
                "{:?} in {} under {}", faults, arguments, document
            );
            for fault in faults {
                prop_assert!(fault.argument.starts_with("it"), "{:?}", fault);
            }
        }
    }

    #[test]
    fn no_schema_and_no_arguments_are_too_much(schema in value(), arguments in value()) {
        let schema = object(json!({ "properties": schema, "$ref": "#", "anyOf": [schema, { "$ref": "#/anyOf/1" }] }));
        let _ = Shape::of(&schema).check(arguments.as_object());
        let _ = output::admits(&schema);
    }

    #[test]
    fn whatever_admits_the_wire_object_is_said_to_admit_it_only_if_it_does(schema in schema()) {
        let document = json!({ "$defs": { "list": { "type": "object" }, "leaf": { "type": "string" } }, "anyOf": [schema] });
        if output::admits(&object(document.clone())) {
            let wire = errtax_core::wire::Envelope::bare(crate::standard::REGISTRY.roles.unknown).encode(&Default::default());
            let wire: Value = serde_json::from_str(&wire).unwrap();
            prop_assert!(jsonschema::validator_for(&document).unwrap().is_valid(&wire), "{}", document);
        }
    }

    #[test]
    fn any_words_are_read_without_a_guess(text in ".{0,80}") {
        let fault = Fault::of_serde(&text);
        prop_assert!(fault.problem == Problem::Other || text.contains('`') || text.contains("expected"));
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Typed {
    number: u8,
    kind: Kind,
    list: Vec<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    One,
    TwoWords,
}

#[test]
fn each_form_in_which_serde_refuses_is_understood() {
    let told = |value: Value| Fault::of_serde(&serde_json::from_value::<Typed>(value).unwrap_err().to_string());
    let fault = |problem, argument: &str, expected: &str, received: &str, allowed: &[&str]| Fault {
        argument: argument.to_owned(),
        problem,
        expected: expected.to_owned(),
        received: received.to_owned(),
        allowed: allowed.iter().map(|name| (*name).to_owned()).collect(),
    };
    assert_eq!(told(json!({})), fault(Problem::Missing, "number", "", "", &[]));
    assert_eq!(
        told(json!({ "numbr": 1 })),
        fault(
            Problem::Unknown(Some("number".to_owned())),
            "numbr",
            "",
            "",
            &["number", "kind", "list"]
        )
    );
    assert_eq!(
        told(json!({ "number": "x, expected y" })),
        fault(Problem::Type, "", "u8", "string \"x, expected y\"", &[])
    );
    assert_eq!(
        told(json!({ "number": 300 })),
        fault(Problem::Value, "", "u8", "integer `300`", &[])
    );
    assert_eq!(
        told(json!({ "number": 1, "kind": "two" })),
        fault(Problem::Choice, "", "", "two", &["one", "two_words"])
    );
    assert_eq!(
        Fault::of_serde(
            &serde_json::from_str::<Typed>("{\"number\":1,\"number\":2}")
                .unwrap_err()
                .to_string()
        ),
        fault(Problem::Twice, "number", "", "", &[])
    );
    // The words of somebody's own type are not passed on.
    let own = <serde_json::Error as serde::de::Error>::custom("the tenant db-7 is asleep");
    assert_eq!(
        Fault::of_serde(&own.to_string()),
        fault(Problem::Other, "", "", "", &[])
    );
}

#[test]
fn a_union_admits_what_the_schema_admitted_and_the_wire_object() {
    for schema in [
        json!({ "type": "object", "properties": { "id": { "$ref": "#/$defs/id" } }, "required": ["id"],
            "additionalProperties": false, "$defs": { "id": { "type": "integer" } } }),
        json!({ "oneOf": [{ "type": "object", "required": ["a"] }, { "type": "object", "required": ["b"] }] }),
    ] {
        assert!(!output::admits(&object(schema.clone())), "{schema}");
        let union = output::with_error(&object(schema));
        assert!(output::admits(&union), "{union:?}");
        assert_eq!(union["type"], "object");
    }
    for open in [
        json!({}),
        json!({ "type": "object" }),
        json!({ "type": ["object", "null"], "description": "Any." }),
    ] {
        assert!(output::admits(&object(open.clone())), "{open}");
    }
}
