//! Each kind of call, through both drivers and by hand: the same is sent, and the same is decided.

use std::cell::Cell;
use std::time::Duration;

use errtax::recovery::{Answer, Call, Event, Found, Rule, Seen, SharedTask, Status, Task, Tool, Transport};
use errtax::{Class, Executed};

use super::hand::{Hand, run};
use super::script::{Script, is_send, scripts};

static GET: Tool = Tool::read("get");
static POST: Tool = Tool::write("post");
static KEYED: Tool = Tool::write("keyed").keyed_by("request_id");

#[test]
fn both_drivers_do_what_the_engine_says() {
    let mut count = 0;
    for (kind, says, looks) in scripts() {
        let by_hand = Script::new(kind, &says, looks).by_hand();

        let awaited = Script::new(kind, &says, looks);
        let task = awaited.task();
        let outcome = run(&awaited.hand, is_send(awaited.clone().awaited(task.clone())));
        assert_eq!(task.to_json(), by_hand.to_json(), "{kind:?} {says:?} {looks:?}");
        assert_eq!(task.to_task(), by_hand, "{kind:?} {says:?} {looks:?}");

        let blocking = Script::new(kind, &says, looks);
        let task = blocking.task();
        let same = blocking.blocking(&task);
        assert_eq!(task.to_task(), by_hand, "{kind:?} {says:?} {looks:?}");
        assert_eq!(outcome.ended, same.ended);
        assert_eq!((outcome.status, outcome.attempts), (same.status, same.attempts));
        assert_eq!((outcome.reads, &outcome.waits), (same.reads, &same.waits));

        assert_eq!(outcome.status, by_hand.report().status(), "{kind:?} {says:?} {looks:?}");
        assert_eq!(outcome.is_done(), outcome.ended.is_ok());
        assert_eq!(
            u64::from(outcome.attempts),
            u64::from(awaited.world.lock().unwrap().arrived)
        );
        let keys = awaited.world.lock().unwrap().keys.clone();
        assert!(keys.iter().all(|key| key.is_some() == keys[0].is_some()));
        count += 1;
    }
    assert!(count > 1_500, "{count} scripts");
}

#[test]
fn a_call_says_what_came_of_it() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let count = Cell::new(0);
    let outcome = task
        .call_blocking(Call::new(&GET).repeatable().unwrap(), |attempt| {
            count.set(count.get() + 1);
            assert_eq!(attempt.number, count.get());
            if attempt.number < 3 {
                return Answer::failed(0, Seen::transport(Transport::Refused));
            }
            Answer::ok(42)
        })
        .run();
    assert_eq!(
        (outcome.value, outcome.ended, outcome.status),
        (Some(42), Ok(()), Status::Done)
    );
    assert_eq!((outcome.attempts, outcome.reads, outcome.waits.len()), (3, 0, 2));
    assert!(outcome.waited() >= Duration::from_secs(3));
    assert_eq!(outcome.map(|value| value + 1).done(), Ok(Some(43)));
    assert_eq!((task.calls(), task.recovery_calls()), (3, 2));
}

#[test]
fn what_is_not_begun_is_not_sent() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let post = || Call::new(&POST).json("{}");
    let lost = task
        .call_blocking(post(), |_| Answer::failed((), Seen::transport(Transport::Reset)))
        .run_once();
    assert_eq!(
        (lost.ended, lost.status),
        (Err(Rule::UnknownUnverifiable), Status::Unknown)
    );
    let refused = task
        .call_blocking(post(), |_| -> Answer<()> { panic!("sent") })
        .run_once();
    assert_eq!(
        (refused.ended, refused.status),
        (Err(Rule::SingleFlight), Status::Failed)
    );
    assert_eq!((refused.id, refused.attempts, refused.value), (None, 0, None));
}

#[test]
fn the_key_is_the_same_on_every_attempt() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let mut keys = Vec::new();
    let outcome = task
        .call_blocking(Call::new(&KEYED).keyed([3; 16]).unwrap(), |attempt| {
            keys.push(attempt.key.unwrap().to_string());
            assert_eq!(attempt.tool.dedupe_key, "request_id");
            match attempt.number {
                1 => Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)),
                _ => Ok(()),
            }
        })
        .run();
    assert!(outcome.is_done());
    assert_eq!(keys.len(), 2);
    assert_eq!(keys[0], keys[1]);
}

