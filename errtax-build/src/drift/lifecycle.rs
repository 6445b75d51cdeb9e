//! Deprecation, history and texts.

use super::contract::Shown;
use super::{FREEZE, Pair, rules};
use crate::finding::{Finding, Rule};
use crate::lock::{DeprecatedRow, Row};
use crate::write;

pub(super) fn judge(pair: &Pair<'_>) -> Vec<Finding> {
    let Row {
        since,
        deprecated,
        hint_hash,
        message_hash,
        // Judged in `contract` and `detail`.
        class: _,
        action: _,
        retryable: _,
        executed: _,
        in_doubt: _,
        next: _,
        http: _,
        grpc: _,
        details: _,
    } = pair.head;
    let base = &pair.base.row;
    let version = |version: &crate::model::Version| Shown::quoted(&version.to_string());
    let mut findings: Vec<Finding> = Vec::new();
    if base.since.is_some() {
        let (old, new) = (base.since.as_ref().map(version), since.as_ref().map(version));
        findings.extend(pair.history(&rules::SINCE_CHANGED, "since", old, new));
    }
    match (&base.deprecated, deprecated) {
        (Some(then), Some(now)) => findings.extend(deprecation(pair, then, now)),
        (Some(then), None) => findings.push(
            Finding::new(
                &rules::DEPRECATION_WITHDRAWN,
                pair.places.name,
                format!("{} was deprecated in {}, and no longer is", pair.name, then.since),
                format!("put it back, unless users are told: `deprecated = {}`", announced(then)),
            )
            .code(pair.name)
            .field("deprecated")
            .related(pair.base.places.get("deprecated"), "recorded as deprecated")
            .change("deprecated", ""),
        ),
        // Nothing about a code becomes wrong by its being deprecated: its contract holds until it is retired.
        (None, _) => {}
    }
    for (rule, field, then, now, advice) in [
        (
            &rules::HINT_REWORDED,
            "hint",
            base.hint_hash,
            *hint_hash,
            "make sure that it still asks for the same thing",
        ),
        (
            &rules::MESSAGE_REWORDED,
            "message",
            base.message_hash,
            *message_hash,
            "nothing, if it still says the same",
        ),
    ] {
        if then != now {
            findings.push(
                Finding::new(
                    rule,
                    pair.places.get(field),
                    format!("the {field} of {} is not the one that has shipped", pair.name),
                    format!("{advice}; `{FREEZE}` records it"),
                )
                .code(pair.name)
                .field(field)
                .label("reworded")
                .related(pair.base.places.get(&format!("{field}_hash")), "recorded by its hash"),
            );
        }
    }
    findings
}

/// What the lock knows of a deprecation, as the registry writes it.
fn announced(deprecated: &DeprecatedRow) -> String {
    let DeprecatedRow {
        since,
        replaced_by,
        sunset,
    } = deprecated;
    let mut fields = vec![("since", write::text(&since.to_string()))];
    match replaced_by {
        Some(code) => fields.push(("replaced_by", write::text(code))),
        // It had a reason, which is free, and so not in the lock.
        None => fields.push(("reason", write::text("…"))),
    }
    fields.extend(sunset.as_ref().map(|day| ("sunset", write::text(day))));
    write::inline(fields)
}

fn deprecation(pair: &Pair<'_>, then: &DeprecatedRow, now: &DeprecatedRow) -> Vec<Finding> {
    let DeprecatedRow {
        since,
        replaced_by,
        sunset,
    } = now;
    let text = |text: &Option<String>| text.as_deref().map(Shown::quoted);
    let mut findings: Vec<Finding> = Vec::new();
    let (old, new) = (
        Shown::quoted(&then.since.to_string()),
        Shown::quoted(&since.to_string()),
    );
    findings.extend(pair.history(&rules::SINCE_CHANGED, "deprecated.since", Some(old), Some(new)));
    if then.replaced_by.is_some() {
        findings.extend(pair.history(
            &rules::REPLACEMENT_CHANGED,
            "deprecated.replaced_by",
            text(&then.replaced_by),
            text(replaced_by),
        ));
    }
    // Days compare as texts in this form. A first or a later day takes nothing away from anybody.
    let advanced = then
        .sunset
        .as_ref()
        .is_some_and(|then| sunset.as_ref().is_none_or(|now| now < then));
    if advanced {
        findings.extend(pair.history(
            &rules::SUNSET_ADVANCED,
            "deprecated.sunset",
            text(&then.sunset),
            text(sunset),
        ));
    }
    findings
}

impl Pair<'_> {
    /// The finding for something that was announced, where it is not what it was.
    fn history(&self, rule: &'static Rule, field: &str, old: Option<Shown>, new: Option<Shown>) -> Option<Finding> {
        let key = field.rsplit('.').next().unwrap_or(field);
        let subject = format!("`{field}` of {}", self.name);
        let put_back = match &old {
            Some(Shown { toml, .. }) => format!("put it back: `{key} = {toml}`"),
            None => format!("put `{key}` back"),
        };
        let mut finding = self.change(rule, field, &subject, key, old, new)?;
        finding.help = put_back;
        Some(finding)
    }
}
