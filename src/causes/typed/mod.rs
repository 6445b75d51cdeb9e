//! What the error types of Rust programs say, one file a crate, each behind the feature of that name.

mod io;

use std::error::Error;

use super::chain::Says;
use super::evidence::Phase;

/// What one error says, itself and not what stands behind it. It came in this phase, as far as those around it tell.
pub(super) fn says(error: &(dyn Error + 'static), phase: Phase) -> Says {
    if let Some(error) = error.downcast_ref() {
        return io::says(error, phase);
    }
    Says::Nothing
}
