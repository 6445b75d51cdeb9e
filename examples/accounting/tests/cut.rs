//! Connections that are cut after the commit and before the answer: what the agent is told, and what comes of it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use accounting::codes;
use accounting::database::Ledger;
use accounting::demo::agent::no_answer;
use accounting::rates::Rates;
use accounting::server::Accounting;
use errtax::wire::WireError;
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequestParams, JsonObject};
use rmcp::service::{RoleClient, RunningService, ServiceError};
use serde_json::{Value, json};
use support::{Server, keyed, other_connection, voucher};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};

/// A server on a real socket, and in front of it a line that can be cut.
struct Line {
    server: SocketAddr,
    through: SocketAddr,
    cut: Arc<AtomicBool>,
    books: PathBuf,
    _folder: TempDir,
}

impl Line {
    async fn lay() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let books = folder.path().join("books.sqlite");
        let accounting = Accounting::new(Ledger::new(&books), Rates::new("http://127.0.0.1:1"), None);
        let server = listen(move |stream| {
            let accounting = accounting.clone();
            async move {
                if let Ok(running) = accounting.serve(stream).await {
                    let _ = running.waiting().await;
                }
            }
        });
        let server = server.await;
        let cut = Arc::new(AtomicBool::new(false));
        let blade = Arc::clone(&cut);
        let through = listen(move |client| pass_on(client, server, Arc::clone(&blade)));
        Self {
            server,
            through: through.await,
            cut,
            books,
            _folder: folder,
        }
    }

    async fn client(address: SocketAddr) -> RunningService<RoleClient, ()> {
        ().serve(TcpStream::connect(address).await.unwrap()).await.unwrap()
    }

    /// Calls a tool, and the line is cut when the server begins to answer.
    async fn cut_off(&self, tool: &'static str, arguments: &JsonObject) -> ServiceError {
        let client = Self::client(self.through).await;
        self.cut.store(true, Ordering::SeqCst);
        let request = CallToolRequestParams::new(tool).with_arguments(arguments.clone());
        let lost = client.call_tool(request).await.unwrap_err();
        self.cut.store(false, Ordering::SeqCst);
        lost
    }

    /// Calls a tool over a new connection.
    async fn call(&self, tool: &'static str, arguments: &JsonObject) -> Value {
        let client = Self::client(self.server).await;
        let request = CallToolRequestParams::new(tool).with_arguments(arguments.clone());
        let result = client.call_tool(request).await.unwrap();
        assert_ne!(result.is_error, Some(true), "{result:?}");
        let content = result.structured_content.unwrap();
        let text = &result.content[0].as_text().unwrap().text;
        assert_eq!(
            serde_json::from_str::<Value>(text).unwrap(),
            content,
            "text and structure are one"
        );
        content
    }

    fn vouchers(&self) -> Vec<String> {
        ids(&self.books)
    }
}

