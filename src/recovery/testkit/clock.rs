//! Time that is a number.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::recovery::{Clock, Sleep, Timer};

/// A clock that stands still until somebody moves it. To sleep is to move it, so nobody waits.
///
/// It is the clock of a driver too, blocking or not. A sleep that is awaited moves it when it is polled first, so no timeout of a driver's
/// own is found out by it before what it limits is: a [`FakeServer`](super::FakeServer) obeys the timeout that it is given.
///
/// Clones are the same clock. It begins at zero and holds some 584 years.
///
/// ```
/// use std::time::Duration;
///
/// use errtax::recovery::testkit::VirtualClock;
///
/// let clock = VirtualClock::new();
/// let same = clock.clone();
/// same.advance(Duration::from_secs(90));
/// assert_eq!(clock.now(), Duration::from_secs(90));
/// ```
#[derive(Clone, Debug, Default)]
pub struct VirtualClock(Arc<AtomicU64>);

impl VirtualClock {
    /// A clock at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What time it is, since it began.
    #[must_use]
    pub fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }

    /// Moves it on: what a sleep does.
    pub fn advance(&self, by: Duration) {
        let by = nanos(by);
        let moved = |now: u64| Some(now.saturating_add(by));
        // It always gives a new time, so it never fails.
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, moved);
    }

    /// Sets it, also back: a clock of the machine may jump.
    pub fn set(&self, now: Duration) {
        self.0.store(nanos(now), Ordering::SeqCst);
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Duration {
        Self::now(self)
    }
}

impl Timer for VirtualClock {
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send {
        let clock = self.clone();
        async move { clock.advance(pause) }
    }
}

impl Sleep for VirtualClock {
    fn sleep(&self, pause: Duration) {
        self.advance(pause);
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
