//! Carrying out a call once.

use std::future::Future;
use std::time::Duration;

use serde_core::Serialize;
use serde_json::Value;

use super::answer::Replayed;
use super::call::{Call, Slot};
use super::claim::{Claim, Doubt};
use super::clock::{Clock, SystemClock};
use super::record::Verdict;
use super::refused::{Codes, Failed, Refused};
use super::store::Store;

/// How long a second call pauses before it looks again whether the first one is done.
const POLL: Duration = Duration::from_millis(25);

/// How often a slot may change under the hands of one call. Each change is another call getting on with it, so this many
/// in a row are a store that never lets anyone through.
const TRIES: u32 = 100;

/// Carries out each call once: by its key, and the record of the call that came with the key first.
///
/// ```
/// use errtax::replay::{Call, MemoryStore, Refused, Replay};
/// use serde_json::json;
///
/// # fn main() -> Result<(), Refused> {
/// let (replay, store) = (Replay::new(), MemoryStore::new());
/// let mut paid = 0;
/// let mut pay = || {
///     let call = Call::new("tenant 7", "pay", "request_id", &json!({"amount": 5, "request_id": "r-1"}))?;
///     replay.run(&store, &call, || {
///         paid += 5;
///         Ok::<_, Refused>(json!({"receipt": "R-17"}))
///     })
/// };
/// let (first, again) = (pay()?, pay()?);
/// assert_eq!(serde_json::to_value(first).unwrap(), json!({"receipt": "R-17"}));
/// assert_eq!(serde_json::to_value(again).unwrap(), json!({"receipt": "R-17", "duplicate": true}));
/// assert_eq!(paid, 5);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Replay<C = SystemClock> {
    pub(super) limits: Limits,
    pub(super) codes: Codes,
    pub(super) clock: C,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) keep: Duration,
    pub(super) lease: Duration,
    pub(super) wait: Duration,
    pub(super) retry_after: Duration,
}

impl Default for Replay {
    fn default() -> Self {
        Self::new()
    }
}

impl Replay {
    /// With the system's clock, and every limit at its default.
    pub fn new() -> Self {
        Self {
            limits: Limits {
                keep: Duration::from_secs(24 * 3600),
                lease: Duration::from_secs(120),
                wait: Duration::ZERO,
                retry_after: Duration::from_secs(1),
            },
            codes: Codes::default(),
            clock: SystemClock,
        }
    }
}

impl<C> Replay<C> {
    /// How long an answer is replayed. 24 hours, unless set.
    pub fn keep(mut self, keep: Duration) -> Self {
        self.limits.keep = keep;
        self
    }

    /// How long a call may be at work before nobody counts on it any more: longer than the slowest call of any tool. From
    /// then on its key is in doubt, not free. Two minutes, unless set.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.limits.lease = lease;
        self
    }

    /// How long a second call waits for the first one before it is refused. Zero, unless set.
    pub fn wait(mut self, wait: Duration) -> Self {
        self.limits.wait = wait;
        self
    }

    /// What a second call that is refused is told to wait at most. A second, unless set.
    pub fn retry_after(mut self, retry_after: Duration) -> Self {
        self.limits.retry_after = retry_after;
        self
    }

    /// The codes by which calls are refused.
    pub fn codes(mut self, codes: Codes) -> Self {
        self.codes = codes;
        self
    }

    /// With another clock.
    pub fn clock<D>(self, clock: D) -> Replay<D> {
        Replay {
            limits: self.limits,
            codes: self.codes,
            clock,
        }
    }
}

