//! Reading JSON as raw slices: numbers stay as written, nothing is rounded, nothing is lost.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::find_special;

/// How deep arrays and objects may nest: 128.
const MAX_DEPTH: usize = u128::BITS as usize;

/// Why a text is not the JSON that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    pub(crate) offset: usize,
    pub(crate) found: &'static str,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.found, self.offset)
    }
}

type Result<T> = core::result::Result<T, JsonError>;

/// Checks that `text` is exactly one JSON value.
pub(crate) fn validate(text: &str) -> Result<()> {
    let mut reader = Reader::new(text);
    reader.space();
    reader.value()?;
    reader.end()
}

/// The members of the one JSON object that `text` is, in order: name and raw value. A repeated name is refused.
///
/// # Errors
///
/// When it is something else.
pub fn members(text: &str) -> Result<Vec<(Cow<'_, str>, &str)>> {
    let mut found = Vec::new();
    Reader::new(text).whole_object(|reader, name| name.keep(reader, &mut found))?;
    Ok(found)
}

/// The items of the one JSON array that `text` is, as raw values.
///
/// # Errors
///
/// When it is something else.
pub fn items(text: &str) -> Result<Vec<&str>> {
    let mut reader = Reader::new(text);
    let mut found = Vec::new();
    reader.space();
    if !reader.take(b'[') {
        return Err(reader.error("expected an array"));
    }
    reader.space();
    if !reader.take(b']') {
        loop {
            let start = reader.at;
            reader.value()?;
            found.push(reader.slice(start));
            reader.space();
            if reader.take(b']') {
                break;
            }
            reader.comma()?;
        }
    }
    reader.end()?;
    Ok(found)
}

/// The raw value that a JSON pointer (RFC 6901) points to; none where there is nothing, and where it cannot be told: of two
/// members of one name, nobody knows which is meant.
pub(crate) fn pointed<'t>(text: &'t str, pointer: &str) -> Option<&'t str> {
    let mut value = text;
    if pointer.is_empty() {
        return Some(value);
    }
    for part in pointer.strip_prefix('/')?.split('/') {
        let name = part.replace("~1", "/").replace("~0", "~");
        value = if value.starts_with('{') {
            members(value).ok()?.into_iter().find(|(known, _)| *known == name)?.1
        } else {
            let is_index = name == "0" || (name.bytes().all(|byte| byte.is_ascii_digit()) && !name.starts_with('0'));
            items(value)
                .ok()?
                .get(name.parse::<usize>().ok().filter(|_| is_index)?)?
        };
    }
    Some(value)
}

/// Whether no object in the value has two members of one name.
pub(crate) fn is_unambiguous(text: &str) -> bool {
    let mut open = alloc::vec![text];
    while let Some(value) = open.pop() {
        if value.starts_with('{') {
            match members(value) {
                Ok(members) => open.extend(members.into_iter().map(|(_, value)| value)),
                Err(_) => return false,
            }
        } else if value.starts_with('[') {
            match items(value) {
                Ok(items) => open.extend(items),
                Err(_) => return false,
            }
        }
    }
    true
}

/// The text of a raw value that is a JSON string.
pub fn text(raw: &str) -> Option<String> {
    borrowed_text(raw).map(Cow::into_owned)
}

/// The same, copied only where it has escapes.
pub fn borrowed_text(raw: &str) -> Option<Cow<'_, str>> {
    raw.strip_prefix('"')?.strip_suffix('"').map(unescape)
}

pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How many objects are open that [`object`](Self::object) reads within another.
    outer: usize,
}

/// The name of a member, and where it stands.
pub(crate) struct Name<'a> {
    pub(crate) text: Cow<'a, str>,
    offset: usize,
}

impl<'a> Name<'a> {
    /// Adds the member with its raw value to those of the same object.
    pub(crate) fn keep(self, reader: &mut Reader<'a>, found: &mut Vec<(Cow<'a, str>, &'a str)>) -> Result<()> {
        if found.iter().any(|(known, _)| *known == self.text) {
            return Err(self.repeated());
        }
        found.push((self.text, reader.raw_value()?));
        Ok(())
    }

