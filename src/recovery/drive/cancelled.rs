//! That a task was cancelled or is over, for whoever waits.

use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex as StdMutex, PoisonError};
use std::task::Waker;
use std::time::Duration;

use super::sync::{AtomicBool, Mutex, lock};

/// Whether a task was cancelled, or recovery is over for all of its calls; and a way to wait for that.
pub struct Cancelled {
    is_set: AtomicBool,
    is_over: AtomicBool,
    /// The futures that wait, each in a place of its own.
    wakers: Mutex<Vec<Option<Waker>>>,
    /// The threads that wait.
    threads: (StdMutex<bool>, Condvar),
}

impl Cancelled {
    pub(super) fn new() -> Self {
        Self {
            is_set: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            wakers: Mutex::new(Vec::new()),
            threads: (StdMutex::new(false), Condvar::new()),
        }
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Acquire)
    }

    /// Whether nothing more is sent, so that there is nothing to wait for: it was cancelled, or a credential was refused.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Blocks the thread for so long, or until the task is over.
    pub fn wait(&self, pause: Duration) {
        let (lock, told) = &self.threads;
        let guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = told.wait_timeout_while(guard, pause, |is_over| !*is_over);
    }

    /// It was cancelled.
    pub(super) fn set(&self) {
        self.is_set.store(true, Ordering::Release);
        self.over();
    }

    /// Nothing more is sent. Whoever waits is woken.
    pub(super) fn over(&self) {
        let wakers = {
            let wakers = lock(&self.wakers);
            self.is_over.store(true, Ordering::Release);
            // They keep their places: what is under way listens on.
            wakers.clone()
        };
        let (lock, told) = &self.threads;
        *lock.lock().unwrap_or_else(PoisonError::into_inner) = true;
        told.notify_all();
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    pub(super) fn listener(&self) -> Listener<'_> {
        Listener {
            cancelled: self,
            place: None,
        }
    }
}

impl fmt::Debug for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancelled").field(&self.is_set()).finish()
    }
}

/// A future that wants to be woken when the task is over.
pub(super) struct Listener<'c> {
    cancelled: &'c Cancelled,
    place: Option<usize>,
}

impl Listener<'_> {
    /// Leaves the waker to be woken when the task is over, or is cancelled after that.
    pub(super) fn listen(&mut self, waker: &Waker) {
        let mut wakers = lock(&self.cancelled.wakers);
        let free = || wakers.iter().position(Option::is_none).unwrap_or(wakers.len());
        let place = *self.place.get_or_insert_with(free);
        if wakers.len() <= place {
            wakers.resize_with(place + 1, || None);
        }
        let before = wakers.get_mut(place).and_then(|known| match known {
            Some(known) if known.will_wake(waker) => None,
            _ => known.replace(waker.clone()),
        });
        // A waker is others' code, which does not run under the lock.
        drop(wakers);
        drop(before);
    }
}

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            let before = lock(&self.cancelled.wakers).get_mut(place).and_then(Option::take);
            drop(before);
        }
    }
}
