//! What holds whatever happens: I1 to I7 while the world runs, I8 to I10 of the report, at every step at which it may end.

use std::time::Duration;

use errtax::recovery::{
    Call, Jitter, Limits, Probe, Reply, Report, Rule, Seen, Status, Success, Task, Tool, Transport,
};

use crate::world::{Dice, World};

const SEEDS: u64 = 3_000;

/// The report is true: of what it says about each call, and of nothing else.
#[track_caller]
fn is_true(world: &World, seed: u64) {
    let report = world.task.report();
    let effects = world.effects();
    let text = report.to_string();
    assert_eq!(text.lines().count(), 5, "seed {seed}: {text}");
    assert_eq!(Report::parse(&text), Ok(report.clone()), "seed {seed}");
    assert_eq!(
        report.status() == Status::Unknown,
        !report.unknown().is_empty(),
        "I9, seed {seed}: {text}"
    );

    let name = |item: &str| item.split_once(" (").unwrap().0.to_owned();
    let mut told: Vec<String> = Vec::new();
    for item in report.done() {
        let (times, plan) = effects[&name(item)];
        assert!(
            !plan.writes || times > 0,
            "I8, seed {seed}: {item} did not happen\n{text}"
        );
        told.push(name(item));
    }
    for item in report.failed() {
        // A batch that failed as a whole says nothing of its parts only where it was not sent or refused.
        let (times, _) = effects
            .get(&name(item))
            .copied()
            .unwrap_or((0, world.plans.values().next().unwrap()));
        assert_eq!(times, 0, "seed {seed}: {item} did happen\n{text}");
        told.push(name(item));
    }
    told.extend(report.unknown().iter().map(|item| name(item)));
    for (id, plan) in &world.plans {
        let count = |wanted: &str| told.iter().filter(|name| *name == wanted).count();
        let items: usize = plan
            .items
            .iter()
            .map(|item| count(&format!("{}[{item}]", plan.name)))
            .sum();
        let whole = count(&plan.name);
        let is_once = (whole, items) == (1, 0) || (whole, items) == (0, plan.items.len());
        assert!(
            is_once,
            "I10, seed {seed}: {id:?} {} {whole} {items}\n{text}",
            plan.name
        );
    }
    for (name, (times, plan)) in &effects {
        // A fixed call is another one, and both are counted here.
        assert!(
            *times <= 1 || plan.idempotent || !plan.writes,
            "seed {seed}: {name} happened {times} times\n{text}"
        );
    }
    let is_done = report.failed().is_empty() && report.unknown().is_empty();
    assert_eq!(report.status() == Status::Done, is_done, "seed {seed}: {text}");
}

#[test]
fn nothing_is_done_twice_and_nothing_is_claimed_whatever_is_lost() {
    for seed in 0..SEEDS {
        is_true(&World::new(seed).run(), seed);
    }
}

#[test]
fn dropped_or_cancelled_at_any_step_nothing_is_lost() {
    let mut ends = 0;
    for seed in 0..SEEDS / 10 {
        let steps = World::new(seed).run().steps;
        for end in 0..=steps {
            for cancels in [false, true] {
                let mut world = World::new(seed);
                world.end_after = Some((end, cancels));
                let mut world = world.run();
                is_true(&world, seed);
                let (calls, now) = (world.task.calls(), world.now());
                world.task.cancel(now);
                is_true(&world, seed);
                let call = Call::new(Tool::read("late")).repeatable().unwrap();
                assert_eq!(world.task.begin(call, now), Err(Rule::Cancelled), "seed {seed}");
                assert_eq!(world.task.calls(), calls, "seed {seed}: a call after the end");
                ends += 1;
            }
        }
    }
    assert!(ends > 1_000, "{ends}");
}

#[test]
fn the_ledger_replays_at_every_step() {
    for seed in 0..SEEDS / 10 {
        let mut world = World::new(seed);
        world.after_step = |task| {
            let json = task.to_json();
            let again = Task::replay(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
            assert_eq!(again, *task, "{json}");
        };
        world.run();
    }
}

/// Anything is told in any order, by a harness that has lost its mind.
fn anything(seed: u64) -> Task {
    let mut world = World::new(seed).run();
    let ids: Vec<_> = world.plans.keys().copied().collect();
    let mut ids = ids;
    ids.sort();
    let mut now = world.now;
    for _ in 0..40 {
        now += world.dice.below(2_000);
        let time = Duration::from_millis(now);
        let id = ids[world.dice.below(ids.len() as u64) as usize];
        let task = &mut world.task;
        let jitter = Jitter::millis(world.dice.below(600) as u16);
        let calls = task.recovery_calls();
        match world.dice.below(7) {
            0 => drop(task.on_reply(id, &Reply::OK, time, jitter)),
            1 => drop(task.on_reply(id, &Seen::transport(Transport::Timeout).into(), time, jitter)),
            2 => drop(
                task.on_reply(
                    id,
                    &Success {
                        partial: true,
                        ..Success::PLAIN
                    }
                    .into(),
                    time,
                    jitter,
                ),
            ),
            3 => drop(task.on_probe(id, Probe::NotLanded, time, jitter)),
            4 => drop(task.on_probe(id, Probe::Items(&[true]), time, jitter)),
            5 => drop(task.fixed(id, None, time)),
            _ => drop(task.resume(id, time)),
        }
        assert!(world.task.recovery_calls() <= 10.max(calls), "seed {seed}");
        assert_eq!(world.task.report().to_string().lines().count(), 5);
    }
    world.task
}

#[test]
fn what_comes_out_of_turn_changes_nothing() {
    for seed in 0..SEEDS / 10 {
        let task = anything(seed);
        assert_eq!(Task::replay(&task.to_json()).as_ref(), Ok(&task), "seed {seed}");
    }
}

#[test]
fn a_clock_that_goes_back_is_one_that_stands_still() {
    let mut waits = 0;
    for seed in 0..SEEDS / 10 {
        let run = |stands: bool| {
            let mut world = World::new(seed);
            world.skew = Some((Dice::new(seed + 1), stands));
            world.run()
        };
        let (jumping, standing) = (run(false), run(true));
        assert!(jumping.task == standing.task, "seed {seed}");
        is_true(&jumping, seed);
        waits += jumping.task.rules().filter(|rule| *rule == Rule::StillWaiting).count();
    }
    assert!(waits > 100, "{waits}");
}

#[test]
fn a_task_may_be_shared_behind_a_lock() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Task>();
    is_shared::<Report>();
}

/// Whatever limits a harness sets, none is exceeded, and the ledger replays.
#[test]
fn other_limits_hold_as_well() {
    for attempts_per_call in 0..5 {
        for recovery_calls in [0, 1, 4] {
            for recovery_time in [Duration::ZERO, Duration::from_micros(2_500_700), Duration::MAX] {
                let limits = Limits {
                    attempts_per_call,
                    recovery_calls,
                    recovery_time,
                };
                for seed in 0..30 {
                    let mut world = World::new(seed);
                    world.limits(limits);
                    let world = world.run();
                    is_true(&world, seed);
                    assert!(world.task.recovery_calls() <= recovery_calls);
                    assert_eq!(Task::replay(&world.task.to_json()), Ok(world.task));
                }
            }
        }
    }
}
