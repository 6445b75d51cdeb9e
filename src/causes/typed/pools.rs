//! Pools of connections: bb8 and deadpool.
//!
//! Their errors are of a type for each type of connection, so those are known whose crate has a feature here. What a pool
//! passes on from a connection says nothing about when it came: `?` makes such an error out of one of a query, too.

use std::error::Error;

use super::bare;
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::proof::Fact;

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    let says = of::<std::io::Error>(error);
    #[cfg(feature = "tokio-postgres")]
    let says = says.or_else(|| of::<::tokio_postgres::Error>(error));
    #[cfg(feature = "rusqlite")]
    let says = says.or_else(|| of::<::rusqlite::Error>(error));
    #[cfg(feature = "sqlx")]
    let says = says.or_else(|| of::<::sqlx::Error>(error));
    #[cfg(feature = "tonic")]
    let says = says.or_else(|| of::<::tonic::Status>(error));
    says
}

fn of<E: Error + 'static>(error: &(dyn Error + 'static)) -> Option<Says> {
    #[cfg(feature = "deadpool")]
    if let Some(error) = bare::<deadpool::managed::PoolError<E>>(error) {
        return Some(of_deadpool(error));
    }
    #[cfg(feature = "bb8")]
    if let Some(error) = bare::<bb8::RunError<E>>(error) {
        return Some(match error {
            bb8::RunError::TimedOut => {
                let proof = Fact::NOT_SENT.because(Because::named("bb8", "no connection came free in time"));
                Says::Proves(Rank::NotSent, proof)
            }
            bb8::RunError::User(_) => Says::Nothing,
        });
    }
    None
}

#[cfg(feature = "deadpool")]
fn of_deadpool<E>(error: &deadpool::managed::PoolError<E>) -> Says {
    use deadpool::managed::{PoolError, TimeoutType};

    let (fact, name) = match error {
        PoolError::Timeout(TimeoutType::Wait) => (Fact::NOT_SENT, "no connection came free in time"),
        PoolError::Timeout(TimeoutType::Create) => (Fact::NOT_SENT, "no connection was made in time"),
        PoolError::Timeout(TimeoutType::Recycle) => (Fact::NOT_SENT, "no connection was made ready in time"),
        // A closed pool stays closed: the program ends.
        PoolError::Closed => (Fact::UNAVAILABLE, "pool was closed"),
        PoolError::NoRuntimeSpecified => (Fact::BROKEN, "pool has time limits and no runtime"),
        PoolError::Backend(_) | PoolError::PostCreateHook(_) => return Says::Nothing,
    };
    Says::Proves(Rank::NotSent, fact.because(Because::named("deadpool", name)))
}
