//! rusqlite.

use std::error::Error;

use ::rusqlite::ffi;

use super::{bare, held};
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::proof::Fact;
use crate::causes::tables;

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    if let Some(error) = held::<::rusqlite::Error>(error) {
        return Some(of_client(error));
    }
    bare::<ffi::Error>(error).map(|error| of_result(error, ""))
}

fn of_result(error: &ffi::Error, message: &str) -> Says {
    match tables::sqlite::prove(i64::from(error.extended_code), message) {
        Some(proof) => Says::Ends(Rank::Code, proof),
        None => Says::Nothing,
    }
}

fn of_client(error: &::rusqlite::Error) -> Says {
    use ::rusqlite::Error as E;

    let (fact, name) = match error {
        E::SqliteFailure(error, message) => return of_result(error, message.as_deref().unwrap_or_default()),
        E::SqlInputError { error, msg, .. } => return of_result(error, msg),
        E::QueryReturnedNoRows => (Fact::NOT_FOUND, "no row"),
        E::InvalidParameterName(_)
        | E::InvalidParameterCount(..)
        | E::ToSqlConversionFailure(_)
        | E::NulError(_)
        | E::InvalidPath(_)
        | E::MultipleStatement
        | E::InvalidQuery
        | E::InvalidDatabaseIndex(_)
        | E::SqliteSingleThreadedMode => (Fact::BAD_INPUT, "statement or parameters do not fit"),
        // A statement ran, and what came of it is not what the program expects.
        E::QueryReturnedMoreThanOneRow
        | E::ExecuteReturnedResults
        | E::StatementChangedRows(_)
        | E::InvalidColumnIndex(_)
        | E::InvalidColumnName(_)
        | E::InvalidColumnType(..)
        | E::FromSqlConversionFailure(..)
        | E::IntegralValueOutOfRange(..)
        | E::Utf8Error(..) => (Fact::BROKEN_MIDWAY, "rows or columns are not as expected"),
        E::UnwindingPanic => (Fact::BROKEN_MIDWAY, "function panicked"),
        _ => return Says::Nothing,
    };
    Says::Ends(Rank::Code, fact.because(Because::named("SQLite client:", name)))
}
