//! What a script says of an answer: which call it is for, and what came back.

use std::borrow::Cow;
use std::fmt;
use std::time::SystemTime;

use serde_json::{Map, Value, json};

use super::read::{Member, NoScript, Object};
use crate::causes::{Http, parse_date};
use crate::recovery::text::harmless;
use crate::recovery::waits::Waits;
use crate::recovery::{Name, Probe, Reader, Reply, Seen, State, Success, Tool, Transport};

/// Which call an answer is for, or was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    Send,
    Read,
    Fix,
    Step,
    Item(Name),
}

impl At {
    fn read(member: &Member<'_>) -> Result<Self, NoScript> {
        let word = member.text()?;
        match (word.as_str(), word.strip_prefix("item:")) {
            ("send", _) => Ok(Self::Send),
            ("read", _) => Ok(Self::Read),
            ("fix", _) => Ok(Self::Fix),
            ("step", _) => Ok(Self::Step),
            (_, Some(item)) if !item.is_empty() => Ok(Self::Item(item.to_owned().into())),
            _ => Err(member.wrong("is none of send, read, fix, step and item:NAME")),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send => f.pad("send"),
            Self::Read => f.pad("read"),
            Self::Fix => f.pad("fix"),
            Self::Step => f.pad("step"),
            Self::Item(name) => f.pad(&format!("item:{name}")),
        }
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) at: At,
    pub(super) took: u64,
    pub(super) failure: Option<Failure>,
    success: Said,
    landed: Landed,
    /// As it stands in the script, but for which call it is for.
    pub(super) told: String,
}

/// The members of an answer. One that failed and has no `error` may have any, for they are the server's.
const MEMBERS: &[&str] = &[
    "accepted",
    "ack",
    "at",
    "changed",
    "duplicate",
    "error",
    "http",
    "landed",
    "landed_items",
    "ok",
    "partial",
    "queued",
    "state",
    "took_ms",
    "weak",
    "why",
];

/// What a success says.
#[derive(Clone, Debug, Default)]
struct Said {
    duplicate: bool,
    partial: bool,
    weak: bool,
    changed: Option<bool>,
    state: Option<String>,
}

/// What a read says of what it looks for.
#[derive(Clone, Debug)]
enum Landed {
    Yes,
    No,
    Unclear,
    Items(Vec<Name>),
}

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

impl Answer {
    pub(super) fn read(member: &Member<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
        let answer = member.object()?;
        let at = answer
            .at("at")
            .ok_or_else(|| NoScript::new(answer.place_of("at"), "is missing: which call is it for?"))?;
        let is_ok = answer.at("ok").map(|ok| ok.flag()).transpose()?;
        let status = answer.millis("http")?.filter(|_| is_ok != Some(false));
        let failure = match answer.at("error") {
            Some(error) => {
                unknown.extend(answer.unknown(MEMBERS));
                if is_ok == Some(true) {
                    // Which of the two is meant nobody can say; what failed is the stricter one.
                    unknown.push(answer.place_of("ok"));
                }
                Some(Failure::read(&error, unknown)?)
            }
            // Written without a member of its own.
            None if is_failure(&answer, is_ok, status) => Some(Failure::read_members(&answer, unknown)?),
            None => {
                unknown.extend(answer.unknown(MEMBERS));
                None
            }
        };
        let is_queued = answer.flag("weak")? || answer.flag("queued")? || answer.flag("accepted")?;
        // RFC 9110, 15.3.3 and 15.3.5: taken on only, or with nothing to show for it.
        let is_queued = is_queued || matches!(status, Some(202 | 204));
        Ok(Self {
            at: At::read(&at)?,
            took: answer.millis("took_ms")?.unwrap_or(0),
            failure,
            success: Said {
                duplicate: answer.flag("duplicate")?,
                partial: answer.flag("partial")?,
                weak: is_queued || answer.at("ack").is_some_and(|ack| ack.value == "weak"),
                changed: answer.at("changed").map(|changed| changed.flag()).transpose()?,
                state: answer.at("state").map(|state| state.value.to_string()),
            },
            landed: Landed::read(&answer, unknown)?,
            told: told(answer.members()),
        })
    }

