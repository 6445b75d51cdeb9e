//! Where records are kept.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::call::Slot;
use super::record::{Record, Version};

/// Keeps records. A store decides nothing: what a record means is said by [`Record::judge`] alone, so all a store has to
/// get right is that [`swap`](Self::swap) is atomic, and durable once it has answered.
///
/// [`conformance::check`](super::conformance::check) holds a store to its promises.
pub trait Store {
    /// What can go wrong with it.
    type Error: Error + Send + Sync + 'static;

    /// The record in a slot, expired or not.
    ///
    /// # Errors
    ///
    /// Those of the store.
    fn load(&self, slot: &Slot) -> Result<Option<Record>, Self::Error>;

    /// Puts `new` in the place of the record whose version is `held`, and says whether it did. `None` is no record: with
    /// it as `held` the slot has to be empty, with it as `new` the slot becomes empty.
    ///
    /// Of any number of calls with the same `held`, on whatever connection and in whatever process, one at most is told
    /// `true`.
    ///
    /// # Errors
    ///
    /// Those of the store. Nobody knows then whether the swap took place.
    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, Self::Error>;

    /// Removes the records that have expired by `now`, and no other.
    ///
    /// # Errors
    ///
    /// Those of the store.
    fn sweep(&self, now: SystemTime) -> Result<(), Self::Error>;
}

impl<S: Store + ?Sized> Store for &S {
    type Error = S::Error;

    fn load(&self, slot: &Slot) -> Result<Option<Record>, Self::Error> {
        S::load(self, slot)
    }

    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, Self::Error> {
        S::swap(self, slot, held, new)
    }

    fn sweep(&self, now: SystemTime) -> Result<(), Self::Error> {
        S::sweep(self, now)
    }
}

/// A store in memory, for tests and for servers whose effects are gone as well when the process is.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    records: HashMap<Slot, Record>,
    /// The records that expire, soonest first, so that sweeping looks at no other.
    expiring: BTreeSet<(SystemTime, Slot)>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing panics while it holds the lock, and each step leaves the records whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    type Error = Infallible;

    fn load(&self, slot: &Slot) -> Result<Option<Record>, Infallible> {
        Ok(self.kept().records.get(slot).cloned())
    }

    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, Infallible> {
        let mut kept = self.kept();
        if kept.records.get(slot).map(|record| record.version) != held {
            return Ok(false);
        }
        let old = match new {
            Some(record) => kept.records.insert(slot.clone(), record.clone()),
            None => kept.records.remove(slot),
        };
        if let Some(end) = old.and_then(|record| record.expires_at) {
            kept.expiring.remove(&(end, slot.clone()));
        }
        if let Some(end) = new.and_then(|record| record.expires_at) {
            kept.expiring.insert((end, slot.clone()));
        }
        Ok(true)
    }

    fn sweep(&self, now: SystemTime) -> Result<(), Infallible> {
        let mut kept = self.kept();
        while let Some((end, slot)) = kept.expiring.pop_first() {
            if end > now {
                kept.expiring.insert((end, slot));
                break;
            }
            kept.records.remove(&slot);
        }
        Ok(())
    }
}
