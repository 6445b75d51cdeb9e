//! An answer is lost: with a key, with a read, with neither.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use errtax::recovery::{Event, Found, Rule, Seen, Status};
use serde_json::{Value, json};

use crate::books::{Books, Fault};
use crate::{books_of, content, object, report, task};

#[tokio::test(start_paused = true)]
async fn a_write_with_a_key_is_sent_again_under_the_same_key_and_booked_once() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let voucher = object(json!({ "number": "V1", "amount": 12 }));

    let call = line
        .client
        .call(&task, "post_voucher", voucher.clone())
        .named("voucher V1");
    let outcome = call.run().await.unwrap();

    assert!(outcome.is_done());
    assert_eq!(outcome.attempts, 2);
    assert_eq!(outcome.waits, [Duration::from_secs(1)]);
    assert_eq!(content(&outcome)["duplicate"], true);
    assert_eq!(books.booked(), ["V1"]);
    let keys = books.sent("post_voucher", "request_id");
    assert_eq!(keys.len(), 2);
    assert!(keys[0].as_str().is_some_and(|key| key.len() == 36), "{keys:?}");
    assert_eq!(keys[0], keys[1]);
    assert_eq!(
        report(&task),
        "RECOVERY v1 task close march status done calls 2\n\
         RECOVERY v1 done: voucher V1 (state)\n\
         RECOVERY v1 failed: none\n\
         RECOVERY v1 unknown: none\n\
         RECOVERY v1 next: none"
    );

    // Another call has another key.
    let other = object(json!({ "number": "V2", "amount": 12 }));
    line.client.call(&task, "post_voucher", other).run().await.unwrap();
    let keys = books.sent("post_voucher", "request_id");
    assert_ne!(keys[2], keys[0]);
}

#[tokio::test(start_paused = true)]
async fn a_key_that_the_caller_gave_is_the_one_that_is_sent() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let voucher = object(json!({ "number": "V1", "amount": 12, "request_id": "mine" }));
    let outcome = line.client.call(&task(), "post_voucher", voucher).run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!(books.sent("post_voucher", "request_id"), ["mine", "mine"]);
    assert_eq!(books.booked(), ["V1"]);

    // None, and what is empty, is no key.
    for empty in [json!(null), json!("")] {
        let voucher = object(json!({ "number": empty.to_string(), "amount": 12, "request_id": empty }));
        line.client.call(&task(), "post_voucher", voucher).run().await.unwrap();
    }
    let keys = books.sent("post_voucher", "request_id");
    assert!(
        keys[2..]
            .iter()
            .all(|key| key.as_str().is_some_and(|key| key.len() == 36)),
        "{keys:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn without_randomness_a_call_has_no_key_and_is_not_sent_again_blindly() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let client = line.client.clone().random(|| None);
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let refused = client.call(&task(), "post_voucher", voucher.clone()).run().await;
    assert_eq!(refused.unwrap_err().tool().name, "post_voucher");
    assert!(books.called().is_empty());

    let outcome = client.call(&task(), "post_voucher", voucher).run_anyway().await;
    assert_eq!(outcome.status, Status::Unknown);
    assert_eq!(books.sent("post_voucher", "request_id"), [Value::Null]);
}

#[tokio::test(start_paused = true)]
async fn the_callers_key_protects_a_call_also_where_there_is_no_randomness() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let client = line.client.clone().random(|| None);
    let voucher = object(json!({ "number": "V1", "amount": 12, "request_id": "mine" }));
    let outcome = client.call(&task(), "post_voucher", voucher).run().await.unwrap();
    assert_eq!((outcome.status, outcome.attempts), (Status::Done, 2));
    assert_eq!(books.sent("post_voucher", "request_id"), ["mine", "mine"]);
}

