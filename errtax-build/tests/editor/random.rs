//! Random mutations of a sound registry: the schema refuses what the reader finds in the file, and takes what it takes.

use std::fs;

use errtax_build::finding::{Finding, Stage};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::{Kind, json as toml};

/// The rules whose every finding shows in one file, as long as no date and no fraction is there.
const SEEN: &[&str] = &[
    "action-retryable",
    "amendment-incomplete",
    "amendment-wildcard",
    "bad-host",
    "bad-number",
    "bad-pointer",
    "bad-value",
    "bad-version",
    "class-action",
    "class-executed",
    "code-grammar",
    "deprecated-without-advice",
    "empty-promise",
    "empty-text",
    "in-doubt-missing",
    "line-break",
    "misplaced-table",
    "missing-key",
    "name-grammar",
    "policy-too-low",
    "reserved-name",
    "rule-not-waivable",
    "text-too-long",
    "unknown-action",
    "unknown-class",
    "unknown-edition",
    "unknown-effect",
    "unknown-executed",
    "unknown-key",
    "unknown-role",
    "unknown-rule",
    "unknown-status",
    "unknown-type",
    "upstream-matches-all",
    "waiver-without-reason",
    "wrong-type",
];

/// The rules of two texts or two tables that `[defaults]` may decide, which the schema looks at as far as they stand in one.
const BY_DEFAULTS: &[&str] = &[
    "class-action",
    "class-executed",
    "action-retryable",
    "in-doubt-missing",
    "reserved-name",
];

fn entries() -> Value {
    json!({
        "codes": {
            "LOCKED": {
                "class": "precondition", "action": "fix_state", "retryable": false, "executed": "no", "status": "frozen",
                "since": "1.0.0", "http": 409, "grpc": 9, "message": "It is locked.", "hint": "Unlock it first.", "doc": "",
                "next": { "tool": "unlock", "args": { "id": "{id}", "n": [1, true] } },
                "allow": { "suffix-family": "named before the rule" },
                "details": {
                    "id": "string", "rows": { "type": "integer[]", "optional": true, "doc": "Rows." },
                    "kind": { "type": "enum", "values": ["a", "b-c"], "closed": true, "sensitive": false },
                },
            },
            "LOST": {
                "class": "transient", "action": "retry", "retryable": true, "executed": "unknown", "in_doubt": "IN_DOUBT",
                "message": "It was lost.", "hint": "Send it again.",
                "deprecated": { "since": "1.0.0", "reason": "It says less.", "sunset": "2027-06-30", "record": "docs/1.md" },
            },
            "IN_DOUBT": {
                "class": "unknown_outcome", "action": "verify", "retryable": false, "executed": "unknown",
                "message": "Nobody knows.", "hint": "Use {verify} first.", "next": { "resource": "app://x" },
            },
        },
        "retired": { "OLD_CODE": { "since": "1.0.0", "reason": "It said less.", "record": "docs/2.md" } },
        "tools": {
            "unlock": {
                "effect": "write", "idempotent": true, "dedupe_key": "key", "verify": "get", "not_found": "not_landed",
                "undoes": "unlock", "match_on": ["id"], "poll": false, "destructive": false, "loop_ignore": ["x"], "state_ignore": ["y"],
                "settle_ms": 10, "recheck": 1, "min_time_ms": 5, "ack": "weak", "scope": "all", "bound": ["period"],
            },
            "get": { "effect": "read" },
        },
        "upstream": [
            {
                "host": "*.example.com", "status": [400, 422], "message": "no", "pointer": "/a/b", "equals": "x",
                "redact": ["/token"], "code": "IN_DOUBT", "hint": "Look first.",
            },
            { "host": "example.com", "code": "LOST" },
        ],
    })
}

