//! The list of tools: asked for once, however it comes, and never longer than it is worth.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use errtax::recovery::{Rule, Seen, SharedTask, Status, Task, TokioClock, Trust};
use rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
use rmcp::service::{Peer, RoleClient};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::books::Books;
use crate::foreign::{Foreign, List, tool};
use crate::{books, books_of, line, object, task};

const HINTS: fn() -> ToolAnnotations = ToolAnnotations::new;

#[tokio::test(start_paused = true)]
async fn the_list_is_asked_for_once_and_again_when_it_has_changed() {
    let foreign = Foreign::default().with_tools([tool("book", HINTS().read_only(true))]);
    let line = line(foreign.clone()).await;
    let client = line.client.trust(Trust::Trusted);
    let (one, two) = tokio::join!(client.tool("book"), client.tool("book"));
    assert!(!one.writes && !two.writes);
    assert!(!client.clone().tool("book").await.writes);
    assert_eq!(foreign.state().lists, 1);

    foreign.state().tools = vec![tool("book", HINTS())];
    client.tools_changed();
    assert!(client.tool("book").await.writes);
    assert_eq!(foreign.state().lists, 2);
}

#[tokio::test(start_paused = true)]
async fn without_a_list_a_call_goes_by_the_registry_alone() {
    let foreign = Foreign::answering([Ok(CallToolResult::success(vec![ContentBlock::text("fine")]).into())]);
    foreign.state().list = List::Hidden;
    let line = line(foreign.clone()).await;
    let client = line
        .client
        .registry(&books::REGISTRY)
        .list_timeout(Duration::from_secs(2));
    let begun = tokio::time::Instant::now();
    let outcome = client
        .call(&task(), "get_voucher", object(json!({})))
        .run()
        .await
        .unwrap();
    assert!(outcome.is_done());
    assert_eq!(begun.elapsed(), Duration::from_secs(2));

    // It is asked for again.
    foreign.state().list = List::Whole;
    client.tool("book").await;
    client.tool("book").await;
    assert_eq!(foreign.state().lists, 2);
}

