//! What a call holds on the way to its record: the right to carry it out, or the doubt of an earlier one.

use errtax_core::Executed;
use serde_core::Serialize;
use serde_json::Value;

use super::call::{Fingerprint, Slot};
use super::clock::Clock;
use super::record::{Record, State, Version};
use super::refused::{Failed, Refused};
use super::replay::Replay;
use super::store::Store;

/// The right to carry out a call, and the duty to say how it ended.
///
/// Dropped without a word (a panic, a future that is cancelled) it leaves the call in doubt.
#[derive(Debug)]
#[must_use = "dropped without a word, it leaves the call in doubt"]
pub struct Claim<'a, S: Store, C: Clock> {
    replay: &'a Replay<C>,
    store: &'a S,
    /// `None` for a call without a key, of which nothing is kept, and once the end has been told.
    held: Option<Held>,
}

#[derive(Debug)]
struct Held {
    slot: Slot,
    fingerprint: Fingerprint,
    version: Version,
}

impl<'a, S: Store, C: Clock> Claim<'a, S, C> {
    pub(super) fn without_key(replay: &'a Replay<C>, store: &'a S) -> Self {
        Self {
            replay,
            store,
            held: None,
        }
    }

    /// Takes the slot, unless another has changed it since it held the version `old`.
    pub(super) fn take(
        replay: &'a Replay<C>,
        store: &'a S,
        slot: &Slot,
        fingerprint: Fingerprint,
        old: Option<Version>,
    ) -> Result<Option<Self>, S::Error> {
        let until = replay.clock.now() + replay.limits.lease;
        let record = Record {
            version: Version::random(),
            fingerprint,
            state: State::Running { until },
            expires_at: None,
        };
        let held = Held {
            slot: slot.clone(),
            fingerprint,
            version: record.version,
        };
        Ok(store.swap(slot, old, Some(&record))?.then_some(Self {
            replay,
            store,
            held: Some(held),
        }))
    }

    /// It is done, and this is its answer.
    ///
    /// # Errors
    ///
    /// When the answer could not be put on record, though the work is done: the store's error, an answer that JSON cannot
    /// say, or another call that was told meanwhile that this one did not land. The code is that of a call in doubt. In a
    /// transaction of your own, roll back: then nothing has been done, and the next call begins anew.
    pub fn finish(mut self, answer: &(impl Serialize + ?Sized)) -> Result<(), Refused> {
        if self.held.is_none() {
            return Ok(());
        }
        let answer = serde_json::to_value(answer).map_err(|error| Refused::unrecorded(self.replay.codes, error))?;
        self.end(State::Done(answer))
    }

    /// It failed. What becomes of the key is for the code of the failure to say: where nothing was executed, the key is
    /// free again; where some or all was, this failure is the answer from now on; where that is not known, the call is in
    /// doubt.
    ///
    /// # Errors
    ///
    /// When that could not be put on record. The call counts as in doubt when its lease ends.
    pub fn failed(mut self, error: &impl Failed) -> Result<(), Refused> {
        match error.code_spec().executed {
            Executed::No => self.leave(),
            Executed::Partial | Executed::Yes => self.end(State::Failed(error.wire())),
            Executed::Unknown => self.end(State::InDoubt(Some(error.wire()))),
        }
    }

    /// It was not carried out. The key is free again.
    ///
    /// # Errors
    ///
    /// When that could not be put on record. The call counts as in doubt when its lease ends.
    pub fn release(mut self) -> Result<(), Refused> {
        self.leave()
    }

    /// Begins the lease anew, for work that takes long.
    ///
    /// # Errors
    ///
    /// When that could not be put on record. The lease ends as it was.
    pub fn renew(&mut self) -> Result<(), Refused> {
        let codes = self.replay.codes;
        let Some(held) = &mut self.held else { return Ok(()) };
        let record = Record {
            version: Version::random(),
            fingerprint: held.fingerprint,
            state: State::Running {
                until: self.replay.clock.now() + self.replay.limits.lease,
            },
            expires_at: None,
        };
        match self.store.swap(&held.slot, Some(held.version), Some(&record)) {
            Ok(true) => {
                held.version = record.version;
                Ok(())
            }
            Ok(false) => Err(Refused::in_doubt(codes)),
            Err(error) => Err(Refused::unrecorded(codes, error)),
        }
    }

