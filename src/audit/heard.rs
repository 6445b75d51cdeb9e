//! What was converted to the wire during a call.
//!
//! A tool returns a result, and the result is text: of the error that it was made from nothing is left. So where an
//! error is converted, what it shows is kept for the dispatch point, if one is listening on this thread.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::pin;

use super::record::Evidence;

/// How many conversions of one call are kept. A tool may convert an error and then not return it; the last ones count.
const KEPT: usize = 8;

thread_local! {
    static LISTENING: RefCell<Option<Hearing>> = const { RefCell::new(None) };
}

/// What a dispatch point heard during one call. Nothing is allocated before there is something to hear.
#[derive(Debug, Default)]
pub(crate) struct Hearing(Vec<Heard>);

/// An error that became this wire object.
#[derive(Debug)]
struct Heard {
    wire: String,
    /// None where another dispatch point, further in, has told of it already.
    evidence: Option<Evidence>,
}

/// Keeps what an error shows that became this wire object, if somebody listens.
pub(crate) fn hear(wire: &str, evidence: impl FnOnce() -> Evidence) {
    // What an error shows is made by its own code, which may convert errors as well. So nothing is borrowed meanwhile.
    if is_listening() {
        keep(wire, Some(evidence()));
    }
}

/// Has a dispatch point around this one know that this wire object has been told of.
pub(crate) fn hear_told(wire: &str) {
    keep(wire, None);
}

/// Whether a dispatch point listens on this thread.
pub(crate) fn is_listening() -> bool {
    LISTENING.try_with(|listening| listening.borrow().is_some()) == Ok(true)
}

fn keep(wire: &str, evidence: Option<Evidence>) {
    let _ = LISTENING.try_with(|listening| {
        if let Some(Hearing(heard)) = listening.borrow_mut().as_mut() {
            if heard.len() == KEPT {
                heard.remove(0);
            }
            heard.push(Heard {
                wire: wire.to_owned(),
                evidence,
            });
        }
    });
}

impl Hearing {
    /// Runs a future and listens, at each poll and not between them.
    pub(crate) async fn during<F: Future>(&mut self, future: F) -> F::Output {
        let mut future = pin!(future);
        poll_fn(|task| {
            let _ear = Ear::open(self);
            future.as_mut().poll(task)
        })
        .await
    }

    /// Whether nothing was heard, as in a call that succeeds.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the error showed that the answer was made of, judged by its wire object, the last one first.
    ///
    /// The inner `None` is for one that has been told of.
    pub(crate) fn of(&mut self, is_answer: impl Fn(&str) -> bool) -> Option<Option<Evidence>> {
        let at = self.0.iter().rposition(|heard| is_answer(&heard.wire))?;
        Some(self.0.swap_remove(at).evidence)
    }
}

/// Listens on this thread until it is dropped, then gives back to who listened before.
struct Ear<'h> {
    hearing: &'h mut Hearing,
    outer: Option<Hearing>,
}

impl<'h> Ear<'h> {
    fn open(hearing: &'h mut Hearing) -> Self {
        let inner = std::mem::take(hearing);
        let outer = LISTENING.try_with(|listening| listening.replace(Some(inner)));
        Self {
            hearing,
            outer: outer.ok().flatten(),
        }
    }
}

impl Drop for Ear<'_> {
    fn drop(&mut self) {
        let outer = self.outer.take();
        if let Ok(Some(heard)) = LISTENING.try_with(|listening| listening.replace(outer)) {
            *self.hearing = heard;
        }
    }
}
