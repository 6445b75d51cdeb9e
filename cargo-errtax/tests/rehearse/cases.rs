//! Every conformance case, at the ends of the jitter and between them.

use std::path::Path;

use errtax::recovery::testkit::case_lines;

use crate::{lines, rehearse, rehearse_in};

fn all() -> String {
    case_lines().map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_case_is_as_expected_at_any_jitter() {
    let (all, count) = (all(), case_lines().count());
    let run = |arguments: &[&str]| {
        let run = rehearse(arguments, &all).ends(0);
        assert_eq!(run.stderr, "", "{arguments:?}");
        run.says(&[&format!("rehearsed {count} tasks: all as expected\n")])
    };
    run(&[]);
    for jitter in ["0", "1", "250", "499", "500"] {
        run(&["--jitter", jitter]);
    }
    for seed in 0..20_u64 {
        run(&["--seed", &seed.to_string()]);
    }
    run(&["--seed", &u64::MAX.to_string()]);
}

#[test]
fn the_published_file_is_read_as_it_lies_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/recovery/testkit/cases");
    let run = rehearse_in(&folder, &["published.jsonl"], "").ends(0);
    run.says(&["\nX35\n", "rehearsed 45 tasks: all as expected\n"]);
}

#[test]
fn jitter_lengthens_a_backoff_and_nothing_else() {
    let backoff = r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"http": 503}}, {"at": "send", "error": {"http": 503}}, {"at": "send"}]}"#;
    let given = r#"{"id": "b", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"http": 503, "retry_after": "3"}}, {"at": "send"}]}"#;
    let waits = |arguments: &[&str]| {
        let run = rehearse(
            &[arguments, &["--format", "json"]].concat(),
            &format!("{backoff}\n{given}\n"),
        );
        let waits = |line: &serde_json::Value| line["waits_ms"].to_string();
        lines(&run.ends(0)).iter().map(waits).collect::<Vec<_>>()
    };
    assert_eq!(waits(&[]), ["[1000,2000]", "[3000]"]);
    assert_eq!(waits(&["--jitter", "500"]), ["[1500,2500]", "[3000]"]);
    let seven = waits(&["--seed", "7"]);
    assert_eq!(waits(&["--seed", "7"]), seven);
    assert_ne!(waits(&["--seed", "8"]), seven);
    assert_eq!(seven[1], "[3000]");
}

#[test]
fn a_jitter_that_is_none_is_refused() {
    for wrong in [
        &["--jitter", "501"][..],
        &["--jitter", "x"],
        &["--seed", "-1"],
        &["--jitter", "1", "--seed", "1"],
    ] {
        let run = rehearse(wrong, crate::LOST);
        assert_eq!(run.code, 2, "{wrong:?}: {}", run.text());
    }
}
