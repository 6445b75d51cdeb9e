//! A client over streamable HTTP: a request a connection, with a session.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::process::PATIENCE;
use crate::stdio;

#[derive(Clone)]
pub struct Session {
    address: String,
    id: String,
}

impl Session {
    /// Greets the server at this address, `http://127.0.0.1:8080/mcp`.
    pub fn open(url: &str) -> Self {
        let address = url.trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
        let mut session = Self {
            address,
            id: String::new(),
        };
        for line in stdio::greeting().lines() {
            let answer = session.exchange(line).unwrap();
            let (head, _) = answer.split_once("\r\n\r\n").unwrap();
            assert!(head.starts_with("HTTP/1.1 20"), "{answer}");
            let id = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
            if let Some(id) = id {
                id.clone_into(&mut session.id);
            }
        }
        session
    }

    /// A request, as it goes over the line.
    pub fn request(&self, body: &str) -> String {
        let session = if self.id.is_empty() {
            String::new()
        } else {
            format!("mcp-session-id: {}\r\n", self.id)
        };
        format!(
            "POST /mcp HTTP/1.1\r\nhost: {}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
             connection: close\r\n{session}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len(),
        )
    }

    pub fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(stream)
    }

    /// Sends a request and reads its answer to the end, head and all.
    fn exchange(&self, body: &str) -> std::io::Result<String> {
        let mut stream = self.connect()?;
        stream.write_all(self.request(body).as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Calls a tool. An answer that was cut off is none.
    pub fn call(&self, id: u64, tool: &str, arguments: &Value) -> std::io::Result<Value> {
        let answer = self.exchange(&stdio::call(id, tool, arguments))?;
        let cut = || std::io::Error::new(std::io::ErrorKind::UnexpectedEof, answer.clone());
        // Each event is a chunk of its own, and the last chunk is empty.
        if !answer.ends_with("\r\n0\r\n\r\n") {
            return Err(cut());
        }
        let events = answer.lines().filter_map(|line| line.strip_prefix("data: "));
        let answers: Vec<Value> = events.filter_map(|event| serde_json::from_str(event).ok()).collect();
        let [answer] = &answers[..] else { return Err(cut()) };
        assert_eq!(answer["id"], id, "{answer}");
        Ok(answer["result"].clone())
    }

    /// All calls, on so many connections at a time, and the result of each, in their order.
    pub fn all(&self, connections: usize, calls: &[(&str, Value)]) -> Vec<Value> {
        let share = calls.len().div_ceil(connections);
        std::thread::scope(|scope| {
            let each = calls.chunks(share).enumerate().map(|(at, calls)| {
                scope.spawn(move || {
                    let first = (at * share) as u64 + 1;
                    let each = calls.iter().zip(first..);
                    each.map(|((tool, arguments), id)| self.call(id, tool, arguments).unwrap())
                        .collect::<Vec<_>>()
                })
            });
            let each: Vec<_> = each.collect();
            each.into_iter().flat_map(|results| results.join().unwrap()).collect()
        })
    }

    /// Sends so much of a request, reads so much of its answer, and hangs up.
    pub fn break_off(&self, body: &str, sent: usize, read: usize) {
        let mut stream = self.connect().unwrap();
        let request = self.request(body);
        stream
            .write_all(&request.as_bytes()[..sent.min(request.len())])
            .unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        if read > 0 {
            let _ = stream.read_exact(&mut vec![0; read]);
        }
    }

    /// How long the request of this body is.
    pub fn length(&self, body: &str) -> usize {
        self.request(body).len()
    }

    /// The vouchers that the server knows of.
    pub fn is_served(&self) -> bool {
        self.call(1, "list_periods", &json!({}))
            .is_ok_and(|result| result["isError"] != true)
    }
}
