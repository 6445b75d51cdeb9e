//! How long is waited.

use std::time::Duration;

use errtax::recovery::testkit::Random;
use errtax::recovery::{Call, Jitter, Next, Seen, Task, Tool, Transport, wait};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_backoff_is_a_second_or_two_and_the_jitter(sent in 0_u32..9, jitter in 0_u16..=500) {
        let base = [1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 64_000][sent as usize];
        let found = wait(sent, None, Jitter::millis(jitter));
        prop_assert_eq!(found, Duration::from_millis(base + u64::from(jitter)));
    }

    #[test]
    fn a_wait_that_the_server_gave_is_waited_as_it_is(sent in 0_u32..9, given in any::<u32>(), jitter in any::<u16>()) {
        let given = Duration::from_millis(given.into());
        prop_assert_eq!(wait(sent, Some(given), Jitter::millis(jitter)), given);
    }

    #[test]
    fn no_jitter_is_more_than_half_a_second(random in any::<u32>(), millis in any::<u16>()) {
        prop_assert!(Jitter::from_random(random).as_millis() <= Jitter::MAX);
        prop_assert_eq!(Jitter::millis(millis).as_millis(), millis.min(500));
    }
}

#[test]
fn a_wait_of_nothing_is_no_wait() {
    static GET: Tool = Tool::read("get");
    let mut task = Task::new("t");
    let id = task
        .begin(Call::new(&GET).repeatable().unwrap(), Duration::ZERO)
        .unwrap();
    let mut seen = Seen::transport(Transport::Refused);
    seen.wait = Some(Duration::ZERO);
    let next = task.on_reply(id, &seen.into(), Duration::ZERO, Jitter::NONE);
    assert_eq!(next, Next::Wait(id, Duration::from_secs(1)));
    let _ = task.resume(id, Duration::from_secs(1));
    // Less than a millisecond is one, so that nothing is sent earlier.
    let seen = Seen::transport(Transport::Refused).after(Some(Duration::from_nanos(1)));
    let next = task.on_reply(id, &seen.into(), Duration::from_secs(1), Jitter::NONE);
    assert_eq!(next, Next::Wait(id, Duration::from_millis(1)));
}

/// Pearson's chi-square over the 501 values; its 99.9th percentile for 500 degrees of freedom is 603.4.
#[test]
fn jitter_is_uniform() {
    let mut random = Random::seeded(7);
    let mut counts = [0_u32; 501];
    for _ in 0..501_000 {
        counts[usize::from(random.jitter().as_millis())] += 1;
    }
    let square: f64 = counts
        .iter()
        .map(|count| (f64::from(*count) - 1_000.0).powi(2) / 1_000.0)
        .sum();
    assert!(square < 603.4, "{square}");
}
