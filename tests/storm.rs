//! 1,000 calls at once, of which a third fail and some panic: each is answered once, and the memory of the server returns to
//! its level.
//!
//! The server is a process of its own that speaks over stdio: this test binary, told by its environment to be it. So a call
//! that is answered twice shows, and so does a byte that is never given back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use errtax::audit::{Flush, Lines};
use errtax::mcp::Dispatch;
use errtax::standard::REGISTRY;
use errtax::wire::WireError;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use tokio::sync::Barrier;

/// Where the server keeps its audit file. Set in the process that is to be the server.
const AUDIT: &str = "ERRTAX_STORM_AUDIT";

/// How many calls there are at once.
const CALLS: u64 = 1_000;

/// Rounds before the level is taken: what is made once is there after a few thousand of them.
const WARM_UP: usize = 5;

/// Rounds after that.
const ROUNDS: usize = 20;

/// How far above its level the memory may stay. A leak of 1 KiB with each failed call would be half as much again.
const ROOM: u64 = 4 * 1024 * 1024;

/// How often the level may be taken anew, where an allocator takes its time to find it. What leaks goes on.
const LEVELS: usize = 2;

/// What a call is to do, and how it is to be answered.
fn part(number: u64) -> (&'static str, Value, &'static str) {
    match number % 12 {
        0 => ("late", json!({ "how": "panic" }), "PANIC"),
        1 => ("at_once", json!({}), "PANIC"),
        2 => ("late", json!({ "how": "prose" }), "UNKNOWN_ERROR"),
        3 => ("late", json!({ "how": 7 }), "INVALID_ARGUMENTS"),
        _ => ("late", json!({ "how": "" }), "done"),
    }
}

/// How many of the calls wait for each other: all but those whose tool is not reached, or panics before it can wait.
fn waiting() -> usize {
    let waits = |number: &u64| part(*number).1["how"].is_string();
    (0..CALLS).filter(waits).count()
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Part {
    how: String,
}

#[derive(Clone)]
struct Server {
    tools: ToolRouter<Self>,
    all: Arc<Barrier>,
}

#[tool_router(router = tools)]
impl Server {
    /// Waits until all calls have come, so that they are under way at the same time.
    #[tool]
    async fn late(&self, Parameters(Part { how }): Parameters<Part>) -> Result<String, ErrorData> {
        self.all.wait().await;
        match how.as_str() {
            "panic" => panic!("{}", "x".repeat(1024)),
            "prose" => Err(ErrorData::internal_error("y".repeat(1024), Some(json!({ "why": "z" })))),
            _ => Ok("done".to_owned()),
        }
    }

    #[tool]
    fn at_once(&self) -> String {
        panic!("at once")
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

/// The server. In a process that is not told to be it, a test that has nothing to show.
#[test]
fn a_server_of_these_tests() {
    let Some(audit) = std::env::var_os(AUDIT) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    runtime.unwrap().block_on(async {
        let audit = Lines::open(audit, Flush::System).unwrap();
        let server = Server {
            tools: Dispatch::new(&REGISTRY).audit(audit).harden(Server::tools()),
            all: Arc::new(Barrier::new(waiting())),
        };
        let running = server.serve(rmcp::transport::stdio()).await.unwrap();
        running.waiting().await.unwrap();
    });
    std::process::exit(0);
}

/// The server's process, and a client that writes and reads its lines.
struct Process {
    process: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
    requests: u64,
}

impl Process {
    fn start(audit: &Path) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_server_of_these_tests", "--nocapture"])
            .env(AUDIT, audit)
            // The allocator keeps a heap for each few threads, and each has to reach its level first.
            .env("MALLOC_ARENA_MAX", "2")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A line for each panic.
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // The harness has its say first.
                if line.starts_with('{') && sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        let mut server = Self {
            process,
            input,
            answers,
            requests: 0,
        };
        let greeting = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "by hand", "version": "1" },
        });
        server.send("initialize", greeting);
        assert_eq!(server.answer()["id"], 1);
        writeln!(
            server.input,
            r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#
        )
        .unwrap();
        server
    }

    fn send(&mut self, method: &str, params: Value) -> u64 {
        self.requests += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.requests, "method": method, "params": params });
        writeln!(self.input, "{request}").unwrap();
        self.requests
    }

    fn answer(&self) -> Value {
        self.answers.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    /// All calls at once, and the answer to each.
    fn round(&mut self) {
        let mut expected = BTreeMap::new();
        for number in 0..CALLS {
            let (tool, arguments, answer) = part(number);
            let id = self.send("tools/call", json!({ "name": tool, "arguments": arguments }));
            expected.insert(id, answer);
        }
        while !expected.is_empty() {
            let answer = self.answer();
            let id = answer["id"].as_u64().unwrap();
            let expected = expected
                .remove(&id)
                .unwrap_or_else(|| panic!("answered twice: {answer}"));
            let text = answer["result"]["content"][0]["text"].as_str().unwrap();
            match WireError::decode(text) {
                Ok(error) => assert_eq!(error.code, expected),
                Err(_) => assert_eq!(text, expected),
            }
        }
        // Whatever else was on its way comes before this.
        let ping = self.send("ping", json!({}));
        assert_eq!(self.answer()["id"], ping);
    }

    /// How much memory the server holds, where that can be known.
    fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    }

    /// Plays rounds, compares the memory of the last ones with what it was before the first, and says how many there were.
    fn keeps_its_level(&mut self) -> usize {
        let mut held = vec![self.resident()];
        if held[0].is_none() {
            println!("the memory of another process cannot be read on this system; only its answers are");
            return 0;
        }
        for level in 1..=LEVELS {
            let before = held[held.len() - 1].unwrap();
            for _ in 0..ROUNDS {
                self.round();
                held.push(self.resident());
            }
            // One round may leave more behind for a while than another; what leaks is there after each of the last ones.
            if held[held.len() - 5..].iter().flatten().min() <= Some(&(before + ROOM)) {
                return level * ROUNDS;
            }
        }
        panic!("it grows: {held:?}")
    }

    fn end(self) {
        let Self { mut process, input, .. } = self;
        drop(input);
        let ends = Instant::now() + Duration::from_secs(20);
        while Instant::now() < ends {
            if let Some(status) = process.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        panic!("the server did not end with its input");
    }
}

#[test]
fn of_a_thousand_calls_at_once_each_is_answered_once_and_memory_returns_to_its_level() {
    let folder = tempfile::tempdir().unwrap();
    let audit = folder.path().join("audit.jsonl");
    let mut server = Process::start(&audit);
    let rounds = WARM_UP;
    (0..rounds).for_each(|_| server.round());
    let rounds = rounds + server.keeps_its_level();
    server.end();

    let replay = errtax::audit::read(&audit).unwrap();
    assert_eq!(replay.unread, []);
    let failed = (0..CALLS).filter(|number| part(*number).2 != "done").count();
    assert!(failed * 3 >= CALLS as usize);
    assert_eq!(replay.records.len(), rounds * failed, "one record a failure");
    for (code, place) in [("PANIC", true), ("UNKNOWN_ERROR", false), ("INVALID_ARGUMENTS", false)] {
        let mut of_code = replay.records.iter().filter(|record| record.code == code);
        assert!(of_code.all(|record| record.panicked_at.is_some() == place), "{code}");
    }
}
