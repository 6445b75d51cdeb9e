//! One message, explained.

use crate::support::classify;

#[test]
fn a_message_is_explained_step_by_step() {
    classify(
        &[
            "--text",
            "could not save the voucher",
            "--text",
            "connection reset by peer",
        ],
        "",
    )
    .ends(0)
    .says(&[
        "message\n  could not save the voucher\n  caused by: connection reset by peer\n",
        "evidence\n  the message says “connection reset by peer”",
        "class     transient",
        "executed  unknown           Nobody knows whether the call took effect.",
        "again     yes               The same call may succeed, after backoff.",
        "effect    write",
        "a second one could land as well: it must not be sent again.",
        "the role `lost`",
        "is played by CONNECTION_LOST",
        "A plain write in doubt gets its `in_doubt` twin: OUTCOME_UNKNOWN",
        "action    verify            Read the real state before any resend.",
        "unknown_outcome: retryable false, executed unknown, scope ",
    ]);
}

#[test]
fn what_a_table_says_comes_with_its_authority() {
    classify(&["--text", "ERROR: could not serialize access (SQLSTATE 40001)"], "")
        .ends(0)
        .says(&[
            "SQLSTATE 40001",
            "SQLSTATE table: PostgreSQL docs 13.5",
            "Nothing was carried out, so it may be sent again.",
            "the role `transient`",
            "code      TRANSIENT_ERROR",
            "transient: retryable true, executed no, scope transaction, because SQLSTATE 40001",
        ]);
}

#[test]
fn the_effect_changes_what_follows() {
    let told = |effect| {
        let arguments = ["--text", "connection reset by peer", "--effect", effect];
        classify(&arguments, "").ends(0).stdout
    };
    assert!(told("read").contains("A read does no harm when it is repeated"));
    assert!(told("keyed_write").contains("A second one does no more than the first"));
    assert!(told("idempotent_write").contains("retryable true"));
    assert!(told("write").contains("retryable false"));
    assert!(!told("read").contains("twin"));
}

#[test]
fn a_message_that_says_nothing_is_not_guessed_at() {
    classify(&["--text", "the flux capacitor is upset"], "").ends(0).says(&[
        "nothing that is known",
        "nothing is guessed from single words",
        "Nothing is known of it, so it must not be sent again.",
        "`#[tool_error(infer, X)]` gives the code X of the variant",
        "the role `unknown` is played by UNKNOWN_ERROR",
        "internal: retryable false",
    ]);
}

#[test]
fn for_a_program_it_is_the_same_line_as_for_a_line() {
    let run = classify(
        &[
            "--text",
            "connection reset by peer",
            "--format",
            "json",
            "--effect",
            "read",
        ],
        "",
    )
    .ends(0);
    let line = r#"{"kind":"message","input":{"text":"connection reset by peer"},"context":"read"}"#;
    assert_eq!(run.stdout, classify(&[], line).ends(0).stdout);
    assert_eq!(run.stdout.lines().count(), 1);
}

#[test]
fn words_that_exclude_each_other_are_refused() {
    for arguments in [
        &["--text", "x", "--stats"][..],
        &["--text", "x", "file.jsonl"],
        &["--top", "3"],
        &["--effect", "wirte"],
    ] {
        assert_eq!(classify(arguments, "").code, 2, "{arguments:?}");
    }
    // A message may begin as an option does.
    classify(&["--text", "--nothing to see"], "").ends(0);
}

#[test]
fn a_message_does_not_steer_the_terminal() {
    let message = "\u{1b}[2Jconnection reset by peer\u{7}";
    let run = classify(&["--text", message, "--color", "always"], "").ends(0);
    assert!(
        run.stdout.contains("\u{fffd}[2Jconnection reset by peer\u{fffd}\n"),
        "{}",
        run.stdout
    );
    let run = classify(&["--stats", "--color", "never"], "\u{1b}[2Jso what\n").ends(0);
    assert!(run.stdout.contains("1  \u{fffd}[#Jso what\n"), "{}", run.stdout);
}
