//! `infer`: what an `io::Error` in the chain proves, as a code of the registry.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};

use errtax::__private::infer;
use errtax::CodeSpec;
use errtax::standard::{Code, REGISTRY};

#[derive(Debug)]
struct Wrapped(Box<dyn Error + Send + Sync>);

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wrapped")
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

fn code(cause: &(dyn Error + 'static), fallback: Code) -> &'static str {
    let spec: &'static CodeSpec = infer(cause, &REGISTRY, fallback.spec());
    spec.code
}

#[test]
fn each_kind_is_told_by_what_it_proves() {
    for (kind, expected) in [
        (ErrorKind::ConnectionRefused, "TRANSIENT_ERROR"),
        (ErrorKind::HostUnreachable, "TRANSIENT_ERROR"),
        (ErrorKind::NetworkUnreachable, "TRANSIENT_ERROR"),
        // What std gives on Unix when the time for reading an answer runs out.
        (ErrorKind::WouldBlock, "CONNECTION_LOST"),
        // A signal, which may come after something was sent.
        (ErrorKind::Interrupted, "CONNECTION_LOST"),
        (ErrorKind::ConnectionReset, "CONNECTION_LOST"),
        (ErrorKind::BrokenPipe, "CONNECTION_LOST"),
        (ErrorKind::UnexpectedEof, "CONNECTION_LOST"),
        (ErrorKind::TimedOut, "CONNECTION_LOST"),
        (ErrorKind::NotFound, "INTERNAL_ERROR"),
        (ErrorKind::PermissionDenied, "INTERNAL_ERROR"),
        (ErrorKind::AlreadyExists, "INTERNAL_ERROR"),
        (ErrorKind::InvalidData, "INTERNAL_ERROR"),
        (ErrorKind::StorageFull, "INTERNAL_ERROR"),
        (ErrorKind::Other, "INTERNAL_ERROR"),
    ] {
        assert_eq!(code(&io::Error::from(kind), Code::InternalError), expected, "{kind:?}");
    }
}

#[test]
fn the_innermost_io_error_decides() {
    let inner = io::Error::from(ErrorKind::ConnectionRefused);
    let outer = io::Error::new(ErrorKind::TimedOut, Wrapped(Box::new(inner)));
    assert_eq!(code(&Wrapped(Box::new(outer)), Code::InternalError), "TRANSIENT_ERROR");
}

#[test]
fn an_io_error_that_says_nothing_leaves_the_word_to_the_one_around_it() {
    let outer = io::Error::new(ErrorKind::TimedOut, io::Error::other("no kind"));
    assert_eq!(code(&outer, Code::InternalError), "CONNECTION_LOST");
}

#[test]
fn where_nothing_is_known_the_fallback_stands() {
    assert_eq!(code(&fmt::Error, Code::InternalError), "INTERNAL_ERROR");
    assert_eq!(code(&fmt::Error, Code::TransientError), "TRANSIENT_ERROR");
}

#[test]
fn a_retryable_fallback_gives_way_where_the_cause_shows_that_repeating_will_not_help() {
    let full = io::Error::from(ErrorKind::StorageFull);
    assert_eq!(code(&full, Code::TransientError), "UNKNOWN_ERROR");
    assert_eq!(code(&full, Code::InternalError), "INTERNAL_ERROR");
}

#[test]
fn a_real_refused_connection_was_never_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = TcpStream::connect(address).unwrap_err();
    assert_eq!(code(&error, Code::InternalError), "TRANSIENT_ERROR");
}
