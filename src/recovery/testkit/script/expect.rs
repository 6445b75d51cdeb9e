//! What a script expects, held against what came of it.

use std::fmt;

use serde_json::{Value, json};

use super::read::{Member, NoScript, Object};
use super::trace::Trace;
use crate::recovery::Rule;

/// What `expect` may say.
const MEMBERS: &[&str] = &[
    "calls",
    "elapsed_ms",
    "recovery_calls",
    "report",
    "same_key",
    "sequence",
    "status",
    "stop_reason",
    "unused",
    "waits_ms",
];

/// What a script expects. What it does not say is not compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Expect {
    calls: Option<Range>,
    waits: Option<Vec<Range>>,
    status: Option<String>,
    /// The inner one: nothing is expected to stop it.
    stop_reason: Option<Option<String>>,
    sequence: Option<Vec<String>>,
    same_key: Option<bool>,
    recovery_calls: Option<Range>,
    elapsed: Option<Range>,
    report: Option<Vec<String>>,
    pub(super) unused: Option<u64>,
}

/// From the least to the most that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range(u64, u64);

impl Expect {
    pub(super) fn read(line: &Object<'_>, unknown: &mut Vec<String>) -> Result<Self, NoScript> {
        let outer = line.millis("unused")?;
        let Some(expect) = line.at("expect") else {
            return Ok(Self {
                unused: outer,
                ..Self::default()
            });
        };
        let expect = expect.object()?;
        unknown.extend(expect.unknown(MEMBERS));
        let range = |name: &str| expect.at(name).map(|member| Range::read(&member)).transpose();
        let text = |name: &str| expect.at(name).map(|member| member.text()).transpose();
        let texts = |name: &str| {
            let texts = expect.at(name).map(|member| member.names()).transpose()?;
            Ok(texts.map(|texts| texts.iter().map(ToString::to_string).collect()))
        };
        let waits = match expect.at("waits_ms") {
            Some(waits) => Some(waits.list()?.iter().map(Range::read).collect::<Result<_, _>>()?),
            None => None,
        };
        Ok(Self {
            calls: range("calls")?,
            waits,
            status: text("status")?,
            stop_reason: expect.has("stop_reason").then(|| text("stop_reason")).transpose()?,
            sequence: texts("sequence")?,
            same_key: expect.at("same_key").map(|member| member.flag()).transpose()?,
            recovery_calls: range("recovery_calls")?,
            elapsed: range("elapsed_ms")?,
            report: texts("report")?,
            unused: expect.millis("unused")?.or(outer),
        })
    }

    pub(super) fn faults(&self, trace: &Trace) -> Vec<String> {
        let mut faults = Vec::new();
        let mut hold = |name: &str, is_right: bool, found: Value, expected: String| {
            if !is_right {
                faults.push(format!("`{name}` is {found}, expected {expected}"));
            }
        };
        let task = &trace.task;
        let status = task.report().status().as_str();
        if let Some(expected) = &self.status {
            hold("status", expected == status, json!(status), json!(expected).to_string());
        }
        if let Some(expected) = &self.stop_reason {
            let found = task.stop_reason().map(Rule::as_str);
            hold(
                "stop_reason",
                expected.as_deref() == found,
                json!(found),
                json!(expected).to_string(),
            );
        }
        for (name, range, found) in [
            ("calls", self.calls, u64::from(task.calls())),
            ("recovery_calls", self.recovery_calls, u64::from(task.recovery_calls())),
            ("elapsed_ms", self.elapsed, trace.elapsed_ms()),
        ] {
            if let Some(range) = range {
                hold(name, range.has(found), json!(found), range.to_string());
            }
        }
        if let Some(ranges) = &self.waits {
            let waits = &trace.waits_ms;
            let is_right =
                ranges.len() == waits.len() && ranges.iter().zip(waits).all(|(range, wait)| range.has(*wait));
            let expected: Vec<String> = ranges.iter().map(ToString::to_string).collect();
            hold("waits_ms", is_right, json!(waits), format!("[{}]", expected.join(",")));
        }
        if let Some(expected) = &self.sequence {
            hold(
                "sequence",
                *expected == trace.sequence,
                json!(trace.sequence),
                json!(expected).to_string(),
            );
        }
        if let Some(expected) = self.same_key {
            let found = trace.has_same_keys();
            hold("same_key", expected == found, json!(found), expected.to_string());
        }
        if let Some(expected) = &self.report {
            let report = task.report().to_string();
            let expected = expected.join("\n");
            hold("report", expected == report, json!(report), json!(expected).to_string());
        }
        if let Some(expected) = self.unused {
            let found = trace.unused as u64;
            hold("unused", expected == found, json!(found), expected.to_string());
        }
        faults
    }
}

impl Range {
    /// A number, or the least and the most.
    fn read(member: &Member<'_>) -> Result<Self, NoScript> {
        let Value::Array(_) = member.value else {
            let exactly = member.number()?;
            return Ok(Self(exactly, exactly));
        };
        match member.list()?.as_slice() {
            [exactly] => exactly.number().map(|exactly| Self(exactly, exactly)),
            [least, most] => Ok(Self(least.number()?, most.number()?)),
            _ => Err(member.wrong("is neither a number nor the least and the most that it may be")),
        }
    }

    const fn has(self, number: u64) -> bool {
        self.0 <= number && number <= self.1
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 {
            return write!(f, "{}", self.0);
        }
        write!(f, "[{},{}]", self.0, self.1)
    }
}
