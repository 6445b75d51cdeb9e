//! What a server lists is foreign text: whatever it is, it is judged or refused, the same way each time, and every finding has
//! a place that can be shown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use errtax_build::render;
use errtax_build::tools::{self, Again, CEILING, Listing};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const REGISTRY: &str = "[registry]
name = \"demo\"
version = \"1.0.0\"
edition = \"2026\"
extends = [\"errtax@1.0\"]

[codes.PERIOD_LOCKED]
class = \"precondition\"
action = \"fix_state\"
retryable = false
executed = \"no\"
message = \"The period is locked.\"
hint = \"Call unlock_period first.\"
next = { tool = \"unlock_period\", args = { id = \"1\" } }

[tools.get]
effect = \"read\"

[tools.post]
effect = \"write\"
dedupe_key = \"key\"
match_on = [\"id\"]
undoes = \"unlock_period\"

[tools.unlock_period]
effect = \"write\"
allow = { listing-over-ceiling = \"deferred\" }
bound = [\"thing\"]

[contract]
write_output = [\"key\", \"a/b~c\"]
completion = \"key\"
scopes = [\"all\"]
tests = [\"tests/absent.rs\"]

[contract.bound.thing]
argument = \"id\"
field = \"type\"
members = [\"id\", \"key\"]
";

/// Words that mean something to one rule or another.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "type",
    "properties",
    "additionalProperties",
    "unevaluatedProperties",
    "$ref",
    "$defs",
    "oneOf",
    "anyOf",
    "allOf",
    "items",
    "required",
    "readOnlyHint",
    "idempotentHint",
    "key",
    "id",
    "a/b~c",
    "",
    "\u{e9}",
];
const TEXTS: &[&str] = &[
    "get",
    "post",
    "unlock_period",
    "unlock_perod",
    "object",
    "array",
    "#",
    "#/inputSchema",
    "#/$defs/key",
    "Args:\n x",
    "",
    "Unique for every request.",
    "\u{202e}\u{0}\n",
    "\u{1f600}",
    "key is new for each call. key",
];

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        proptest::sample::select(TEXTS).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let key = proptest::sample::select(KEYS).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..6).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn tool() -> impl Strategy<Value = Value> {
    let name = prop_oneof![proptest::sample::select(TEXTS).prop_map(str::to_owned), ".{0,8}"];
    (name, json_value(), json_value(), json_value()).prop_map(|(name, input, output, more)| {
        let mut tool = Map::new();
        tool.extend(more.as_object().cloned().unwrap_or_default());
        tool.insert("inputSchema".to_owned(), input);
        tool.insert("outputSchema".to_owned(), output);
        tool.insert("name".to_owned(), Value::from(name));
        Value::Object(tool)
    })
}

fn listing() -> impl Strategy<Value = Value> {
    prop::collection::vec(tool(), 0..5).prop_map(|tools| json!({ "tools": tools }))
}

proptest! {
    #[test]
    fn whatever_is_listed_is_judged_the_same_way_and_at_a_place(
        first in listing(), second in listing(), ceiling in prop_oneof![Just(0), Just(50), Just(CEILING)],
    ) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("registry.toml"), REGISTRY).unwrap();
        let read = |value: &Value| Listing::from_pages([value.to_string().as_str()]).unwrap();
        let (first, second) = (read(&first), read(&second));
        let judge = || {
            let mut analysis = errtax_build::analyse(folder.path(), "registry.toml");
            let registry = analysis.registry.clone().unwrap();
            let again = [Again { when: "between two calls", listing: &second }];
            let found = tools::judge(folder.path(), &registry, &mut analysis.sources, &first, &again, ceiling);
            for finding in &found {
                let places = finding.related.iter().map(|(place, _)| place).chain([&finding.place]);
                for place in places {
                    let text = &analysis.sources.file(place.file).text;
                    assert!(text.get(place.start..place.end).is_some(), "{finding:?}");
                }
                let shown = [&finding.message, &finding.help, &finding.label];
                assert!(shown.iter().all(|text| !text.contains(char::is_control)), "{finding:?}");
                assert!(!finding.help.is_empty(), "{finding:?}");
            }
            let shown: Vec<String> = found.iter().map(|finding| render::plain(finding, &analysis.sources)).collect();
            shown
        };
        prop_assert_eq!(judge(), judge());
    }

    #[test]
    fn what_is_written_down_is_what_was_listed(listing in listing()) {
        let read = Listing::from_pages([listing.to_string().as_str()]).unwrap();
        let written: Value = serde_json::from_str(&tools::written(&read)).unwrap();
        prop_assert_eq!(written, listing);
    }

    #[test]
    fn what_is_no_list_is_refused_and_never_taken_for_an_empty_one(text in ".{0,40}") {
        if let Ok(listing) = Listing::from_pages([text.as_str()]) {
            prop_assert!(text.trim_start().starts_with(['[', '{']), "{}: {:?}", text, listing);
        }
    }
}

#[test]
fn a_test_of_a_server_is_told_what_is_wrong_and_passes_where_nothing_is() {
    let folder = tempfile::tempdir().unwrap();
    let registry = REGISTRY.split("[codes.").next().unwrap();
    let check = |registry: &str, listings: &[&str]| {
        std::fs::write(folder.path().join("registry.toml"), registry).unwrap();
        tools::check(folder.path(), "registry.toml", listings)
    };
    let with = format!("{registry}[tools.get]\neffect = \"read\"\n");
    let get = r#"[{"name":"get","inputSchema":{"type":"object","additionalProperties":false}}]"#;
    let other = r#"[{"inputSchema":{"type":"object","additionalProperties":false},"name":"get"}]"#;
    assert_eq!(check(&with, &[get, get]), Ok(()));
    for (registry, listings, said) in [
        (
            with.as_str(),
            vec![get, other],
            "`get` is listed otherwise between two readings",
        ),
        (registry, vec![get], "[tool-undeclared]"),
        (&format!("{with}colour = 1\n"), vec![get], "[unknown-key]"),
        (&with, vec![], "no listing was given"),
        (&with, vec!["[]"], "the list has no tools"),
        (&with, vec!["{}"], "has no `tools`"),
        ("", vec![get], "[missing-key]"),
    ] {
        let wrong = check(registry, &listings).unwrap_err();
        assert!(wrong.contains(said), "{said}: {wrong}");
    }
}
