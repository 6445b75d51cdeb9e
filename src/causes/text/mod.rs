//! The words of a message, where nothing else is left.
//!
//! A message is split into what wraps and what is inside ([`parts`]), each part is cleared of what it only quotes
//! ([`plain`]), and phrases are looked for ([`scan`], [`phrases`]). Codes count first ([`codes`]); then one word that
//! something is wrong with what was asked outweighs all that may pass. The innermost part that says anything decides.

mod codes;
mod judge;
mod parts;
mod phrases;
mod plain;
mod scan;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that meets the unexpected ends there")]
mod tests;

use std::error::Error;

use super::evidence::Phase;
use super::proof::Proof;
use crate::find::chain;
use crate::said::said;

use judge::Judge;

/// The most messages of one chain that are read.
const MAX_TEXTS: usize = 64;

/// What the messages of a chain prove, outermost first.
pub(super) fn prove(texts: &[&str]) -> Option<Proof> {
    let mut judge = Judge::new(Phase::Unknown);
    for text in texts.iter().take(MAX_TEXTS) {
        judge.hear(text);
    }
    judge.verdict()
}

/// What the messages of an error and its causes prove. What stands behind it came in this phase.
pub(super) fn prove_chain(error: &(dyn Error + 'static), phase: Phase) -> Option<Proof> {
    let mut judge = Judge::new(phase);
    for error in chain(error).take(MAX_TEXTS) {
        // An error that cannot say what it is says nothing; one that says too much is cut.
        let (text, _) = said(format_args!("{error}"));
        judge.hear(&text);
    }
    judge.verdict()
}