fn registry() -> Value {
    let mut registry = json!({
        "registry": {
            "name": "t", "version": "2.0.0", "edition": "2026", "extends": ["errtax@1.0"],
            "docs": "https://example.com/{code}",
        },
        "roles": { "panic": "PANIC", "unknown": "UNKNOWN_ERROR" },
        "defaults": { "http": 500, "grpc": 2, "status": "draft", "since": "1.0.0" },
        "artifacts": { "schema": "schema.json", "docs": "docs/errors.md" },
        "policy": { "records": "docs", "levels": { "hint-reworded": "error", "suffix-family": "note" } },
        "contract": {
            "write_output": ["done", "actor"], "completion": "done", "scopes": ["all"], "tests": ["tests/a.rs"],
            "bound": { "period": { "argument": "id", "field": "period_status", "members": ["status"] } },
        },
        "amendments": [{
            "code": "LOCKED", "field": "action", "from": "stop", "to": "fix_state", "reason": "It was wrong.", "issue": "#1",
            "version": "2.0.0", "record": "docs/1.md",
        }],
    });
    let Value::Object(more) = entries() else { unreachable!() };
    registry.as_object_mut().unwrap().extend(more);
    registry
}

/// What to do to one place of a file.
#[derive(Clone, Debug)]
enum Mutation {
    Remove,
    Replace(Value),
    Rename(String),
    Add(String, Value),
}

fn values() -> impl Strategy<Value = Value> {
    let texts = vec![
        "",
        " ",
        "no",
        "unknown",
        "transient",
        "stop",
        "retry",
        "verify",
        "precondition",
        "fix_state",
        "frozen",
        "string",
        "enum",
        "1.0.0",
        "1.0",
        "01.0.0",
        "LOST",
        "lost",
        "GET_",
        "get",
        "weak",
        "not_landed",
        "read",
        "*",
        "all",
        "TODO",
        "…",
        "/a",
        "a/b",
        "/~2",
        "~",
        "*.com",
        "a b",
        "two\nlines",
        "docs/../../x",
        "../x",
        "/x",
        "C:/x",
        "a\\b",
        "./",
        "errtax@1.0",
        "errtax@9",
        "x.toml",
        "{code}",
        "{code}{code}",
        "note",
        "error",
        "2026",
        "2027-06-31",
        "2027-02-28",
        "ä",
        "#1",
        "x-y",
        "A.b:c",
    ];
    let long = "long ".repeat(101);
    let others = vec![
        json!(0),
        json!(-1),
        json!(100),
        json!(404),
        json!(600),
        json!(86_400_001),
        json!(true),
        json!(false),
        json!([]),
        json!([""]),
        json!(["a", "a"]),
        json!([1]),
        json!([700]),
        json!({}),
        json!({ "x": 1 }),
        json!({ "type": "string" }),
        json!({ "type": "enum" }),
        json!({ "type": "enum", "values": [] }),
        json!({ "type": "date", "closed": true }),
        json!({ "tool": "get", "resource": "app://x" }),
        json!([{}]),
        json!(long),
        json!({ "since": "1.0.0" }),
        json!({ "effect": "read" }),
        json!({ "since": "1.0.0", "reason": "gone" }),
    ];
    prop_oneof![
        select(texts).prop_map(Value::from),
        select(others),
        "[a-zA-Z*~/.{}_ -]{0,6}".prop_map(Value::from),
    ]
}

fn keys() -> impl Strategy<Value = String> {
    let known: Vec<String> = errtax_build::keys::SECTIONS
        .iter()
        .flat_map(|section| section.keys.iter().map(|key| key.name.to_owned()))
        .collect();
    let others = vec![
        "codes",
        "retired",
        "tools",
        "roles",
        "panic",
        "panik",
        "self",
        "truncated",
        "verify",
        "clas",
        "A",
        "a",
        "A__B",
        "_A",
        "a b",
        "x.y/z",
        "suffix-family",
        "unknown-key",
        "no-such-rule",
        "hint-reworded",
        "lock-missing",
        "",
    ];
    prop_oneof![select(known), select(others).prop_map(str::to_owned), "[A-Za-z_-]{1,5}"]
}

fn mutations() -> impl Strategy<Value = Vec<(Index, Mutation)>> {
    let mutation = prop_oneof![
        Just(Mutation::Remove),
        values().prop_map(Mutation::Replace),
        keys().prop_map(Mutation::Rename),
        (keys(), values()).prop_map(|(key, value)| Mutation::Add(key, value)),
    ];
    prop::collection::vec((any::<Index>(), mutation), 1..4)
}

/// Every place of a file below its root.
fn places(value: &Value, at: &str, places: &mut Vec<String>) {
    let mut below = |key: &str, value: &Value| {
        let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        places.push(at.clone());
        self::places(value, &at, places);
    };
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| below(key, value)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, value)| below(&at.to_string(), value)),
        _ => {}
    }
}

