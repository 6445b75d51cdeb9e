//! I/O of the standard library.

use crate::causes::proof::Proof;

/// What a kind proves.
pub(crate) fn prove(
    _kind: std::io::ErrorKind,
    _os: Option<i32>,
    _phase: crate::causes::evidence::Phase,
) -> Option<Proof> {
    None
}
