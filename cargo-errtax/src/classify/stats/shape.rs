//! Messages that differ in numbers and names alone are of one shape.

/// The most characters of a shape.
const MAX_CHARS: usize = 160;
/// The most bytes of a message that are looked at.
const MAX_BYTES: usize = 4_096;

/// The shape of a message: numbers, ids, what is quoted, URLs and paths are left blank.
///
/// ```text
/// user 4711 not in "acme" at https://example.com/u/4711 after 30ms
/// user # not in "…" at <url> after #ms
/// ```
pub(super) fn shape(message: &str) -> String {
    let mut end = message.len().min(MAX_BYTES);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    let message = unquoted(message.get(..end).unwrap_or_default());
    let mut shape = String::new();
    let mut count = 0;
    for word in message.split_whitespace() {
        if count > 0 {
            shape.push(' ');
            count += 1;
        }
        let word = blank(word);
        count += word.chars().count();
        shape.push_str(&word);
        if count > MAX_CHARS {
            return shape.chars().take(MAX_CHARS - 1).chain(['…']).collect();
        }
    }
    shape
}

/// The same without what stands between quotes. An apostrophe opens nothing: it stands behind a letter.
fn unquoted(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut before = ' ';
    let mut rest = message;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        let closing = match c {
            '"' | '`' => Some(c),
            '\'' if !before.is_alphanumeric() => Some(c),
            '“' => Some('”'),
            _ => None,
        };
        out.push(c);
        before = c;
        if let Some(end) = closing.and_then(|closing| rest.find(closing)) {
            out.push('…');
            rest = rest.get(end..).unwrap_or_default();
            if let Some(closed) = rest.chars().next() {
                out.push(closed);
                rest = rest.get(closed.len_utf8()..).unwrap_or_default();
            }
        }
    }
    out
}

fn blank(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '#');
    let around = |blank: &str| match bare.is_empty() {
        true => word.to_owned(),
        false => word.replacen(bare, blank, 1),
    };
    if word.contains("://") {
        return around("<url>");
    }
    if bare.len() > 1 && bare.starts_with('/') {
        return around("<path>");
    }
    // `2026-11-23T08:14:02.117Z`, with which a line of a log begins.
    let is_time = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':' | 'T' | 'Z' | '.' | ',' | '+');
    if bare.len() >= 8
        && bare.contains([':', '-'])
        && bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.chars().all(is_time)
    {
        return around("<time>");
    }
    // What mixes digits and letters over a length is an id: a hash, a UUID, a token.
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if digits >= 2 && bare.len() >= 16 && bare.chars().all(is_word) {
        return around("<id>");
    }
    numberless(word)
}

/// The word with `#` for each number in it.
fn numberless(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut in_number = false;
    for c in word.chars() {
        let is_digit = c.is_ascii_digit();
        if c.is_control() {
            // It must not steer a terminal.
            out.push(char::REPLACEMENT_CHARACTER);
        } else if !is_digit {
            out.push(c);
        } else if !in_number {
            out.push('#');
        }
        in_number = is_digit;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_differ_in_numbers_and_names_are_of_one_shape() {
        for (message, expected) in [
            ("user 4711 is gone", "user # is gone"),
            ("  two\tspaces   here ", "two spaces here"),
            ("no 'acme' and \"x y\" in `z`", "no '…' and \"…\" in `…`"),
            ("can't find it; it's gone", "can't find it; it's gone"),
            ("GET https://example.com/u/4711?x=1: refused", "GET <url>: refused"),
            ("cannot open /var/lib/x-17.db, sorry", "cannot open <path>, sorry"),
            ("trace 4bf92f3577b34da6a3ce929d0e0e4736 ended", "trace <id> ended"),
            (
                "call 6f1c2c0a-58cc-4372-a567-0e02b2c3d479 (7 of 12)",
                "call <id> (# of #)",
            ),
            (
                "[2026-11-23T08:14:02.117Z] 2026-11-23 08:14:02,9 late",
                "[<time>] <time> <time> late",
            ),
            ("waited 30ms, 1.5s", "waited #ms, #.#s"),
            ("an unclosed \"quote 7", "an unclosed \"quote #"),
            ("red \u{1b}[31m7", "red \u{fffd}[#m#"),
            ("", ""),
        ] {
            assert_eq!(shape(message), expected, "{message}");
        }
    }

    #[test]
    fn a_long_message_has_a_short_shape() {
        let long = shape(&"wörter ".repeat(100_000));
        assert_eq!(long.chars().count(), MAX_CHARS);
        assert!(long.ends_with('…'));
        assert_eq!(shape(&"ö".repeat(100_000)).chars().count(), MAX_CHARS);
    }
}
