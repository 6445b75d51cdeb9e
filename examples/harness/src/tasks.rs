//! The ten tasks of the demonstration, each with what goes wrong on its line.

use std::time::Duration;

use crate::fault::{Fault, Faults};
use crate::plan::{Knowledge, Plan, Step, Voucher, Work};

/// Longer than any recovery takes.
const FOREVER: Duration = Duration::from_secs(600);

/// The tasks, in the order in which they are carried out.
#[must_use]
pub fn all() -> Vec<(Plan, Faults)> {
    vec![
        nothing_goes_wrong(),
        lost_answer_with_a_key(),
        lost_answer_and_a_read(),
        lost_answer_and_nothing(),
        rate_limit_and_wrong_arguments(),
        period_is_locked(),
        looking_in_circles(),
        half_a_file(),
        stall_at_the_deadline(),
        key_expires(),
    ]
}

/// The same tasks, carried out by a harness that takes every tool to be repeatable and looks for nothing. The books show what comes
/// of that.
#[must_use]
pub fn reckless() -> Vec<(Plan, Faults)> {
    let mut tasks = all();
    for (plan, _) in &mut tasks {
        plan.knowledge = Knowledge::Wrong;
        for step in &mut plan.steps {
            (step.is_verified, step.is_batch) = (false, false);
        }
    }
    tasks
}

fn nothing_goes_wrong() -> (Plan, Faults) {
    let rent = Voucher::new("rent of March", "2026-03-01", 9000);
    let steps = vec![Step::new("rent", Work::Post(rent))];
    plan("post the rent", "nothing goes wrong", steps, [])
}

fn lost_answer_with_a_key() -> (Plan, Faults) {
    let invoice = Voucher::new("invoice 1001", "2026-03-02", 1250);
    let steps = vec![Step::new("invoice 1001", Work::Post(invoice))];
    let shows = "the answer is lost after the commit; the same key again posts nothing twice";
    plan("post invoice 1001", shows, steps, [Fault::ResetAfter])
}

fn lost_answer_and_a_read() -> (Plan, Faults) {
    let rows = vec![
        Voucher::new("card payment 17", "2026-03-03", 600),
        Voucher::new("card payment 18", "2026-03-03", 450),
    ];
    let steps = vec![Step::new("card payments", Work::Import(rows)).verified()];
    let shows = "the answer is lost, and there is no key; a read shows them there";
    plan("import the card payments", shows, steps, [Fault::ResetAfter])
}

fn lost_answer_and_nothing() -> (Plan, Faults) {
    let fee = Voucher::new("bank fee of March", "2026-03-04", 80);
    let steps = vec![Step::new("bank fees", Work::Import(vec![fee]))];
    let shows = "the answer is lost, and there is neither key nor read: nobody knows";
    plan("import the bank fees", shows, steps, [Fault::SilenceAfter])
}

fn rate_limit_and_wrong_arguments() -> (Plan, Faults) {
    let invoice = Voucher::new("invoice 1002", "2026-03-05", 1000).short_by(100);
    let steps = vec![Step::new("invoice 1002", Work::Post(invoice)).fixed()];
    let shows = "429 with a wait, which is waited; then wrong arguments, corrected once";
    let faults = [Fault::Limited(Some(Duration::from_secs(7)))];
    plan("post invoice 1002", shows, steps, faults)
}

fn period_is_locked() -> (Plan, Faults) {
    let invoice = Voucher::new("invoice of 2025", "2025-12-30", 300);
    let steps = vec![
        Step::new("late invoice", Work::Post(invoice)).following_next(),
        Step::new("lock 2025 again", Work::Lock("2025".to_owned())).verified(),
    ];
    let shows = "its period is locked; the error names the step, and a person agrees";
    let faults = [Fault::None, Fault::None, Fault::ResetAfter];
    plan("post an invoice of last year", shows, steps, faults)
}

fn looking_in_circles() -> (Plan, Faults) {
    let look = |name| Step::new(name, Work::Vouchers("2026-03-07".to_owned()));
    let steps = ["look", "look again", "and again", "once more"].map(look).into();
    let shows = "the agent looks again and again; the fourth look is refused as a loop";
    plan("wait for a payment", shows, steps, [])
}

fn half_a_file() -> (Plan, Faults) {
    let rows = ["sale 201", "sale 202", "sale 203"].map(|sale| Voucher::new(sale, "2026-03-08", 700));
    let steps = vec![Step::new("sales", Work::Import(rows.into())).verified().batch()];
    let shows = "one row of three arrives; a read shows which, and only the others are resent";
    let faults = [Fault::CutShort(1), Fault::None, Fault::Limited(None)];
    plan("import the sales", shows, steps, faults)
}

fn stall_at_the_deadline() -> (Plan, Faults) {
    let invoice = Voucher::new("invoice 1003", "2026-03-09", 2000);
    let patient = Duration::from_secs(100);
    let steps = vec![
        Step::new("invoice 1003", Work::Post(invoice))
            .verified()
            .patient(patient),
    ];
    let shows = "no answer, twice, nor to the read; when the time is over, nobody knows";
    let faults = [Fault::SilenceBefore, Fault::Stall(FOREVER), Fault::Stall(FOREVER)];
    plan("post invoice 1003", shows, steps, faults)
}

fn key_expires() -> (Plan, Faults) {
    let bills = ["power bill", "tax"].map(|name| (name, Voucher::new(name, "2026-03-10", 500)));
    let mut steps: Vec<Step> = bills
        .into_iter()
        .map(|(name, voucher)| Step::new(name, Work::Post(voucher)))
        .collect();
    steps.push(Step::new("lock 2026", Work::Lock("2026".to_owned())));
    let shows = "the credential is refused: nothing more is sent; what was not started is told";
    plan("close the books", shows, steps, [Fault::None, Fault::Unauthorized])
}

fn plan<const N: usize>(name: &str, shows: &'static str, steps: Vec<Step>, faults: [Fault; N]) -> (Plan, Faults) {
    let plan = Plan {
        name: name.to_owned(),
        shows,
        knowledge: Knowledge::Registry,
        person_agrees: true,
        steps,
    };
    (plan, Faults::script(faults))
}
