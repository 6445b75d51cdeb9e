//! Contract versions: nothing came with a version that is still to come.

use super::Context;
use crate::finding::Finding;
use crate::model::{Code, Origin, Version};
use crate::rules;
use crate::source::Place;

/// Checks the versions that one code names.
pub(super) fn check(context: &mut Context<'_>, code: &Code) {
    if let Some(since) = code.since {
        not_later(context, since, code.places.get("since"), Some((&code.name, "since")));
    }
    let Some(deprecated) = &code.deprecated else { return };
    if !context.doubts.all_sure(&code.name, &["deprecated", "deprecated.since"]) {
        return;
    }
    let place = code.places.get("deprecated.since");
    not_later(context, deprecated.since, place, Some((&code.name, "deprecated.since")));
    if let Some(since) = code.since.filter(|since| *since > deprecated.since) {
        let message = format!(
            "`{}` is deprecated since {}, before it came with {since}",
            code.name, deprecated.since
        );
        let help = format!("write `since = \"{since}\"` or later");
        let finding = Finding::new(&rules::SINCE_IN_FUTURE, place, message, help).label("before it was there");
        let finding = finding.related(code.places.get("since"), "it came with this version");
        context.add(finding.code(&code.name).field("deprecated.since"));
    }
}

/// Checks the versions that tombstones and amendments name.
pub(super) fn check_registry(context: &mut Context<'_>) {
    let registry = context.registry;
    for (name, tombstone) in &registry.retired {
        if tombstone.origin == Origin::Own {
            not_later(context, tombstone.since, tombstone.place, Some((name, "since")));
        }
    }
    for amendment in &registry.amendments {
        not_later(
            context,
            amendment.version,
            amendment.places.get("version"),
            Some((&amendment.code, "amendments")),
        );
    }
}

fn not_later(context: &mut Context<'_>, version: Version, place: Place, about: Option<(&str, &str)>) {
    let current = context.registry.version;
    if version <= current || !context.doubts.sure("", "version") {
        return;
    }
    let message =
        format!("the version {version} is later than the registry's {current}, which is all that anybody can have");
    let help = format!("write `{current}` or earlier, or raise `version` under `[registry]`");
    let mut finding = Finding::new(&rules::SINCE_IN_FUTURE, place, message, help)
        .label("still to come")
        .related(context.registry.place, format!("version {current}"));
    if let Some((code, field)) = about {
        finding = finding.code(code).field(field);
    }
    context.add(finding);
}
