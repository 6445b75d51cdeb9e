//! What a server says is acted on: arguments are fixed once, a step is taken once, and auth ends the task.

use std::sync::Mutex;
use std::time::Duration;

use errtax::Class;
use errtax::recovery::mcp::Said;
use errtax::recovery::{Rule, Status, Tool};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::json;

use crate::books::{Books, Fault};
use crate::foreign::Foreign;
use crate::{books_of, object, report, task};

#[tokio::test(start_paused = true)]
async fn arguments_are_fixed_once_from_what_the_server_said_under_a_new_key() {
    let books = Books::failing([Fault::Limited(Duration::from_millis(10))]);
    let line = books_of(&books).await;
    let task = task();
    let told: Mutex<Vec<Said>> = Mutex::default();
    let wrong = object(json!({ "number": "V1", "amount": -12 }));
    let call = line
        .client
        .call(&task, "post_voucher", wrong.clone())
        .fix(async |said| {
            let mut fixed = said.arguments.clone();
            fixed.insert("amount".into(), json!(12));
            told.lock().unwrap().push(said);
            Some(fixed)
        });
    let outcome = call.run().await.unwrap();
    assert!(outcome.is_done());
    assert_eq!(books.booked(), ["V1"]);
    assert_eq!(books.sent("post_voucher", "amount"), [-12, -12, 12]);

    let keys = books.sent("post_voucher", "request_id");
    assert_eq!(keys[0], keys[1]);
    assert_ne!(keys[1], keys[2], "a server binds a key to what came with it first");

    let told = told.into_inner().unwrap();
    let [said] = &told[..] else { panic!("{told:?}") };
    assert_eq!(said.arguments, wrong, "the key is the engine's");
    assert_eq!(said.seen.class, Class::BadInput);
    assert_eq!(said.message(), "Debit is 0 and credit is 12.");
    assert_eq!(said.hint(), Some("Make both sides equal, then call again."));
    let details = said.wire.as_ref().and_then(|wire| wire.detail("credit")).unwrap();
    assert_eq!(details.as_str(), "12");
}

