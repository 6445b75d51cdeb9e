//! SQLSTATE.

use crate::causes::proof::Proof;

/// What a SQLSTATE proves.
pub(crate) fn prove(_code: &str, _message: &str) -> Option<Proof> {
    None
}
