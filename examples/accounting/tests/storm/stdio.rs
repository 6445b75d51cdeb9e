//! A client over stdio that writes and reads lines, and counts them.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use crate::process::PATIENCE;

pub struct Lines {
    pub input: ChildStdin,
    answers: Receiver<Value>,
    requests: u64,
}

/// The greeting of a client, as its first two lines.
pub fn greeting() -> String {
    let greeting = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "by hand", "version": "1"},
        },
    });
    format!("{greeting}\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}\n")
}

/// A call, as a line without its end.
pub fn call(id: u64, tool: &str, arguments: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        .to_string()
}

impl Lines {
    pub fn of(mut input: ChildStdin, output: ChildStdout) -> Self {
        input.write_all(greeting().as_bytes()).unwrap();
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        let mut client = Self {
            input,
            answers,
            requests: 0,
        };
        assert_eq!(client.answer()["id"], 0);
        client
    }

    pub fn answer(&mut self) -> Value {
        self.answers.recv_timeout(PATIENCE).unwrap()
    }

    /// All calls at once, and the result of each, in their order. None is answered twice.
    pub fn all(&mut self, calls: &[(&str, Value)]) -> Vec<Value> {
        let mut open = BTreeMap::new();
        for (position, (tool, arguments)) in calls.iter().enumerate() {
            self.requests += 1;
            writeln!(self.input, "{}", call(self.requests, tool, arguments)).unwrap();
            open.insert(self.requests, position);
        }
        let mut results = vec![Value::Null; calls.len()];
        while !open.is_empty() {
            let answer = self.answer();
            let position = answer["id"].as_u64().and_then(|id| open.remove(&id));
            let position = position.unwrap_or_else(|| panic!("this was answered before: {answer}"));
            results[position] = answer["result"].clone();
        }
        // Whatever else was on its way comes before this.
        self.requests += 1;
        writeln!(
            self.input,
            r#"{{"jsonrpc":"2.0","id":{},"method":"ping"}}"#,
            self.requests
        )
        .unwrap();
        assert_eq!(self.answer()["id"], self.requests);
        results
    }
}