    /// Whether it says that what was waited for has changed.
    pub(super) fn says_changed(&self) -> bool {
        self.success.changed == Some(true)
    }

    /// It says nothing of a change, and that means that there was none.
    pub(super) fn unchanged_unless_said(&mut self) {
        self.success.changed.get_or_insert(false);
    }

    /// As what came back from a call of a tool.
    pub(super) fn reply(&self, tool: &Tool, reader: Reader<'_>) -> Reply<'static> {
        match &self.failure {
            Some(failure) => failure.seen(reader).into(),
            None => Reply::Success(Success {
                duplicate: self.success.duplicate,
                partial: self.success.partial,
                weak: self.success.weak,
                changed: self.success.changed,
                state: self.success.state.as_deref().map(|state| State::json(tool, state)),
            }),
        }
    }

    /// As what a read found of a batch, of one of its items, or of a call.
    pub(super) fn probe<'p>(&self, batch: &[Name], item: Option<&Name>, there: &'p mut Vec<bool>) -> Probe<'p> {
        match (&self.landed, item) {
            (Landed::Yes, _) => Probe::Landed,
            (Landed::No, _) => Probe::NotLanded,
            (Landed::Unclear, _) => Probe::Unclear,
            (Landed::Items(found), Some(item)) if found.contains(item) => Probe::Landed,
            (Landed::Items(_), Some(_)) => Probe::NotLanded,
            (Landed::Items(found), None) => {
                *there = batch.iter().map(|item| found.contains(item)).collect();
                Probe::Items(there)
            }
        }
    }
}

/// Whether an answer without `error` is one all the same.
fn is_failure(answer: &Object<'_>, is_ok: Option<bool>, status: Option<u64>) -> bool {
    match is_ok {
        Some(is_ok) => !is_ok,
        None => {
            answer.at("transport").is_some()
                || answer.at("code").is_some()
                || status.is_some_and(|status| status >= 300)
        }
    }
}

impl Landed {
    /// Any other word than these is no clear answer, and may be misspelt.
    fn read(answer: &Object<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
        if let Some(items) = answer.at("landed_items") {
            return Ok(Self::Items(items.names()?));
        }
        let Some(landed) = answer.at("landed") else {
            return Ok(Self::Unclear);
        };
        match (landed.flag(), landed.value) {
            (Ok(true), _) => Ok(Self::Yes),
            (Ok(false), _) => Ok(Self::No),
            (Err(_), Value::Array(_)) => Ok(Self::Items(landed.names()?)),
            (Err(_), value) if value == "yes" || value == "landed" => Ok(Self::Yes),
            (Err(_), value) if value == "no" || value == "not_landed" => Ok(Self::No),
            (Err(_), value) => {
                if value != "unclear" && value != "unknown" {
                    unknown.push(landed.place);
                }
                Ok(Self::Unclear)
            }
        }
    }
}

impl Failure {
    fn read(error: &Member<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
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

    fn read_members(said: &Object<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
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

fn plain(value: &Value) -> String {
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

/// An answer in a few words.
fn told(members: &Map<String, Value>) -> String {
    let mut members: Vec<_> = members
        .iter()
        .filter(|(name, value)| *name != "at" && !value.is_null())
        .collect();
    // The same whatever keeps the members.
    members.sort_by_key(|(name, _)| (*name != "ok", *name));
    let told: Vec<Cow<'_, str>> = members
        .into_iter()
        .map(|(name, value)| match (name.as_str(), value) {
            (_, Value::Bool(true)) => Cow::Borrowed(name.as_str()),
            ("took_ms", value) => format!("took {} ms", plain(value)).into(),
            (_, Value::String(text)) => format!("{name} {text}").into(),
            _ => format!("{name} {value}").into(),
        })
        .collect();
    harmless(&told.join(", "))
}
