//! tokio: time limits, tasks and channels.

use std::error::Error;

use ::tokio::sync::{AcquireError, oneshot};
use ::tokio::task::JoinError;
use ::tokio::time::error::Elapsed;

use super::bare;
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::proof::Fact;

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    if bare::<Elapsed>(error).is_some() {
        let proof = Fact::LOST.because(Because::named("tokio", "time limit ran out"));
        return Some(Says::Proves(Rank::Io, proof));
    }
    if let Some(error) = bare::<JoinError>(error) {
        return Some(of_task(error));
    }
    if bare::<oneshot::error::RecvError>(error).is_some() {
        // Whoever was to answer is gone: it panicked, or was dropped with its work half done.
        let proof = Fact::BROKEN_MIDWAY.because(Because::named("tokio", "nobody is left to answer"));
        return Some(Says::Proves(Rank::Io, proof));
    }
    if bare::<AcquireError>(error).is_some() {
        let proof = Fact::UNAVAILABLE.because(Because::named("tokio", "semaphore was closed"));
        return Some(Says::Proves(Rank::NotSent, proof));
    }
    None
}

/// What it quotes of a panic is no evidence: a panic is a bug, whatever it says.
fn of_task(error: &JoinError) -> Says {
    if error.is_cancelled() {
        return Says::Ends(
            Rank::CalledOff,
            Fact::CANCELLED.because(Because::named("tokio", "task was cancelled")),
        );
    }
    Says::Ends(
        Rank::Code,
        Fact::BROKEN_MIDWAY.because(Because::named("tokio", "task panicked")),
    )
}
