//! A task that many calls share.

use std::fmt;
use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use super::super::call::{Call, Parts};
use super::super::limits::Jitter;
use super::super::report::{Report, Status};
use super::super::rule::Rule;
use super::super::task::{CallId, Next, Task};
use super::super::tool::Name;
use super::answer::IntoAnswer;
use super::attempt::Attempt;
use super::cancelled::Cancelled;
#[cfg(feature = "tokio")]
use super::clock::TokioClock;
use super::clock::{Clock, Sleep, SystemClock, Timer};
use super::driven::Driven;
use super::hooks::{Awaited, Plain};
use super::pace::{Awaiting, Blocking};
use super::sync::{Mutex, lock};

/// A [`Task`] that many calls share, with a clock: what a driver drives. Its clones are the same task, which lives as long as
/// one of them or a call of it.
///
/// It is locked for as long as one decision takes, and never while anything waits or a closure of yours runs. What a call may
/// cost is reserved before it is sent, so that calls at the same time cannot overrun a limit together.
///
/// ```
/// use errtax::recovery::{Call, SharedTask, Tool};
///
/// static GET: Tool = Tool::read("get_voucher");
///
/// let task = SharedTask::new("look");
/// let call = Call::new(&GET).repeatable().ok_or("a write")?;
/// let outcome = task.call_blocking(call, |_attempt| std::fs::read_to_string("Cargo.toml")).run();
/// assert!(outcome.is_done() && outcome.value.is_some_and(|text| text.is_ok()));
/// println!("{}", task.report());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedTask<C = SystemClock> {
    shared: Arc<Shared<C>>,
}

struct Shared<C> {
    task: Mutex<Task>,
    clock: C,
    /// How far the clock is behind the last event of a task that began on another one.
    behind: Duration,
    /// Of its own, because it is others' code that draws.
    jitter: StdMutex<Box<dyn FnMut() -> Jitter + Send>>,
    cancelled: Cancelled,
}

/// What the engine decided, with all that the driver needs to carry it out.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) next: Next,
    pub(super) rule: Rule,
    /// When it was made, as far as the task knows.
    pub(super) time: Duration,
    /// What is sent or read.
    pub(super) attempt: Option<Attempt>,
    /// How long it may take.
    pub(super) limit: Option<Duration>,
}

impl SharedTask<SystemClock> {
    /// A task with the usual limits and the clock of the system, whose calls block.
    #[must_use]
    pub fn new(name: impl Into<Name>) -> Self {
        Self::with(Task::new(name), SystemClock::new())
    }
}

#[cfg(feature = "tokio")]
impl SharedTask<TokioClock> {
    /// A task with the usual limits and the clock of tokio (feature `tokio`).
    ///
    /// ```
    /// use std::io;
    ///
    /// use errtax::recovery::{Call, SharedTask, Tool};
    ///
    /// static POST: Tool = Tool::write("post_voucher");
    ///
    /// # async fn post(_: &str) -> Result<u32, io::Error> { Ok(7) }
    /// # async fn is_there(_: &str) -> Result<bool, io::Error> { Ok(true) }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let voucher = r#"{"amount": 12}"#;
    /// let task = SharedTask::tokio("close march");
    /// let outcome = task
    ///     .call(Call::new(&POST).json(voucher), async |_attempt| post(voucher).await)
    ///     .verify(async |_attempt| is_there(voucher).await)
    ///     .run()
    ///     .await;
    /// assert!(outcome.is_done());
    /// println!("{}", task.report());
    /// # }
    /// ```
    #[must_use]
    pub fn tokio(name: impl Into<Name>) -> Self {
        Self::with(Task::new(name), TokioClock::new())
    }
}

impl<C> SharedTask<C> {
    /// The same with another source of the random part of waits, for all clones of it. It must not make calls of this task.
    #[must_use]
    pub fn with_jitter(self, source: impl FnMut() -> Jitter + Send + 'static) -> Self {
        let before = {
            let mut jitter = self.shared.jitter.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *jitter, Box::new(source))
        };
        drop(before);
        self
    }

    /// The report as things stand.
    #[must_use]
    pub fn report(&self) -> Report {
        lock(&self.shared.task).report()
    }

    /// The report as JSON, with the whole ledger: see [`Task::to_json`].
    #[must_use]
    pub fn to_json(&self) -> String {
        lock(&self.shared.task).to_json()
    }

    /// The task as things stand. It goes its own way from here on.
    #[must_use]
    pub fn to_task(&self) -> Task {
        lock(&self.shared.task).clone()
    }

    /// How many calls were sent, reads included.
    #[must_use]
    pub fn calls(&self) -> u32 {
        lock(&self.shared.task).calls()
    }

    /// How many of them were spent on recovery.
    #[must_use]
    pub fn recovery_calls(&self) -> u32 {
        lock(&self.shared.task).recovery_calls()
    }

    /// Whether it was [cancelled](Self::cancel).
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.is_set()
    }

    pub(super) fn clock(&self) -> &C {
        &self.shared.clock
    }

    pub(super) fn cancelled(&self) -> &Cancelled {
        &self.shared.cancelled
    }

    pub(super) fn jitter(&self) -> Jitter {
        let mut jitter = self.shared.jitter.lock().unwrap_or_else(PoisonError::into_inner);
        (*jitter)()
    }

    pub(super) fn came_to(&self, id: CallId) -> (Status, Option<Rule>) {
        lock(&self.shared.task).came_to(id)
    }
}

