//! A driver is dropped, at each of its awaits: nothing is lost, nothing more is sent, and the task goes on.

use errtax::recovery::{Answer, Call, Found, Rule, Seen, SharedTask, Status, Task, Tool, Transport};

use super::hand::{Hand, polled, run, turn};
use super::script::{Kind, Script, scripts};

/// Whether the report is true of what really happened.
fn is_true(script: &Script, task: &Task, what: &str) {
    let world = script.world.lock().unwrap();
    let report = task.report();
    assert!(
        world.arrived + world.reads <= task.calls(),
        "{what}: sent and not in the report"
    );
    assert!(
        task.calls() <= world.arrived + world.reads + 2,
        "{what}: in the report and not sent"
    );
    if !script.kind.writes() {
        assert_ne!(report.status(), Status::Unknown, "{what}: a read");
        return;
    }
    let name = |item: &str| item.split_once(" (").unwrap().0.to_owned();
    let place = |name: &str| match name.split_once('[') {
        Some((_, item)) => usize::from(item.as_bytes()[0] - b'a'),
        None => 0,
    };
    for item in report.done() {
        assert!(world.effects[place(&name(item))] > 0, "{what}: {item} is not there");
    }
    for item in report.failed() {
        let is_whole_batch = script.kind == Kind::Batch && !item.contains('[');
        let effects = world.effects;
        let times = if is_whole_batch {
            effects.iter().sum()
        } else {
            effects[place(&name(item))]
        };
        assert_eq!(times, 0, "{what}: {item} is there");
    }
    if world.in_flight && report.done().is_empty() {
        assert_eq!(report.status(), Status::Unknown, "{what}: nobody knows");
    }
}

#[test]
fn at_each_await_nothing_is_lost() {
    let (mut dropped, mut unknown) = (0, 0);
    for (kind, says, looks) in scripts() {
        let mut before = None;
        for polls in 1.. {
            let script = Script::new(kind, &says, looks);
            let shared = script.task();
            let outcome = polled(&script.hand, polls, script.clone().awaited(shared.clone()));
            let task = shared.to_task();
            let what = format!("{kind:?} {says:?} {looks:?} after {polls} polls");
            is_true(&script, &task, &what);
            if outcome.is_none() {
                dropped += 1;
                // As one await earlier, so that there is nothing new to be asked of it.
                if before.as_ref() == Some(&task) {
                    continue;
                }
            }
            assert_eq!(Task::replay(&task.to_json()).as_ref(), Ok(&task), "{what}");
            if outcome.is_some() {
                break;
            }

            // All is told: nothing is open any more, so ending the task changes nothing.
            let mut later = task.clone();
            later.cancel(script.hand.truth());
            assert_eq!(later.report(), task.report(), "{what}");
            assert_eq!(task.stop_reason(), Some(Rule::Cancelled), "{what}");

            // The task goes on: what may have landed is not sent again, what was not sent may be.
            let again = kind.again(&mut task.clone(), script.hand.truth());
            let sends = script.world.lock().unwrap().arrived;
            let is_fixed = script.world.lock().unwrap().is_fixed;
            match task.report().status() {
                // The call as it was planned first was refused, and is not the one in doubt.
                Status::Unknown if is_fixed => {}
                Status::Unknown => {
                    unknown += 1;
                    assert_eq!(again, Err(Rule::SingleFlight), "{what}");
                }
                Status::Failed if sends < 2 => assert_eq!(again, Ok(()), "{what}"),
                _ => {}
            }
            before = Some(task);
        }
    }
    assert!(dropped > 10_000 && unknown > 4_000, "{dropped} {unknown}");
}

#[test]
fn before_it_is_polled_nothing_has_happened() {
    let script = Script::new(Kind::Verified, &[], super::script::Looks::Truth);
    let task = script.task();
    drop(script.clone().awaited(task.clone()));
    assert_eq!(task.to_task(), Task::new("script"));
}

#[test]
fn the_other_calls_of_the_task_go_on() {
    static POST: Tool = Tool::write("post");
    let hand = Hand::new();
    let task = SharedTask::with(Task::new("t"), hand.clone());
    let call = |n: u8| Call::new(&POST).json(&format!("{{\"n\":{n}}}"));
    let lost = task
        .call(call(1), async |_| {
            turn().await;
            Answer::ok(())
        })
        .run_once();
    assert!(polled(&hand, 1, lost).is_none());
    let other = run(&hand, task.call(call(2), async |_| Answer::ok(())).run_once());
    assert!(other.is_done());
    let report = task.report();
    assert_eq!(
        (report.done(), report.unknown()),
        (&["post (ack)".to_owned()][..], &["post (cancelled)".to_owned()][..])
    );
}

#[test]
fn a_batch_is_ended_as_a_whole() {
    static POST: Tool = Tool::write("post");
    let hand = Hand::new();
    let task = SharedTask::with(Task::new("t"), hand.clone());
    let batch = || Call::new(&POST).batch(["a".into(), "b".into(), "c".into()]);
    let driven = task
        .call(batch(), async |attempt| {
            if attempt.item.is_some() {
                turn().await;
            }
            Answer::failed((), Seen::transport(Transport::Reset))
        })
        .verify(async |_| Found::Items(vec![true, false, false]))
        .run();
    assert!(polled(&hand, 1, driven).is_none());
    let report = task.report();
    assert_eq!(report.done(), ["post[a] (read)"]);
    assert_eq!(report.unknown(), ["post[b] (cancelled)"]);
    assert_eq!(report.failed(), ["post[c] (cancelled, not started)"]);
    assert_eq!(Task::replay(&task.to_json()), Ok(task.to_task()));
    // One of its items is in doubt, so the batch is.
    assert_eq!(
        task.to_task().begin(batch().verified(), hand.truth()),
        Err(Rule::SingleFlight)
    );
}

#[test]
fn a_call_that_is_over_stays_as_it_is() {
    static POST: Tool = Tool::write("post");
    let mut task = Task::new("t");
    let at = std::time::Duration::from_secs;
    let id = task.begin_once(Call::new(&POST), at(1)).unwrap();
    let _ = task.on_reply(id, &errtax::recovery::Reply::OK, at(2), Default::default());
    let before = task.clone();
    task.abandon(id, at(3));
    assert_eq!(task, before);
    // Nor is there anything to be told of a call of another task.
    let mut other = Task::new("t");
    let id = task.begin_once(Call::new(&POST).json("{}"), at(4)).unwrap();
    other.abandon(id, at(5));
    assert_eq!(other, Task::new("t"));
}
