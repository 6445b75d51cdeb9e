//! A server that is killed while calls are under way: each call ends once, and what is left is whole.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use accounting::demo::agent::no_answer;
use errtax::wire::WireError;
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequestParams, JsonObject};
use rmcp::service::ServiceError;
use serde_json::{Value, json};
use tokio::net::unix::pipe::{Receiver, Sender};

use crate::http::Session;
use crate::process::{PATIENCE, Process};
use crate::support::{Server, keyed, other_connection, voucher};

/// How many calls there are, and after how many answers the server is killed.
const CALLS: usize = 300;
const KILLED_AFTER: usize = 40;

/// A third posts under a key, a third fails, a third reads.
fn call(number: usize) -> (&'static str, Value) {
    match number % 3 {
        0 => (
            "post_voucher",
            keyed(&format!("sale {number}"), "2026-02-01", amount(number)),
        ),
        1 => ("post_voucher", voucher("2025-02-01", 1.0, 1.0)),
        _ => ("list_vouchers", json!({"date": "2026-02-01"})),
    }
}

fn amount(number: usize) -> f64 {
    f64::from(u32::try_from(number + 1).unwrap())
}

/// How a call ended: with a result, or with what the client knows when no answer comes.
type Ended = (usize, Result<Value, WireError>);

/// What of the books and the audit there must be, whatever the moment.
fn what_is_left(db: &Path, ended: &[Ended]) {
    let unanswered = ended.iter().filter(|(_, outcome)| outcome.is_err()).count();
    assert!(unanswered > 0, "calls were under way");
    assert_eq!(ended.len(), CALLS, "each has ended");

    // As the killed process left it, before another opens it and could mend anything.
    let audit = errtax::audit::read(db.with_extension("audit.jsonl")).unwrap();
    assert_eq!(audit.unread, [], "no line is torn");
    let mut answered = Vec::new();
    for (number, outcome) in ended {
        let (tool, arguments) = call(*number);
        match outcome {
            Ok(result) if result["isError"] == true => {
                let text = result["content"][0]["text"].as_str().unwrap();
                let failure = WireError::decode(text).unwrap();
                let id = failure.correlation_id;
                assert!(
                    audit.records.iter().any(|record| record.correlation_id == id),
                    "an answer that went out is on record: {text}"
                );
            }
            Ok(result) if tool == "post_voucher" => {
                answered.push((*number, result["structuredContent"]["id"].clone()));
            }
            Ok(_) => {}
            Err(told) => {
                let keyless = tool == "post_voucher" && arguments["idempotency_key"].is_null();
                let (code, retryable) = if keyless {
                    ("OUTCOME_UNKNOWN", false)
                } else {
                    ("CONNECTION_LOST", true)
                };
                assert_eq!((told.code.as_str(), told.retryable), (code, retryable), "{tool}");
            }
        }
    }

    let books = other_connection(db, "");
    let one = |query: &str| books.query_row(query, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(one("PRAGMA integrity_check"), "ok");
    let halves = "SELECT count(*) || '' FROM vouchers
        WHERE (SELECT count(*) FROM voucher_lines WHERE voucher_id = id AND debit + credit > 0) <> 2";
    assert_eq!(one(halves), "0", "no voucher is there by half");
    let posted = |number: usize| {
        let query = "SELECT voucher_id FROM voucher_lines WHERE debit = ?1";
        let mut found = books.prepare(query).unwrap();
        let ore = i64::try_from(number + 1).unwrap() * 100;
        let ids = found.query_map([ore], |row| row.get::<_, String>(0)).unwrap();
        ids.map(Result::unwrap).collect::<Vec<_>>()
    };
    for (number, id) in &answered {
        assert_eq!(
            posted(*number),
            [id.as_str().unwrap()],
            "what was answered is in the books"
        );
    }

    // The same calls with the same keys again, to another process: the truth, and each sale once.
    let mut anew = Server::on(db);
    for number in (0..CALLS).filter(|number| number % 3 == 0) {
        let before = posted(number);
        let (tool, arguments) = call(number);
        let answer = anew.done_patiently(tool, arguments);
        assert_eq!(answer["duplicate"] == true, !before.is_empty(), "{answer}");
        assert_eq!(posted(number), [answer["id"].as_str().unwrap()]);
        assert!(before.is_empty() || before == posted(number));
    }
    assert_eq!(anew.vouchers(), i64::try_from(CALLS / 3).unwrap());
    let audit = errtax::audit::read(db.with_extension("audit.jsonl")).unwrap();
    assert_eq!(audit.unread, [], "and nobody writes into the middle of a line");
}

fn told(tool: &str, arguments: &Value, lost: ServiceError) -> WireError {
    WireError::decode(&no_answer(tool, arguments.as_object().unwrap(), lost)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn over_stdio_each_call_ends_once_and_books_audit_and_keys_tell_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("books.sqlite");
    let (process, input, output) = Process::over_stdio(&db);
    let pipes = (
        Receiver::from_owned_fd(output.into()).unwrap(),
        Sender::from_owned_fd(input.into()).unwrap(),
    );
    let client = ().serve(pipes).await.unwrap();
    client
        .call_tool(CallToolRequestParams::new("list_periods"))
        .await
        .unwrap();

    let answers = Arc::new(AtomicUsize::new(0));
    let calls = (0..CALLS).map(|number| {
        let (peer, answers) = (client.peer().clone(), Arc::clone(&answers));
        tokio::spawn(async move {
            let (tool, arguments) = call(number);
            let members: JsonObject = arguments.as_object().unwrap().clone();
            let request = CallToolRequestParams::new(tool).with_arguments(members);
            let outcome = peer.call_tool(request).await;
            answers.fetch_add(1, Ordering::SeqCst);
            let outcome = outcome.map(|result| serde_json::to_value(result).unwrap());
            (number, outcome.map_err(|lost| told(tool, &arguments, lost)))
        })
    });
    let calls: Vec<_> = calls.collect();
    while answers.load(Ordering::SeqCst) < KILLED_AFTER {
        tokio::time::sleep(Duration::from_micros(100)).await;
    }
    process.kill();
    let mut ended = Vec::new();
    for call in calls {
        let outcome = tokio::time::timeout(PATIENCE, call).await;
        ended.push(outcome.unwrap_or_else(|_| panic!("a call hangs")).unwrap());
    }
    tokio::task::spawn_blocking(move || what_is_left(&db, &ended))
        .await
        .unwrap();
}

#[test]
fn over_http_each_call_ends_once_and_books_audit_and_keys_tell_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("books.sqlite");
    let (process, url) = Process::over_http(&db);
    let session = Session::open(&url);
    assert!(session.is_served());

    let answers = AtomicUsize::new(0);
    let ended = std::thread::scope(|scope| {
        let calls = (0..CALLS).map(|number| {
            let (session, answers) = (&session, &answers);
            scope.spawn(move || {
                let (tool, arguments) = call(number);
                let outcome = session.call(number as u64 + 1, tool, &arguments);
                answers.fetch_add(1, Ordering::SeqCst);
                (
                    number,
                    outcome.map_err(|_| told(tool, &arguments, ServiceError::TransportClosed)),
                )
            })
        });
        let calls: Vec<_> = calls.collect();
        while answers.load(Ordering::SeqCst) < KILLED_AFTER {
            std::thread::sleep(Duration::from_micros(100));
        }
        process.kill();
        calls.into_iter().map(|call| call.join().unwrap()).collect::<Vec<_>>()
    });
    what_is_left(&db, &ended);
}
