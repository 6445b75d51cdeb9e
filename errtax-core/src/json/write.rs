//! Writing JSON texts, escaped, and cut at a character boundary where a cap says so.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// What marks a text that was cut.
const CUT: char = '…';

/// Starts the member `name` of the object that `out` is in the middle of. Names need no escaping.
pub fn member(out: &mut String, name: &str) {
    // What a member ends in is a quotation mark, a bracket, a digit or a letter.
    if matches!(out.as_bytes().last(), None | Some(b'{')) {
        out.push('"');
    } else {
        out.push_str(",\"");
    }
    out.push_str(name);
    out.push_str("\":");
}

/// Writes a JSON string of at most `max_chars` characters; a longer one is cut and ends in `…`.
pub fn string(out: &mut String, value: &str, max_chars: usize) {
    out.push('"');
    if value.len() <= max_chars {
        push(out, value);
    } else {
        Capped::new(out, max_chars).push(value);
    }
    out.push('"');
}

/// The same, for what displays as its text.
pub(crate) fn display(out: &mut String, value: &dyn fmt::Display, max_chars: usize) {
    out.push('"');
    let mut capped = Capped::new(out, max_chars);
    // A `Display` that fails leaves what it wrote so far.
    let _ = write!(capped, "{value}");
    out.push('"');
}

/// The same, for what only takes `fmt::Write`.
pub(crate) fn string_to(out: &mut dyn fmt::Write, value: &str, max_chars: usize) {
    let mut text = String::new();
    string(&mut text, value, max_chars);
    let _ = out.write_str(&text);
}

/// Escapes what is written to it into the inside of a JSON string, up to a number of characters.
pub(crate) struct Capped<'a> {
    out: &'a mut String,
    /// Characters that may still be written; with no limit, they are not counted.
    left: usize,
    /// Where to cut when one more than allowed comes: before the last allowed character.
    last: usize,
    cut: bool,
}

impl<'a> Capped<'a> {
    pub(crate) fn new(out: &'a mut String, max_chars: usize) -> Self {
        let last = out.len();
        Self {
            out,
            left: max_chars,
            last,
            cut: false,
        }
    }

    fn push(&mut self, text: &str) {
        if self.cut {
            return;
        }
        if self.left == usize::MAX {
            push(self.out, text);
        } else if text.len() < self.left {
            // A text has at most as many characters as bytes; where even those fit, it goes in one piece.
            self.left -= text.chars().count();
            push(self.out, text);
        } else {
            self.push_up_to_cap(text);
        }
    }

    // Out of line, as `escape` is: what hardly ever happens makes the rest slower otherwise.
    #[inline(never)]
    fn push_up_to_cap(&mut self, text: &str) {
        for character in text.chars() {
            if self.left == 0 {
                self.out.truncate(self.last);
                self.out.push(CUT);
                self.cut = true;
                return;
            }
            self.left -= 1;
            self.last = self.out.len();
            let mut bytes = [0; 4];
            push(self.out, character.encode_utf8(&mut bytes));
        }
    }
}

impl fmt::Write for Capped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

/// Appends `text` as the inside of a JSON string.
fn push(out: &mut String, text: &str) {
    if find(text, special).is_none() {
        out.push_str(text);
    } else {
        escape(out, text);
    }
}

#[inline(never)]
fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest
        .bytes()
        .position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\')
    {
        let (clean, special) = rest.split_at(at);
        out.push_str(clean);
        // The byte found is ASCII, so the text has a character boundary on both sides of it.
        let byte = special.as_bytes().first().copied().unwrap_or_default();
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0C => out.push_str("\\f"),
            _ => {
                out.push_str("\\u00");
                for digit in [byte >> 4, byte & 0xF] {
                    out.push(char::from_digit(digit.into(), 16).unwrap_or_default());
                }
            }
        }
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// Whether a text of the registry has neither placeholders nor anything to escape.
pub(crate) fn is_plain(text: &str) -> bool {
    find(text, |word| special(word) | equal(word, b'{') | equal(word, b'}')).is_none()
}

/// Where the first of these two bytes stands.
pub(crate) fn find_either(text: &str, one: u8, other: u8) -> Option<usize> {
    find(text, |word| equal(word, one) | equal(word, other))
}

/// Where the first byte stands that a JSON string does not hold as it is: a quotation mark, a backslash, a control.
pub(crate) fn find_special(text: &str) -> Option<usize> {
    find(text, special)
}

/// How many of the eight bytes of a word stand before the first that a JSON string does not hold as it is.
#[must_use]
#[inline]
pub fn plain_bytes(word: u64) -> u32 {
    (special(word) & (EACH << 7)).trailing_zeros() / 8
}

