//! Reports beside books that do not bear them out.

use harness::compare::{Line, State, compare, unexplained};
use harness::plan::{Plan, Step, Voucher, Work};

use crate::{ended, file, plan, report, sale};

fn books(vouchers: &[(&str, u32)]) -> State {
    State {
        vouchers: vouchers
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect(),
        periods: [("2027".to_owned(), "open".to_owned())].into(),
    }
}

/// What is wrong with a report on this plan, with these books both when it was written and later.
fn differs(plan: &Plan, report: &str, after: &State) -> Vec<&'static str> {
    let mut ended = ended(plan, report, Vec::new());
    ended.books = after.clone();
    let lines = compare(plan, &ended, &books(&[]), after);
    lines.iter().filter_map(Line::wrong).collect()
}

/// What is wrong with a report on one sale, with these books.
fn wrong(done: &str, failed: &str, unknown: &str, vouchers: &[(&str, u32)]) -> Vec<&'static str> {
    differs(&plan(vec![sale()]), &report(1, done, failed, unknown), &books(vouchers))
}

#[test]
fn a_report_that_the_books_do_not_bear_out_is_found() {
    let nothing: [&str; 0] = [];
    assert_eq!(wrong("sale (ack)", "none", "none", &[("sale", 1)]), nothing);
    assert_eq!(wrong("none", "sale (deadline)", "none", &[]), nothing);
    for count in [0, 1] {
        assert_eq!(wrong("none", "none", "sale (deadline)", &[("sale", count)]), nothing);
    }
    assert_eq!(wrong("sale (ack)", "none", "none", &[]), ["not in the books"]);
    assert_eq!(
        wrong("none", "sale (deadline)", "none", &[("sale", 1)]),
        ["it is in the books"]
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
    assert_eq!(wrong("none", "none", "none", &[]), ["not all of it is told once"]);
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
        differs(&plan, &report(1, done, failed, "none"), &books(&[("a", 1)]))
    };
    let nothing: [&str; 0] = [];
    assert_eq!(wrong("file[a] (read)", "file[b] (bad_input)"), nothing);
    assert_eq!(wrong("file[a] (read); file[b] (ack)", "none"), ["not in the books"]);
    assert_eq!(wrong("file (ack)", "none"), ["not in the books"]);
    assert_eq!(wrong("none", "file (deadline)"), ["it is in the books"]);
    assert_eq!(wrong("file[a] (read)", "none"), ["not all of it is told once"]);
}

#[test]
fn a_period_is_as_the_report_says() {
    let plan = plan(vec![Step::new("lock", Work::Lock("2027".to_owned()))]);
    let after = State {
        periods: [("2027".to_owned(), "locked".to_owned())].into(),
        ..State::default()
    };
    let wrong = |report: &str, after: &State| differs(&plan, report, after).first().copied();
    let (done, failed) = (
        report(1, "lock (ack)", "none", "none"),
        report(1, "none", "lock (auth)", "none"),
    );
    assert_eq!(wrong(&done, &after), None);
    assert_eq!(wrong(&done, &books(&[])), Some("it is not in that state"));
    assert_eq!(wrong(&failed, &books(&[])), None);
    assert_eq!(wrong(&failed, &after), Some("it is in that state"));
}

#[test]
fn a_report_that_was_true_only_later_is_found() {
    let plan = plan(vec![sale()]);
    let ended = ended(&plan, &report(1, "sale (ack)", "none", "none"), Vec::new());
    let lines = compare(&plan, &ended, &books(&[]), &books(&[("sale", 1)]));
    let wrong: Vec<_> = lines.iter().filter_map(Line::wrong).collect();
    assert_eq!(wrong, ["not in the books yet"]);
}

#[test]
fn a_status_that_the_report_does_not_bear_out_is_found() {
    let plan = plan(vec![sale()]);
    let failed = report(1, "none", "sale (deadline)", "none");
    let nothing: [&str; 0] = [];
    assert_eq!(differs(&plan, &failed, &books(&[])), nothing);
    for status in ["done", "partial", "unknown"] {
        let report = failed.replace("status failed", &format!("status {status}"));
        assert_eq!(differs(&plan, &report, &books(&[])), ["it has no report"]);
    }
}

#[test]
fn what_no_plan_posts_or_turns_is_found() {
    let plans = [plan(vec![sale(), file()])];
    let first = books(&[]);
    let found = |last: &State| unexplained(&plans, &first, last).len();
    assert_eq!(found(&books(&[("sale", 1), ("a", 1)])), 0);
    assert_eq!(found(&books(&[("lunch", 1)])), 1);

    let locked = State {
        periods: [("2027".to_owned(), "locked".to_owned())].into(),
        ..State::default()
    };
    assert_eq!(found(&locked), 1);
    let turns = plan(vec![Step::new("lock", Work::Lock("2027".to_owned()))]);
    assert!(unexplained(&[turns], &first, &locked).is_empty());
    let late = || Step::new("late", Work::Post(Voucher::new("late", "2027-01-05", 100))).following_next();
    assert!(unexplained(&[plan(vec![late()])], &first, &locked).is_empty());
    let mut declined = plan(vec![late()]);
    declined.person_agrees = false;
    assert_eq!(unexplained(&[declined], &first, &locked).len(), 1);
}
