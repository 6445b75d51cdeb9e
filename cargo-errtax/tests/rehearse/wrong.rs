//! What is not as expected, what the script has no answer for, and what is no task: where it stands, and how the command ends.

use serde_json::json;

use crate::{LOST, lines, rehearse, rehearse_in};

const SHORT: &str =
    r#"{"id": "short", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"http": 503}}]}"#;
const OTHER: &str = r#"{"id": "other", "context": {"probe": true}, "script": [{"at": "send", "error": {"transport": "timeout"}}, {"at": "send"}]}"#;

#[test]
fn what_is_not_as_expected_fails() {
    let broken = LOST
        .replace("\"calls\": 2", "\"calls\": 3")
        .replace("\"done\"", "\"failed\"");
    let run = rehearse(&[], &format!("{LOST}\n{broken}\n")).ends(1);
    let run = run.says(&[
        "  not as expected: `status` is \"done\", expected \"failed\"\n",
        "  not as expected: `calls` is 2, expected 3\n",
        "rehearsed 2 tasks: 1 not as expected\n",
    ]);
    assert_eq!(run.stdout.matches("not as expected:").count(), 2);
    // For machines it is no other line, and said beside.
    let run = rehearse(&["--format", "json"], &broken).ends(1);
    assert_eq!(lines(&run)[0]["calls"], 2);
    assert_eq!(
        run.stderr,
        "note: standard input:1: lost: not as expected: `status` is \"done\", expected \"failed\"\n\
         note: standard input:1: lost: not as expected: `calls` is 2, expected 3\n"
    );
}

#[test]
fn a_code_host_gets_an_annotation_at_the_line() {
    let broken = LOST.replace("\"done\"", "\"failed\"");
    let text = format!("{LOST}\n{broken}\n{SHORT}\n{{}}\n");
    let run = rehearse(&["--format", "github"], &text).ends(2);
    let annotations: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(
        annotations,
        [
            "::error file=standard input,line=2,col=1,title=errtax%3A rehearse::lost: `status` is \"done\", expected \"failed\"",
            "::error file=standard input,line=3,col=1,title=errtax%3A rehearse::short: `send` was \
             sent, and the script has no answer left: it has 1",
            "::error file=standard input,line=4,col=1,title=errtax%3A rehearse::it is no task: `id` is missing",
        ]
    );
}

#[test]
fn answers_that_run_out_or_are_for_another_call_say_what_was_sent() {
    let run = rehearse(&[], &format!("{LOST}\n\n{SHORT}\n{OTHER}\n")).ends(1);
    run.says(&[
        "     1.000 s  send                 wait_over\n  not as expected: standard input:3: short: `send` was sent, and the script \
         has no answer left: it has 1\n",
        "not as expected: standard input:4: other: `read` was sent, and answer 2 of the script is for `send`\n",
        "rehearsed 3 tasks: 2 not as expected\n",
    ]);
    let run = rehearse(&["--format", "json"], &format!("{SHORT}\n{LOST}\n{OTHER}\n")).ends(1);
    let mut found = lines(&run);
    // What came of them so far, as for any other task.
    for (place, calls, sequence) in [(0, 2, ["send", "send"]), (2, 2, ["send", "read"])] {
        let members = found[place].as_object_mut().expect("an object");
        assert_eq!(members.remove("calls"), Some(json!(calls)));
        assert_eq!(members.remove("sequence"), Some(json!(sequence)));
        assert_eq!(members.remove("stop_reason"), Some(json!(null)));
        for name in ["waits_ms", "status", "recovery_calls", "elapsed_ms", "report"] {
            assert!(members.remove(name).is_some(), "{name}");
        }
    }
    assert_eq!(
        [&found[0], &found[2]],
        [
            &json!({"id": "short", "line": 1, "error": {
                "message": "standard input:1: short: `send` was sent, and the script has no answer left: it has 1",
                "sent": "send", "script": null}}),
            &json!({"id": "other", "line": 3, "error": {
                "message": "standard input:3: other: `read` was sent, and answer 2 of the script is for `send`",
                "sent": "read", "script": "send"}}),
        ]
    );
    assert_eq!(found[1]["status"], "done");
}

#[test]
fn a_line_that_is_no_task_says_where_and_the_others_are_rehearsed() {
    let text = format!("{LOST}\n{{\"id\": \"x\"\n{{\"id\": \"y\", \"script\": [{{\"at\": \"snd\"}}]}}\n{LOST}\n");
    let run = rehearse(&[], &text).ends(2);
    assert_eq!(
        run.stderr,
        "error: standard input:2: it is no task: it is no JSON: EOF while parsing an object, at column 10\n\
         error: standard input:3: y: it is no task: `script[0].at` is none of send, read, fix, step and item:NAME\n"
    );
    run.says(&["rehearsed 2 tasks: all as expected; 2 lines are no tasks\n"]);
    let run = rehearse(&["--format", "json"], &text).ends(2);
    let found = lines(&run);
    assert_eq!(found.len(), 4);
    assert_eq!((&found[1]["id"], &found[1]["line"]), (&json!(null), &json!(2)));
    assert_eq!((&found[2]["id"], &found[2]["line"]), (&json!("y"), &json!(3)));
    assert_eq!(found[2]["error"]["member"], "script[0].at");
    rehearse(&[], "[]")
        .ends(2)
        .says(&["rehearsed nothing: 1 line is no task\n"]);
}

#[test]
fn a_member_that_nothing_reads_is_named() {
    let misspelt = LOST.replace("\"dedupe_key\": true", "\"dedupe_key\": true, \"setle_ms\": 7");
    let run = rehearse(&[], &misspelt).ends(0);
    assert_eq!(
        run.stderr,
        "note: standard input:1: lost: nothing is known of `context.setle_ms`, so it says nothing\n"
    );
}

#[test]
fn without_tasks_there_is_nothing_to_judge() {
    rehearse(&[], "\n \n").ends(2).says(&["standard input has no task"]);
    rehearse(&[], "").ends(2);
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| rehearse_in(folder.path(), arguments, "");
    run(&["none.jsonl"]).ends(2).says(&[
        "cannot read none.jsonl: it does not exist",
        "name a file that can be read",
    ]);
    let trouble = run(&["none.jsonl", "--format", "json"]).ends(2).json();
    assert_eq!(
        trouble["trouble"]["message"],
        "cannot read none.jsonl: it does not exist"
    );
    std::fs::write(folder.path().join("latin.jsonl"), b"{\"id\": \"\xe9\"}").unwrap();
    run(&["latin.jsonl"]).ends(2).says(&["it is not UTF-8"]);
    run(&["."]).ends(2);
    run(&[]).ends(2);
    std::fs::write(folder.path().join("lost.jsonl"), LOST).unwrap();
    run(&["lost.jsonl"]).ends(0);
}
