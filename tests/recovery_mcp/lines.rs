//! The connection breaks.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use errtax::recovery::mcp::Client;
use errtax::recovery::{Rule, Status, Trust};
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolResult, ClientRequest, ContentBlock, JsonRpcMessage, ToolAnnotations};
use rmcp::service::{Peer, RoleClient, RunningService, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::json;

use crate::books::{self, Books, Fault, Server};
use crate::foreign::{Foreign, schema, tool};
use crate::{Line, books_of, object, report, task};

#[tokio::test(start_paused = true)]
async fn a_call_over_a_connection_that_is_closed_was_not_sent() {
    let books = Books::default();
    let line = books_of(&books).await;
    // So that the list is known.
    line.client.tool("post_note").await;
    line.server.abort();
    tokio::time::sleep(Duration::from_millis(1)).await;
    let task = task();
    let note = object(json!({ "text": "ask Ada" }));
    let outcome = line.client.call(&task, "post_note", note).run_anyway().await;
    assert_eq!((outcome.status, outcome.attempts), (Status::Failed, 3));
    assert_eq!(outcome.ended, Err(Rule::AttemptsExhausted));
    assert!(
        report(&task).contains("failed: post_note (attempts_exhausted)"),
        "{}",
        report(&task)
    );
    assert!(books.called().is_empty());
    drop(line.running);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_cut_in_mid_call_leaves_a_write_in_doubt() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let task = task();
    let note = object(json!({ "text": "ask Ada" }));
    let (outcome, ()) = tokio::join!(line.client.call(&task, "post_note", note).run_anyway(), async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        line.server.abort();
    });
    assert_eq!(outcome.status, Status::Unknown);
    assert!(task.to_json().contains("MCP transport closed"), "{}", task.to_json());
}

#[tokio::test(start_paused = true)]
async fn a_new_connection_is_made_when_the_old_one_is_found_closed() {
    let books = Books::failing([Fault::LoseAnswer]);
    let line = books_of(&books).await;
    let open: Arc<Mutex<Vec<RunningService<RoleClient, ()>>>> = Arc::default();
    let reconnect = {
        let (books, open) = (books.clone(), open.clone());
        move || {
            let (books, open) = (books.clone(), open.clone());
            async move { connected(books, &open).await }
        }
    };
    let client = line.client.reconnect(reconnect);
    let task = task();
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    let (outcome, ()) = tokio::join!(client.call(&task, "post_entry", entry).run(), async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        line.server.abort();
    });
    // The answer was lost with the connection, and the read came over the new one.
    let outcome = outcome.unwrap();
    assert!(outcome.is_done(), "{outcome:?}");
    assert_eq!(books.called(), ["post_entry", "get_voucher"]);
    assert_eq!(open.lock().unwrap().len(), 1);

    // Calls at the same time make one connection.
    open.lock().unwrap().clear();
    tokio::time::sleep(Duration::from_millis(1)).await;
    let voucher = |number: &str| object(json!({ "number": number, "amount": 12 }));
    let (one, two) = tokio::join!(
        client.call(&task, "post_voucher", voucher("V2")).run(),
        client.call(&task, "post_voucher", voucher("V3")).run()
    );
    assert!(one.unwrap().is_done() && two.unwrap().is_done());
    assert_eq!(open.lock().unwrap().len(), 1);
}

async fn connected(
    books: Books,
    open: &Mutex<Vec<RunningService<RoleClient, ()>>>,
) -> Result<Peer<RoleClient>, io::Error> {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { Server::new(books).serve(server_end).await.unwrap().waiting().await });
    let running = ().serve(client_end).await.map_err(io::Error::other)?;
    let peer = running.peer().clone();
    open.lock().unwrap().push(running);
    Ok(peer)
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_cannot_be_made_anew_was_never_called() {
    let books = Books::default();
    let line = books_of(&books).await;
    line.server.abort();
    tokio::time::sleep(Duration::from_millis(1)).await;
    let refused = || async { Err(io::Error::from(io::ErrorKind::ConnectionReset)) };
    let client = line.client.registry(&books::REGISTRY).reconnect(refused);
    let note = object(json!({ "text": "ask Ada" }));
    let outcome = client.call(&task(), "post_note", note).run_anyway().await;
    assert_eq!((outcome.status, outcome.attempts), (Status::Failed, 3));
}

