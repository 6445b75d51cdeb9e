//! Logs, summed up.

use crate::common::Package;
use crate::support::{classify, classify_in};

const LOG: &str = r#"could not save voucher 17: connection reset by peer
could not save voucher 18: connection reset by peer

user 4711 asked for "beans" and got tea
user 12 asked for "soup" and got tea
the flux capacitor is upset
{"kind":"sqlstate","input":{"code":"40001","text":"could not serialize access"},"context":"write"}
{"kind":"sqlstate","input":{"code":"40001"},"context":"write"}
{"kind":"sqlstate","input":{"cod":"40001"},"context":"write"}
{"some":"json of a vendor"}
{"at":"2026-11-23T08:00:00.000Z","tool":"book","name":"x::Lost","code":"OUTCOME_UNKNOWN","class":"unknown_outcome","executed":"unknown","effect":"read","duration_ns":5,"causes":[{"name":"x::Lost","text":"booking failed"},{"name":"std::io::Error","text":"connection reset by peer"}]}
{"at":"2026-11-23T08:00:00.000Z","tool":"book","name":"rmcp::ErrorData","code":"UNKNOWN_ERROR","class":"internal","executed":"unknown","effect":"write","duration_ns":5,"said":{"text":"user 3 asked for 'rice' and got tea"}}
"#;

#[test]
fn a_log_is_summed_up_for_a_person() {
    let run = classify(&["--stats"], LOG).ends(1).says(&[
        "class             failures  retryable\n",
        "transient                3          3\n",
        "unknown_outcome          2          0\n",
        "internal                 5          0\n",
        "CONNECTION_LOST          1          1\n",
        "OUTCOME_UNKNOWN          2          0\n",
        "TRANSIENT_ERROR          2          2\n",
        "what decided\n        3  the message says “connection reset by peer”\n        2  SQLSTATE 40001\n",
        "what no rule knew\n        2  user # asked for \"…\" and got tea\n        1  the flux capacitor is upset\n",
        "        1  user # asked for '…' and got tea\n",
        "        1  {\"…\":\"…\"}\n",
        "could not be read: 1 line\n          9:29: ",
        "help: write `code` instead of `cod`",
        "classified 10 failures with the codes of the standard registry: 3 retryable, 5 that no rule knew\n",
    ]);
    assert!(!run.stdout.contains("upstream rule"), "{}", run.stdout);
}

#[test]
fn a_log_is_summed_up_for_a_program() {
    let run = classify(&["--stats", "--format", "json", "--top", "2"], LOG).ends(1);
    assert_eq!(
        run.json(),
        serde_json::json!({
            "registry": "errtax",
            "version": run.json()["version"],
            "file": null,
            "classified": 10,
            "retryable": 3,
            "classes": [
                { "class": "transient", "count": 3, "retryable": 3 },
                { "class": "unknown_outcome", "count": 2, "retryable": 0 },
                { "class": "internal", "count": 5, "retryable": 0 },
            ],
            "codes": [
                { "code": "CONNECTION_LOST", "count": 1, "retryable": 1 },
                { "code": "OUTCOME_UNKNOWN", "count": 2, "retryable": 0 },
                { "code": "TRANSIENT_ERROR", "count": 2, "retryable": 2 },
                { "code": "UNKNOWN_ERROR", "count": 5, "retryable": 0 },
            ],
            "evidence": {
                "listed": [
                    { "because": "the message says “connection reset by peer”", "count": 3, "retryable": 1 },
                    { "because": "SQLSTATE 40001", "count": 2, "retryable": 2 },
                ],
                "more": 0,
            },
            "rules": [],
            "unknown": {
                "count": 5,
                "shapes": [
                    { "shape": "user # asked for \"…\" and got tea", "count": 2 },
                    { "shape": "the flux capacitor is upset", "count": 1 },
                ],
                "more": 2,
            },
            "unread": {
                "count": 1,
                "lines": [{
                    "line": 9,
                    "column": 29,
                    "message": "`code` of the input of `sqlstate` is missing, and `cod` is not known",
                    "help": "write `code` instead of `cod`",
                }],
            },
        })
    );
}

#[test]
fn what_is_not_listed_is_counted() {
    let log: String = (0..30).map(|number| format!("{} is upset\n", word(number))).collect();
    classify(&["--stats"], log.as_str())
        .ends(0)
        .says(&["        …  and 10 more, 10 failures\n"]);
    classify(&["--stats", "--top", "29"], log.as_str())
        .ends(0)
        .says(&["        …  and 1 more, 1 failure\n"]);
    let all = classify(&["--stats", "--top", "30"], log.as_str()).ends(0);
    assert!(!all.stdout.contains('…'), "{}", all.stdout);
}

/// A word of letters alone, another one for each number.
fn word(number: u32) -> String {
    number.to_string().bytes().map(|digit| char::from(digit + 49)).collect()
}

#[test]
fn a_log_in_another_encoding_still_counts() {
    let log = b"gr\xfc\xdfe: connection reset by peer\n\xff\xfe\n";
    classify(&["--stats"], &log[..]).ends(0).says(&[
        "classified 2 failures",
        "1  the message says “connection reset by peer”",
    ]);
}

#[test]
fn each_rule_of_the_registry_says_how_often_it_fitted() {
    let package = Package::new(&format!(
        "{}{}",
        crate::common::REGISTRY,
        "
[[upstream]]
message = \"ledger is closed\"
code = \"PAYEE_BLOCKED\"

[[upstream]]
message = \"never said\"
code = \"LIMIT_REACHED\"
"
    ));
    package.write(
        "week.log",
        "the ledger is closed\nthe ledger is closed again\nwho knows\n",
    );
    let registry = package.read("registry.toml");
    let line = |text: &str| registry.lines().position(|line| line == text).unwrap();
    let (closed, never) = (line("message = \"ledger is closed\""), line("message = \"never said\""));
    classify_in(package.path(), &["--stats", "week.log"], "")
        .ends(0)
        .says(&[
            "how often each upstream rule fitted\n",
            &format!("        2  registry.toml:{closed}  PAYEE_BLOCKED\n"),
            &format!("        0  registry.toml:{never}  LIMIT_REACHED\n"),
            "classified 3 failures with the codes of `bank` (registry.toml): 0 retryable, 1 that no rule knew",
        ]);
}

#[test]
fn nothing_is_summed_up_to_nothing() {
    let run = classify(&["--stats"], "").ends(0);
    assert_eq!(
        run.stdout,
        "classified 0 failures with the codes of the standard registry: 0 retryable, 0 that no rule knew\n"
    );
}
