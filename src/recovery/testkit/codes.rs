//! Codes of servers without a registry, as one would declare them.

use std::sync::LazyLock;

use errtax_core::{Action, Class, CodeSpec, Executed, Index, Registry, Roles};

use crate::standard;

/// A class of failures, and what servers call them.
struct Row {
    class: Class,
    action: Action,
    executed: Executed,
    /// Written large here; small letters mean the same.
    codes: &'static [&'static str],
}

const fn refused(class: Class, action: Action, codes: &'static [&'static str]) -> Row {
    Row {
        class,
        action,
        executed: Executed::No,
        codes,
    }
}

/// The one table. What is not in it nor in a registry is unlisted: a read is made again, a write is in doubt.
const ROWS: &[Row] = &[
    Row {
        class: Class::Transient,
        action: Action::Retry,
        executed: Executed::Unknown,
        codes: &[
            "BAD_GATEWAY",
            "CONNECTION_RESET",
            "GATEWAY_TIMEOUT",
            "INTERNAL",
            "INTERNAL_SERVER_ERROR",
            "SERVER_ERROR",
            "TEMPORARILY_UNAVAILABLE",
            "TIMED_OUT",
            "TIMEOUT",
            "UNAVAILABLE",
        ],
    },
    refused(
        Class::RateLimit,
        Action::Wait,
        &[
            "RATE_LIMIT",
            "RATE_LIMITED",
            "RATE_LIMIT_EXCEEDED",
            "RESOURCE_EXHAUSTED",
            "SLOW_DOWN",
            "THROTTLED",
            "THROTTLING",
            "TOO_MANY_REQUESTS",
        ],
    ),
    refused(
        Class::BadInput,
        Action::FixInput,
        &[
            "BAD_INPUT",
            "BAD_REQUEST",
            "ILLEGAL_ARGUMENT",
            "ILLEGAL_MOVE",
            "INVALID_ARGUMENT",
            "INVALID_ARGUMENTS",
            "INVALID_INPUT",
            "INVALID_MOVE",
            "INVALID_PARAMETER",
            "INVALID_PARAMS",
            "INVALID_REQUEST",
            "MALFORMED",
            "MALFORMED_REQUEST",
            "METHOD_NOT_ALLOWED",
            "MISSING_ARGUMENT",
            "MISSING_FIELD",
            "NOT_IMPLEMENTED",
            "OUT_OF_RANGE",
            "SCHEMA_ERROR",
            "SCHEMA_MISMATCH",
            "SCHEMA_VIOLATION",
            "UNIMPLEMENTED",
            "UNKNOWN_FIELD",
            "UNPROCESSABLE",
            "UNPROCESSABLE_ENTITY",
            "VALIDATION_ERROR",
            "VALIDATION_FAILED",
        ],
    ),
    refused(
        Class::Auth,
        Action::Reauthenticate,
        &[
            "ACCESS_DENIED",
            "AUTHENTICATION_FAILED",
            "AUTHENTICATION_REQUIRED",
            "AUTH_FAILED",
            "AUTH_REQUIRED",
            "EXPIRED",
            "FORBIDDEN",
            "INVALID_API_KEY",
            "INVALID_KEY",
            "INVALID_TOKEN",
            "KEY_EXPIRED",
            "KEY_INVALID",
            "KEY_MISSING",
            "KEY_REVOKED",
            "MISSING_KEY",
            "PAYMENT_REQUIRED",
            "PERMISSION_DENIED",
            "REVOKED",
            "SESSION_EXPIRED",
            "TOKEN_EXPIRED",
            "TOKEN_INVALID",
            "TOKEN_MISSING",
            "TOKEN_REVOKED",
            "UNAUTHENTICATED",
            "UNAUTHORIZED",
        ],
    ),
    refused(
        Class::NotFound,
        Action::ReadState,
        &[
            "CLOSED",
            "DELETED",
            "DOES_NOT_EXIST",
            "ENDED",
            "GAME_OVER",
            "GONE",
            "MATCH_CLOSED",
            "MATCH_NOT_FOUND",
            "MATCH_OVER",
            "NOT_FOUND",
            "NOT_OWNED",
            "NOT_OWNER",
            "NOT_YOURS",
        ],
    ),
    refused(
        Class::Conflict,
        Action::ReadState,
        &[
            "ABORTED",
            "ALREADY_APPLIED",
            "ALREADY_DONE",
            "ALREADY_EXISTS",
            "ALREADY_JOINED",
            "CONFLICT",
            "DUPLICATE",
            "DUPLICATE_KEY",
            "DUPLICATE_REQUEST",
            "EXISTS",
            "LOCKED",
            "MATCH_FULL",
            "NOT_YOUR_TURN",
            "PRECONDITION_FAILED",
            "SEAT_TAKEN",
            "STALE",
            "STALE_VERSION",
            "VERSION_CONFLICT",
            "VERSION_MISMATCH",
        ],
    ),
];

static FOREIGN: LazyLock<Registry> = LazyLock::new(|| {
    let spec = |row: &Row, code: &'static str| CodeSpec {
        code,
        class: row.class,
        action: row.action,
        retryable: matches!(row.action, Action::Retry | Action::Wait),
        executed: row.executed,
        ..CodeSpec::DEFAULT
    };
    let mut codes: Vec<CodeSpec> = ROWS
        .iter()
        .flat_map(|row| {
            let small = row.codes.iter().map(|code| &*code.to_ascii_lowercase().leak());
            row.codes.iter().copied().chain(small).map(|code| spec(row, code))
        })
        .collect();
    codes.sort_by_key(|spec| spec.code);
    let names: Vec<&'static str> = codes.iter().map(|spec| spec.code).collect();
    let last = u16::try_from(names.len()).unwrap_or(u16::MAX);
    // No slot is empty, so a search looks at all of them; as many as there are have to be a power of two.
    let slots = (1..=last)
        .chain(std::iter::repeat(last))
        .take(names.len().next_power_of_two());
    Registry {
        name: "foreign",
        version: "1.0.0",
        codes: codes.leak(),
        index: Index {
            seed: 0,
            slots: slots.collect::<Vec<u16>>().leak(),
            names: names.leak(),
        },
        tools: &[],
        roles: Roles {
            ..standard::REGISTRY.roles
        },
        upstream: &[],
        schema: "",
    }
});

static KNOWN: LazyLock<[&Registry; 2]> = LazyLock::new(|| [&standard::REGISTRY, &FOREIGN]);

/// Codes of servers that have no registry, declared so that they are known by name: `KEY_EXPIRED`, `MATCH_OVER`,
/// `already_exists` and what else the [cases](super::cases) and servers like theirs call the rows of the rules.
///
/// ```
/// use errtax::Class;
/// use errtax::recovery::testkit::foreign;
///
/// assert_eq!(foreign().code("KEY_REVOKED").map(|code| code.class), Some(Class::Auth));
/// assert_eq!(foreign().code("schema_error").map(|code| code.class), Some(Class::BadInput));
/// ```
#[must_use]
pub fn foreign() -> &'static Registry {
    &FOREIGN
}

/// The standard codes, then the [`foreign`] ones: what a [`Reader`](crate::recovery::Reader) of the cases knows.
#[must_use]
pub fn known() -> &'static [&'static Registry] {
    &*KNOWN
}
