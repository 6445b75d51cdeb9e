//! Dedupe keys: made once for each action, the same on every attempt.

use std::fmt;

use super::value::spread;

/// A key by which a server dedupes, written as a UUID (RFC 9562, version 8: made by a rule of our own).
///
/// It is made of bytes that whoever drives the engine draws at random once for a call. A fixed call and each item of a
/// batch are actions of their own and get keys of their own, because servers bind a key to the payload that it came with first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// The key of the action that these bytes were drawn for.
    #[must_use]
    pub const fn new(random: [u8; 16]) -> Self {
        Self(random)
    }

    /// The key of another action of the same call: 0 is the call itself.
    pub(super) fn of_action(self, number: u64) -> Self {
        match number {
            0 => self,
            number => self.spread(number),
        }
    }

    /// The key of another call, by its place in the task.
    pub(super) fn of_call(self, place: u64) -> Self {
        // Away from the numbers of actions.
        self.spread(!place)
    }

    fn spread(self, number: u64) -> Self {
        let bits = u128::from_le_bytes(self.0);
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        let low = spread(spread(low, high), number);
        let high = spread(spread(high, low), number);
        Self(((u128::from(high) << 64) | u128::from(low)).to_le_bytes())
    }

    /// The bytes that it was made of.
    pub(super) const fn bytes(self) -> [u8; 16] {
        self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, byte) in self.0.iter().enumerate() {
            if matches!(position, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            let byte = match position {
                6 => (byte & 0x0f) | 0x80,
                8 => (byte & 0x3f) | 0x80,
                _ => *byte,
            };
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}
