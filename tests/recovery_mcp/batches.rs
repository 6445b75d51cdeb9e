//! Batches: what is missing is sent item by item, never the whole again.

use std::time::Duration;

use errtax::recovery::{Found, Rule, Status, Tool};
use serde_json::{Value, json};

use crate::books::{Books, Fault};
use crate::{books_of, object, report, task};

fn vouchers(amounts: [i64; 3]) -> rmcp::model::JsonObject {
    let mut number = 0;
    let items = amounts.map(|amount| {
        number += 1;
        json!({ "number": format!("V{number}"), "amount": amount })
    });
    object(json!({ "vouchers": items }))
}

fn name(_: usize, item: &Value) -> String {
    item["number"].as_str().unwrap().to_owned()
}

/// Which of the three vouchers are there.
fn found(books: &Books) -> Found {
    let booked = books.booked();
    Found::Items(
        ["V1", "V2", "V3"]
            .map(|number| booked.iter().any(|booked| booked == number))
            .to_vec(),
    )
}

#[tokio::test(start_paused = true)]
async fn items_that_are_missing_are_sent_as_calls_of_their_own() {
    let books = Books::failing([Fault::Part(1)]);
    let line = books_of(&books).await;
    let task = task();
    let call = line
        .client
        .call(&task, "post_vouchers", vouchers([1, 2, 3]))
        .batch("vouchers", name);
    let outcome = call.verify(async |_| found(&books)).run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!(books.booked(), ["V1", "V2", "V3"]);
    let sent = books.sent("post_vouchers", "vouchers");
    let numbers: Vec<Vec<&Value>> = sent
        .iter()
        .map(|sent| sent.as_array().unwrap().iter().map(|item| &item["number"]).collect())
        .collect();
    assert_eq!(numbers, [vec!["V1", "V2", "V3"], vec!["V2"], vec!["V3"]]);
    let mut keys: Vec<String> = books
        .sent("post_vouchers", "request_id")
        .iter()
        .map(Value::to_string)
        .collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 3, "each is an action of its own: {keys:?}");
    assert!(
        report(&task).contains("done: post_vouchers[V1] (read); post_vouchers[V2] (ack); post_vouchers[V3] (ack)"),
        "{}",
        report(&task)
    );
}

