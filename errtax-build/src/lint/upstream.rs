//! The codes that upstream rules lead to.

use super::{Context, optional_or, required};
use crate::finding::Finding;
use crate::rules;

/// Checks every upstream rule.
pub(super) fn check(context: &mut Context<'_>) {
    for rule in &context.registry.upstream {
        let place = rule.places.get("code");
        let Some(code) = context.code(&rule.code, place, None) else {
            continue;
        };
        let Some((detail, declared)) = required(code).into_iter().next() else {
            continue;
        };
        let path = format!("details.{detail}");
        if !context.doubts.all_sure(&code.name, &["details", &path]) {
            continue;
        }
        let message = format!(
            "`{}` requires the detail `{detail}`, which a foreign failure does not bring",
            code.name
        );
        let help = optional_or(code, detail, declared, "name another code");
        context.add(
            Finding::new(&rules::UPSTREAM_DETAILS, place, message, help)
                .label("cannot be filled")
                .related(code.places.get(&path), "required here"),
        );
    }
}