impl<C: Clock> SharedTask<C> {
    /// This task with this clock: for limits of its own, for another runtime, and for tests.
    ///
    /// A task that was [replayed](Task::replay) goes on from its last event. The time in between does not count, because nobody knows it.
    #[must_use]
    pub fn with(task: Task, clock: C) -> Self {
        let behind = match task.time() {
            Duration::ZERO => Duration::ZERO,
            last => last.saturating_sub(clock.now()),
        };
        let cancelled = Cancelled::new();
        match task.closed {
            Some(Rule::Cancelled) => cancelled.set(),
            Some(_) => cancelled.over(),
            None => {}
        }
        Self {
            shared: Arc::new(Shared {
                task: Mutex::new(task),
                clock,
                behind,
                jitter: StdMutex::new(Box::new(drawn())),
                cancelled,
            }),
        }
    }

    /// Ends all recovery: waits end at once, calls that are awaited are dropped, nothing more is sent, no read either. A write that
    /// was sent and not answered is unknown.
    pub fn cancel(&self) {
        let now = self.now();
        lock(&self.shared.task).cancel(now);
        self.shared.cancelled.set();
    }

    /// A call whose closure is awaited: `async |attempt| …`. Nothing is sent before it is run.
    pub fn call<K, R, S>(&self, call: Call<K>, send: S) -> Driven<Awaiting, C, K, Awaited<S>>
    where
        C: Timer,
        R: Future<Output: IntoAnswer>,
        S: FnMut(Attempt) -> R,
    {
        Driven::new(self.clone(), call, Awaited(send))
    }

    /// A call whose closure blocks: `|attempt| …`. Nothing is sent before it is run.
    pub fn call_blocking<K, R, S>(&self, call: Call<K>, send: S) -> Driven<Blocking, C, K, Plain<S>>
    where
        C: Sleep,
        R: IntoAnswer,
        S: FnMut(Attempt) -> R,
    {
        Driven::new(self.clone(), call, Plain(send))
    }

    /// Plans a call.
    pub(super) fn begin(&self, parts: Parts, own: Option<Duration>) -> Result<(CallId, Decision), Rule> {
        let now = self.now();
        let mut task = lock(&self.shared.task);
        let id = task.plan(parts, now)?;
        Ok((id, Decision::of(&task, Next::Send(id), own, now)))
    }

    /// Tells the engine what happened, which was not before `earliest`.
    pub(super) fn tell(
        &self,
        earliest: Duration,
        own: Option<Duration>,
        what: impl FnOnce(&mut Task, Duration) -> Next,
    ) -> Decision {
        let now = self.now().max(earliest);
        let mut task = lock(&self.shared.task);
        let next = what(&mut task, now);
        let (decision, is_over) = (Decision::of(&task, next, own, now), task.closed.is_some());
        drop(task);
        if is_over && !self.shared.cancelled.is_over() {
            self.shared.cancelled.over();
        }
        decision
    }

    fn now(&self) -> Duration {
        self.shared.clock.now().saturating_add(self.shared.behind)
    }

    pub(super) fn abandon(&self, id: CallId) {
        let now = self.now();
        lock(&self.shared.task).abandon(id, now);
    }
}

impl Decision {
    fn of(task: &Task, next: Next, own: Option<Duration>, now: Duration) -> Self {
        let (attempt, limit) = match next {
            Next::Send(id) => (task.attempt(id, false, own, now), None),
            Next::Read(id) => (task.attempt(id, true, own, now), None),
            Next::Fix(id) => (None, task.timeout(id, now)),
            Next::Step(id) => (None, task.timeout(id, now)),
            Next::Done | Next::Wait(..) | Next::Stop(_) => (None, None),
        };
        Self {
            next,
            rule: task.last_rule(),
            time: task.time(),
            limit: attempt.as_ref().map_or(limit, |attempt| attempt.timeout),
            attempt,
        }
    }
}

impl<C> Clone for SharedTask<C> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
        }
    }
}

impl<C> fmt::Debug for SharedTask<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = lock(&self.shared.task);
        f.debug_struct("SharedTask")
            .field("task", &task.name)
            .field("calls", &task.calls())
            .field("cancelled", &self.shared.cancelled.is_set())
            .finish_non_exhaustive()
    }
}

/// Draws from std's seed, which differs from task to task. It has to be spread, not secret.
fn drawn() -> impl FnMut() -> Jitter + Send {
    let seed = RandomState::new();
    let mut count = 0_u64;
    move || {
        count = count.wrapping_add(1);
        Jitter::from_random((seed.hash_one(count) >> 32) as u32)
    }
}
