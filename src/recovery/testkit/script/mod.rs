//! Scripted tasks: what a server answers, call by call, and what a task makes of it.

mod answer;
mod expect;
mod failure;
mod plan;
mod read;
mod run;
mod trace;

use std::str::FromStr;

use errtax_core::Registry;
use serde_json::{Map, Value};

use answer::Answer;
use expect::Expect;
use plan::Plan;
use read::Object;

pub use read::NoScript;
pub use run::OffScript;
pub use trace::{Step, Trace};

use crate::recovery::text::harmless;
use crate::recovery::{Jitter, Reader};

/// A scripted task: what is planned, what is answered, and what should come of it. A line of JSON:
///
/// ```
/// use errtax::recovery::testkit::{Script, known};
/// use errtax::recovery::{Jitter, Reader};
///
/// let script = Script::parse(
///     r#"{
///         "id": "a lost write that a read finds",
///         "context": {"effect": "write", "probe": true},
///         "script": [
///             {"at": "send", "error": {"transport": "timeout"}},
///             {"at": "read", "ok": true, "landed": "yes"}
///         ],
///         "expect": {"calls": 2, "waits_ms": [], "status": "done", "stop_reason": null}
///     }"#,
/// )?;
/// let trace = script.run(Reader::new(known()), || Jitter::NONE)?;
/// assert_eq!(trace.sequence, ["send", "read"]);
/// assert!(script.faults(&trace).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `context` has the facts of the call, under the names that a registry's `[tools]` has for them, and what whoever sends it
/// can do: `probe` (a read can verify it), `fixer`, `steps`, `batch`, `poll`, `cancel_at_ms`, `timeout_ms`. `ops` are several calls,
/// each with what differs from the context. An answer is for the call that `at` names, and comes after `took_ms`.
#[derive(Clone, Debug)]
pub struct Script {
    id: String,
    why: String,
    plan: Plan,
    answers: Vec<Answer>,
    expect: Expect,
    unknown: Vec<String>,
}

/// What a line has beside what others may keep there.
const MEMBERS: &[&str] = &[
    "basis", "context", "expect", "id", "note", "script", "tags", "tier", "unused", "why",
];

impl Script {
    /// The task of a line.
    ///
    /// # Errors
    ///
    /// When the line is none, with the member that is wrong.
    pub fn parse(line: &str) -> Result<Self, NoScript> {
        Self::parse_with(line, &[])
    }

    /// The same, with what these registries declare of the tools that it names. What it says itself comes first.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_with(line: &str, known: &[&Registry]) -> Result<Self, NoScript> {
        let members: Map<String, Value> = match serde_json::from_str(line) {
            Ok(Value::Object(members)) => members,
            Ok(_) => return Err(NoScript::new("", "it is no JSON object")),
            Err(error) => return Err(NoScript::new("", no_json(&error))),
        };
        let id = match members.get("id") {
            Some(Value::String(id)) if !id.is_empty() => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            Some(_) => return Err(NoScript::new("id", "is no text")),
            None => return Err(NoScript::new("id", "is missing")),
        };
        Self::read(id.clone(), &Object::new("", &members), known).map_err(|wrong| NoScript { id: Some(id), ..wrong })
    }

    fn read(id: String, line: &Object<'_>, known: &[&Registry]) -> Result<Self, NoScript> {
        let mut unknown: Vec<String> = line.unknown(MEMBERS).collect();
        let context = line.at("context").map(|context| context.object()).transpose()?;
        let plan = Plan::read(context.as_ref(), known, &mut unknown)?;
        let script = line
            .at("script")
            .ok_or_else(|| NoScript::new("script", "is missing: the answers, in their order"))?;
        let answers = script.list()?;
        let mut answers = answers
            .iter()
            .map(|answer| Answer::read(answer, &mut unknown))
            .collect::<Result<Vec<_>, _>>()?;
        if answers.iter().any(Answer::says_changed) {
            // It says where there is a change, so there is none where it does not.
            answers.iter_mut().for_each(Answer::unchanged_unless_said);
        }
        let expect = Expect::read(line, &mut unknown)?;
        Ok(Self {
            id,
            why: match line.at("why") {
                Some(why) => why.text()?,
                None => String::new(),
            },
            plan,
            answers,
            expect,
            unknown,
        })
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Why it should come out as it is expected to; empty where it does not say.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }

    /// The members of which nothing is known, such as `context.dedup_key`: they say nothing, and may be misspelt.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }

    /// How many of its answers must be left over, where it says so.
    #[must_use]
    pub const fn unused(&self) -> Option<u64> {
        self.expect.unused
    }

    /// Runs it on virtual time: a wait only moves the clock. The reader says which codes are known, and the jitter is asked for a
    /// sample at each answer.
    ///
    /// # Errors
    ///
    /// When the engine sends what the script has no answer for.
    pub fn run(&self, reader: Reader<'_>, mut jitter: impl FnMut() -> Jitter) -> Result<Trace, OffScript> {
        run::run(self, reader, &mut jitter)
    }

    /// What of a trace is not as the script expects it; empty where all is, or where it expects nothing.
    #[must_use]
    pub fn faults(&self, trace: &Trace) -> Vec<String> {
        self.expect.faults(trace)
    }
}

impl FromStr for Script {
    type Err = NoScript;

    fn from_str(line: &str) -> Result<Self, NoScript> {
        Self::parse(line)
    }
}

/// What serde_json says, without the line: it was given one.
fn no_json(error: &serde_json::Error) -> String {
    let error_text = error.to_string();
    let what = error_text
        .rsplit_once(" at line ")
        .map_or(&*error_text, |(what, _)| what);
    harmless(&format!("it is no JSON: {what}, at column {}", error.column()))
}
