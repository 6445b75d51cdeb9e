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
    /// The texts by position. They stand apart from all else that is known about a code, so that what a search reads
    /// is small enough to stay in a processor's cache.
    pub names: &'static [&'static str],
}

impl Index {
    /// The texts of these codes. For generated code, which so does not spell them twice.
    #[must_use]
    pub const fn names<const N: usize>(specs: &'static [CodeSpec; N]) -> [&'static str; N] {
        let mut names = [""; N];
        let mut position = 0;
        while position < N {
            names[position] = specs[position].code;
            position += 1;
        }
        names
    }

    /// The position of `text`.
    #[inline]
    #[must_use]
    pub fn position(&self, text: &str) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash(self.seed, text.as_bytes()) as usize;
        // An empty slot ends the search. A table made otherwise, with none, ends it too.
        for _ in self.slots {
            let position = usize::from(*self.slots.get(slot & mask)?).checked_sub(1)?;
            if *self.names.get(position)? == text {
                return Some(position);
            }
            slot = slot.wrapping_add(1);
        }
        None
    }
}

/// The hash behind [`Index`], of the length and the first 64 bytes: codes are no longer, and what it does not tell apart
/// is told apart by comparing. Part of the contract between the registry compiler and this crate.
///
/// Most codes have 8 to 32 bytes. Those are read without a branch, as four words that overlap.
#[must_use]
pub fn hash(seed: u64, text: &[u8]) -> u64 {
    let mut state = seed ^ (text.len() as u64).wrapping_mul(ODD);
    let mut rest = text.get(..64).unwrap_or(text);
    while rest.len() > 32 {
        state = mix(state, word_at(rest, 0), word_at(rest, 8));
        rest = rest.get(16..).unwrap_or_default();
    }
    let Some(last) = rest.len().checked_sub(8) else {
        let word = rest.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte));
        return mix(state, word, 0);
    };
    let third = last / 3;
    state = mix(state, word_at(rest, 0), word_at(rest, third));
    mix(state, word_at(rest, last - third), word_at(rest, last))
}

/// Odd, and half of its bits are set.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Folds a product of twice the width, in which every bit of both factors counts.
fn mix(state: u64, first: u64, last: u64) -> u64 {
    let product = u128::from(state ^ first) * u128::from(last ^ ODD);
    (product >> 64) as u64 ^ product as u64
}

/// The eight bytes at `start`, little-endian.
fn word_at(text: &[u8], start: usize) -> u64 {
    let word = text.get(start..).and_then(<[u8]>::first_chunk);
    word.map_or(0, |word| u64::from_le_bytes(*word))
}
