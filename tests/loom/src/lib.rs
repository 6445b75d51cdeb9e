//! What the tests of this package have in common: a clock that loom can follow.

use std::future::{Future, pending};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use errtax::recovery::{Clock, Sleep, Timer};

/// Time that moves on when somebody sleeps, and by a millisecond whenever it is read, so that no two moments are the same.
#[derive(Debug, Default)]
pub struct Hand(AtomicU64);

impl Clock for Hand {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

impl Sleep for Hand {
    fn sleep(&self, pause: Duration) {
        let millis = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Timer for Hand {
    /// Whoever awaits it waits for good.
    fn sleep(&self, _: Duration) -> impl Future<Output = ()> + Send {
        pending()
    }
}
