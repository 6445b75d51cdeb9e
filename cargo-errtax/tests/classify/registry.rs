//! The registry's own rules and roles.

use crate::common::{Package, REGISTRY};
use crate::support::{classify, classify_in, lines};

const RULES: &str = r#"
[roles]
lost = "BANK_LOST"
rate_limited = "BANK_BUSY"

[codes.BANK_LOST]
class = "transient"
action = "retry"
retryable = true
executed = "unknown"
in_doubt = "BANK_UNSURE"
message = "The bank did not answer."
hint = "Send the same call again, at most twice."

[codes.BANK_UNSURE]
class = "unknown_outcome"
action = "verify"
retryable = false
executed = "unknown"
message = "Nobody knows whether the bank has it."
hint = "Look at the account before anything else."

[codes.BANK_BUSY]
class = "rate_limit"
action = "wait"
retryable = true
executed = "no"
message = "The bank is busy."
hint = "Wait, then send the same call again."

[[upstream]]
message = "ledger is closed"
code = "PAYEE_BLOCKED"

[[upstream]]
host = "*.bank.example"
status = [400]
message = "too many transfers"
code = "BANK_BUSY"
hint = "Wait a minute. The bank counts transfers."

[[upstream]]
host = "*.bank.example"
status = [503]
code = "BANK_LOST"

[[upstream]]
host = "api.bank.example"
pointer = "/error/code"
equals = "GONE"
code = "ACCOUNT_NOT_FOUND"
"#;

fn package() -> Package {
    Package::new(&format!("{REGISTRY}{RULES}"))
}

/// The line on which a text of the registry stands.
fn line_of(package: &Package, text: &str) -> usize {
    let registry = package.read("registry.toml");
    registry.lines().position(|line| line == text).unwrap() + 1
}

#[test]
fn its_word_counts_before_anything_that_is_inferred() {
    let package = package();
    for (line, class, retryable, code) in [
        (
            r#"{"kind":"http","input":{"status":400,"host":"eu.bank.example","headers":{"retry-after":"7"},"body":"{\"why\":\"Too many transfers.\"}"},"context":"write"}"#,
            "rate_limit",
            true,
            "BANK_BUSY",
        ),
        // Of another host, or from the bank's own name, which is no subdomain of itself.
        (
            r#"{"kind":"http","input":{"status":400,"host":"bank.example","body":"too many transfers"},"context":"write"}"#,
            "bad_input",
            false,
            "UNKNOWN_ERROR",
        ),
        (
            r#"{"kind":"http","input":{"status":503,"host":"eu.bank.example"},"context":"write"}"#,
            "unknown_outcome",
            false,
            "BANK_UNSURE",
        ),
        (
            r#"{"kind":"http","input":{"status":503,"host":"eu.bank.example"},"context":"read"}"#,
            "transient",
            true,
            "BANK_LOST",
        ),
        (
            r#"{"kind":"http","input":{"status":500,"host":"api.bank.example","body":{"error":{"code":"GONE"}}},"context":"read"}"#,
            "not_found",
            false,
            "ACCOUNT_NOT_FOUND",
        ),
        (
            r#"{"kind":"message","input":{"chain":["posting failed","the ledger is closed: connection reset by peer"]},"context":"read"}"#,
            "precondition",
            false,
            "PAYEE_BLOCKED",
        ),
        // A code of a database is not what a service answered.
        (
            r#"{"kind":"sqlstate","input":{"code":"40001","text":"the ledger is closed"},"context":"read"}"#,
            "transient",
            true,
            "TRANSIENT_ERROR",
        ),
    ] {
        let answer = &lines(&classify_in(package.path(), &["--registry", "registry.toml"], line).ends(0))[0];
        assert_eq!(answer["class"], class, "{line}\n{answer}");
        assert_eq!(answer["retryable"], retryable, "{line}\n{answer}");
        assert_eq!(answer["code"], code, "{line}\n{answer}");
    }
}

