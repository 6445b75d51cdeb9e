//! The conformance cases, published and our own, at both ends of the jitter and between them.

use errtax::recovery::testkit::{OffScript, Random, Script, Trace, case_lines, cases, known};
use errtax::recovery::{Jitter, Reader, Report, Task};

fn run(case: &Script, jitter: &mut dyn FnMut() -> Jitter) -> Result<Trace, OffScript> {
    case.run(Reader::new(known()), jitter)
}

#[track_caller]
fn hold(name: &str, jitter: &mut dyn FnMut() -> Jitter) -> Vec<Trace> {
    let mut faults = Vec::new();
    let mut traces = Vec::new();
    for case in cases() {
        let mut fault = |what: String| faults.push(format!("{}: {what}", case.id()));
        match run(&case, jitter) {
            Ok(trace) => {
                case.faults(&trace).into_iter().for_each(&mut fault);
                // What these do not say they mean: every answer is used.
                let unused = case.unused().unwrap_or(0);
                if trace.unused as u64 != unused {
                    fault(format!("{} answers are left, expected {unused}", trace.unused));
                }
                traces.push(trace);
            }
            Err(error) => fault(error.to_string()),
        }
    }
    assert!(faults.is_empty(), "jitter {name}:\n{}", faults.join("\n"));
    traces
}

#[test]
fn every_line_is_a_case_of_which_every_member_is_known() {
    let count = case_lines().count();
    assert!(count > 100, "{count}");
    assert_eq!(cases().len(), count);
    let mut ids: Vec<_> = cases().iter().map(|case| case.id().to_owned()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id that two cases have");
    for case in cases() {
        assert_eq!(case.unknown(), [""; 0], "{}", case.id());
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
        let mut random = Random::seeded(seed);
        hold(&format!("of seed {seed}"), &mut || random.jitter());
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
