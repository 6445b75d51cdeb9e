//! What is printed: step by step for people, a line for machines, the same bytes each time.

use crate::{LOST, lines, rehearse};

#[test]
fn a_person_reads_what_happened_and_why() {
    let run = rehearse(&[], LOST).ends(0);
    assert_eq!(
        run.stdout,
        "\
lost
  The server dedupes it.
     0.000 s  send                 first_try
     0.000 s    ← error {\"transport\":\"timeout\"}
     0.000 s  wait 1000 ms         resend_same_key
     1.000 s  send                 wait_over
     1.000 s    ← ok, duplicate, state {\"v\":1}
     1.000 s  done                 duplicate_shown
  RECOVERY v1 task lost status done calls 2 elapsed 1s
  RECOVERY v1 done: tool (state)
  RECOVERY v1 failed: none
  RECOVERY v1 unknown: none
  RECOVERY v1 next: none

rehearsed 1 task: all as expected
"
    );
    assert_eq!(run.stderr, "");
}

#[test]
fn a_machine_reads_these_members_in_this_order_and_no_other() {
    let run = rehearse(&["--format", "json", "--jitter", "250"], LOST).ends(0);
    assert_eq!(
        run.stdout,
        concat!(
            r#"{"id":"lost","calls":2,"waits_ms":[1250],"status":"done","stop_reason":null,"sequence":["send","send"],"#,
            r#""recovery_calls":1,"elapsed_ms":1250,"report":"RECOVERY v1 task lost status done calls 2 elapsed 1s\n"#,
            r#"RECOVERY v1 done: tool (state)\nRECOVERY v1 failed: none\nRECOVERY v1 unknown: none\nRECOVERY v1 next: none"}"#,
            "\n"
        )
    );
    assert_eq!(run.stderr, "");
}

#[test]
fn the_same_tasks_are_the_same_bytes() {
    let all: String = errtax::recovery::testkit::case_lines()
        .map(|line| format!("{line}\n"))
        .collect();
    for arguments in [
        &[][..],
        &["--format", "json"],
        &["--seed", "5"],
        &["--seed", "5", "--format", "json"],
    ] {
        let first = rehearse(arguments, &all);
        for _ in 0..3 {
            let again = rehearse(arguments, &all);
            assert_eq!((&again.stdout, &again.stderr), (&first.stdout, &first.stderr));
        }
    }
}

#[test]
fn one_of_them_is_picked_by_its_id() {
    let two = format!("{LOST}\n{}\n", LOST.replace("\"lost\"", "\"other\""));
    let run = rehearse(&["--only", "other"], &two).ends(0);
    assert!(
        run.stdout.starts_with("other\n") && !run.stdout.contains("task lost"),
        "{}",
        run.stdout
    );
    assert_eq!(
        lines(&rehearse(&["--only", "lost", "--format", "json"], &two).ends(0)).len(),
        1
    );
    // A line that is another one may be wrong; one of which nobody knows may be this.
    let other = r#"{"id": "broken", "script": 7}"#;
    rehearse(&["--only", "lost"], &format!("{other}\n{two}")).ends(0);
    rehearse(&["--only", "lost"], &format!("{{\n{two}")).ends(2);
    rehearse(&["--only", "none"], &two)
        .ends(2)
        .says(&["standard input has no task `none`"]);
}

#[test]
fn what_stands_between_lines_is_no_task() {
    let text = format!("\u{feff}{LOST}\r\n\n  \r\n{LOST}");
    rehearse(&[], &text)
        .ends(0)
        .says(&["rehearsed 2 tasks: all as expected"]);
}

#[test]
fn what_a_server_says_forges_no_line() {
    let task = r#"{"id": "a\nrehearsed 9 tasks", "why": "b\u001b[2J\nc", "context": {"effect": "read", "tool": "t\nx"}, "script": [{"at": "send", "error": "x\nRECOVERY v1 done: all"}, {"at": "send", "note": "y\n\u2028z"}]}"#;
    let run = rehearse(&[], task).ends(0);
    let forged = |line: &str| line.starts_with("rehearsed 9") || line.trim_start().starts_with("RECOVERY v1 done: all");
    assert!(!run.stdout.lines().any(forged), "{}", run.stdout);
    assert!(
        !run.stdout.contains('\u{1b}') && !run.stdout.contains('\u{2028}'),
        "{}",
        run.stdout
    );
    let run = rehearse(&["--format", "json"], task).ends(0);
    assert_eq!(run.stdout.lines().count(), 1);
    assert_eq!(lines(&run)[0]["report"].as_str().unwrap().lines().count(), 5);
}
