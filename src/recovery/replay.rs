//! A ledger is read back, and everything that it tells is told to a new task, which comes to the same state.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use errtax_core::__json::{items, members, text};

use super::arguments::Arguments;
use super::call::{Call, Parts};
use super::items::Stepped;
use super::key::Key;
use super::ledger::{CHANGED, DUPLICATE, Event, HAS_STATE, ITEMS, NO, PARTIAL, UNCHANGED, WEAK, YES};
use super::limits::{Jitter, Limits};
use super::rule::Rule;
use super::seen::{Probe, Reply, Seen, State, Success};
use super::task::{CallId, Task};
use super::tool::{Name, Tool};
use super::value::Value;

/// Why a text is not the ledger of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoLedger {
    what: &'static str,
    entry: Option<usize>,
}

impl fmt::Display for NoLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not the ledger of a task: {}", self.what)?;
        match self.entry {
            Some(entry) => write!(f, ", entry {entry}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NoLedger {}

type Result<T> = std::result::Result<T, NoLedger>;

const fn missing(what: &'static str) -> NoLedger {
    NoLedger { what, entry: None }
}

/// The members of an object, by name.
struct Object<'t>(Vec<(Cow<'t, str>, &'t str)>);

impl<'t> Object<'t> {
    fn new(raw: &'t str) -> Result<Self> {
        members(raw)
            .map(Self)
            .map_err(|_| missing("an object is not to be read"))
    }

    fn raw(&self, name: &'static str) -> Result<&'t str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, raw)| *raw).ok_or(missing(name))
    }

    fn plain<T: FromStr>(&self, name: &'static str) -> Result<T> {
        self.raw(name)?.parse().map_err(|_| missing(name))
    }

    fn text(&self, name: &'static str) -> Result<String> {
        text(self.raw(name)?).ok_or(missing(name))
    }

    fn word<T: FromStr>(&self, name: &'static str) -> Result<T> {
        self.text(name)?.parse().map_err(|_| missing(name))
    }

    fn optional<T>(&self, name: &'static str, read: impl FnOnce(&Self) -> Result<T>) -> Result<Option<T>> {
        match self.raw(name)? {
            "null" => Ok(None),
            _ => read(self).map(Some),
        }
    }

    fn list<T>(&self, name: &'static str, item: impl FnMut(&'t str) -> Option<T>) -> Result<Vec<T>> {
        let raw = items(self.raw(name)?).map_err(|_| missing(name))?;
        raw.into_iter().map(item).collect::<Option<_>>().ok_or(missing(name))
    }

    fn names(&self, name: &'static str) -> Result<Vec<Name>> {
        self.list(name, |raw| text(raw).map(Name::from))
    }

    fn millis(&self, name: &'static str) -> Result<Duration> {
        self.plain(name).map(Duration::from_millis)
    }
}

/// A planned call, and what it was fixed to.
struct Planned {
    id: u16,
    parts: Parts,
    fixed: Option<Arguments>,
}

impl Task {
    /// A task in the state in which the one was whose [`to_json`](Self::to_json) this is. Its clock goes on from that one's: its origin
    /// is the first thing that happened.
    ///
    /// # Errors
    ///
    /// When the text is something else, or when what it says was decided, or came of it, is not what the rules make of it.
    pub fn replay(json: &str) -> Result<Self> {
        let whole = Object::new(json)?;
        let limits = Object::new(whole.raw("limits")?)?;
        let limits = Limits {
            attempts_per_call: limits.plain("attempts_per_call")?,
            recovery_calls: limits.plain("recovery_calls")?,
            recovery_time: limits.millis("recovery_time_ms")?,
        };
        let mut planned = Vec::new();
        for raw in whole.list("planned", Some)? {
            planned.push(planned_of(&Object::new(raw)?)?);
        }
        let mut task = Self::with_limits(whole.text("task")?, limits);
        for (position, raw) in whole.list("ledger", Some)?.into_iter().enumerate() {
            let at = |error: NoLedger| NoLedger {
                entry: Some(position),
                ..error
            };
            let entry = Object::new(raw).map_err(at)?;
            task.tell(&entry, &planned).map_err(at)?;
            let decided: Rule = entry.word("rule").map_err(at)?;
            if task.rules().nth(position) != Some(decided) {
                return Err(at(missing("the rules decide otherwise")));
            }
        }
        // Names, waits, what came of it: by value, so that it may be laid out in another way.
        match Value::json(json) == Value::json(&task.to_json()) {
            true => Ok(task),
            false => Err(missing("what it says is not what comes of its ledger")),
        }
    }

