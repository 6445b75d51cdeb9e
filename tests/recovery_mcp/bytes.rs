//! A server of bare bytes: answers that come late, twice, to nobody, broken, or much too large.

use std::time::Duration;

use errtax::recovery::mcp::Client;
use errtax::recovery::{Rule, Status, Tool};
use rmcp::ServiceExt as _;
use rmcp::service::{RoleClient, RunningService};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use crate::{content, object, task};

static BOOK: Tool = Tool::write("book");
static KEYED: Tool = Tool::write("book").keyed_by("request_id");
static LOOK: Tool = Tool::read("look");

/// What is answered to the call of this identifier.
type Answers = fn(&Value) -> Vec<u8>;

/// A server that answers the calls of tools, which it counts, with these bytes. It gets the identifiers of all so far.
async fn server(answer: impl Fn(&[Value]) -> Vec<u8> + Send + 'static) -> (Client, RunningService<RoleClient, ()>) {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let (read, mut write) = tokio::io::split(server_end);
        let mut lines = BufReader::new(read).lines();
        let mut calls = Vec::new();
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).unwrap();
            let id = request["id"].clone();
            let bytes = match request["method"].as_str().unwrap() {
                "initialize" => result(
                    &id,
                    json!({ "protocolVersion": request["params"]["protocolVersion"], "capabilities": { "tools": {} },
                        "serverInfo": { "name": "bytes", "version": "1" } }),
                ),
                "tools/list" => result(&id, json!({ "tools": [] })),
                "tools/call" => {
                    calls.push(id);
                    answer(&calls)
                }
                _ => continue,
            };
            write.write_all(&bytes).await.unwrap();
        }
    });
    let running = ().serve(client_end).await.unwrap();
    (
        Client::new(running.peer().clone()).timeout(Duration::from_secs(5)),
        running,
    )
}

fn line(value: Value) -> Vec<u8> {
    let mut bytes = value.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}

fn result(id: &Value, result: Value) -> Vec<u8> {
    line(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn booked(id: &Value, number: u32) -> Vec<u8> {
    let said = json!({ "number": number });
    result(
        id,
        json!({ "content": [{ "type": "text", "text": said.to_string() }], "structuredContent": said }),
    )
}

#[tokio::test(start_paused = true)]
async fn a_late_answer_is_none_to_the_attempt_that_followed() {
    let (client, _running) = server(|calls| match calls {
        [_] => Vec::new(),
        // The answer to the first comes when nobody waits for it any more, and then that to the second.
        [first, second] => [booked(first, 1), booked(second, 2)].concat(),
        _ => Vec::new(),
    })
    .await;
    let outcome = client
        .call(&task(), &KEYED, object(json!({ "x": 1 })))
        .run()
        .await
        .unwrap();
    assert!(outcome.is_done());
    assert_eq!(content(&outcome)["number"], 2);
}

#[tokio::test(start_paused = true)]
async fn of_two_answers_to_one_call_the_first_counts() {
    let (client, _running) = server(|calls| {
        let last = calls.last().unwrap();
        let number = u32::try_from(calls.len()).unwrap();
        let refused = json!({ "isError": true, "content": [{ "type": "text", "text": "no" }] });
        [booked(last, number), booked(last, 99), result(last, refused)].concat()
    })
    .await;
    let task = task();
    for number in 1..4 {
        let call = client.call(&task, &BOOK, object(json!({ "number": number })));
        let outcome = call.run_anyway().await;
        assert_eq!(content(&outcome)["number"], number);
    }
    assert_eq!((task.calls(), task.report().status()), (3, Status::Done));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_understood_leaves_a_write_in_doubt() {
    let deep = || format!("{}7{}", "[".repeat(2_000), "]".repeat(2_000));
    let cases: [(&str, Answers); 7] = [
        ("to nobody", |_| booked(&json!(4_711), 1)),
        ("no JSON", |_| b"Internal Server Error\n".to_vec()),
        ("no UTF-8", |id| {
            let mut bytes = booked(id, 1);
            bytes.splice(40..41, [0xff, 0xfe, 0xc0]);
            bytes
        }),
        ("no result", |id| result(id, json!(7))),
        ("no content", |id| result(id, json!({ "content": 7 }))),
        ("half of it", |id| booked(id, 1)[..30].to_vec()),
        ("a batch", |id| {
            line(json!([{ "jsonrpc": "2.0", "id": id, "result": {} }]))
        }),
    ];
    for (what, answer) in cases {
        let (client, _running) = server(move |calls| answer(calls.last().unwrap())).await;
        let task = task();
        let outcome = client.call(&task, &BOOK, object(json!({ "x": 1 }))).run_anyway().await;
        assert_eq!(
            (outcome.status, outcome.attempts),
            (Status::Unknown, 1),
            "{what}: {}",
            task.report()
        );
        // A read is tried again, and nothing hangs.
        let (client, _running) = server(move |calls| answer(calls.last().unwrap())).await;
        let outcome = client.call(&task, &LOOK, object(json!({}))).run_anyway().await;
        assert_eq!(outcome.status, Status::Failed, "{what}");
    }
    let (client, _running) = server(move |calls| {
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[],"structuredContent":{}}}}}"#,
            calls[0],
            deep()
        );
        format!("{text}\n").into_bytes()
    })
    .await;
    let outcome = client
        .call(&task(), &BOOK, object(json!({ "x": 1 })))
        .run_anyway()
        .await;
    assert_eq!(outcome.status, Status::Unknown);
}

#[tokio::test(start_paused = true)]
async fn what_is_huge_is_read_and_the_report_stays_short() {
    let huge = || "x".repeat(300_000);
    let coded = json!({ "error": { "code": "A".repeat(300_000), "class": "internal", "action": "stop", "retryable": false,
        "executed": "no", "message": huge() } });
    for text in [
        huge(),
        json!({ "error": huge(), "code": huge() }).to_string(),
        coded.to_string(),
    ] {
        let (client, _running) = server(move |calls| {
            let content = json!([{ "type": "text", "text": text }, { "type": "text", "text": text }]);
            result(calls.last().unwrap(), json!({ "isError": true, "content": content }))
        })
        .await;
        let task = task();
        let outcome = client.call(&task, &BOOK, object(json!({ "x": 1 }))).run_anyway().await;
        assert!(outcome.ended.is_err());
        let report = task.report().to_string();
        assert!(report.len() < 1_000 && report.lines().count() == 5, "{}", report.len());
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_it_was_refused_twice_is_called_no_third_time() {
    let (client, _running) = server(|calls| {
        let refused = json!({ "error": { "code": "NO", "class": "conflict", "action": "read_state", "retryable": false,
            "executed": "no", "message": "Taken." } });
        let content = json!([{ "type": "text", "text": refused.to_string() }]);
        result(calls.last().unwrap(), json!({ "isError": true, "content": content }))
    })
    .await;
    let task = task();
    let call = || client.call(&task, &BOOK, object(json!({ "x": 1 }))).run_anyway();
    assert_eq!(call().await.ended, Err(Rule::Conflict));
    assert_eq!(call().await.ended, Err(Rule::LoopSameError));
    assert_eq!(task.calls(), 2);
}