fn ids(books: &Path) -> Vec<String> {
    let connection = other_connection(books, "");
    let mut query = connection.prepare("SELECT id FROM vouchers").unwrap();
    query
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

async fn listen<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

/// Passes on what both sides say, until the line is cut: then what the server says next is lost, and so is the line.
async fn pass_on(mut client: TcpStream, server: SocketAddr, cut: Arc<AtomicBool>) {
    let mut server = TcpStream::connect(server).await.unwrap();
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let answers = async {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
            if cut.load(Ordering::SeqCst) || to_client.write_all(&bytes[..count]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = answers => {}
        _ = copy(&mut from_client, &mut to_server) => {}
    }
}

fn object(arguments: Value) -> JsonObject {
    match arguments {
        Value::Object(members) => members,
        other => panic!("{other}"),
    }
}

fn told(tool: &str, arguments: &JsonObject, lost: ServiceError) -> WireError {
    WireError::decode(&no_answer(tool, arguments, lost)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_key_the_same_call_again_is_answered_from_the_record() {
    let line = Line::lay().await;
    let sale = object(keyed("invoice 17", "2026-02-01", 100.0));
    let lost = line.cut_off("post_voucher", &sale).await;
    let posted = line.vouchers();
    assert_eq!(posted.len(), 1, "the line was cut after the commit");

    let failure = told("post_voucher", &sale, lost);
    assert_eq!((failure.code.as_str(), failure.retryable), ("CONNECTION_LOST", true));
    assert_eq!(failure.action.to_string(), "retry");
    assert!(failure.hint.unwrap().contains("with that very key"));

    let answer = line.call("post_voucher", &sale).await;
    assert_eq!((&answer["id"], &answer["duplicate"]), (&json!(posted[0]), &json!(true)));
    assert_eq!(
        answer["lines"][0],
        json!({"account": "1930", "debit": 100.0, "credit": 0.0})
    );
    assert_eq!(line.vouchers(), posted, "and nothing is posted again");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_the_outcome_is_unknown_and_one_read_shows_it() {
    for no_key in [json!(null), json!(""), Value::Bool(false)] {
        let line = Line::lay().await;
        let mut sale = object(voucher("2026-02-01", 100.0, 100.0));
        // `false` stands for none at all.
        if no_key != false {
            sale.insert("idempotency_key".to_owned(), no_key);
        }
        let lost = line.cut_off("post_voucher", &sale).await;
        let posted = line.vouchers();
        assert_eq!(posted.len(), 1, "the line was cut after the commit");

        let failure = told("post_voucher", &sale, lost);
        assert_eq!((failure.code.as_str(), failure.retryable), ("OUTCOME_UNKNOWN", false));
        assert_eq!(
            (
                failure.action.to_string().as_str(),
                failure.executed.to_string().as_str()
            ),
            ("verify", "unknown")
        );
        let verify = codes::REGISTRY.tool("post_voucher").unwrap().verify;
        assert!(failure.hint.unwrap().contains(verify), "it names the read");
        assert_eq!(verify, "list_vouchers");

        let day = object(json!({"date": "2026-02-01"}));
        let shown = line.call("list_vouchers", &day).await;
        assert_eq!(
            shown["vouchers"][0]["id"],
            json!(posted[0]),
            "the read shows that it landed"
        );
        assert_eq!(line.vouchers(), posted);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_whose_answer_is_lost_may_simply_be_sent_again() {
    let line = Line::lay().await;
    let none = JsonObject::new();
    let lost = line.cut_off("list_periods", &none).await;
    let failure = told("list_periods", &none, lost);
    assert_eq!((failure.code.as_str(), failure.retryable), ("CONNECTION_LOST", true));
    line.call("list_periods", &none).await;
}

#[test]
fn a_server_that_is_killed_after_the_commit_has_left_its_answer_on_record() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    server.sends("post_voucher", keyed("invoice 17", "2026-02-01", 100.0));
    for _ in 0..1_000 {
        if server.vouchers() == 1 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let posted = ids(&server.db());
    assert_eq!(posted.len(), 1);
    let mut server = server.killed_and_started_anew();
    let answer = server.done("post_voucher", keyed("invoice 17", "2026-02-01", 100.0));
    assert_eq!((&answer["id"], &answer["duplicate"]), (&json!(posted[0]), &json!(true)));
    assert_eq!(ids(&server.db()), posted);
}

#[test]
fn of_two_servers_that_get_the_same_call_at_once_one_posts_and_both_answer() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let mut other = Server::beside(&server);
    let sale = || keyed("invoice 17", "2026-02-01", 100.0);
    for server in [&mut server, &mut other] {
        server.sends("post_voucher", sale());
    }
    // One of them may have found the books locked for too long; that is told as a matter of waiting.
    let answers = [&mut server, &mut other].map(|server| server.done_patiently("post_voucher", sale()));
    assert_eq!(answers[0]["id"], answers[1]["id"]);
    assert_eq!(server.vouchers(), 1);
}
