//! Class, action, retryable, executed and the twin: stated twice over, so that one careless edit contradicts itself.

use errtax_core::{Class, Executed, Role};

use super::{Context, required};
use crate::finding::Finding;
use crate::model::{Code, RoleCode};
use crate::{rules, suggest};

/// What one code says must agree with itself.
pub(super) fn check(context: &mut Context<'_>, code: &Code) {
    let contract = &code.contract;
    let sure = |fields: &[&str]| context.doubts.all_sure(&code.name, fields);
    let at = |field: &str| code.places.get(field);
    let (class, action, executed) = (contract.class, contract.action, contract.executed);
    let action_fits = !sure(&["class", "action"]) || class.actions().contains(&action);
    let executed_fits = !sure(&["class", "executed"]) || class.executed().contains(&executed);
    let retryable_fits = !sure(&["action", "retryable"]) || action.retryable() == contract.retryable;
    let actions = suggest::list(class.actions().iter().map(|action| action.as_str()));
    let effects = suggest::list(class.executed().iter().map(|executed| executed.as_str()));
    let mut found = Vec::new();
    if !action_fits && !executed_fits {
        // Where the class contradicts both, the class is the likelier slip; either way it is one.
        found.push(
            Finding::new(
                &rules::CLASS_ACTION,
                at("class"),
                format!("class `{class}` goes with neither action `{action}` nor executed `{executed}`"),
                format!(
                    "with `{class}`, write action {actions} and executed {effects}; or give the code another class"
                ),
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
                format!("action `{action}` contradicts class `{class}`"),
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
                format!("executed `{executed}` contradicts class `{class}`"),
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
                format!("retryable `{}` contradicts action `{action}`", contract.retryable),
                format!("write `retryable = {}`, or another action", action.retryable()),
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
                "a retryable code whose effect is unknown names no twin",
                format!("add `in_doubt = \"{}\"`", likely_twin(context)),
            )
            .label("then what does a write surface as?")
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

/// A code of class `unknown_outcome` to suggest: that of the role, else the first.
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
    role.or_else(|| first().map(|code| code.name.clone()))
        .unwrap_or_else(|| "OUTCOME_UNKNOWN".to_owned())
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
                    "the twin `{name}` is of class `{}`, not `unknown_outcome`",
                    twin.contract.class
                ),
                format!("write `in_doubt = \"{}\"`", likely_twin(context)),
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
            "the twin `{name}` requires the detail `{detail}`, which `{}` does not",
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
