//! A call that is driven, and what its closures can do.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::super::call::{Bare, Call, Recoverable, Recovers};
use super::super::items::Stepped;
use super::answer::IntoFound;
use super::attempt::{Attempt, Fixed};
use super::clock::{Sleep, Timer};
use super::event::Event;
use super::hooks::{Awaited, Fixes, Observes, Plain, Sends, Steps, Verifies, Without};
use super::outcome::Outcome;
use super::pace::{Awaiting, Blocking};
use super::run::{Hooks, drive};
use super::shared::SharedTask;

/// A call of a [`SharedTask`] with the closures that make it: made by [`SharedTask::call`] and
/// [`call_blocking`](SharedTask::call_blocking), and nothing before it is run.
///
/// A write that nothing dedupes and nothing verifies has no `run`:
///
/// ```compile_fail,E0277
/// # use errtax::recovery::{Answer, Call, SharedTask, Tool};
/// static POST: Tool = Tool::write("post_voucher");
/// SharedTask::new("t").call_blocking(Call::new(&POST), |_| Answer::ok(())).run();
/// ```
///
/// It has [`run_once`](Self::run_once); or a closure that looks whether it is there makes it recoverable:
///
/// ```
/// # use errtax::recovery::{Answer, Call, SharedTask, Tool};
/// # static POST: Tool = Tool::write("post_voucher");
/// # let task = SharedTask::new("t");
/// let sent = task.call_blocking(Call::new(&POST), |_| Answer::ok(())).run_once();
/// let seen = task
///     .call_blocking(Call::new(&POST).json("{}"), |_| Answer::ok(()))
///     .verify(|_| false)
///     .run();
/// # assert!(sent.is_done() && seen.is_done());
/// ```
#[must_use = "nothing is sent before it is run"]
pub struct Driven<M, C, K, S, Y = Without, X = Without, P = Without, O = Without> {
    task: SharedTask<C>,
    call: Call<K>,
    hooks: Hooks<S, Y, X, P, O>,
    timeout: Option<Duration>,
    mode: PhantomData<fn() -> M>,
}

impl<M, C, K, S> Driven<M, C, K, S> {
    pub(super) fn new(task: SharedTask<C>, call: Call<K>, send: S) -> Self {
        Self {
            task,
            call,
            hooks: Hooks {
                send,
                verify: Without,
                fix: Without,
                step: Without,
                observe: Without,
            },
            timeout: None,
            mode: PhantomData,
        }
    }
}

impl<M, C, K, S, Y, X, P, O> Driven<M, C, K, S, Y, X, P, O> {
    /// The longest that any one attempt, read or step may take. Recovery cuts its own attempts off at the end of its time in any case;
    /// a first try has no other limit than this one.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Called with whatever happens to this call, before it happens.
    pub fn observe<F: FnMut(&Event)>(self, observe: F) -> Driven<M, C, K, S, Y, X, P, Plain<F>> {
        self.map(|hooks| Hooks {
            observe: Plain(observe),
            send: hooks.send,
            verify: hooks.verify,
            fix: hooks.fix,
            step: hooks.step,
        })
    }

    fn map<S2, Y2, X2, P2, O2>(
        self,
        with: impl FnOnce(Hooks<S, Y, X, P, O>) -> Hooks<S2, Y2, X2, P2, O2>,
    ) -> Driven<M, C, K, S2, Y2, X2, P2, O2> {
        Driven {
            task: self.task,
            call: self.call,
            hooks: with(self.hooks),
            timeout: self.timeout,
            mode: PhantomData,
        }
    }

    fn verified<F>(self, verify: F) -> Driven<M, C, Recoverable, S, F, X, P, O> {
        Driven {
            task: self.task,
            call: self.call.verified(),
            hooks: Hooks {
                verify,
                send: self.hooks.send,
                fix: self.hooks.fix,
                step: self.hooks.step,
                observe: self.hooks.observe,
            },
            timeout: self.timeout,
            mode: PhantomData,
        }
    }

    fn fixed<F>(self, fix: F) -> Driven<M, C, K, S, Y, F, P, O> {
        self.map(|hooks| Hooks {
            fix,
            send: hooks.send,
            verify: hooks.verify,
            step: hooks.step,
            observe: hooks.observe,
        })
    }

    fn stepped<F>(self, step: F) -> Driven<M, C, K, S, Y, X, F, O> {
        self.map(|hooks| Hooks {
            step,
            send: hooks.send,
            verify: hooks.verify,
            fix: hooks.fix,
            observe: hooks.observe,
        })
    }
}

impl<C, K, S, Y, X, P, O> Driven<Awaiting, C, K, S, Y, X, P, O> {
    /// Looks whether the call is there when nobody knows: `async |attempt| …`. With it the call is recoverable.
    pub fn verify<R, F>(self, verify: F) -> Driven<Awaiting, C, Recoverable, S, Awaited<F>, X, P, O>
    where
        R: Future<Output: IntoFound>,
        F: FnMut(Attempt) -> R,
    {
        self.verified(Awaited(verify))
    }

