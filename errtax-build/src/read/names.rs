//! The grammar of names.

use crate::finding::Finding;
use crate::read::fields::Report;
use crate::read::invisible::is_control;
use crate::rules;
use crate::source::Place;

/// What a detail may not be called, and why.
pub(crate) const RESERVED_DETAILS: &[(&str, &str)] = &[
    ("truncated", "the wire says with it that details were cut"),
    ("self", "Rust has no field of this name"),
    ("super", "Rust has no field of this name"),
    ("crate", "Rust has no field of this name"),
];

/// How many characters a code has at most.
pub const CODE_LIMIT: usize = 63;

/// Whether a name has the form of a code: `[A-Z][A-Z0-9]*(_[A-Z0-9]+)*`. Its length is not looked at.
#[must_use]
pub fn is_code(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.split('_').all(|part| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        })
}

/// `[a-z][a-z0-9_]*`.
pub(crate) fn is_detail(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// `[a-z][a-z0-9_-]*`.
pub(crate) fn is_registry(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-'))
}

/// What MCP allows: 1 to 128 letters, digits, `_`, `-`, `.`, `/`.
pub(crate) fn is_tool(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/'))
}

/// `[A-Za-z0-9][A-Za-z0-9_.:-]*`.
pub(crate) fn is_enum_value(value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_alphanumeric())
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-'))
}

/// Checks the name of a code or a tombstone.
pub(crate) fn check_code(name: &str, place: Place, report: &Report) {
    if name.contains(is_control) {
        return;
    }
    if !is_code(name) {
        let spelt = respelt(name);
        let help = match is_code(&spelt) {
            true => format!("write it as `{spelt}`"),
            false => "write it as words in capitals: `PERIOD_LOCKED`".to_owned(),
        };
        report.add(
            Finding::new(&rules::CODE_GRAMMAR, place, format!("`{name}` is no code"), help)
                .label("not of the form `[A-Z][A-Z0-9]*(_[A-Z0-9]+)*`")
                .code(name),
        );
    } else if name.len() > CODE_LIMIT {
        let message = format!("the code `{name}` has {} characters", name.len());
        let help = format!("shorten it to at most {CODE_LIMIT} characters");
        report.add(
            Finding::new(&rules::CODE_TOO_LONG, place, message, help)
                .label("too long")
                .code(name),
        );
    }
}

/// Checks the name of a detail, and says whether it is one.
pub(crate) fn check_detail(code: &str, name: &str, place: Place, report: &Report) -> bool {
    if name.contains(is_control) {
        return false;
    }
    if !is_detail(name) {
        let spelt = respelt(name).to_ascii_lowercase();
        let help = match is_detail(&spelt) {
            true => format!("write it as `{spelt}`"),
            false => "write it in lower case: `period_id`".to_owned(),
        };
        report.add(
            Finding::new(
                &rules::NAME_GRAMMAR,
                place,
                format!("`{name}` is no name for a detail"),
                help,
            )
            .label("not of the form `[a-z][a-z0-9_]*`")
            .code(code)
            .field(format!("details.{name}")),
        );
        return false;
    }
    if let Some((_, why)) = RESERVED_DETAILS.iter().find(|(reserved, _)| *reserved == name) {
        report.add(
            Finding::new(
                &rules::RESERVED_NAME,
                place,
                format!("a detail cannot be called `{name}`: {why}"),
                format!("call it `{name}_value`, or something more telling"),
            )
            .label("reserved")
            .code(code)
            .field(format!("details.{name}")),
        );
        return false;
    }
    true
}

/// A name as a code would be spelt: `periodLocked` and `period-locked` as `PERIOD_LOCKED`. What has no letter in it still
/// is no code then.
#[must_use]
pub fn respelt(name: &str) -> String {
    let mut spelt = String::with_capacity(name.len() + 4);
    let mut last_lower = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if last_lower && c.is_ascii_uppercase() {
                spelt.push('_');
            }
            last_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
            spelt.push(c.to_ascii_uppercase());
        } else if !spelt.is_empty() && !spelt.ends_with('_') {
            spelt.push('_');
            last_lower = false;
        }
    }
    spelt.trim_matches('_').to_owned()
}
