//! What a cause proves, as far as the kinds of [`std::io::Error`] tell.
//!
//! The answer is a role, and through it a code of the server's registry. It ignores what the call does: a retryable
//! code whose outcome is unknown surfaces as its `in_doubt` twin where the call is a plain write.

use std::error::Error;
use std::io::{self, ErrorKind};

use errtax_core::{CodeSpec, Registry, Role};

use crate::find::chain;

/// What is known about a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A role says it.
    Role(Role),
    /// Repeating will not help, and no role says why.
    Final,
}

/// The code of a cause: that of the role it proves, else `fallback`.
///
/// A fallback is never less safe than the verdict: where the cause shows that repeating will not help, a retryable
/// fallback gives way to the role `unknown`.
pub(crate) fn infer(
    cause: &(dyn Error + 'static),
    registry: &'static Registry,
    fallback: &'static CodeSpec,
) -> &'static CodeSpec {
    // The innermost error knows best: a wrapper only repeats what it was told.
    let verdict = chain(cause)
        .filter_map(|cause| verdict(cause.downcast_ref::<io::Error>()?.kind()))
        .last();
    match verdict {
        Some(Verdict::Role(role)) => registry.roles.get(role),
        Some(Verdict::Final) if fallback.retryable => registry.roles.unknown,
        Some(Verdict::Final) | None => fallback,
    }
}

/// What one kind proves. Kinds that say nothing (`Other`, uncategorised) leave the answer to the next error.
fn verdict(kind: ErrorKind) -> Option<Verdict> {
    use ErrorKind as K;

    let verdict = match kind {
        // Nothing was sent: no connection came about, or the call was turned away before it began.
        K::ConnectionRefused
        | K::HostUnreachable
        | K::NetworkUnreachable
        | K::NetworkDown
        | K::AddrNotAvailable
        | K::Interrupted
        | K::WouldBlock => Verdict::Role(Role::Transient),
        // It was under way: the other side may have acted on it.
        K::ConnectionReset | K::ConnectionAborted | K::BrokenPipe | K::UnexpectedEof | K::TimedOut => {
            Verdict::Role(Role::Lost)
        }
        // A file of the server's that is missing, closed to it or there already says nothing of what the agent asked
        // for; it is as final as the rest.
        K::NotFound
        | K::PermissionDenied
        | K::ReadOnlyFilesystem
        | K::AlreadyExists
        | K::AddrInUse
        | K::InvalidInput
        | K::InvalidData
        | K::Unsupported
        | K::StorageFull
        | K::QuotaExceeded
        | K::OutOfMemory
        | K::FileTooLarge
        | K::ArgumentListTooLong
        | K::IsADirectory
        | K::NotADirectory
        | K::DirectoryNotEmpty
        | K::NotSeekable
        | K::TooManyLinks
        | K::WriteZero => Verdict::Final,
        _ => return None,
    };
    Some(verdict)
}