/// What a call may do now.
#[derive(Debug)]
pub enum Begun<'a, S: Store, C: Clock> {
    /// It is the first with its key, or has none: carry it out, and say how it ended.
    First(Claim<'a, S, C>),
    /// It was carried out before. This is the answer.
    Earlier(Value),
    /// An earlier one may have been carried out.
    InDoubt(Doubt<'a, S, C>),
}

/// One look at the slot of a call.
enum Look<'a, S: Store, C: Clock> {
    Begun(Begun<'a, S, C>),
    /// Another changed the slot at the same time.
    Changed,
    Running(Duration),
}

impl<C: Clock> Replay<C> {
    /// Carries out a call, unless it was carried out before: then this is its answer, and `work` is not called.
    ///
    /// Where the effect is in the database that holds the records, let `store` and `work` speak through one transaction:
    /// commit it when this has answered, roll it back when it has not. Then there is no moment at which one is there and
    /// the other is not. A process that dies between an effect elsewhere (a payment at a provider, a message that is sent)
    /// and its record leaves the call in doubt. `docs/guide/replay.md` has all such moments.
    ///
    /// What becomes of a failure is for its code to say; see [`Claim::failed`].
    ///
    /// # Errors
    ///
    /// The error of `work`, or why it was not carried out.
    pub fn run<T, E, S>(&self, store: &S, call: &Call, work: impl FnOnce() -> Result<T, E>) -> Result<Replayed<T>, E>
    where
        T: Serialize,
        E: From<Refused> + Failed,
        S: Store,
    {
        let claim = match self.begin(store, call)? {
            Begun::First(claim) => claim,
            Begun::Earlier(answer) => return Ok(Replayed::Again(answer)),
            Begun::InDoubt(doubt) => return Err(doubt.refused().into()),
        };
        match work() {
            Ok(answer) => {
                claim.finish(&answer)?;
                Ok(Replayed::First(answer))
            }
            Err(error) => {
                // What the caller has to know is the failure. A record that was not written is in doubt once its lease
                // ends, which is never less safe.
                let _ = claim.failed(&error);
                Err(error)
            }
        }
    }

    /// Asks what a call may do, and waits on this thread for one that is still at work, as long as
    /// [`wait`](Self::wait) says.
    ///
    /// # Errors
    ///
    /// Why the call is not carried out.
    pub fn begin<'a, S: Store>(&'a self, store: &'a S, call: &Call) -> Result<Begun<'a, S, C>, Refused> {
        let mut patience = Patience::new(self.limits.wait);
        loop {
            match self.look(store, call)? {
                Look::Begun(begun) => return Ok(begun),
                Look::Changed => patience.changed().map_err(|()| self.busy(POLL))?,
                Look::Running(left) => match patience.pause() {
                    Some(pause) => self.clock.sleep(pause),
                    None => return Err(self.busy(left)),
                },
            }
        }
    }

    /// The same for asynchronous tools: waits by `sleep`, such as `tokio::time::sleep`. The store itself is asked on this
    /// thread.
    ///
    /// # Errors
    ///
    /// Why the call is not carried out.
    pub async fn begin_async<'a, S: Store, F: Future>(
        &'a self,
        store: &'a S,
        call: &Call,
        sleep: impl Fn(Duration) -> F,
    ) -> Result<Begun<'a, S, C>, Refused> {
        let mut patience = Patience::new(self.limits.wait);
        loop {
            match self.look(store, call)? {
                Look::Begun(begun) => return Ok(begun),
                Look::Changed => patience.changed().map_err(|()| self.busy(POLL))?,
                Look::Running(left) => match patience.pause() {
                    Some(pause) => drop(sleep(pause).await),
                    None => return Err(self.busy(left)),
                },
            }
        }
    }

    fn look<'a, S: Store>(&'a self, store: &'a S, call: &Call) -> Result<Look<'a, S, C>, Refused> {
        let Some(slot) = &call.slot else {
            return Ok(Look::Begun(Begun::First(Claim::without_key(self, store))));
        };
        let failed = |error: S::Error| Refused::store(self.codes, error);
        let record = store.load(slot).map_err(failed)?;
        let now = self.clock.now();
        let verdict = record
            .as_ref()
            .map_or(Verdict::Start, |record| record.judge(&call.fingerprint, now));
        let version = record.as_ref().map(|record| record.version);
        match verdict {
            Verdict::Start => self.start(store, slot, call, version).map_err(failed),
            Verdict::Answer(answer) => Ok(Look::Begun(Begun::Earlier(answer.clone()))),
            Verdict::Failure(wire) => Err(Refused::earlier(self.codes, wire)),
            Verdict::Reused => Err(Refused::key_reused(self.codes)),
            Verdict::Running(left) => Ok(Look::Running(left)),
            Verdict::InDoubt(failure) => Ok(match version {
                Some(version) => Look::Begun(Begun::InDoubt(Doubt {
                    replay: self,
                    store,
                    slot: slot.clone(),
                    fingerprint: call.fingerprint,
                    version,
                    failure: failure.map(str::to_owned),
                })),
                None => Look::Changed,
            }),
        }
    }

    fn start<'a, S: Store>(
        &'a self,
        store: &'a S,
        slot: &Slot,
        call: &Call,
        old: Option<super::record::Version>,
    ) -> Result<Look<'a, S, C>, S::Error> {
        let Some(claim) = Claim::take(self, store, slot, call.fingerprint, old)? else {
            return Ok(Look::Changed);
        };
        // Each call that adds a record takes the expired ones away, so nobody has to see to it.
        match store.sweep(self.clock.now()) {
            Ok(()) => Ok(Look::Begun(Begun::First(claim))),
            Err(error) => {
                // Nothing was done. Where even that cannot be put on record, the lease says the rest.
                let _ = claim.release();
                Err(error)
            }
        }
    }

    fn busy(&self, left: Duration) -> Refused {
        Refused::in_progress(self.codes, left.min(self.limits.retry_after))
    }
}

/// How much longer a call goes on looking.
struct Patience {
    left: Duration,
    tries: u32,
}

impl Patience {
    fn new(left: Duration) -> Self {
        Self { left, tries: TRIES }
    }

    /// The next pause, if there is time for one. What has passed is counted by the pauses, so a clock that is set back
    /// keeps nobody waiting.
    fn pause(&mut self) -> Option<Duration> {
        let pause = POLL.min(self.left);
        self.left -= pause;
        (!pause.is_zero()).then_some(pause)
    }

    fn changed(&mut self) -> Result<(), ()> {
        self.tries = self.tries.checked_sub(1).ok_or(())?;
        Ok(())
    }
}
