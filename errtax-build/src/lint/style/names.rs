//! What the ending of a code promises.

use errtax_core::Class;

use crate::finding::Finding;
use crate::model::{Code, Registry};
use crate::{rules, suggest};

/// Endings, and the classes that readers take them for.
const FAMILIES: &[(&str, &[Class])] = &[
    ("RACE", &[Class::Conflict]),
    ("TIMEOUT", &[Class::Transient, Class::UnknownOutcome]),
    ("UNAVAILABLE", &[Class::Transient, Class::UnknownOutcome]),
    ("NOT_FOUND", &[Class::NotFound]),
    ("RATE_LIMITED", &[Class::RateLimit]),
];

/// A code's ending and its class say the same.
pub(super) fn suffix_family(_: &Registry, code: &Code, findings: &mut Vec<Finding>) {
    let ends = |ending: &str| {
        code.name
            .strip_suffix(ending)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
    };
    let Some((ending, classes)) = FAMILIES.iter().find(|(ending, _)| ends(ending)) else {
        return;
    };
    let class = code.contract.class;
    if classes.contains(&class) {
        return;
    }
    let usual = suggest::list(classes.iter().map(|class| class.as_str()));
    findings.push(
        Finding::new(
            &rules::SUFFIX_FAMILY,
            code.places.get("class"),
            format!("a code that ends in `{ending}` is taken for {usual}, not `{class}`"),
            format!("write class {usual}, rename the code, or waive it: `allow = {{ suffix-family = \"…\" }}`"),
        )
        .label(format!("not what `{ending}` promises"))
        .related(code.places.name, "the code")
        .field("class"),
    );
}
