//! What a failure proves: whether the same call may succeed another time, and whether it took effect.
//!
//! These are two facts, and a call is repeated only where both allow it. [`prove`] reads the evidence, [`Proof::verdict`]
//! applies what the call does, and [`classify`] does both. Nothing is guessed: what proves nothing is not retryable.
//!
//! Evidence counts in this order: what the other side says about repeating, that somebody called it off, that nothing was
//! sent, a code (the innermost; one that is final wins), an HTTP status, the kind of an I/O error, and last the words of a
//! message. Without the feature `causes`, which the features of other crates switch on, only the errors of `std::io` are known.
//! The tables with their authorities are in the [guide](https://github.com/errtax/errtax/blob/main/docs/guide/causes.md).
//!
//! ```
//! use std::io;
//!
//! use errtax::causes::{Evidence, classify};
//! use errtax::{Class, Effect, Executed};
//!
//! let reset = io::Error::from(io::ErrorKind::ConnectionReset);
//! let evidence = Evidence::Error(&reset);
//!
//! let read = classify(&evidence, Effect::Read);
//! assert!(read.retryable);
//!
//! // Nobody knows whether the write landed, so it is not sent again.
//! let write = classify(&evidence, Effect::Write);
//! assert!(!write.retryable);
//! assert_eq!((write.class, write.executed), (Class::UnknownOutcome, Executed::Unknown));
//! assert_eq!(write.because.to_string(), "io ConnectionReset");
//! ```

mod because;
mod chain;
mod evidence;
mod io;
mod proof;
#[cfg(feature = "causes")]
mod tables;
#[cfg(feature = "causes")]
mod text;
mod typed;
mod words;

use errtax_core::Effect;

pub use because::Because;
#[cfg(feature = "causes")]
pub use evidence::Http;
pub use evidence::{Evidence, Phase};
pub use proof::{Again, Fact, Proof, Scope, Verdict};
#[cfg(feature = "recovery")]
pub(crate) use tables::http::parse_date;
#[cfg(feature = "upstream")]
pub(crate) use tables::http::{is_telling, wait_of};
#[cfg(feature = "causes")]
pub use tables::{Entry, rows};

/// What this evidence means for a call of this effect.
#[must_use]
pub fn classify(evidence: &Evidence<'_>, effect: Effect) -> Verdict {
    prove(evidence).verdict(effect)
}

/// What this evidence proves, whatever the call does.
pub fn prove(evidence: &Evidence<'_>) -> Proof {
    let known = match *evidence {
        Evidence::Error(error) => chain::prove(error),
        Evidence::Io { kind, os, phase } => io::prove(kind, os, phase),
        #[cfg(feature = "causes")]
        ref evidence => of_code_or_words(evidence),
    };
    known.unwrap_or(Proof::NOTHING)
}

/// What the types of an error and its causes prove; their words prove nothing.
#[cfg(feature = "recovery")]
pub(crate) fn prove_by_types(error: &(dyn std::error::Error + 'static)) -> Proof {
    chain::by_types(error, Phase::Unknown).0.unwrap_or(Proof::NOTHING)
}

#[cfg(feature = "causes")]
fn of_code_or_words(evidence: &Evidence<'_>) -> Option<Proof> {
    match *evidence {
        Evidence::Error(_) | Evidence::Io { .. } => None,
        Evidence::SqlState { code, message } => tables::sqlstate::prove(code, message),
        Evidence::MySql { number, message } => tables::mysql::prove(number, message),
        Evidence::SqlServer { number, message } => tables::sql_server::prove(number, message),
        Evidence::Oracle { number, message } => tables::oracle::prove(number, message),
        Evidence::Sqlite { code, message } => tables::sqlite::prove(code, message),
        Evidence::Mongo { code, labels, message } => tables::mongo::prove(code, labels, message),
        Evidence::Redis { message } => tables::redis::prove(message),
        Evidence::Kafka { name, message } => tables::kafka::prove(name, message),
        Evidence::Http(http) => tables::http::prove(&http),
        Evidence::Grpc {
            code,
            message,
            retry_after,
        } => tables::grpc::prove(code, message, retry_after),
        Evidence::Text(text) => text::prove(&[text]),
        Evidence::Texts(texts) => text::prove(texts),
    }
}
