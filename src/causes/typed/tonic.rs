//! tonic.

mod details;

use std::error::Error;

use ::tonic::{Code, ConnectError, Status, TimeoutExpired};

use super::{bare, held};
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::proof::{Fact, Proof};
use crate::causes::tables;

/// What a server says about repeating, in milliseconds: gRFC A6.
const PUSHBACK: &str = "grpc-retry-pushback-ms";

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    if let Some(status) = held::<Status>(error) {
        return Some(of_status(status));
    }
    if bare::<ConnectError>(error).is_some() {
        return Some(Says::Behind(Phase::Connect));
    }
    if bare::<TimeoutExpired>(error).is_some() {
        let proof = Fact::LOST.because(Because::named("tonic", "time limit ran out"));
        return Some(Says::Proves(Rank::Io, proof));
    }
    None
}

fn of_status(status: &Status) -> Says {
    let retry_after = details::retry_delay(status.details());
    let Some(proof) = tables::grpc::prove(status.code().into(), status.message(), retry_after) else {
        return Says::Nothing;
    };
    // A status that stands before another error was made up from it on this side, by tonic: UNKNOWN where a connection was
    // lost, CANCELLED where a time limit ran out. What it was made from knows better.
    if status.source().is_some() {
        return Says::Proves(Rank::Io, proof);
    }
    match status.metadata().get(PUSHBACK) {
        Some(pushback) => Says::Proves(Rank::Told, told(proof, pushback.to_str().ok())),
        None if status.code() == Code::Cancelled && proof.fact == Fact::CANCELLED => {
            Says::Proves(Rank::CalledOff, proof)
        }
        None => Says::Proves(Rank::Code, proof),
    }
}

/// What is negative or no number means: do not repeat.
fn told(proof: Proof, pushback: Option<&str>) -> Proof {
    match pushback.and_then(|pushback| pushback.parse::<u32>().ok()) {
        Some(millis) => proof.after(Some(std::time::Duration::from_millis(millis.into()))),
        None => Proof {
            fact: proof.fact.not_again(),
            ..proof
        },
    }
}
