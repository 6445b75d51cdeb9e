//! A hash that needs no dependency and never changes. It shows accidents; git shows intent.

/// FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
///
/// ```
/// assert_eq!(errtax_build::lock::fnv1a(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(errtax_build::lock::fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes
        .iter()
        .fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
