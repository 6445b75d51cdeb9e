//! hyper, and the client of hyper-util.

use std::error::Error;

use ::hyper_util::client::legacy;

use super::{bare, held};
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::proof::Fact;
use crate::causes::words::begins_with;

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    if let Some(error) = held::<::hyper::Error>(error) {
        return Some(of_connection(error));
    }
    bare::<legacy::Error>(error).map(of_client)
}

fn of_connection(error: &::hyper::Error) -> Says {
    let named = |name| Because::named("hyper", name);
    if error.is_canceled() {
        // The request was handed back before the connection took it.
        return Says::Proves(
            Rank::NotSent,
            Fact::NOT_SENT.because(named("request was never dispatched")),
        );
    }
    if error.is_timeout() {
        return Says::Proves(Rank::Io, Fact::LOST.because(named("time limit ran out")));
    }
    if error.is_incomplete_message() {
        return Says::Proves(
            Rank::Io,
            Fact::LOST.because(named("connection closed before the message completed")),
        );
    }
    if error.is_closed() {
        return Says::Proves(Rank::Io, Fact::LOST.because(named("channel closed")));
    }
    if error.is_parse() {
        return Says::Proves(Rank::Io, Fact::UNREADABLE.because(named("message does not parse")));
    }
    if error.is_user() && error.source().is_none() {
        return Says::Proves(Rank::Io, Fact::BROKEN_MIDWAY.because(named("misused")));
    }
    Says::Nothing
}

fn of_client(error: &legacy::Error) -> Says {
    if error.is_connect() {
        // No class: a certificate that does not hold is one of these, too.
        return Says::Behind(Phase::Connect);
    }
    // A method, a version or a URI that the client does not take.
    if begins_with(error, "client error (User") {
        return Says::Ends(
            Rank::Code,
            Fact::BAD_INPUT.because(Because::named("hyper", "request is not one")),
        );
    }
    Says::Nothing
}
