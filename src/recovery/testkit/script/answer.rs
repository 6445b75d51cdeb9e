//! What a script says of an answer: which call it is for, and what came back.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use super::failure::{Failure, plain};
use super::read::{Member, NoScript, Object};
use crate::recovery::text::harmless;
use crate::recovery::{Name, Probe, Reader, Reply, State, Success, Tool};

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
