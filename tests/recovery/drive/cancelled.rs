//! The task is cancelled, in a wait and in a call.

use std::cell::Cell;
use std::time::Duration;

use errtax::recovery::{Answer, Call, Rule, Seen, SharedTask, Status, Task, Timer, Tool, Transport};
use errtax::{Class, Executed};

use super::hand::{Hand, run, together, turn};
use super::script::{Kind, Looks, Says, Script};

static GET: Tool = Tool::read("get");
static POST: Tool = Tool::write("post");

#[test]
fn a_wait_ends_at_once() {
    let hand = Hand::new();
    let task = SharedTask::with(Task::new("t"), hand.clone());
    let begin = hand.truth();
    let waiting = task
        .call(Call::new(&POST), async |_| {
            Answer::failed(
                (),
                Seen::transport(Transport::Refused).after(Some(Duration::from_secs(60))),
            )
        })
        .run_once();
    let cancels = async {
        turn().await;
        task.cancel();
        run_of(&task).await
    };
    let outcomes = together(&hand, vec![Box::pin(waiting), Box::pin(cancels)]);
    assert_eq!(
        (outcomes[0].ended, outcomes[0].status),
        (Err(Rule::Cancelled), Status::Failed)
    );
    assert_eq!(outcomes[0].attempts, 1);
    assert_eq!(hand.truth(), begin, "nobody waits any more");
    assert!(task.is_cancelled());
    // And nothing is begun any more.
    assert_eq!(outcomes[1].ended, Err(Rule::Cancelled));
}

async fn run_of(task: &SharedTask<Hand>) -> errtax::recovery::Outcome<()> {
    let call = Call::new(&GET).repeatable().unwrap();
    task.call(call, async |_| -> Answer<()> { panic!("sent") }).run().await
}

#[test]
fn a_call_is_dropped_and_unknown() {
    let hand = Hand::new();
    let task = SharedTask::with(Task::new("t"), hand.clone());
    let is_dropped = Cell::new(false);
    struct Tells<'t>(&'t Cell<bool>);
    impl Drop for Tells<'_> {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let hangs = task
        .call(Call::new(&POST), async |_| {
            let _tells = Tells(&is_dropped);
            std::future::pending::<()>().await;
            Answer::ok(())
        })
        .run_once();
    let cancels = async {
        turn().await;
        task.cancel();
        run_of(&task).await
    };
    let outcomes = together(&hand, vec![Box::pin(hangs), Box::pin(cancels)]);
    assert_eq!(
        (outcomes[0].ended, outcomes[0].status),
        (Err(Rule::Cancelled), Status::Unknown)
    );
    assert!(is_dropped.get());
    assert_eq!(task.report().unknown(), ["post (cancelled)"]);
    assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
}

#[test]
fn at_each_await_it_ends_there() {
    for says in [
        [Says::Busy, Says::Ok],
        [Says::LostBefore, Says::LostAfter],
        [Says::BadInput, Says::Closed],
    ] {
        for kind in Kind::ALL {
            let all = {
                let script = Script::new(kind, &says, Looks::Truth);
                let task = script.task();
                run(&script.hand, script.clone().awaited(task));
                let world = script.world.lock().unwrap();
                world.arrived + world.reads
            };
            for turns in 0.. {
                let script = Script::new(kind, &says, Looks::Truth);
                let task = script.task();
                let at = Cell::new(u32::MAX);
                let cancels = async {
                    for _ in 0..turns {
                        // In step with the hand: it moves on only where nobody else can.
                        Timer::sleep(&script.hand, Duration::from_millis(50)).await;
                    }
                    let world = script.world.lock().unwrap();
                    at.set(world.arrived + world.reads);
                    drop(world);
                    task.cancel();
                    None
                };
                let driven = async { Some(script.clone().awaited(task.clone()).await) };
                let outcomes = together(&script.hand, vec![Box::pin(driven), Box::pin(cancels)]);
                let outcome = outcomes[0].as_ref().unwrap();
                let world = script.world.lock().unwrap();
                assert_eq!(
                    world.arrived + world.reads,
                    at.get(),
                    "{kind:?} {says:?} {turns}: sent after the end"
                );
                assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
                if outcome.ended != Err(Rule::Cancelled) && at.get() == all {
                    break;
                }
                assert!(turns < 200, "{kind:?} {says:?}: it never ends");
            }
        }
    }
}

