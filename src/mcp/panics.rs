//! Panics of tools, with the place at which they happened.

use std::any::Any;
use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::Once;
use std::task::Poll;

use crate::said::drop_quietly;

thread_local! {
    /// Where the last panic of this thread began.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was caught, for the audit record: where, and what it said.
#[derive(Debug)]
pub(super) struct Panicked {
    pub(super) place: Option<String>,
    pub(super) text: String,
}

impl Panicked {
    fn new(payload: &(dyn Any + Send)) -> Self {
        let text = match (payload.downcast_ref::<String>(), payload.downcast_ref::<&'static str>()) {
            (Some(text), _) => text.as_str(),
            (None, Some(text)) => text,
            (None, None) => "a panic whose payload is no text",
        };
        Self {
            place: PLACE.take(),
            text: text.to_owned(),
        }
    }
}

/// Has the place of each panic remembered, which no payload tells. What was told of panics before is told still.
pub(super) fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // While the thread is being torn down there is nobody to tell.
            let _ = PLACE.try_with(|place| {
                if let Ok(mut place) = place.try_borrow_mut() {
                    *place = info.location().map(ToString::to_string);
                }
            });
            previous(info);
        }));
    });
}

/// Runs a call, its making and each of its polls, and catches what panics there. With `panic = "abort"` nothing can.
pub(super) async fn caught<F: Future + Unpin>(call: impl FnOnce() -> F) -> Result<F::Output, Panicked> {
    let attempt = |work: &mut dyn FnMut()| {
        PLACE.set(None);
        // A tool that left a lock poisoned or a value half-changed has its own callers to answer to: what it shares with
        // them is behind types that were made for that.
        panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
            let panicked = Panicked::new(&*payload);
            // It would not be caught here, and the call would never be answered.
            drop_quietly(payload);
            panicked
        })
    };
    let (mut call, mut future) = (Some(call), None);
    attempt(&mut || future = call.take().map(|call| call()))?;
    let done = poll_fn(|task| {
        let mut polled = Poll::Pending;
        let outcome = attempt(&mut || {
            if let Some(future) = future.as_mut() {
                polled = Pin::new(future).poll(task).map(Some);
            }
        });
        match outcome {
            Ok(()) => polled.map(Ok),
            Err(panicked) => Poll::Ready(Err(panicked)),
        }
    })
    .await;
    // What is left of the call may panic once more while it is taken down.
    let _ = attempt(&mut || drop(future.take()));
    match done? {
        Some(output) => Ok(output),
        None => Err(Panicked {
            place: None,
            text: "the call was not made".to_owned(),
        }),
    }
}
