//! A server that knows nothing of errtax, through the same driver: what its answers come to.

use std::time::Duration;

use errtax::recovery::mcp::{Answered, Client};
use errtax::recovery::{Rule, Status, Tool};
use rmcp::model::{
    CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig, ContentBlock, CreateTaskResult, ErrorCode,
    InputRequiredResult, ProtocolVersion, ToolAnnotations,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService};
use rmcp::{ErrorData, ServiceExt as _};
use serde_json::{Value, json};

use crate::books;
use crate::foreign::{Foreign, schema, tool};
use crate::{Line, line, object, report, task};

static READ: Tool = Tool::read("look_up");
static WRITE: Tool = Tool::write("book");

fn prose(text: &str) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

fn text(text: impl ToString) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.to_string())])
}

async fn line_of(foreign: &Foreign) -> Line {
    let line = line(foreign.clone()).await;
    Line {
        client: line.client.registry(&books::REGISTRY),
        ..line
    }
}

/// What becomes of a call that is answered so, and then with success: how it ends, and what was waited.
async fn comes_to(
    tool: &'static Tool,
    answer: Result<CallToolResponse, ErrorData>,
) -> (Status, Option<Rule>, Vec<u64>) {
    let foreign = Foreign::answering([answer, Ok(text("fine").into())]);
    let line = line_of(&foreign).await;
    let outcome = line
        .client
        .call(&task(), tool, object(json!({ "x": 1 })))
        .run_anyway()
        .await;
    let waits = outcome.waits.iter().map(|wait| wait.as_millis() as u64).collect();
    (outcome.status, outcome.ended.err(), waits)
}

