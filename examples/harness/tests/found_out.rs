//! What is wrong is found: false reports, and tasks that do not keep to the rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use errtax::recovery::Task;
use fastrand::Rng;
use harness::agent::{Ended, Span};
use harness::compare::{State, compare, unexplained};
use harness::fault::{Fault, Faults};
use harness::plan::{Knowledge, Plan, Step, Voucher, Work};
use harness::wire::{Heard, KEY, Sent};
use harness::{limits, schedule, tasks};
use serde_json::json;

fn plan(steps: Vec<Step>) -> Plan {
    Plan {
        name: "t".to_owned(),
        shows: "",
        knowledge: Knowledge::Registry,
        person_agrees: true,
        steps,
    }
}

fn sale() -> Step {
    Step::new("sale", Work::Post(Voucher::new("sale", "2026-01-05", 100)))
}

fn file() -> Step {
    let rows = ["a", "b"].map(|row| Voucher::new(row, "2026-01-05", 100));
    Step::new("file", Work::Import(rows.into())).verified().batch()
}

fn ended(plan: &Plan, report: &str, sent: Vec<Sent>) -> Ended {
    let begun = |step: usize| sent.iter().take_while(|sent| sent.step < step).count();
    let over = |step: usize| sent.iter().filter(|sent| sent.step <= step).map(|sent| sent.at).max();
    let span = |step: usize| Span {
        sent_before: begun(step),
        is_left_out: false,
        until: over(step).unwrap_or_default(),
    };
    Ended {
        report: report.to_owned(),
        task: Task::new("t"),
        unconnected: Vec::new(),
        steps: (0..plan.steps.len()).map(span).collect(),
        sent,
    }
}

fn report(calls: usize, done: &str, failed: &str, unknown: &str) -> String {
    format!(
        "RECOVERY v1 task t status partial calls {calls} elapsed 0s\nRECOVERY v1 done: {done}\nRECOVERY v1 failed: {failed}\n\
         RECOVERY v1 unknown: {unknown}\nRECOVERY v1 next: none"
    )
}

fn books(vouchers: &[(&str, u32)]) -> State {
    State {
        vouchers: vouchers
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect(),
        periods: [("2027".to_owned(), "open".to_owned())].into(),
    }
}

/// What is wrong with a report on one sale, with these books.
fn wrong(done: &str, failed: &str, unknown: &str, vouchers: &[(&str, u32)]) -> Vec<&'static str> {
    let plan = plan(vec![sale()]);
    let ended = ended(&plan, &report(1, done, failed, unknown), Vec::new());
    let lines = compare(&plan, &ended, &books(&[]), &books(vouchers));
    lines.iter().filter_map(|line| line.wrong).collect()
}

#[test]
fn a_report_that_the_books_do_not_bear_out_is_found() {
    let nothing: [&str; 0] = [];
    assert_eq!(wrong("sale (ack)", "none", "none", &[("sale", 1)]), nothing);
    assert_eq!(wrong("none", "sale (deadline)", "none", &[]), nothing);
    for count in [0, 1] {
        assert_eq!(wrong("none", "none", "sale (deadline)", &[("sale", count)]), nothing);
    }
    assert_eq!(wrong("sale (ack)", "none", "none", &[]), ["the books do not have it"]);
    assert_eq!(
        wrong("none", "sale (deadline)", "none", &[("sale", 1)]),
        ["the books have it"]
    );
    for (done, failed, unknown) in [
        ("sale (ack)", "none", "none"),
        ("none", "sale (deadline)", "none"),
        ("none", "none", "sale (deadline)"),
    ] {
        assert_eq!(wrong(done, failed, unknown, &[("sale", 2)]), ["posted twice"]);
    }
}

#[test]
fn a_report_that_leaves_something_out_or_makes_it_up_is_found() {
    assert_eq!(
        wrong("none", "none", "none", &[]),
        ["the report does not speak of all of it once"]
    );
    assert_eq!(
        wrong("sale (ack)", "sale (auth)", "none", &[("sale", 1)]),
        ["it is told twice", "it is told twice"]
    );
    assert_eq!(
        wrong("sale (ack); lunch (ack)", "none", "none", &[("sale", 1)]),
        ["no such call was made"]
    );
}

#[test]
fn of_a_file_that_was_taken_apart_each_row_has_to_be_told_and_true() {
    let plan = plan(vec![file()]);
    let wrong = |done: &str, failed: &str| -> Vec<&'static str> {
        let ended = ended(&plan, &report(1, done, failed, "none"), Vec::new());
        let lines = compare(&plan, &ended, &books(&[]), &books(&[("a", 1)]));
        lines.iter().filter_map(|line| line.wrong).collect()
    };
    let nothing: [&str; 0] = [];
    assert_eq!(wrong("file[a] (read)", "file[b] (bad_input)"), nothing);
    assert_eq!(
        wrong("file[a] (read); file[b] (ack)", "none"),
        ["the books do not have it"]
    );
    assert_eq!(wrong("file (ack)", "none"), ["the books do not have it"]);
    assert_eq!(wrong("none", "file (deadline)"), ["the books have it"]);
    assert_eq!(
        wrong("file[a] (read)", "none"),
        ["the report does not speak of all of it once"]
    );
}

