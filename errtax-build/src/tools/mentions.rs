//! The names that a test file mentions, as a tool could be called.
//!
//! In Rust a name is mentioned as an identifier (`server.post_voucher(…)`) or as a word of a string
//! (`call("post_voucher")`); what a comment says, and so a test that is commented out, counts for nothing. Of other languages
//! we know no comments: there every word of the file counts.
//!
//! A word is as long as the name of a tool could be: `post_voucher_twice` and `bank/post_voucher` do not mention
//! `post_voucher`.

use std::collections::BTreeSet;

pub(super) fn mentions(path: &str, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if !path.ends_with(".rs") {
        words(text, &mut found);
        return found;
    }
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, after) = token(rest, first);
        match token {
            Token::Text(text) => words(text, &mut found),
            Token::Identifier(name) => drop(found.insert(name.to_owned())),
            Token::Other => {}
        }
        rest = after;
    }
    found
}

/// What of Rust matters here. A lexer of its own, for a build that reads no Rust otherwise; what is no Rust is read as best it
/// can be.
enum Token<'a> {
    Text(&'a str),
    Identifier(&'a str),
    Other,
}

fn token(text: &str, first: char) -> (Token<'_>, &str) {
    let from = |at: usize| text.get(at..).unwrap_or_default();
    if text.starts_with("//") {
        let end = text.find('\n').unwrap_or(text.len());
        return (Token::Other, from(end));
    }
    if text.starts_with("/*") {
        return (Token::Other, from(comment(text)));
    }
    if let Some((inside, after)) = string(text) {
        return (Token::Text(inside), after);
    }
    if first == '\'' {
        return (Token::Other, from(quote(text)));
    }
    if first.is_alphabetic() || first == '_' {
        let end = text
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(text.len());
        let name = text.get(..end).unwrap_or_default();
        // `r#type` is called `type`.
        let after = from(end);
        return match (name, after.strip_prefix('#')) {
            ("r", Some(raw)) => (Token::Other, raw),
            _ => (Token::Identifier(name), after),
        };
    }
    if first.is_ascii_digit() {
        // So that the `b` of `0b1"` begins no string.
        let end = text
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(text.len());
        return (Token::Other, from(end));
    }
    (Token::Other, from(first.len_utf8()))
}

/// Where a block comment ends; one may hold others.
fn comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth = depth.saturating_sub(1);
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The string that begins here, and what follows it: `"…"`, `b"…"`, `c"…"`, `r#"…"#`.
fn string(text: &str) -> Option<(&str, &str)> {
    let after = ["br", "cr", "r", "b", "c", ""].iter().find_map(|prefix| {
        let rest = text.strip_prefix(prefix)?;
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let is_raw = prefix.ends_with('r');
        let inside = rest
            .get(hashes..)?
            .strip_prefix('"')
            .filter(|_| is_raw || hashes == 0)?;
        Some((inside, is_raw, hashes))
    });
    let (inside, is_raw, hashes) = after?;
    let split = |end: usize, quotes: usize| {
        let after = inside.get(end + quotes..).unwrap_or_default();
        (inside.get(..end).unwrap_or_default(), after)
    };
    if is_raw {
        let close = format!("\"{}", "#".repeat(hashes));
        let end = inside.find(&close).unwrap_or(inside.len());
        return Some(split(end, close.len()));
    }
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(split(at, 1)),
            _ => {}
        }
    }
    Some((inside, ""))
}

/// How long what begins with `'` is: a character, which may be a quote, or the mark of a lifetime.
fn quote(text: &str) -> usize {
    let inside = text.get(1..).unwrap_or_default();
    let mut letters = inside.char_indices();
    match letters.next() {
        Some((_, '\\')) => {
            letters.next();
            let end = letters.find(|(_, c)| matches!(c, '\'' | '\n'));
            end.map_or(text.len(), |(at, _)| at + 2)
        }
        Some(_) => match letters.next() {
            Some((at, '\'')) => at + 2,
            _ => 1,
        },
        None => 1,
    }
}

/// The words of a text, by the grammar that MCP has for the names of tools. A full stop at the end of a sentence is no part
/// of one.
fn words(text: &str, found: &mut BTreeSet<String>) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    // The letter after a backslash belongs to that: `\nget` is a new line, and `get`.
    let unescaped = text.split('\\').enumerate().map(|(number, part)| {
        let escape = part.chars().next().filter(|_| number > 0);
        part.get(escape.map_or(0, char::len_utf8)..).unwrap_or_default()
    });
    for word in unescaped.flat_map(|part| part.split(|c: char| !is_name(c))) {
        for word in [word, word.trim_matches(['.', '/', '-'])] {
            if !word.is_empty() {
                found.insert(word.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_name_is_mentioned_by_code_and_by_strings_and_not_by_comments() {
        for (text, expected) in [
            ("call(\"post\")", true),
            ("server.post(1)", true),
            ("call(r#\"{\"name\": \"post\"}\"#)", true),
            ("call(b\"post\", c\"x\")", true),
            ("call(\"\\\"post\\\"\")", true),
            ("// post\n/* post /* post */ post */ /// post", false),
            ("\"// \"; post()", true),
            ("'\"'; /* \" */ x(\"post\")", true),
            ("'\\''; x(\"post\")", true),
            ("fn f<'a>(x: &'a str) { x(\"post\") }", true),
            ("r#post()", true),
            ("\"Then call post.\"", true),
            ("post_twice(); repost(); \"post-it\"", false),
            ("\"bank/post\"", false),
            ("0b1\"post\"", true),
            ("call(\"a\\npost\\tb\")", true),
            ("\"open", false),
            ("", false),
        ] {
            assert_eq!(mentions("tests/a.rs", text).contains("post"), expected, "{text}");
        }
    }

    #[test]
    fn of_another_language_every_word_counts() {
        assert!(mentions("tests/a.py", "# post").contains("post"));
        assert!(!mentions("tests/a.py", "repost").contains("post"));
    }
}
