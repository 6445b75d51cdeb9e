//! HTTP.

use crate::causes::proof::Proof;

/// What an answer proves.
pub(crate) fn prove(_http: &crate::causes::evidence::Http<'_>) -> Option<Proof> {
    None
}
