//! Calls of one task on several threads, whoever takes its lock first.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --manifest-path tests/loom/Cargo.toml`

#![cfg(loom)]

use std::future::Future as _;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use errtax::recovery::{Answer, Call, Jitter, Limits, Outcome, Rule, Seen, SharedTask, Task, Tool, Transport};
use errtax::{Class, Executed};
use errtax_loom::Hand;
use loom::model::Builder;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

static GET: Tool = Tool::read("get");
static POST: Tool = Tool::write("post");

/// Every order with so many threads taken from what they were doing.
fn every_order(preemptions: usize, what: impl Fn() + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(what);
}

fn task(limits: Limits) -> SharedTask<Hand> {
    SharedTask::with(Task::with_limits("t", limits), Hand::default()).with_jitter(|| Jitter::NONE)
}

/// This on so many threads, the one that asks among them.
fn on_threads<T: 'static>(count: u32, what: impl Fn(u32) -> T + Send + Sync + 'static) -> Vec<T> {
    let what = Arc::new(what);
    let others: Vec<_> = (1..count)
        .map(|number| {
            let what = Arc::clone(&what);
            thread::spawn(move || what(number))
        })
        .collect();
    let mut all = vec![what(0)];
    all.extend(others.into_iter().map(|other| other.join().unwrap()));
    all
}

fn get(number: u32) -> Call<errtax::recovery::Recoverable> {
    Call::new(&GET).json(&number.to_string()).repeatable().unwrap()
}

fn refused() -> Answer<()> {
    Answer::failed((), Seen::transport(Transport::Refused))
}

/// Whatever the order: the ledger has all of it, and leads to the same state.
fn is_whole(task: &SharedTask<Hand>) {
    assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
}

#[test]
fn of_four_identical_calls_the_fourth_is_refused() {
    every_order(3, || {
        let task = task(Limits::DEFAULT);
        let sent = Arc::new(AtomicU32::new(0));
        let outcomes = on_threads(4, {
            let (task, sent) = (task.clone(), Arc::clone(&sent));
            move |_| {
                let send = |_| {
                    sent.fetch_add(1, Ordering::SeqCst);
                    Answer::ok(())
                };
                task.call_blocking(get(1), send).run()
            }
        });
        let refused = |outcome: &&Outcome<()>| outcome.ended == Err(Rule::LoopSameCall);
        assert_eq!(outcomes.iter().filter(refused).count(), 1);
        assert_eq!((sent.load(Ordering::SeqCst), task.calls()), (3, 3));
        is_whole(&task);
    });
}

#[test]
fn of_two_identical_writes_one_is_sent() {
    every_order(6, || {
        let task = task(Limits::DEFAULT);
        let under_way = Arc::new(AtomicU32::new(0));
        let sent = Arc::new(AtomicU32::new(0));
        let outcomes = on_threads(2, {
            let (task, sent, under_way) = (task.clone(), Arc::clone(&sent), Arc::clone(&under_way));
            move |_| {
                let send = |_| {
                    assert_eq!(under_way.fetch_add(1, Ordering::SeqCst), 0, "two at once");
                    sent.fetch_add(1, Ordering::SeqCst);
                    under_way.fetch_sub(1, Ordering::SeqCst);
                    Answer::failed((), Seen::transport(Transport::Reset))
                };
                task.call_blocking(Call::new(&POST), send).run_once()
            }
        });
        let mut ended: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.ended.err()).collect();
        ended.sort();
        assert_eq!(ended, [Rule::SingleFlight, Rule::UnknownUnverifiable]);
        assert_eq!((sent.load(Ordering::SeqCst), task.calls()), (1, 1));
        is_whole(&task);
    });
}

#[test]
fn the_budget_of_recovery_calls_is_never_overrun() {
    every_order(3, || {
        let task = task(Limits {
            recovery_calls: 2,
            ..Limits::DEFAULT
        });
        let sent = Arc::new(AtomicU32::new(0));
        on_threads(3, {
            let (task, sent) = (task.clone(), Arc::clone(&sent));
            move |number| {
                let send = |_| {
                    sent.fetch_add(1, Ordering::SeqCst);
                    refused()
                };
                task.call_blocking(get(number), send).run()
            }
        });
        assert_eq!(sent.load(Ordering::SeqCst), 3 + 2);
        assert_eq!((task.calls(), task.recovery_calls()), (3 + 2, 2));
        is_whole(&task);
    });
}

