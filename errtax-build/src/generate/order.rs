//! In which order the rules about foreign services are tried.

use std::cmp::Reverse;

use crate::model::Upstream;

/// The rules as they are tried: the most specific first, and of equally specific ones the one that stands first.
#[must_use]
pub fn most_specific_first(rules: &[Upstream]) -> Vec<&Upstream> {
    let mut rules: Vec<&Upstream> = rules.iter().collect();
    // Stable, so that the file decides between equals.
    rules.sort_by_key(|rule| Reverse(specificity(rule)));
    rules
}

/// A host that is spelled out before one with a wildcard, a longer suffix before a shorter one, any host last; then the
/// rule that asks for more.
fn specificity(rule: &Upstream) -> (usize, usize, usize, usize) {
    let host = match rule.host.strip_prefix("*.") {
        _ if rule.host.is_empty() => (0, 0),
        Some(suffix) => (1, suffix.len()),
        None => (2, rule.host.len()),
    };
    let conditions = [
        !rule.pointer.is_empty(),
        !rule.message.is_empty(),
        !rule.status.is_empty(),
    ];
    (
        host.0,
        host.1,
        conditions.iter().filter(|asked| **asked).count(),
        rule.message.len(),
    )
}
