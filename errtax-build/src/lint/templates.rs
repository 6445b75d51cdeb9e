//! Placeholders in message, hint and next: each shows a detail that is always there and may be shown.

use errtax_core::Action;

use super::Context;
use crate::finding::{Finding, Rule};
use crate::model::{Code, Next, Value};
use crate::source::Place;
use crate::template::Template;
use crate::{rules, suggest};

/// The built-in placeholder of hints: the tool that shows whether a call landed.
const VERIFY: &str = "verify";

/// Checks every text of one code that may hold placeholders.
pub(super) fn check(context: &mut Context<'_>, code: &Code) {
    check_text(context, code, "message", &code.message, code.places.get("message"));
    check_text(context, code, "hint", &code.hint, code.places.get("hint"));
    match &code.contract.next {
        Some(Next::Tool { args, .. }) => {
            for (name, value) in args {
                check_value(context, code, &format!("next.args.{name}"), value);
            }
        }
        Some(Next::Resource(uri)) => check_text(context, code, "next", uri, code.places.get("next.resource")),
        None => {}
    }
    let verify = format!("details.{VERIFY}");
    if code.contract.action == Action::Verify && code.contract.details.contains_key(VERIFY) {
        context.add(
            Finding::new(
                &rules::RESERVED_NAME,
                code.places.get(&verify),
                "a code of action `verify` cannot call a detail `verify`: `{verify}` in its hint is the tool to verify with",
                "call it `verify_with`, or something more telling",
            )
            .label("reserved")
            .code(&code.name)
            .field(verify),
        );
    }
}

fn check_value(context: &mut Context<'_>, code: &Code, path: &str, value: &Value) {
    match value {
        Value::String(text) => check_text(context, code, "next", text, code.places.get(path)),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                check_value(context, code, &format!("{path}.{at}"), item);
            }
        }
        Value::Table(table) => {
            for (name, item) in table {
                check_value(context, code, &format!("{path}.{name}"), item);
            }
        }
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => {}
    }
}

fn check_text(context: &mut Context<'_>, code: &Code, field: &str, text: &str, place: Place) {
    let template = Template::parse(text);
    for problem in template.problems {
        let at = context.inside(place, text, &problem.range);
        let message = format!("the {field} has {}", problem.message);
        let finding =
            Finding::new(&rules::PLACEHOLDER_SYNTAX, at, message, problem.help).label("agents would see it like this");
        context.add(finding.code(&code.name).field(field));
    }
    for part in template.parts {
        let crate::template::Part::Placeholder { name, range } = part else {
            continue;
        };
        let at = context.inside(place, text, &range);
        if let Some(finding) = placeholder(context, code, field, &name, at) {
            context.add(finding.code(&code.name).field(field));
        }
    }
}

fn placeholder(context: &Context<'_>, code: &Code, field: &str, name: &str, at: Place) -> Option<Finding> {
    let path = format!("details.{name}");
    let in_doubt = context.doubts.incomplete || !context.doubts.all_sure(&code.name, &["details", &path]);
    let declared = code.places.get(&path);
    let refuse = |rule: &'static Rule, message: String, help: String, label: &str| {
        Some(
            Finding::new(rule, at, message, help)
                .label(label)
                .related(declared, "declared here"),
        )
    };
    match code.contract.details.get(name) {
        _ if in_doubt => None,
        None if name == VERIFY && field == "hint" && code.contract.action == Action::Verify => None,
        None if name == VERIFY && !context.doubts.sure(&code.name, "action") => None,
        None => {
            let details: Vec<&str> = code.contract.details.keys().map(String::as_str).collect();
            let help = match name {
                VERIFY => {
                    "`{verify}` is for the hint of a code whose action is `verify`; write the tool's name".to_owned()
                }
                _ => suggest::help(
                    name,
                    &details,
                    &format!("declare `{name} = \"string\"` under `[codes.{}.details]`", code.name),
                ),
            };
            let message = format!(
                "`{{{name}}}` in the {field} is no detail of `{}`, so there is nothing to show",
                code.name
            );
            Some(Finding::new(&rules::PLACEHOLDER_UNKNOWN, at, message, help).label("no such detail"))
        }
        Some(detail) if detail.sensitive => refuse(
            &rules::PLACEHOLDER_SENSITIVE,
            format!("the {field} shows `{name}`, which is sensitive: agents and their logs would have it"),
            format!("remove `{{{name}}}` from the {field}, or `sensitive` from the detail"),
            "would reach the agent",
        ),
        Some(detail) if detail.optional => refuse(
            &rules::PLACEHOLDER_OPTIONAL,
            format!("the {field} shows `{name}`, which may be missing: agents would read a sentence with a hole"),
            format!("remove `{{{name}}}` from the {field}, or `optional` from the detail"),
            "may be missing",
        ),
        Some(_) => None,
    }
}
