//! serde_json.

use crate::causes::chain::Says;
use crate::causes::evidence::Phase;
use crate::causes::io;

/// What an error of JSON says. That it does not parse proves nothing about a call: the text may be the arguments or the
/// answer, and only what stands around it knows. Where reading it failed, that is an I/O error, which `source` passes over.
pub(super) fn says(error: &serde_json::Error, phase: Phase) -> Says {
    let Some(kind) = error.io_error_kind() else {
        return Says::Nothing;
    };
    match io::prove(kind, None, phase) {
        Some(proof) => Says::Proves(super::io::rank(proof, phase), proof),
        None => Says::Nothing,
    }
}
