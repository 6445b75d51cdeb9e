//! The delay of a `google.rpc.RetryInfo` in the details of a status, which are a message of protocol buffers: three fields
//! of three messages, read here so that nobody needs the code that is generated for all of them.

use std::time::Duration;

/// The delay that a server asks for in `google.rpc.Status`: its field `details`, an `Any` of the type `RetryInfo`, its
/// field `retry_delay`.
pub(super) fn retry_delay(status: &[u8]) -> Option<Duration> {
    Fields(status)
        .filter_map(|field| field.bytes(3))
        .filter(|any| {
            let mut urls = Fields(any).filter_map(|field| field.bytes(1));
            urls.any(|url| url.ends_with(b"/google.rpc.RetryInfo"))
        })
        .filter_map(|any| Fields(any).find_map(|field| field.bytes(2)))
        .find_map(|info| Fields(info).find_map(|field| field.bytes(1)))
        .and_then(duration)
}

fn duration(bytes: &[u8]) -> Option<Duration> {
    let number = |wanted| Fields(bytes).find_map(|field| field.number(wanted)).unwrap_or(0);
    // Both are signed, and what is negative has no meaning as a wait.
    let seconds = u64::try_from(signed(number(1))).ok()?;
    let nanos = u32::try_from(signed(number(2))).ok()?;
    (nanos < 1_000_000_000).then(|| Duration::new(seconds, nanos))
}

const fn signed(number: u64) -> i64 {
    i64::from_le_bytes(number.to_le_bytes())
}

/// One field of a message.
struct Field<'a> {
    number: u64,
    value: Value<'a>,
}

enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Skipped,
}

impl<'a> Field<'a> {
    fn bytes(&self, number: u64) -> Option<&'a [u8]> {
        match self.value {
            Value::Bytes(bytes) if self.number == number => Some(bytes),
            _ => None,
        }
    }

    fn number(&self, number: u64) -> Option<u64> {
        match self.value {
            Value::Number(value) if self.number == number => Some(value),
            _ => None,
        }
    }
}

/// The fields of a message, until the first that does not parse.
struct Fields<'a>(&'a [u8]);

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let tag = self.varint()?;
        let value = match tag & 7 {
            0 => Value::Number(self.varint()?),
            1 => self.take(8).map(|_| Value::Skipped)?,
            2 => {
                let length = usize::try_from(self.varint()?).ok()?;
                Value::Bytes(self.take(length)?)
            }
            5 => self.take(4).map(|_| Value::Skipped)?,
            _ => return None,
        };
        Some(Field {
            number: tag >> 3,
            value,
        })
    }
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (first, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn field(number: u8, value: &[u8]) -> Vec<u8> {
        let mut bytes = vec![number << 3 | 2, value.len() as u8];
        bytes.extend(value);
        bytes
    }

    fn status(kind: &str, duration: &[u8]) -> Vec<u8> {
        let any = [field(1, kind.as_bytes()), field(2, &field(1, duration))].concat();
        // The code 8, a message, another detail before it.
        let other = field(1, b"type.googleapis.com/google.rpc.Help");
        [vec![8, 8], field(2, b"slow down"), field(3, &other), field(3, &any)].concat()
    }

    #[test]
    fn the_delay_is_read_and_nothing_else_is() {
        let kind = "type.googleapis.com/google.rpc.RetryInfo";
        let seconds_and_nanos = [8, 3, 16, 0x80, 0xca, 0xb5, 0xee, 1];
        assert_eq!(
            retry_delay(&status(kind, &seconds_and_nanos)),
            Some(Duration::from_millis(3_500))
        );
        assert_eq!(retry_delay(&status(kind, &[])), Some(Duration::ZERO));
        let minus_one = [8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
        assert_eq!(retry_delay(&status(kind, &minus_one)), None);
        assert_eq!(
            retry_delay(&status(
                "type.googleapis.com/google.rpc.QuotaFailure",
                &seconds_and_nanos
            )),
            None
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_an_end(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = retry_delay(&bytes);
        }

        #[test]
        fn what_is_cut_short_is_no_delay_that_was_not_sent(cut in 0_usize..80) {
            let whole = status("type.googleapis.com/google.rpc.RetryInfo", &[8, 3]);
            let read = retry_delay(&whole[..cut.min(whole.len())]);
            prop_assert!(read.is_none() || read == Some(Duration::from_secs(3)));
        }
    }
}
