//! The client of `errtax::recovery` against the real binary over stdio: its process is killed while calls are under way.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use errtax::recovery::mcp::Client;
use errtax::recovery::{Clock, SharedTask, Status, Task, Timer};
use rmcp::ServiceExt as _;
use rmcp::model::JsonObject;
use rmcp::service::{Peer, RoleClient, RunningService};
use serde_json::{Value, json};
use support::{other_connection, voucher};
use tokio::net::unix::pipe::{Receiver, Sender};

/// A clock by which everything takes an eighth of its time.
#[derive(Clone, Copy)]
struct Fast(Instant);

const HASTE: u32 = 8;

impl Clock for Fast {
    fn now(&self) -> Duration {
        self.0.elapsed() * HASTE
    }
}

impl Timer for Fast {
    fn sleep(&self, pause: Duration) -> impl Future<Output = ()> + Send {
        tokio::time::sleep(pause / HASTE)
    }
}

fn task() -> SharedTask<Fast> {
    SharedTask::with(Task::new("close March"), Fast(Instant::now()))
}

/// The server's process, and another one on the same books whenever it has ended.
#[derive(Clone)]
struct Processes {
    books: PathBuf,
    running: Arc<Mutex<Vec<Running>>>,
}

/// A process and the connection to it.
type Running = (Child, RunningService<RoleClient, ()>);

impl Processes {
    fn on(folder: &Path) -> Self {
        Self {
            books: folder.join("books.sqlite"),
            running: Arc::default(),
        }
    }

    async fn connect(&self) -> io::Result<Peer<RoleClient>> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_accounting"))
            .arg("--stdio")
            .arg("--db")
            .arg(&self.books)
            .env_remove("ACCOUNTING_API_KEY")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = (
            Receiver::from_owned_fd(child.stdout.take().unwrap().into())?,
            Sender::from_owned_fd(child.stdin.take().unwrap().into())?,
        );
        let running = ().serve(pipes).await.map_err(io::Error::other)?;
        let peer = running.peer().clone();
        self.running.lock().unwrap().push((child, running));
        Ok(peer)
    }

    fn kill(&self) {
        let mut running = self.running.lock().unwrap();
        let (child, _) = running.last_mut().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    async fn client(&self) -> Client {
        let again = self.clone();
        let client = Client::new(self.connect().await.unwrap())
            .registry(&accounting::codes::REGISTRY)
            .timeout(Duration::from_secs(100))
            .reconnect(move || {
                let again = again.clone();
                async move { again.connect().await }
            });
        // So that there are books to look into.
        client.read("list_periods", JsonObject::new()).await.unwrap();
        client
    }

    /// How often this amount was posted.
    fn posted(&self, kronor: i64) -> i64 {
        let books = other_connection(&self.books, "");
        let query = "SELECT count(*) FROM voucher_lines WHERE debit = ?1";
        books.query_row(query, [kronor * 100], |row| row.get(0)).unwrap()
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        if Arc::strong_count(&self.running) == 1 {
            for (child, _) in self.running.lock().unwrap().iter_mut() {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }
}

fn arguments(debit: f64, credit: f64) -> JsonObject {
    let Value::Object(arguments) = voucher("2026-03-15", debit, credit) else {
        panic!("no object")
    };
    arguments
}

#[tokio::test(flavor = "multi_thread")]
async fn whenever_the_server_is_killed_each_voucher_is_posted_once_and_the_report_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let processes = Processes::on(folder.path());
    let client = processes.client().await;
    let mut resent = 0;
    for round in 1..=12_u8 {
        let task = task();
        let amount = f64::from(round);
        let call = client.call(&task, "post_voucher", arguments(amount, amount)).run();
        let kills = async {
            // Before it is carried out, while it is, and after.
            tokio::time::sleep(Duration::from_micros(u64::from(round) * 400)).await;
            processes.kill();
        };
        let (outcome, ()) = tokio::join!(call, kills);
        let outcome = outcome.unwrap();
        assert_eq!(outcome.status, Status::Done, "{round}: {}", task.to_json());
        assert_eq!(task.report().status(), Status::Done);
        assert_eq!(processes.posted(round.into()), 1, "{round}: {}", task.report());
        resent += outcome.attempts - 1;
    }
    assert!(resent > 0, "no call was under way");
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_are_fixed_by_what_the_server_says_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let processes = Processes::on(folder.path());
    let client = processes.client().await;
    let task = task();
    let call = client
        .call(&task, "post_voucher", arguments(20.0, 30.0))
        .fix(async |said| {
            let ore: f64 = said.wire.as_ref()?.detail("credit")?.as_str().parse().ok()?;
            let mut fixed = said.arguments;
            fixed["lines"][0]["debit"] = json!(ore / 100.0);
            Some(fixed)
        });
    let outcome = call.run().await.unwrap();
    assert!(outcome.is_done(), "{}", task.to_json());
    assert_eq!((processes.posted(20), processes.posted(30)), (0, 1));
    assert_eq!(task.report().done(), ["post_voucher (ack)"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nothing_protects_is_made_once_if_that_is_asked_for_and_told_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let processes = Processes::on(folder.path());
    let client = processes.client().await;
    for round in 50..=55_u8 {
        let content = format!("date;description;account;amount\n2026-03-15;Sale;3001;{round}.00\n");
        let Value::Object(file) = json!({ "content": content }) else {
            panic!("no object")
        };
        let task = task();
        let call = client.call(&task, "import_bank_file", file).run().await;
        let unprotected = call.unwrap_err();
        assert_eq!(
            (unprotected.tool().name.as_ref(), task.calls()),
            ("import_bank_file", 0)
        );

        let kills = async {
            tokio::time::sleep(Duration::from_micros(u64::from(round - 50) * 800)).await;
            processes.kill();
        };
        let (outcome, ()) = tokio::join!(unprotected.run_once(), kills);
        let posted = processes.posted(round.into());
        match outcome.status {
            Status::Done => assert_eq!(posted, 1, "{round}"),
            Status::Unknown => assert!(posted <= 1, "{round}"),
            status => panic!("{round} {status}: {}", task.to_json()),
        }
        assert_eq!(outcome.attempts, 1, "{round}: {}", task.to_json());
    }
}
