//! What `cargo run -p harness` shows, and how it ends.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::process::{Command, Output};

use errtax::recovery::{Report, Status};

fn harness(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(arguments)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

fn shown() -> String {
    let (output, text) = harness(&[]);
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn ten_tasks_and_their_reports_on_two_screens() {
    let text = shown();
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let reports: Vec<Report> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.starts_with("RECOVERY v1 task "))
        .map(|(at, _)| Report::parse(&lines[at..at + 5].join("\n")).unwrap())
        .collect();
    let statuses: Vec<Status> = reports.iter().map(Report::status).collect();
    assert_eq!(
        statuses,
        [
            Status::Done,
            Status::Done,
            Status::Done,
            Status::Unknown,
            Status::Done,
            Status::Done,
            Status::Partial,
            Status::Done,
            Status::Unknown,
            Status::Partial,
        ],
        "{text}"
    );
    for shown in [
        "invoice 1001 (state)",
        "card payments (read)",
        "bank fees (unknown_unverifiable)",
        "7.0 s post_voucher → JOURNAL_ENTRY_NOT_BALANCED",
        "post_voucher → PERIOD_LOCKED · 0.1 s unlock_period → answered",
        "once more (loop_same_call, not started)",
        "sales[sale 201] (read); sales[sale 202] (ack); sales[sale 203] (ack)",
        "calls 3 elapsed 220s",
        "tax (auth: UNAUTHORIZED); lock 2026 (auth, not started)",
    ] {
        assert!(text.contains(shown), "{shown} is not in\n{text}");
    }
    assert!(lines.len() <= 104, "{} lines", lines.len());
    let (_, reckless) = harness(&["reckless"]);
    for line in text.lines().chain(reckless.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(!text.contains('\x1b'), "no colours where nobody sees them");
}

#[test]
fn every_claim_is_held_against_the_books_line_by_line() {
    let text = shown();
    let (_, comparison) = text
        .split_once("What the reports claim, and what the books hold\n")
        .unwrap();
    let lines: Vec<&str> = comparison.lines().collect();
    let (claims, end) = lines.split_at(19);
    let ending = |verdict: &str| claims.iter().filter(|line| line.ends_with(verdict)).count();
    assert_eq!(
        [ending(" agrees"), ending(" may be either"), ending(" leaves no trace")],
        [13, 2, 4],
        "{comparison}"
    );
    assert_eq!(
        end,
        [
            "19 claims, none of them false: 13 agree with the books, 2 say that nobody knows, 4 only read",
            "most of a task, as the line saw it: 3 of 3 attempts, 4 of 10 recovery calls, 120.0 of 120 s",
            "no rule was broken",
        ]
    );
}

#[test]
fn it_plays_the_same_each_time() {
    assert_eq!(shown(), shown());
}

#[test]
fn it_fails_where_the_books_differ() {
    let (output, text) = harness(&["reckless"]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("posted twice"), "{text}");
    assert!(text.contains("3 of 16 differ from the books\n"), "{text}");
    assert!(text.ends_with("7 times a rule was broken\n"), "{text}");
}

#[test]
fn a_storm_says_what_it_played_and_a_replay_shows_all_of_one_schedule() {
    let (output, text) = harness(&["storm", "5", "40"]);
    assert!(output.status.success(), "{text}");
    assert!(text.starts_with("seeds 40 to 44\n5 schedules in "), "{text}");
    assert!(text.contains("\nmost of a task: "), "{text}");
    assert!(text.ends_with("found: nothing\n"), "{text}");

    let (output, text) = harness(&["storm", "1000000", "--seconds", "0"]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("\nof 1000000 that were to be played: then the time was up\n"),
        "{text}"
    );

    let (output, text) = harness(&["replay", "40"]);
    assert!(output.status.success(), "{text}");
    for part in [
        "   planned: ",
        " s step 0 ",
        "first_try",
        "RECOVERY v1 task ",
        "no rule was broken",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}