fn mutate(file: &mut Value, index: &Index, mutation: &Mutation) {
    let mut all = Vec::new();
    places(file, "", &mut all);
    if all.is_empty() {
        return;
    }
    let place = index.get(&all);
    let (outer, key) = place.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/").replace("~0", "~");
    match mutation {
        Mutation::Replace(value) => *file.pointer_mut(place).unwrap() = value.clone(),
        Mutation::Add(name, value) => {
            if let Some(Value::Object(table)) = file.pointer_mut(place) {
                table.insert(name.clone(), value.clone());
            }
        }
        Mutation::Remove | Mutation::Rename(_) => match file.pointer_mut(outer).unwrap() {
            Value::Object(table) => {
                let value = table.remove(&key).unwrap();
                if let Mutation::Rename(name) = mutation {
                    table.insert(name.clone(), value);
                }
            }
            Value::Array(items) => drop(items.remove(key.parse().unwrap())),
            _ => unreachable!(),
        },
    }
}

/// What the reader finds that fails, before anything is compared with a lock: in this file, and in all as it is shown.
fn findings(files: &[(&str, String)], of: &str) -> (Vec<Finding>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let analysis = errtax_build::analyse(folder.path(), "registry.toml");
    let itself = [Stage::Read, Stage::Structure];
    let mut failing = analysis.findings;
    failing.retain(|finding| finding.level.fails() && itself.contains(&finding.rule.stage));
    let shown = failing
        .iter()
        .map(|finding| errtax_build::render::plain(finding, &analysis.sources))
        .collect();
    failing.retain(|finding| analysis.sources.file(finding.place.file).path == of);
    (failing, shown)
}

fn agree(kind: Kind, file: &Value, files: &[(&str, String)], of: &str) {
    let (found, all) = findings(files, of);
    let refused = kind.refuses(file);
    if all.is_empty() {
        assert!(refused.is_empty(), "{refused:#?}\n{file:#}");
    }
    let defaults = file.get("defaults").is_some() || kind == Kind::Included;
    let facts = ["class", "action", "retryable", "executed"];
    let is_seen = |finding: &&Finding| {
        let rule = finding.rule.id;
        // What `[defaults]` of another file says, nobody sees here.
        let elsewhere = kind == Kind::Included
            && rule == "missing-key"
            && finding.field.as_deref().is_some_and(|field| facts.contains(&field));
        SEEN.contains(&rule) && !(defaults && BY_DEFAULTS.contains(&rule)) && !elsewhere
    };
    let seen: Vec<String> = found
        .iter()
        .filter(is_seen)
        .map(|finding| format!("{}: {}", finding.rule.id, finding.message))
        .collect();
    assert!(seen.is_empty() || !refused.is_empty(), "{seen:#?}\n{file:#}");
}

/// A registry that only includes the other file.
fn including(file: &Value) -> [(&'static str, String); 2] {
    let head = json!({ "registry": {
        "name": "t", "version": "2.0.0", "edition": "2026", "extends": ["errtax@1.0"], "include": ["more.toml"],
    }, "contract": registry()["contract"] });
    [
        ("registry.toml", toml::to_toml(&head)),
        ("more.toml", toml::to_toml(file)),
    ]
}

#[test]
fn what_is_mutated_is_sound_before() {
    for files in [
        &[("registry.toml", toml::to_toml(&registry()))][..],
        &including(&entries()),
    ] {
        let (_, all) = findings(files, "registry.toml");
        assert!(all.is_empty(), "{}", all.join("\n\n"));
    }
    assert_eq!(Kind::Registry.refuses(&registry()), [""; 0]);
    assert_eq!(Kind::Included.refuses(&entries()), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_registry_is_judged_alike(mutations in mutations()) {
        let mut file = registry();
        for (index, mutation) in &mutations {
            mutate(&mut file, index, mutation);
        }
        agree(Kind::Registry, &file, &[("registry.toml", toml::to_toml(&file))], "registry.toml");
    }

    #[test]
    fn a_mutated_included_file_is_judged_alike(mutations in mutations()) {
        let mut file = entries();
        for (index, mutation) in &mutations {
            mutate(&mut file, index, mutation);
        }
        agree(Kind::Included, &file, &including(&file), "more.toml");
    }
}
