//! A call without rmcp: whatever fails in it becomes a wire object, for any transport to carry.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::future::Future;
use std::io;
use std::panic::panic_any;
use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};

use errtax::standard::REGISTRY;
use errtax::standard::details::{ConnectionLost, UpstreamRejected};
use errtax::wire::WireError;
use errtax::{Context, Effect, Failure};

/// Panics wherever it is dropped.
struct Spiteful;

impl Drop for Spiteful {
    fn drop(&mut self) {
        panic!("hunter2")
    }
}

/// What a tool does.
fn work(how: &str) -> Result<String, Failure> {
    match how {
        "lost" => Err(ConnectionLost {}.into_failure()),
        "refused" => Err(UpstreamRejected { service: None }.into_failure()),
        "foreign" => Err(Failure::from(Box::<dyn std::error::Error + Send + Sync>::from(
            "hunter2",
        ))),
        "text" => panic!("hunter2"),
        "payload" => panic_any(7_u8),
        "payload that panics" => panic_any(Spiteful),
        _ => Ok(format!("done as a {:?}", Context::current().effect())),
    }
}

/// The same, a poll later.
async fn later(how: &str) -> Result<String, Failure> {
    let mut is_ready = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut is_ready, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    work(how)
}

fn finish<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
            return output;
        }
    }
}

/// The result of a call in each way to make it: at once, later, and while the future is being made.
fn ways(context: &Context, how: &str) -> [Result<String, Failure>; 3] {
    [
        context.attempt(|| work(how)),
        finish(context.attempt_async(|| later(how))),
        finish(context.attempt_async(|| std::future::ready(work(how)))),
    ]
}

#[test]
fn whatever_fails_is_a_wire_object_that_knows_its_call() {
    let write = Context::of_call(&REGISTRY, "pay", |_| false).with_correlation_id("c-7");
    let read = write.clone().with_effect(Effect::Read);
    for (context, how, code) in [
        (&write, "lost", "OUTCOME_UNKNOWN"),
        (&read, "lost", "CONNECTION_LOST"),
        (&write, "refused", "UPSTREAM_REJECTED"),
        (&read, "foreign", "UNKNOWN_ERROR"),
        (&write, "text", "PANIC"),
        (&write, "payload", "PANIC"),
        (&write, "payload that panics", "PANIC"),
    ] {
        for outcome in ways(context, how) {
            let wire = context.wire(&outcome.unwrap_err());
            let error = WireError::decode(&wire).unwrap();
            assert_eq!(
                (error.code.as_str(), error.correlation_id.as_deref()),
                (code, Some("c-7")),
                "{how}"
            );
            assert!(!wire.contains("hunter2"), "{wire}");
        }
    }
    assert_eq!(Context::current().effect(), Effect::Write, "and nothing is left of it");
}

#[test]
fn what_succeeds_is_what_it_was() {
    let read = Context::default().with_effect(Effect::Read);
    for outcome in ways(&read, "") {
        assert_eq!(outcome.unwrap(), "done as a Read");
    }
}

#[test]
fn an_error_of_any_kind_that_a_failure_is_made_of_will_do() {
    let call = Context::of_call(&REGISTRY, "read", |_| false);
    let boxed = || -> Result<(), Box<dyn std::error::Error + Send + Sync>> { Err(io::Error::other("hunter2").into()) };
    let failure = call.attempt(boxed).unwrap_err();
    assert!(failure.downcast_ref::<io::Error>().is_some());
}
