//! The time, as a parameter.

use std::time::{Duration, SystemTime};

/// Tells the time, and lets it pass. What a record means is judged by times that are handed over; this is where they come
/// from.
pub trait Clock {
    /// The time. Processes that share a store have to agree on it to within a fraction of the lease.
    fn now(&self) -> SystemTime;

    /// Waits on this thread. Only [`Replay::wait`](super::Replay::wait) above zero calls it.
    fn sleep(&self, pause: Duration);
}

/// The clock of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, pause: Duration) {
        std::thread::sleep(pause);
    }
}

impl<C: Clock + ?Sized> Clock for &C {
    fn now(&self) -> SystemTime {
        C::now(self)
    }

    fn sleep(&self, pause: Duration) {
        C::sleep(self, pause);
    }
}
