//! What follows for calls, if it does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::json;

use super::{Kept, Stage, ask, at, at_once, expect, record};
use crate::Failure;
use crate::replay::{Call, Clock, Reason, Refused, Replay, Replayed, State, Store};
use crate::standard::details;

/// A clock that is set.
struct Set(Mutex<SystemTime>);

impl Set {
    fn new() -> Self {
        Self(Mutex::new(at(1_000)))
    }

    fn pass(&self, time: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += time;
    }
}

impl Clock for Set {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep(&self, pause: Duration) {
        self.pass(pause);
    }
}

const DAY: Duration = Duration::from_secs(24 * 3600);

fn runs<S: Store, C: Clock>(
    replay: &Replay<C>,
    store: &S,
    call: &Call,
    outcome: Result<u32, Failure>,
) -> (Result<Replayed<u32>, Failure>, bool) {
    let mut ran = false;
    let result = replay.run(store, call, || {
        ran = true;
        outcome
    });
    (result, ran)
}

pub(super) fn carries_out_once<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (store, clock) = (stage.open(), Set::new());
    let replay = Replay::new().clock(&clock);
    let call = stage.call("key", 5);
    let (first, ran) = runs(&replay, &store, &call, Ok(1));
    expect("the first answer", ask(first)?, Replayed::First(1))?;
    expect("whether the first was carried out", ran, true)?;
    clock.pass(DAY - Duration::from_secs(1));
    let store = stage.open();
    let (again, ran) = runs(&replay, &store, &call, Ok(2));
    expect(
        "the answer a second before it expires",
        ask(again)?,
        Replayed::Again(json!(1)),
    )?;
    expect("whether that was carried out", ran, false)?;
    clock.pass(Duration::from_secs(1));
    let (anew, ran) = runs(&replay, &store, &call, Ok(3));
    expect("the answer when it has expired", ask(anew)?, Replayed::First(3))?;
    expect("whether that was carried out", ran, true)
}

fn refusal(result: Result<Replayed<u32>, Failure>) -> Option<Reason> {
    result.err()?.downcast_ref::<Refused>().map(Refused::reason)
}

pub(super) fn refuses_other_arguments<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (store, clock) = (stage.open(), Set::new());
    let replay = Replay::new().clock(&clock);
    ask(runs(&replay, &store, &stage.call("key", 5), Ok(1)).0)?;
    let (refused, ran) = runs(&replay, &store, &stage.call("key", 6), Ok(2));
    expect(
        "why other arguments are refused",
        refusal(refused),
        Some(Reason::KeyReused),
    )?;
    expect("whether they were carried out", ran, false)?;
    let (other, _) = runs(&replay, &store, &stage.call("other key", 6), Ok(2));
    expect("the answer to another key", ask(other)?, Replayed::First(2))
}

pub(super) fn keeps_what_was_executed<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (store, clock) = (stage.open(), Set::new());
    let replay = Replay::new().clock(&clock);
    let call = stage.call("not executed", 5);
    let not_executed = runs(&replay, &store, &call, Err(details::Conflict {}.into_failure())).0;
    expect("whether it failed", not_executed.is_err(), true)?;
    expect(
        "the record of what was not executed",
        ask(store.load(&stage.slot("not executed")))?,
        None,
    )?;
    let (second, _) = runs(&replay, &store, &call, Ok(1));
    expect("the second call after that", ask(second)?, Replayed::First(1))?;

    let call = stage.call("unknown", 5);
    let unknown = runs(&replay, &store, &call, Err(details::ConnectionLost {}.into_failure())).0;
    expect("whether it failed", unknown.is_err(), true)?;
    for _ in 0..2 {
        clock.pass(DAY * 365);
        let (refused, ran) = runs(&replay, &store, &call, Ok(1));
        expect(
            "why a call in doubt is refused",
            refusal(refused),
            Some(Reason::InDoubt),
        )?;
        expect("whether it was carried out", ran, false)?;
        ask(store.sweep(clock.now()))?;
    }
    Ok(())
}

pub(super) fn doubts_the_dead<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (store, clock) = (stage.open(), Set::new());
    let replay = Replay::new().clock(&clock).lease(Duration::from_secs(60));
    let call = stage.call("key", 5);
    // What a process leaves behind that is gone.
    let mut left = record(
        State::Running {
            until: clock.now() + Duration::from_secs(60),
        },
        None,
    );
    left.fingerprint = call.fingerprint;
    ask(store.swap(&stage.slot("key"), None, Some(&left)))?;
    let (refused, ran) = runs(&replay, &store, &call, Ok(1));
    expect(
        "why it is refused within the lease",
        refusal(refused),
        Some(Reason::InProgress),
    )?;
    expect("whether it was carried out", ran, false)?;
    clock.pass(Duration::from_secs(60));
    for _ in 0..2 {
        ask(store.sweep(clock.now()))?;
        let (refused, ran) = runs(&replay, &store, &call, Ok(1));
        expect(
            "why it is refused after the lease",
            refusal(refused),
            Some(Reason::InDoubt),
        )?;
        expect("whether it was carried out", ran, false)?;
        clock.pass(DAY * 365);
    }
    Ok(())
}

pub(super) fn carries_out_one_of_many<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let replay = Replay::new().wait(Duration::from_secs(30));
    let call = stage.call("key", 5);
    let count = AtomicUsize::new(0);
    let answers = at_once(stage, |_, store| {
        replay
            .run(store, &call, || {
                thread::sleep(Duration::from_millis(20));
                Ok::<_, Refused>(count.fetch_add(1, Ordering::SeqCst))
            })
            .map(|answer| (answer.is_duplicate(), answer.into_answer().ok()))
            .map_err(|refused| refused.reason())
    });
    expect("how often it was carried out", count.load(Ordering::SeqCst), 1)?;
    let first = answers.iter().filter(|answer| **answer == Ok((false, Some(0)))).count();
    expect("how many were the first", first, 1)?;
    let again = answers.iter().filter(|answer| **answer == Ok((true, Some(0)))).count();
    if first + again == answers.len() {
        return Ok(());
    }
    Err(format!("not all were answered: {answers:?}"))
}
