//! What is known of a tool: by the registry, by the server's annotations where they count, by the harness for one call.

use std::sync::Arc;

use errtax::recovery::mcp::Client;
use errtax::recovery::{Status, Tool, Trust};
use rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
use serde_json::json;

use crate::foreign::{Foreign, schema, tool};
use crate::{books, line, object, task};

const HINTS: fn() -> ToolAnnotations = ToolAnnotations::new;

#[tokio::test(start_paused = true)]
async fn annotations_count_only_where_the_server_is_trusted() {
    let cases = [
        (HINTS().read_only(true), true),
        (HINTS().read_only(false).idempotent(true), true),
        (HINTS().destructive(false), false),
        (HINTS(), false),
    ];
    for (hints, is_repeatable) in cases {
        for trust in [Trust::Trusted, Trust::Untrusted] {
            // It never answers.
            let foreign = Foreign::default().with_tools([tool("book", hints.clone())]);
            let line = line(foreign.clone()).await;
            let client = line.client.trust(trust);
            let outcome = client.call(&task(), "book", object(json!({}))).run_anyway().await;
            let is_repeated = is_repeatable && trust == Trust::Trusted;
            assert_eq!(foreign.calls(), if is_repeated { 3 } else { 1 }, "{hints:?} {trust:?}");
            assert_eq!(
                client.call(&task(), "book", object(json!({}))).run().await.is_ok(),
                is_repeated
            );
            drop(outcome);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_is_not_trusted_unless_the_harness_says_so() {
    let foreign = Foreign::default().with_tools([tool("look", HINTS().read_only(true))]);
    let client = line(foreign).await;
    assert!(client.client.tool("look").await.writes);
    assert!(!client.client.clone().trust(Trust::Trusted).tool("look").await.writes);
}

#[tokio::test(start_paused = true)]
async fn annotations_make_what_a_registry_declares_stricter_and_never_looser() {
    for trust in [Trust::Trusted, Trust::Untrusted] {
        let foreign = Foreign::default().with_tools([
            tool("get_voucher", HINTS().read_only(false)),
            tool("post_note", HINTS().read_only(true)),
        ]);
        let line = line(foreign).await;
        let client = line.client.registry(&books::REGISTRY).trust(trust);
        for name in ["get_voucher", "post_note"] {
            assert!(client.tool(name).await.writes, "{name}");
        }
        assert!(!client.tool("unlisted").await.declared);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_may_be_given_facts_of_its_own() {
    let foreign = Foreign::default();
    let line = line(foreign.clone()).await;
    let client = line.client.registry(&books::REGISTRY);
    let facts = Tool::write("post_note").idempotent();
    let outcome = client.call(&task(), facts, object(json!({}))).run().await.unwrap();
    assert_eq!((outcome.status, foreign.calls()), (Status::Unknown, 3));

    // A constant of generated code has them too.
    let spec = books::REGISTRY.tool("post_voucher").unwrap();
    let known = client.tool(spec).await;
    assert_eq!(known.dedupe_key, "request_id");
}

#[tokio::test(start_paused = true)]
async fn the_read_that_the_registry_names_is_made_only_where_it_shows_presence_and_absence_both() {
    let entry = || object(json!({ "number": "V1", "amount": 12 }));
    let reading = |required: &[&str], hints| {
        let mut tool = tool("get_voucher", hints);
        tool.input_schema = schema(required);
        tool
    };
    let cases = [
        (Some(reading(&["number"], HINTS())), true),
        (Some(reading(&["number", "amount"], HINTS())), true),
        // What it needs is not in the call.
        (Some(reading(&["voucher_id"], HINTS())), false),
        // It needs nothing, so it says nothing of this entry.
        (Some(reading(&[], HINTS())), false),
        // It writes.
        (Some(reading(&["number"], HINTS().read_only(false))), false),
        (None, false),
    ];
    for (read, is_verified) in cases {
        let foreign = Foreign::default().with_tools(read.clone());
        let line = line(foreign).await;
        let client = line.client.registry(&books::REGISTRY);
        let run = client.call(&task(), "post_entry", entry()).run().await;
        assert_eq!(run.is_ok(), is_verified, "{read:?}");
    }

    // The same of a read that the registry does not declare: a hint cannot make it one, but it can say that it writes.
    for (hints, is_verified) in [(HINTS(), true), (HINTS().read_only(false), false)] {
        let peek = rmcp::model::Tool::new("peek", "", schema(&["number"])).with_annotations(hints);
        let line = line(Foreign::default().with_tools([peek])).await;
        let facts = Tool {
            verify: "peek".into(),
            not_found_means_not_landed: true,
            ..Tool::write("post_entry")
        };
        let run = line.client.call(&task(), facts, entry()).run().await;
        assert_eq!(run.is_ok(), is_verified);
    }

    // Nor where nobody says that "not found" proves absence.
    let foreign = Foreign::default().with_tools([reading(&["number"], HINTS())]);
    let line = line(foreign).await;
    let unsure = Tool {
        not_found_means_not_landed: false,
        ..Tool::from(books::REGISTRY.tool("post_entry").unwrap())
    };
    assert!(line.client.call(&task(), unsure, entry()).run().await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_read_may_need_the_key_and_gets_the_one_that_was_sent() {
    let facts = Tool {
        verify: "get_by_key".into(),
        not_found_means_not_landed: true,
        ..Tool::write("book").keyed_by("request_id")
    };
    let mut reading = tool("get_by_key", HINTS());
    reading.input_schema = schema(&["request_id"]);
    let lost = || Err(rmcp::ErrorData::internal_error("lost", None));
    let found = CallToolResult::structured(json!({ "id": 7 }));
    let foreign = Foreign::answering([lost(), lost(), Ok(found.into())]).with_tools([reading]);
    let line = line(foreign.clone()).await;
    let outcome = line
        .client
        .call(&task(), facts, object(json!({ "x": 1 })))
        .run()
        .await
        .unwrap();
    assert_eq!((outcome.status, outcome.attempts, outcome.reads), (Status::Done, 2, 1));
    let state = foreign.state();
    let keys: Vec<_> = state
        .calls
        .iter()
        .map(|call| &call.arguments.as_ref().unwrap()["request_id"])
        .collect();
    assert!(keys.iter().all(|key| key.is_string() && *key == keys[0]), "{keys:?}");
    assert_eq!(state.calls[2].arguments.as_ref().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_read_that_shows_nothing_tells_nothing() {
    let shown = [
        (json!({ "number": "V1" }), Status::Done),
        (json!({ "voucher": { "number": "V1" } }), Status::Done),
        (json!(["V1"]), Status::Done),
        (json!(null), Status::Unknown),
        (json!({}), Status::Unknown),
        (json!({ "total": 0, "vouchers": [] }), Status::Unknown),
        (json!({ "voucher": null, "found": false }), Status::Unknown),
        // It says in its own words that there is nothing, or that it failed.
        (json!({ "found": false, "message": "no voucher V1" }), Status::Unknown),
        (json!({ "exists": false, "number": "V1" }), Status::Unknown),
        (json!({ "error": "no such voucher" }), Status::Unknown),
        (json!({ "ok": false, "reason": "busy" }), Status::Unknown),
        (json!({ "success": false, "data": { "number": "V1" } }), Status::Unknown),
        (json!({ "number": "V1", "error": null, "ok": true }), Status::Done),
        // What has the number is somebody else's, or no voucher at all.
        (json!({ "number": "V1", "amount": 99 }), Status::Unknown),
        (json!({ "number": "V1", "amount": 12.0, "by": "me" }), Status::Done),
        (json!({ "number": "V2" }), Status::Unknown),
        (json!(["V2"]), Status::Unknown),
        (json!("V1"), Status::Unknown),
        (json!(7), Status::Unknown),
        (json!({ "status": "not_found" }), Status::Unknown),
        (json!({ "vouchers": [], "page": 1 }), Status::Unknown),
        (json!({ "vouchers": [], "query": { "number": "V1" } }), Status::Unknown),
        (json!({ "voucher": null, "message": "not found" }), Status::Unknown),
        (json!({ "data": { "found": false, "number": "V1" } }), Status::Unknown),
    ];
    for (shown, status) in shown {
        let result = CallToolResult::success(vec![ContentBlock::text(shown.to_string())]);
        assert_eq!(read_as(result).await, status, "{shown}");
    }
    let prose = CallToolResult::success(vec![ContentBlock::text("Voucher V1 could not be found, sorry.")]);
    assert_eq!(read_as(prose).await, Status::Unknown);
}

/// What becomes of an entry whose answer is lost when the read answers so.
async fn read_as(read: CallToolResult) -> Status {
    let lost = rmcp::ErrorData::internal_error("lost", None);
    let foreign = Foreign::answering([Err(lost), Ok(read.into())]);
    let mut reading = tool("get_voucher", HINTS());
    reading.input_schema = Arc::clone(&schema(&["number"]));
    let line = line(foreign.with_tools([reading])).await;
    let client: Client = line.client.registry(&books::REGISTRY);
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    client.call(&task(), "post_entry", entry).run().await.unwrap().status
}

#[tokio::test(start_paused = true)]
async fn a_key_that_the_server_does_not_take_protects_nothing_and_is_not_sent() {
    let facts = Tool::write("book").keyed_by("request_id");
    let takes = |schema: serde_json::Value| {
        let mut tool = tool("book", HINTS());
        tool.input_schema = Arc::new(object(schema));
        tool
    };
    let named = json!({ "x": {}, "request_id": { "type": "string" } });
    let cases = [
        (
            json!({ "type": "object", "properties": named, "additionalProperties": false }),
            true,
        ),
        // What it does not list it may take all the same.
        (json!({ "type": "object", "properties": { "x": {} } }), true),
        (
            json!({ "type": "object", "properties": { "x": {} }, "additionalProperties": { "type": "string" } }),
            true,
        ),
        (
            json!({ "type": "object", "additionalProperties": false, "allOf": [{ "properties": named }] }),
            true,
        ),
        (
            json!({ "type": "object", "properties": { "x": {} }, "additionalProperties": false }),
            false,
        ),
        (json!({ "type": "object", "additionalProperties": false }), false),
    ];
    for (schema, is_keyed) in cases {
        let answer = || Ok(CallToolResult::success(vec![ContentBlock::text("booked")]).into());
        let foreign = Foreign::answering([answer()]).with_tools([takes(schema.clone())]);
        let line = line(foreign.clone()).await;
        let call = || line.client.call(&task(), facts.clone(), object(json!({ "x": 1 })));
        assert_eq!(call().run().await.is_ok(), is_keyed, "{schema}");
        if !is_keyed {
            assert!(call().run_anyway().await.is_done());
        }
        let state = foreign.state();
        let sent = state.calls[0].arguments.as_ref().unwrap();
        assert_eq!(sent.contains_key("request_id"), is_keyed, "{schema}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_read_that_shows_another_thing_tells_nothing() {
    // It can be asked for a company alone, and then shows something of it.
    let mut reading = tool("get_voucher", HINTS());
    reading.input_schema = Arc::new(object(json!({
        "type": "object", "required": ["company"], "properties": { "company": {}, "number": {}, "year": {} },
    })));
    let shown = [
        (json!({ "company": 7, "number": "V1", "amount": 12 }), Status::Done),
        (
            json!({ "vouchers": [{ "number": "V0" }, { "number": "V1" }] }),
            Status::Done,
        ),
        (json!({ "company": 7, "number": "V0", "amount": 12 }), Status::Unknown),
        (
            json!({ "vouchers": [{ "number": "V0" }, { "number": "V2" }] }),
            Status::Unknown,
        ),
        (json!({ "id": 7 }), Status::Unknown),
        (json!(true), Status::Unknown),
    ];
    for (shown, status) in shown {
        let lost = rmcp::ErrorData::internal_error("lost", None);
        let found = CallToolResult::success(vec![ContentBlock::text(shown.to_string())]);
        let foreign = Foreign::answering([Err(lost), Ok(found.into())]).with_tools([reading.clone()]);
        let line = line(foreign.clone()).await;
        let client = line.client.registry(&books::REGISTRY);
        let entry = object(json!({ "company": 7, "number": "V1", "amount": 12 }));
        let outcome = client.call(&task(), "post_entry", entry).run().await.unwrap();
        assert_eq!(outcome.status, status, "{shown}");
        // Whether it is absent is asked as widely as the read allows.
        assert_eq!(
            foreign.state().calls[1].arguments,
            Some(object(json!({ "company": 7 })))
        );
    }
}

#[tokio::test(start_paused = true)]
async fn only_a_text_or_a_number_is_a_key_of_the_caller() {
    static KEYED: Tool = Tool::write("book").keyed_by("request_id");
    for (given, is_kept) in [
        (json!("k-1"), true),
        (json!(7), true),
        (json!(""), false),
        (json!("  "), false),
        (json!(null), false),
        (json!(false), false),
        (json!(0), false),
        (json!([]), false),
        (json!({}), false),
    ] {
        let foreign = Foreign::answering([Ok(CallToolResult::success(vec![ContentBlock::text("booked")]).into())]);
        let line = line(foreign.clone()).await;
        let arguments = object(json!({ "request_id": given }));
        assert!(
            line.client
                .call(&task(), &KEYED, arguments)
                .run()
                .await
                .unwrap()
                .is_done()
        );
        let sent = foreign.state().calls[0].arguments.clone().unwrap();
        assert_eq!(sent["request_id"] == given, is_kept, "{given}");
        assert!(
            sent["request_id"] != json!(null) && sent["request_id"] != json!(false),
            "{given}"
        );
    }
}
