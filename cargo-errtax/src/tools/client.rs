//! As much of an MCP client as it takes to read a list of tools.
//!
//! It is our own, because what matters is the letters that were sent: a client that reads tools into its own types cannot
//! tell whether two lists are the same letter for letter. It also saves an async runtime and the crates around it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use errtax_build::tools::Listing;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::arguments::ToolsCommand;

use super::failure::Failure;
use super::process::{Process, Silence};

/// The revision that is asked for; a server answers with the one it speaks.
const REVISION: &str = "2025-11-25";

/// How many pages a list may have: one whose cursor never ends must not be followed for ever.
const PAGES: usize = 1_000;

/// A server that answers.
#[derive(Debug)]
pub(super) struct Client {
    process: Process,
    requests: u64,
    timeout: Duration,
}

impl Client {
    /// Starts the server and greets it.
    pub(super) fn start(command: &ToolsCommand) -> Result<Self, Failure> {
        let process = Process::start(&command.server).map_err(|error| {
            let program = command.server.first().map(|word| word.to_string_lossy().into_owned());
            Failure::not_started(format!("cannot start {}: {error}", program.unwrap_or_default()))
        })?;
        let mut client = Self {
            process,
            requests: 0,
            timeout: command.timeout,
        };
        let greeting = json!({
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": {"name": "cargo-errtax", "version": env!("CARGO_PKG_VERSION")},
        });
        let answer = client.request("initialize", &greeting)?;
        let answer: Value = serde_json::from_str(answer.get()).unwrap_or_default();
        if answer.get("protocolVersion").and_then(Value::as_str).is_none() {
            return Err(client.fails("the server answers `initialize` without a `protocolVersion`: this is not MCP"));
        }
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        Ok(client)
    }

    /// Reads the whole list.
    pub(super) fn tools(&mut self) -> Result<Listing, Failure> {
        let mut pages: Vec<Box<RawValue>> = Vec::new();
        let mut cursors = BTreeSet::new();
        let mut parameters = json!({});
        loop {
            let page = self.request("tools/list", &parameters)?;
            let read: Value = serde_json::from_str(page.get()).unwrap_or_default();
            pages.push(page);
            let Some(cursor) = read.get("nextCursor").and_then(Value::as_str) else {
                break;
            };
            if pages.len() == PAGES || !cursors.insert(cursor.to_owned()) {
                let message = format!(
                    "the list of tools has no end: after {} pages comes one that was there",
                    pages.len()
                );
                return Err(self.fails(message));
            }
            parameters = json!({"cursor": cursor});
        }
        let listing = Listing::from_pages(pages.iter().map(|page| page.get()));
        listing.map_err(|problem| self.fails(format!("what the server lists is no list of tools: {problem}")))
    }

    /// Closes its input and waits until it ends.
    pub(super) fn end(self) {
        drop(self.process);
    }

    /// The result of a request.
    fn request(&mut self, method: &str, parameters: &Value) -> Result<Box<RawValue>, Failure> {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        let until = Instant::now() + self.timeout;
        loop {
            let line = match self.process.line(until) {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => line,
                Err(silence) => return Err(self.silent(method, &silence)),
            };
            let Ok(message) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(&line) else {
                return Err(self.fails(format!(
                    "the server writes to standard output what is no JSON-RPC: {}",
                    start(&line)
                )));
            };
            if !message.contains_key("jsonrpc") {
                return Err(self.fails(format!(
                    "the server writes to standard output what is no JSON-RPC: {}",
                    start(&line)
                )));
            }
            if message.contains_key("method") {
                self.answer(&message);
                continue;
            }
            // One that was answered twice, or by a stranger.
            if message.get("id").map(|id| id.get()) != Some(id.to_string().as_str()) {
                continue;
            }
            if let Some(error) = message.get("error") {
                let message = format!("the server answers `{method}` with an error: {}", start(error.get()));
                return Err(self.fails(message));
            }
            return match message.get("result") {
                Some(result) => Ok(result.clone()),
                None => Err(self.fails(format!(
                    "the server answers `{method}` with neither a result nor an error"
                ))),
            };
        }
    }

    /// A request of the server: alive it is, and nothing else can it do.
    fn answer(&mut self, message: &BTreeMap<String, Box<RawValue>>) {
        let Some(id) = message.get("id") else { return };
        let id: Value = serde_json::from_str(id.get()).unwrap_or_default();
        let is_ping = message.get("method").is_some_and(|method| method.get() == "\"ping\"");
        self.send(&match is_ping {
            true => json!({"jsonrpc": "2.0", "id": id, "result": {}}),
            false => json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not supported"}}),
        });
    }

    /// One that takes no more has ended, or will not answer: what it says, or that it says nothing, tells more than that.
    fn send(&mut self, message: &Value) {
        drop(self.process.send(&message.to_string()));
    }

    fn silent(&mut self, method: &str, silence: &Silence) -> Failure {
        let failure = match silence {
            Silence::TimedOut => {
                let seconds = self.timeout.as_secs();
                let message = format!("the server does not answer `{method}` within {seconds} s");
                return Failure::too_slow(message).said(self.process.last_words());
            }
            Silence::Ended => match self.process.ended() {
                Some(status) => format!("the server ended before it answered `{method}` ({status})"),
                None => format!("the server closed its output before it answered `{method}`"),
            },
            Silence::Broken(error) => format!("the output of the server cannot be read: {error}"),
        };
        self.fails(failure)
    }

    fn fails(&self, message: impl std::fmt::Display) -> Failure {
        Failure::not_mcp(message).said(self.process.last_words())
    }
}

/// As much as a message can show, on one line.
fn start(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(160)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(160).is_some() {
        shown.push('…');
    }
    shown
}
