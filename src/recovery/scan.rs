//! One pass over a JSON text that yields its [`Value`], with nothing built on the way.

use super::value::{Array, Object, Value, member};

/// How deep arrays and objects may nest, as everywhere on the wire.
const MAX_DEPTH: u32 = 128;

pub(super) struct Scan<'a> {
    /// What is left of the text.
    rest: &'a [u8],
    depth: u32,
    ignored: Option<&'a dyn Fn(Value) -> bool>,
}

impl<'a> Scan<'a> {
    pub(super) const fn new(text: &'a str, ignored: Option<&'a dyn Fn(Value) -> bool>) -> Self {
        Self {
            rest: text.as_bytes(),
            depth: 0,
            ignored,
        }
    }

    /// The whole text, which has to be one value; none where it is not.
    pub(super) fn whole(mut self) -> Option<Value> {
        self.space();
        let value = self.value()?;
        self.end().then_some(value)
    }

    /// The members of the one object that the text is; false where it is something else.
    pub(super) fn members(mut self, found: impl FnMut(Value, Value)) -> bool {
        self.space();
        self.take(b'{') && self.object(found).is_some() && self.end()
    }

    fn end(&mut self) -> bool {
        self.space();
        self.rest.is_empty()
    }

    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        match self.rest.split_first() {
            Some((first, after)) if *first == byte => {
                self.rest = after;
                true
            }
            _ => false,
        }
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    fn space(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', after @ ..] = self.rest {
            self.rest = after;
        }
    }

    fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            b'"' => self.string(),
            b'{' => {
                self.skip(1);
                let mut object = Object::new();
                let ignored = self.ignored;
                self.object(|name, value| {
                    if !ignored.is_some_and(|ignored| ignored(name)) {
                        object.add(member(name, value));
                    }
                })?;
                Some(object.finish())
            }
            b'[' => {
                self.skip(1);
                self.array()
            }
            b't' => self.word(b"true", Value::TRUE),
            b'f' => self.word(b"false", Value::FALSE),
            b'n' => self.word(b"null", Value::NULL),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &[u8], value: Value) -> Option<Value> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(value)
    }

    fn deeper(&mut self) -> Option<()> {
        self.depth += 1;
        self.space();
        (self.depth <= MAX_DEPTH).then_some(())
    }

    fn array(&mut self) -> Option<Value> {
        self.deeper()?;
        let mut array = Array::new();
        if !self.take(b']') {
            loop {
                self.space();
                array.push(self.value()?);
                self.space();
                if self.take(b']') {
                    break;
                }
                self.take(b',').then_some(())?;
            }
        }
        self.depth -= 1;
        Some(array.finish())
    }

    fn object(&mut self, mut found: impl FnMut(Value, Value)) -> Option<()> {
        self.deeper()?;
        if !self.take(b'}') {
            loop {
                self.space();
                let name = self.string()?;
                self.space();
                self.take(b':').then_some(())?;
                self.space();
                let value = self.value()?;
                found(name, value);
                self.space();
                if self.take(b'}') {
                    break;
                }
                self.take(b',').then_some(())?;
            }
        }
        self.depth -= 1;
        Some(())
    }

    fn number(&mut self) -> Option<Value> {
        if let Some((value, length)) = Value::short_number(self.rest) {
            self.skip(length);
            return Some(value);
        }
        let length = self
            .rest
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E'))
            .count();
        let text = self.rest.get(..length)?;
        self.skip(length);
        is_number(text).then(|| Value::digits(text))
    }

    fn string(&mut self) -> Option<Value> {
        self.take(b'"').then_some(())?;
        if let Some((value, length)) = Value::plain_string(self.rest) {
            self.skip(length);
            return Some(value);
        }
        let mut text = Value::text();
        loop {
            let plain = self
                .rest
                .iter()
                .take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f))
                .count();
            text.extend(self.rest.get(..plain)?);
            self.skip(plain);
            match self.peek()? {
                b'"' => {
                    self.skip(1);
                    return Some(Value(text.finish()));
                }
                b'\\' => {
                    self.skip(1);
                    let mut buffer = [0; 4];
                    match self.escape()? {
                        Ok(character) => text.extend(character.encode_utf8(&mut buffer).as_bytes()),
                        // Half of a surrogate pair is no text; it is itself all the same.
                        Err(unit) => {
                            text.push(0xff);
                            text.extend(&unit.to_le_bytes());
                        }
                    }
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<Result<char, u16>> {
        let byte = self.peek()?;
        self.skip(1);
        Some(Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.units(),
            _ => return None,
        }))
    }

    fn units(&mut self) -> Option<Result<char, u16>> {
        let first = self.unit()?;
        if !(0xD800..0xDC00).contains(&first) {
            return Some(char::from_u32(u32::from(first)).ok_or(first));
        }
        let after = self.rest;
        if self.take(b'\\') && self.take(b'u') {
            let second = self.unit()?;
            if (0xDC00..0xE000).contains(&second) {
                let code = 0x1_0000 + ((u32::from(first) - 0xD800) << 10) + (u32::from(second) - 0xDC00);
                return Some(char::from_u32(code).ok_or(first));
            }
        }
        self.rest = after;
        Some(Err(first))
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest.get(..4)?;
        let text = std::str::from_utf8(digits).ok()?;
        self.skip(4);
        text.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        u16::from_str_radix(text, 16).ok()
    }
}

/// RFC 8259, 6.
fn is_number(text: &[u8]) -> bool {
    let mut rest = text.strip_prefix(b"-").unwrap_or(text);
    let digits = |rest: &mut &[u8]| {
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, after) = rest.split_at(count);
        *rest = after;
        digits.len()
    };
    let starts_with_zero = rest.first() == Some(&b'0');
    let whole = digits(&mut rest);
    if whole == 0 || (starts_with_zero && whole > 1) {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix(b".") {
        rest = fraction;
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        rest = match exponent {
            [b'+' | b'-', unsigned @ ..] => unsigned,
            unsigned => unsigned,
        };
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    rest.is_empty()
}
