//! Codes of servers that have no registry, declared so that they are known by name.

use std::sync::LazyLock;

use errtax::recovery::Reader;
use errtax::{Action, Class, CodeSpec, Executed, Index, Registry, Roles, standard};

const fn refused(code: &'static str, class: Class, action: Action) -> CodeSpec {
    CodeSpec {
        code,
        class,
        action,
        executed: Executed::No,
        ..CodeSpec::DEFAULT
    }
}

static CODES: [CodeSpec; 4] = [
    refused("BAD_REQUEST", Class::BadInput, Action::FixInput),
    refused("ILLEGAL_MOVE", Class::BadInput, Action::FixInput),
    refused("KEY_EXPIRED", Class::Auth, Action::Reauthenticate),
    refused("MATCH_OVER", Class::NotFound, Action::ReadState),
];
static NAMES: [&str; 4] = Index::names(&CODES);

static ARENA: LazyLock<Registry> = LazyLock::new(|| {
    let roles = &standard::REGISTRY.roles;
    Registry {
        name: "arena",
        version: "1.0.0",
        codes: &CODES,
        // No slot is empty, so every one is looked at.
        index: Index {
            seed: 0,
            slots: &[1, 2, 3, 4],
            names: &NAMES,
        },
        tools: &[],
        roles: Roles {
            invalid_arguments: roles.invalid_arguments,
            panic: roles.panic,
            unknown: roles.unknown,
            transient: roles.transient,
            lost: roles.lost,
            rate_limited: roles.rate_limited,
            in_doubt: roles.in_doubt,
            cancelled: roles.cancelled,
            unauthenticated: roles.unauthenticated,
            forbidden: roles.forbidden,
            not_found: roles.not_found,
            conflict: roles.conflict,
        },
        upstream: &[],
        schema: "",
    }
});

static REGISTRIES: LazyLock<[&Registry; 2]> = LazyLock::new(|| [&standard::REGISTRY, &ARENA]);

/// A reader that knows the standard codes and those of the arena.
pub fn reader() -> Reader<'static> {
    Reader::new(&*REGISTRIES)
}