#[tokio::test(start_paused = true)]
async fn prose_says_nothing_so_a_read_is_made_again_and_a_write_is_unknown() {
    for words in [
        "Connection refused, nothing was sent",
        "Rate limited! Try again in 5 seconds.",
        "oops",
        "",
    ] {
        assert_eq!(
            comes_to(&READ, Ok(prose(words).into())).await,
            (Status::Done, None, vec![1_000]),
            "{words}"
        );
        let write = comes_to(&WRITE, Ok(prose(words).into())).await;
        assert_eq!(
            write,
            (Status::Unknown, Some(Rule::UnknownUnverifiable), vec![]),
            "{words}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_of_json_rpc_is_read_by_its_number_and_its_data() {
    let coded = |code: i32, data: Option<Value>| Err(ErrorData::new(ErrorCode(code), "please retry", data));
    let wire = json!({ "error": {
        "code": "RATE_LIMITED", "class": "rate_limit", "action": "wait", "retryable": true, "executed": "no",
        "message": "Too many calls.", "retry_after_ms": 1_700,
    }});
    let cases = [
        (coded(-32_602, None), (Status::Failed, Some(Rule::BadInput), vec![])),
        (coded(-32_601, None), (Status::Failed, Some(Rule::BadInput), vec![])),
        (
            coded(-32_603, None),
            (Status::Unknown, Some(Rule::UnknownUnverifiable), vec![]),
        ),
        (
            coded(-32_099, None),
            (Status::Unknown, Some(Rule::UnknownUnverifiable), vec![]),
        ),
        // A capability that the client lacks: the tool was not called.
        (coded(-32_021, None), (Status::Failed, Some(Rule::BadInput), vec![])),
        // What the server's own library wraps is what counts.
        (coded(-32_603, Some(wire)), (Status::Done, None, vec![1_700])),
        (
            coded(-32_000, Some(json!({ "code": "RATE_LIMITED", "retryAfterMs": 40 }))),
            (Status::Done, None, vec![40]),
        ),
        // That it calls itself retryable makes no write repeatable.
        (
            coded(-32_000, Some(json!({ "code": "WHO_KNOWS", "retryable": true }))),
            (Status::Unknown, Some(Rule::UnknownUnverifiable), vec![]),
        ),
    ];
    for (answer, expected) in cases {
        assert_eq!(comes_to(&WRITE, answer.clone()).await, expected, "{answer:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn objects_are_found_wherever_a_server_or_a_gateway_leaves_them() {
    let foreign = json!({ "error": "slow down", "code": "RATE_LIMITED", "retry_after_seconds": 3 });
    let wire = json!({ "error": {
        "code": "TRY_AGAIN", "class": "transient", "action": "retry", "retryable": true, "executed": "no",
        "message": "The attempt was lost before it took effect.",
    }});
    let structured = |value: &Value| {
        let mut result = prose("something went wrong");
        result.structured_content = Some(value.clone());
        result
    };
    let second = CallToolResult::error(vec![ContentBlock::text("Error:"), ContentBlock::text(wire.to_string())]);
    let mut kept = prose("the ledger is busy");
    kept.meta = Some(rmcp::model::MetaObject(object(
        json!({ "dev.errtax/error": wire.clone() }),
    )));
    let mut beside = prose(&foreign.to_string());
    beside.structured_content = Some(json!({ "request": 7 }));
    let cases = [
        (prose(&foreign.to_string()), 3_000),
        // An object that says nothing is no better than prose.
        (beside, 3_000),
        (structured(&foreign), 3_000),
        (prose(&wire.to_string()), 1_000),
        (structured(&wire), 1_000),
        (second, 1_000),
        (kept, 1_000),
    ];
    for (result, wait) in cases {
        let came = comes_to(&WRITE, Ok(result.clone().into())).await;
        assert_eq!(came, (Status::Done, None, vec![wait]), "{result:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_in_a_success_does_not_prove_that_a_write_was_refused() {
    // Of a server that never says `isError`, or that shows what somebody wrote: nobody can tell.
    let foreign = json!({ "error": "slow down", "code": "RATE_LIMITED", "retry_after_seconds": 3 });
    let unknown_code = json!({ "error": {
        "code": "X_Y", "class": "transient", "action": "retry", "retryable": true, "executed": "no", "message": "m",
    }});
    let expired = json!({ "error": { "code": "KEY_EXPIRED" } });
    let fix = json!({ "error": {
        "code": "PERIOD_LOCKED", "class": "precondition", "action": "fix_state", "retryable": false, "executed": "no",
        "message": "m",
    }});
    for said in [&foreign, &unknown_code, &expired, &fix] {
        let mut without = text(said);
        without.is_error = None;
        for result in [text(said), CallToolResult::structured(said.clone()), without] {
            let (status, stop, waits) = comes_to(&WRITE, Ok(result.clone().into())).await;
            // A word that no registry has makes a success no failure.
            let is_told = said != &expired;
            let expected = if is_told { Status::Unknown } else { Status::Done };
            assert_eq!((status, waits), (expected, vec![]), "{result:?}");
            assert_eq!(stop, is_told.then_some(Rule::UnknownUnverifiable), "{result:?}");
        }
    }
    // A read is made again all the same.
    for (said, wait) in [(&foreign, 3_000), (&unknown_code, 1_000)] {
        let came = comes_to(&READ, Ok(text(said).into())).await;
        assert_eq!(came, (Status::Done, None, vec![wait]), "{said}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_that_only_looks_like_an_error_is_a_result() {
    let jobs = [
        json!({ "job": 7, "state": "failed", "error": "disk full", "code": 28 }),
        json!({ "error": null, "code": "RATE_LIMITED" }),
        json!({ "limits": { "error": "x", "code": "RATE_LIMITED" } }),
    ];
    for job in jobs {
        let came = comes_to(&READ, Ok(text(&job).into())).await;
        assert_eq!(came, (Status::Done, None, vec![]), "{job}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_neither_success_nor_error_is_handed_through() {
    let input = InputRequiredResult::from_request_state("opaque");
    let foreign = Foreign::answering([Ok(input.into())]);
    let (client, _running) = modern(&foreign).await;
    let first = task();
    let outcome = client.call(&first, &WRITE, object(json!({}))).run_anyway().await;
    assert!(
        matches!(&outcome.value, Some(Answered::InputRequired(_))),
        "{outcome:?}"
    );
    assert_eq!(outcome.ended, Err(Rule::Precondition));
    assert!(
        report(&first).contains("failed: book (precondition: input_required)"),
        "{}",
        report(&first)
    );

    // Whoever has the input puts it into the next call.
    foreign.state().answers.push_back(Ok(text("booked").into()));
    let call = client.call(&first, &WRITE, object(json!({})));
    let call = call.request(|params| params.request_state = Some("opaque".into()));
    assert!(call.run_anyway().await.is_done());
    assert_eq!(foreign.state().calls[1].request_state.as_deref(), Some("opaque"));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_makes_a_task_of_a_call_has_only_accepted_it() {
    let created: CreateTaskResult = serde_json::from_value(json!({
        "resultType": "task", "taskId": "t-1", "status": "working",
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z", "ttlMs": 1000,
    }))
    .unwrap();
    for (tool, status, rule) in [
        (&WRITE, Status::Unknown, Rule::UnknownUnverifiable),
        (&READ, Status::Failed, Rule::Precondition),
    ] {
        let foreign = Foreign::answering([Ok(CallToolResponse::Task(created.clone()))]);
        let (client, _running) = modern(&foreign).await;
        let outcome = client.call(&task(), tool, object(json!({}))).run_anyway().await;
        assert_eq!((outcome.status, outcome.ended), (status, Err(rule)));
        assert!(
            matches!(&outcome.value, Some(Answered::Task(made)) if made.task.task_id == "t-1"),
            "{outcome:?}"
        );
    }
}

/// A client of the protocol that has both of these answers.
async fn modern(foreign: &Foreign) -> (Client, RunningService<RoleClient, ClientConfig>) {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    let server = foreign.clone();
    tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
    let mut config = ClientConfig::default();
    config.capabilities = ClientCapabilities::builder().enable_tasks().build();
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    let running = config.serve_with_lifecycle(client_end, lifecycle).await.unwrap();
    (Client::new(running.peer().clone()).timeout(crate::PATIENCE), running)
}

#[tokio::test(start_paused = true)]
async fn a_page_that_a_gateway_answers_instead_of_the_tool_is_no_success() {
    let listed = |tool: rmcp::model::Tool| tool.with_raw_output_schema(schema(&["id"]));
    let page = || Ok(text("<html>Welcome back!</html>").into());
    let foreign = Foreign::answering([page(), Ok(CallToolResult::structured(json!({ "id": 7 })).into())]);
    let foreign = foreign.with_tools([listed(tool("look_up", ToolAnnotations::new()))]);
    let line = line_of(&foreign).await;
    let outcome = line.client.call(&task(), &READ, object(json!({}))).run().await.unwrap();
    assert_eq!((outcome.status, outcome.attempts), (Status::Done, 2));

    let mut null = text("booked");
    null.structured_content = Some(Value::Null);
    for instead in [page(), Ok(null.into())] {
        let foreign = Foreign::answering([instead]).with_tools([listed(tool("book", ToolAnnotations::new()))]);
        let line = line_of(&foreign).await;
        let task = task();
        let outcome = line.client.call(&task, &WRITE, object(json!({}))).run_anyway().await;
        assert_eq!(outcome.status, Status::Unknown);
        assert!(task.to_json().contains("no_structured_content"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_with_nothing_in_it_shows_nothing() {
    let mut nothing = CallToolResult::success(Vec::new());
    assert_eq!(comes_to(&WRITE, Ok(nothing.clone().into())).await.0, Status::Done);
    nothing.is_error = None;
    let (status, stop, _) = comes_to(&WRITE, Ok(nothing.clone().into())).await;
    assert_eq!((status, stop), (Status::Unknown, Some(Rule::UnknownUnverifiable)));
    assert_eq!(comes_to(&READ, Ok(nothing.into())).await.0, Status::Done);
    let queued = text(json!({ "queued": true, "job": 7 }));
    assert_eq!(comes_to(&WRITE, Ok(queued.into())).await.0, Status::Unknown);
}

#[tokio::test(start_paused = true)]
async fn a_write_under_a_key_that_gets_prose_back_is_sent_again_under_it() {
    static KEYED: Tool = Tool::write("book").keyed_by("request_id");
    let foreign = Foreign::answering([Ok(prose("Internal error").into()), Ok(text("booked").into())]);
    let line = line_of(&foreign).await;
    let outcome = line
        .client
        .call(&task(), &KEYED, object(json!({ "x": 1 })))
        .run()
        .await
        .unwrap();
    assert!(outcome.is_done());
    let state = foreign.state();
    let keys: Vec<_> = state
        .calls
        .iter()
        .map(|call| call.arguments.as_ref().unwrap()["request_id"].clone())
        .collect();
    assert_eq!(keys[0], keys[1]);
}

#[tokio::test(start_paused = true)]
async fn whoever_fixes_is_shown_the_words_and_objects_of_others() {
    let said = json!({ "code": "VOUCHER_UNBALANCED", "allowed": ["A", "B"] });
    let mut failed = prose("The voucher does not balance.");
    failed.structured_content = Some(said.clone());
    let foreign = Foreign::answering([Ok(failed.into()), Ok(text("booked").into())]);
    let line = line_of(&foreign).await;
    let call = line
        .client
        .call(&task(), &WRITE, object(json!({ "x": 1 })))
        .fix(async |told| {
            assert_eq!(told.structured, Some(said.clone()));
            assert_eq!((told.message(), told.hint()), ("The voucher does not balance.", None));
            assert!(told.wire.is_none() && told.next().is_none());
            Some(object(json!({ "x": 2 })))
        });
    assert!(call.run_anyway().await.is_done());
}

#[tokio::test(start_paused = true)]
async fn a_next_is_a_call_where_it_names_a_tool() {
    let cases = [
        (json!({ "tool": "open", "args": { "id": 7 } }), Some(json!({ "id": 7 }))),
        (json!({ "tool": "open" }), Some(json!({}))),
        (json!({ "tool": "open", "args": [7] }), None),
        (json!({ "resource": "books://2026" }), None),
        (json!("open"), None),
    ];
    for (next, arguments) in cases {
        let wire = json!({ "error": {
            "code": "PERIOD_LOCKED", "class": "precondition", "action": "fix_state", "retryable": false, "executed": "no",
            "message": "Locked.", "next": next,
        }});
        let foreign = Foreign::answering([Ok(prose(&wire.to_string()).into()), Ok(text("booked").into())]);
        let line = line_of(&foreign).await;
        let call = line.client.call(&task(), &WRITE, object(json!({}))).step(async |said| {
            let named = said.next().map(|next| (next.tool, Value::Object(next.arguments)));
            assert_eq!(named, arguments.clone().map(|arguments| ("open".to_owned(), arguments)));
            true
        });
        assert!(call.run_anyway().await.is_done());
    }
}

#[tokio::test(start_paused = true)]
async fn what_only_was_accepted_is_read() {
    let read = Tool {
        weak_ack: true,
        ..WRITE.clone()
    };
    let foreign = Foreign::answering([Ok(text("queued").into())]);
    let line = line_of(&foreign).await;
    let call = line
        .client
        .call(&task(), read, object(json!({})))
        .verify(async |_| true);
    let outcome = call.run().await.unwrap();
    assert_eq!(
        (outcome.status, outcome.reads, outcome.waits),
        (Status::Done, 1, Vec::<Duration>::new())
    );

    let foreign = Foreign::answering([Ok(text("booked").into())]);
    let line = line_of(&foreign).await;
    let call = line
        .client
        .call(&task(), &WRITE, object(json!({})))
        .always_verify()
        .verify(async |_| true);
    assert_eq!(call.run().await.unwrap().reads, 1);
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_without_a_state_is_read_also_where_only_its_mark_says_so() {
    let mut marked = text("booked");
    marked.meta = Some(rmcp::model::MetaObject(object(json!({ "dev.errtax/duplicate": true }))));
    for (result, reads) in [
        (marked, 1),
        (text(json!({ "duplicate": true })), 1),
        (text("booked"), 0),
    ] {
        let foreign = Foreign::answering([Ok(result.into())]);
        let line = line_of(&foreign).await;
        let call = line
            .client
            .call(&task(), &WRITE, object(json!({})))
            .verify(async |_| true);
        let outcome = call.run().await.unwrap();
        assert_eq!((outcome.status, outcome.reads), (Status::Done, reads));
    }
}

#[tokio::test(start_paused = true)]
async fn a_poll_goes_on_until_something_has_changed() {
    static POLL: Tool = Tool::read("state");
    let poll = Tool {
        poll: true,
        ..POLL.clone()
    };
    let states = ["waiting", "waiting", "over"].map(|state| Ok(text(json!({ "state": state })).into()));
    let foreign = Foreign::answering(states);
    let line = line_of(&foreign).await;
    let outcome = line
        .client
        .call(&task(), poll, object(json!({})))
        .until_changed()
        .run()
        .await
        .unwrap();
    assert_eq!((outcome.status, foreign.calls()), (Status::Done, 3));
}

#[tokio::test(start_paused = true)]
async fn what_is_sent_is_the_engines_to_decide_whoever_changes_the_request() {
    static KEYED: Tool = Tool::write("book").keyed_by("request_id");
    let lost = || Err(ErrorData::internal_error("lost", None));
    let foreign = Foreign::answering([lost(), Ok(text("booked").into())]);
    let line = line_of(&foreign).await;
    let call = line.client.call(&task(), &KEYED, object(json!({ "x": 1 })));
    let call = call.request(|params| {
        assert!(params.arguments.as_ref().unwrap().contains_key("request_id"));
        params.name = "book_anything".into();
        params.arguments = None;
        params.request_state = Some("opaque".into());
    });
    assert!(call.run().await.unwrap().is_done());
    let state = foreign.state();
    for sent in &state.calls {
        let arguments = sent.arguments.as_ref().unwrap();
        assert_eq!((&*sent.name, arguments.len()), ("book", 2));
        assert_eq!(sent.request_state.as_deref(), Some("opaque"));
    }
    assert_eq!(state.calls[0].arguments, state.calls[1].arguments);
}

#[tokio::test(start_paused = true)]
async fn of_objects_that_contradict_each_other_the_one_that_doubts_counts() {
    let says = |executed: &str, class: &str, action: &str| {
        json!({ "error": { "code": "OTHER", "class": class, "action": action, "retryable": class == "transient",
            "executed": executed, "message": "Lost." } })
    };
    let refused = says("no", "transient", "retry");
    let doubted = says("unknown", "unknown_outcome", "verify");
    for (structured, words) in [(&refused, &doubted), (&doubted, &refused)] {
        let mut result = prose(&words.to_string());
        result.structured_content = Some(structured.clone());
        let came = comes_to(&WRITE, Ok(result.clone().into())).await;
        assert_eq!(came.0, Status::Unknown, "{result:?}");
        result.is_error = None;
        assert_eq!(comes_to(&WRITE, Ok(result.into())).await.0, Status::Unknown);
    }
    // Also where they are no whole objects of errtax, in whichever order they stand.
    let limited = json!({ "error": { "code": "RATE_LIMITED" } }).to_string();
    for doubt in [
        json!({ "error": { "code": "RATE_LIMITED", "executed": "unknown" } }).to_string(),
        json!({ "error": { "code": "RATE_LIMITED" }, "executed": "yes" }).to_string(),
        doubted.to_string(),
    ] {
        let both = |one: &str, other: &str| {
            let texts = [one, other].map(|text| ContentBlock::text(text.to_owned()));
            CallToolResult::error(texts.to_vec())
        };
        for result in [both(&limited, &doubt), both(&doubt, &limited), prose(&doubt)] {
            assert_eq!(
                comes_to(&WRITE, Ok(result.clone().into())).await.0,
                Status::Unknown,
                "{result:?}"
            );
        }
    }
    assert_eq!(comes_to(&WRITE, Ok(prose(&limited).into())).await.0, Status::Done);
    // Of a success the structured content counts, whatever the text beside it says.
    let mut result = text(json!({ "partial": true }));
    result.structured_content = Some(json!({ "partial": false }));
    assert_eq!(comes_to(&WRITE, Ok(result.into())).await.0, Status::Done);
}
