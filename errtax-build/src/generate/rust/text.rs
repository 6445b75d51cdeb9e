//! Pieces of Rust: literals, identifiers, documentation.

use std::fmt::Write as _;

/// A string literal that means the same to every compiler, whatever characters it knows to be visible.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    if text
        .bytes()
        .all(|byte| matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~'))
    {
        out.push_str(text);
        out.push('"');
        return out;
    }
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Direction marks are denied in source, and what nobody sees is better spelled out.
            hidden
                if hidden.is_control()
                    || matches!(hidden, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}') =>
            {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(hidden));
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
    out
}

/// `&["a", "b"]`.
pub(super) fn literals<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| literal(text.as_ref())).collect();
    format!("&[{}]", texts.join(", "))
}

/// A number with `_` between its thousands, as it is read.
pub(super) fn number(value: u64) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut out = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position) % 3 == 0 {
            out.push('_');
        }
        out.push(digit);
    }
    out
}

/// Text as a code span of Markdown: whatever is in it shows as it is, and no lint reads names or links into it.
pub(super) fn code_span(text: &str) -> String {
    let text = one_line(text);
    let (mut run, mut longest) = (0, 0);
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
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

/// Prose as documentation. Code spans stay; words that Markdown or a lint would read more into become code spans.
pub(super) fn prose(text: &str) -> String {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len() % 2 == 0 {
        // A backtick that closes nothing.
        return code_span(&text);
    }
    let mut out = String::new();
    for (position, part) in parts.into_iter().enumerate() {
        if position % 2 == 1 {
            out.push_str(&code_span(part));
        } else {
            let words: Vec<String> = part.split(' ').map(word).collect();
            out.push_str(&words.join(" "));
        }
    }
    out
}

fn word(word: &str) -> String {
    let ends = |c: char| ".,;:!?'%".contains(c);
    let core = word.trim_start_matches('(').trim_end_matches(ends);
    // A bracket that was opened inside belongs to the word, one that was opened before it does not.
    let core = if core.contains('(') {
        core
    } else {
        core.trim_end_matches(')').trim_end_matches(ends)
    };
    let letters = core.chars().all(|c| c.is_alphanumeric() || "-'/.".contains(c)) && !core.starts_with('-');
    // A capital inside a word makes it a name of some program, to the lints at least.
    let name = core.chars().any(char::is_lowercase) && core.chars().skip(1).any(char::is_uppercase);
    if core.is_empty() || letters && !name {
        return word.to_owned();
    }
    let (before, after) = word.split_at(word.find(core).unwrap_or(0));
    let after = after.get(core.len()..).unwrap_or_default();
    format!("{before}{}{after}", code_span(core))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_literals() {
        assert_eq!(literal("a\"b\\c\n\u{202e}ö"), "\"a\\\"b\\\\c\\n\\u{202e}ö\"");
        assert_eq!(number(9_999), "9999");
        assert_eq!(number(1_234_567), "1_234_567");
    }

    #[test]
    fn documentation_shows_texts_as_they_are() {
        for (text, expected) in [
            ("First locked day.", "First locked day."),
            ("The `period_id` of it.", "The `period_id` of it."),
            ("See period_id, or [x](y).", "See `period_id`, or `[x](y)`."),
            ("A GET in PostgreSQL (v2).", "A GET in `PostgreSQL` (v2)."),
            ("one ` alone", "``one ` alone``"),
            ("<b> *now*", "`<b>` `*now*`"),
        ] {
            assert_eq!(prose(text), expected);
        }
        assert_eq!(code_span("`x`"), "`` `x` ``");
    }
}