    fn end(&mut self, state: State) -> Result<(), Refused> {
        let Some(held) = self.held.take() else { return Ok(()) };
        // How a call in doubt ended is not settled by time.
        let expires_at = match state {
            State::InDoubt(_) | State::Running { .. } => None,
            State::Done(_) | State::Failed(_) => Some(self.replay.clock.now() + self.replay.limits.keep),
        };
        let record = Record {
            version: Version::random(),
            fingerprint: held.fingerprint,
            state,
            expires_at,
        };
        self.replace(&held, Some(&record))
    }

    fn leave(&mut self) -> Result<(), Refused> {
        match self.held.take() {
            Some(held) => self.replace(&held, None),
            None => Ok(()),
        }
    }

    fn replace(&self, held: &Held, new: Option<&Record>) -> Result<(), Refused> {
        let codes = self.replay.codes;
        match self.store.swap(&held.slot, Some(held.version), new) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Refused::in_doubt(codes)),
            Err(error) => Err(Refused::unrecorded(codes, error)),
        }
    }
}

impl<S: Store, C: Clock> Drop for Claim<'_, S, C> {
    fn drop(&mut self) {
        // Where this fails, the end of the lease says the same.
        let _ = self.end(State::InDoubt(None));
    }
}

/// An earlier call with this key, of which nobody knows whether it took effect.
///
/// Whoever can read the real state settles it here. All others turn it into a [`Refused`]: never carry the call out.
#[derive(Debug)]
pub struct Doubt<'a, S: Store, C: Clock> {
    pub(super) replay: &'a Replay<C>,
    pub(super) store: &'a S,
    pub(super) slot: Slot,
    pub(super) fingerprint: Fingerprint,
    pub(super) version: Version,
    pub(super) failure: Option<String>,
}

impl<'a, S: Store, C: Clock> Doubt<'a, S, C> {
    /// A fresh read has shown that the earlier call took effect, and what it would have answered. From now on that is the
    /// answer.
    ///
    /// # Errors
    ///
    /// When it could not be put on record, or another has settled it first.
    pub fn landed(self, answer: &(impl Serialize + ?Sized)) -> Result<Value, Refused> {
        let codes = self.replay.codes;
        let answer = serde_json::to_value(answer).map_err(|error| Refused::unrecorded(codes, error))?;
        let record = Record {
            version: Version::random(),
            fingerprint: self.fingerprint,
            state: State::Done(answer.clone()),
            expires_at: Some(self.replay.clock.now() + self.replay.limits.keep),
        };
        match self.store.swap(&self.slot, Some(self.version), Some(&record)) {
            Ok(true) => Ok(answer),
            Ok(false) => Err(Refused::in_doubt(codes)),
            Err(error) => Err(Refused::unrecorded(codes, error)),
        }
    }

    /// A fresh read has shown that the earlier call did not take effect and never will. This call may be carried out.
    ///
    /// # Errors
    ///
    /// When the store fails, or another has settled it first.
    pub fn did_not_land(self) -> Result<Claim<'a, S, C>, Refused> {
        let codes = self.replay.codes;
        match Claim::take(
            self.replay,
            self.store,
            &self.slot,
            self.fingerprint,
            Some(self.version),
        ) {
            Ok(Some(claim)) => Ok(claim),
            Ok(None) => Err(Refused::in_doubt(codes)),
            Err(error) => Err(Refused::store(codes, error)),
        }
    }

    /// Nobody can tell. The agent is told so, and which tool reads the real state.
    #[must_use]
    pub fn refused(&self) -> Refused {
        Refused::doubt_of(self.replay.codes, self.failure.as_deref())
    }
}
