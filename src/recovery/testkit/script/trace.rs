//! What came of a scripted task: for whoever compares it, for machines, and step by step for people.

use std::fmt;

use serde_json::{Value, json};

use crate::recovery::{CallId, Key, Rule, Task};

/// What came of a script.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// The id of the script.
    pub id: String,
    /// The task as it ended, with its ledger.
    pub task: Task,
    /// The waits, in milliseconds; one that was cut short by as much of it as was waited.
    pub waits_ms: Vec<u64>,
    /// Which calls were sent: `send`, `read`, `fix`, `step`, `item:NAME`.
    pub sequence: Vec<String>,
    /// Under which key each call of a tool was sent.
    pub keys: Vec<(CallId, Option<Key>)>,
    /// How many answers are left.
    pub unused: usize,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// At which millisecond.
    pub at_ms: u64,
    /// What.
    pub what: String,
    /// The rule that decided so; none for what the server did.
    pub rule: Option<Rule>,
}

impl Trace {
    /// From the first call to the last thing that happened, in milliseconds.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.task.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether there was a key each time, and of one call always the same.
    #[must_use]
    pub fn has_same_keys(&self) -> bool {
        let is_same = |(id, key): &(CallId, Option<Key>)| {
            let first = self.keys.iter().find(|(known, _)| known == id);
            key.is_some() && first.is_some_and(|(_, first)| first == key)
        };
        !self.keys.is_empty() && self.keys.iter().all(is_same)
    }

    /// As a line of JSON: `id`, `calls`, `waits_ms`, `status`, `stop_reason`, `sequence`, `recovery_calls`, `elapsed_ms`, `report`, in
    /// this order.
    #[must_use]
    pub fn to_json(&self) -> String {
        let report = self.task.report();
        let members = [
            ("id", json!(self.id)),
            ("calls", json!(self.task.calls())),
            ("waits_ms", json!(self.waits_ms)),
            ("status", json!(report.status().as_str())),
            ("stop_reason", json!(self.task.stop_reason().map(Rule::as_str))),
            ("sequence", json!(self.sequence)),
            ("recovery_calls", json!(self.task.recovery_calls())),
            ("elapsed_ms", json!(self.elapsed_ms())),
            ("report", json!(report.to_string())),
        ];
        let members: Vec<String> = members
            .iter()
            .map(|(name, value)| format!("{}:{value}", Value::from(*name)))
            .collect();
        format!("{{{}}}", members.join(","))
    }
}

/// Step by step, with the rule of each decision, then the report.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            writeln!(f, "{step}")?;
        }
        write!(f, "{}", self.task.report())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = format!("{}.{:03}", self.at_ms / 1_000, self.at_ms % 1_000);
        match self.rule {
            Some(rule) => write!(f, "{at:>8} s  {:<20} {rule}", self.what),
            None => write!(f, "{at:>8} s    {}", self.what),
        }
    }
}
