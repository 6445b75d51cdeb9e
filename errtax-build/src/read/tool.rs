//! `[tools.x]`.

use super::code::{item_places, narrow};
use super::fields::{Fields, Report};
use super::names;
use super::raw::{Field, RawTool};
use super::tree::{Entry, Table};
use crate::finding::Finding;
use crate::model::Tool;
use crate::rules;
use crate::source::Spanned;

const TOOL: &[&str] = &[
    "effect",
    "idempotent",
    "dedupe_key",
    "verify",
    "not_found",
    "undoes",
    "match_on",
    "poll",
    "loop_ignore",
    "state_ignore",
    "settle_ms",
    "recheck",
    "min_time_ms",
    "ack",
];

/// A day: longer than any wait of a tool.
const DAY_MS: i64 = 86_400_000;

/// Reads one tool.
pub(super) fn tool(table: &Table, entry: &Entry, report: &Report) -> RawTool {
    let name = Spanned {
        value: entry.key.clone(),
        place: entry.key_place,
    };
    if !names::is_tool(&name.value) {
        let message = format!("`{}` is no name for a tool", name.value);
        let help = "use letters, digits, `_`, `-`, `.` and `/`, 128 at most";
        report.add(Finding::new(&rules::NAME_GRAMMAR, name.place, message, help).label("not as MCP has it"));
    }
    let fields = Fields::new(table, name.place, format!("tools.{}", name.value), TOOL, report);
    let effect: Field<Effect> = fields.word("effect", &rules::UNKNOWN_EFFECT, &["read", "write"]);
    fields.require("effect", &effect, "\"write\"");
    let number = |key, most| fields.integer(key, 0, most);
    let texts = |key| match fields.texts(key) {
        Field::Is(list) => list.value.into_iter().map(|item| item.value).collect(),
        _ => Vec::new(),
    };
    let text = |key| fields.filled(key).value().cloned();
    let flag = |key| fields.boolean(key).value().copied().unwrap_or(false);
    let only = |key, word: &str| {
        let Field::Is(found) = fields.text(key) else {
            return false;
        };
        if found.value == word {
            return true;
        }
        let message = format!("`{key}` cannot be `{}`", found.value);
        let help = format!("write `{key} = \"{word}\"`, or leave it out");
        fields.add(Finding::new(&rules::BAD_VALUE, found.place, message, help).label("no such word"));
        false
    };
    let tool = Tool {
        writes: effect.value() != Some(&Effect::Read),
        idempotent: flag("idempotent"),
        dedupe_key: text("dedupe_key"),
        verify: text("verify"),
        not_found_means_not_landed: only("not_found", "not_landed"),
        undoes: text("undoes"),
        match_on: texts("match_on"),
        poll: flag("poll"),
        loop_ignore: texts("loop_ignore"),
        state_ignore: texts("state_ignore"),
        settle_ms: narrow(number("settle_ms", DAY_MS)).value().copied().unwrap_or(0),
        recheck: narrow(number("recheck", 100)).value().copied().unwrap_or(0),
        min_time_ms: narrow(number("min_time_ms", DAY_MS)).value().copied().unwrap_or(0),
        weak_ack: only("ack", "weak"),
        places: item_places(&fields, name.place, TOOL),
    };
    RawTool {
        name,
        tool,
        effect_wrong: effect.value().is_none(),
    }
}

/// What `effect` may say.
#[derive(PartialEq, Eq)]
enum Effect {
    Read,
    Write,
}

impl std::str::FromStr for Effect {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "read" => Ok(Self::Read),
            "write" => Ok(Self::Write),
            _ => Err(()),
        }
    }
}
