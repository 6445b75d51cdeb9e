//! Class, action, retryable, executed and the twin: stated twice over, so that one careless edit contradicts itself.

use errtax_core::{Action, Class, Executed, Role};

use super::{Context, required};
use crate::finding::Finding;
use crate::model::{Code, RoleCode};
use crate::{rules, standard, suggest};

/// What one code says must agree with itself.
pub(super) fn check(context: &mut Context<'_>, code: &Code) {
    let contract = &code.contract;
    let sure = |fields: &[&str]| context.doubts.all_sure(&code.name, fields);
    let at = |field: &str| code.places.get(field);
    let (class, action, executed) = (contract.class, contract.action, contract.executed);
    let action_fits = !sure(&["class", "action"]) || class.actions().contains(&action);
    let executed_fits = !sure(&["class", "executed"]) || class.executed().contains(&executed);
    let retryable_fits = !sure(&["action", "retryable"]) || action.retryable() == contract.retryable;
    let actions = suggest::either_value("action", class.actions().iter().map(|action| action.as_str()));
    let effects = suggest::either_value("executed", class.executed().iter().map(|executed| executed.as_str()));
    let mut found = Vec::new();
    if !action_fits && !executed_fits {
        // Where the class contradicts both, the class is the likelier slip; either way it is one.
        found.push(
            Finding::new(
                &rules::CLASS_ACTION,
                at("class"),
                format!(
                    "class `{class}` goes with neither action `{action}` nor executed `{executed}`: agents act on all \
                     three, and would be told two things"
                ),
                format!("with class `{class}`, write {actions}, and {effects}; or give the code another class"),
            )
            .label("contradicts both")
            .related(at("action"), "the action")
            .related(at("executed"), "whether the call took effect")
            .field("class"),
        );
    } else if !action_fits {
        found.push(
            Finding::new(
                &rules::CLASS_ACTION,
                at("action"),
                format!(
                    "action `{action}` contradicts class `{class}`: agents act on both, and would be told two things"
                ),
                format!("with class `{class}`, write {actions}; or give the code another class"),
            )
            .label(format!("not with `{class}`"))
            .related(at("class"), "the class")
            .field("action"),
        );
    } else if !executed_fits {
        found.push(
            Finding::new(
                &rules::CLASS_EXECUTED,
                at("executed"),
                format!(
                    "executed `{executed}` contradicts class `{class}`: an agent could not tell whether the call took \
                     effect"
                ),
                format!("with class `{class}`, write {effects}; or give the code another class"),
            )
            .label(format!("not with `{class}`"))
            .related(at("class"), "the class")
            .field("executed"),
        );
    }
    if action_fits && !retryable_fits {
        found.push(
            Finding::new(
                &rules::ACTION_RETRYABLE,
                at("retryable"),
                format!(
                    "retryable `{}` contradicts action `{action}`: agents that go by `retryable` would {}",
                    contract.retryable,
                    if contract.retryable {
                        "repeat a call that cannot succeed"
                    } else {
                        "give up on a call that a repeat would save"
                    }
                ),
                format!(
                    "write `retryable = {}`, or {}",
                    action.retryable(),
                    otherwise(class, contract.retryable)
                ),
            )
            .label(format!(
                "`{action}` {} the same call again",
                if action.retryable() { "sends" } else { "does not send" }
            ))
            .related(at("action"), "the action")
            .field("retryable"),
        );
    }
    let sound = found.is_empty() && sure(&["class", "action", "retryable", "executed", "in_doubt"]);
    let needs_twin = contract.retryable && executed == Executed::Unknown;
    if sound && needs_twin && contract.in_doubt.is_none() {
        found.push(
            Finding::new(
                &rules::IN_DOUBT_MISSING,
                at("executed"),
                "a retryable code whose effect is unknown names no twin: a write that landed would be sent a second time",
                format!("add {}", likely_twin(context)),
            )
            .label("what is a write told instead?")
            .field("in_doubt"),
        );
    }
    if sound && !needs_twin && contract.in_doubt.is_some() {
        let why = if contract.retryable {
            "its effect is known"
        } else {
            "it is not retryable"
        };
        found.push(
            Finding::new(
                &rules::IN_DOUBT_UNUSED,
                at("in_doubt"),
                format!("`in_doubt` is never used here: {why}"),
                "remove `in_doubt`",
            )
            .label("never sent")
            .field("in_doubt"),
        );
    }
    context
        .findings
        .extend(found.into_iter().map(|finding| finding.code(&code.name)));
}

