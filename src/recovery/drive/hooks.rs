//! The closures of a driven call, blocking or not, behind one interface for the one loop.
//!
//! Those that answer with a future are `FnMut(…) -> impl Future`, not `AsyncFnMut`: rustc (1.95) cannot see that the future of a call is
//! `Send` where an `AsyncFnMut` borrows from the future around it, which is how most are written. For the same reason they get
//! what they look at owned.

use std::future::Future;
use std::sync::Arc;

use super::super::items::Stepped;
use super::super::seen::Seen;
use super::answer::{Answer, Found, IntoAnswer, IntoFound};
use super::attempt::{Attempt, Fixed};
use super::event::Event;

/// No closure was given.
#[derive(Clone, Copy, Debug)]
pub struct Without;

/// A closure that answers with a future.
#[derive(Clone, Copy, Debug)]
pub struct Awaited<F>(pub(super) F);

/// A closure that blocks.
#[derive(Clone, Copy, Debug)]
pub struct Plain<F>(pub(super) F);

/// What came of a read. A type of its own, because a lifetime in the type of what is awaited would keep the future of a whole call from
/// being `Send`.
#[derive(Debug)]
pub struct Read(pub(in crate::recovery) Result<Found, Seen<'static>>);

/// Sends a call.
pub trait Sends {
    /// What is handed to whoever made the call.
    type Value;

    fn send(&mut self, attempt: Attempt) -> impl Future<Output = Answer<Self::Value>>;

    /// Of an attempt that was cut off: whether the server may have got it.
    fn was_sent(&self) -> bool {
        true
    }
}

/// Reads whether a write is there.
pub trait Verifies {
    fn is_given(&self) -> bool {
        true
    }
    fn verify(&mut self, attempt: Attempt) -> impl Future<Output = Read>;
}

/// Corrects arguments from what came back.
pub trait Fixes<V> {
    fn is_given(&self) -> bool {
        true
    }
    fn fix(&mut self, failed: Arc<V>) -> impl Future<Output = Option<Fixed>>;
}

/// Takes the step that an error names.
pub trait Steps<V> {
    fn is_given(&self) -> bool {
        true
    }
    /// Whether it is made as a call of the same task: its attempts have limits of their own.
    fn is_call(&self) -> bool {
        false
    }
    fn step(&mut self, failed: Arc<V>) -> impl Future<Output = Stepped>;
}

/// Watches.
pub trait Observes {
    fn is_given(&self) -> bool {
        true
    }
    fn observe(&mut self, event: &Event);
}

impl<R: Future<Output: IntoAnswer>, F: FnMut(Attempt) -> R> Sends for Awaited<F> {
    type Value = <R::Output as IntoAnswer>::Value;

    async fn send(&mut self, attempt: Attempt) -> Answer<Self::Value> {
        (self.0)(attempt).await.into_answer()
    }
}

impl<R: IntoAnswer, F: FnMut(Attempt) -> R> Sends for Plain<F> {
    type Value = R::Value;

    async fn send(&mut self, attempt: Attempt) -> Answer<Self::Value> {
        (self.0)(attempt).into_answer()
    }
}

impl<R: Future<Output: IntoFound>, F: FnMut(Attempt) -> R> Verifies for Awaited<F> {
    async fn verify(&mut self, attempt: Attempt) -> Read {
        Read((self.0)(attempt).await.into_found())
    }
}

impl<R: IntoFound, F: FnMut(Attempt) -> R> Verifies for Plain<F> {
    async fn verify(&mut self, attempt: Attempt) -> Read {
        Read((self.0)(attempt).into_found())
    }
}

impl Verifies for Without {
    fn is_given(&self) -> bool {
        false
    }
    async fn verify(&mut self, _: Attempt) -> Read {
        Read(Ok(Found::Unclear))
    }
}

impl<V, A: Into<Fixed>, R: Future<Output = Option<A>>, F: FnMut(Arc<V>) -> R> Fixes<V> for Awaited<F> {
    async fn fix(&mut self, failed: Arc<V>) -> Option<Fixed> {
        (self.0)(failed).await.map(Into::into)
    }
}

impl<V, R: Into<Fixed>, F: FnMut(&V) -> Option<R>> Fixes<V> for Plain<F> {
    async fn fix(&mut self, failed: Arc<V>) -> Option<Fixed> {
        (self.0)(&failed).map(Into::into)
    }
}

impl<V> Fixes<V> for Without {
    fn is_given(&self) -> bool {
        false
    }
    async fn fix(&mut self, _: Arc<V>) -> Option<Fixed> {
        None
    }
}

impl<V, R: Future<Output: Into<Stepped>>, F: FnMut(Arc<V>) -> R> Steps<V> for Awaited<F> {
    async fn step(&mut self, failed: Arc<V>) -> Stepped {
        (self.0)(failed).await.into()
    }
}

impl<V, R: Into<Stepped>, F: FnMut(&V) -> R> Steps<V> for Plain<F> {
    async fn step(&mut self, failed: Arc<V>) -> Stepped {
        (self.0)(&failed).into()
    }
}

impl<V> Steps<V> for Without {
    fn is_given(&self) -> bool {
        false
    }
    async fn step(&mut self, _: Arc<V>) -> Stepped {
        Stepped::Declined
    }
}

impl<F: FnMut(&Event)> Observes for Plain<F> {
    fn observe(&mut self, event: &Event) {
        (self.0)(event);
    }
}

impl Observes for Without {
    fn is_given(&self) -> bool {
        false
    }
    fn observe(&mut self, _: &Event) {}
}
