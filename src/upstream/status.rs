//! What an HTTP status proves, where no rule of the registry says more.

use errtax_core::Role;

/// The role that a status stands for; none where it proves nothing that a role says.
///
/// A status that a proxy may send after the request went through proves nothing about the work, so a call comes out of it in
/// doubt: 503 included, with or without `Retry-After`, since gateways send both after a reset. What a service says of the
/// *server's* credentials and ids (401, 403, 404, 409) is not the agent's to mend, and stays with the fallback.
pub(super) fn role(status: Option<u16>, has_wait: bool) -> Option<Role> {
    match status? {
        // RFC 6585, 4: refused before any work.
        429 => Some(Role::RateLimited),
        // A secondary limit that answers "forbidden", as GitHub's API does: only a limit has a time at which it ends.
        403 if has_wait => Some(Role::RateLimited),
        // RFC 9110, 15.5.20 (misdirected) and RFC 8470, 5.2 (too early): not processed, by definition.
        421 | 425 => Some(Role::Transient),
        // RFC 9110, 15.5.9, 15.6.1, 15.6.3 to 15.6.5, and what gateways send when a connection is lost under way.
        408 | 500 | 502 | 503 | 504 | 520 | 522 | 524 | 527 | 529 => Some(Role::Lost),
        _ => None,
    }
}