    /// Corrects the arguments from what came back, once: `async |failed| …`, which gets the value of the answer. It answers with the new
    /// arguments, as JSON text or as [`Arguments`](crate::recovery::Arguments), or with none if it cannot. If it keeps the `Arc`,
    /// the [`Outcome`] goes without that value.
    pub fn fix<A, R, F>(self, fix: F) -> Driven<Awaiting, C, K, S, Y, Awaited<F>, P, O>
    where
        A: Into<Fixed>,
        R: Future<Output = Option<A>>,
        S: Sends,
        F: FnMut(Arc<S::Value>) -> R,
    {
        self.fixed(Awaited(fix))
    }

    /// Takes the step that the error names in `next`, once: `async |failed| …`, which gets the value of the answer. It answers whether that was
    /// done, with a `bool` or with a [`Stepped`]; then the call is sent again. Of what it sends the ledger knows only that it was a step:
    /// what belongs into the report it makes as a call of the same task. If it keeps the `Arc`, the [`Outcome`] goes without that value.
    pub fn step<R, F>(self, step: F) -> Driven<Awaiting, C, K, S, Y, X, Awaited<F>, O>
    where
        R: Future<Output: Into<Stepped>>,
        S: Sends,
        F: FnMut(Arc<S::Value>) -> R,
    {
        self.stepped(Awaited(step))
    }
}

impl<C, K, S, Y, X, P, O> Driven<Blocking, C, K, S, Y, X, P, O> {
    /// Looks whether the call is there when nobody knows: `|attempt| …`. With it the call is recoverable.
    pub fn verify<R, F>(self, verify: F) -> Driven<Blocking, C, Recoverable, S, Plain<F>, X, P, O>
    where
        R: IntoFound,
        F: FnMut(Attempt) -> R,
    {
        self.verified(Plain(verify))
    }

    /// Corrects the arguments from what came back, once: `|failed| …`, which gets the value of the answer. It answers with the new
    /// arguments, as JSON text or as [`Arguments`](crate::recovery::Arguments), or with none if it cannot.
    pub fn fix<R, F>(self, fix: F) -> Driven<Blocking, C, K, S, Y, Plain<F>, P, O>
    where
        R: Into<Fixed>,
        S: Sends,
        F: FnMut(&S::Value) -> Option<R>,
    {
        self.fixed(Plain(fix))
    }

    /// Takes the step that the error names in `next`, once: `|failed| …`, which gets the value of the answer. It answers whether that was
    /// done, with a `bool` or with a [`Stepped`]; then the call is sent again. Of what it sends the ledger knows only that it was a step:
    /// what belongs into the report it makes as a call of the same task.
    pub fn step<R, F>(self, step: F) -> Driven<Blocking, C, K, S, Y, X, Plain<F>, O>
    where
        R: Into<Stepped>,
        S: Sends,
        F: FnMut(&S::Value) -> R,
    {
        self.stepped(Plain(step))
    }
}

impl<C, K, S, Y, X, P, O> Driven<Awaiting, C, K, S, Y, X, P, O>
where
    C: Timer,
    S: Sends,
    Y: Verifies,
    X: Fixes<S::Value>,
    P: Steps<S::Value>,
    O: Observes,
{
    /// Makes the call, and recovers it within the limits.
    ///
    /// A future that is dropped before it is ready ends its call there: nothing more is sent, a write that was sent and not answered is
    /// unknown, and the task goes on.
    pub fn run(self) -> impl Future<Output = Outcome<S::Value>>
    where
        K: Recovers,
    {
        drive::<Awaiting, _, _, _, _, _, _>(self.task, self.call.parts, self.hooks, self.timeout)
    }

    /// Makes the call. It is sent again only where it was provably refused or not sent: an answer that is lost ends as
    /// unknown.
    pub fn run_once(self) -> impl Future<Output = Outcome<S::Value>>
    where
        K: Bare,
    {
        drive::<Awaiting, _, _, _, _, _, _>(self.task, self.call.parts, self.hooks, self.timeout)
    }
}

impl<C, K, S, Y, X, P, O> Driven<Blocking, C, K, S, Y, X, P, O>
where
    C: Sleep,
    S: Sends,
    Y: Verifies,
    X: Fixes<S::Value>,
    P: Steps<S::Value>,
    O: Observes,
{
    /// Makes the call, and recovers it within the limits.
    pub fn run(self) -> Outcome<S::Value>
    where
        K: Recovers,
    {
        self.at_once()
    }

    /// Makes the call. It is sent again only where it was provably refused or not sent: an answer that is lost ends as
    /// unknown.
    pub fn run_once(self) -> Outcome<S::Value>
    where
        K: Bare,
    {
        self.at_once()
    }

    fn at_once(self) -> Outcome<S::Value> {
        at_once(drive::<Blocking, _, _, _, _, _, _>(
            self.task,
            self.call.parts,
            self.hooks,
            self.timeout,
        ))
    }
}

/// What a future comes to that never waits.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        // Everything that it awaits blocks the thread and is then ready, so this is one turn.
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

impl<M, C, K, S, Y, X, P, O> fmt::Debug for Driven<M, C, K, S, Y, X, P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driven")
            .field("task", &self.task)
            .field("call", &self.call)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
