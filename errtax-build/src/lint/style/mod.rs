//! What reads badly. These rules speak in `cargo errtax check` alone and can be waived code by code.

mod hints;
mod names;
mod texts;
mod tools;
mod words;

use crate::finding::Finding;
use crate::model::{Code, Origin, Registry};

/// One check of one code.
type Check = fn(&Registry, &Code, &mut Vec<Finding>);

const CHECKS: &[Check] = &[
    names::suffix_family,
    hints::rate_limit_without_wait,
    hints::client_error_without_hint,
    hints::hint_contradicts_action,
    hints::retry_without_hint,
    tools::hint_unknown_tool,
    tools::next_unused,
    texts::message_without_stop,
    texts::doc_repeats_message,
];

/// The findings about the codes of this registry, without those that their codes waive.
pub(crate) fn style(registry: &Registry) -> Vec<Finding> {
    let mut findings = Vec::new();
    for code in registry.codes.values().filter(|code| code.origin == Origin::Own) {
        let mut found = Vec::new();
        for check in CHECKS {
            check(registry, code, &mut found);
        }
        found.retain(|finding: &Finding| !code.allow.contains_key(finding.rule.id));
        findings.extend(found.into_iter().map(|finding| finding.code(&code.name)));
    }
    findings
}