#[tokio::test(start_paused = true)]
async fn what_was_listed_is_known_until_another_server_answers() {
    let read = |is_read| tool("look", ToolAnnotations::new().read_only(is_read));
    let (old, new) = (
        Foreign::default().with_tools([read(true)]),
        Foreign::answering([Ok(CallToolResult::error(Vec::new()).into())]).with_tools([read(false)]),
    );
    let line = crate::line(old).await;
    let kept: Arc<Mutex<Vec<Line>>> = Arc::default();
    let client = line.client.trust(Trust::Trusted);
    assert!(!client.tool("look").await.writes);
    line.server.abort();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert!(!client.tool("look").await.writes);

    let client = client.reconnect(move || {
        let (new, kept) = (new.clone(), kept.clone());
        async move {
            let line = crate::line(new).await;
            let peer = line.running.peer().clone();
            kept.lock().unwrap().push(line);
            Ok::<_, io::Error>(peer)
        }
    });
    client.read("look", object(json!({}))).await.unwrap_err();
    assert!(client.tool("look").await.writes);
}

#[tokio::test(start_paused = true)]
async fn what_was_promised_still_counts_for_a_call_in_which_a_new_connection_is_made() {
    let promising = || tool("book", ToolAnnotations::new()).with_raw_output_schema(schema(&["id"]));
    let page = CallToolResult::success(vec![ContentBlock::text("<html>Welcome back!</html>")]);
    let gateway = Foreign::answering([Ok(page.into())]).with_tools([promising()]);
    let line = crate::line(Foreign::default().with_tools([promising()])).await;
    let kept: Arc<Mutex<Vec<Line>>> = Arc::default();
    let client = line.client.reconnect(move || {
        let (gateway, kept) = (gateway.clone(), kept.clone());
        async move {
            let line = crate::line(gateway).await;
            let peer = line.running.peer().clone();
            kept.lock().unwrap().push(line);
            Ok::<_, io::Error>(peer)
        }
    });
    client.tool("book").await;
    line.server.abort();
    tokio::time::sleep(Duration::from_millis(1)).await;

    let outcome = client.call(&task(), "book", object(json!({}))).run_anyway().await;
    assert_eq!(outcome.status, Status::Unknown, "{outcome:?}");
}

/// A way to the server on which calls fail to be sent, as they do over HTTP.
struct Failing<T> {
    inner: T,
    errors: VecDeque<io::ErrorKind>,
}

impl<T: Transport<RoleClient, Error = io::Error>> Transport<RoleClient> for Failing<T> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let is_call = matches!(&message, JsonRpcMessage::Request(request)
            if matches!(request.request, ClientRequest::CallToolRequest(_)));
        let error = is_call.then(|| self.errors.pop_front()).flatten();
        let sending = error.is_none().then(|| self.inner.send(message));
        async move {
            match (error, sending) {
                (Some(error), _) => Err(error.into()),
                (None, Some(sending)) => sending.await,
                (None, None) => Ok(()),
            }
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.inner.receive().await
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.inner.close().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_could_not_be_sent_is_sent_again_and_one_that_was_cut_is_in_doubt() {
    let cases = [
        (io::ErrorKind::ConnectionRefused, Status::Done, 2),
        (io::ErrorKind::ConnectionReset, Status::Unknown, 1),
        (io::ErrorKind::BrokenPipe, Status::Unknown, 1),
        (io::ErrorKind::Other, Status::Unknown, 1),
    ];
    for (error, status, attempts) in cases {
        let books = Books::default();
        let (server_end, client_end) = tokio::io::duplex(64 * 1024);
        let server = Server::new(books.clone());
        tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
        let (read, write) = tokio::io::split(client_end);
        let failing = Failing {
            inner: AsyncRwTransport::new_client(read, write),
            errors: [error].into(),
        };
        let running = ().serve(failing).await.unwrap();
        let client = Client::new(running.peer().clone()).registry(&books::REGISTRY);
        let note = object(json!({ "text": "ask Ada" }));
        let outcome = client.call(&task(), "post_note", note).run_anyway().await;
        assert_eq!((outcome.status, outcome.attempts), (status, attempts), "{error:?}");
        assert_eq!(books.called().len(), usize::from(status == Status::Done), "{error:?}");
    }
}
