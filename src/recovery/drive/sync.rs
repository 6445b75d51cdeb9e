//! The lock of the drivers: std's, or under `--cfg loom` that of loom, which tries every order in which threads can take it.

#[cfg(loom)]
pub(super) use loom::sync::{Mutex, MutexGuard, atomic::AtomicBool};
use std::sync::PoisonError;
#[cfg(not(loom))]
pub(super) use std::sync::{Mutex, MutexGuard, atomic::AtomicBool};

/// Takes a lock. One that a panic left behind is taken over: nothing of the user's runs while it is held, and what the engine
/// holds is right after each of its steps.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
