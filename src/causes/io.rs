//! I/O of the standard library: kinds, the numbers that std leaves without a kind, and lookups of names.
//!
//! What `again` and `executed` say of a kind depends on how far the call had come: before anything was sent, nothing that
//! goes wrong can have carried it out. Authority of the rows: the manual pages `connect(2)`, `send(2)`, `recv(2)`, `open(2)`
//! and `getaddrinfo(3)`, and what std makes of their numbers.

mod numbers;

use std::fmt;
use std::io::ErrorKind;

use crate::causes::because::Because;
use crate::causes::evidence::Phase;
use crate::causes::proof::{Fact, Proof};
use crate::causes::words::{ends_with, is};

/// What a kind proves, and where it says too little, the number behind it.
pub(crate) fn prove(kind: ErrorKind, os: Option<i32>, phase: Phase) -> Option<Proof> {
    if let Some(fact) = of_kind(kind, phase) {
        return Some(fact.because(Because::io(kind, phase.as_doing())));
    }
    let number = os?;
    let fact = of_number(number, phase)?;
    Some(fact.because(Because::os(number, phase.as_doing())))
}

/// What the number of an error proves by itself: for those who have nothing else, such as a message that ends in
/// `(os error 24)`.
#[cfg(feature = "causes")]
pub(crate) fn prove_number(number: i32, phase: Phase) -> Option<Proof> {
    let kind = std::io::Error::from_raw_os_error(number).kind();
    prove(kind, Some(number), phase)
}

/// The same kind means "not sent" while connecting and "in doubt" after.
const fn lost(phase: Phase) -> Fact {
    match phase {
        Phase::Connect => Fact::NOT_SENT,
        Phase::InFlight | Phase::Unknown => Fact::LOST,
    }
}

/// No way to the other side: said of a new connection, unless one was there already.
const fn no_way(phase: Phase) -> Fact {
    match phase {
        Phase::InFlight => Fact::LOST,
        Phase::Connect | Phase::Unknown => Fact::NOT_SENT,
    }
}

fn of_kind(kind: ErrorKind, phase: Phase) -> Option<Fact> {
    Some(match kind {
        // Of `connect` alone. No free local port (AddrNotAvailable) passes as connections are closed.
        ErrorKind::ConnectionRefused | ErrorKind::AddrNotAvailable => Fact::NOT_SENT,
        // A connection that stands reports these as well, once its packets stop coming through.
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown => no_way(phase),
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::NotConnected
        | ErrorKind::BrokenPipe
        | ErrorKind::UnexpectedEof
        | ErrorKind::WriteZero
        | ErrorKind::TimedOut => lost(phase),
        // A blocking socket whose read timeout ran out says WouldBlock: the request was sent long before. And a read may be
        // interrupted as well as a write.
        ErrorKind::WouldBlock | ErrorKind::Interrupted => lost(phase),
        // Someone else holds it: the lock, the file or the program.
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy | ErrorKind::Deadlock => Fact::NOT_SENT,
        ErrorKind::StaleNetworkFileHandle => Fact::LOST.once(),
        ErrorKind::NotFound => Fact::NOT_FOUND,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Fact::AUTH,
        ErrorKind::AlreadyExists | ErrorKind::AddrInUse | ErrorKind::DirectoryNotEmpty => Fact::CONFLICT,
        ErrorKind::InvalidInput
        | ErrorKind::Unsupported
        | ErrorKind::NotADirectory
        | ErrorKind::IsADirectory
        | ErrorKind::NotSeekable
        | ErrorKind::FileTooLarge
        | ErrorKind::CrossesDevices
        | ErrorKind::TooManyLinks
        | ErrorKind::ArgumentListTooLong => Fact::BAD_INPUT,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::OutOfMemory => Fact::UNAVAILABLE,
        // What was read makes no sense, so it was read, perhaps as the answer to a write.
        ErrorKind::InvalidData => Fact::BROKEN_MIDWAY,
        // Kinds that this crate's minimum Rust version does not have yet.
        kind if is(&DebugOf(&kind), "InvalidFilename") || is(&DebugOf(&kind), "FilesystemLoop") => Fact::BAD_INPUT,
        kind if is(&DebugOf(&kind), "InProgress") => lost(phase),
        _ => return None,
    })
}

