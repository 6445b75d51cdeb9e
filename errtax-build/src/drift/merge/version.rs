//! The contract version: major for an amended break, minor for what is new or on its way out, patch for texts.

use super::amend::New;
use super::codes::{News, Renamed};
use super::gate::Comparison;
use super::rules;
use crate::finding::{Finding, Level, Rule};
use crate::model::Version;

/// `broken`: there are changes that fail and that no amendment accepts.
pub(super) fn judge(
    comparison: &Comparison<'_>,
    amendments: &[New<'_>],
    broken: bool,
    renamed: &Renamed,
) -> Vec<Finding> {
    let (then, now) = (comparison.base.version, comparison.head.version);
    let mut findings = Vec::new();
    if comparison.baseline.is_empty() && comparison.base.amendments.is_empty() {
        return findings;
    }
    if now < then {
        let message = format!("the contract version falls from {then} to {now}");
        let help = format!("put it back: `version = \"{then}\"`, or raise it");
        return vec![finding(comparison, &rules::VERSION_LOWERED, message, help)];
    }
    let major = now.major > then.major;
    if let (Some(New { amendment }), false) = (amendments.first(), major) {
        let next = Version {
            major: then.major.saturating_add(1),
            ..Version::default()
        };
        let message = format!(
            "`{}` of {} is amended, but the contract version goes from {then} to {now}: its major number stays",
            amendment.field, amendment.code
        );
        let help = format!("write `version = \"{next}\"` under `[registry]` and in the amendment");
        findings.push(
            finding(comparison, &rules::MAJOR_NOT_RAISED, message, help)
                .related(amendment.places.name, "the amendment"),
        );
    }
    for New { amendment } in amendments.iter().filter(|_| major) {
        if amendment.version.major <= then.major {
            let message = format!(
                "the amendment of `{}` of {} says version {}, which is before this change",
                amendment.field, amendment.code, amendment.version
            );
            let help = format!("write `version = \"{now}\"`: the version that carries it");
            findings.push(
                Finding::new(
                    &rules::AMENDMENT_VERSION,
                    amendment.places.get("version"),
                    message,
                    help,
                )
                .code(&amendment.code)
                .field("amendments.version")
                .label(format!("the base has {then}"))
                .related(comparison.head.places.get("version"), format!("{now} here"))
                .change(amendment.version.to_string(), now.to_string()),
            );
        }
    }
    if major && amendments.is_empty() {
        let (level, message, help) = if broken {
            (
                Level::Break,
                format!("the contract version rises from {then} to {now}, but a version accepts nothing: no amendment says what it is for"),
                "undo the broken promises, or record each of them: `cargo errtax amend CODE FIELD --reason \"…\" --issue \"…\"`"
                    .to_owned(),
            )
        } else {
            (
                Level::Warning,
                format!(
                    "the contract version rises from {then} to {now}, and nothing is broken that it would announce"
                ),
                format!(
                    "write `version = \"{}\"`; a new major version makes every user look for what broke",
                    Version {
                        minor: then.minor.saturating_add(1),
                        patch: 0,
                        ..then
                    }
                ),
            )
        };
        findings.push(finding(comparison, &rules::VERSION_RAISED_ALONE, message, help).level(level));
    }
    if major {
        return findings;
    }
    let News { minor, patch } = News::of(comparison, renamed);
    if now.minor == then.minor {
        if let Some(what) = some(&minor) {
            let next = Version {
                minor: then.minor.saturating_add(1),
                patch: 0,
                ..then
            };
            let message = format!("the contract version stays {then}, and {what}");
            let help = format!("write `version = \"{next}\"` under `[registry]`");
            findings.push(finding(comparison, &rules::MINOR_NOT_RAISED, message, help));
            return findings;
        }
    }
    if now == then {
        if let Some(what) = some(&patch) {
            let next = Version {
                patch: then.patch.saturating_add(1),
                ..then
            };
            let message = format!("the contract version stays {then}, and texts changed: {what}");
            let help = format!("write `version = \"{next}\"` under `[registry]`");
            findings.push(finding(comparison, &rules::PATCH_NOT_RAISED, message, help));
        }
    }
    findings
}

/// The first few of a list, and how many more there are.
fn some(list: &[String]) -> Option<String> {
    let list: Vec<&str> = list.iter().map(String::as_str).collect();
    (!list.is_empty()).then(|| super::group::list(&list))
}

fn finding(comparison: &Comparison<'_>, rule: &'static Rule, message: String, help: String) -> Finding {
    let (then, now) = (comparison.base.version, comparison.head.version);
    Finding::new(rule, comparison.head.places.get("version"), message, help)
        .field("version")
        .label(format!("{then} in the base"))
        .related(comparison.base.places.get("version"), "the version of the base")
        .change(then.to_string(), now.to_string())
}
