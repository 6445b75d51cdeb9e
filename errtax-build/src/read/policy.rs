//! `[policy]`: how strict `check` is.

use super::fields::{Fields, Report, wrong_type};
use super::paths::inside_package;
use super::raw::Field;
use super::tree::{Entry, Table, Value};
use crate::finding::Finding;
use crate::keys::POLICY;
use crate::map::Map;
use crate::model::{Policy, PolicyLevel};
use crate::rules;
use crate::source::{Place, Spanned};
use crate::suggest;

/// Reads `[policy]`.
pub(super) fn policy(table: &Table, name: Place, report: &Report) -> Policy {
    let fields = Fields::new(table, name, "policy", POLICY.keys, report);
    let records = match fields.filled("records") {
        Field::Is(path) => match inside_package(&path.value, path.place) {
            Ok(path) => Some(path),
            Err(finding) => {
                fields.add(finding.field("policy.records"));
                None
            }
        },
        _ => None,
    };
    let alternatives_since = fields.date("alternatives_since").value().cloned();
    let mut levels = Map::new();
    for entry in fields
        .table("levels")
        .value()
        .into_iter()
        .flat_map(|table| &table.entries)
    {
        match level(entry) {
            Ok(Some(level)) => {
                levels.insert(entry.key.clone(), level);
            }
            Ok(None) => {}
            Err(finding) => fields.add(finding.field(format!("policy.levels.{}", entry.key))),
        }
    }
    Policy {
        records,
        alternatives_since,
        levels,
        place: Some(name),
    }
}

/// The level that one line gives to a rule.
fn level(entry: &Entry) -> Result<Option<Spanned<PolicyLevel>>, Finding> {
    let Entry { key, key_place, node } = entry;
    let Some(rule) = rules::find(key) else {
        let known: Vec<&str> = rules::RULES.iter().map(|rule| rule.id).collect();
        let help = suggest::help(key, &known, "see `cargo errtax rules` for their names");
        let message = format!("unknown rule `{key}`: this line sets nothing");
        return Err(Finding::new(&rules::UNKNOWN_RULE, *key_place, message, help).label("no such rule"));
    };
    let text = match &node.value {
        Value::Text(text) => text,
        Value::Broken => return Ok(None),
        _ => return Err(wrong_type(key, "a level", node, WORDS.to_owned())),
    };
    let Ok(level) = text.parse::<PolicyLevel>() else {
        let message = format!("`{text}` is no level for `{key}`");
        return Err(Finding::new(&rules::BAD_VALUE, node.place, message, WORDS).label("no such level"));
    };
    if rule.level.fails() && level != PolicyLevel::Error {
        let message = format!("`{key}` cannot be lowered to `{text}`: what fails, fails for everybody");
        let help = format!(
            "remove `{key}` here, and mend what it finds; to accept one break on record, `cargo errtax amend CODE FIELD`"
        );
        return Err(Finding::new(&rules::POLICY_TOO_LOW, node.place, message, help).label("fails whatever this says"));
    }
    Ok(Some(Spanned {
        value: level,
        place: node.place,
    }))
}

const WORDS: &str = "write \"note\", \"warning\" or \"error\"";
