//! Deprecated codes: each leads somewhere, and that somewhere will stay.

use errtax_core::Status;

use super::Context;
use crate::finding::Finding;
use crate::model::{Code, Origin, Registry};
use crate::rules;

/// Checks every deprecated code of this registry.
pub(super) fn check(context: &mut Context<'_>) {
    let mut in_cycle: Vec<&str> = Vec::new();
    for code in context
        .registry
        .codes
        .values()
        .filter(|code| code.origin == Origin::Own)
    {
        let Some(deprecated) = &code.deprecated else { continue };
        let sure = context.doubts.all_sure(
            &code.name,
            &["deprecated", "deprecated.replaced_by", "deprecated.reason"],
        );
        let Some(target) = &deprecated.replaced_by else {
            if deprecated.reason.is_none() && sure {
                context.add(
                    Finding::new(
                        &rules::DEPRECATED_WITHOUT_ADVICE,
                        code.places.get("deprecated"),
                        format!("`{}` is deprecated without a replacement or a reason", code.name),
                        "add `replaced_by = \"…\"` or `reason = \"…\"`",
                    )
                    .label("what should be used instead?")
                    .code(&code.name)
                    .field("deprecated"),
                );
            }
            continue;
        };
        if in_cycle.contains(&code.name.as_str()) {
            continue;
        }
        let cycle = cycle(context.registry, code);
        if cycle.len() > 1 {
            report_cycle(context, code, &cycle);
            in_cycle.extend(cycle.iter().map(|code| code.name.as_str()));
            continue;
        }
        let place = code.places.get("deprecated.replaced_by");
        if *target == code.name {
            let message = format!("`{target}` cannot replace itself");
            let finding = Finding::new(
                &rules::REPLACEMENT_UNUSABLE,
                place,
                message,
                "name another code, or give a `reason` alone",
            );
            context.add(finding.label("itself").code(&code.name).field("deprecated.replaced_by"));
            continue;
        }
        if let Some(tombstone) = context.registry.retired.get(target) {
            if !context.registry.codes.contains_key(target) {
                let message = format!("`{target}`, which is to replace `{}`, is retired", code.name);
                let finding = Finding::new(
                    &rules::REPLACEMENT_UNUSABLE,
                    place,
                    message,
                    "name a frozen code that is not deprecated",
                );
                let finding = finding
                    .label("no longer a code")
                    .related(tombstone.place, "retired here");
                context.add(finding.code(&code.name).field("deprecated.replaced_by"));
                continue;
            }
        }
        let Some(other) = context.code(target, place, Some((code, "deprecated.replaced_by"))) else {
            continue;
        };
        let (problem, at, note) = if other.deprecated.is_some() {
            (
                "is deprecated itself",
                other.places.get("deprecated"),
                "deprecated here",
            )
        } else if other.status == Status::Draft && context.doubts.sure(target, "status") {
            (
                "is a draft, which may still change or go",
                other.places.get("status"),
                "its status",
            )
        } else {
            continue;
        };
        let message = format!("`{target}`, which is to replace `{}`, {problem}", code.name);
        let finding = Finding::new(
            &rules::REPLACEMENT_UNUSABLE,
            place,
            message,
            "name a frozen code that is not deprecated",
        );
        context.add(
            finding
                .label("not one to move to")
                .related(at, note)
                .code(&code.name)
                .field("deprecated.replaced_by"),
        );
    }
}

/// The codes from this one back to itself; this one alone where they lead elsewhere.
fn cycle<'a>(registry: &'a Registry, start: &'a Code) -> Vec<&'a Code> {
    let mut path = vec![start];
    let mut at = start;
    loop {
        let target = at
            .deprecated
            .as_ref()
            .and_then(|deprecated| deprecated.replaced_by.as_deref());
        let Some(next) = target.and_then(|target| registry.codes.get(target)) else {
            return vec![start];
        };
        if next.name == start.name {
            return path;
        }
        if path.iter().any(|code| code.name == next.name) {
            return vec![start];
        }
        path.push(next);
        at = next;
    }
}

fn report_cycle(context: &mut Context<'_>, code: &Code, cycle: &[&Code]) {
    let chain: Vec<String> = cycle
        .iter()
        .chain([&code])
        .map(|code| format!("`{}`", code.name))
        .collect();
    let message = format!("these codes replace each other: {}", chain.join(" → "));
    let place = code.places.get("deprecated.replaced_by");
    let mut finding = Finding::new(
        &rules::REPLACEMENT_CYCLE,
        place,
        message,
        "let one of them lead to a code that is not deprecated",
    )
    .label("leads back here")
    .code(&code.name)
    .field("deprecated.replaced_by");
    for other in cycle.iter().skip(1) {
        finding = finding.related(other.places.get("deprecated.replaced_by"), "and on");
    }
    context.add(finding);
}
