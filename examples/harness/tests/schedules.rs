//! Thousands of schedules that nobody thought of: every report is true, and every task keeps to its limits.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use harness::fault::Fault;
use harness::schedule::Outcome;
use harness::storm::{self, Weathered};

/// How many are played, and how long at most; a slow machine plays fewer. `cargo run -p harness -- storm 10000` plays more.
const COUNT: u64 = 1_000;
const TIME: Duration = Duration::from_secs(90);
const AT_LEAST: u64 = 100;

#[test]
fn the_books_bear_out_every_report_and_no_limit_is_exceeded() {
    let weathered = storm::weather(1..COUNT + 1, TIME);
    println!("seeds 1 to {COUNT}, for {TIME:?} at most: {weathered}");
    assert!(weathered.findings.is_empty(), "{weathered}");
    assert!(weathered.schedules >= AT_LEAST, "too slow to say anything: {weathered}");
    if weathered.schedules < COUNT {
        // Too few to have met everything.
        return;
    }

    for fault in Fault::KINDS {
        let met = weathered.faults.get(fault.as_str()).copied().unwrap_or(0);
        assert!(met > 0, "no call met {fault}: {weathered}");
    }
    for status in ["done", "partial", "failed", "unknown"] {
        assert!(
            weathered.statuses.contains_key(status),
            "no report says {status}: {weathered}"
        );
    }
    for rule in [
        "resend_same_key",
        "resend_after_read",
        "resend_used",
        "read_shows",
        "duplicate_shown",
        "redo_missing",
        "fix_once",
        "step_once",
        "server_wait",
        "server_wait_past_deadline",
        "deadline",
        "attempts_exhausted",
        "recovery_calls_exhausted",
        "loop_same_call",
        "loop_same_error",
        "loop_undo",
        "single_flight",
        "auth",
        "unknown_unverifiable",
    ] {
        assert!(
            weathered.rules.contains_key(rule),
            "nothing came to {rule}: {weathered}"
        );
    }
}

#[test]
fn a_seed_is_all_that_it_takes_to_see_a_schedule_again() {
    let seen = |outcome: Outcome| -> Vec<String> {
        let played = outcome.played.iter();
        let told = played.map(|played| format!("{:?} {:?} {}", played.plan, played.ended.sent, played.ended.report));
        told.collect()
    };
    for seed in 1..20 {
        assert_eq!(
            seen(storm::play(seed).unwrap()),
            seen(storm::play(seed).unwrap()),
            "seed {seed}"
        );
    }
}

#[test]
fn each_finding_comes_with_the_command_that_shows_it_again() {
    let mut weathered = Weathered::default();
    weathered
        .findings
        .insert(4711, vec!["a voucher was posted twice".to_owned()]);
    let text = weathered.to_string();
    assert!(
        text.contains("cargo run -p harness -- replay 4711\n  a voucher was posted twice"),
        "{text}"
    );
    assert!(text.ends_with("found: 1 of them are wrong"), "{text}");
}
