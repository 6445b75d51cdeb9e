//! What is wrong is found: false reports, tasks that do not keep to the rules, and ledgers that do not tell what happened.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod ledgers;
mod reports;
mod rules;

use errtax::recovery::Task;
use fastrand::Rng;
use harness::agent::{Ended, Span};
use harness::compare::State;
use harness::fault::{Fault, Faults};
use harness::plan::{Knowledge, Plan, Step, Voucher, Work};
use harness::wire::Sent;
use harness::{schedule, tasks};

pub(crate) fn plan(steps: Vec<Step>) -> Plan {
    Plan {
        name: "t".to_owned(),
        shows: "",
        knowledge: Knowledge::Registry,
        person_agrees: true,
        steps,
    }
}

pub(crate) fn sale() -> Step {
    Step::new("sale", Work::Post(Voucher::new("sale", "2026-01-05", 100)))
}

pub(crate) fn file_rows() -> [Voucher; 2] {
    ["a", "b"].map(|row| Voucher::new(row, "2026-01-05", 100))
}

pub(crate) fn file() -> Step {
    Step::new("file", Work::Import(file_rows().into())).verified().batch()
}

pub(crate) fn ended(plan: &Plan, report: &str, sent: Vec<Sent>) -> Ended {
    let begun = |step: usize| sent.iter().take_while(|sent| sent.step < step).count();
    let over = |step: usize| sent.iter().filter(|sent| sent.step <= step).map(|sent| sent.at).max();
    let span = |step: usize| Span {
        sent_before: begun(step),
        is_left_out: false,
        until: over(step).unwrap_or_default(),
    };
    Ended {
        report: report.to_owned(),
        books: State::default(),
        task: Task::new("t"),
        unconnected: Vec::new(),
        steps: (0..plan.steps.len()).map(span).collect(),
        sent,
    }
}

pub(crate) fn report(calls: usize, done: &str, failed: &str, unknown: &str) -> String {
    let status = match (done, failed, unknown) {
        (_, "none", "none") => "done",
        ("none", _, "none") => "failed",
        (_, _, "none") => "partial",
        _ => "unknown",
    };
    format!(
        "RECOVERY v1 task t status {status} calls {calls} elapsed 0s\nRECOVERY v1 done: {done}\nRECOVERY v1 failed: {failed}\n\
         RECOVERY v1 unknown: {unknown}\nRECOVERY v1 next: none"
    )
}
#[test]
fn a_harness_that_takes_a_write_to_be_repeatable_posts_twice_and_is_found_out() {
    let mut reckless = plan(vec![sale()]);
    reckless.knowledge = Knowledge::Wrong;
    let faults = Faults::script([Fault::ResetAfter]);
    let outcome = schedule::play(vec![(reckless, faults.clone())], &mut Rng::with_seed(1)).unwrap();
    let findings = outcome.findings().join("\n");
    assert!(findings.contains("posted twice (2 vouchers)"), "{findings}");
    assert!(findings.contains("nobody had looked"), "{findings}");

    let outcome = schedule::play(vec![(plan(vec![sale()]), faults)], &mut Rng::with_seed(1)).unwrap();
    assert!(outcome.findings().is_empty(), "{:?}", outcome.findings());
    assert!(
        !schedule::play(tasks::reckless(), &mut Rng::with_seed(1))
            .unwrap()
            .findings()
            .is_empty()
    );
}
