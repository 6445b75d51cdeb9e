//! The published cases (`cases.jsonl`) and what they leave open (`more.jsonl`), at both ends of the jitter and between them.

use errtax::recovery::{Jitter, Report, Task};

use crate::fixture::reader;
use crate::script::{Case, Trace};

pub fn cases() -> Vec<Case> {
    let published = include_str!("cases.jsonl").lines();
    let more = include_str!("more.jsonl").lines();
    let cases: Vec<_> = published.chain(more).map(|line| Case::parse(line).unwrap()).collect();
    assert!(cases.len() > 100, "{}", cases.len());
    cases
}

#[track_caller]
fn hold(name: &str, jitter: &mut dyn FnMut() -> Jitter) -> Vec<Trace> {
    let mut faults = Vec::new();
    let mut traces = Vec::new();
    for case in cases() {
        match case.run(reader(), jitter) {
            Ok(trace) => {
                faults.extend(
                    trace
                        .faults(&case)
                        .into_iter()
                        .map(|fault| format!("{}: {fault}", case.id)),
                );
                traces.push(trace);
            }
            Err(error) => faults.push(format!("{}: {error}", case.id)),
        }
    }
    assert!(faults.is_empty(), "jitter {name}:\n{}", faults.join("\n"));
    traces
}

/// A generator of its own, so that a case fails the same way everywhere.
pub fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }
}

#[test]
fn every_case_holds_without_jitter() {
    hold("0", &mut || Jitter::NONE);
}

#[test]
fn every_case_holds_with_all_jitter() {
    hold("500", &mut || Jitter::millis(500));
}

#[test]
fn every_case_holds_with_random_jitter() {
    for seed in 0..50 {
        let mut random = random(seed);
        hold(&format!("of seed {seed}"), &mut || Jitter::from_random(random() as u32));
    }
}

#[test]
fn every_case_ends_in_a_report_that_reads_back_and_a_ledger_that_replays() {
    for trace in hold("250", &mut || Jitter::millis(250)) {
        let text = trace.task.report().to_string();
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(text.lines().all(|line| line.starts_with("RECOVERY v1 ")), "{text}");
        assert_eq!(text.matches("RECOVERY").count(), 5, "{text}");
        assert_eq!(Report::parse(&text), Ok(trace.task.report()));
        let json = trace.task.to_json();
        let again = Task::replay(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        assert_eq!(again, trace.task, "{json}");
        assert_eq!(again.to_json(), json);
    }
}