#[tokio::test(start_paused = true)]
async fn the_key_that_a_caller_gave_for_the_whole_is_none_for_its_items() {
    for random in [Some([7; 16]), None] {
        let books = Books::failing([Fault::Part(1), Fault::LoseAnswer]);
        let line = books_of(&books).await;
        let client = line.client.clone().random(move || random);
        let mut batch = vouchers([1, 2, 3]);
        batch.insert("request_id".into(), json!("mine"));
        let call = client.call(&task(), "post_vouchers", batch).batch("vouchers", name);
        let outcome = call.verify(async |_| found(&books)).run().await.unwrap();
        let keys = books.sent("post_vouchers", "request_id");
        assert_eq!(keys[0], "mine");
        assert!(keys[1..].iter().all(|key| *key != "mine"), "{keys:?}");
        assert_eq!(books.booked(), ["V1", "V2", "V3"], "{random:?} {outcome:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_nothing_reads_is_not_sent_again() {
    let books = Books::failing([Fault::Part(1)]);
    let line = books_of(&books).await;
    let call = || {
        line.client
            .call(&task(), "post_vouchers", vouchers([1, 2, 3]))
            .batch("vouchers", name)
    };
    let unprotected = call().run().await.unwrap_err();
    assert!(books.called().is_empty());
    let outcome = unprotected.run_once().await;
    assert_eq!(outcome.ended, Err(Rule::UnknownUnverifiable));
    assert_eq!(books.called().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_not_verified_by_the_read_that_the_registry_names() {
    let books = Books::default();
    let line = books_of(&books).await;
    let facts = Tool {
        verify: "get_voucher".into(),
        not_found_means_not_landed: true,
        ..Tool::write("post_vouchers")
    };
    let mut batch = vouchers([1, 2, 3]);
    batch.insert("number".into(), json!("V1"));
    let call = || line.client.call(&task(), facts.clone(), batch.clone());
    assert!(call().batch("vouchers", name).run().await.is_err());
    assert!(call().run().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_item_is_fixed_by_itself() {
    let books = Books::failing([Fault::Part(1)]);
    let line = books_of(&books).await;
    let task = task();
    let call = line
        .client
        .call(&task, "post_vouchers", vouchers([1, -2, 3]))
        .batch("vouchers", name);
    let outcome = call
        .verify(async |_| found(&books))
        .fix(async |said| {
            assert_eq!(said.item, Some(1));
            assert_eq!(said.arguments["vouchers"], json!([{ "number": "V2", "amount": -2 }]));
            Some(object(json!({ "vouchers": [{ "number": "V2", "amount": 2 }] })))
        })
        .run()
        .await
        .unwrap();
    assert!(outcome.is_done(), "{}", report(&task));
    assert_eq!(books.booked(), ["V1", "V2", "V3"]);
}

#[tokio::test(start_paused = true)]
async fn a_fix_of_a_batch_has_as_many_items() {
    for (fixed, is_done) in [(vouchers([1, 2, 3]), true), (object(json!({ "vouchers": [] })), false)] {
        let books = Books::default();
        let line = books_of(&books).await;
        let call = line
            .client
            .call(&task(), "post_vouchers", vouchers([-1, 2, 3]))
            .batch("vouchers", name);
        let call = call.verify(async |_| found(&books)).fix(async |_| Some(fixed.clone()));
        assert_eq!(call.run().await.unwrap().is_done(), is_done);
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_is_limited_is_read_before_anything_is_sent_again() {
    let books = Books::failing([Fault::Limited(Duration::from_secs(2))]);
    let line = books_of(&books).await;
    let call = line
        .client
        .call(&task(), "post_vouchers", vouchers([1, 2, 3]))
        .batch("vouchers", name);
    let outcome = call.verify(async |_| found(&books)).run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!((outcome.reads, books.called().len()), (1, 4));
}

#[tokio::test(start_paused = true)]
async fn an_argument_without_a_list_makes_no_batch() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let call = line
        .client
        .call(&task(), "post_voucher", voucher)
        .batch("vouchers", name);
    let outcome = call.run().await.unwrap();
    assert_eq!((outcome.status, outcome.attempts), (Status::Done, 2));
}

#[tokio::test(start_paused = true)]
async fn items_that_are_in_no_list_are_sent_as_the_caller_says() {
    let books = Books::failing([Fault::Part(1)]);
    let line = books_of(&books).await;
    let names = ["V1", "V2", "V3"];
    let call = line.client.call(&task(), "post_vouchers", vouchers([1, 2, 3]));
    let call = call.batch_with(names, |place, whole| {
        object(json!({ "vouchers": [whole["vouchers"][place]] }))
    });
    let outcome = call.verify(async |_| found(&books)).run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!(books.booked(), names);
}

#[tokio::test(start_paused = true)]
async fn the_same_arguments_are_no_fix_of_an_item_either() {
    let books = Books::failing([Fault::Part(1)]);
    let line = books_of(&books).await;
    let call = line
        .client
        .call(&task(), "post_vouchers", vouchers([1, -2, 3]))
        .batch("vouchers", name);
    let outcome = call
        .verify(async |_| found(&books))
        .fix(async |said| Some(said.arguments))
        .run()
        .await
        .unwrap();
    assert_eq!((outcome.status, outcome.ended), (Status::Partial, Err(Rule::BadInput)));
    // The batch, the item that is wrong, and the one after it.
    assert_eq!(books.called().len(), 3);
    assert_eq!(books.booked(), ["V1", "V3"]);
}

#[tokio::test(start_paused = true)]
async fn items_that_are_equal_are_items_of_their_own() {
    let books = Books::failing([Fault::Part(1)]);
    let line = books_of(&books).await;
    let task = task();
    let batch = object(json!({ "vouchers": vec![json!({ "number": "V1", "amount": 12 }); 3] }));
    let call = line
        .client
        .call(&task, "post_vouchers", batch)
        .batch("vouchers", |place, _| format!("#{place}"));
    let there = async |_| {
        let count = books.booked().len();
        Found::Items((0..3).map(|place| place < count).collect())
    };
    let outcome = call.verify(there).run().await.unwrap();
    assert!(outcome.is_done(), "{}", report(&task));
    assert_eq!(books.booked(), ["V1", "V1", "V1"]);
    assert!(report(&task).contains("done: post_vouchers[#0] (read); post_vouchers[#1] (ack); post_vouchers[#2] (ack)"));
}

#[tokio::test(start_paused = true)]
async fn a_batch_of_none_is_a_call_and_one_of_one_is_a_batch() {
    // The list is empty: nothing is in doubt that a key does not protect.
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let call = |batch| {
        let call = line.client.call(&task(), "post_vouchers", object(batch));
        call.batch("vouchers", name)
    };
    let outcome = call(json!({ "vouchers": [] })).run().await.unwrap();
    assert_eq!((outcome.status, outcome.attempts), (Status::Done, 2));

    // A single item that did not land is sent as the call that it is, once.
    books.state().faults = [Fault::LoseCall].into();
    let one = json!({ "vouchers": [{ "number": "V1", "amount": 12 }] });
    let there = async |_| Found::Items(vec![!books.booked().is_empty()]);
    let outcome = call(one).verify(there).run().await.unwrap();
    assert_eq!((outcome.status, outcome.attempts, outcome.reads), (Status::Done, 2, 1));
    assert_eq!(books.booked(), ["V1"]);
}

#[tokio::test(start_paused = true)]
async fn of_a_hundred_items_as_many_are_redone_as_recovery_may_cost_and_the_rest_is_named() {
    let books = Books::failing([Fault::Part(50)]);
    let line = books_of(&books).await;
    let task = task();
    let items: Vec<Value> = (0..100)
        .map(|number| json!({ "number": format!("V{number}"), "amount": 1 }))
        .collect();
    let call = line
        .client
        .call(&task, "post_vouchers", object(json!({ "vouchers": items })));
    let there = async |_| {
        let booked = books.booked();
        Found::Items((0..100).map(|place| booked.contains(&format!("V{place}"))).collect())
    };
    let outcome = call.batch("vouchers", name).verify(there).run().await.unwrap();
    assert_eq!(outcome.status, Status::Partial);
    // One read and nine items.
    assert_eq!((outcome.attempts, outcome.reads), (10, 1));
    assert_eq!((task.recovery_calls(), books.booked().len()), (10, 59));
    let report = task.report();
    assert_eq!((report.done().len(), report.failed().len()), (59, 41));
    assert!(report.unknown().is_empty());
}

#[tokio::test(start_paused = true)]
async fn items_may_be_anything() {
    use crate::foreign::Foreign;
    use rmcp::model::{CallToolResult, ContentBlock};

    let fine = || Ok(CallToolResult::success(vec![ContentBlock::text("fine")]).into());
    let lost = Err(rmcp::ErrorData::internal_error("lost", None));
    let foreign = Foreign::answering([lost, fine(), fine(), fine(), fine()]);
    let line = crate::line(foreign.clone()).await;
    let call = line
        .client
        .call(&task(), &TAG, object(json!({ "tags": [7, "a", null, ["b"]] })))
        .batch("tags", |_, item| item.to_string())
        .verify(async |_| Found::Items(vec![false; 4]));
    assert!(call.run().await.unwrap().is_done());
    let state = foreign.state();
    let sent: Vec<_> = state
        .calls
        .iter()
        .map(|call| &call.arguments.as_ref().unwrap()["tags"])
        .collect();
    assert_eq!(
        sent,
        [
            &json!([7, "a", null, ["b"]]),
            &json!([7]),
            &json!(["a"]),
            &json!([null]),
            &json!([["b"]])
        ]
    );
}
static TAG: Tool = Tool::write("tag");
