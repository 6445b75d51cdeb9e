//! Lines that cannot be read: each has its answer in its place, which says where it is wrong and what to write.

use crate::support::{classify, classify_in, lines};

/// A line, the column, what is said, and the help.
const CASES: &[(&str, u64, &str, &str)] = &[
    ("", 1, "the line is empty", "leave it out"),
    ("   ", 1, "the line is empty", "leave it out"),
    (
        "[]",
        1,
        "a line of JSON must be an object, found a list",
        "write `{\"kind\":",
    ),
    (
        "7",
        1,
        "a line of JSON must be an object, found a number",
        "write `{\"kind\":",
    ),
    ("oops", 1, "this is not JSON: expected", "write `{\"kind\":"),
    (
        r#"{"kind":"io","input":{"kind":"#,
        29,
        "this is not JSON: EOF",
        "write `{\"kind\":",
    ),
    (
        r#"{"kind":"io"} trailing"#,
        15,
        "this is not JSON: trailing characters",
        "write `{\"kind\":",
    ),
    (
        "{}",
        1,
        "`kind` is missing",
        "write `\"kind\": \"message\"`, or one of `message`, `sqlstate`",
    ),
    (
        r#"{"kinds":"io","input":{}}"#,
        2,
        "`kind` is missing, and `kinds` is not known",
        "write `kind` instead of `kinds`",
    ),
    (
        r#"{"kind":7,"input":{}}"#,
        9,
        "`kind` must be a text, found a number",
        "write one of `message`",
    ),
    (
        r#"{"kind":"sqlstat","input":{}}"#,
        9,
        "there is no kind `sqlstat`",
        "did you mean `sqlstate`?",
    ),
    (
        r#"{"kind":"volcano","input":{}}"#,
        9,
        "there is no kind `volcano`",
        "write one of `message`, ",
    ),
    (
        r#"{"kind":"io"}"#,
        1,
        "`input` is missing",
        "write `\"input\": {\"kind\": \"ConnectionRefused\"",
    ),
    (
        r#"{"kind":"io","input":[]}"#,
        22,
        "`input` must be an object, found a list",
        "write `\"input\": {\"kind\"",
    ),
    (
        r#"{"kind":"io","input":{"kind":"TimedOut"},"context":"wrte"}"#,
        52,
        "there is no context `wrte`",
        "did you mean `write`?",
    ),
    (
        r#"{"kind":"io","input":{"kind":"TimedOut"},"context":["read"]}"#,
        52,
        "`context` must be a text, found a list",
        "write one of `read`, `write`, `write+key`",
    ),
    (
        r#"{"kind":"sqlstate","input":{"code":"40001","txt":"x"}}"#,
        44,
        "the input of `sqlstate` has no `txt`",
        "did you mean `text`?",
    ),
    (
        r#"{"kind":"redis","input":{"text":"LOADING x","code":7}}"#,
        45,
        "the input of `redis` has no `code`",
        "write one of `text`",
    ),
    // What stands twice is not guessed at.
    (
        r#"{"kind":"io","input":{"kind":"TimedOut","kind":"NotFound"}}"#,
        41,
        "`kind` stands there twice",
        "leave one of the two out",
    ),
    (
        r#"{"kind":"mysql","input":{"text":"x"}}"#,
        25,
        "`code` of the input of `mysql` is missing",
        "write `\"input\": {\"code\": 1213",
    ),
    (
        r#"{"kind":"mysql","input":{"code":"deadlock"}}"#,
        33,
        "`code` must be a whole number, found a text",
        "write `\"input\": {\"code\": 1213",
    ),
    (
        r#"{"kind":"sqlstate","input":{"code":"4001"}}"#,
        36,
        "`code` must be a SQLSTATE, five digits or capital letters",
        "write `\"input\": {\"code\": \"40001\"",
    ),
    (
        r#"{"kind":"oracle","input":{"code":"ORA-sixty"}}"#,
        34,
        "`code` must be a number of Oracle, such as ORA-00060",
        "ORA-00060",
    ),
    (
        r#"{"kind":"http","input":{"status":42900}}"#,
        34,
        "`status` must be an HTTP status",
        "write `\"input\": {\"status\": 429",
    ),
    (
        r#"{"kind":"http","input":{"status":429,"headers":{"a":{}}}}"#,
        53,
        "`headers.a` must be a text, found an object",
        "\"retry-after\": \"2\"",
    ),
    (
        r#"{"kind":"grpc","input":{"code":17}}"#,
        32,
        "`code` must be a code of gRPC, 0 to 16 or its name",
        "write `\"input\": {\"code\": 14",
    ),
    (
        r#"{"kind":"grpc","input":{"code":"UNAVAILABEL"}}"#,
        32,
        "`code` must be a code of gRPC, 0 to 16 or its name",
        "did you mean `UNAVAILABLE`?",
    ),
    (
        r#"{"kind":"grpc","input":{"code":8,"retry_after_ms":-1}}"#,
        51,
        "`retry_after_ms` must be a number of milliseconds, 0 or more",
        "write `\"input\"",
    ),
    (
        r#"{"kind":"io","input":{"kind":"ConnectionRest"}}"#,
        30,
        "`kind` must be the name of a `std::io::ErrorKind`",
        "did you mean `ConnectionReset`?",
    ),
    (
        r#"{"kind":"io","input":{"kind":"TimedOut","phase":"conect"}}"#,
        49,
        "`phase` says how far the call had come",
        "did you mean `connect`?",
    ),
    (
        r#"{"kind":"message","input":{"text":"x","chain":["y"]}}"#,
        27,
        "the input of `message` has both `text` and `chain`",
        "put the text first in `chain`",
    ),
    (
        r#"{"kind":"message","input":{"chain":["x",7]}}"#,
        41,
        "each of `chain` must be a text, found a number",
        "write `\"input\": {\"chain\"",
    ),
    (
        r#"{"kind":"message","input":{}}"#,
        27,
        "`text` or `chain` of the input of `message` is missing",
        "write `\"input\": {\"chain\"",
    ),
    // Columns are counted in characters.
    (
        r#"{"id":"größer","kind":"nothing","input":{}}"#,
        23,
        "there is no kind `nothing`",
        "write one of",
    ),
];

