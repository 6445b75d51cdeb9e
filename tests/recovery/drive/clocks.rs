//! Time: what is cut off at the deadline, and clocks that are wrong.

use std::cell::Cell;
use std::future::{Future, pending, ready};
use std::time::Duration;

use errtax::recovery::{
    Answer, Call, Clock, Jitter, Rule, Seen, SharedTask, Sleep, Status, Task, Timer, Tool, Transport,
};

use super::hand::{Hand, run};

static GET: Tool = Tool::read("get");
static POST: Tool = Tool::write("post");

fn task(hand: &Hand) -> SharedTask<Hand> {
    SharedTask::with(Task::new("t"), hand.clone()).with_jitter(|| Jitter::NONE)
}

#[test]
fn a_recovery_attempt_is_cut_off_at_the_deadline_and_a_first_try_is_not() {
    let hand = Hand::new();
    let task = task(&hand);
    let begin = hand.truth();
    let outcome = run(
        &hand,
        task.call(Call::new(&GET).repeatable().unwrap(), async |attempt| {
            if attempt.number == 1 {
                assert_eq!(attempt.timeout, None);
                // Longer than recovery may take: a first try has all the time that it needs.
                Timer::sleep(&hand, Duration::from_secs(500)).await;
                return Answer::failed((), Seen::transport(Transport::Reset));
            }
            assert_eq!(attempt.timeout, Some(Duration::from_secs(119)));
            pending().await
        })
        .run(),
    );
    assert_eq!(outcome.ended, Err(Rule::Deadline));
    assert_eq!(hand.truth() - begin, Duration::from_secs(500 + 120));
}

#[test]
fn each_attempt_has_its_own_timeout_and_each_read_too() {
    let hand = Hand::new();
    let reads = Cell::new(0);
    let task = task(&hand);
    let begin = hand.truth();
    let outcome = run(
        &hand,
        task.call(Call::new(&POST), async |attempt| {
            assert_eq!(attempt.timeout, Some(Duration::from_secs(7)));
            pending::<Answer<()>>().await
        })
        .verify(async |attempt| {
            assert_eq!(attempt.timeout, Some(Duration::from_secs(7)));
            // They are numbered by themselves.
            reads.set(reads.get() + 1);
            assert_eq!(attempt.number, reads.get());
            pending::<bool>().await
        })
        .timeout(Duration::from_secs(7))
        .run(),
    );
    assert_eq!(
        (outcome.ended, outcome.status),
        (Err(Rule::UnknownUnverifiable), Status::Unknown)
    );
    assert_eq!((outcome.value, outcome.attempts, outcome.reads), (None, 1, 3));
    assert_eq!(hand.truth() - begin, Duration::from_secs(7 + 7 + 1 + 7 + 2 + 7));
}

#[test]
fn a_fix_and_a_step_have_what_is_left() {
    use errtax::{Action, Class, Executed};
    let hand = Hand::new();
    // A step that was cut off may have been taken, so the call would be sent again, if there were time.
    for (class, rule) in [(Class::BadInput, Rule::BadInput), (Class::Precondition, Rule::Deadline)] {
        let task = task(&hand);
        let begin = hand.truth();
        let seen = Seen {
            action: Some(Action::FixState),
            ..Seen::new(class, Executed::No, "NO".into())
        };
        let driven = task
            .call(Call::new(&GET).repeatable().unwrap(), async |_| {
                Answer::failed((), seen.clone())
            })
            .fix(async |_| pending::<Option<String>>().await)
            .step(async |_| pending::<bool>().await)
            .run();
        let outcome = run(&hand, driven);
        assert_eq!(outcome.ended, Err(rule));
        assert_eq!(hand.truth() - begin, Duration::from_secs(120));
        assert_eq!(outcome.value, Some(()), "the fix that was cut off has given it back");
    }
}

#[test]
fn a_step_has_no_more_time_than_an_attempt() {
    use errtax::{Action, Class, Executed};
    let hand = Hand::new();
    let (begin, sends) = (hand.truth(), Cell::new(0));
    let locked = Seen {
        action: Some(Action::FixState),
        ..Seen::new(Class::Precondition, Executed::No, "NO".into())
    };
    let driven = task(&hand)
        .call(Call::new(&GET).repeatable().unwrap(), async |_| {
            sends.set(sends.get() + 1);
            match sends.get() {
                1 => Answer::failed((), locked.clone()),
                _ => Answer::ok(()),
            }
        })
        .step(async |_| pending::<bool>().await)
        .timeout(Duration::from_secs(7))
        .run();
    assert!(run(&hand, driven).is_done());
    assert_eq!((hand.truth() - begin, sends.get()), (Duration::from_secs(7), 2));
}

