//! A second call while the first one is at work.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use errtax::Failure;
use errtax::replay::{Begun, Call, MemoryStore, Reason, Refused, Replay};
use serde_json::json;

fn call() -> Call {
    Call::with_key("", "pay", "k", &json!({}))
}

#[test]
fn it_waits_and_gets_the_answer_of_the_first() {
    let (replay, store) = (Replay::new().wait(Duration::from_secs(20)), MemoryStore::new());
    let (begun, begins) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let first = replay.run(&store, &call(), || {
                begun.send(()).unwrap();
                thread::sleep(Duration::from_millis(150));
                Ok::<_, Failure>(json!({"id": 7}))
            });
            assert!(!first.unwrap().is_duplicate());
        });
        begins.recv().unwrap();
        let second = replay.run(&store, &call(), || Ok::<_, Failure>(json!(null))).unwrap();
        assert_eq!(
            serde_json::to_value(second).unwrap(),
            json!({"id": 7, "duplicate": true})
        );
    });
}

#[test]
fn it_is_carried_out_itself_where_the_first_was_not() {
    let (replay, store) = (Replay::new().wait(Duration::from_secs(20)), MemoryStore::new());
    let (begun, begins) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let first = replay.run(&store, &call(), || {
                begun.send(()).unwrap();
                thread::sleep(Duration::from_millis(150));
                Err::<(), Failure>(errtax::standard::details::Conflict {}.into_failure())
            });
            assert!(first.is_err());
        });
        begins.recv().unwrap();
        let second = replay.run(&store, &call(), || Ok::<_, Failure>(json!(2))).unwrap();
        assert!(!second.is_duplicate());
    });
}

#[test]
fn it_waits_no_longer_than_it_is_told() {
    let (replay, store) = (Replay::new().wait(Duration::from_millis(120)), MemoryStore::new());
    let _first = replay.begin(&store, &call()).unwrap();
    let start = Instant::now();
    assert_eq!(replay.begin(&store, &call()).unwrap_err().reason(), Reason::InProgress);
    assert!(start.elapsed() >= Duration::from_millis(120));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn an_asynchronous_tool_waits_without_holding_its_thread() {
    let (replay, store) = (Replay::new().wait(Duration::from_secs(20)), MemoryStore::new());
    let Begun::First(first) = replay.begin(&store, &call()).unwrap() else {
        panic!()
    };
    let call = call();
    let second = async {
        match replay.begin_async(&store, &call, tokio::time::sleep).await.unwrap() {
            Begun::Earlier(answer) => answer,
            other => panic!("{other:?}"),
        }
    };
    // On one thread: the first can only finish because the second gives way.
    let finish = async {
        tokio::time::sleep(Duration::from_millis(60)).await;
        first.finish(&json!({"id": 7})).unwrap();
    };
    let (answer, ()) = tokio::join!(second, finish);
    assert_eq!(answer, json!({"id": 7}));
}

#[test]
fn the_claim_and_its_future_may_move_to_another_thread() {
    fn moves<T: Send>(_: &T) {}
    let (replay, store, call) = (Replay::new(), MemoryStore::new(), call());
    moves(&replay.begin_async(&store, &call, tokio::time::sleep));
    moves(&replay.begin(&store, &call));
    moves::<Option<Refused>>(&None);
}
