//! What the ending of a code promises.

use errtax_core::Class;

use super::Around;
use crate::finding::Finding;
use crate::model::Code;
use crate::{rules, suggest};

/// Endings, and the classes that readers take them for.
const FAMILIES: &[(&str, &[Class])] = &[
    ("RACE", &[Class::Conflict]),
    ("TIMEOUT", &[Class::Transient, Class::UnknownOutcome]),
    ("UNAVAILABLE", &[Class::Transient, Class::UnknownOutcome]),
    ("NOT_FOUND", &[Class::NotFound]),
    ("RATE_LIMITED", &[Class::RateLimit]),
];

/// The ending of a code that readers take for a class, and those classes.
///
/// ```
/// use errtax_core::Class;
/// let (ending, classes) = errtax_build::ident::family("VOUCHER_NOT_FOUND").unwrap();
/// assert_eq!((ending, classes), ("NOT_FOUND", &[Class::NotFound][..]));
/// ```
#[must_use]
pub fn family(code: &str) -> Option<(&'static str, &'static [Class])> {
    let ends = |ending: &str| {
        code.strip_suffix(ending)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
    };
    FAMILIES.iter().copied().find(|(ending, _)| ends(ending))
}

/// A code's ending and its class say the same.
pub(super) fn suffix_family(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let Some((ending, classes)) = family(&code.name) else {
        return;
    };
    let class = code.contract.class;
    if classes.contains(&class) {
        return;
    }
    let usual = || classes.iter().map(|class| class.as_str());
    findings.push(
        Finding::new(
            &rules::SUFFIX_FAMILY,
            code.places.get("class"),
            format!(
                "agents and people take a code that ends in `{ending}` for {}, not `{class}`",
                suggest::either(usual())
            ),
            format!(
                "write {}, rename the code, or say why it is right: `allow = {{ suffix-family = \"…\" }}`",
                suggest::either_value("class", usual())
            ),
        )
        .label(format!("not what `{ending}` promises"))
        .related(code.places.name, "the code")
        .field("class"),
    );
}
