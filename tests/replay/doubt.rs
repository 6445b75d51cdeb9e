//! Calls of which nobody knows whether they took effect.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use errtax::Failure;
use errtax::replay::{Begun, Call, Clock, MemoryStore, Reason, Refused, Replay};
use serde_json::json;

fn call() -> Call {
    Call::with_key("", "pay", "k", &json!({}))
}

fn reason(replay: &Replay, store: &MemoryStore) -> Option<Reason> {
    let refused = replay.run(store, &call(), || Ok::<_, Failure>(json!("carried out")));
    refused
        .err()
        .map(|failure| failure.downcast_ref::<Refused>().unwrap().reason())
}

fn died(replay: &Replay, store: &MemoryStore) {
    drop(replay.begin(store, &call()).unwrap());
}

#[test]
fn a_panic_leaves_a_call_in_doubt() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        replay.run(&store, &call(), || -> Result<(), Failure> { panic!("half way") })
    }));
    assert!(panicked.is_err());
    assert_eq!(reason(&replay, &store), Some(Reason::InDoubt));
}

#[tokio::test]
async fn a_future_that_is_cancelled_leaves_a_call_in_doubt() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    let work = async {
        let begun = replay.begin_async(&store, &call(), tokio::time::sleep).await.unwrap();
        std::future::pending::<()>().await;
        drop(begun);
    };
    assert!(tokio::time::timeout(Duration::from_millis(20), work).await.is_err());
    assert_eq!(reason(&replay, &store), Some(Reason::InDoubt));
}

#[test]
fn a_claim_that_is_released_leaves_the_key_free() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    match replay.begin(&store, &call()).unwrap() {
        Begun::First(claim) => claim.release().unwrap(),
        other => panic!("{other:?}"),
    }
    assert_eq!(reason(&replay, &store), None);
}

#[test]
fn who_has_read_that_it_landed_settles_it_and_the_next_call_is_answered() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    died(&replay, &store);
    match replay.begin(&store, &call()).unwrap() {
        Begun::InDoubt(doubt) => assert_eq!(doubt.landed(&json!({"id": 7})).unwrap(), json!({"id": 7})),
        other => panic!("{other:?}"),
    }
    let again = replay.run(&store, &call(), || Ok::<_, Failure>(json!(null))).unwrap();
    assert_eq!(
        serde_json::to_value(again).unwrap(),
        json!({"id": 7, "duplicate": true})
    );
}

#[test]
fn who_has_read_that_it_did_not_land_may_carry_it_out_and_only_one_may() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    died(&replay, &store);
    let doubts = [(); 2].map(|()| match replay.begin(&store, &call()).unwrap() {
        Begun::InDoubt(doubt) => doubt,
        other => panic!("{other:?}"),
    });
    let [one, other] = doubts;
    let claim = one.did_not_land().unwrap();
    assert_eq!(other.did_not_land().unwrap_err().reason(), Reason::InDoubt);
    claim.finish(&json!(1)).unwrap();
    assert_eq!(reason(&replay, &store), None);
}

#[test]
fn a_call_that_is_late_still_puts_its_answer_on_record_unless_another_has_settled_it() {
    let (replay, store) = (Replay::new().lease(Duration::ZERO), MemoryStore::new());
    let Begun::First(late) = replay.begin(&store, &call()).unwrap() else {
        panic!()
    };
    assert_eq!(reason(&replay, &store), Some(Reason::InDoubt));
    late.finish(&json!({"id": 1})).unwrap();
    assert_eq!(reason(&replay, &store), None, "the doubt is settled by the answer");

    let store = MemoryStore::new();
    let Begun::First(late) = replay.begin(&store, &call()).unwrap() else {
        panic!()
    };
    let Begun::InDoubt(doubt) = replay.begin(&store, &call()).unwrap() else {
        panic!()
    };
    doubt.landed(&json!({"id": 2})).unwrap();
    assert_eq!(late.finish(&json!({"id": 1})).unwrap_err().reason(), Reason::InDoubt);
    let kept = replay.run(&store, &call(), || Ok::<_, Failure>(json!(null))).unwrap();
    assert_eq!(kept.into_answer().unwrap(), json!({"id": 2}));
}

#[test]
fn work_that_takes_long_may_have_its_lease_begin_anew() {
    struct Hands(Mutex<SystemTime>);

    impl Hands {
        fn turn(&self, seconds: u64) {
            *self.0.lock().unwrap() += Duration::from_secs(seconds);
        }
    }

    impl Clock for Hands {
        fn now(&self) -> SystemTime {
            *self.0.lock().unwrap()
        }

        fn sleep(&self, _: Duration) {}
    }

    let clock = Hands(Mutex::new(SystemTime::UNIX_EPOCH));
    let replay = Replay::new().lease(Duration::from_secs(60)).clock(&clock);
    let store = MemoryStore::new();
    let Begun::First(mut claim) = replay.begin(&store, &call()).unwrap() else {
        panic!()
    };
    for _ in 0..3 {
        clock.turn(59);
        assert!(matches!(replay.begin(&store, &call()), Err(busy) if busy.reason() == Reason::InProgress));
        claim.renew().unwrap();
    }
    clock.turn(60);
    assert!(matches!(replay.begin(&store, &call()), Ok(Begun::InDoubt(_))));
    claim.finish(&json!(1)).unwrap();
    assert!(matches!(replay.begin(&store, &call()), Ok(Begun::Earlier(_))));
}
