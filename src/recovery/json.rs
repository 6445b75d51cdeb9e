//! The report as JSON, with the whole ledger: what an event log keeps, and what [`Task::replay`] reads.

use std::fmt::Write as _;

use errtax_core::__json::string;
use errtax_core::Action;

use super::arguments::Arguments;
use super::ledger::{Entry, Event, Facts, ITEMS};
use super::op::Op;
use super::task::Task;
use super::tool::Tool;

/// An object under way.
struct Object<'o> {
    out: &'o mut String,
    is_first: bool,
}

impl<'o> Object<'o> {
    fn new(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, is_first: true }
    }

    fn member(&mut self, name: &str) -> &mut String {
        if !std::mem::take(&mut self.is_first) {
            self.out.push(',');
        }
        let _ = write!(self.out, "\"{name}\":");
        self.out
    }

    fn text(&mut self, name: &str, value: &str) -> &mut Self {
        string(self.member(name), value, usize::MAX);
        self
    }

    fn text_or_null(&mut self, name: &str, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.text(name, value),
            None => self.plain(name, "null"),
        }
    }

    /// A number, `true` or `false`.
    fn plain(&mut self, name: &str, value: impl std::fmt::Display) -> &mut Self {
        let _ = write!(self.member(name), "{value}");
        self
    }

    fn list<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut String, T),
    ) -> &mut Self {
        let out = self.member(name);
        out.push('[');
        for (position, value) in items.into_iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            item(out, value);
        }
        out.push(']');
        self
    }

    fn names<'a>(&mut self, name: &str, names: impl IntoIterator<Item = &'a str>) -> &mut Self {
        self.list(name, names, |out, name| string(out, name, usize::MAX))
    }

    fn end(&mut self) {
        self.out.push('}');
    }
}

impl Task {
    /// The report as one JSON object, with each decision and the rule that made it.
    ///
    /// `ledger` has one entry for each thing that happened, with `tool`, `name`, `code`, `class`, `wait` (in milliseconds) and
    /// `rule`; `planned` is what [`replay`](Self::replay) needs beside it. Arguments are in neither, only their hashes.
    #[must_use]
    pub fn to_json(&self) -> String {
        let report = self.report();
        let mut out = String::new();
        let mut object = Object::new(&mut out);
        object.plain("recovery", 1).text("task", &self.name);
        let limits = self.limits;
        let mut inside = Object::new(object.member("limits"));
        inside
            .plain("attempts_per_call", limits.attempts_per_call)
            .plain("recovery_calls", limits.recovery_calls)
            .plain("recovery_time_ms", limits.recovery_time.as_millis())
            .end();
        object
            .text("status", report.status().as_str())
            .text_or_null("stop_reason", self.stop_reason().map(super::rule::Rule::as_str))
            .plain("calls", self.calls())
            .plain("recovery_calls", self.recovery_calls())
            .plain("elapsed_ms", self.elapsed().as_millis())
            .list("report", report.to_string().lines(), |out, line| {
                string(out, line, usize::MAX)
            });
        // Items follow from their batch, all but what they were fixed to.
        let is_told = |op: &Op| op.item_of.is_none() || op.before.is_some();
        let planned = (0_u16..).zip(self.ops.iter()).filter(|(_, op)| is_told(op));
        object.list("planned", planned, |out, (id, op)| write_op(out, id, op));
        object.list("ledger", self.ledger.iter(), |out, entry| self.write_entry(out, entry));
        object.end();
        out
    }

    fn write_entry(&self, out: &mut String, entry: &Entry) {
        let op = self.op(entry.op);
        let mut object = Object::new(out);
        object
            .text_or_null("tool", op.map(|op| &*op.tool.name))
            .text_or_null("name", op.map(|op| self.name_of(op)).as_deref())
            .text_or_null("code", self.codes.get(usize::from(entry.code)).map(|code| &**code));
        let class = match entry.seen {
            Facts::Failure(class, ..) => Some(class.as_str()),
            _ => None,
        };
        object
            .text_or_null("class", class)
            .plain("wait", entry.wait)
            .text("rule", entry.rule.as_str())
            .text("event", entry.event.as_str())
            .plain("at_ms", entry.at)
            .plain("call", entry.op)
            .plain("jitter_ms", entry.jitter)
            .plain("given", entry.given);
        match entry.seen {
            Facts::None => {}
            Facts::Flags(flags) => {
                object.plain("flags", flags);
                if let (Event::Probe, ITEMS) = (entry.event, flags) {
                    let found = self.found.get(usize::try_from(entry.given).unwrap_or(usize::MAX));
                    object.list("items", found.into_iter().flatten(), |out, item| {
                        let _ = write!(out, "{item}");
                    });
                }
            }
            Facts::Failure(_, executed, action) => {
                object
                    .text("executed", executed.as_str())
                    .text_or_null("action", action.map(Action::as_str));
            }
        }
        object.end();
    }
}

fn write_op(out: &mut String, id: u16, op: &Op) {
    let mut object = Object::new(out);
    object.plain("id", id).text_or_null("name", op.name.as_deref());
    write_tool(object.member("tool"), &op.tool);
    let first = op.before.as_deref().unwrap_or(&op.sent);
    write_arguments(object.member("arguments"), &first.arguments);
    match &op.before {
        Some(_) => write_arguments(object.member("fixed"), &op.sent.arguments),
        None => object.member("fixed").push_str("null"),
    }
    let key = op.key.map(|key| {
        key.bytes().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    });
    object.text_or_null("key", key.as_deref());
    let items = op.items.as_deref().unwrap_or_default();
    object.names("items", items.iter().map(|name| &**name));
    object
        .plain("verified", op.has_probe)
        .plain("fixable", op.is_fixable)
        .plain("steps", op.has_steps)
        .plain("until_changed", op.until_changed)
        .plain("always_verify", op.always_verify)
        .end();
}

fn write_tool(out: &mut String, tool: &Tool) {
    let mut object = Object::new(out);
    object
        .text("name", &tool.name)
        .plain("writes", tool.writes)
        .plain("idempotent", tool.idempotent)
        .text("dedupe_key", &tool.dedupe_key)
        .text("verify", &tool.verify)
        .plain("not_found_means_not_landed", tool.not_found_means_not_landed)
        .text("undoes", &tool.undoes)
        .names("match_on", tool.match_on.iter())
        .plain("poll", tool.poll)
        .names("loop_ignore", tool.loop_ignore.iter())
        .names("state_ignore", tool.state_ignore.iter())
        .plain("settle_ms", in_millis(tool.settle))
        .plain("recheck", tool.recheck)
        .plain("min_time_ms", in_millis(tool.min_time))
        .plain("weak_ack", tool.weak_ack)
        .plain("declared", tool.declared)
        .end();
}

/// What is longer than a reader can hold never passes anyway.
fn in_millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn write_arguments(out: &mut String, arguments: &Arguments) {
    let mut object = Object::new(out);
    let number = |out: &mut String, mark: &std::num::NonZeroU32| {
        let _ = write!(out, "{mark}");
    };
    // As text, because many a reader of JSON has only doubles.
    object
        .text("hash", &format!("{:016x}", arguments.key))
        .plain("has_key", arguments.has_key)
        .list("marks", arguments.marks.iter(), number)
        .list("matched", arguments.matched.iter(), number)
        .end();
}
