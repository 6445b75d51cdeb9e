//! What the harness brings along: it may be sent to another thread, and it may panic.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use errtax::recovery::mcp::Client;
use errtax::recovery::{Event, Found, Rule, SharedTask, Status, Task, TokioClock};
use rmcp::service::{Peer, RoleClient};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::books::{Books, Fault};
use crate::{books_of, object, task};

#[tokio::test(start_paused = true)]
async fn a_call_with_all_that_it_can_have_is_spawned() {
    let books = Books::failing([Fault::Part(1), Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let (client, task) = (line.client.clone(), task());
    let spawned = tokio::spawn({
        let (books, task) = (books.clone(), task.clone());
        async move {
            // Borrowed by what is called back.
            let numbers = ["V1", "V2"].map(String::from);
            let items = numbers.clone().map(|number| json!({ "number": number, "amount": 12 }));
            client
                .call(&task, "post_vouchers", object(json!({ "vouchers": items })))
                .named("all of March")
                .batch("vouchers", |place, _| numbers[place].clone())
                .verify(async |written| {
                    let number = numbers[0].clone();
                    let read = client.read("get_voucher", object(json!({ "number": number }))).await;
                    let booked = books.booked();
                    assert!(written.arguments.contains_key("request_id"));
                    read.map(|_| Found::Items(numbers.iter().map(|number| booked.contains(number)).collect()))
                })
                .fix(async |said| numbers.is_empty().then_some(said.arguments))
                .step(async |said| said.next().is_some() && numbers.is_empty())
                .observe(|event| assert!(!matches!(event, Event::Fix { .. })))
                .request(|params| assert_eq!(params.name, "post_vouchers"))
                .timeout(Duration::from_secs(3))
                .run()
                .await
                .unwrap()
        }
    });
    assert!(spawned.await.unwrap().is_done(), "{}", task.report());
    assert_eq!(books.booked(), ["V1", "V2"]);
}

/// Where something panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Verify,
    Fix,
    Step,
    Observe,
    Request,
    Name,
    One,
    Random,
    Jitter,
    Reconnect,
}

/// Posts with callbacks of which one panics.
async fn posts(at: At, client: Client, task: SharedTask<TokioClock>) -> Status {
    let panics = move |here: At| assert!(at != here, "on purpose");
    let amount = if at == At::Fix { -12 } else { 12 };
    let items = [json!({ "number": "V1", "amount": amount })];
    let mut arguments = object(items[0].clone());
    arguments.insert("vouchers".into(), json!(items));
    let is_batch = matches!(at, At::Verify | At::Name | At::One);
    let tool = if is_batch { "post_vouchers" } else { "post_voucher" };
    let call = client.call(&task, tool, arguments);
    let call = match at {
        At::One => call.batch_with(["V1"], move |_, whole| {
            panics(At::One);
            whole.clone()
        }),
        _ if is_batch => call.batch("vouchers", move |_, _| {
            panics(At::Name);
            "V1"
        }),
        _ => call,
    };
    let call = call
        .fix(async |_| {
            panics(At::Fix);
            None
        })
        .step(async |_| {
            panics(At::Step);
            false
        })
        .observe(move |_| panics(At::Observe))
        .request(move |_| panics(At::Request));
    let call = call.verify(async |_| {
        panics(At::Verify);
        Found::Items(vec![false])
    });
    call.run_anyway().await.status
}

#[tokio::test(start_paused = true)]
async fn where_one_panics_nothing_is_lost_and_the_client_goes_on() {
    let all = [
        At::Verify,
        At::Fix,
        At::Step,
        At::Observe,
        At::Request,
        At::Name,
        At::One,
        At::Random,
        At::Jitter,
        At::Reconnect,
    ];
    for at in all {
        let books = match at {
            At::Fix | At::Step => Books::default(),
            At::Jitter => Books::failing([Fault::Limited(Duration::from_millis(1))]),
            _ => Books::failing([Fault::LoseCall]),
        };
        books.state().locked = at == At::Step;
        let line = books_of(&books).await;
        let is_armed = Arc::new(AtomicBool::new(true));
        let fires = |here: At| {
            let is_armed = Arc::clone(&is_armed);
            move || assert!(at != here || !is_armed.load(Ordering::SeqCst), "on purpose")
        };
        let (random, jitter, connects) = (fires(At::Random), fires(At::Jitter), fires(At::Reconnect));
        let mut client = line.client.clone().random(move || {
            random();
            Some(*b"a key of sixteen")
        });
        let task = task().with_jitter(move || {
            jitter();
            Default::default()
        });
        let other = books_of(&books).await;
        if at == At::Reconnect {
            line.server.abort();
            sleep(Duration::from_millis(1)).await;
            let peer = other.running.peer().clone();
            client = client.reconnect(move || {
                connects();
                let peer = peer.clone();
                async move { Ok::<Peer<RoleClient>, std::io::Error>(peer) }
            });
        }
        let posted = tokio::spawn(posts(at, client.clone(), task.clone())).await;
        assert!(posted.is_err_and(|error| error.is_panic()), "{at:?}");

        // The report is there, and true.
        let told = task.to_task();
        assert_eq!(Task::replay(&task.to_json()).as_ref(), Ok(&told), "{at:?}");
        let arrived = books.called().len();
        assert!(arrived <= task.calls() as usize, "{at:?}");
        assert_eq!(told.report().done(), [""; 0], "{at:?}");
        let is_begun = !matches!(at, At::Name | At::Random | At::Reconnect);
        assert_eq!(told.stop_reason() == Some(Rule::Cancelled), is_begun, "{at:?}");

        // Nothing is sent any more, and another call is made as ever.
        sleep(Duration::from_secs(600)).await;
        assert_eq!(books.called().len(), arrived, "{at:?}");
        is_armed.store(false, Ordering::SeqCst);
        books.state().faults.clear();
        books.state().locked = false;
        let next = object(json!({ "number": "V2", "amount": 12 }));
        let next = client.call(&task, "post_voucher", next).run().await.unwrap();
        assert!(next.is_done(), "{at:?}: {}", task.report());
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_write_twice_at_once_is_sent_once() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let post = |client: Client, task: SharedTask<TokioClock>| {
        tokio::spawn(async move {
            let voucher = object(json!({ "number": "V1", "amount": 12 }));
            client.call(&task, "post_voucher", voucher).run().await.unwrap().ended
        })
    };
    let calls = [0; 4].map(|_| post(line.client.clone(), task.clone()));
    let mut ended = Vec::new();
    for call in calls {
        ended.push(call.await.unwrap());
    }
    ended.sort();
    let refused = Err(Rule::SingleFlight);
    assert_eq!(ended, [Ok(()), refused, refused, refused]);
    assert_eq!((books.booked().len(), books.called().len()), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn no_time_at_all_is_a_time() {
    for (tool, arguments) in [
        ("get_voucher", json!({ "number": "V1" })),
        ("post_voucher", json!({ "number": "V1", "amount": 12 })),
        ("post_entry", json!({ "number": "V1", "amount": 12 })),
        ("post_note", json!({ "text": "V1" })),
    ] {
        let books = Books::default();
        let line = books_of(&books).await;
        let client = line.client.timeout(Duration::ZERO).list_timeout(Duration::ZERO);
        let task = task();
        let outcome = client.call(&task, tool, object(arguments)).run_anyway().await;
        sleep(Duration::from_secs(1)).await;
        assert!(books.called().len() <= task.calls() as usize, "{tool}");
        let expected = if tool == "get_voucher" {
            Status::Failed
        } else {
            Status::Unknown
        };
        assert_eq!(outcome.status, expected, "{tool}");
        assert!(books.booked().len() + books.state().notes.len() <= 1, "{tool}");
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_gives_null_for_a_key_gets_one() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let voucher = object(json!({ "number": "V1", "amount": 12, "request_id": null }));
    assert!(
        line.client
            .call(&task(), "post_voucher", voucher)
            .run()
            .await
            .unwrap()
            .is_done()
    );
    let keys = books.sent("post_voucher", "request_id");
    assert!(keys[0].is_string() && keys[0] == keys[1], "{keys:?}");
    assert_ne!(keys[0], Value::Null);
}