#[test]
fn what_is_cancelled_before_it_is_sent_is_not_sent() {
    for blocks in [false, true] {
        let hand = Hand::new();
        let task = SharedTask::with(Task::new("t"), hand.clone());
        let cancels = |event: &errtax::recovery::Event| {
            if matches!(event, errtax::recovery::Event::Send { .. }) {
                task.cancel();
            }
        };
        let call = || Call::new(&GET).repeatable().unwrap();
        let outcome = if blocks {
            let driven = task.call_blocking(call(), |_| -> Answer<()> { panic!("sent") });
            driven.observe(cancels).run()
        } else {
            let driven = task.call(call(), async |_| -> Answer<()> { panic!("sent") });
            run(&hand, driven.observe(cancels).run())
        };
        assert_eq!((outcome.ended, outcome.status), (Err(Rule::Cancelled), Status::Failed));
        assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
    }
}

#[test]
fn nobody_waits_for_a_task_that_a_refused_credential_has_ended() {
    let hand = Hand::new();
    let task = SharedTask::with(Task::new("t"), hand.clone());
    let begin = hand.truth();
    let waits = task
        .call(Call::new(&POST), async |_| {
            Answer::failed(
                (),
                Seen::transport(Transport::Refused).after(Some(Duration::from_secs(60))),
            )
        })
        .run_once();
    let is_refused = task.call(Call::new(&GET).repeatable().unwrap(), async |_| {
        turn().await;
        Answer::failed((), Seen::new(Class::Auth, Executed::No, "EXPIRED".into()))
    });
    // What is under way is not called off: it may have been carried out, and says so.
    let answers = task.call(Call::new(&POST).json(r#"{"n":2}"#), async |_| {
        Timer::sleep(&hand, Duration::from_secs(5)).await;
        Answer::ok(())
    });
    let outcomes = together(
        &hand,
        vec![
            Box::pin(async {
                let outcome = waits.await;
                assert_eq!(hand.truth(), begin, "it waited");
                outcome
            }),
            Box::pin(is_refused.run()),
            Box::pin(answers.run_once()),
        ],
    );
    let ended: Vec<_> = outcomes.iter().map(|outcome| outcome.ended).collect();
    assert_eq!(ended, [Err(Rule::Auth), Err(Rule::Auth), Ok(())]);
    assert!(!task.is_cancelled());
    assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
}

#[test]
fn a_thread_that_waits_is_woken() {
    let task = SharedTask::new("t");
    let begin = std::time::Instant::now();
    let (told, telling) = std::sync::mpsc::channel();
    let waiting = std::thread::spawn({
        let task = task.clone();
        move || {
            task.call_blocking(Call::new(&POST), |_| {
                let seen = Seen::transport(Transport::Refused).after(Some(Duration::from_secs(100)));
                Answer::failed((), seen)
            })
            .observe(|_| told.send(()).unwrap())
            .run_once()
        }
    });
    for _ in 0..3 {
        telling.recv().unwrap();
    }
    task.cancel();
    let outcome = waiting.join().unwrap();
    assert_eq!((outcome.ended, outcome.attempts), (Err(Rule::Cancelled), 1));
    assert!(begin.elapsed() < Duration::from_secs(60), "it waited all the time");
}

#[test]
fn what_blocks_ends_when_it_comes_back() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let outcome = task
        .call_blocking(Call::new(&POST), |_| {
            task.cancel();
            Answer::failed((), Seen::transport(Transport::Refused))
        })
        .run_once();
    assert_eq!((outcome.ended, outcome.status), (Err(Rule::Cancelled), Status::Unknown));
    assert_eq!(outcome.attempts, 1);
}