#[tokio::test(start_paused = true)]
async fn a_list_of_many_pages_is_read_to_its_end() {
    let reads = ["a", "b", "c"].map(|name| tool(name, HINTS().read_only(true)));
    for (list, pages) in [(List::Pages, 3), (List::Endless, 4), (List::Counting, 1_000)] {
        let foreign = Foreign::default().with_tools(reads.clone());
        foreign.state().list = list;
        let line = line(foreign.clone()).await;
        let client = line.client.trust(Trust::Trusted);
        for name in ["a", "b", "c"] {
            assert!(!client.tool(name).await.writes, "{name} {list:?}");
        }
        assert_eq!(foreign.state().lists, pages, "{list:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_without_a_list_is_asked_for_it_once() {
    let foreign = Foreign::default();
    foreign.state().list = List::Unknown;
    let line = line(foreign.clone()).await;
    assert!(line.client.tool("book").await.writes);
    assert!(line.client.tool("book").await.writes);
    assert_eq!(foreign.state().lists, 1);
}

#[tokio::test(start_paused = true)]
async fn the_list_is_no_call_of_the_task() {
    let foreign = Foreign::answering([Ok(CallToolResult::success(Vec::new()).into())]);
    let line = line(foreign).await;
    let task = task();
    let outcome = line.client.call(&task, "book", object(json!({}))).run_anyway().await;
    assert!(outcome.is_done());
    assert_eq!((task.calls(), task.recovery_calls()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_the_list_of_a_task_that_is_over() {
    let foreign = Foreign::default();
    foreign.state().list = List::Hidden;
    let line = line(foreign.clone()).await;
    let task = task();
    let begun = Instant::now();
    let call = || line.client.call(&task, "book", object(json!({}))).run_anyway();
    let (outcome, ()) = tokio::join!(call(), async {
        sleep(Duration::from_secs(1)).await;
        task.cancel();
    });
    assert_eq!(outcome.ended, Err(Rule::Cancelled));
    assert_eq!(begun.elapsed(), Duration::from_secs(1));

    // Nor is it asked for any more, and what is not begun needs nothing that protects it.
    assert_eq!(call().await.ended, Err(Rule::Cancelled));
    let later = line.client.call(&task, "book", object(json!({ "x": 1 }))).run().await;
    assert_eq!(later.unwrap().ended, Err(Rule::Cancelled));
    assert_eq!(task.report().failed(), ["book (cancelled, not started)"; 3]);
    assert_eq!(foreign.calls(), 0);
    assert_eq!(foreign.state().lists, 1);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_a_refused_credential_has_ended_asks_for_no_list_either() {
    let expired = json!({ "error": { "code": "X", "class": "auth", "action": "reauthenticate", "retryable": false,
        "executed": "no", "message": "Expired." } });
    let refusal = CallToolResult::error(vec![ContentBlock::text(expired.to_string())]);
    let foreign = Foreign::answering([Ok(refusal.into())]);
    let line = line(foreign.clone()).await;
    let task = task();
    let call = |task: &SharedTask<_>| line.client.call(task, "book", object(json!({}))).run_anyway();
    assert_eq!(call(&task).await.ended, Err(Rule::Auth));
    line.client.tools_changed();
    assert_eq!(call(&task).await.ended, Err(Rule::Auth));
    // Nor does one that was read back.
    let replayed = SharedTask::with(Task::replay(&task.to_json()).unwrap(), TokioClock::new());
    assert_eq!(call(&replayed).await.ended, Err(Rule::Auth));
    assert_eq!(foreign.calls(), 1);
    assert_eq!(foreign.state().lists, 1);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_never_comes_about_keeps_nobody_and_was_never_called() {
    let books = Books::default();
    let line = books_of(&books).await;
    line.server.abort();
    sleep(Duration::from_millis(1)).await;
    let hangs = || std::future::pending::<Result<Peer<RoleClient>, io::Error>>();
    let client = line.client.registry(&books::REGISTRY).reconnect(hangs);
    let task = task();
    let call = client.call(&task, "post_note", object(json!({ "text": "ask Ada" })));
    let outcome = timeout(Duration::from_secs(60), call.run_anyway()).await.unwrap();
    // Three attempts, none of which had anything to be sent by.
    assert_eq!((outcome.status, outcome.attempts), (Status::Failed, 3));
    assert_eq!(outcome.ended, Err(Rule::AttemptsExhausted));
    drop(line.running);
}

#[tokio::test(start_paused = true)]
async fn whatever_a_connection_fails_by_the_call_was_not_sent() {
    #[derive(Debug)]
    struct Unlucky;
    impl std::fmt::Display for Unlucky {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no")
        }
    }
    impl std::error::Error for Unlucky {}

    for error in [
        || Box::<dyn std::error::Error + Send + Sync>::from(Unlucky),
        || Box::from(io::Error::from(io::ErrorKind::ConnectionReset)),
        || Box::from(io::Error::from(io::ErrorKind::TimedOut)),
        || Box::from(io::Error::other("commit may have happened")),
    ] {
        let books = Books::default();
        let line = books_of(&books).await;
        line.server.abort();
        sleep(Duration::from_millis(1)).await;
        let count = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&count);
        let client = line.client.reconnect(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            async move { Err(io::Error::other(error())) }
        });
        let task = task();
        let outcome = client
            .call(&task, "post_note", object(json!({ "text": "ask Ada" })))
            .run_anyway()
            .await;
        assert_eq!(
            outcome.status,
            Status::Failed,
            "{:?} {}",
            Seen::of(&*error()),
            task.report()
        );
        assert_eq!(outcome.attempts, 3, "{}", task.report());
        // Once for the list, once for each attempt.
        assert_eq!(count.load(Ordering::Relaxed), 4);
    }
}
