//! What reads badly. These rules speak in `cargo errtax check` alone and can be waived code by code.

mod hints;
mod names;
mod replacement;
mod texts;
pub(crate) mod tools;
mod upstream;
mod words;

use crate::finding::Finding;
use crate::map::{Map, Set};
use crate::model::{Code, Origin, Registry};

pub use names::family;

/// What the checks look at beside the code.
struct Around<'a> {
    /// Every code, by name.
    codes: &'a Map<String, Code>,
    /// The names of the tools.
    tools: Vec<&'a str>,
    /// Names that are no tools and yet look like one, and the tools.
    names: Set<&'a str>,
}

/// One check of one code.
type Check = fn(&Around<'_>, &Code, &mut Vec<Finding>);

const CHECKS: &[Check] = &[
    names::suffix_family,
    hints::rate_limit_without_wait,
    hints::client_error_without_hint,
    hints::hint_contradicts_action,
    hints::retry_without_hint,
    tools::hint_unknown_tool,
    tools::next_unused,
    replacement::replacement_differs,
    texts::message_without_stop,
    texts::doc_repeats_message,
];

/// The findings about the codes of this registry, without those that their codes waive.
pub(crate) fn style(registry: &Registry) -> Vec<Finding> {
    let mut findings = Vec::new();
    let around = Around {
        codes: &registry.codes,
        tools: registry.tools.keys().map(String::as_str).collect(),
        names: tools::known_names(registry),
    };
    for code in registry.codes.values().filter(|code| code.origin == Origin::Own) {
        let mut found = Vec::new();
        for check in CHECKS {
            check(&around, code, &mut found);
        }
        found.retain(|finding: &Finding| !code.allow.contains_key(finding.rule.id));
        findings.extend(found.into_iter().map(|finding| finding.code(&code.name)));
    }
    upstream::ambiguous(registry, &mut findings);
    findings
}
