//! A failure of a script, as it came over the wire.

use std::time::SystemTime;

use serde_json::{Map, Value, json};

use super::read::{Member, NoScript, Object};
use crate::causes::{Http, parse_date};
use crate::recovery::waits::Waits;
use crate::recovery::{Reader, Seen, Transport};

/// A failure as it came over the wire.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    Transport(Transport),
    Http {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    Rpc {
        code: i64,
        data: Option<String>,
    },
    /// The text of a result that says `isError`, or of whatever was lost with the transport.
    Result {
        text: String,
        retry_after: Option<String>,
        date: Option<String>,
        /// What decides where its code is in no registry.
        transport: Option<Transport>,
    },
}

impl Failure {
    pub(super) fn read(error: &Member<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
        match error.value {
            Value::Object(_) => Self::read_members(&error.object()?, unknown),
            // Other names of a transport's failure may be codes.
            Value::String(word) => Ok(match Transport::ALL.iter().find(|known| word_of(**known) == word) {
                Some(transport) => Self::Transport(*transport),
                None => Self::of_code(word),
            }),
            Value::Number(_) => {
                let members = Map::from_iter([("code".to_owned(), error.value.clone())]);
                Self::read_members(&Object::new(&*error.place, &members), unknown)
            }
            _ => Err(error.wrong("is neither an object nor a word")),
        }
    }

    pub(super) fn read_members(said: &Object<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
        let mut lost = None;
        if let Some(word) = said.at("transport") {
            let text = word.text()?;
            lost = transport(&text);
            // What the server said counts for more.
            let is_answered = ["http", "rpc", "code", "status"]
                .iter()
                .any(|name| said.at(name).is_some());
            match lost {
                _ if is_answered => {}
                Some(transport) => return Ok(Self::Transport(transport)),
                None => {
                    unknown.push(word.place);
                    return Ok(Self::of_code(&text));
                }
            }
        }
        let mut body = said.members().clone();
        let own = ["at", "took_ms", "ok", "landed", "http", "rpc", "headers", "transport"];
        body.retain(|name, value| !own.contains(&name.as_str()) && !value.is_null());
        if let Some(code) = said.at("rpc") {
            return Ok(Self::of_rpc(integer(&code)?, &body));
        }
        // A word there is a code.
        let by_name = said.at("status").filter(|status| integer(status).is_ok());
        let status = match (said.at("http").or(by_name), said.at("code")) {
            (Some(status), _) => Some(status.number()?),
            // A number of three digits is a status, any other one of JSON-RPC.
            (None, Some(code)) => match integer(&code) {
                Ok(number @ 100..=599) => Some(number.unsigned_abs()),
                Ok(number) => return Ok(Self::of_rpc(number, &body)),
                Err(_) => None,
            },
            (None, None) => None,
        };
        let Some(status) = status else {
            return Ok(Self::of_body(body, lost));
        };
        let status = u16::try_from(status).ok().filter(|status| (100..=999).contains(status));
        let status = status.ok_or_else(|| NoScript::new(said.place_of("http"), "is no status of HTTP"))?;
        let mut headers = Vec::new();
        if let Some(given) = said.at("headers") {
            let given = given.object()?;
            for name in given.members().keys() {
                headers.extend(
                    given
                        .at(name)
                        .map(|value| value.text().map(|value| (name.clone(), value)))
                        .transpose()?,
                );
            }
        }
        for (member, header) in [("retry_after", "Retry-After"), ("date", "Date")] {
            headers.extend(body.remove(member).map(|value| (header.to_owned(), plain(&value))));
        }
        Ok(Self::Http {
            status,
            headers,
            body: body_of(body),
        })
    }

    fn of_rpc(code: i64, body: &Map<String, Value>) -> Self {
        Self::Rpc {
            code,
            data: body.get("data").map(Value::to_string),
        }
    }

    fn of_code(code: &str) -> Self {
        Self::of_body(Map::from_iter([("code".to_owned(), code.into())]), None)
    }

    fn of_body(mut body: Map<String, Value>, transport: Option<Transport>) -> Self {
        let date = body.remove("date").map(|value| plain(&value));
        Self::Result {
            retry_after: body.get("retry_after").map(plain),
            date,
            text: body_of(body),
            transport,
        }
    }

    pub(super) fn seen(&self, reader: Reader<'_>) -> Seen<'static> {
        match self {
            Self::Transport(transport) => Seen::transport(*transport),
            Self::Http { status, headers, body } => {
                let headers: Vec<_> = headers.iter().map(|(name, value)| (&**name, &**value)).collect();
                reader.http(&Http {
                    status: *status,
                    headers: &headers,
                    body,
                    now: Some(SystemTime::now()),
                })
            }
            Self::Rpc { code, data } => reader.rpc(*code, data.as_deref()),
            Self::Result {
                text,
                retry_after,
                date,
                transport,
            } => {
                let mut waits = Waits::default();
                if let Some(given) = retry_after {
                    let date = date.as_deref().and_then(parse_date);
                    waits.add_retry_after(given, date.or_else(|| Some(SystemTime::now())));
                }
                let seen = reader.result(text).after(waits.longest());
                match transport {
                    Some(transport) if seen.action.is_none() => Seen::transport(*transport),
                    _ => seen,
                }
            }
        }
    }
}

/// An object of errtax's own may be written with or without what is around it on the wire.
fn body_of(body: Map<String, Value>) -> String {
    let is_own = ["class", "action", "executed"]
        .iter()
        .all(|name| body.contains_key(*name));
    let body = Value::Object(body);
    if is_own { json!({ "error": body }) } else { body }.to_string()
}

pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn integer(member: &Member<'_>) -> Result<i64, NoScript> {
    let number = match member.value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| member.wrong("is no whole number"))
}

fn word_of(transport: Transport) -> &'static str {
    transport.code().trim_start_matches("transport_")
}

/// A failure of the transport, by its word or by what libraries call it.
fn transport(word: &str) -> Option<Transport> {
    let word: String = word
        .chars()
        .map(|letter| {
            if letter == '-' || letter == ' ' {
                '_'
            } else {
                letter.to_ascii_lowercase()
            }
        })
        .collect();
    let mut word = word.trim_start_matches("transport_").trim_start_matches("connection_");
    for said_anyway in ["_error", "_failed", "_failure"] {
        word = word.trim_end_matches(said_anyway);
    }
    let by_word = Transport::ALL.iter().copied().find(|known| word_of(*known) == word);
    by_word.or(match word {
        "timed_out" | "read_timeout" | "etimedout" | "hang" | "no_answer" | "no_response" => Some(Transport::Timeout),
        "aborted" | "broken_pipe" | "closed" | "cut" | "disconnected" | "dropped" | "econnreset" | "eof" | "lost" => {
            Some(Transport::Reset)
        }
        "econnrefused" => Some(Transport::Refused),
        "name_resolution" | "nxdomain" | "enotfound" | "host_not_found" => Some(Transport::Dns),
        "tls_handshake" | "handshake" | "ssl" | "certificate" => Some(Transport::Tls),
        "connect" | "connect_timeout" | "unreachable" | "host_unreachable" | "network_unreachable" | "unsent" => {
            Some(Transport::NotSent)
        }
        _ => None,
    })
}
