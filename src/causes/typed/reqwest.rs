//! reqwest.

use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::{Http, Phase};
use crate::causes::proof::Fact;
use crate::causes::tables;

pub(super) fn says(error: &::reqwest::Error) -> Says {
    let named = |name| Because::named("reqwest", name);
    // "Connect" is no class: it covers certificates that do not hold, names that do not exist, and ports that speak
    // something else. But it is a phase.
    if error.is_connect() {
        // The time limit of connecting has a type that cannot be named, so it is asked for here.
        return if error.is_timeout() {
            Says::Proves(Rank::NotSent, Fact::NOT_SENT.because(named("connecting timed out")))
        } else {
            Says::Behind(Phase::Connect)
        };
    }
    if error.is_timeout() {
        return Says::Proves(Rank::Io, Fact::LOST.because(named("time limit ran out")));
    }
    if error.is_builder() {
        return Says::Proves(Rank::Code, Fact::BAD_INPUT.because(named("request is not one")));
    }
    if error.is_redirect() {
        return Says::Proves(Rank::Code, Fact::BAD_INPUT.because(named("redirects lead nowhere")));
    }
    if let Some(status) = error.status() {
        let http = Http {
            status: status.as_u16(),
            ..Http::default()
        };
        return match tables::http::prove(&http) {
            Some(proof) => Says::Proves(Rank::Status, proof),
            None => Says::Nothing,
        };
    }
    // A body that the network cut fails to decode as one that is no JSON does. Where it was cut, what stands behind it says
    // so, and counts as much.
    if error.is_decode() {
        return Says::Proves(Rank::Io, Fact::UNREADABLE.because(named("answer does not decode")));
    }
    Says::Nothing
}
