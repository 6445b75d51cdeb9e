//! Recovery over MCP, through real servers of rmcp in one process: one that speaks errtax, and one that knows nothing of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod batches;
mod books;
mod both;
mod bytes;
mod callbacks;
mod corrections;
mod dropped;
mod facts;
mod foreign;
mod guide;
mod lines;
mod listing;
mod lost;
mod strangers;

use std::time::Duration;

use errtax::recovery::mcp::{Answered, Client};
use errtax::recovery::{Jitter, Outcome, SharedTask, TokioClock};
use rmcp::model::JsonObject;
use rmcp::service::{RoleClient, RunningService};
use rmcp::{RoleServer, Service, ServiceExt as _};
use serde_json::Value;
use tokio::task::JoinHandle;

use books::{Books, Server};

/// How long a call is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection and both of its ends.
struct Line {
    client: Client,
    running: RunningService<RoleClient, ()>,
    server: JoinHandle<()>,
}

async fn line(server: impl Service<RoleServer>) -> Line {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    let server = tokio::spawn(async move {
        // Whoever calls may be gone before they have greeted each other.
        if let Ok(running) = server.serve(server_end).await {
            let _ = running.waiting().await;
        }
    });
    let running = ().serve(client_end).await.unwrap();
    Line {
        client: Client::new(running.peer().clone()).timeout(PATIENCE),
        running,
        server,
    }
}

/// The books, and a client that knows their registry.
async fn books_of(books: &Books) -> Line {
    let line = line(Server::new(books.clone())).await;
    Line {
        client: line.client.registry(&books::REGISTRY),
        ..line
    }
}

fn task() -> SharedTask<TokioClock> {
    SharedTask::tokio("close march").with_jitter(|| Jitter::NONE)
}

fn object(value: Value) -> JsonObject {
    let Value::Object(object) = value else {
        panic!("{value}")
    };
    object
}

/// The five lines, the first without the time that passed.
fn report(task: &SharedTask<TokioClock>) -> String {
    let report = task.report().to_string();
    let (first, rest) = report.split_once('\n').unwrap();
    let (first, _) = first.split_once(" elapsed ").unwrap();
    format!("{first}\n{rest}")
}

/// The structured content of the last answer.
#[track_caller]
fn content(outcome: &Outcome<Answered>) -> &Value {
    let result = outcome.value.as_ref().and_then(Answered::result).unwrap();
    result.structured_content.as_ref().unwrap()
}
