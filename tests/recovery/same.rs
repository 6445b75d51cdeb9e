//! Which calls are the same call.

use errtax::recovery::{Arguments, Tool, Value};
use errtax::standard;
use proptest::prelude::*;
use serde_json::json;

/// The hash by way of a parsed value, which knows no order of members and no spelling of numbers.
fn built(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::NULL,
        serde_json::Value::Bool(value) => Value::bool(*value),
        serde_json::Value::Number(number) => Value::number(&number.to_string()),
        serde_json::Value::String(text) => Value::string(text),
        serde_json::Value::Array(items) => Value::array(items.iter().map(built)),
        serde_json::Value::Object(members) => {
            Value::object(members.iter().rev().map(|(name, value)| (name.as_str(), built(value))))
        }
    }
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        (-9_i32..9).prop_map(|value| json!(value)),
        (-99_999_i32..99_999, 1_i32..6).prop_filter_map("whole", |(digits, places)| {
            let value = f64::from(digits) / 10_f64.powi(places);
            (value.fract() != 0.0).then(|| json!(value))
        }),
        // A whole double and the integer are one value here, and two for serde_json.
        any::<f64>()
            .prop_filter("whole", |value| value.fract() != 0.0)
            .prop_map(|value| json!(value)),
        any::<String>().prop_map(|value| json!(value)),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            prop::collection::btree_map("[a-c\u{e9}]{0,2}", inner, 0..5).prop_map(|members| json!(members)),
        ]
    })
}

proptest! {
    #[test]
    fn a_text_and_the_value_that_it_means_are_the_same(value in any_json()) {
        prop_assert_eq!(Value::json(&value.to_string()), built(&value));
        prop_assert_eq!(Value::json(&serde_json::to_string_pretty(&value).unwrap()), built(&value));
    }

    #[test]
    fn values_that_differ_are_not_the_same(one in any_json(), other in any_json()) {
        prop_assert_eq!(built(&one) == built(&other), one == other);
    }

    #[test]
    fn a_number_is_the_same_within_a_text_and_alone(text in r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?([eE][+-]?[0-9]{1,2})?") {
        prop_assert_eq!(Value::json(&text), Value::number(&text));
        prop_assert_eq!(Value::json(&format!("[{text},1]")), Value::array([Value::number(&text), Value::number("1")]));
    }

    #[test]
    fn any_text_has_a_hash(text in any::<String>()) {
        let _ = Value::json(&text);
        prop_assert_eq!(Value::json(&text), Value::json(&text));
    }
}

#[test]
fn spelling_makes_no_other_value() {
    for same in [
        &["1", "1.0", "1e0", "10e-1", "0.1E+1", "1.000"][..],
        &["0", "-0", "0.0", "0e7"],
        &["-1200", "-1.2e3", "-12E2"],
        &["9007199254740993", "9007199254740993.0"],
        &[
            r#""aé😀\n""#,
            r#""\u0061\u00e9\ud83d\ude00\u000a""#,
            " \"a\u{e9}\u{1f600}\\n\" ",
        ],
        &[r#"{"a":1,"b":{"c":2,"d":3}}"#, r#"{ "b" : {"d":3.0, "c":2}, "a" : 1 }"#],
    ] {
        for text in same {
            assert_eq!(Value::json(text), Value::json(same[0]), "{text}");
        }
    }
}

#[test]
fn what_differs_is_told_apart() {
    let all = [
        "null",
        "true",
        "false",
        "0",
        "1",
        "-1",
        "10",
        "100",
        "0.1",
        "0.01",
        "101",
        "11",
        "9007199254740992",
        "9007199254740993",
        "\"1\"",
        "\"\"",
        "\" \"",
        "\"a\"",
        "\"A\"",
        "\"a \"",
        "\"e\u{301}\"",
        "\"\u{e9}\"",
        "\"\\ud800\"",
        "\"\\ud801\"",
        "\"12345678\"",
        "\"123456780\"",
        "\"1234567\\u0000\"",
        "[]",
        "[null]",
        "[[]]",
        "[1,2]",
        "[2,1]",
        "{}",
        "{\"a\":null}",
        "{\"a\":1}",
        "{\"b\":1}",
        "{\"a\":{\"b\":1}}",
        "{\"a\":1,\"b\":2}",
        "{\"a\":2,\"b\":1}",
        "01",
        "1.",
        "+1",
        "tru",
        "{\"a\":1,}",
        "[1 2]",
        "\"\\x\"",
        "1 2",
    ];
    for (place, one) in all.iter().enumerate() {
        for other in &all[..place] {
            assert_ne!(Value::json(one), Value::json(other), "{one} and {other}");
        }
    }
    let deep = |depth: usize| Value::json(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    assert_ne!(deep(100_000), deep(100_001));
}

#[test]
fn the_key_is_no_argument_and_only_a_real_one_is_a_key() {
    let tool = Tool::write("t").keyed_by("k");
    let of = |text: &str| Arguments::json(&tool, text);
    let plain = Tool::write("t");
    let same = |one: &str, other: &str| Arguments::json(&plain, one) == Arguments::json(&plain, other);
    assert!(!same(r#"{"k":"a"}"#, r#"{"k":"b"}"#));
    assert_eq!(
        of(r#"{"a":1,"k":null}"#),
        Arguments::members(&tool, [("a", Value::number("1")), ("k", Value::NULL)])
    );
    let call = |text: &str| {
        errtax::recovery::Call::new(tool.clone())
            .json(text)
            .carries_key()
            .is_some()
    };
    assert!(call(r#"{"k":"x"}"#) && call(r#"{"k":7}"#));
    assert!(errtax::recovery::Call::new(plain).keyed([7; 16]).is_none());
    assert!(!call(r#"{"k":""}"#) && !call(r#"{"k":null}"#) && !call(r#"{"a":1}"#) && !call("7"));
}

#[test]
fn facts_come_from_the_registry() {
    let spec = errtax::ToolSpec {
        name: "post",
        idempotent: true,
        dedupe_key: "k",
        undoes: "reverse",
        match_on: &["id"],
        settle_ms: 5,
        recheck: 2,
        min_time_ms: 7,
        weak_ack: true,
        not_found_means_not_landed: true,
        poll: true,
        loop_ignore: &["a"],
        state_ignore: &["b"],
        ..errtax::ToolSpec::DEFAULT
    };
    let tool = Tool::from(&spec);
    assert_eq!(
        (&*tool.name, tool.writes, tool.idempotent, &*tool.dedupe_key),
        ("post", true, true, "k")
    );
    assert_eq!(
        (&*tool.undoes, tool.match_on.iter().next(), tool.settle.as_millis()),
        ("reverse", Some("id"), 5)
    );
    assert_eq!((tool.recheck, tool.min_time.as_millis(), tool.weak_ack), (2, 7, true));
    assert!(tool.not_found_means_not_landed && tool.poll && tool.declared);
    assert!(tool.loop_ignore.iter().eq(["a"]) && tool.state_ignore.iter().eq(["b"]));
    let unknown = Tool::of(&standard::REGISTRY, "whatever");
    assert!(unknown.writes && !unknown.declared);
}