/// What goes with `retryable` where that is what was meant: an action of this class, else another class.
fn otherwise(class: Class, retryable: bool) -> String {
    let fits = |action: &&Action| action.retryable() == retryable;
    let mut actions = class.actions().iter().filter(fits).peekable();
    if actions.peek().is_some() {
        return suggest::either_value("action", actions.map(|action| action.as_str()));
    }
    let classes = Class::ALL
        .iter()
        .filter(|class| class.actions().iter().any(|action| fits(&action)));
    format!(
        "a class that goes with `retryable = {retryable}`: {}",
        suggest::either(classes.map(|class| class.as_str()))
    )
}

/// `in_doubt` with a code of class `unknown_outcome`: that of the role, else the first, else the standard one.
fn likely_twin(context: &Context<'_>) -> String {
    let role = match context.registry.roles.get(&Role::InDoubt) {
        Some(RoleCode::Here(code)) => Some(code.clone()),
        _ => None,
    };
    let first = || {
        context
            .registry
            .codes
            .values()
            .find(|code| code.contract.class == Class::UnknownOutcome)
    };
    match role.or_else(|| first().map(|code| code.name.clone())) {
        Some(code) => format!("`in_doubt = \"{code}\"`"),
        None => format!(
            "`in_doubt = \"OUTCOME_UNKNOWN\"`, and below `[registry]`, for that code, {}",
            standard::extends()
        ),
    }
}

/// The twin must exist, say "look before any resend", and need nothing that its origin cannot give.
pub(super) fn check_twin(context: &mut Context<'_>, code: &Code) {
    let Some(name) = &code.contract.in_doubt else { return };
    let place = code.places.get("in_doubt");
    let Some(twin) = context.code(name, place, Some((code, "in_doubt"))) else {
        return;
    };
    if twin.contract.class != Class::UnknownOutcome && context.doubts.sure(name, "class") {
        context.add(
            Finding::new(
                &rules::IN_DOUBT_CLASS,
                place,
                format!(
                    "the twin `{name}` is of class `{}`, not `unknown_outcome`: after a write that may have landed, the \
                     agent would not be told to look",
                    twin.contract.class
                ),
                format!("write {}", likely_twin(context)),
            )
            .label("tells the agent something else")
            .related(twin.places.get("class"), "its class")
            .code(&code.name)
            .field("in_doubt"),
        );
        return;
    }
    if !context.doubts.all_sure(name, &["details"]) || !context.doubts.all_sure(&code.name, &["details"]) {
        return;
    }
    let given = required(code);
    let mut missing = required(twin).into_iter().filter(|(detail, declared)| {
        let fits = given
            .get(detail)
            .is_some_and(|own| own.kind == declared.kind && own.values == declared.values);
        !fits && context.doubts.sure(&code.name, &format!("details.{detail}"))
    });
    let Some((detail, declared)) = missing.next() else {
        return;
    };
    let finding = Finding::new(
        &rules::TWIN_DETAILS,
        place,
        format!(
            "the twin `{name}` requires the detail `{detail}`, which `{}` does not: a write in doubt would go out without it",
            code.name
        ),
        format!(
            "declare `{detail} = \"{}\"` for `{}`, or make it optional in `{name}`",
            declared.kind, code.name
        ),
    )
    .label(format!("cannot fill `{detail}`"))
    .related(twin.places.get(&format!("details.{detail}")), "required here")
    .code(&code.name)
    .field("in_doubt");
    drop(missing);
    context.add(finding);
}