#[tokio::test(start_paused = true)]
async fn keys_can_be_the_same_another_time() {
    let books = Books::default();
    let line = books_of(&books).await;
    let mut count = 0;
    let client = line.client.random(move || {
        count += 1;
        Some([count; 16])
    });
    for number in ["V1", "V2"] {
        let voucher = object(json!({ "number": number, "amount": 12 }));
        client.call(&task(), "post_voucher", voucher).run().await.unwrap();
    }
    assert_eq!(
        books.sent("post_voucher", "request_id"),
        [
            "01010101-0101-8101-8101-010101010101",
            "02020202-0202-8202-8202-020202020202"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_write_that_landed_is_found_by_the_read_that_the_registry_names() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    let outcome = line.client.call(&task, "post_entry", entry).run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!((outcome.attempts, outcome.reads), (1, 1));
    assert_eq!(books.called(), ["post_entry", "get_voucher"]);
    // What the read does not need is not passed to it.
    assert_eq!(books.state().calls[1].1, json!({ "number": "V1" }));
    assert_eq!(books.booked(), ["V1"]);
    assert!(report(&task).contains("RECOVERY v1 done: post_entry (read)"));
}

#[tokio::test(start_paused = true)]
async fn a_write_that_did_not_land_is_sent_again_after_that_read() {
    let books = Books::failing([Fault::LoseCall]);
    let line = books_of(&books).await;
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    let outcome = line.client.call(&task(), "post_entry", entry).run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!(books.called(), ["post_entry", "get_voucher", "post_entry"]);
    assert_eq!(books.booked(), ["V1"]);
}

#[tokio::test(start_paused = true)]
async fn a_read_that_fails_is_made_again_and_one_that_never_answers_leaves_the_write_unknown() {
    let lost = Fault::LoseCall;
    let books = Books::failing([Fault::LoseAnswer, lost.clone()]);
    let line = books_of(&books).await;
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    let outcome = line
        .client
        .call(&task(), "post_entry", entry.clone())
        .run()
        .await
        .unwrap();
    assert!(outcome.is_done());
    assert_eq!(outcome.reads, 2);

    let books = Books::failing([Fault::LoseAnswer, lost.clone(), lost.clone(), lost]);
    let line = books_of(&books).await;
    let task = task();
    let outcome = line.client.call(&task, "post_entry", entry).run().await.unwrap();
    assert_eq!((outcome.status, outcome.reads), (Status::Unknown, 3));
    assert!(report(&task).contains("RECOVERY v1 unknown: post_entry"));
    assert_eq!(books.booked(), ["V1"]);
}

#[tokio::test(start_paused = true)]
async fn a_callback_says_whether_a_write_is_there() {
    for (fault, posted) in [(Fault::LoseAnswer, 1), (Fault::LoseCall, 2)] {
        let books = Books::failing([fault]);
        let line = books_of(&books).await;
        let client = &line.client;
        let note = object(json!({ "text": "ask Ada" }));
        let looked = AtomicU32::new(0);
        let call = client.call(&task(), "post_note", note).verify(async |written| {
            looked.fetch_add(1, Ordering::Relaxed);
            Found::from(
                books
                    .state()
                    .notes
                    .contains(&written.arguments["text"].as_str().unwrap().to_owned()),
            )
        });
        let outcome = call.run().await.unwrap();
        assert!(outcome.is_done());
        assert_eq!(outcome.attempts, posted);
        assert_eq!(looked.load(Ordering::Relaxed), 1);
        assert_eq!(books.state().notes, ["ask Ada"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_callback_reads_with_the_client_and_passes_on_how_that_failed() {
    let wait = Duration::from_secs(3);
    let books = Books::failing([Fault::Nothing, Fault::LoseAnswer, Fault::Limited(wait)]);
    let line = books_of(&books).await;
    let client = &line.client;
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    assert!(client.call(&task(), "post_entry", entry).run().await.unwrap().is_done());

    let note = object(json!({ "text": "ask Ada" }));
    let call = client.call(&task(), "post_note", note).verify(async |_| {
        let read = client.read("get_voucher", object(json!({ "number": "V1" }))).await?;
        Ok::<_, Seen<'static>>(read.structured_content.is_some())
    });
    let outcome = call.run().await.unwrap();
    assert_eq!((outcome.status, outcome.attempts, outcome.reads), (Status::Done, 1, 2));
    assert_eq!(outcome.waits, [wait]);
}

#[tokio::test(start_paused = true)]
async fn a_write_with_neither_is_not_sent_unless_that_is_asked_for() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let note = object(json!({ "text": "ask Ada" }));
    let unprotected = line.client.call(&task, "post_note", note).run().await.unwrap_err();
    assert_eq!(unprotected.tool().name, "post_note");
    assert!(unprotected.to_string().contains("`post_note`"), "{unprotected}");
    assert!(books.called().is_empty());
    assert_eq!(task.calls(), 0);

    let outcome = unprotected.run_once().await;
    assert_eq!(outcome.ended, Err(Rule::UnknownUnverifiable));
    assert_eq!(books.state().notes, ["ask Ada"]);
    assert_eq!(
        report(&task),
        "RECOVERY v1 task close march status unknown calls 1\n\
         RECOVERY v1 done: none\n\
         RECOVERY v1 failed: none\n\
         RECOVERY v1 unknown: post_note (unknown_unverifiable)\n\
         RECOVERY v1 next: read whether it is there before any resend of post_note"
    );
}

#[tokio::test(start_paused = true)]
async fn a_write_with_neither_is_sent_again_where_it_was_refused() {
    let books = Books::failing([Fault::Limited(Duration::from_millis(2_500))]);
    let line = books_of(&books).await;
    let note = object(json!({ "text": "ask Ada" }));
    let outcome = line.client.call(&task(), "post_note", note).run_anyway().await;
    assert!(outcome.is_done());
    assert_eq!(outcome.waits, [Duration::from_millis(2_500)]);
    assert_eq!(books.state().notes, ["ask Ada"]);
}

#[tokio::test(start_paused = true)]
async fn the_fourth_identical_call_is_refused_and_not_sent() {
    let books = Books::default();
    let line = books_of(&books).await;
    let task = task();
    books.state().vouchers.push(("V1".into(), 12, None));
    for round in 1..=4 {
        let wanted = object(json!({ "number": "V1" }));
        let outcome = line.client.call(&task, "get_voucher", wanted).run().await.unwrap();
        assert_eq!(outcome.is_done(), round < 4, "{round}");
    }
    assert_eq!(books.called().len(), 3);
    assert_eq!(task.to_task().stop_reason(), Some(Rule::LoopSameCall));
}

#[tokio::test(start_paused = true)]
async fn what_is_cut_off_is_cancelled_at_the_server() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let note = object(json!({ "text": "ask Ada" }));
    let call = line
        .client
        .call(&task(), "post_note", note)
        .timeout(Duration::from_millis(300));
    let begun = tokio::time::Instant::now();
    let outcome = call.run_anyway().await;
    assert_eq!(outcome.status, Status::Unknown);
    assert_eq!(begun.elapsed(), Duration::from_millis(300));
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(books.state().cancelled, 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_is_cancelled_at_the_server_and_in_the_report() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let call = line.client.call(&task, "post_voucher", voucher).run();
    assert!(tokio::time::timeout(Duration::from_secs(1), call).await.is_err());
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(books.state().cancelled, 1);
    assert_eq!(books.called().len(), 1);
    assert!(report(&task).contains("status unknown calls 1"));
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_cancelled_cancels_what_is_under_way_and_sends_nothing_more() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let voucher = |number: &str| object(json!({ "number": number, "amount": 12 }));
    let (outcome, ()) = tokio::join!(line.client.call(&task, "post_voucher", voucher("V1")).run(), async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        task.cancel();
    });
    assert_eq!(outcome.unwrap().status, Status::Unknown);
    let later = line
        .client
        .call(&task, "post_voucher", voucher("V2"))
        .run()
        .await
        .unwrap();
    assert_eq!(later.ended, Err(Rule::Cancelled));
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(books.state().cancelled, 1);
    assert_eq!(books.called().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn progress_is_heard() {
    let books = Books::failing([Fault::LoseCall]);
    let line = books_of(&books).await;
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    let mut heard = Vec::new();
    let call = line.client.call(&task(), "post_entry", entry).observe(|event| {
        heard.push(match event {
            Event::Send { .. } => "send",
            Event::Read { .. } => "read",
            Event::Wait { .. } => "wait",
            Event::Failed { .. } => "failed",
            Event::End { .. } => "end",
            _ => "other",
        });
    });
    assert!(call.run().await.unwrap().is_done());
    assert_eq!(heard, ["send", "failed", "read", "failed", "wait", "send", "end"]);
}

#[tokio::test(start_paused = true)]
async fn calls_run_in_tasks_of_their_own() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let calls = ["V1", "V2", "V3"].map(|number| {
        let voucher = object(json!({ "number": number, "amount": 12 }));
        let call = line.client.call(&task, "post_voucher", voucher);
        tokio::spawn(async move { call.run().await.unwrap().is_done() })
    });
    for call in calls {
        assert!(call.await.unwrap());
    }
    let mut booked = books.booked();
    booked.sort();
    assert_eq!(booked, ["V1", "V2", "V3"]);
}