#[tokio::test(start_paused = true)]
async fn what_is_no_fix_ends_the_call() {
    for fix in [
        None,
        Some(json!({ "number": "V1", "amount": -12 })),
        Some(json!({ "number": "V1", "amount": -3 })),
    ] {
        let books = Books::default();
        let line = books_of(&books).await;
        let wrong = object(json!({ "number": "V1", "amount": -12 }));
        let attempts = if fix.as_ref().is_some_and(|fix| fix["amount"] == -3) {
            2
        } else {
            1
        };
        let call = line
            .client
            .call(&task(), "post_voucher", wrong)
            .fix(async |_| fix.clone().map(object));
        let outcome = call.run().await.unwrap();
        assert_eq!(
            (outcome.status, outcome.attempts),
            (Status::Failed, attempts),
            "{fix:?}"
        );
        assert!(books.booked().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn a_key_of_the_callers_does_not_go_with_fixed_arguments() {
    let books = Books::default();
    let line = books_of(&books).await;
    let wrong = object(json!({ "number": "V1", "amount": -12, "request_id": "mine" }));
    let call = line.client.call(&task(), "post_voucher", wrong).fix(async |said| {
        let mut fixed = said.arguments;
        fixed.insert("amount".into(), json!(12));
        Some(fixed)
    });
    assert!(call.run().await.unwrap().is_done());
    let keys = books.sent("post_voucher", "request_id");
    assert_eq!(keys[0], "mine");
    assert!(keys[1].as_str().is_some_and(|key| key.len() == 36), "{keys:?}");

    // Unless the one who corrects gives another.
    let wrong = object(json!({ "number": "V2", "amount": -12, "request_id": "mine" }));
    let fixed = object(json!({ "number": "V2", "amount": 12, "request_id": "mine, corrected" }));
    let call = line
        .client
        .call(&task(), "post_voucher", wrong)
        .fix(async |_| Some(fixed.clone()));
    assert!(call.run().await.unwrap().is_done());
    assert_eq!(books.sent("post_voucher", "request_id")[3], "mine, corrected");
}

#[tokio::test(start_paused = true)]
async fn the_step_that_an_error_names_is_taken_where_the_harness_allows_its_tool() {
    let books = Books::default();
    books.state().locked = true;
    let line = books_of(&books).await;
    let task = task();
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let call = line
        .client
        .call(&task, "post_voucher", voucher)
        .follow_next(["unlock_period"]);
    assert!(call.run().await.unwrap().is_done());
    assert_eq!(books.called(), ["post_voucher", "unlock_period", "post_voucher"]);
    assert_eq!(books.sent("unlock_period", "period_id"), ["2026-01"]);
    assert!(report(&task).starts_with("RECOVERY v1 task close march status done calls 3\n"));

    let books = Books::default();
    books.state().locked = true;
    let line = books_of(&books).await;
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let call = line
        .client
        .call(&crate::task(), "post_voucher", voucher)
        .follow_next(["reopen_year"]);
    assert_eq!(call.run().await.unwrap().ended, Err(Rule::Precondition));
    assert_eq!(books.called(), ["post_voucher"]);
}

#[tokio::test(start_paused = true)]
async fn a_step_that_would_undo_what_the_task_has_done_is_not_taken() {
    let books = Books::default();
    let line = books_of(&books).await;
    let task = task();
    let period = object(json!({ "period_id": "2026-01" }));
    line.client.call(&task, "lock_period", period).run().await.unwrap();
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let call = line
        .client
        .call(&task, "post_voucher", voucher)
        .follow_next(["unlock_period"]);
    assert_eq!(call.run().await.unwrap().ended, Err(Rule::Precondition));
    assert_eq!(books.called(), ["lock_period", "post_voucher"]);
}

#[tokio::test(start_paused = true)]
async fn a_step_that_is_the_call_itself_or_a_write_in_doubt_is_not_taken() {
    static BOOK: Tool = Tool::write("book");
    let next = |number: &str| {
        let wire = json!({ "error": {
            "code": "PERIOD_LOCKED", "class": "precondition", "action": "fix_state", "retryable": false, "executed": "no",
            "message": "Locked.", "next": { "tool": "book", "args": { "number": number } },
        }});
        Ok(CallToolResult::error(vec![ContentBlock::text(wire.to_string())]).into())
    };
    let lost = || Err(ErrorData::internal_error("lost", None));
    for (named, calls) in [("V1", 2), ("V2", 2), ("V3", 4)] {
        let fine = || Ok(CallToolResult::success(vec![ContentBlock::text("booked")]).into());
        let foreign = Foreign::answering([lost(), next(named), fine(), fine()]);
        let line = crate::line(foreign.clone()).await;
        let task = task();
        let book = |number: &str| line.client.call(&task, &BOOK, object(json!({ "number": number })));
        // The first is in doubt; the second is told to call a tool first.
        assert_eq!(book("V1").run_anyway().await.status, Status::Unknown);
        let outcome = book("V2").follow_next(["book"]).run_anyway().await;
        assert_eq!((outcome.is_done(), foreign.calls()), (calls == 4, calls), "{named}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_has_a_key_of_its_own_unless_the_server_names_one() {
    static BOOK: Tool = Tool::write("book");
    let next = |arguments: serde_json::Value| {
        let wire = json!({ "error": {
            "code": "PERIOD_LOCKED", "class": "precondition", "action": "fix_state", "retryable": false, "executed": "no",
            "message": "Locked.", "next": { "tool": "post_voucher", "args": arguments },
        }});
        Ok(CallToolResult::error(vec![ContentBlock::text(wire.to_string())]).into())
    };
    let fine = || Ok(CallToolResult::success(vec![ContentBlock::text("fine")]).into());
    let steps = [
        json!({ "number": 1 }),
        json!({ "number": 2 }),
        json!({ "number": 3, "request_id": "theirs" }),
    ];
    let answers = steps.into_iter().flat_map(|step| [next(step), fine(), fine()]);
    let foreign = Foreign::answering(answers.collect::<Vec<_>>());
    let line = crate::line(foreign.clone()).await;
    let client = line.client.registry(&crate::books::REGISTRY);
    for round in 1..=3 {
        let call = client.call(&task(), &BOOK, object(json!({ "round": round })));
        assert!(call.follow_next(["post_voucher"]).run_anyway().await.is_done());
    }
    let state = foreign.state();
    let steps = state.calls.iter().filter(|call| call.name == "post_voucher");
    let keys: Vec<_> = steps
        .map(|call| call.arguments.as_ref().unwrap()["request_id"].as_str().unwrap())
        .collect();
    assert_eq!((keys.len(), keys[0].len(), keys[2]), (3, 36, "theirs"));
    assert_ne!(keys[0], keys[1]);
}

#[tokio::test(start_paused = true)]
async fn a_step_is_a_call_of_the_task_and_recovered_like_any_other() {
    for (fault, calls, is_done) in [
        (Fault::Nothing, 3, true),
        // It is idempotent, so it is made again.
        (Fault::LoseAnswer, 4, true),
        (Fault::Doubt, 4, true),
        (Fault::LoseCall, 4, true),
        (Fault::Broken, 2, false),
    ] {
        let books = Books::failing([Fault::Nothing, fault]);
        books.state().locked = true;
        let line = books_of(&books).await;
        let voucher = object(json!({ "number": "V1", "amount": 12 }));
        let task = task();
        let call = line
            .client
            .call(&task, "post_voucher", voucher)
            .follow_next(["unlock_period"]);
        let outcome = call.run().await.unwrap();
        assert_eq!((outcome.is_done(), books.called().len()), (is_done, calls));
        assert_eq!(books.booked().len(), usize::from(is_done));
        assert_eq!(task.calls() as usize, calls);
        let report = task.report();
        let told = if is_done { report.done() } else { report.failed() };
        assert!(told.iter().any(|item| item.starts_with("unlock_period")), "{report}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_callback_takes_the_step_or_does_not() {
    for is_taken in [true, false] {
        let books = Books::default();
        books.state().locked = true;
        let line = books_of(&books).await;
        let voucher = object(json!({ "number": "V1", "amount": 12 }));
        let call = line.client.call(&task(), "post_voucher", voucher).step(async |said| {
            let next = said.next().unwrap();
            assert_eq!(
                (next.tool.as_str(), &next.arguments["period_id"]),
                ("unlock_period", &json!("2026-01"))
            );
            books.state().locked = !is_taken;
            is_taken
        });
        assert_eq!(call.run().await.unwrap().is_done(), is_taken);
        assert_eq!(books.called().len(), if is_taken { 2 } else { 1 });
    }
}

#[tokio::test(start_paused = true)]
async fn auth_ends_the_task() {
    let books = Books::failing([Fault::Nothing, Fault::Expired]);
    let line = books_of(&books).await;
    let task = task();
    let voucher = |number: &str| object(json!({ "number": number, "amount": 12 }));
    for number in ["V1", "V2", "V3"] {
        let call = line
            .client
            .call(&task, "post_voucher", voucher(number))
            .named(format!("voucher {number}"));
        assert_eq!(call.run().await.unwrap().is_done(), number == "V1");
    }
    assert_eq!(books.booked(), ["V1"]);
    assert_eq!(books.called().len(), 2);
    let report = report(&task);
    assert!(report.contains("status partial calls 2"), "{report}");
    assert!(
        report.contains("failed: voucher V2 (auth: TOKEN_EXPIRED); voucher V3 (auth, not started)"),
        "{report}"
    );
    assert!(!report.contains("hunter2"), "{report}");
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_the_server_gave_is_waited_to_the_millisecond() {
    let books = Books::failing([
        Fault::Limited(Duration::from_millis(1_234)),
        Fault::Limited(Duration::from_secs(600)),
    ]);
    let line = books_of(&books).await;
    let task = task();
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let outcome = line.client.call(&task, "post_voucher", voucher).run().await.unwrap();
    assert_eq!(outcome.waits, [Duration::from_millis(1_234)]);
    // Past the deadline it is not waited at all.
    assert_eq!(outcome.ended, Err(Rule::ServerWaitPastDeadline));
    assert_eq!(outcome.status, Status::Failed);
}

#[tokio::test(start_paused = true)]
async fn a_step_has_the_timeout_of_the_call_that_wants_it() {
    let books = Books::failing([Fault::Nothing, Fault::LoseAnswer]);
    books.state().locked = true;
    let line = books_of(&books).await;
    let begun = tokio::time::Instant::now();
    let voucher = object(json!({ "number": "V1", "amount": 12 }));
    let call = line
        .client
        .call(&task(), "post_voucher", voucher)
        .timeout(Duration::from_secs(5));
    assert!(call.follow_next(["unlock_period"]).run().await.unwrap().is_done());
    // Once lost, and sent again after the backoff.
    let took = begun.elapsed();
    assert!(
        (Duration::from_secs(6)..Duration::from_secs(8)).contains(&took),
        "{took:?}"
    );
}

/// A server of which each post wants a step, which is a write that nothing protects, and whose answer is always lost.
fn wanting(step: &serde_json::Value) -> Foreign {
    let wants = json!({ "error": {
        "code": "FAILED_PRECONDITION", "class": "precondition", "action": "fix_state", "retryable": false,
        "executed": "no", "message": "m", "next": step,
    }});
    let answers = (0..8).flat_map(|_| {
        let wants = CallToolResult::error(vec![ContentBlock::text(wants.to_string())]);
        [Ok(wants.into()), Err(ErrorData::internal_error("lost", None))]
    });
    Foreign::answering(answers.collect::<Vec<_>>())
}

#[tokio::test(start_paused = true)]
async fn a_step_that_may_have_been_taken_is_not_taken_again_and_is_in_the_report() {
    static BOOK: Tool = Tool::write("book");
    let foreign = wanting(&json!({ "tool": "charge_fee", "args": { "amount": 5 } }));
    let line = crate::line(foreign.clone()).await;
    let task = task();
    for number in 0..3 {
        let call = line.client.call(&task, &BOOK, object(json!({ "number": number })));
        let _ = call.follow_next(["charge_fee"]).run_anyway().await;
    }
    let charge = line.client.call(&task, "charge_fee", object(json!({ "amount": 5 })));
    assert_eq!(charge.run_anyway().await.ended, Err(Rule::SingleFlight));
    let state = foreign.state();
    let names: Vec<&str> = state.calls.iter().map(|call| &*call.name).collect();
    // It may have been taken, so the call that wanted it is sent again.
    assert_eq!(names[..3], ["book", "charge_fee", "book"]);
    assert_eq!(state.calls[2].arguments, state.calls[0].arguments);
    assert_eq!(names.iter().filter(|name| **name == "charge_fee").count(), 1);
    let report = task.report();
    assert!(
        report.unknown().iter().any(|item| item.starts_with("charge_fee")),
        "{report}"
    );
}
