//! Whether a name is free, and a good one.

use errtax_build::ident::{self, CODE_LIMIT};
use errtax_build::model::Origin;
use errtax_build::suggest;

use crate::edit::{Ground, Refusal};

/// Refuses a name that is no code's, or another code's. `command` is what is typed before the name.
pub(crate) fn check(ground: &Ground<'_>, name: &str, command: &str) -> Result<(), Refusal> {
    let registry = ground.registry;
    if let Some(code) = registry.codes.get(name) {
        return Err(match &code.origin {
            Origin::Own => ground.refuse_at(
                code,
                "",
                format!("{name} is a code already"),
                "raise that one where it says what the agent should do; another answer needs another name",
            ),
            Origin::Extended(origin) => ground.refuse(
                format!("{name} is a code of the registry `{origin}`, which this one extends"),
                "raise that one, it is among your codes; another answer needs another name",
            ),
        });
    }
    if let Some(retired) = registry.retired.get(name) {
        return Err(ground.refuse(
            format!(
                "{name} is retired since {}, and a retired name is never used again",
                retired.since
            ),
            format!(
                "old agents still act on what it meant ({}); find another name",
                retired.reason.trim_end_matches('.')
            ),
        ));
    }
    let names = || registry.codes.keys().chain(registry.retired.keys());
    if let Some(other) = names().find(|other| ident::folded(other) == ident::folded(name)) {
        return Err(ground.refuse(
            format!("`{name}` and `{other}` differ in case or separators alone, and are one identifier in Rust"),
            format!("did you mean `{other}`, which is there? Else find a name that says the difference"),
        ));
    }
    if !ident::is_code(name) {
        let spelt = ident::respelt(name);
        let help = match ident::is_code(&spelt) {
            true => format!("did you mean `cargo errtax {command} {spelt}`?"),
            false => "write it as words in capitals: `PERIOD_LOCKED`".to_owned(),
        };
        return Err(ground.refuse(
            format!("`{name}` is no name for a code: capitals, digits and single underscores, a letter first"),
            help,
        ));
    }
    if name.len() > CODE_LIMIT {
        return Err(ground.refuse(
            format!(
                "`{name}` has {} characters, and a code has at most {CODE_LIMIT}",
                name.len()
            ),
            "shorten it: codes are column names and metric labels too",
        ));
    }
    Ok(())
}

/// A code that is so nearly called the same that one may have been meant for the other.
pub(crate) fn nearly(ground: &Ground<'_>, name: &str) -> Option<String> {
    let names = ground.registry.codes.keys().map(String::as_str);
    let near = suggest::nearest(name, names.filter(|other| one_slip(name, other)))?;
    Some(format!(
        "{near} is nearly the same name; make sure that agents and people can tell the two apart"
    ))
}

/// Whether one letter more, less or other makes one of the other.
fn one_slip(one: &str, other: &str) -> bool {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str, skip: usize| text.bytes().skip(same + skip).collect::<Vec<u8>>();
    one != other && (rest(one, 1) == rest(other, 1) || rest(one, 1) == rest(other, 0) || rest(one, 0) == rest(other, 1))
}

#[cfg(test)]
mod tests {
    use super::one_slip;

    #[test]
    fn one_letter_is_a_slip_and_two_are_another_name() {
        for (one, other, expected) in [
            ("RATE_LIMIT", "RATE_LIMITS", true),
            ("PERIOD_LOCKED", "PERIOD_LOKED", true),
            ("INVOICE_PAID", "INVOICE_RAID", true),
            ("INVOICE_PAID", "INVOICE_VOID", false),
            ("RATE_LIMIT", "RATE_LIMITED", false),
            ("A", "A", false),
        ] {
            assert_eq!(one_slip(one, other), expected, "{one} {other}");
            assert_eq!(one_slip(other, one), expected, "{one} {other}");
        }
    }
}
