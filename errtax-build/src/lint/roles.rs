//! The code of a role says what the library means by it, and needs nothing that the library cannot give.

use errtax_core::{Class, Executed, Role};

use super::{Context, optional_or, required};
use crate::finding::Finding;
use crate::model::{Contract, RoleCode};
use crate::rules;

/// What the code of a role must be.
struct Condition {
    fits: fn(&Contract) -> bool,
    words: &'static str,
}

fn condition(role: Role) -> Condition {
    let (fits, words): (fn(&Contract) -> bool, &'static str) = match role {
        Role::InvalidArguments => (|code| code.class == Class::BadInput, "of class `bad_input`"),
        Role::Panic => (|code| code.class == Class::Internal, "of class `internal`"),
        Role::Unknown => (|code| !code.retryable, "not retryable"),
        Role::Transient => (
            |code| code.class == Class::Transient && code.retryable && code.executed == Executed::No,
            "of class `transient`, retryable and not executed",
        ),
        Role::Lost => (
            |code| code.retryable && code.executed == Executed::Unknown && code.in_doubt.is_some(),
            "retryable with unknown effect and an `in_doubt` twin",
        ),
        Role::RateLimited => (|code| code.class == Class::RateLimit, "of class `rate_limit`"),
        Role::InDoubt => (|code| code.class == Class::UnknownOutcome, "of class `unknown_outcome`"),
        Role::Cancelled => (|code| code.class == Class::Cancelled, "of class `cancelled`"),
        Role::Unauthenticated | Role::Forbidden => (|code| code.class == Class::Auth, "of class `auth`"),
        Role::NotFound => (|code| code.class == Class::NotFound, "of class `not_found`"),
        Role::Conflict => (|code| code.class == Class::Conflict, "of class `conflict`"),
    };
    Condition { fits, words }
}

/// What a code is, in the words of the conditions.
fn told(code: &Contract) -> String {
    let retryable = if code.retryable { "retryable" } else { "not retryable" };
    format!(
        "of class `{}`, {retryable}, with `executed = \"{}\"`",
        code.class, code.executed
    )
}

/// Checks the code of every role.
pub(super) fn check(context: &mut Context<'_>) {
    for (role, code) in &context.registry.roles {
        let RoleCode::Here(name) = code else { continue };
        let Some(code) = context.registry.codes.get(name) else {
            continue;
        };
        let place = context
            .registry
            .role_places
            .get(role)
            .copied()
            .unwrap_or(code.places.name);
        let condition = condition(*role);
        let standard = crate::standard::roles().get(role).map_or("", String::as_str);
        let help = match context.registry.role_places.contains_key(role) {
            true => format!("name another code, or leave the role out for the standard `{standard}`"),
            false => format!("rename `{name}`, or name another code below `[roles]`: `{role} = \"…\"`"),
        };
        let sure = context
            .doubts
            .all_sure(name, &["class", "action", "retryable", "executed", "in_doubt"]);
        if sure && !(condition.fits)(&code.contract) {
            let message = format!(
                "the role `{role}` needs a code that is {}, and `{name}` is {}: agents would be told another thing than \
                 the library means",
                condition.words,
                told(&code.contract)
            );
            let mut finding = Finding::new(&rules::ROLE_CLASS, place, message, help)
                .label("says something else")
                .code(name)
                .field(format!("roles.{role}"));
            if place != code.places.name {
                finding = finding.related(code.places.name, "declared here");
            }
            context.add(finding);
            continue;
        }
        if let Some((detail, declared)) = required(code).into_iter().next() {
            let path = format!("details.{detail}");
            if !context.doubts.all_sure(name, &["details", &path]) {
                continue;
            }
            let message = format!("`{name}`, the code of the role `{role}`, requires the detail `{detail}`");
            let help = optional_or(code, detail, declared, &help);
            context.add(
                Finding::new(&rules::ROLE_DETAILS, place, message, help)
                    .label("the library cannot fill it")
                    .related(code.places.get(&path), "required here")
                    .code(name)
                    .field(format!("roles.{role}")),
            );
        }
    }
}