    pub(crate) const fn repeated(&self) -> JsonError {
        JsonError {
            offset: self.offset,
            found: "a member with the name of an earlier one",
        }
    }
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, outer: 0 }
    }

    /// Passes the one object that the text is; `member` passes the value of each member.
    pub(crate) fn whole_object(mut self, member: impl FnMut(&mut Self, Name<'a>) -> Result<()>) -> Result<()> {
        self.space();
        self.object(member)?;
        self.end()
    }

    /// Passes an object within another one.
    pub(crate) fn inner_object(&mut self, member: impl FnMut(&mut Self, Name<'a>) -> Result<()>) -> Result<()> {
        if self.peek() != Some(b'{') {
            let error = self.error("expected an object");
            self.value()?;
            return Err(error);
        }
        self.outer += 1;
        self.object(member)?;
        self.outer -= 1;
        Ok(())
    }

    fn object(&mut self, mut member: impl FnMut(&mut Self, Name<'a>) -> Result<()>) -> Result<()> {
        if !self.take(b'{') {
            return Err(self.error("expected an object"));
        }
        self.space();
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let offset = self.at;
            let text = unescape(self.string()?);
            self.colon()?;
            member(self, Name { text, offset })?;
            self.space();
            if self.take(b'}') {
                return Ok(());
            }
            self.comma()?;
        }
    }

    /// Passes one value, and gives it as it stands there.
    pub(crate) fn raw_value(&mut self) -> Result<&'a str> {
        let start = self.at;
        self.value()?;
        Ok(self.slice(start))
    }

    fn error(&self, found: &'static str) -> JsonError {
        JsonError {
            offset: self.at,
            found: if self.at >= self.text.len() {
                "the text ends too early"
            } else {
                found
            },
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn slice(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn colon(&mut self) -> Result<()> {
        self.space();
        if !self.take(b':') {
            return Err(self.error("expected `:`"));
        }
        self.space();
        Ok(())
    }

    fn comma(&mut self) -> Result<()> {
        if !self.take(b',') {
            return Err(self.error("expected `,` or a closing bracket"));
        }
        self.space();
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        self.space();
        if self.at < self.text.len() {
            Err(self.error("something follows the value"))
        } else {
            Ok(())
        }
    }

    /// Passes one value. Nesting is kept in a word, a bit for each that is open, so that no input can exhaust the stack.
    fn value(&mut self) -> Result<()> {
        let (mut depth, mut are_objects) = (0, 0_u128);
        loop {
            match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    if depth + self.outer == MAX_DEPTH {
                        return Err(self.error("nested too deeply"));
                    }
                    self.at += 1;
                    self.space();
                    let close = if bracket == b'{' { b'}' } else { b']' };
                    if !self.take(close) {
                        if bracket == b'{' {
                            self.name()?;
                        }
                        depth += 1;
                        are_objects = (are_objects << 1) | u128::from(bracket == b'{');
                        continue;
                    }
                }
                _ => self.scalar()?,
            }
            // A value has ended: close what ends with it, or go on to the next one.
            loop {
                if depth == 0 {
                    return Ok(());
                }
                let is_object = are_objects & 1 == 1;
                self.space();
                if self.take(if is_object { b'}' } else { b']' }) {
                    depth -= 1;
                    are_objects >>= 1;
                    continue;
                }
                self.comma()?;
                if is_object {
                    self.name()?;
                }
                break;
            }
        }
    }

    fn name(&mut self) -> Result<()> {
        self.string()?;
        self.colon()
    }

    fn scalar(&mut self) -> Result<()> {
        match self.peek() {
            Some(b'"') => self.string().map(|_| ()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                for word in ["true", "false", "null"] {
                    if rest.starts_with(word) {
                        self.at += word.len();
                        return Ok(());
                    }
                }
                Err(self.error("expected a value"))
            }
        }
    }

    fn digits(&mut self) -> Result<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            Err(self.error("expected a digit"))
        } else {
            Ok(())
        }
    }

    fn number(&mut self) -> Result<()> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(())
    }

    /// Passes a string and returns its inside, still escaped.
    fn string(&mut self) -> Result<&'a str> {
        if !self.take(b'"') {
            return Err(self.error("expected a string"));
        }
        let start = self.at;
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            self.at += find_special(rest).unwrap_or(rest.len());
            match self.peek() {
                Some(b'"') => {
                    let inside = self.slice(start);
                    self.at += 1;
                    return Ok(inside);
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape()?;
                }
                _ => return Err(self.error("a control character in a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<()> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Ok(())
            }
            Some(b'u') => {
                self.at += 1;
                let unit = self.unit()?;
                match unit {
                    0xD800..=0xDBFF => {
                        if !(self.take(b'\\') && self.take(b'u') && matches!(self.unit()?, 0xDC00..=0xDFFF)) {
                            return Err(self.error("half of a surrogate pair"));
                        }
                        Ok(())
                    }
                    0xDC00..=0xDFFF => Err(self.error("half of a surrogate pair")),
                    _ => Ok(()),
                }
            }
            _ => Err(self.error("an unknown escape")),
        }
    }

    fn unit(&mut self) -> Result<u16> {
        let digits = self
            .text
            .get(self.at..self.at + 4)
            .filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = digits.and_then(|text| u16::from_str_radix(text, 16).ok());
        match unit {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => Err(self.error("expected four hexadecimal digits")),
        }
    }
}

/// Resolves the escapes of the inside of a checked JSON string.
fn unescape(inside: &str) -> Cow<'_, str> {
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((clean, escaped)) = rest.split_once('\\') {
        out.push_str(clean);
        let mut characters = escaped.chars();
        match characters.next() {
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('u') => {
                let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
                let first = unit(characters.as_str()).unwrap_or_default();
                let after = characters.as_str().get(4..).unwrap_or_default();
                let second = after
                    .strip_prefix("\\u")
                    .and_then(unit)
                    .filter(|_| (0xD800..0xDC00).contains(&first));
                let units = core::iter::once(first).chain(second);
                out.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
                rest = if second.is_some() {
                    after.get(6..).unwrap_or_default()
                } else {
                    after
                };
                continue;
            }
            Some(other) => out.push(other),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
    Cow::Owned(out)
}
