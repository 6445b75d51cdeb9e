//! Rust errors: what the causes of one prove together.

use std::error::Error;

use errtax_core::{Class, Executed};

use super::evidence::Phase;
use super::proof::Proof;
#[cfg(feature = "causes")]
use super::text;
use super::typed;
use crate::find::chain;

/// The most causes that are looked at. A chain can be endless.
const MAX_CAUSES: usize = 64;

/// How much evidence counts; what counts more is further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code, reason = "which of them are said depends on the features")]
pub(super) enum Rank {
    /// The kind of an I/O error.
    Io,
    /// An HTTP status.
    Status,
    /// A code of a system that has codes.
    Code,
    /// That nothing was sent.
    NotSent,
    /// That somebody called it off.
    CalledOff,
    /// What the other side says about repeating.
    Told,
}

/// What one error of a chain says.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "which of them are said depends on the features")]
pub(super) enum Says {
    /// It proves something.
    Proves(Rank, Proof),
    /// It proves something, and what stands behind it is of no account: a quotation, or what it has judged already.
    Ends(Rank, Proof),
    /// It proves nothing itself, but what stands behind it came in this phase.
    Behind(Phase),
    /// Nothing.
    Nothing,
}

/// What an error and its causes prove; none where no type and no word of them is known.
pub(super) fn prove(error: &(dyn Error + 'static)) -> Option<Proof> {
    prove_in(error, Phase::Unknown)
}

/// The same for an error of which it is known how far the call had come.
pub(super) fn prove_in(error: &(dyn Error + 'static), phase: Phase) -> Option<Proof> {
    match by_types(error, phase) {
        (None, phase) => by_words(error, phase),
        (proof, _) => proof,
    }
}

/// What the types alone prove, and how far the call had come by what they say.
pub(super) fn by_types(error: &(dyn Error + 'static), mut phase: Phase) -> (Option<Proof>, Phase) {
    let mut best: Option<(Rank, Proof)> = None;
    for cause in chain(error).take(MAX_CAUSES) {
        match typed::says(cause, phase) {
            Says::Proves(rank, proof) => best = Some(better(best, (rank, in_phase(proof, phase)))),
            Says::Ends(rank, proof) => {
                best = Some(better(best, (rank, in_phase(proof, phase))));
                break;
            }
            Says::Behind(narrower) => phase = narrower,
            Says::Nothing => {}
        }
    }
    (best.map(|(_, proof)| proof), phase)
}

#[cfg(feature = "causes")]
fn by_words(error: &(dyn Error + 'static), phase: Phase) -> Option<Proof> {
    text::prove_chain(error, phase)
}

#[cfg(not(feature = "causes"))]
const fn by_words(_: &(dyn Error + 'static), _: Phase) -> Option<Proof> {
    None
}

/// While connecting nothing of the call was sent, so what is in doubt elsewhere was not carried out.
fn in_phase(mut proof: Proof, phase: Phase) -> Proof {
    if phase == Phase::Connect && proof.fact.executed == Executed::Unknown {
        proof.fact.executed = Executed::No;
        if proof.fact.class == Class::UnknownOutcome {
            proof.fact.class = Class::Transient;
        }
    }
    proof
}

/// The one that counts more: of a higher rank, or of the same rank and further in, unless that would turn a final code into
/// one that passes.
fn better(known: Option<(Rank, Proof)>, inner: (Rank, Proof)) -> (Rank, Proof) {
    match known {
        Some(known) if known.0 > inner.0 => known,
        Some(known) if known.0 == Rank::Code && inner.0 == Rank::Code && known.1.fact.is_final() => known,
        _ => inner,
    }
}
