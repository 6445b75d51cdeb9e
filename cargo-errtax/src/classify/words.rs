//! The words of an input that stand for something of Rust's.

use std::io::ErrorKind;

use errtax::causes::Phase;
use errtax_core::Effect;

/// What a context says that the call does. The words of the registry are understood as well.
pub(super) fn effect(context: &str) -> Option<Effect> {
    match context {
        "write+key" => Some(Effect::KeyedWrite),
        word => word.parse().ok(),
    }
}

/// What can be written as a context.
pub(super) const CONTEXTS: &[&str] = &["read", "write", "write+key", "keyed_write", "idempotent_write"];

/// The phases.
pub(super) const PHASES: &[(&str, Phase)] = &[
    ("connect", Phase::Connect),
    ("in_flight", Phase::InFlight),
    ("unknown", Phase::Unknown),
];

/// The names of gRPC's codes, by number.
pub(super) const GRPC: &[&str] = &[
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// The kind of this name. What std keeps to itself is `Other`: nobody can hold it by its name.
pub(super) fn io_kind(name: &str) -> Option<ErrorKind> {
    if matches!(name, "Uncategorized" | "FilesystemLoop" | "InProgress") {
        return Some(ErrorKind::Other);
    }
    IO_KINDS.iter().copied().find(|kind| format!("{kind:?}") == name)
}

/// The kinds that can be named.
pub(super) const IO_KINDS: &[ErrorKind] = &[
    ErrorKind::AddrInUse,
    ErrorKind::AddrNotAvailable,
    ErrorKind::AlreadyExists,
    ErrorKind::ArgumentListTooLong,
    ErrorKind::BrokenPipe,
    ErrorKind::ConnectionAborted,
    ErrorKind::ConnectionRefused,
    ErrorKind::ConnectionReset,
    ErrorKind::CrossesDevices,
    ErrorKind::Deadlock,
    ErrorKind::DirectoryNotEmpty,
    ErrorKind::ExecutableFileBusy,
    ErrorKind::FileTooLarge,
    ErrorKind::HostUnreachable,
    ErrorKind::Interrupted,
    ErrorKind::InvalidData,
    ErrorKind::InvalidFilename,
    ErrorKind::InvalidInput,
    ErrorKind::IsADirectory,
    ErrorKind::NetworkDown,
    ErrorKind::NetworkUnreachable,
    ErrorKind::NotADirectory,
    ErrorKind::NotConnected,
    ErrorKind::NotFound,
    ErrorKind::NotSeekable,
    ErrorKind::Other,
    ErrorKind::OutOfMemory,
    ErrorKind::PermissionDenied,
    ErrorKind::QuotaExceeded,
    ErrorKind::ReadOnlyFilesystem,
    ErrorKind::ResourceBusy,
    ErrorKind::StaleNetworkFileHandle,
    ErrorKind::StorageFull,
    ErrorKind::TimedOut,
    ErrorKind::TooManyLinks,
    ErrorKind::UnexpectedEof,
    ErrorKind::Unsupported,
    ErrorKind::WouldBlock,
    ErrorKind::WriteZero,
];
