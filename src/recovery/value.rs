//! What a JSON value is, whatever its text looks like: a hash that is made without building a string.
//!
//! Two texts of one value have one hash: members in any order, `1` and `1.0` and `1e0`, escapes or none. What differs in
//! value differs here: no text is trimmed or folded, `null` is not absent, and no digit of a number is rounded away. (The
//! canonical text that `replay` hashes is another thing: it is RFC 8785, a string, and needs a parsed value.)

use errtax_core::__json::plain_bytes;

use super::scan::Scan;

/// The hash of a JSON value.
///
/// From a text, or put together by whoever holds the value in another form:
///
/// ```
/// use errtax::recovery::Value;
///
/// let built = Value::object([("b", Value::array([Value::number("1.0")])), ("a", Value::string("é"))]);
/// assert_eq!(built, Value::json(r#"{"a": "\u00e9", "b": [1]}"#));
/// assert_ne!(built, Value::json(r#"{"a": "é", "b": ["1"]}"#));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(pub(super) u64);

const NUMBER: u64 = 4;
const STRING: u64 = 5;
const ARRAY: u64 = 6;
const OBJECT: u64 = 7;
const NO_JSON: u64 = 8;

impl Value {
    /// `null`.
    pub const NULL: Self = Self(spread(1, 0));
    /// `false`.
    pub const FALSE: Self = Self(spread(2, 0));
    /// `true`.
    pub const TRUE: Self = Self(spread(3, 0));

    /// A value by its JSON text. A text that is no JSON is as good as any other: equal texts are equal.
    #[must_use]
    pub fn json(text: &str) -> Self {
        Self::of(text, None)
    }

    /// The same, without the members of these names, at whatever depth they stand.
    pub(super) fn json_without(text: &str, ignored: &dyn Fn(Value) -> bool) -> Self {
        Self::of(text, Some(ignored))
    }

    fn of(text: &str, ignored: Option<&dyn Fn(Value) -> bool>) -> Self {
        Scan::new(text, ignored)
            .whole()
            .unwrap_or_else(|| Self::bytes(NO_JSON, text.as_bytes()))
    }

    /// A number, by its text.
    #[must_use]
    pub fn number(text: &str) -> Self {
        Self::digits(text.as_bytes())
    }

    pub(super) fn digits(text: &[u8]) -> Self {
        let (negative, digits) = match text.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let end = digits.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (mantissa, exponent) = digits.split_at(end.unwrap_or(digits.len()));
        let exponent = exponent.get(1..).map_or(0, exponent_of);
        let mut significant = Digits::new();
        // Zeros count only where another digit follows.
        let mut zeros = 0_u64;
        let mut point = 0_i64;
        let (mut started, mut in_fraction) = (false, false);
        for digit in mantissa.iter().copied() {
            if digit == b'.' {
                in_fraction = true;
                continue;
            }
            if started {
                point += i64::from(!in_fraction);
            } else if digit == b'0' {
                point -= i64::from(in_fraction);
                continue;
            } else {
                started = true;
                point += i64::from(!in_fraction);
            }
            if digit == b'0' {
                zeros += 1;
                continue;
            }
            for _ in 0..zeros {
                significant.push(b'0');
            }
            zeros = 0;
            significant.push(digit);
        }
        if !started {
            return Self(spread(NUMBER, 0));
        }
        let scale = point.saturating_add(exponent) as u64;
        Self(spread(significant.finish(), scale ^ (u64::from(negative) << 63)))
    }

