//! Deprecated codes: each leads somewhere, and that somewhere will stay.

use errtax_core::Status;

use super::Context;
use crate::finding::Finding;
use crate::map::Set;
use crate::model::{Code, Origin, Registry};
use crate::rules;

/// Checks every deprecated code of this registry.
pub(super) fn check(context: &mut Context<'_>) {
    let registry = context.registry;
    let cycles = cycles(registry);
    for cycle in &cycles {
        report_cycle(context, cycle);
    }
    let in_cycle: Set<&str> = cycles.iter().flatten().map(|code| code.name.as_str()).collect();
    for code in registry.codes.values().filter(|code| code.origin == Origin::Own) {
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
                        format!(
                            "`{}` is deprecated without a replacement or a reason: who gets the warning cannot act on it",
                            code.name
                        ),
                        "add `replaced_by = \"NEW_CODE\"`, or `reason = \"why it goes\"` where nothing takes its place",
                    )
                    .label("what should be used instead?")
                    .code(&code.name)
                    .field("deprecated"),
                );
            }
            continue;
        };
        if in_cycle.contains(code.name.as_str()) {
            continue;
        }
        let place = code.places.get("deprecated.replaced_by");
        if *target == code.name {
            let message = format!("`{target}` cannot replace itself: who follows the deprecation stays where they are");
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
                let message = format!(
                    "`{target}`, which is to replace `{}`, is retired: nobody can move to it",
                    code.name
                );
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
        let (problem, at, note, help) = if other.deprecated.is_some() {
            (
                "is deprecated itself, so that who moves to it has to move again",
                other.places.get("deprecated"),
                "deprecated here",
                "name a frozen code that is not deprecated".to_owned(),
            )
        } else if other.status == Status::Draft && context.doubts.sure(target, "status") {
            (
                "is a draft, which may still change or go",
                other.places.get("status"),
                "its status",
                format!("freeze it when it is right: `cargo errtax freeze {target}`; or name a code that is frozen"),
            )
        } else {
            continue;
        };
        let message = format!("`{target}`, which is to replace `{}`, {problem}", code.name);
        let finding = Finding::new(&rules::REPLACEMENT_UNUSABLE, place, message, help);
        context.add(
            finding
                .label("not one to move to")
                .related(at, note)
                .code(&code.name)
                .field("deprecated.replaced_by"),
        );
    }
}

/// The codes that lead back to themselves through others, each time from the first of this registry's own. Every code is
/// walked over once, however long the chains are.
fn cycles(registry: &Registry) -> Vec<Vec<&Code>> {
    let mut cycles = Vec::new();
    let mut walked: Set<&str> = Set::new();
    for start in registry.codes.values().filter(|code| code.deprecated.is_some()) {
        let mut path: Vec<&Code> = Vec::new();
        let mut next = Some(start);
        while let Some(code) = next.filter(|code| walked.insert(&code.name)) {
            path.push(code);
            let deprecated = code.deprecated.as_ref();
            let target = deprecated.and_then(|deprecated| deprecated.replaced_by.as_deref());
            next = target.and_then(|target| registry.codes.get(target));
        }
        // The walk ended at the end of a chain, on an earlier walk, or on itself.
        let Some(back) = next.and_then(|next| path.iter().position(|code| code.name == next.name)) else {
            continue;
        };
        let mut cycle = path.split_off(back);
        let own = cycle.iter().enumerate().filter(|(_, code)| code.origin == Origin::Own);
        if let Some((first, _)) = own
            .min_by_key(|(_, code)| code.name.as_str())
            .filter(|_| cycle.len() > 1)
        {
            cycle.rotate_left(first);
            cycles.push(cycle);
        }
    }
    cycles
}

fn report_cycle(context: &mut Context<'_>, cycle: &[&Code]) {
    let Some(code) = cycle.first() else { return };
    let chain: Vec<String> = cycle
        .iter()
        .chain([code])
        .map(|code| format!("`{}`", code.name))
        .collect();
    let message = format!(
        "these codes replace each other, so that who follows them never arrives: {}",
        chain.join(" → ")
    );
    let place = code.places.get("deprecated.replaced_by");
    let mut finding = Finding::new(
        &rules::REPLACEMENT_CYCLE,
        place,
        message,
        "remove `deprecated` from the code that stays, or let one of them lead to a code that is not deprecated",
    )
    .label("leads back here")
    .code(&code.name)
    .field("deprecated.replaced_by");
    for other in cycle.iter().skip(1) {
        finding = finding.related(other.places.get("deprecated.replaced_by"), "and on");
    }
    context.add(finding);
}
