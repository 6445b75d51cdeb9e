//! What the error types of Rust programs say, one file a crate, each behind the feature of that name.

#[cfg(feature = "h2")]
mod h2;
#[cfg(feature = "hyper")]
mod hyper;
mod io;
#[cfg(any(feature = "serde_json", feature = "rmcp", feature = "replay"))]
mod json;
#[cfg(any(feature = "bb8", feature = "deadpool"))]
mod pools;
#[cfg(feature = "reqwest")]
mod reqwest;
#[cfg(feature = "rmcp")]
mod rmcp;
#[cfg(feature = "rusqlite")]
mod rusqlite;
#[cfg(feature = "rustls")]
mod rustls;
#[cfg(feature = "sqlx")]
mod sqlx;
#[cfg(feature = "tokio")]
mod tokio;
#[cfg(feature = "tokio-postgres")]
mod tokio_postgres;
#[cfg(feature = "tonic")]
mod tonic;

use std::error::Error;
use std::sync::Arc;

use super::chain::Says;
use super::evidence::Phase;

/// What one error says, itself and not what stands behind it. It came in this phase, as far as those around it tell.
pub(super) fn says(error: &(dyn Error + 'static), phase: Phase) -> Says {
    if let Some(error) = held(error) {
        return io::says(error, phase);
    }
    #[cfg(feature = "reqwest")]
    if let Some(error) = held(error) {
        return reqwest::says(error);
    }
    #[cfg(feature = "hyper")]
    if let Some(says) = hyper::says(error) {
        return says;
    }
    #[cfg(feature = "h2")]
    if let Some(error) = bare(error) {
        return h2::says(error, phase);
    }
    #[cfg(feature = "rustls")]
    if let Some(error) = bare(error) {
        return rustls::says(error, phase);
    }
    #[cfg(feature = "tokio-postgres")]
    if let Some(says) = tokio_postgres::says(error) {
        return says;
    }
    #[cfg(feature = "sqlx")]
    if let Some(says) = sqlx::says(error) {
        return says;
    }
    #[cfg(feature = "rusqlite")]
    if let Some(says) = rusqlite::says(error) {
        return says;
    }
    #[cfg(feature = "tonic")]
    if let Some(says) = tonic::says(error) {
        return says;
    }
    #[cfg(feature = "tokio")]
    if let Some(says) = tokio::says(error) {
        return says;
    }
    #[cfg(any(feature = "serde_json", feature = "rmcp", feature = "replay"))]
    if let Some(error) = held(error) {
        return json::says(error, phase);
    }
    #[cfg(feature = "rmcp")]
    if let Some(says) = rmcp::says(error) {
        return says;
    }
    #[cfg(any(feature = "bb8", feature = "deadpool"))]
    if let Some(says) = pools::says(error) {
        return says;
    }
    Says::Nothing
}

/// The error as an `E`, be it in a `Box` or an `Arc`: enums hold large errors in the one, and those that are cloned in the
/// other, and both are errors themselves, which pass over what they hold when asked for their source.
fn held<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    if let Some(error) = bare(error) {
        return Some(error);
    }
    if let Some(boxed) = bare::<Box<E>>(error) {
        return Some(boxed);
    }
    bare::<Arc<E>>(error).map(AsRef::as_ref)
}

/// The error as an `E`, for types that nobody boxes. The size is asked for first, because it is read from the table of the
/// type, where its identity is a call.
fn bare<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    if size_of_val(error) == size_of::<E>() {
        error.downcast_ref()
    } else {
        None
    }
}