    /// The number that a text begins with, and how long it is. None where it is one of an exponent or of more than fifteen digits, or
    /// none at all: [`digits`](Self::digits) knows them all, and takes longer.
    pub(super) fn short_number(text: &[u8]) -> Option<(Self, usize)> {
        let is_negative = text.first() == Some(&b'-');
        let start = usize::from(is_negative);
        let (mut end, mut point, mut word) = (start, None, 0_u64);
        let after = loop {
            match text.get(end) {
                Some(digit) if digit.is_ascii_digit() => word = (word << 4) | u64::from(digit & 0x0f),
                Some(b'.') if point.is_none() => point = Some(end),
                after => break after,
            }
            end += 1;
        };
        let whole = point.unwrap_or(end) - start;
        let fraction = point.map_or(0, |point| end - point - 1);
        let is_odd = point.is_some() && fraction == 0 || whole > 1 && text.get(start) == Some(&b'0');
        let goes_on = matches!(after, Some(b'.' | b'-' | b'+' | b'e' | b'E'));
        if whole == 0 || whole + fraction > 15 || is_odd || goes_on {
            return None;
        }
        if word == 0 {
            return Some((Self(spread(NUMBER, 0)), end));
        }
        // Zeros before and behind do not count. A digit is four bits.
        let scale = i64::from(16 - word.leading_zeros() / 4) - fraction as i64;
        let significant = word >> (word.trailing_zeros() / 4 * 4);
        let count = 16 - u64::from(significant.leading_zeros() / 4);
        let digits = spread(NUMBER ^ count, significant);
        Some((Self(spread(digits, scale as u64 ^ (u64::from(is_negative) << 63))), end))
    }

    /// A text.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::bytes(STRING, text.as_bytes())
    }

    /// The text that stands before the next quotation mark, and how long both are. None where something has to be unescaped or does not
    /// belong there, and at the very end, where no eight bytes are left.
    pub(super) fn plain_string(json: &[u8]) -> Option<(Self, usize)> {
        let (mut state, mut length, mut rest) = (STRING, 0, json);
        while let Some((bytes, after)) = rest.split_first_chunk::<8>() {
            let word = u64::from_le_bytes(*bytes);
            let plain = plain_bytes(word);
            if plain < 8 {
                let (end, last) = (word >> (8 * plain), word & !(u64::MAX << (8 * plain)));
                length += plain as usize;
                let value = Self(spread(state ^ length as u64, last));
                return (end as u8 == b'"').then_some((value, length + 1));
            }
            state = spread(state, word);
            length += 8;
            rest = after;
        }
        None
    }

    /// `true` or `false`.
    #[must_use]
    pub const fn bool(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// An array, whose order counts.
    #[must_use]
    pub fn array(items: impl IntoIterator<Item = Self>) -> Self {
        let mut array = Array::new();
        items.into_iter().for_each(|item| array.push(item));
        array.finish()
    }

    /// An object, whose order does not count.
    #[must_use]
    pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Self)>) -> Self {
        let mut object = Object::new();
        members
            .into_iter()
            .for_each(|(name, value)| object.add(member(Self::string(name), value)));
        object.finish()
    }

    pub(super) fn text() -> Bytes {
        Bytes::new(STRING)
    }

    fn bytes(kind: u64, text: &[u8]) -> Self {
        let (mut state, mut rest) = (kind, text);
        while let Some((word, after)) = rest.split_first_chunk::<8>() {
            state = spread(state, u64::from_le_bytes(*word));
            rest = after;
        }
        let last = match text.last_chunk::<8>() {
            _ if rest.is_empty() => 0,
            // What was read already falls out of the word.
            Some(word) => u64::from_le_bytes(*word) >> (8 * (8 - rest.len())),
            None => word_of(rest),
        };
        Self(spread(state ^ text.len() as u64, last))
    }
}

#[cfg(feature = "serde_json")]
impl From<&serde_json::Value> for Value {
    fn from(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::NULL,
            serde_json::Value::Bool(value) => Self::bool(*value),
            serde_json::Value::Number(number) => Self::number(&number.to_string()),
            serde_json::Value::String(text) => Self::string(text),
            serde_json::Value::Array(items) => Self::array(items.iter().map(Self::from)),
            serde_json::Value::Object(members) => {
                Self::object(members.iter().map(|(name, value)| (name.as_str(), value.into())))
            }
        }
    }
}

