//! The context of a call reaches conversions that only see the error, and nothing else.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};
use std::thread;

use errtax::{Context, Effect};

fn effect() -> Effect {
    Context::current().effect()
}

/// Pending once, then ready, noting the effect at each poll.
struct Twice {
    seen: Vec<Effect>,
}

impl Future for Twice {
    type Output = Vec<Effect>;

    fn poll(mut self: std::pin::Pin<&mut Self>, _: &mut Task<'_>) -> Poll<Self::Output> {
        self.seen.push(effect());
        if self.seen.len() == 2 {
            Poll::Ready(std::mem::take(&mut self.seen))
        } else {
            Poll::Pending
        }
    }
}

#[test]
fn outside_of_a_call_nothing_is_known() {
    let context = Context::current();
    assert_eq!(context.effect(), Effect::Write);
    assert!(context.tool().is_none());
    assert!(context.correlation_id().is_none());
    assert_eq!(context.registry().name, "errtax");
}

#[test]
fn contexts_nest_and_end_where_they_began_even_in_a_panic() {
    let read = Context::default().with_effect(Effect::Read);
    let keyed = Context::default().with_effect(Effect::KeyedWrite);
    read.run(|| {
        assert_eq!(keyed.run(effect), Effect::KeyedWrite);
        assert_eq!(effect(), Effect::Read);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            keyed.run(|| std::panic::resume_unwind(Box::new("boom")))
        }));
        assert!(panicked.is_err());
        assert_eq!(effect(), Effect::Read);
    });
    assert_eq!(effect(), Effect::Write);
}

#[test]
fn a_scoped_future_has_its_context_at_every_poll_and_only_then() {
    let context = Context::default().with_effect(Effect::IdempotentWrite);
    let mut future = pin!(context.scope(Twice { seen: Vec::new() }));
    let mut task = Task::from_waker(Waker::noop());
    assert_eq!(future.as_mut().poll(&mut task), Poll::Pending);
    assert_eq!(effect(), Effect::Write);
    let seen = vec![Effect::IdempotentWrite; 2];
    assert_eq!(future.as_mut().poll(&mut task), Poll::Ready(seen));
    assert_eq!(effect(), Effect::Write);
}

#[test]
fn two_calls_that_take_turns_on_one_thread_do_not_see_each_other() {
    let mut task = Task::from_waker(Waker::noop());
    let mut read = pin!(
        Context::default()
            .with_effect(Effect::Read)
            .scope(Twice { seen: Vec::new() })
    );
    let mut keyed = pin!(
        Context::default()
            .with_effect(Effect::KeyedWrite)
            .scope(Twice { seen: Vec::new() })
    );
    assert!(read.as_mut().poll(&mut task).is_pending());
    assert!(keyed.as_mut().poll(&mut task).is_pending());
    assert_eq!(read.as_mut().poll(&mut task), Poll::Ready(vec![Effect::Read; 2]));
    assert_eq!(keyed.as_mut().poll(&mut task), Poll::Ready(vec![Effect::KeyedWrite; 2]));
}

#[test]
fn a_context_belongs_to_its_thread() {
    Context::default().with_effect(Effect::Read).run(|| {
        let elsewhere = thread::spawn(effect).join().unwrap();
        assert_eq!(elsewhere, Effect::Write);
    });
}

#[test]
fn correlation_ids_have_the_form_of_trace_ids_and_do_not_repeat() {
    let ids: std::collections::BTreeSet<String> = (0..1_000)
        .map(|_| {
            Context::default()
                .with_random_correlation_id()
                .correlation_id()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(ids.len(), 1_000);
    assert!(
        ids.iter()
            .all(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
    );
}