#[test]
fn a_fixed_call_is_sent_with_what_the_fix_answered() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let bad = || Answer::failed("n is 1", Seen::new(Class::BadInput, Executed::No, "BAD".into()));
    let outcome = task
        .call_blocking(
            Call::new(&GET).json(r#"{"n":1}"#).repeatable().unwrap(),
            |attempt| match attempt.json.as_deref() {
                None => bad(),
                Some(json) => {
                    assert!(attempt.fixed && attempt.number == 1);
                    assert_eq!(json, r#"{"n":2}"#);
                    Answer::ok("fine")
                }
            },
        )
        .fix(|failed| failed.ends_with('1').then_some(r#"{"n":2}"#))
        .run();
    assert_eq!(outcome.done(), Ok(Some("fine")));

    // The same arguments are no fix.
    let outcome = task
        .call_blocking(Call::new(&GET).json(r#"{"n":3}"#).repeatable().unwrap(), |_| bad())
        .fix(|_| Some(String::from(r#"{ "n": 3 }"#)))
        .run();
    assert_eq!(outcome.ended, Err(Rule::BadInput));
    assert_eq!(outcome.attempts, 1);
}

#[test]
fn what_a_call_can_do_is_what_it_has_closures_for() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    // It says that it can be verified, fixed and helped, and brings nothing with which to do so.
    let call = Call::new(&POST).verified().fixable().with_steps();
    let outcome = task
        .call_blocking(call, |_| Answer::failed((), Seen::transport(Transport::Reset)))
        .run();
    assert_eq!(outcome.ended, Err(Rule::UnknownUnverifiable));
    assert_eq!((outcome.attempts, outcome.reads), (1, 0));
}

#[test]
fn an_item_of_a_batch_is_sent_alone() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let mut sent = Vec::new();
    let outcome = task
        .call_blocking(
            Call::new(&POST).batch(["a".into(), "b".into(), "c".into()]),
            |attempt| {
                sent.push(attempt.item);
                match attempt.item {
                    None => Answer::failed((), Seen::transport(Transport::Reset)),
                    Some(1) => Answer::failed((), Seen::new(Class::BadInput, Executed::No, "BAD".into())),
                    Some(_) => Answer::ok(()),
                }
            },
        )
        .verify(|_| Found::Items(vec![true, false, false]))
        .run();
    assert_eq!((outcome.ended, outcome.status), (Err(Rule::BadInput), Status::Partial));
    assert_eq!((outcome.attempts, outcome.reads), (3, 1));
    assert_eq!(sent, [None, Some(1), Some(2)]);
    let report = task.report();
    assert_eq!(report.done(), ["post[a] (read)", "post[c] (ack)"]);
    assert_eq!(report.failed(), ["post[b] (bad_input: BAD)"]);
}

#[test]
fn an_item_is_sent_with_its_own_correction_else_with_that_of_its_batch() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let mut sent = Vec::new();
    let outcome = task
        .call_blocking(
            Call::new(&POST).json("{}").batch(["a".into(), "b".into(), "c".into()]),
            |attempt| {
                let json = attempt.json.as_deref().unwrap_or("none").to_owned();
                let is_wrong = match attempt.item {
                    None => json == "none",
                    Some(place) => place == 1 && json == "0",
                };
                sent.push((attempt.item, json));
                if is_wrong {
                    return Answer::failed(
                        attempt.item.is_some(),
                        Seen::new(Class::BadInput, Executed::No, "BAD".into()),
                    );
                }
                match attempt.item {
                    None => Answer::failed(false, Seen::transport(Transport::Reset)),
                    Some(_) => Answer::ok(true),
                }
            },
        )
        .verify(|_| Found::Items(vec![true, false, false]))
        .fix(|is_item| Some(if *is_item { "1" } else { "0" }))
        .run();
    assert!(outcome.is_done(), "{}", task.report());
    let expected = [
        (None, "none"),
        (None, "0"),
        (Some(1), "0"),
        (Some(1), "1"),
        (Some(2), "0"),
    ];
    assert_eq!(sent, expected.map(|(item, json)| (item, json.to_owned())));
}

#[test]
fn whoever_watches_sees_all_of_it() {
    let task = SharedTask::with(Task::new("t"), Hand::new());
    let mut seen = Vec::new();
    let outcome = task
        .call_blocking(Call::new(&POST), |attempt| match attempt.number {
            1 => Answer::failed((), Seen::transport(Transport::Reset)),
            _ => Answer::ok(()),
        })
        .verify(|_| Ok::<_, Seen<'static>>(false))
        .observe(|event| {
            seen.push(match event {
                Event::Send { attempt, rule, .. } => format!("send {} {rule}", attempt.number),
                Event::Read { attempt, rule, .. } => format!("read {} {rule}", attempt.number),
                Event::Failed { seen, .. } => format!("failed {}", seen.code),
                Event::Wait { rule, .. } => format!("wait {rule}"),
                Event::End { ended, status, .. } => format!("end {ended:?} {status}"),
                other => panic!("{other:?}"),
            });
        })
        .run();
    assert!(outcome.is_done());
    assert_eq!(
        seen,
        [
            "send 1 first_try",
            "failed transport_reset",
            "read 1 verify_first",
            "wait resend_after_read",
            "send 2 wait_over",
            "end Ok(()) done"
        ]
    );
}

#[test]
fn a_rust_error_is_what_it_proves_and_words_prove_nothing() {
    use std::io::{Error, ErrorKind};
    let of = |error: Error| match errtax::recovery::IntoAnswer::into_answer(Err::<(), _>(error)).reply {
        errtax::recovery::Reply::Failure(seen) => (seen.class, seen.executed),
        reply => panic!("{reply:?}"),
    };
    assert_eq!(
        of(ErrorKind::ConnectionRefused.into()),
        (Class::Transient, Executed::No)
    );
    assert_eq!(
        of(ErrorKind::ConnectionReset.into()),
        (Class::Transient, Executed::Unknown)
    );
    assert_eq!(
        of(Error::other("429 Too Many Requests")),
        (Class::UnknownOutcome, Executed::Unknown)
    );
}