#[test]
fn no_timeout_is_too_long() {
    let hand = Hand::new();
    let outcome = run(
        &hand,
        task(&hand)
            .call(Call::new(&GET).repeatable().unwrap(), async |_| Answer::ok(()))
            .timeout(Duration::from_secs(u64::MAX / 4))
            .run(),
    );
    assert!(outcome.is_done());
    let longest = SharedTask::with(Task::new("t"), Still)
        .call_blocking(Call::new(&GET).repeatable().unwrap(), |_| Answer::ok(()))
        .timeout(Duration::MAX)
        .run();
    assert!(longest.is_done());
}

#[test]
fn a_clock_that_jumps_back_makes_no_wait_shorter_or_longer() {
    let hour = Duration::from_secs(3_600);
    // In a call, in a wait, and in both.
    for jumps in [[true, false], [false, true], [true, true]] {
        let hand = Hand::new();
        let task = task(&hand);
        let sends = Cell::new(0);
        let begin = hand.truth();
        let driven = task
            .call(Call::new(&GET).repeatable().unwrap(), async |_| {
                sends.set(sends.get() + 1);
                if jumps[0] {
                    hand.jump_back(hour);
                }
                Answer::failed((), Seen::transport(Transport::Refused))
            })
            .observe(|event| {
                if jumps[1] && matches!(event, errtax::recovery::Event::Wait { .. }) {
                    hand.jump_back(hour);
                }
            })
            .run();
        let outcome = run(&hand, driven);
        assert_eq!(outcome.ended, Err(Rule::AttemptsExhausted));
        assert_eq!(sends.get(), 3);
        assert_eq!(hand.truth() - begin, Duration::from_secs(3), "{jumps:?}");
        assert_eq!(task.to_task().elapsed(), Duration::from_secs(3));
        assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
    }
}

#[test]
fn what_was_cut_off_took_all_its_time_whatever_the_clock_says() {
    let hand = Hand::new();
    let task = task(&hand);
    let begin = hand.truth();
    let driven = task
        .call(Call::new(&GET).repeatable().unwrap(), async |_| {
            hand.jump_back(Duration::from_secs(3_600));
            pending::<Answer<()>>().await
        })
        .timeout(Duration::from_secs(7));
    assert_eq!(run(&hand, driven.run()).attempts, 3);
    let took = Duration::from_secs(7 + 1 + 7 + 2 + 7);
    assert_eq!((hand.truth() - begin, task.to_task().elapsed()), (took, took));
}

#[test]
fn a_task_that_was_replayed_goes_on_where_it_was() {
    let hand = Hand::new();
    let task = task(&hand);
    let refused = || {
        Answer::failed(
            (),
            Seen::transport(Transport::Refused).after(Some(Duration::from_secs(100))),
        )
    };
    let call = |n: u8| Call::new(&POST).json(&n.to_string());
    let first = task.call(call(1), async |_| refused()).run_once();
    // It failed, waited 100 s, failed again, and nobody waits for the third attempt.
    assert_eq!(run(&hand, first).ended, Err(Rule::ServerWaitPastDeadline));

    // On a clock that begins anew.
    let replayed = Task::replay(&task.to_json()).unwrap();
    let anew = Hand::default();
    let later = SharedTask::with(replayed, anew.clone()).with_jitter(|| Jitter::NONE);
    let outcome = later.call_blocking(call(2), |_| refused()).run_once();
    assert_eq!(
        (outcome.ended, outcome.attempts),
        (Err(Rule::ServerWaitPastDeadline), 1)
    );
    let mut sent = Vec::new();
    let send = |attempt: errtax::recovery::Attempt| {
        sent.push(attempt.timeout);
        anew.advance(Duration::from_secs(5));
        Answer::failed((), Seen::transport(Transport::Refused))
    };
    later.call_blocking(call(3), send).run_once();
    // 20 s were left, less the first try and the first backoff.
    assert_eq!(sent[1], Some(Duration::from_secs(14)));

    task.cancel();
    let cancelled = Task::replay(&task.to_json()).unwrap();
    assert!(SharedTask::with(cancelled, Hand::default()).is_cancelled());
}

/// A clock that never moves.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::from_secs(1)
    }
}

impl Sleep for Still {
    fn sleep(&self, _: Duration) {}
}

impl Timer for Still {
    fn sleep(&self, _: Duration) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

#[test]
fn a_clock_that_stands_still_ends_all_the_same() {
    let refused = || {
        Answer::failed(
            (),
            Seen::transport(Transport::Refused).after(Some(Duration::from_secs(50))),
        )
    };
    let task = SharedTask::with(Task::new("t"), Still);
    let call = || Call::new(&POST).json("{}");
    let outcome = task.call_blocking(call(), |_| refused()).run_once();
    assert_eq!((outcome.ended, outcome.attempts), (Err(Rule::AttemptsExhausted), 3));
    assert_eq!(task.to_task().elapsed(), Duration::from_secs(100));
    let task = SharedTask::with(Task::new("t"), Still);
    let outcome = run(&Hand::new(), task.call(call(), async |_| refused()).run_once());
    assert_eq!((outcome.ended, outcome.attempts), (Err(Rule::AttemptsExhausted), 3));
}
