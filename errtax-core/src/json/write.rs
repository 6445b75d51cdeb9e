//! Writing JSON texts, escaped, and cut at a character boundary where a cap says so.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// What marks a text that was cut.
const CUT: char = '…';

/// Starts the member `name` of the object that `out` is in the middle of. Names need no escaping.
pub(crate) fn member(out: &mut String, name: &str) {
    if !out.is_empty() {
        out.push(',');
    }
    out.push('"');
    out.push_str(name);
    out.push_str("\":");
}

/// Writes a JSON string of at most `max_chars` characters; a longer one is cut and ends in `…`.
pub(crate) fn string(out: &mut String, value: &dyn fmt::Display, max_chars: usize) {
    out.push('"');
    let mut capped = Capped::new(out, max_chars);
    // A `Display` that fails leaves what it wrote so far.
    let _ = write!(capped, "{value}");
    out.push('"');
}

/// The same, for what only takes `fmt::Write`.
pub(crate) fn string_to(out: &mut dyn fmt::Write, value: &str, max_chars: usize) {
    let mut text = String::new();
    string(&mut text, &value, max_chars);
    let _ = out.write_str(&text);
}

/// Escapes what is written to it into the inside of a JSON string, up to a number of characters.
pub(crate) struct Capped<'a> {
    out: &'a mut String,
    /// Characters that may still be written.
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
            escape(self.out, character.encode_utf8(&mut bytes));
        }
    }
}

impl fmt::Write for Capped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.cut {
            return Ok(());
        }
        // A text has at most as many characters as bytes; where even those fit, it goes in one piece.
        if text.len() < self.left {
            self.left -= text.chars().count();
            escape(self.out, text);
        } else {
            self.push_up_to_cap(text);
        }
        Ok(())
    }
}

/// Appends `text` as the inside of a JSON string.
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
                let _ = write!(out, "\\u{byte:04x}");
            }
        }
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}
