//! What a script says of an answer: which call it is for, and what came back.

use std::borrow::Cow;
use std::fmt;

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
    /// The text of a result that says `isError`.
    Result {
        text: String,
        retry_after: Option<String>,
        date: Option<String>,
    },
}

impl Answer {
    pub(super) fn read(member: &Member<'_>) -> Result<Self, NoScript> {
        let answer = member.object()?;
        let at = answer
            .at("at")
            .ok_or_else(|| NoScript::new(answer.place_of("at"), "is missing: which call is it for?"))?;
        let is_ok = answer.at("ok").map(|ok| ok.flag()).transpose()?;
        let status = answer.millis("http")?.filter(|_| is_ok != Some(false));
        let failure = match answer.at("error") {
            Some(error) => Some(Failure::read(&error)?),
            // Written without a member of its own.
            None if is_failure(&answer, is_ok, status) => Some(Failure::read_members(&answer, answer.members())?),
            None => None,
        };
        Ok(Self {
            at: At::read(&at)?,
            took: answer.millis("took_ms")?.unwrap_or(0),
            failure,
            success: Said {
                duplicate: answer.flag("duplicate")?,
                partial: answer.flag("partial")?,
                weak: answer.flag("weak")? || answer.flag("queued")? || answer.flag("accepted")? || status == Some(202),
                changed: answer.at("changed").map(|changed| changed.flag()).transpose()?,
                state: answer.at("state").map(|state| state.value.to_string()),
            },
            landed: Landed::read(&answer)?,
            told: told(answer.members()),
        })
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
    fn read(answer: &Object<'_>) -> Result<Self, NoScript> {
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
            (Err(_), value) if value == "yes" => Ok(Self::Yes),
            (Err(_), value) if value == "no" => Ok(Self::No),
            (Err(_), value) if value == "unclear" => Ok(Self::Unclear),
            (Err(_), _) => Err(landed.wrong("is none of yes, no and unclear")),
        }
    }
}

impl Failure {
    fn read(error: &Member<'_>) -> Result<Self, NoScript> {
        match error.value {
            Value::Object(members) => Self::read_members(&error.object()?, members),
            // Other names of a transport's failure may be codes.
            Value::String(word) => Ok(match Transport::ALL.iter().find(|known| word_of(**known) == word) {
                Some(transport) => Self::Transport(*transport),
                None => Self::of_body(json!({ "code": word }).as_object().cloned().unwrap_or_default()),
            }),
            Value::Number(_) => {
                let members = Map::from_iter([("code".to_owned(), error.value.clone())]);
                Self::read_members(&Object::new(&*error.place, &members), &members)
            }
            _ => Err(error.wrong("is neither an object nor a word")),
        }
    }

    fn read_members(said: &Object<'_>, members: &Map<String, Value>) -> Result<Self, NoScript> {
        if let Some(word) = said.at("transport") {
            let transport = transport(&word.text()?).ok_or_else(|| {
                let known: Vec<&str> = Transport::ALL.iter().map(|known| word_of(*known)).collect();
                word.wrong(format!("is none of {}", known.join(", ")))
            })?;
            return Ok(Self::Transport(transport));
        }
        let mut body = members.clone();
        let own = ["at", "took_ms", "ok", "landed", "http", "rpc", "headers"];
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
            return Ok(Self::of_body(body));
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

    fn of_body(mut body: Map<String, Value>) -> Self {
        let date = body.remove("date").map(|value| plain(&value));
        Self::Result {
            retry_after: body.get("retry_after").map(plain),
            date,
            text: body_of(body),
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
                    now: None,
                })
            }
            Self::Rpc { code, data } => reader.rpc(*code, data.as_deref()),
            Self::Result {
                text,
                retry_after,
                date,
            } => {
                let mut waits = Waits::default();
                if let Some(given) = retry_after {
                    waits.add_retry_after(given, date.as_deref().and_then(parse_date));
                }
                reader.result(text).after(waits.longest())
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
    let word = word.trim_start_matches("transport_").trim_start_matches("connection_");
    let by_word = Transport::ALL.iter().copied().find(|known| word_of(*known) == word);
    by_word.or(match word {
        "timed_out" | "read_timeout" | "etimedout" => Some(Transport::Timeout),
        "aborted" | "broken_pipe" | "closed" | "cut" | "dropped" | "econnreset" | "eof" | "lost" => {
            Some(Transport::Reset)
        }
        "econnrefused" => Some(Transport::Refused),
        "connect" | "connect_timeout" | "unreachable" | "unsent" => Some(Transport::NotSent),
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
