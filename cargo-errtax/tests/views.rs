//! `cargo errtax list` and `cargo errtax explain`: what a registry says, told.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Package, REGISTRY};

/// The bank, with a code on its way out, one that is gone, a twin, every type of detail, and the standard codes.
fn package() -> Package {
    let registry = REGISTRY.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\nextends = [\"errtax@1.0\"]\ndocs = \"https://bank.example/{code}\"\n",
    );
    let package = Package::new(&format!("{registry}{MORE}"));
    package.run(&["freeze"]).ends(0);
    package
}

const MORE: &str = "
[codes.OLD_LIMIT]
class = \"precondition\"
action = \"ask_user\"
retryable = false
executed = \"no\"
status = \"frozen\"
since = \"1.0.0\"
deprecated = { since = \"1.1.0\", replaced_by = \"ACCOUNT_CLOSED\", reason = \"It says too little.\", sunset = \"2027-06-30\" }
message = \"A limit is reached.\"
hint = \"Ask the user.\"

[codes.BANK_LOST]
class = \"transient\"
action = \"retry\"
retryable = true
executed = \"unknown\"
in_doubt = \"OUTCOME_UNKNOWN\"
message = \"The bank did not answer.\"
hint = \"Send the same call again, at most twice.\"

[codes.EVERYTHING]
class = \"bad_input\"
action = \"fix_input\"
retryable = false
executed = \"no\"
message = \"{text} of {type} on {day}.\"
hint = \"Correct {text}, then call again.\"
next = { tool = \"get\", args = { id = \"{number}\", why = \"no {text}\" } }
allow = { suffix-family = \"It has no family.\" }

[codes.EVERYTHING.details]
text = \"string\"
number = \"integer\"
ratio = { type = \"number\", optional = true }
yes = \"boolean\"
day = \"date\"
instant = \"datetime\"
wait = \"duration_ms\"
page = \"uri\"
any = \"object\"
names = \"string[]\"
numbers = \"integer[]\"
type = { type = \"enum\", values = [\"in-review\", \"done\"], closed = true, doc = \"Where it stands.\" }
secret = { type = \"string\", optional = true, sensitive = true, doc = \"For the log.\" }

[retired.BRANCH_LOST_OLD]
since = \"1.1.0\"
reason = \"Nobody could act on it.\"

[tools.get]
effect = \"read\"

[tools.put]
effect = \"write\"
verify = \"get\"
";

#[test]
fn the_codes_of_the_registry_are_listed_and_those_it_extends_on_demand() {
    let package = package();
    let own = package.run(&["list"]).ends(0);
    let lines: Vec<&str> = own.stdout.lines().collect();
    assert_eq!(lines.len(), 8, "{}", own.stdout);
    let words: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| {
            line.split("  ")
                .filter(|word| !word.is_empty())
                .map(str::trim)
                .collect()
        })
        .collect();
    assert_eq!(words[0], ["code", "class", "action", "retryable", "executed", "status"]);
    assert_eq!(
        words[1],
        ["ACCOUNT_CLOSED", "precondition", "ask_user", "no", "no", "frozen"]
    );
    assert_eq!(words[3], ["BANK_LOST", "transient", "retry", "yes", "unknown", "draft"]);
    assert_eq!(
        words[6],
        [
            "OLD_LIMIT",
            "precondition",
            "ask_user",
            "no",
            "no",
            "frozen, deprecated"
        ]
    );
    // A word begins in the same column in every line.
    let column = lines[0].find("class").unwrap();
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.as_bytes()[column - 1] == b' ' && line.as_bytes()[column] != b' ')
    );
    assert!(own.stderr.starts_with("listed 7 codes of `bank`; "), "{}", own.stderr);
    let all = package.run(&["list", "--all"]).ends(0);
    assert!(
        all.stdout.lines().count() > 30 && all.stdout.contains("\nOUTCOME_UNKNOWN "),
        "{}",
        all.stdout
    );
}

#[test]
fn filters_hold_together_and_values_of_one_are_alternatives() {
    let package = package();
    for (filter, expected) in [
        (
            &["--class", "precondition"][..],
            &["ACCOUNT_CLOSED", "LIMIT_REACHED", "OLD_LIMIT", "PAYEE_BLOCKED"][..],
        ),
        (
            &["--class", "not_found", "--class", "bad_input"],
            &["ACCOUNT_NOT_FOUND", "EVERYTHING"],
        ),
        (&["--action", "retry"], &["BANK_LOST"]),
        (
            &["--status", "frozen", "--action", "ask_user"],
            &["ACCOUNT_CLOSED", "OLD_LIMIT"],
        ),
        (&["--deprecated"], &["OLD_LIMIT"]),
        (&["--text", "LiMiT is"], &["LIMIT_REACHED", "OLD_LIMIT"]),
        (&["--text", "where it stands"], &["EVERYTHING"]),
        (&["--text", "the number"], &["ACCOUNT_CLOSED"]),
        (&["--status", "retired"], &["BRANCH_LOST_OLD"]),
        (&["--status", "retired", "--text", "nobody"], &["BRANCH_LOST_OLD"]),
        (&["--status", "retired", "--class", "auth"], &[]),
        (
            &["--all", "--class", "rate_limit", "--text", "rate_limited"],
            &["OVERLOADED", "RATE_LIMITED"],
        ),
    ] {
        let words: Vec<&str> = ["list"].iter().chain(filter).copied().collect();
        let listed = package.run(&words).ends(0);
        let codes: Vec<&str> = listed
            .stdout
            .lines()
            .skip(1)
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert_eq!(codes, expected, "{filter:?}: {}", listed.stdout);
    }
    package
        .run(&["list", "--text", "zzz"])
        .ends(0)
        .says(&["no code of `bank` is like that; without filters there are 7"]);
    package
        .run(&["list", "--class", "precondtion"])
        .ends(2)
        .says(&["a similar value exists: 'precondition'"]);
}

#[test]
fn a_program_gets_every_fact_of_a_code() {
    let package = package();
    let document = package.run(&["list", "--format", "json"]).ends(0).json();
    assert_eq!(
        (&document["registry"], &document["version"]),
        (&"bank".into(), &"1.2.0".into())
    );
    assert_eq!(document["codes"].as_array().unwrap().len(), 7);
    assert_eq!(document["retired"], serde_json::json!([]));
    let code = document["codes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|code| code["code"] == "EVERYTHING")
        .unwrap();
    assert_eq!(code["ident"], "Everything");
    assert_eq!(
        code["next"],
        serde_json::json!({"tool": "get", "args": {"id": "{number}", "why": "no {text}"}})
    );
    assert_eq!(code["docs"], "https://bank.example/EVERYTHING");
    let details = code["details"].as_array().unwrap();
    let kind = details.iter().find(|detail| detail["name"] == "type").unwrap();
    assert_eq!(
        *kind,
        serde_json::json!({"name": "type", "type": "enum", "optional": false, "sensitive": false, "values": ["in-review", "done"],
            "closed": true, "doc": "Where it stands.", "ident": "r#type"})
    );
    let line = code["line"].as_u64().unwrap() as usize;
    assert_eq!(
        package.read("registry.toml").lines().nth(line - 1),
        Some("[codes.EVERYTHING]")
    );
    let old = document["codes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|code| code["code"] == "OLD_LIMIT")
        .unwrap();
    assert_eq!(old["deprecated"]["replaced_by"], "ACCOUNT_CLOSED");
    let gone = package
        .run(&["list", "--status", "retired", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(gone["codes"], serde_json::json!([]));
    assert_eq!(gone["retired"][0]["code"], "BRANCH_LOST_OLD");
}

#[test]
fn a_code_is_explained_as_agents_and_developers_meet_it() {
    let package = package();
    let told = package.run(&["explain", "EVERYTHING"]).ends(0).says(&[
        "in the registry `bank`",
        "bad_input        The arguments are wrong.",
        "fix_input        Correct the arguments once; that is a new call.",
        "retryable  false            The same call must not be sent again as it is.",
        "executed   no               This call took no effect.",
        "https://bank.example/EVERYTHING",
        "type     enum         required                         Where it stands. One of in-review, done; no others ever.",
        "secret   string       optional, sensitive: never sent  For the log.",
        "draft: it may still change",
        "when it ships: `cargo errtax freeze EVERYTHING`",
        "suffix-family is waived: It has no family.",
        "\"message\":\"<text> of in-review on 2026-01-31.\"",
        "\"next\":{\"tool\":\"get\",\"args\":{\"id\":42,\"why\":\"no <text>\"}}",
        "r#type: crate::codes::details::EverythingType",
        "crate::codes::details::Everything { any, day, instant, ",
        "#[tool_error(Everything)]",
    ]);
    assert!(!told.stdout.contains("<secret>"), "{}", told.stdout);
    package.run(&["explain", "OLD_LIMIT"]).ends(0).says(&[
        "frozen, since 1.0.0: it has shipped, and its meaning stays",
        "registry.lock records it",
        "deprecated since 1.1.0; use ACCOUNT_CLOSED instead",
        "It says too little.",
        "it may be retired after 2027-06-30",
    ]);
    package.run(&["explain", "RATE_LIMITED"]).ends(0).says(&[
        "in the registry `errtax`",
        "\"retry_after_ms\":30000",
        "#[tool_error(retry_after)]",
        "it has the role rate_limited",
    ]);
}

#[test]
fn a_code_in_doubt_shows_what_a_write_gets_instead() {
    package().run(&["explain", "BANK_LOST"]).ends(0).says(&[
        "OUTCOME_UNKNOWN: what a plain write gets instead",
        "{\"error\":{\"code\":\"BANK_LOST\"",
        "from a write that must not be repeated:\n  {\"error\":{\"code\":\"OUTCOME_UNKNOWN\"",
        // The tool that was called says how it is verified.
        "Use get to see whether it landed",
    ]);
}

/// The example is what servers send, so the published schema takes it.
#[test]
fn every_example_is_valid_by_the_schema_of_the_registry() {
    let package = package();
    let schema = package.run(&["schema"]).ends(0).json();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let all = package.run(&["list", "--all", "--format", "json"]).ends(0).json();
    let mut seen = 0;
    for code in all["codes"].as_array().unwrap() {
        let name = code["code"].as_str().unwrap();
        let told = package.run(&["explain", name, "--format", "json"]).ends(0).json();
        assert_eq!(told["wire"]["error"]["code"], name);
        for wire in [&told["wire"], &told["wire_in_doubt"]] {
            if !wire.is_null() {
                assert!(validator.is_valid(wire), "{wire}");
                seen += 1;
            }
        }
        // The facts are those of the list.
        for (key, fact) in code.as_object().unwrap() {
            assert_eq!(&told[key], fact, "{name} {key}");
        }
    }
    assert!(seen > 35, "{seen}");
}

#[test]
fn a_tombstone_is_explained_too() {
    let package = package();
    package
        .run(&["explain", "BRANCH_LOST_OLD"])
        .ends(0)
        .says(&["retired since 1.1.0: Nobody could act on it.", "never used again"]);
    let told = package
        .run(&["explain", "BRANCH_LOST_OLD", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!((&told["status"], &told["since"]), (&"retired".into(), &"1.1.0".into()));
}

#[test]
fn codes_and_rules_are_told_apart_and_a_slip_is_answered() {
    let package = package();
    package.run(&["explain", "BankLost"]).ends(0).says(&["BANK_LOST"]);
    package.run(&["explain", "lock-stale"]).ends(0).says(&["stage: drift"]);
    for (name, help) in [
        ("BANK_LOSST", "did you mean `cargo errtax explain BANK_LOST`?"),
        ("bank_lost", "did you mean `cargo errtax explain BANK_LOST`?"),
        ("banklost", "did you mean `cargo errtax explain BANK_LOST`?"),
        (
            "BRANCH_LOST_OLDD",
            "did you mean `cargo errtax explain BRANCH_LOST_OLD`?",
        ),
        ("LOCK_STALE", "did you mean `cargo errtax explain lock-stale`?"),
        ("lock-stael", "did you mean `cargo errtax explain lock-stale`?"),
        (
            "SOMETHING_ELSE",
            "`cargo errtax list --all` lists the codes, `cargo errtax rules` the rules",
        ),
    ] {
        package.run(&["explain", name]).ends(2).says(&[help]);
    }
    // A rule needs no registry, a code does.
    let empty = tempfile::tempdir().unwrap();
    common::run_in(empty.path(), &["explain", "lock-stale"]).ends(0);
    common::run_in(empty.path(), &["explain", "BANK_LOST"])
        .ends(2)
        .says(&["there is no Cargo.toml here"]);
}

#[test]
fn a_registry_that_is_wrong_is_shown_with_a_word_about_it() {
    let package = package();
    package.edit("registry.toml", "class = \"transient\"", "class = \"transiant\"");
    let listed = package.run(&["list"]).ends(0).says(&[
        "note: the registry has 1 error",
        "`cargo errtax check` shows what is wrong",
    ]);
    assert!(listed.stdout.contains("EVERYTHING"));
    package
        .run(&["explain", "EVERYTHING"])
        .ends(0)
        .says(&["note: the registry has 1 error"]);
    package.write("registry.toml", "[codes\n");
    package.run(&["list"]).ends(2).says(&["toml-syntax"]);
}
