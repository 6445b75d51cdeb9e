//! `std::io`.

use std::io::{self, ErrorKind};

use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::io as table;
use crate::causes::proof::Proof;

/// What an I/O error says.
pub(super) fn says(error: &io::Error, phase: Phase) -> Says {
    let is_wrapped = error.get_ref().is_some();
    if is_wrapped && error.raw_os_error().is_none() {
        if let Some(proof) = table::prove_lookup(error) {
            // A name that was not found is not a file that was not found: nothing was sent.
            return Says::Ends(Rank::NotSent, proof);
        }
        // Libraries put what they have to say into these two, an error of TLS as well as one of a compressed body.
        if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::Other) {
            return Says::Nothing;
        }
    }
    match table::prove(error.kind(), error.raw_os_error(), phase) {
        Some(proof) => Says::Proves(rank(proof, phase), proof),
        None => Says::Nothing,
    }
}

/// How much an I/O error counts that came in this phase. What stops a connection for good, such as a file that cannot be
/// read, is no proof that goes before what stands behind it.
pub(super) fn rank(proof: Proof, phase: Phase) -> Rank {
    if phase == Phase::Connect && !proof.fact.is_final() {
        Rank::NotSent
    } else {
        Rank::Io
    }
}
