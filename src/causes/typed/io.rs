//! `std::io`.

use std::io;

use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::tables;

/// What an I/O error says.
pub(super) fn says(error: &io::Error, phase: Phase) -> Says {
    let rank = if phase == Phase::Connect {
        Rank::NotSent
    } else {
        Rank::Io
    };
    match tables::io::prove(error.kind(), error.raw_os_error(), phase) {
        Some(proof) => Says::Proves(rank, proof),
        None => Says::Nothing,
    }
}
