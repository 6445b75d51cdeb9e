//! Words of a registry in Markdown: they show as they are, whatever is in them.

use errtax_build::template::{Part, Template};

/// A message or a hint: `{detail}` stands as code, doubled braces as the braces that are sent.
pub(super) fn template(text: &str) -> String {
    let parts = Template::parse(text).parts.into_iter().map(|part| match part {
        Part::Text(words) => escaped(&words),
        Part::Placeholder { name, .. } => code(&format!("{{{name}}}")),
    });
    at_start(parts.collect())
}

/// A text that is prose, whatever Markdown would make of it.
pub(super) fn prose(text: &str) -> String {
    at_start(escaped(text))
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let between = before.is_alphanumeric() && letters.peek().is_some_and(|next| next.is_alphanumeric());
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            // In the middle of a word it is no emphasis.
            '_' if between => out.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
        before = c;
    }
    out
}

/// What makes a list or a quote of a line that begins with it.
fn at_start(text: String) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let numbered = digits > 0 && text.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']));
    if numbered {
        let (number, rest) = text.split_at_checked(digits).unwrap_or((&text, ""));
        return format!("{number}\\{rest}");
    }
    if text.starts_with(['-', '+', '>', '=']) {
        return format!("\\{text}");
    }
    text
}

/// A text as code; in a table a `|` would end the cell even there.
pub(super) fn code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A link to the section of a code.
pub(super) fn link(code_name: &str) -> String {
    format!("[{}](#{})", code(code_name), code_name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_show_as_they_are() {
        for (text, expected) in [
            ("Call unlock_period first.", "Call unlock_period first."),
            ("Period {period_id}.", "Period {period_id}."),
            (
                "a | b * c _d_ <e> `f` [g](h)",
                "a \\| b \\* c \\_d\\_ &lt;e> \\`f\\` \\[g\\](h)",
            ),
            ("1. first", "1\\. first"),
            ("- no list", "\\- no list"),
            ("2026-01-31 is a day", "2026-01-31 is a day"),
            ("# no heading", "\\# no heading"),
            ("a\nb", "a b"),
        ] {
            assert_eq!(prose(text), expected, "{text}");
        }
        assert_eq!(
            template("Period {period_id} of {{x_}}, {verify}."),
            "Period `{period_id}` of {x\\_}, `{verify}`."
        );
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("`a`"), "`` `a` ``");
        assert_eq!(link("PERIOD_LOCKED"), "[`PERIOD_LOCKED`](#period_locked)");
    }
}
