//! The trait of generated code enums, and the table that finds a code by its text.

use alloc::string::String;
use core::fmt;

use crate::spec::CodeSpec;

/// The `Code` enum that a registry generates.
///
/// The generated enum has the same names as inherent items, so this trait is only needed to be generic over registries.
pub trait Code: Copy + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Every code of the registry, sorted by its text.
    const ALL: &'static [Self];

    /// Everything the registry says about this code.
    fn spec(self) -> &'static CodeSpec;

    /// The code as it stands on the wire.
    fn as_str(self) -> &'static str {
        self.spec().code
    }
}

/// A text that is no code of the registry.
///
/// It may well be a code of a newer version of it, so treat it as unknown, not as malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    text: String,
    registry: &'static str,
}

impl UnknownCode {
    /// For generated code: `text` is not a code of `registry`.
    #[must_use]
    pub fn new(text: &str, registry: &'static str) -> Self {
        Self {
            text: text.into(),
            registry,
        }
    }

    /// The text that was looked up.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a code of the registry `{}`", self.text, self.registry)
    }
}

impl core::error::Error for UnknownCode {}

/// An open-addressing hash table from text to position, laid out by the registry compiler.
///
/// The table length is a power of two and at most half full. A slot holds a position plus one; zero is empty.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// Chosen by the compiler so that probes stay short.
    pub seed: u64,
    /// The slots.
    pub slots: &'static [u16],
}

impl Index {
    /// The position of `text`, where `name_at` gives the text at a position.
    #[must_use]
    pub fn position(&self, text: &str, name_at: impl Fn(usize) -> Option<&'static str>) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash(self.seed, text.as_bytes()) as usize & mask;
        loop {
            let position = usize::from(*self.slots.get(slot)?).checked_sub(1)?;
            if name_at(position)? == text {
                return Some(position);
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// The hash behind [`Index`]: the first, middle and last eight bytes and the length.
///
/// Codes are short and differ somewhere in those, so this reads less than the whole text and still spreads well; what
/// collides is told apart by comparing. Part of the contract between the registry compiler and this crate.
#[must_use]
pub fn hash(seed: u64, text: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let middle = text.len() / 2;
    let mut state = seed ^ (text.len() as u64).wrapping_mul(MULTIPLIER);
    for word in [
        word_at(text, 0),
        word_at(text, middle.saturating_sub(4)),
        word_at(text, text.len().saturating_sub(8)),
    ] {
        state = (state ^ word).wrapping_mul(MULTIPLIER);
        state ^= state >> 29;
    }
    state
}

/// The eight bytes at `start`, little-endian, padded with zeros past the end.
fn word_at(text: &[u8], start: usize) -> u64 {
    let tail = text.get(start..).unwrap_or_default();
    if let Some(chunk) = tail.first_chunk::<8>() {
        return u64::from_le_bytes(*chunk);
    }
    let mut padded = [0; 8];
    for (to, from) in padded.iter_mut().zip(tail) {
        *to = *from;
    }
    u64::from_le_bytes(padded)
}
