//! `allow`: rules that are waived for a code or a tool, each with its reason.

use super::fields::{Fields, wrong_type};
use super::raw::Field;
use super::tree::{Entry, Value};
use crate::finding::{Finding, Stage};
use crate::rules;
use crate::source::Spanned;
use crate::suggest;

/// Reads the waivers of rules of this stage; those of others would do nothing.
pub(super) fn allow(fields: &Fields<'_>, stage: Stage) -> Vec<(Spanned<String>, Spanned<String>)> {
    let mut allow = Vec::new();
    let Field::Is(Spanned { value: table, .. }) = fields.table("allow") else {
        return allow;
    };
    let (whose, example) = match stage {
        Stage::Tools => ("not a rule about tools", "the keys expire after an hour"),
        _ => ("not a rule of style", "named before the rule"),
    };
    for Entry { key, key_place, node } in &table.entries {
        let waivable: Vec<&str> = rules::RULES
            .iter()
            .filter(|rule| rule.stage == stage)
            .map(|rule| rule.id)
            .collect();
        let finding = match rules::find(key) {
            None => {
                let help = suggest::help(key, &waivable, "see `cargo errtax explain` for the rules");
                Some(
                    Finding::new(
                        &rules::UNKNOWN_RULE,
                        *key_place,
                        format!("unknown rule `{key}`: this waives nothing"),
                        help,
                    )
                    .label("no such rule"),
                )
            }
            Some(rule) if rule.stage != stage => {
                let (here, help) = match rule.stage {
                    Stage::Style => (
                        " here",
                        format!("move `{key}` to the `allow` of the code that it is about"),
                    ),
                    Stage::Tools => (
                        " here",
                        format!("move `{key}` to the `allow` of the tool that it is about"),
                    ),
                    _ => ("", format!("mend what `{key}` finds and remove it here")),
                };
                let message = format!("`{key}` cannot be waived{here}: this does nothing, and looks as if it did");
                Some(Finding::new(&rules::RULE_NOT_WAIVABLE, *key_place, message, help).label(whose))
            }
            Some(_) => None,
        };
        if let Some(finding) = finding {
            fields.add(finding.field("allow"));
            continue;
        }
        match &node.value {
            Value::Text(reason) if !reason.trim().is_empty() => allow.push((
                Spanned {
                    value: key.clone(),
                    place: *key_place,
                },
                Spanned {
                    value: reason.clone(),
                    place: node.place,
                },
            )),
            Value::Text(_) => fields.add(
                Finding::new(
                    &rules::WAIVER_WITHOUT_REASON,
                    node.place,
                    format!("`{key}` is waived without a reason: nobody can tell later whether it still holds"),
                    format!("write why: `{key} = \"{example}\"`"),
                )
                .label("empty")
                .field("allow"),
            ),
            Value::Broken => {}
            _ => fields.add(wrong_type(key, "a string", node, "write the reason in quotes".to_owned()).field("allow")),
        }
    }
    allow
}