#[test]
fn each_mistake_is_told_at_its_place() {
    let good = r#"{"kind":"io","input":{"kind":"TimedOut"},"context":"read"}"#;
    for (line, column, message, help) in CASES {
        // The good line behind shows that the pairing holds.
        let run = classify(&[], format!("{good}\n{line}\n{good}\n")).ends(1);
        let answers = lines(&run);
        assert_eq!(answers.len(), 3, "{line}\n{}", run.stdout);
        assert_eq!(
            (&answers[0], answers[0]["class"].as_str()),
            (&answers[2], Some("transient"))
        );
        let error = &answers[1]["error"];
        assert_eq!(error["line"], 2, "{line}");
        assert_eq!(error["column"], *column, "{line}\n{error}");
        assert!(
            error["message"].as_str().unwrap().starts_with(message),
            "{line}\n{error}"
        );
        assert!(error["help"].as_str().unwrap().contains(help), "{line}\n{error}");
        assert!(run.stderr.contains("1 of 3 lines could not be read"), "{}", run.stderr);
    }
}

#[test]
fn a_line_that_is_not_utf_8_or_too_long_costs_no_other_one() {
    let good = r#"{"kind":"io","input":{"kind":"TimedOut"},"context":"read"}"#;
    let mut input = b"{\"kind\":\"message\",\"input\":{\"text\":\"gr\xfc\xdfe\"}}\r\n".to_vec();
    input.extend(format!("{good}\r\n").bytes());
    input.extend(b"{\"kind\":\"message\",\"input\":{\"text\":\"");
    input.extend(std::iter::repeat_n(b'x', 5 * 1024 * 1024));
    input.extend(b"\"}}\n");
    input.extend(good.bytes());
    let run = classify(&[], input).ends(1);
    let answers = lines(&run);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["error"]["message"], "the line is not UTF-8");
    assert_eq!(answers[0]["error"]["column"], 38);
    assert_eq!(answers[1]["class"], "transient");
    assert_eq!(answers[2]["error"]["message"], "the line has more than 4194304 bytes");
    assert_eq!(answers[3]["class"], "transient");
}

#[test]
fn a_mark_before_the_first_line_and_a_missing_last_line_end_are_no_mistakes() {
    let run = classify(&[], "\u{feff}{\"kind\":\"io\",\"input\":{\"os\":104}}").ends(0);
    assert_eq!(lines(&run).len(), 1);
    assert_eq!(classify(&[], "").ends(0).stdout, "");
}

#[test]
fn half_of_a_character_and_words_without_end_are_taken_as_they_are() {
    // JavaScript cuts texts inside of characters.
    let half = r#"{"kind":"message","input":{"text":"\ud83d connection reset by peer"},"context":"read"}"#;
    assert_eq!(lines(&classify(&[], half).ends(0))[0]["class"], "transient");
    let long = format!("{{\"kind\":\"{}\",\"input\":{{}}}}", "x".repeat(1_000_000));
    let run = classify(&[], long).ends(1);
    assert!(run.stdout.len() < 1_000, "{}", run.stdout.len());
    let deep = format!(
        "{{\"kind\":\"http\",\"input\":{{\"status\":500,\"body\":{}}}}}",
        "[".repeat(100_000)
    );
    assert!(
        lines(&classify(&[], deep).ends(1))[0]["error"]["message"]
            .as_str()
            .unwrap()
            .starts_with("this is not JSON")
    );
    let deep = format!(
        "{{\"kind\":\"http\",\"input\":{{\"status\":500,\"body\":{}{}}}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    classify(&[], deep).ends(0);
}

#[test]
fn what_cannot_be_read_at_all_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    for (file, reason) in [("gone.jsonl", "it does not exist"), (".", "it is a folder")] {
        let run = classify_in(folder.path(), &[file], "").ends(2);
        assert!(
            run.stderr.contains(&format!("cannot read {file}: {reason}")),
            "{}",
            run.stderr
        );
        assert_eq!(run.stdout, "");
        let run = classify_in(folder.path(), &[file, "--stats", "--format", "json"], "").ends(2);
        assert_eq!(
            run.json()["trouble"]["message"],
            format!("cannot read {file}: {reason}")
        );
    }
}