/// A one in each byte of a word.
const EACH: u64 = u64::MAX / 0xFF;

/// Marks the bytes that a JSON string has to escape: those below 0x20, and two more.
fn special(word: u64) -> u64 {
    word.wrapping_sub(EACH * 0x20) & !word | equal(word, b'"') | equal(word, b'\\')
}

/// Marks the bytes of a word that are this one.
fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ (EACH * u64::from(byte));
    zero.wrapping_sub(EACH) & !zero
}

/// Where the first byte stands that `marks` marks in a word of eight: with its highest bit. What is marked above the
/// first one does not count, for a subtraction carries.
///
/// The last eight bytes overlap those before. What is shorter than eight is filled up with spaces.
fn find(text: &str, marks: impl Fn(u64) -> u64) -> Option<usize> {
    let first = |word: u64| {
        let marked = marks(word) & (EACH << 7);
        (marked != 0).then(|| (marked.trailing_zeros() / 8) as usize)
    };
    let bytes = text.as_bytes();
    let Some(last) = bytes.last_chunk::<8>() else {
        let word = bytes
            .iter()
            .rev()
            .fold(EACH * 0x20, |word, byte| (word << 8) | u64::from(*byte));
        return first(word);
    };
    let (mut rest, mut passed) = (bytes, 0);
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        if let Some(at) = first(u64::from_le_bytes(*chunk)) {
            return Some(passed + at);
        }
        rest = after;
        passed += 8;
    }
    first(u64::from_le_bytes(*last)).map(|at| bytes.len() - 8 + at)
}

/// A whole number in decimal, written into `room`.
pub(crate) fn decimal(value: i64, room: &mut [u8; 20]) -> &str {
    let mut rest = value.unsigned_abs();
    let mut start = room.len();
    for digit in room.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        start -= 1;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        start -= 1;
        room.get_mut(start).into_iter().for_each(|sign| *sign = b'-');
    }
    let text = room.get(start..).map(core::str::from_utf8);
    text.and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]
mod tests {
    use alloc::string::ToString as _;

    use proptest::prelude::*;

    use super::*;

    /// Also of what the arithmetic on words could confuse: neighbours of the bytes that it looks for, next to each other.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ -~]{0,40}",
            "[!-#\\[-\\]z-~ \u{0}-\u{1f}é\u{80}…]{0,24}",
            any::<String>()
        ]
    }

    proptest! {
        #[test]
        fn what_comes_in_pieces_is_escaped_and_cut_as_if_it_came_whole(
            pieces in prop::collection::vec(text(), 0..5),
            max_chars in prop_oneof![0..60_usize, Just(usize::MAX)],
        ) {
            let mut out = String::from("{");
            let mut capped = Capped::new(&mut out, max_chars);
            pieces.iter().for_each(|piece| capped.write_str(piece).unwrap());
            let whole = pieces.concat();
            let expected = if whole.chars().count() <= max_chars {
                whole.clone()
            } else {
                whole.chars().take(max_chars.saturating_sub(1)).chain([CUT]).collect()
            };
            let quoted = serde_json::to_string(&expected).unwrap();
            prop_assert_eq!(out.strip_prefix('{'), quoted.get(1..quoted.len() - 1));

            let (mut as_string, mut displayed) = (String::new(), String::new());
            string(&mut as_string, &whole, max_chars);
            display(&mut displayed, &whole, max_chars);
            prop_assert_eq!(&as_string, &quoted);
            prop_assert_eq!(&displayed, &quoted);
        }

        #[test]
        fn the_byte_found_is_the_first_of_its_kind(text in text()) {
            let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
            prop_assert_eq!(find_either(&text, b'{', b'}'), text.find(['{', '}']));
            prop_assert_eq!(find(&text, special), text.bytes().position(is_special));
            prop_assert_eq!(is_plain(&text), !text.bytes().any(|byte| is_special(byte) || b"{}".contains(&byte)));
        }

        #[test]
        fn numbers_have_the_digits_that_display_gives_them(value: i64, small in -1_000..1_000_i64) {
            for value in [value, small, i64::MIN, i64::MAX] {
                let mut room = [0; 20];
                prop_assert_eq!(decimal(value, &mut room), value.to_string());
            }
        }
    }

    #[test]
    fn a_member_has_a_comma_before_it_unless_it_is_the_first_of_its_object() {
        let mut out = String::from("{");
        for name in ["a", "b"] {
            member(&mut out, name);
            out.push_str("{}");
        }
        assert_eq!(out, r#"{"a":{},"b":{}"#);
    }
}
