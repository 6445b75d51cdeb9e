//! Names in Rust for what the registry calls something else, and what a code is called.

pub use crate::lint::family;
pub use crate::read::names::{CODE_LIMIT, is_code, respelt};

/// The enum variant of a code: `PERIOD_LOCKED` becomes `PeriodLocked`, `SELF` becomes `Self_`.
///
/// Text that is no code gives an identifier as well: a registry with a mistake still gets a whole enum, so that one
/// mistake is one error.
///
/// ```
/// assert_eq!(errtax_build::ident::variant("PERIOD_LOCKED"), "PeriodLocked");
/// assert_eq!(errtax_build::ident::variant("HTTP_404"), "Http404");
/// ```
#[must_use]
pub fn variant(code: &str) -> String {
    finish(camel_case(code, true), "Code")
}

/// The variant of one value of an enum detail: `in-review` becomes `InReview`, `404` becomes `V404`.
#[must_use]
pub fn enum_value(value: &str) -> String {
    finish(camel_case(value, false), "V")
}

/// The type of an enum detail: `PERIOD_LOCKED` and `reason` give `PeriodLockedReason`.
#[must_use]
pub fn enum_type(code: &str, detail: &str) -> String {
    format!("{}{}", variant(code), camel_case(detail, false))
}

/// The identifier of a detail: its name, raw where an edition has it as a keyword. Raw ones mean the same in all.
///
/// ```
/// assert_eq!(errtax_build::ident::field("period_id"), "period_id");
/// assert_eq!(errtax_build::ident::field("type"), "r#type");
/// ```
#[must_use]
pub fn field(name: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
        "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
        "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type",
        "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// The static of a tool: its words in capitals, whatever stands between them. `ledger.v2/getVoucher` becomes
/// `LEDGER_V2_GET_VOUCHER`.
///
/// Tools may share one; then none of them has it.
///
/// ```
/// assert_eq!(errtax_build::ident::tool("post_voucher"), "POST_VOUCHER");
/// assert_eq!(errtax_build::ident::tool("2fa-check"), "TOOL_2FA_CHECK");
/// ```
#[must_use]
pub fn tool(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut words = String::with_capacity(name.len() + 8);
    let mut is_apart = false;
    for (at, letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            is_apart = true;
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let ends_acronym = || letters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        is_apart |=
            letter.is_ascii_uppercase() && before.is_some_and(|before| !before.is_ascii_uppercase() || ends_acronym());
        if is_apart && !words.is_empty() {
            words.push('_');
        }
        is_apart = false;
        words.push(letter.to_ascii_uppercase());
    }
    match words.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => words,
        Some(_) => format!("TOOL_{words}"),
        None => "TOOL".to_owned(),
    }
}

/// What two names must not share: letter case and separators do not tell codes apart.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Every run of letters and digits with its first letter upper; the rest lower, or as it was.
fn camel_case(text: &str, lower: bool) -> String {
    let mut name = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            name.push(first.to_ascii_uppercase());
            for letter in letters {
                name.push(if lower { letter.to_ascii_lowercase() } else { letter });
            }
        }
    }
    name
}

/// Makes an identifier of it: nothing empty, no digit first, not the one keyword that is written in camel case.
fn finish(name: String, prefix: &str) -> String {
    if name == "Self" {
        "Self_".to_owned()
    } else if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("{prefix}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (code, expected) in [
            ("PERIOD_LOCKED", "PeriodLocked"),
            ("SELF", "Self_"),
            ("HTTP_404", "Http404"),
            ("A", "A"),
            ("404", "Code404"),
            ("", "Code"),
            ("öre_gap", "ReGap"),
        ] {
            assert_eq!(variant(code), expected, "{code}");
        }
        for (value, expected) in [
            ("in-review", "InReview"),
            ("404", "V404"),
            ("a.b:c", "ABC"),
            ("self", "Self_"),
        ] {
            assert_eq!(enum_value(value), expected, "{value}");
        }
        for (name, expected) in [
            ("post_voucher", "POST_VOUCHER"),
            ("a.b/c-d", "A_B_C_D"),
            ("getVoucher", "GET_VOUCHER"),
            ("getHTTPStatus", "GET_HTTP_STATUS"),
            ("HTTPGet", "HTTP_GET"),
            ("ALL_CAPS", "ALL_CAPS"),
            ("v2Api", "V2_API"),
            ("2fa", "TOOL_2FA"),
            ("__private__", "PRIVATE"),
            ("self", "SELF"),
            ("type", "TYPE"),
            ("-", "TOOL"),
            ("å_tool", "TOOL"),
        ] {
            assert_eq!(tool(name), expected, "{name}");
        }
        assert_eq!(enum_type("PERIOD_LOCKED", "reason"), "PeriodLockedReason");
        assert_eq!(folded("PERIOD_LOCKED"), folded("periodLocked"));
    }
}