/// The significant digits of a number: one word as long as they fit.
struct Digits {
    word: u64,
    count: u64,
    full: Option<Bytes>,
}

impl Digits {
    const fn new() -> Self {
        Self {
            word: 0,
            count: 0,
            full: None,
        }
    }

    fn push(&mut self, digit: u8) {
        self.word = (self.word << 4) | u64::from(digit & 0x0f);
        self.count += 1;
        if self.count % 16 == 0 {
            let full = self.full.get_or_insert_with(|| Bytes::new(NUMBER));
            full.extend(&self.word.to_le_bytes());
            self.word = 0;
        }
    }

    fn finish(self) -> u64 {
        let before = self.full.map_or(NUMBER, Bytes::finish);
        spread(before ^ self.count, self.word)
    }
}

/// An exponent beyond all that count is as far away as any.
fn exponent_of(text: &[u8]) -> i64 {
    let bound = if text.starts_with(b"-") { -(1 << 40) } else { 1 << 40 };
    let exponent = std::str::from_utf8(text).ok().and_then(|text| text.parse::<i64>().ok());
    exponent.map_or(bound, |exponent| exponent.clamp(-(1 << 40), 1 << 40))
}

/// An array under way.
pub(super) struct Array(u64);

impl Array {
    pub(super) const fn new() -> Self {
        Self(ARRAY)
    }

    pub(super) const fn push(&mut self, item: Value) {
        self.0 = spread(self.0, item.0);
    }

    pub(super) const fn finish(self) -> Value {
        Value(spread(self.0, ARRAY))
    }
}

/// An object under way. Members are added up, so that their order does not count and none has to be kept.
pub(super) struct Object(u64);

impl Object {
    pub(super) const fn new() -> Self {
        Self(0)
    }

    pub(super) const fn add(&mut self, member: u64) {
        self.0 = self.0.wrapping_add(member);
    }

    pub(super) const fn finish(self) -> Value {
        Value(spread(OBJECT, self.0))
    }
}

/// A member of an object.
pub(super) const fn member(name: Value, value: Value) -> u64 {
    spread(spread(OBJECT, name.0), value.0)
}

/// A text under way, eight bytes at a time.
pub(super) struct Bytes {
    state: u64,
    word: u64,
    length: u64,
}

impl Bytes {
    const fn new(kind: u64) -> Self {
        Self {
            state: kind,
            word: 0,
            length: 0,
        }
    }

    pub(super) fn push(&mut self, byte: u8) {
        self.word |= u64::from(byte) << (8 * (self.length % 8));
        self.length += 1;
        if self.length % 8 == 0 {
            self.state = spread(self.state, self.word);
            self.word = 0;
        }
    }

    pub(super) fn extend(&mut self, mut text: &[u8]) {
        while self.length % 8 != 0 {
            let Some((byte, rest)) = text.split_first() else { return };
            self.push(*byte);
            text = rest;
        }
        while let Some((word, rest)) = text.split_first_chunk::<8>() {
            self.state = spread(self.state, u64::from_le_bytes(*word));
            self.length += 8;
            text = rest;
        }
        self.word = word_of(text);
        self.length += text.len() as u64;
    }

    pub(super) const fn finish(self) -> u64 {
        spread(self.state ^ self.length, self.word)
    }
}

/// Of at most seven bytes, for which a call of `memcpy` would take longer.
fn word_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| (word << 8) | u64::from(*byte))
}

/// Folds a product of twice the width, in which every bit of both factors counts.
#[inline]
pub(super) const fn spread(state: u64, word: u64) -> u64 {
    let product = ((state ^ 0x9E37_79B9_7F4A_7C15) as u128) * ((word ^ 0xD1B5_4A32_D192_ED03) as u128);
    ((product >> 64) as u64 ^ product as u64).wrapping_add(0x2545_F491_4F6C_DD1D)
}
