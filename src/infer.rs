//! The code that a cause proves.
//!
//! It is that of a role, and ignores what the call does: a retryable code whose outcome is unknown surfaces as its
//! `in_doubt` twin where the call is a plain write.

use std::error::Error;
use std::time::Duration;

use errtax_core::{CodeSpec, Effect, Executed, Registry, Role};

use crate::causes::{Evidence, Proof, prove};

/// The code of a cause: that of the role it proves, else `fallback`.
pub(crate) fn infer(
    cause: &(dyn Error + 'static),
    registry: &'static Registry,
    fallback: &'static CodeSpec,
) -> &'static CodeSpec {
    let proof = prove(&Evidence::Error(cause));
    match proof.role() {
        Some(role) => registry.roles.get(role),
        None if is_less_safe(fallback, &proof) => registry.roles.unknown,
        None => fallback,
    }
}

/// How long the other side wants to be left alone, as far as a cause tells.
pub(crate) fn wait(cause: &(dyn Error + 'static)) -> Option<Duration> {
    prove(&Evidence::Error(cause)).retry_after
}

/// Whether a fallback promises more than the cause allows: that repeating may help where it will not, or that nothing was
/// carried out where that is not known. What the words of a message alone suggest does not contradict the second.
fn is_less_safe(fallback: &CodeSpec, proof: &Proof) -> bool {
    let promises_rest = fallback.executed == Executed::No && proof.fact.executed != Executed::No;
    proof.is_known() && (fallback.retryable || (promises_rest && !proof.because.is_text()))
}

/// The role of an error that nobody gave a code: a whole tool may stand behind it, of which the cause is only the last step.
/// So for a plain write nothing proves that nothing was carried out.
pub(crate) fn role_of_foreign(proof: &Proof, effect: Effect) -> Role {
    match proof.role() {
        Some(Role::Transient | Role::RateLimited) if !effect.repeatable() => Role::Lost,
        Some(role) => role,
        None => Role::Unknown,
    }
}