fn of_number(number: i32, phase: Phase) -> Option<Fact> {
    Some(match numbers::meaning(number)? {
        numbers::Meaning::NoHandles => Fact::NOT_SENT,
        numbers::Meaning::NoWay => no_way(phase),
        numbers::Meaning::Lost => lost(phase),
        numbers::Meaning::Device => Fact::LOST.once(),
        numbers::Meaning::Unsupported => Fact::BAD_INPUT,
        numbers::Meaning::Garbled => Fact::BROKEN_MIDWAY,
        numbers::Meaning::CalledOff => Fact::CANCELLED,
        numbers::Meaning::Unresolved => Fact::UNAVAILABLE,
        numbers::Meaning::Bug => Fact::BROKEN,
    })
}

struct DebugOf<'a, T>(&'a T);

impl<T: fmt::Debug> fmt::Display for DebugOf<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How std begins what `getaddrinfo` says. It gives it no kind and no number, so the words are all there is.
pub(crate) const LOOKUP: &str = "failed to lookup address information: ";

/// What is said of a lookup, on whose systems, and what it proves. A name that does not exist is not looked up again:
/// most often it is misspelled, and the answer is kept for minutes.
#[rustfmt::skip]
const LOOKUPS: &[(&str, &str, Fact)] = &[
    ("EAI_AGAIN", "Temporary failure in name resolution", Fact::NOT_SENT), // glibc, macOS
    ("EAI_AGAIN", "Try again", Fact::NOT_SENT), // musl
    ("EAI_NONAME", "Name or service not known", Fact::UNAVAILABLE), // glibc
    ("EAI_NONAME", "Name does not resolve", Fact::UNAVAILABLE), // musl
    ("EAI_NONAME", "nodename nor servname provided, or not known", Fact::UNAVAILABLE), // macOS
    ("EAI_NONAME", "Name does not resolve or service not known", Fact::UNAVAILABLE), // FreeBSD
    ("EAI_NODATA", "No address associated with hostname", Fact::UNAVAILABLE), // glibc
    ("EAI_NODATA", "No address associated with nodename", Fact::UNAVAILABLE), // macOS
    ("EAI_NODATA", "Name has no usable address", Fact::UNAVAILABLE), // musl
    ("EAI_ADDRFAMILY", "Address family for hostname not supported", Fact::UNAVAILABLE), // glibc
    ("EAI_FAIL", "Non-recoverable failure in name resolution", Fact::UNAVAILABLE), // glibc, macOS
    ("EAI_FAIL", "Non-recoverable error", Fact::UNAVAILABLE), // musl
    ("EAI_MEMORY", "Memory allocation failure", Fact::NOT_SENT), // glibc, macOS
    ("EAI_MEMORY", "Out of memory", Fact::NOT_SENT), // musl
    ("EAI_SERVICE", "Servname not supported for ai_socktype", Fact::BAD_INPUT), // glibc
    ("EAI_SERVICE", "Unrecognized service", Fact::BAD_INPUT), // musl
];

/// What a lookup of a name proves that std reports in these words.
pub(crate) fn prove_lookup(said: &dyn fmt::Display) -> Option<Proof> {
    let (name, _, fact) = LOOKUPS.iter().find(|(_, words, _)| ends_with(said, LOOKUP, words))?;
    Some(fact.because(Because::named("getaddrinfo", name)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_may_pass_is_in_doubt_once_something_was_sent() {
        for kind in [
            ErrorKind::ConnectionReset,
            ErrorKind::WouldBlock,
            ErrorKind::HostUnreachable,
        ] {
            let fact = |phase| of_kind(kind, phase).unwrap();
            assert_eq!(fact(Phase::Connect), Fact::NOT_SENT, "{kind:?}");
            assert_eq!(fact(Phase::InFlight), Fact::LOST, "{kind:?}");
        }
    }

    #[test]
    fn a_lookup_is_known_by_its_last_words_alone() {
        let said = |words: &str| prove_lookup(&format!("{LOOKUP}{words}")).map(|proof| proof.fact);
        assert_eq!(said("Temporary failure in name resolution"), Some(Fact::NOT_SENT));
        assert_eq!(said("Name or service not known"), Some(Fact::UNAVAILABLE));
        assert_eq!(said("something else"), None);
        assert_eq!(prove_lookup(&"Name or service not known"), None);
    }
}
