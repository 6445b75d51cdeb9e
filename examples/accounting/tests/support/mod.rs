//! A client that speaks to the real binary, in hand-written JSON-RPC lines.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use errtax::wire::WireError;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The keys of a failure, in the order in which they stand on the wire.
const KEYS: [&str; 13] = [
    "code",
    "class",
    "action",
    "retryable",
    "executed",
    "message",
    "hint",
    "next",
    "retry_after_ms",
    "details",
    "upstream",
    "docs",
    "correlation_id",
];

/// A running server, and books of its own.
#[derive(Debug)]
pub struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
    /// What the person behind this client answers, if there is one.
    person: Option<&'static str>,
    db: PathBuf,
    /// Holds the books, and takes them away in the end; those of another server it leaves alone.
    folder: Option<TempDir>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[], None)
    }

    /// Another process on the books of a server.
    pub fn beside(server: &Self) -> Self {
        Self::on(&server.db)
    }

    /// Starts the server on books that are there.
    pub fn on(db: &Path) -> Self {
        Self::launch_on(db.to_owned(), None, &[], None, None)
    }

    /// Starts the server for a client that can ask a person, who answers this.
    pub fn start_with_person(answer: &'static str) -> Self {
        Self::launch(&[], None, Some(answer))
    }

    /// Starts the server with more options and a key.
    pub fn start_with(options: &[&str], key: Option<&str>) -> Self {
        Self::launch(options, key, None)
    }

    /// Starts the server and greets it.
    fn launch(options: &[&str], key: Option<&str>, person: Option<&'static str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("books.sqlite");
        Self::launch_on(db, Some(folder), options, key, person)
    }

    fn launch_on(
        db: PathBuf,
        folder: Option<TempDir>,
        options: &[&str],
        key: Option<&str>,
        person: Option<&'static str>,
    ) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_accounting"));
        command.arg("--stdio").arg("--db").arg(&db).args(options);
        command.env_remove("ACCOUNTING_API_KEY");
        if let Some(key) = key {
            command.env("ACCOUNTING_API_KEY", key);
        }
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (
            process.stdin.take().unwrap(),
            BufReader::new(process.stdout.take().unwrap()),
        );
        let mut server = Self {
            process,
            input,
            output,
            requests: 0,
            person,
            db,
            folder,
        };
        let greeting = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": if person.is_some() { json!({"elicitation": {}}) } else { json!({}) },
            "clientInfo": {"name": "by hand", "version": "1"},
        });
        let answer = server.request("initialize", greeting);
        assert_eq!(answer["result"]["serverInfo"]["name"], "accounting", "{answer}");
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    pub fn db(&self) -> PathBuf {
        self.db.clone()
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
        self.input.flush().unwrap();
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert_ne!(
                self.output.read_line(&mut line).unwrap(),
                0,
                "the server hung up on {method}"
            );
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["method"] == "elicitation/create" {
                let answer = json!({"action": self.person.unwrap(), "content": {}});
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": answer}));
                continue;
            }
            if message["id"] == self.requests {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        assert!(
            answer["error"].is_null(),
            "{tool} answered with a JSON-RPC error: {answer}"
        );
        answer["result"].clone()
    }

    /// Sends a call, and does not wait for its answer.
    pub fn sends(&mut self, tool: &str, arguments: Value) {
        self.requests += 1;
        let params = json!({"name": tool, "arguments": arguments});
        self.send(&json!({"jsonrpc": "2.0", "id": self.requests, "method": "tools/call", "params": params}));
    }

    /// Kills the process, and starts another on the same books.
    pub fn killed_and_started_anew(mut self) -> Self {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        let folder = self.folder.take();
        Self::launch_on(self.db(), folder, &[], None, None)
    }

    /// The result of a call that succeeds once nobody else holds the books.
    pub fn done_patiently(&mut self, tool: &str, arguments: Value) -> Value {
        for _ in 0..20 {
            let result = self.call(tool, arguments.clone());
            if result["isError"] != true {
                return result["structuredContent"].clone();
            }
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(WireError::decode(text).unwrap().retryable, "{text}");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("{tool} was not done in 20 tries");
    }

    /// The result of a call that succeeds.
    pub fn done(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{result}");
        result["structuredContent"].clone()
    }

    /// The failure of a call that fails. Whatever it is, it has the form that every failure has.
    pub fn fails(&mut self, tool: &str, arguments: Value) -> WireError {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{tool} was to fail: {result}");
        assert!(result.get("structuredContent").is_none(), "{result}");
        let blocks = result["content"].as_array().unwrap();
        assert_eq!(blocks.len(), 1, "{result}");
        assert_eq!(blocks[0]["type"], "text");
        let text = blocks[0]["text"].as_str().unwrap();
        let failure = WireError::decode(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(failure.encode(), text, "compact, and the keys in their order");
        let whole: Value = serde_json::from_str(text).unwrap();
        for key in whole["error"].as_object().unwrap().keys() {
            assert!(KEYS.contains(&key.as_str()), "{key} is no key of a failure");
        }
        assert!(failure.hint.as_ref().is_some_and(|hint| !hint.is_empty()), "{text}");
        failure
    }

    /// Another process's connection to the same books.
    pub fn other_connection(&self, begin: &str) -> Connection {
        other_connection(&self.db(), begin)
    }

    /// How many vouchers the books hold.
    pub fn vouchers(&self) -> i64 {
        self.other_connection("")
            .query_row("SELECT count(*) FROM vouchers", [], |row| row.get(0))
            .unwrap()
    }
}

pub fn other_connection(db: &Path, begin: &str) -> Connection {
    let connection = Connection::open(db).unwrap();
    connection.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    connection.execute_batch(begin).unwrap();
    connection
}

/// The arguments of a voucher with one line on each side.
pub fn voucher(date: &str, debit: f64, credit: f64) -> Value {
    json!({
        "date": date,
        "description": "Sale",
        "lines": [{"account": "1930", "debit": debit}, {"account": "3001", "credit": credit}],
    })
}

/// The same with a key.
pub fn keyed(key: &str, date: &str, amount: f64) -> Value {
    let mut arguments = voucher(date, amount, amount);
    arguments["idempotency_key"] = json!(key);
    arguments
}

pub fn detail(failure: &WireError, name: &str) -> Value {
    let value = failure
        .detail(name)
        .unwrap_or_else(|| panic!("{} has no detail {name}", failure.code));
    serde_json::from_str(value.as_str()).unwrap()
}

pub fn next(failure: &WireError) -> Value {
    serde_json::from_str(failure.next.as_ref().map_or("null", |next| next.as_str())).unwrap()
}
