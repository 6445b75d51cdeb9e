//! The words of a message, where nothing else is left.

use std::error::Error;

use super::evidence::Phase;
use super::proof::Proof;

/// What the messages of a chain prove, outermost first.
pub(super) fn prove(_texts: &[&str]) -> Option<Proof> {
    None
}

/// What the messages of an error and its causes prove.
pub(super) fn prove_chain(_error: &(dyn Error + 'static), _phase: Phase) -> Option<Proof> {
    None
}
