//! Numbers that look random and are the same for the same seed, on every machine.

use crate::recovery::Jitter;

/// A row of numbers that a seed begins (SplitMix64).
///
/// ```
/// use errtax::recovery::testkit::Random;
///
/// let (mut one, mut other) = (Random::seeded(7), Random::seeded(7));
/// assert_eq!(one.number(), other.number());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The row of this seed.
    #[must_use]
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// The next one below a bound; 0 for the bound 0. The bias is of no account for bounds as tests have them.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number().checked_rem(bound).unwrap_or(0)
    }

    /// The next sample of jitter.
    pub fn jitter(&mut self) -> Jitter {
        Jitter::from_random(self.number() as u32)
    }
}
