//! Each kind of evidence, and each context.

use crate::support::{classify, lines};

/// A line in, and what comes out: class, retryable, executed, scope, wait, because, code.
const CASES: &[(&str, &str)] = &[
    (
        r#"{"kind":"message","input":{"text":"FATAL: the database system is starting up"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no""#,
    ),
    (
        r#"{"kind":"message","input":{"chain":["fetch failed","read ECONNRESET"],"code":"ECONNRESET"},"context":"write"}"#,
        r#""unknown_outcome","retryable":false,"executed":"unknown""#,
    ),
    (
        r#"{"kind":"sqlstate","input":{"code":"40001","text":"could not serialize access"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no","scope":"transaction","retry_after_ms":null,"because":"SQLSTATE 40001","code":"TRANSIENT_ERROR"}"#,
    ),
    (
        r#"{"kind":"mysql","input":{"code":1213,"sqlstate":"40001","text":"Deadlock found"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no","scope":"transaction","retry_after_ms":null,"because":"MySQL 1213","code":"TRANSIENT_ERROR"}"#,
    ),
    // A number that nobody knows, with a SQLSTATE that says enough.
    (
        r#"{"kind":"mysql","input":{"code":9999,"sqlstate":"40001"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no","scope":"transaction","retry_after_ms":null,"because":"SQLSTATE 40001","code":"TRANSIENT_ERROR"}"#,
    ),
    (
        r#"{"kind":"mssql","input":{"code":1205,"text":"chosen as the deadlock victim"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no","scope":"transaction","retry_after_ms":null,"because":"SQL Server 1205","code":"TRANSIENT_ERROR"}"#,
    ),
    (
        r#"{"kind":"oracle","input":{"code":"ORA-00060","text":"deadlock detected"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no""#,
    ),
    (
        r#"{"kind":"oracle","input":{"code":60},"context":"read"}"#,
        r#""transient","retryable":true,"executed":"no""#,
    ),
    (
        r#"{"kind":"sqlite","input":{"code":517,"text":"database is locked"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no","scope":"transaction","retry_after_ms":null,"because":"SQLite 517","code":"TRANSIENT_ERROR"}"#,
    ),
    (
        r#"{"kind":"mongo","input":{"labels":["UnknownTransactionCommitResult"],"text":"connection closed"},"context":"write"}"#,
        r#""unknown_outcome","retryable":false,"executed":"unknown","scope":"commit_only""#,
    ),
    (
        r#"{"kind":"mongo","input":{"code":11000,"text":"E11000 duplicate key error"},"context":"write"}"#,
        r#""conflict","retryable":false,"executed":"no""#,
    ),
    (
        r#"{"kind":"redis","input":{"text":"LOADING Redis is loading the dataset in memory"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no","scope":"call","retry_after_ms":null,"because":"Redis LOADING","code":"TRANSIENT_ERROR"}"#,
    ),
    (
        r#"{"kind":"kafka","input":{"class":"NotEnoughReplicasException","text":"Messages are rejected"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no""#,
    ),
    (
        r#"{"kind":"http","input":{"status":429,"headers":{"Retry-After":"2"}},"context":"write"}"#,
        r#""rate_limit","retryable":true,"executed":"no","scope":"call","retry_after_ms":2000,"because":"HTTP 429 with Retry-After","code":"RATE_LIMITED"}"#,
    ),
    // A date is measured by the answer's own, so that a line of last week means what it meant.
    (
        r#"{"kind":"http","input":{"status":429,"headers":{"date":"Wed, 21 Oct 2026 07:27:30 GMT","retry-after":"Wed, 21 Oct 2026 07:28:00 GMT"}},"context":"read"}"#,
        r#""rate_limit","retryable":true,"executed":"no","scope":"call","retry_after_ms":30000"#,
    ),
    (
        r#"{"kind":"http","input":{"status":429,"headers":{"retry-after":"Wed, 21 Oct 2026 07:28:00 GMT"}},"context":"read"}"#,
        r#""rate_limit","retryable":true,"executed":"no","scope":"call","retry_after_ms":null"#,
    ),
    // Numbers, lists and null as a logger may write headers, and a body that was not made a text.
    (
        r#"{"kind":"http","input":{"status":429,"headers":{"retry-after":[3],"etag":null,"via":["a","b"]},"body":{"a":1}},"context":"read"}"#,
        r#""rate_limit","retryable":true,"executed":"no","scope":"call","retry_after_ms":3000"#,
    ),
    (
        r#"{"kind":"http","input":{"status":502},"context":"write"}"#,
        r#""unknown_outcome","retryable":false,"executed":"unknown","scope":"call","retry_after_ms":null,"because":"HTTP 502","code":"OUTCOME_UNKNOWN"}"#,
    ),
    (
        r#"{"kind":"grpc","input":{"code":8,"text":"slow down","retry_after_ms":1500.5},"context":"write"}"#,
        r#""rate_limit","retryable":true,"executed":"no","scope":"call","retry_after_ms":1501"#,
    ),
    (
        r#"{"kind":"grpc","input":{"code":"UNAVAILABLE","text":"transport is closing"},"context":"read"}"#,
        r#""transient","retryable":true"#,
    ),
    (
        r#"{"kind":"io","input":{"kind":"ConnectionReset","phase":"in_flight"},"context":"write"}"#,
        r#""unknown_outcome","retryable":false,"executed":"unknown""#,
    ),
    (
        r#"{"kind":"io","input":{"kind":"TimedOut","phase":"connect"},"context":"write"}"#,
        r#""transient","retryable":true,"executed":"no""#,
    ),
    // What std leaves uncategorised has words.
    (
        r#"{"kind":"io","input":{"kind":"Uncategorized","text":"connection reset by peer"},"context":"read"}"#,
        r#""transient","retryable":true"#,
    ),
];