#[test]
fn the_first_failure_sets_the_deadline_once() {
    every_order(3, || {
        let task = task(Limits::DEFAULT);
        let limits = Arc::new(Mutex::new(Vec::new()));
        let ids = on_threads(2, {
            let (task, limits) = (task.clone(), Arc::clone(&limits));
            move |number| {
                let send = |attempt: errtax::recovery::Attempt| {
                    if let Some(limit) = attempt.timeout {
                        limits.lock().unwrap().push((attempt.id, limit));
                    }
                    if attempt.number == 2 { Answer::ok(()) } else { refused() }
                };
                task.call_blocking(get(number), send).run().id.unwrap()
            }
        });
        // As the ledger has it: when the first failure was seen, and when each call was sent once more.
        let json = task.to_json();
        let entries: Vec<_> = json.split("\"event\":").skip(1).collect();
        let at = |entry: &&str| -> u64 {
            let rest = entry.split("\"at_ms\":").nth(1).unwrap();
            rest.split(',').next().unwrap().parse().unwrap()
        };
        let first = entries
            .iter()
            .find(|entry| entry.starts_with("\"failure\""))
            .map(at)
            .unwrap();
        let deadline = Duration::from_millis(first) + Limits::DEFAULT.recovery_time;
        let limits = limits.lock().unwrap();
        assert_eq!(limits.len(), 2);
        for (place, id) in ids.iter().enumerate() {
            // Calls are numbered as they were begun.
            let call = if ids.iter().min() == Some(id) { 0 } else { 1 };
            let is_it = |entry: &&&str| entry.starts_with("\"resume\"") && entry.contains(&format!("\"call\":{call},"));
            let sent = entries.iter().find(is_it).map(at).unwrap();
            let (_, limit) = limits.iter().find(|(known, _)| known == id).unwrap();
            assert_eq!(Duration::from_millis(sent) + *limit, deadline, "call {place}");
        }
        is_whole(&task);
    });
}

#[test]
fn whoever_waits_is_woken_when_the_task_is_cancelled() {
    every_order(3, || {
        let task = task(Limits::DEFAULT);
        let cancels = thread::spawn({
            let task = task.clone();
            move || task.cancel()
        });
        // It waits for a timer that never rings: that this ends at all is the promise.
        let waits = task.call(get(1), async |_| refused()).run();
        let outcome = loom::future::block_on(waits);
        assert_eq!(outcome.ended, Err(Rule::Cancelled));
        cancels.join().unwrap();
        is_whole(&task);
    });
}

#[test]
fn whoever_waits_is_woken_when_a_credential_is_refused() {
    every_order(3, || {
        let task = task(Limits::DEFAULT);
        let is_refused = thread::spawn({
            let task = task.clone();
            move || {
                let expired = || Seen::new(Class::Auth, Executed::No, "EXPIRED".into());
                task.call_blocking(get(2), |_| Answer::failed((), expired())).run()
            }
        });
        let waits = task.call(get(1), async |_| refused()).run();
        let outcome = loom::future::block_on(waits);
        assert_eq!(outcome.ended, Err(Rule::Auth));
        assert_eq!(is_refused.join().unwrap().ended, Err(Rule::Auth));
        is_whole(&task);
    });
}

#[test]
fn a_write_that_was_dropped_under_way_is_not_sent_by_another() {
    every_order(3, || {
        let task = task(Limits::DEFAULT);
        let was_dropped = Arc::new(AtomicU32::new(0));
        let other = thread::spawn({
            let (task, was_dropped) = (task.clone(), Arc::clone(&was_dropped));
            move || {
                let send = |_| {
                    assert_eq!(was_dropped.load(Ordering::SeqCst), 0, "it may have landed");
                    Answer::ok(())
                };
                task.call_blocking(Call::new(&POST), send).run_once().ended
            }
        });
        let send = |_| {
            was_dropped.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<Answer<()>>()
        };
        let mut driven = Box::pin(task.call(Call::new(&POST), send).run_once());
        let polled = driven.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        drop(driven);
        let ended = other.join().unwrap();
        match polled {
            // It was refused, because the other was under way.
            Poll::Ready(outcome) => assert_eq!((outcome.ended, ended), (Err(Rule::SingleFlight), Ok(()))),
            // It was sent and dropped: after the other was over, or the other was refused.
            Poll::Pending => assert!(ended == Ok(()) || ended == Err(Rule::SingleFlight)),
        }
        is_whole(&task);
    });
}