    fn tell(&mut self, entry: &Object<'_>, planned: &[Planned]) -> Result<()> {
        let now = entry.millis("at_ms")?;
        let id = CallId(entry.plain("call")?);
        let jitter = Jitter::millis(entry.plain("jitter_ms")?);
        let given: u32 = entry.plain("given")?;
        let word = entry.text("event")?;
        let event = Event::ALL.iter().find(|(_, known)| *known == word);
        let flags = || entry.plain::<u8>("flags");
        let of_call = || {
            planned
                .iter()
                .find(|planned| planned.id == id.0)
                .ok_or(missing("planned"))
        };
        // What comes of it is compared by its rule.
        match event.map(|(event, _)| *event).ok_or(missing("event"))? {
            Event::Begin => {
                let _ = self.plan(of_call()?.parts.clone(), now);
            }
            Event::Success => {
                let flags = flags()?;
                let has = |flag: u8| flags & flag != 0;
                let success = Success {
                    duplicate: has(DUPLICATE),
                    partial: has(PARTIAL),
                    weak: has(WEAK),
                    changed: has(CHANGED).then_some(true).or(has(UNCHANGED).then_some(false)),
                    state: has(HAS_STATE).then_some(State(given)),
                };
                let _ = self.on_reply(id, &Reply::Success(success), now, jitter);
            }
            Event::Failure => {
                let code = entry.optional("code", |entry| entry.text("code"))?.unwrap_or_default();
                let seen = Seen {
                    action: entry.optional("action", |entry| entry.word("action"))?,
                    wait: (given > 0).then(|| Duration::from_millis(given.into())),
                    ..Seen::new(entry.word("class")?, entry.word("executed")?, code.into())
                };
                let _ = self.on_reply(id, &Reply::Failure(seen), now, jitter);
            }
            Event::Probe => {
                let there;
                let probe = match flags()? {
                    YES => Probe::Landed,
                    NO => Probe::NotLanded,
                    ITEMS => {
                        there = entry.list("items", |raw| raw.parse().ok())?;
                        Probe::Items(&there)
                    }
                    _ => Probe::Unclear,
                };
                let _ = self.on_probe(id, probe, now, jitter);
            }
            Event::Resume => {
                let _ = self.resume(id, now);
            }
            Event::Fixed => {
                // Of an item that was not fixed nothing is told.
                let fixed = of_call().ok().and_then(|planned| planned.fixed.clone());
                let is_fixed = flags()? != NO;
                let fixed = fixed.filter(|_| is_fixed);
                let _ = self.fixed(id, fixed, now);
            }
            Event::Stepped => {
                let flags = flags()?;
                let stepped = Stepped::ALL.into_iter().find(|stepped| stepped.flag() == flags);
                let _ = self.stepped(id, stepped.ok_or(missing("flags"))?, now);
            }
            Event::Cancel => self.cancel(now),
            Event::Abandon => self.abandon(id, now),
            Event::Follows => {}
        }
        Ok(())
    }
}

fn planned_of(object: &Object<'_>) -> Result<Planned> {
    let mut parts = Call::new(tool_of(&Object::new(object.raw("tool")?)?)?).parts;
    parts.name = object.optional("name", |object| object.text("name"))?.map(Name::from);
    parts.arguments = arguments_of(object.raw("arguments")?)?;
    parts.key = object.optional("key", key_of)?;
    parts.items = Some(object.names("items")?.into_boxed_slice()).filter(|items| !items.is_empty());
    parts.has_probe = object.plain("verified")?;
    parts.is_fixable = object.plain("fixable")?;
    parts.has_steps = object.plain("steps")?;
    parts.until_changed = object.plain("until_changed")?;
    parts.always_verify = object.plain("always_verify")?;
    Ok(Planned {
        id: object.plain("id")?,
        parts,
        fixed: object.optional("fixed", |object| arguments_of(object.raw("fixed")?))?,
    })
}

fn key_of(object: &Object<'_>) -> Result<Key> {
    let hex = object.text("key")?;
    let number = u128::from_str_radix(&hex, 16).map_err(|_| missing("key"))?;
    Ok(Key::new(number.to_be_bytes()))
}

fn tool_of(object: &Object<'_>) -> Result<Tool> {
    Ok(Tool {
        name: object.text("name")?.into(),
        writes: object.plain("writes")?,
        idempotent: object.plain("idempotent")?,
        dedupe_key: object.text("dedupe_key")?.into(),
        verify: object.text("verify")?.into(),
        not_found_means_not_landed: object.plain("not_found_means_not_landed")?,
        undoes: object.text("undoes")?.into(),
        match_on: object.names("match_on")?.into(),
        poll: object.plain("poll")?,
        loop_ignore: object.names("loop_ignore")?.into(),
        state_ignore: object.names("state_ignore")?.into(),
        settle: object.millis("settle_ms")?,
        recheck: object.plain("recheck")?,
        min_time: object.millis("min_time_ms")?,
        weak_ack: object.plain("weak_ack")?,
        declared: object.plain("declared")?,
    })
}

fn arguments_of(raw: &str) -> Result<Arguments> {
    let object = Object::new(raw)?;
    let marks = |name| object.list(name, |raw| raw.parse::<NonZeroU32>().ok());
    Ok(Arguments {
        key: u64::from_str_radix(&object.text("hash")?, 16).map_err(|_| missing("hash"))?,
        has_key: object.plain("has_key")?,
        marks: marks("marks")?.into(),
        matched: marks("matched")?.into(),
    })
}