#[test]
fn each_kind_is_classified() {
    for (line, expected) in CASES {
        let run = classify(&[], format!("{line}\n")).ends(0);
        assert!(
            run.stdout.starts_with(&format!("{{\"class\":{expected}")),
            "{line}\n{}\n{expected}",
            run.stdout
        );
        assert_eq!(run.stderr, "");
    }
}

#[test]
fn lines_are_answered_in_their_order_and_the_same_every_time() {
    let input: String = CASES.iter().map(|(line, _)| format!("{line}\n")).collect();
    let all = classify(&[], input.as_str()).ends(0);
    assert_eq!(all.stdout.lines().count(), CASES.len());
    for (line, (_, expected)) in all.stdout.lines().zip(CASES) {
        assert!(line.starts_with(&format!("{{\"class\":{expected}")), "{line}");
    }
    assert_eq!(classify(&[], input).stdout, all.stdout);
}

#[test]
fn the_context_decides_about_a_lost_connection() {
    for (context, class, retryable, code) in [
        (r#","context":"read""#, "transient", true, "CONNECTION_LOST"),
        (r#","context":"write""#, "unknown_outcome", false, "OUTCOME_UNKNOWN"),
        (r#","context":"write+key""#, "unknown_outcome", true, "CONNECTION_LOST"),
        (
            r#","context":"keyed_write""#,
            "unknown_outcome",
            true,
            "CONNECTION_LOST",
        ),
        (
            r#","context":"idempotent_write""#,
            "unknown_outcome",
            true,
            "CONNECTION_LOST",
        ),
        // What nothing is known about is a write.
        ("", "unknown_outcome", false, "OUTCOME_UNKNOWN"),
        (r#","context":null"#, "unknown_outcome", false, "OUTCOME_UNKNOWN"),
    ] {
        let line = format!("{{\"kind\":\"sqlstate\",\"input\":{{\"code\":\"08006\"}}{context}}}");
        let answer = &lines(&classify(&[], line.as_str()).ends(0))[0];
        assert_eq!(answer["class"], class, "{line}");
        assert_eq!(answer["retryable"], retryable, "{line}");
        assert_eq!(answer["code"], code, "{line}");
    }
    let line = r#"{"kind":"sqlstate","input":{"code":"08006"}}"#;
    let answer = &lines(&classify(&["--effect", "read"], line).ends(0))[0];
    assert_eq!(
        (&answer["class"], &answer["retryable"]),
        (&"transient".into(), &true.into())
    );
}

#[test]
fn an_id_comes_back_as_it_was_and_what_else_there_is_is_passed_over() {
    let run = classify(
        &[],
        r#"{"why":"of old","id":"a-1","kind":"io","input":{"kind":"NotFound"},"context":"read","expect":{"class":"x"}}
{"kind":"io","input":{"kind":"NotFound"},"context":"read","id":17}
{"id":"wrong","kind":"nothing"}
"#,
    )
    .ends(1);
    let starts: Vec<&str> = run.stdout.lines().map(|line| line.get(..20).unwrap()).collect();
    assert_eq!(
        starts,
        [
            r#"{"id":"a-1","class":"#,
            r#"{"id":17,"class":"no"#,
            r#"{"id":"wrong","error"#
        ]
    );
}

#[test]
fn a_file_is_as_good_as_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let line = CASES[2].0;
    std::fs::write(folder.path().join("week.jsonl"), line).unwrap();
    let from_file = crate::support::classify_in(folder.path(), &["week.jsonl"], "").ends(0);
    let from_stdin = classify(&[], line).ends(0);
    let from_dash = classify(&["-"], line).ends(0);
    assert_eq!(from_file.stdout, from_stdin.stdout);
    assert_eq!(from_dash.stdout, from_stdin.stdout);
    assert_eq!(from_file.stdout.lines().count(), 1);
}
