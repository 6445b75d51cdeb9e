//! A closure panics: the task is not lost, and says what is true.

use std::panic::{AssertUnwindSafe, catch_unwind};

use errtax::recovery::{Answer, Call, Event, Jitter, Rule, Seen, SharedTask, Status, Task, Tool, Transport};

use super::hand::{Hand, run};

static POST: Tool = Tool::write("post");

fn post(number: u32) -> Call {
    Call::new(&POST).json(&format!("{{\"n\":{number}}}"))
}

fn lost() -> Answer<()> {
    Answer::failed((), Seen::transport(Transport::Reset))
}

/// The task after a call in which something panicked: it still works.
fn after(call: impl FnOnce(&SharedTask<Hand>, &Hand)) -> Task {
    let hand = Hand::new();
    let task = SharedTask::with(Task::new("t"), hand.clone());
    assert!(catch_unwind(AssertUnwindSafe(|| call(&task, &hand))).is_err());
    let found = task.to_task();
    assert_eq!(Task::replay(&found.to_json()).as_ref(), Ok(&found));
    assert_eq!(found.clone().begin_once(post(1), hand.truth()), Err(Rule::SingleFlight));
    let next = task.call_blocking(post(2), |_| Answer::ok(())).run_once();
    assert!(next.is_done(), "the task goes on");
    found
}

#[test]
fn where_it_sends() {
    let task = after(|task, hand| {
        run(
            hand,
            task.call(post(1), async |_| -> Answer<()> { panic!("on purpose") })
                .run_once(),
        );
    });
    assert_eq!(task.report().unknown(), ["post (cancelled)"]);
    let task = after(|task, _| {
        task.call_blocking(post(1), |_| -> Answer<()> { panic!("on purpose") })
            .run_once();
    });
    assert_eq!(task.report().unknown(), ["post (cancelled)"]);
}

#[test]
fn where_it_reads() {
    let task = after(|task, hand| {
        let driven = task
            .call(post(1), async |_| lost())
            .verify(async |_| -> bool { panic!("on purpose") });
        run(hand, driven.run());
    });
    assert_eq!(task.report().unknown(), ["post (cancelled)"]);
}

#[test]
fn where_it_watches() {
    let task = after(|task, _| {
        task.call_blocking(post(1), |_| lost())
            .observe(|event| assert!(!matches!(event, Event::Failed { .. }), "on purpose"))
            .run_once();
    });
    assert_eq!(task.report().unknown(), ["post (cancelled)"]);
}

#[test]
fn where_it_draws() {
    let task = after(|task, _| {
        let task = task.clone().with_jitter(|| panic!("on purpose"));
        task.call_blocking(post(1), |_| lost()).run_once();
    });
    assert_eq!(task.report().status(), Status::Unknown);
}

#[test]
fn a_source_of_jitter_that_panicked_is_asked_again() {
    let mut is_first = true;
    let task = SharedTask::with(Task::new("t"), Hand::new()).with_jitter(move || {
        assert!(!std::mem::take(&mut is_first), "on purpose");
        Jitter::millis(7)
    });
    let call = |number| {
        task.call_blocking(post(number), |_| {
            Answer::failed((), Seen::transport(Transport::Refused))
        })
    };
    assert!(catch_unwind(AssertUnwindSafe(|| call(1).run_once())).is_err());
    assert_eq!(call(2).run_once().waits[0].as_millis(), 1_007);
}