#[test]
fn an_answer_names_the_rule_and_its_line() {
    let package = package();
    let line = r#"{"kind":"http","input":{"status":400,"host":"eu.bank.example","headers":{"retry-after":"7"},"body":"too many transfers"},"context":"write"}"#;
    let run = classify_in(package.path(), &[], line).ends(0);
    // The rule stands above its status.
    let rule = line_of(&package, "status = [400]") - 2;
    assert_eq!(
        run.stdout,
        format!(
            "{{\"class\":\"rate_limit\",\"retryable\":true,\"executed\":\"no\",\"scope\":\"call\",\"retry_after_ms\":7000,\
             \"because\":\"upstream rule registry.toml:{rule}\",\"code\":\"BANK_BUSY\"}}\n"
        )
    );
}

#[test]
fn its_roles_name_the_codes() {
    let package = package();
    let input = r#"{"kind":"sqlstate","input":{"code":"08006"},"context":"read"}
{"kind":"sqlstate","input":{"code":"08006"},"context":"write"}
{"kind":"http","input":{"status":429},"context":"write"}
{"kind":"sqlstate","input":{"code":"40001"},"context":"write"}
"#;
    let codes = |answers: &[serde_json::Value]| -> Vec<String> {
        answers
            .iter()
            .map(|answer| answer["code"].as_str().unwrap().to_owned())
            .collect()
    };
    let own = lines(&classify_in(package.path(), &[], input).ends(0));
    assert_eq!(
        codes(&own),
        ["BANK_LOST", "BANK_UNSURE", "BANK_BUSY", "TRANSIENT_ERROR"]
    );
    let standard = lines(&classify(&[], input).ends(0));
    assert_eq!(
        codes(&standard),
        ["CONNECTION_LOST", "OUTCOME_UNKNOWN", "RATE_LIMITED", "TRANSIENT_ERROR"]
    );
}

#[test]
fn a_host_can_be_named_once_for_all() {
    let package = package();
    let line = r#"{"kind":"http","input":{"status":503},"context":"read"}"#;
    let because = |host| {
        let answer = &lines(&classify_in(package.path(), &["--host", host], line).ends(0))[0];
        answer["because"].as_str().unwrap().to_owned()
    };
    assert!(because("eu.bank.example").starts_with("upstream rule registry.toml:"));
    assert_eq!(because("other.example"), "HTTP 503");
    // What the line says counts more.
    let line = r#"{"kind":"http","input":{"status":503,"host":"other.example"},"context":"read"}"#;
    let run = classify_in(package.path(), &["--host", "eu.bank.example"], line).ends(0);
    assert_eq!(lines(&run)[0]["because"], "HTTP 503");
}

#[test]
fn a_message_is_explained_by_the_rule_that_decided() {
    let package = package();
    let rule = line_of(&package, "message = \"ledger is closed\"") - 1;
    classify_in(package.path(), &["--text", "the ledger is closed"], "")
        .ends(0)
        .says(&[
            &format!("the registry says what it is: registry.toml:{rule}"),
            "message \"ledger is closed\" ⇒ PAYEE_BLOCKED",
            "Its word counts before anything that can be inferred. That would have been internal, retryable false: nothing",
            "code      PAYEE_BLOCKED     The payee is blocked.",
            &format!("because upstream rule registry.toml:{rule}"),
        ]);
    classify_in(package.path(), &["--text", "connection reset by peer"], "")
        .ends(0)
        .says(&[
            "no `[[upstream]]` rule of `bank` fits",
            "is played by BANK_LOST",
            "twin: BANK_UNSURE",
        ]);
}

#[test]
fn a_registry_that_was_named_has_to_be_there_and_right() {
    let line = r#"{"kind":"sqlstate","input":{"code":"40001"}}"#;
    let folder = tempfile::tempdir().unwrap();
    let named = ["--registry", "registry.toml"];
    classify_in(folder.path(), &named, line)
        .ends(2)
        .says(&["there is no registry: registry.toml is not a file"]);
    let package = package();
    classify_in(package.path(), &["--registry", "gone.toml"], line)
        .ends(2)
        .says(&["gone.toml is not a file"]);
    package.edit("registry.toml", "lost = \"BANK_LOST\"", "lost = \"BANK_LOSS\"");
    classify_in(package.path(), &[], line)
        .ends(1)
        .says(&["the role `lost` names the unknown code `BANK_LOSS`"]);
    // A package without a registry is none that was named.
    std::fs::remove_file(package.path().join("registry.toml")).unwrap();
    classify_in(package.path(), &[], line).ends(0);
}
