//! What a seed draws: plans, and how rough the line is.

use std::time::Duration;

use fastrand::Rng;

use crate::fault::Faults;
use crate::plan::{Knowledge, Plan, Step, Voucher, Work};
use crate::tasks;

/// Periods that a plan may lock or unlock, and that no voucher of any plan goes into.
const PERIODS: [&str; 4] = ["2022", "2023", "2027", "2028"];

/// How many of 100 calls meet a fault, in calm and in rough weather.
const WEATHER: [u8; 5] = [10, 25, 40, 60, 90];

/// The tasks of a schedule: now and then the ten of the demonstration, else plans that nobody thought of; each over a line of its
/// own.
#[must_use]
pub fn schedule(random: &mut Rng) -> Vec<(Plan, Faults)> {
    let percent = random.choice(WEATHER).unwrap_or(25);
    let plans: Vec<Plan> = if random.u8(0..8) == 0 {
        tasks::all().into_iter().map(|(plan, _)| plan).collect()
    } else {
        let mut periods = PERIODS.to_vec();
        random.shuffle(&mut periods);
        (1..=random.usize(1..=4))
            .map(|number| plan(number, &mut periods, random))
            .collect()
    };
    plans
        .into_iter()
        .map(|plan| (plan, Faults::drawn(random.fork(), percent)))
        .collect()
}

fn plan(number: usize, periods: &mut Vec<&str>, random: &mut Rng) -> Plan {
    let knowledge = match random.u8(0..10) {
        0 => Knowledge::Annotations,
        1 => Knowledge::Nothing,
        _ => Knowledge::Registry,
    };
    let mut steps = Vec::new();
    for place in 1..=random.usize(1..=4) {
        let name = format!("{number}.{place}");
        step(&name, knowledge, periods, random, &mut steps);
    }
    Plan {
        name: format!("task {number}"),
        shows: "drawn by a seed",
        knowledge,
        person_agrees: random.u8(0..5) > 0,
        steps,
    }
}

/// Adds a step, and now and then those that go with it.
fn step(name: &str, knowledge: Knowledge, periods: &mut Vec<&str>, random: &mut Rng, steps: &mut Vec<Step>) {
    let step = match random.u8(0..10) {
        0..=3 => post(name, random),
        4..=6 => import(name, random),
        7 => match periods.pop() {
            Some(period) => turn(name, period, random, steps),
            None => Step::new(name, Work::Periods),
        },
        8 => {
            let day = format!("2026-06-{:02}", random.u8(1..=28));
            for again in 0..random.u8(0..4) {
                steps.push(Step::new(format!("{name} look {again}"), Work::Vouchers(day.clone())));
            }
            Step::new(name, Work::Vouchers(day))
        }
        _ => Step::new(name, Work::Periods),
    };
    // Only a registry says what takes what back.
    if knowledge == Knowledge::Registry {
        steps.extend(locked_first(name, &step, random));
    }
    let step = step.patient(patience(random));
    // Whoever was not told that it is done asks for it again, and the task has to know better where it is in doubt.
    let again = (random.u8(0..4) == 0).then(|| step.again(format!("{name} again")));
    steps.push(step);
    steps.extend(again);
}

fn post(name: &str, random: &mut Rng) -> Step {
    let day = random.u8(1..=28);
    let date = match random.u8(0..8) {
        // 2025 is locked, 2024 is closed.
        0 | 1 => format!("2025-06-{day:02}"),
        2 => format!("2024-06-{day:02}"),
        _ => format!("2026-06-{day:02}"),
    };
    let voucher = Voucher::new(format!("voucher {name}"), date, random.u32(200..9000));
    let voucher = match random.u8(0..8) {
        0 | 1 => voucher.short_by(100),
        2 => voucher.astray(),
        _ => voucher,
    };
    let mut step = Step::new(name, Work::Post(voucher));
    step.is_verified = random.bool();
    step.is_fixed = random.bool();
    step.follows_next = random.bool();
    step
}

/// A step before it in the same task that the error of a voucher would take back.
fn locked_first(name: &str, step: &Step, random: &mut Rng) -> Option<Step> {
    let is_late = matches!(&step.work, Work::Post(voucher) if voucher.date.starts_with("2025"));
    let lock = || Step::new(format!("{name} lock"), Work::Lock("2025".to_owned())).verified();
    (is_late && step.follows_next && random.u8(0..4) == 0).then(lock)
}

fn import(name: &str, random: &mut Rng) -> Step {
    let year = if random.u8(0..8) == 0 { 2025 } else { 2026 };
    let date = format!("{year}-06-{:02}", random.u8(1..=28));
    let rows = (1..=random.u32(1..=4)).map(|row| {
        let voucher = Voucher::new(format!("row {name}-{row}"), date.clone(), 100 * row);
        if random.u8(0..8) == 0 {
            voucher.astray()
        } else {
            voucher
        }
    });
    let mut step = Step::new(name, Work::Import(rows.collect()));
    step.is_verified = random.u8(0..4) > 0;
    step.is_batch = random.bool();
    step
}

/// Locks or unlocks a period, and now and then takes that back at once, which a task is not to do.
fn turn(name: &str, period: &str, random: &mut Rng, steps: &mut Vec<Step>) -> Step {
    let period = period.to_owned();
    let mut step = if period.as_str() < "2025" {
        Step::new(name, Work::Unlock(period))
    } else if random.u8(0..3) == 0 {
        let locked = Step::new(format!("{name} lock"), Work::Lock(period.clone()));
        steps.push(locked);
        Step::new(name, Work::Unlock(period))
    } else {
        Step::new(name, Work::Lock(period))
    };
    step.is_verified = random.bool();
    step
}

fn patience(random: &mut Rng) -> Duration {
    let seconds = random.choice([10, 30, 30, 30, 100, 150]).unwrap_or(30);
    Duration::from_secs(seconds)
}
