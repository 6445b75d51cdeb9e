//! Time that is moved by hand, and an executor that moves it on when nothing else can happen.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use errtax::recovery::{Clock, Sleep, Timer};

/// A clock: its clones are the same one.
#[derive(Clone, Default)]
pub struct Hand(Arc<Inside>);

#[derive(Default)]
struct Inside {
    now: Mutex<Duration>,
    /// What is told, as an offset back from the truth.
    wrong_by: Mutex<Duration>,
    alarms: Mutex<Vec<(u64, Duration)>>,
    next: AtomicU64,
}

impl Hand {
    pub fn new() -> Self {
        let hand = Self::default();
        // Any origin will do.
        hand.advance(Duration::from_secs(7_000));
        hand
    }

    pub fn advance(&self, by: Duration) {
        *self.0.now.lock().unwrap() += by;
    }

    /// From now on it tells a time that is further back.
    pub fn jump_back(&self, by: Duration) {
        *self.0.wrong_by.lock().unwrap() += by;
    }

    /// The time as it really is.
    pub fn truth(&self) -> Duration {
        *self.0.now.lock().unwrap()
    }

    /// Moves on to the first alarm; false if there is none.
    fn ring(&self) -> bool {
        let first = self.0.alarms.lock().unwrap().iter().map(|(_, due)| *due).min();
        let Some(due) = first else { return false };
        let mut now = self.0.now.lock().unwrap();
        *now = due.max(*now);
        true
    }
}

impl Clock for Hand {
    fn now(&self) -> Duration {
        self.truth().saturating_sub(*self.0.wrong_by.lock().unwrap())
    }
}

impl Sleep for Hand {
    fn sleep(&self, pause: Duration) {
        self.advance(pause);
    }
}

impl Timer for Hand {
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        let due = self.truth() + pause;
        self.0.alarms.lock().unwrap().push((id, due));
        Alarm {
            hand: self.clone(),
            id,
            due,
        }
    }
}

struct Alarm {
    hand: Hand,
    id: u64,
    due: Duration,
}

impl Future for Alarm {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.hand.truth() >= self.due {
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.hand.0.alarms.lock().unwrap().retain(|(id, _)| *id != self.id);
    }
}

#[derive(Default)]
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Polls at most so many times and drops the future then; none if it was dropped.
pub fn polled<T>(hand: &Hand, most: usize, future: impl Future<Output = T>) -> Option<T> {
    let flag = Arc::new(Flag::default());
    let waker = Waker::from(Arc::clone(&flag));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    for _ in 0..most {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return Some(value);
        }
        if !flag.0.swap(false, Ordering::SeqCst) {
            assert!(hand.ring(), "nothing will ever happen");
        }
    }
    None
}

pub fn run<T>(hand: &Hand, future: impl Future<Output = T>) -> T {
    polled(hand, usize::MAX, future).unwrap()
}

/// Lets the executor turn once.
pub async fn turn() {
    let mut is_first = true;
    std::future::poll_fn(|context| {
        if std::mem::take(&mut is_first) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    })
    .await;
}

/// Runs several at once, the first alarm first, each polled in turn.
pub fn together<T>(hand: &Hand, futures: Vec<Pin<Box<dyn Future<Output = T> + '_>>>) -> Vec<T> {
    let mut left: Vec<_> = futures.into_iter().enumerate().collect();
    let mut values = Vec::new();
    run(
        hand,
        std::future::poll_fn(|context| {
            left.retain_mut(|(place, future)| match future.as_mut().poll(context) {
                Poll::Ready(value) => {
                    values.push((*place, value));
                    false
                }
                Poll::Pending => true,
            });
            if left.is_empty() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        }),
    );
    values.sort_by_key(|(place, _)| *place);
    values.into_iter().map(|(_, value)| value).collect()
}
