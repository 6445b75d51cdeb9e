//! How the one loop waits: by futures, or by blocking the thread.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use super::cancelled::Cancelled;
use super::clock::{Sleep, Timer};
use super::shared::SharedTask;

/// What came first.
#[derive(Debug)]
pub enum First<T> {
    /// What was awaited.
    Ready(T),
    /// The end of the time that it had.
    Cut,
    /// The end of the task.
    Cancelled,
}

/// How a wait is waited, and how what takes too long is cut off.
pub trait Pace<C> {
    /// Waits; cut if the task is over before that.
    fn pause(task: SharedTask<C>, pause: Duration) -> impl Future<Output = First<()>>;
    /// Works for so long at most.
    fn limit<T>(
        task: SharedTask<C>,
        limit: Option<Duration>,
        work: impl Future<Output = T>,
    ) -> impl Future<Output = First<T>>;
}

/// By futures, which are dropped when their time is over.
#[derive(Clone, Copy, Debug)]
pub struct Awaiting;

/// By blocking the thread. Nothing that blocks can be cut off: it gets its time and has to obey it.
#[derive(Clone, Copy, Debug)]
pub struct Blocking;

impl<C: Timer> Pace<C> for Awaiting {
    async fn pause(task: SharedTask<C>, pause: Duration) -> First<()> {
        let never = None::<std::future::Pending<()>>;
        race(task.cancelled(), ended_wait, never, task.clock().sleep(pause)).await
    }

    async fn limit<T>(task: SharedTask<C>, limit: Option<Duration>, work: impl Future<Output = T>) -> First<T> {
        let timer = limit.map(|limit| task.clock().sleep(limit));
        race(task.cancelled(), ended_work, timer, work).await
    }
}

impl<C: Sleep> Pace<C> for Blocking {
    async fn pause(task: SharedTask<C>, pause: Duration) -> First<()> {
        task.clock().sleep_unless(pause, task.cancelled());
        ended_wait(task.cancelled()).unwrap_or(First::Ready(()))
    }

    async fn limit<T>(task: SharedTask<C>, _: Option<Duration>, work: impl Future<Output = T>) -> First<T> {
        match ended_work(task.cancelled()) {
            Some(ended) => ended,
            None => First::Ready(work.await),
        }
    }
}

/// There is nothing to wait for once nothing more is sent.
fn ended_wait<T>(cancelled: &Cancelled) -> Option<First<T>> {
    ended_work(cancelled).or_else(|| cancelled.is_over().then_some(First::Cut))
}

/// What is under way is only ended by being cancelled.
fn ended_work<T>(cancelled: &Cancelled) -> Option<First<T>> {
    cancelled.is_set().then_some(First::Cancelled)
}

/// What is awaited before a call is begun; none once the task is over, because nothing will be sent then.
#[cfg(feature = "recovery-rmcp")]
pub(in crate::recovery) async fn unless_over<C, T>(task: SharedTask<C>, work: impl Future<Output = T>) -> Option<T> {
    let never = None::<std::future::Pending<()>>;
    match race(task.cancelled(), ended_wait, never, work).await {
        First::Ready(value) => Some(value),
        First::Cut | First::Cancelled => None,
    }
}

async fn race<T>(
    cancelled: &Cancelled,
    ended: impl Fn(&Cancelled) -> Option<First<T>>,
    timer: Option<impl Future<Output = ()>>,
    work: impl Future<Output = T>,
) -> First<T> {
    let mut listener = cancelled.listener();
    let mut timer = pin!(timer);
    let mut work = pin!(work);
    poll_fn(|context| {
        // Before anything else, so that nothing is sent by a task that is over.
        if let Some(ended) = ended(cancelled) {
            return Poll::Ready(ended);
        }
        if let Poll::Ready(value) = work.as_mut().poll(context) {
            return Poll::Ready(First::Ready(value));
        }
        if let Some(timer) = timer.as_mut().as_pin_mut() {
            if timer.poll(context).is_ready() {
                return Poll::Ready(First::Cut);
            }
        }
        listener.listen(context.waker());
        // Again, because nobody wakes whoever came too late to listen.
        ended(cancelled).map_or(Poll::Pending, Poll::Ready)
    })
    .await
}
