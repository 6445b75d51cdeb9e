//! `[tools.x]`.

use super::code::{item_places, narrow};
use super::fields::{Fields, Report};
use super::raw::{Field, RawTool};
use super::tree::{Entry, Table};
use super::{names, waivers};
use crate::finding::{Finding, Stage};
use crate::keys::TOOL;
use crate::model::Tool;
use crate::rules;
use crate::source::Spanned;

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
    let fields = Fields::new(table, name.place, format!("tools.{}", name.value), TOOL.keys, report);
    let effect: Field<Effect> = fields.word("effect", &rules::UNKNOWN_EFFECT);
    fields.require("effect", &effect);
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
        destructive: fields.boolean("destructive").value().copied().unwrap_or(true),
        dedupe_key: text("dedupe_key"),
        verify: text("verify"),
        not_found_means_not_landed: only("not_found", "not_landed"),
        undoes: text("undoes"),
        match_on: texts("match_on"),
        poll: flag("poll"),
        loop_ignore: texts("loop_ignore"),
        state_ignore: texts("state_ignore"),
        settle_ms: narrow(fields.integer("settle_ms")).value().copied().unwrap_or(0),
        recheck: narrow(fields.integer("recheck")).value().copied().unwrap_or(0),
        min_time_ms: narrow(fields.integer("min_time_ms")).value().copied().unwrap_or(0),
        weak_ack: only("ack", "weak"),
        scope: text("scope"),
        bound: fields.some_texts("bound"),
        allow: waivers::allow(&fields, Stage::Tools)
            .into_iter()
            .map(|(rule, reason)| (rule.value, reason.value))
            .collect(),
        places: item_places(&fields, name.place),
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