#[test]
fn a_period_is_as_the_report_says() {
    let plan = plan(vec![Step::new("lock", Work::Lock("2027".to_owned()))]);
    let after = State {
        periods: [("2027".to_owned(), "locked".to_owned())].into(),
        ..State::default()
    };
    let wrong = |report: &str, after: &State| {
        let ended = ended(&plan, report, Vec::new());
        let lines = compare(&plan, &ended, &books(&[]), after);
        lines.iter().find_map(|line| line.wrong)
    };
    let (done, failed) = (
        report(1, "lock (ack)", "none", "none"),
        report(1, "none", "lock (auth)", "none"),
    );
    assert_eq!(wrong(&done, &after), None);
    assert_eq!(wrong(&done, &books(&[])), Some("the period is not in that state"));
    assert_eq!(wrong(&failed, &books(&[])), None);
    assert_eq!(wrong(&failed, &after), Some("the period is in that state"));
}

#[test]
fn a_voucher_that_no_plan_posts_is_found() {
    let plans = [plan(vec![sale(), file()])];
    assert!(unexplained(&plans, &books(&[("sale", 1), ("a", 1)])).is_empty());
    assert_eq!(unexplained(&plans, &books(&[("lunch", 1)])).len(), 1);
}

fn sent(at: u64, key: Option<&str>, heard: Option<Heard>) -> Sent {
    let mut arguments = sale().work.arguments();
    if let Some(key) = key {
        arguments.insert(KEY.to_owned(), json!(key));
    }
    let at = Duration::from_secs(at);
    Sent {
        step: 0,
        at,
        tool: "post_voucher".to_owned(),
        arguments,
        fault: Fault::None,
        arrived: true,
        heard: heard.map(|heard| (at, heard)),
    }
}

fn read(at: u64, heard: Heard) -> Sent {
    Sent {
        tool: "list_vouchers".to_owned(),
        ..sent(at, None, Some(heard))
    }
}

/// The one rule that these calls break.
#[track_caller]
fn breaks(sent: Vec<Sent>, what: &str) {
    let plan = plan(vec![sale()]);
    let ended = ended(&plan, &report(sent.len(), "none", "none", "none"), sent);
    let broken = limits::broken(&plan, &ended);
    match what {
        "" => assert!(broken.is_empty(), "{broken:?}"),
        what => assert!(broken.iter().any(|broken| broken.contains(what)), "{broken:?}"),
    }
}

#[test]
fn a_task_that_does_not_keep_to_the_rules_is_found() {
    let key = Some("k");
    let reset = || Some(Heard::Reset);
    breaks(
        vec![
            sent(0, key, reset()),
            sent(1, key, reset()),
            sent(3, key, Some(Heard::Answer)),
        ],
        "",
    );
    breaks((0..4).map(|at| sent(at, key, reset())).collect(), "sent 4 times");
    breaks(
        vec![sent(0, key, reset()), sent(1, Some("other"), reset())],
        "under another key",
    );

    breaks(
        vec![sent(0, None, reset()), sent(1, None, reset())],
        "nobody had looked",
    );
    breaks(vec![sent(0, None, None), sent(31, None, reset())], "nobody had looked");
    breaks(
        vec![sent(0, None, reset()), read(1, Heard::Reset), sent(2, None, reset())],
        "nobody had looked",
    );
    breaks(
        vec![sent(0, None, reset()), read(1, Heard::Answer), sent(2, None, reset())],
        "",
    );
    breaks(vec![sent(0, None, Some(Heard::Refused)), sent(1, None, reset())], "");

    let limited = || Some(Heard::Limited(Some(Duration::from_secs(7))));
    breaks(vec![sent(0, key, limited()), sent(6, key, reset())], "said to wait 7s");
    breaks(vec![sent(0, key, limited()), sent(7, key, reset())], "");

    breaks(vec![sent(5, key, reset()), sent(124, key, reset())], "");
    breaks(
        vec![sent(5, key, reset()), sent(125, key, reset())],
        "recovery was over",
    );

    let reads = |count: u64| (1..=count).map(|at| read(at, Heard::Reset));
    breaks(std::iter::once(sent(0, key, reset())).chain(reads(10)).collect(), "");
    breaks(
        std::iter::once(sent(0, key, reset())).chain(reads(11)).collect(),
        "11 calls were spent on recovery",
    );
}

#[test]
fn a_count_of_calls_that_is_not_that_of_the_wire_is_found() {
    let plan = plan(vec![sale()]);
    let ended = ended(&plan, &report(2, "none", "none", "none"), vec![sent(0, None, None)]);
    assert_eq!(
        limits::broken(&plan, &ended),
        ["the report says 2 calls, and 1 were sent"]
    );
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
