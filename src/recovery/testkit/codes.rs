//! Codes of servers without a registry, as one would declare them.

use std::sync::LazyLock;

use errtax_core::{Action, Class, CodeSpec, Executed, Index, Registry, Roles};

use crate::standard;

/// A class of failures, and what servers call them.
struct Row {
    class: Class,
    action: Action,
    executed: Executed,
    /// Written large here; see `spellings`.
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
            "OVERLOADED",
            "RATE_LIMIT",
            "RATE_LIMITED",
            "RATE_LIMIT_EXCEEDED",
            "RATE_LIMIT_REACHED",
            "REQUEST_LIMIT_EXCEEDED",
            "RESOURCE_EXHAUSTED",
            "SLOW_DOWN",
            "THROTTLE",
            "THROTTLED",
            "THROTTLING",
            "TOO_MANY_REQUESTS",
        ],
    ),
    refused(
        Class::BadInput,
        Action::FixInput,
        &[
            "BAD_ARGUMENT",
            "BAD_ARGUMENTS",
            "BAD_INPUT",
            "BAD_REQUEST",
            "ILLEGAL_ARGUMENT",
            "ILLEGAL_MOVE",
            "INVALID_ARGUMENT",
            "INVALID_ARGUMENTS",
            "INVALID_FIELD",
            "INVALID_FORMAT",
            "INVALID_INPUT",
            "INVALID_JSON",
            "INVALID_MOVE",
            "INVALID_PARAMETER",
            "INVALID_PARAMS",
            "INVALID_REQUEST",
            "INVALID_SCHEMA",
            "INVALID_VALUE",
            "MALFORMED",
            "MALFORMED_REQUEST",
            "METHOD_NOT_ALLOWED",
            "METHOD_NOT_FOUND",
            "MISSING_ARGUMENT",
            "MISSING_FIELD",
            "MISSING_PARAMETER",
            "NOT_IMPLEMENTED",
            "OUT_OF_BOUNDS",
            "OUT_OF_RANGE",
            "PARSE_ERROR",
            "PAYLOAD_TOO_LARGE",
            "REQUIRED_FIELD",
            "SCHEMA_ERROR",
            "SCHEMA_INVALID",
            "SCHEMA_MISMATCH",
            "SCHEMA_VIOLATION",
            "UNIMPLEMENTED",
            "UNKNOWN_FIELD",
            "UNKNOWN_TOOL",
            "UNPROCESSABLE",
            "UNPROCESSABLE_ENTITY",
            "UNSUPPORTED",
            "UNSUPPORTED_MEDIA_TYPE",
            "VALIDATION_ERROR",
            "VALIDATION_FAILED",
        ],
    ),
    refused(
        Class::Auth,
        Action::Reauthenticate,
        &[
            "ACCESS_DENIED",
            "API_KEY_EXPIRED",
            "API_KEY_INVALID",
            "API_KEY_MISSING",
            "API_KEY_REVOKED",
            "AUTHENTICATION_FAILED",
            "AUTHENTICATION_REQUIRED",
            "AUTH_FAILED",
            "AUTH_REQUIRED",
            "BAD_KEY",
            "EXPIRED",
            "EXPIRED_KEY",
            "EXPIRED_TOKEN",
            "FORBIDDEN",
            "INVALID_API_KEY",
            "INVALID_CREDENTIALS",
            "INVALID_KEY",
            "INVALID_TOKEN",
            "KEY_EXPIRED",
            "KEY_INVALID",
            "KEY_MISSING",
            "KEY_REVOKED",
            "KEY_UNKNOWN",
            "LOGIN_REQUIRED",
            "MISSING_KEY",
            "NOT_AUTHENTICATED",
            "NOT_AUTHORIZED",
            "NO_KEY",
            "PAYMENT_REQUIRED",
            "PERMISSION_DENIED",
            "REVOKED",
            "REVOKED_KEY",
            "SESSION_EXPIRED",
            "TOKEN_EXPIRED",
            "TOKEN_INVALID",
            "TOKEN_MISSING",
            "TOKEN_REVOKED",
            "UNAUTHENTICATED",
            "UNAUTHORIZED",
            "UNKNOWN_KEY",
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
            "FINISHED",
            "GAME_ENDED",
            "GAME_NOT_FOUND",
            "GAME_OVER",
            "GONE",
            "MATCH_CLOSED",
            "MATCH_ENDED",
            "MATCH_FINISHED",
            "MATCH_NOT_FOUND",
            "MATCH_OVER",
            "NOT_FOUND",
            "NOT_OWNED",
            "NOT_OWNER",
            "NOT_YOURS",
            "NOT_YOUR_GAME",
            "NOT_YOUR_MATCH",
            "NO_SUCH_MATCH",
            "REMOVED",
            "RESOURCE_NOT_FOUND",
            "UNKNOWN_MATCH",
        ],
    ),
    refused(
        Class::Conflict,
        Action::ReadState,
        &[
            "ABORTED",
            "ALREADY_APPLIED",
            "ALREADY_CLAIMED",
            "ALREADY_DONE",
            "ALREADY_EXISTS",
            "ALREADY_JOINED",
            "ALREADY_MOVED",
            "ALREADY_PLAYED",
            "ALREADY_PROCESSED",
            "ALREADY_SUBMITTED",
            "ALREADY_TAKEN",
            "CONFLICT",
            "DUPLICATE",
            "DUPLICATE_KEY",
            "DUPLICATE_REQUEST",
            "EDIT_CONFLICT",
            "EXISTS",
            "LOCKED",
            "MATCH_FULL",
            "NOT_YOUR_TURN",
            "OUT_OF_TURN",
            "PRECONDITION_FAILED",
            "SEAT_TAKEN",
            "STALE",
            "STALE_STATE",
            "STALE_TURN",
            "STALE_VERSION",
            "STATE_CONFLICT",
            "TURN_MISMATCH",
            "VERSION_CONFLICT",
            "VERSION_MISMATCH",
            "WRITE_CONFLICT",
            "WRONG_TURN",
        ],
    ),
];

/// `KEY_EXPIRED`, `key_expired`, `key-expired`, `KeyExpired`, `keyExpired`.
fn spellings(code: &str) -> [String; 5] {
    let small = code.to_ascii_lowercase();
    let word = |(place, word): (usize, &str), is_large: bool| -> String {
        let letters = word.char_indices().map(|(at, letter)| match at {
            0 if place > 0 || is_large => letter.to_ascii_uppercase(),
            _ => letter,
        });
        letters.collect()
    };
    let camel = |is_large: bool| -> String { small.split('_').enumerate().map(|each| word(each, is_large)).collect() };
    [
        camel(true),
        camel(false),
        small.replace('_', "-"),
        code.to_owned(),
        small,
    ]
}

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
            let codes = row.codes.iter().flat_map(|code| spellings(code));
            codes.map(|code| spec(row, code.leak()))
        })
        .collect();
    codes.sort_by_key(|spec| spec.code);
    codes.dedup_by_key(|spec| spec.code);
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
