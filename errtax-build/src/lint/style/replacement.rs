//! Deprecated codes that lead to a code which asks for something else.

use super::Around;
use crate::finding::Finding;
use crate::model::Code;
use crate::rules;

/// A deprecated code and its replacement ask for the same.
pub(super) fn replacement_differs(around: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let replaced_by = code.deprecated.as_ref().and_then(|row| row.replaced_by.as_ref());
    // One that there is not, or that may not be one, is said elsewhere.
    let Some(other) = replaced_by.and_then(|name| around.codes.get(name)) else {
        return;
    };
    let (old, new) = (code.contract.action, other.contract.action);
    if old == new {
        return;
    }
    let help = format!(
        "name a code whose action is `{old}`; if the new answer is meant, say so: `allow = {{ replacement-differs = \"…\" }}`"
    );
    findings.push(
        Finding::new(
            &rules::REPLACEMENT_DIFFERS,
            code.places.get("deprecated.replaced_by"),
            format!(
                "`{}` asks to `{old}`, and `{}`, which is to replace it, to `{new}`: who moves is told another thing",
                code.name, other.name
            ),
            help,
        )
        .label(format!("asks to `{new}`"))
        .related(other.places.get("action"), "its action")
        .field("deprecated.replaced_by"),
    );
}
