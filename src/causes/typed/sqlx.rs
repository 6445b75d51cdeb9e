//! sqlx.

use std::error;

use ::sqlx::Error;
use ::sqlx::error::DatabaseError;

use super::{bare, held};
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::proof::{Fact, Proof};
use crate::causes::tables;

pub(super) fn says(error: &(dyn error::Error + 'static)) -> Option<Says> {
    if let Some(error) = held::<Error>(error) {
        return Some(of_client(error));
    }
    // What is left of an error of sqlx in a transparent enum, which passes over it.
    let answer = bare::<Box<dyn DatabaseError>>(error)?;
    Some(of_answer(&**answer))
}

fn of_client(error: &Error) -> Says {
    let named = |fact: Fact, name| fact.because(Because::named("sqlx", name));
    match error {
        Error::Database(error) => of_answer(&**error),
        Error::PoolTimedOut => Says::Proves(Rank::NotSent, named(Fact::NOT_SENT, "no connection came free in time")),
        // A closed pool stays closed: the program ends.
        Error::PoolClosed => Says::Proves(Rank::NotSent, named(Fact::UNAVAILABLE, "pool was closed")),
        // No class: a certificate that does not hold is one of these as well as a connection that is cut.
        Error::Tls(_) => Says::Behind(Phase::Connect),
        Error::Configuration(_) | Error::ConfigFile(_) => {
            Says::Ends(Rank::Code, named(Fact::BAD_INPUT, "configuration is invalid"))
        }
        Error::InvalidArgument(_) | Error::Encode(_) | Error::TypeNotFound { .. } => {
            Says::Ends(Rank::Code, named(Fact::BAD_INPUT, "parameters do not fit"))
        }
        Error::RowNotFound => Says::Proves(Rank::Code, named(Fact::NOT_FOUND, "no row")),
        // The statement was carried out.
        Error::Decode(_) | Error::ColumnDecode { .. } | Error::Protocol(_) => {
            Says::Ends(Rank::Code, named(Fact::UNREADABLE, "answer does not decode"))
        }
        Error::ColumnIndexOutOfBounds { .. } | Error::ColumnNotFound(_) => {
            Says::Proves(Rank::Code, named(Fact::BROKEN_MIDWAY, "no such column"))
        }
        Error::WorkerCrashed => Says::Proves(Rank::Code, named(Fact::BROKEN_MIDWAY, "worker crashed")),
        Error::InvalidSavePointStatement | Error::BeginFailed => {
            Says::Proves(Rank::Code, named(Fact::BROKEN, "transaction did not begin"))
        }
        _ => Says::Nothing,
    }
}

fn of_answer(error: &dyn DatabaseError) -> Says {
    match of_database(error) {
        Some(proof) => Says::Proves(Rank::Code, proof),
        None => Says::Nothing,
    }
}

/// What a database answered. Drivers tell themselves apart by the form of their codes: five digits and letters are a
/// SQLSTATE, fewer digits a result of SQLite. MySQL has SQLSTATEs too, which say less than its numbers.
fn of_database(error: &dyn DatabaseError) -> Option<Proof> {
    #[cfg(feature = "sqlx-mysql")]
    if let Some(error) = error.try_downcast_ref::<::sqlx_mysql::MySqlDatabaseError>() {
        return tables::mysql::prove(i64::from(error.number()), error.message());
    }
    let code = error.code()?;
    if code.len() == 5 {
        return tables::sqlstate::prove(&code, error.message());
    }
    tables::sqlite::prove(code.parse().ok()?, error.message())
}
