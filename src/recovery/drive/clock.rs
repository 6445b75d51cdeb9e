//! What time it is, and how it is waited.

use std::future::Future;
use std::time::{Duration, Instant};

use super::cancelled::Cancelled;

/// A clock: the time since any one origin.
///
/// It need not be monotonic. Where it goes back, no time has passed; and a wait that came back is over, whatever the clock says.
pub trait Clock: Send + Sync {
    /// The time.
    fn now(&self) -> Duration;
}

/// A clock whose time can be awaited, for [`SharedTask::call`](super::SharedTask::call).
pub trait Timer: Clock {
    /// Ready when so much time has passed, and not before: a wait that a server asked for is not cut short.
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send;
}

/// A clock that blocks the thread, for [`SharedTask::call_blocking`](super::SharedTask::call_blocking).
pub trait Sleep: Clock {
    /// Returns when so much time has passed, and not before.
    fn sleep(&self, pause: Duration);

    /// The same, for a clock that can end it when the task is cancelled. Without a body of its own the sleep goes on to its end;
    /// nothing is sent after it all the same.
    fn sleep_unless(&self, pause: Duration, cancelled: &Cancelled) {
        let _ = cancelled;
        self.sleep(pause);
    }
}

impl<C: Clock + ?Sized> Clock for &C {
    fn now(&self) -> Duration {
        (**self).now()
    }
}

impl<C: Timer + ?Sized> Timer for &C {
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send {
        (**self).sleep(pause)
    }
}

impl<C: Sleep + ?Sized> Sleep for &C {
    fn sleep(&self, pause: Duration) {
        (**self).sleep(pause);
    }

    fn sleep_unless(&self, pause: Duration, cancelled: &Cancelled) {
        (**self).sleep_unless(pause, cancelled);
    }
}

/// The clock of the system, which never goes back and stands still while the machine sleeps.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock that begins now.
    #[must_use]
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }
}

impl Sleep for SystemClock {
    fn sleep(&self, pause: Duration) {
        std::thread::sleep(pause);
    }

    fn sleep_unless(&self, pause: Duration, cancelled: &Cancelled) {
        cancelled.wait(pause);
    }
}

/// The clock of tokio (feature `tokio`), with its paused time in tests.
#[cfg(feature = "tokio")]
#[derive(Clone, Copy, Debug)]
pub struct TokioClock {
    origin: tokio::time::Instant,
}

#[cfg(feature = "tokio")]
impl TokioClock {
    /// A clock that begins now.
    #[must_use]
    pub fn new() -> Self {
        Self {
            origin: tokio::time::Instant::now(),
        }
    }
}

#[cfg(feature = "tokio")]
impl Default for TokioClock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(feature = "tokio")]
impl Clock for TokioClock {
    fn now(&self) -> Duration {
        tokio::time::Instant::now().saturating_duration_since(self.origin)
    }
}

#[cfg(feature = "tokio")]
impl Timer for TokioClock {
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send {
        tokio::time::sleep(pause)
    }
}
