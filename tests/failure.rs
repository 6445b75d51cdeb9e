//! `Failure`: any error on its way to the agent, with its type erased and its text kept back.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use errtax::standard::{Code, REGISTRY, details};
use errtax::wire::{Upstream, WireError};
use errtax::{Context, Effect, Failure, Raised, find};

#[derive(Debug, PartialEq)]
struct Secret(&'static str);

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Secret {}

fn decode(failure: &Failure) -> WireError {
    WireError::decode(&failure.to_wire()).unwrap()
}

#[test]
fn a_details_struct_becomes_the_failure_of_its_code() {
    let failure = details::NotFound {
        id: Some("7".into()),
        kind: None,
    }
    .into_failure();
    assert_eq!(failure.code(), "NOT_FOUND");
    assert_eq!(failure.to_string(), Code::NotFound.spec().message);
    assert_eq!(decode(&failure).code, "NOT_FOUND");
    assert!(failure.name().contains("NotFound"));
}

#[test]
fn question_mark_takes_coded_boxed_and_anyhow_errors() {
    fn coded() -> Result<(), Failure> {
        Err(Raised(details::Conflict {}))?
    }
    fn boxed() -> Result<(), Failure> {
        Err(Box::<dyn Error + Send + Sync>::from(Secret("hunter2")))?
    }
    fn local() -> Result<(), Failure> {
        Err(Box::<dyn Error>::from(Secret("hunter2")))?
    }
    assert_eq!(coded().unwrap_err().code(), "CONFLICT");
    assert_eq!(boxed().unwrap_err().code(), "UNKNOWN_ERROR");
    assert_eq!(local().unwrap_err().code(), "UNKNOWN_ERROR");
    #[cfg(feature = "anyhow")]
    {
        fn any() -> Result<(), Failure> {
            Err(anyhow::Error::new(Secret("hunter2")).context("while reading"))?
        }
        let failure = any().unwrap_err();
        assert_eq!(failure.code(), "UNKNOWN_ERROR");
        assert_eq!(failure.cause().to_string(), "while reading");
        assert_eq!(find::<Secret>(&failure), Some(&Secret("hunter2")));
    }
}

#[test]
fn the_cause_stays_for_the_audit_record_and_never_reaches_the_agent() {
    let failure = Failure::from(Box::<dyn Error + Send + Sync>::from(Secret("hunter2")));
    assert_eq!(failure.source().unwrap().to_string(), "hunter2");
    assert_eq!(failure.downcast_ref::<Secret>(), Some(&Secret("hunter2")));
    assert!(!failure.to_wire().contains("hunter2"));
    assert!(!failure.to_string().contains("hunter2"));
    assert_eq!(failure.downcast::<Secret>().unwrap(), Secret("hunter2"));
}

#[test]
fn downcast_gives_the_value_back_or_the_failure_unchanged() {
    let failure = details::Cancelled {}
        .into_failure()
        .with_retry_after(Duration::from_secs(1));
    let failure = failure.downcast::<Secret>().unwrap_err();
    assert_eq!(failure.code(), "CANCELLED");
    assert_eq!(failure.retry_after(), Some(Duration::from_secs(1)));
    assert!(failure.downcast::<Raised<details::Cancelled>>().is_ok());
}

#[test]
fn a_failure_that_travelled_as_a_boxed_error_keeps_its_code() {
    let boxed: Box<dyn Error + Send + Sync> = details::Gone {}.into_failure().into();
    assert_eq!(Failure::from(boxed).code(), "GONE");
}

#[test]
fn a_panic_is_told_by_its_role_whatever_its_payload() {
    for payload in [
        std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new("hunter2"))).unwrap_err(),
        std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(String::from("hunter2")))).unwrap_err(),
        std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(17))).unwrap_err(),
    ] {
        let failure = Failure::from_panic(payload);
        assert_eq!(failure.code(), REGISTRY.roles.panic.code);
        assert!(!failure.to_wire().contains("hunter2"));
    }
}

#[test]
fn a_wait_and_a_vendors_words_go_along() {
    let upstream = Upstream {
        host: "api.example.com".into(),
        status: Some(429),
        body: "slow down".into(),
    };
    let failure = details::RateLimited {}
        .into_failure()
        .with_retry_after(Duration::from_secs(3))
        .with_upstream(upstream);
    let wire = decode(&failure);
    assert_eq!(wire.retry_after_ms, Some(3_000));
    assert_eq!(
        wire.upstream.unwrap().as_str(),
        r#"{"host":"api.example.com","status":429,"body":"slow down"}"#
    );
    assert_ne!(wire.message, "slow down");
}

#[test]
fn the_context_decides_between_a_code_and_its_twin() {
    let failure = details::ConnectionLost {}.into_failure();
    assert_eq!(decode(&failure).code, "OUTCOME_UNKNOWN");
    let read = Context::default().with_effect(Effect::Read).with_correlation_id("abc");
    let wire = read.run(|| decode(&failure));
    assert_eq!(wire.code, "CONNECTION_LOST");
    assert_eq!(wire.correlation_id.as_deref(), Some("abc"));
    assert_eq!(failure.code(), "CONNECTION_LOST");
}

#[test]
fn find_looks_into_what_io_errors_carry() {
    let error = io::Error::other(io::Error::other(Secret("deep")));
    assert_eq!(find::<Secret>(&error), Some(&Secret("deep")));
    assert!(find::<fmt::Error>(&error).is_none());
}
