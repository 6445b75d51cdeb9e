//! tokio-postgres.

use std::error::Error;

use ::tokio_postgres::error::DbError;

use super::{bare, held};
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::proof::Fact;
use crate::causes::tables;
use crate::causes::words::{begins_with, is};

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    if let Some(error) = bare::<DbError>(error) {
        return Some(match tables::sqlstate::prove(error.code().code(), error.message()) {
            Some(proof) => Says::Proves(Rank::Code, proof),
            None => Says::Nothing,
        });
    }
    held::<::tokio_postgres::Error>(error).map(of_client)
}

/// What the client says. Of what kind it is can be read from its words alone, which are fixed.
fn of_client(error: &::tokio_postgres::Error) -> Says {
    let named = |name| Because::named("PostgreSQL client", name);
    if error.is_closed() {
        // Before the statement was sent as well as after.
        return Says::Proves(Rank::Io, Fact::LOST.because(named("connection closed")));
    }
    if error.code().is_some() {
        return Says::Nothing;
    }
    if is(error, "error connecting to server") || is(error, "error performing TLS handshake") {
        return Says::Behind(Phase::Connect);
    }
    if is(error, "timeout waiting for server") {
        return Says::Proves(Rank::Io, Fact::LOST.because(named("time limit ran out")));
    }
    if is(error, "authentication error") {
        return Says::Proves(Rank::Code, Fact::AUTH.because(named("authentication error")));
    }
    if is(error, "invalid connection string") || is(error, "invalid configuration") {
        return Says::Ends(Rank::Code, Fact::BAD_INPUT.because(named("configuration is invalid")));
    }
    let is_unsendable = is(error, "error encoding message to server")
        || begins_with(error, "error serializing parameter ")
        || begins_with(error, "expected ");
    if is_unsendable {
        return Says::Ends(Rank::Code, Fact::BAD_INPUT.because(named("parameters do not fit")));
    }
    let is_unreadable = is(error, "unexpected message from server")
        || is(error, "error parsing response from server")
        || begins_with(error, "error deserializing column ");
    if is_unreadable {
        return Says::Ends(Rank::Code, Fact::UNREADABLE.because(named("answer does not decode")));
    }
    // The statement was carried out, and the program is wrong about what comes of it.
    let is_misread = begins_with(error, "invalid column ") || begins_with(error, "query returned an unexpected number");
    if is_misread {
        return Says::Ends(
            Rank::Code,
            Fact::BROKEN_MIDWAY.because(named("rows or columns are not as expected")),
        );
    }
    Says::Nothing
}
