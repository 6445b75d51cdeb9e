//! What the lock records of one code.
//!
//! Every type is taken apart without `..` where it is recorded, written and compared: a field that is added to the
//! contract does not compile until the lock knows it and drift has a verdict on it.

use crate::map::Map;

use errtax_core::{Action, Class, DetailType, Executed};

use super::{hash, render};
use crate::model::{Code, Contract, Deprecated, Detail, Version};
use crate::write;

/// What the lock records of one frozen code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What kind of failure it is.
    pub class: Class,
    /// What the agent should do.
    pub action: Action,
    /// Whether the same call may be sent again.
    pub retryable: bool,
    /// Whether the call took effect.
    pub executed: Executed,
    /// The code that a write in doubt surfaces as.
    pub in_doubt: Option<String>,
    /// The call or read that the action means, as the registry writes it, in one canonical form.
    pub next: Option<String>,
    /// HTTP status.
    pub http: Option<u16>,
    /// gRPC status code.
    pub grpc: Option<u8>,
    /// The details, by name.
    pub details: Map<String, DetailRow>,
    /// The contract version that introduced the code.
    pub since: Option<Version>,
    /// Set when it is deprecated.
    pub deprecated: Option<DeprecatedRow>,
    /// Hash of the hint: for an agent, its wording is behaviour.
    pub hint_hash: u64,
    /// Hash of the message.
    pub message_hash: u64,
}

/// What the lock records of one detail. Its documentation is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetailRow {
    /// Its type.
    pub kind: DetailType,
    /// Whether a failure may leave it out.
    pub optional: bool,
    /// Whether it is kept from message and wire.
    pub sensitive: bool,
    /// The values of an enum, sorted: their order means nothing to a reader.
    pub values: Vec<String>,
    /// Whether the enum promises that no value will be added.
    pub closed: bool,
}

/// What the lock records of a deprecation. Its reason is prose, and free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeprecatedRow {
    /// The contract version that deprecated the code.
    pub since: Version,
    /// The code to use instead.
    pub replaced_by: Option<String>,
    /// The day after which it may be retired, `YYYY-MM-DD`.
    pub sunset: Option<String>,
}

/// What the lock records of a code that is no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The contract version that retired it.
    pub since: Version,
    /// [`Row::contract_hash`] of what it was, where it had shipped.
    pub contract: Option<u64>,
}

impl Row {
    /// What is recorded of `code`, whatever its status.
    #[must_use]
    pub fn of(code: &Code) -> Self {
        // The other texts are free, `allow` is between the authors and the linter, and name, status and origin decide
        // whether there is a row at all.
        let Code {
            contract,
            since,
            deprecated,
            message,
            hint,
            name: _,
            ident: _,
            origin: _,
            status: _,
            doc: _,
            replaces: _,
            allow: _,
            places: _,
        } = code;
        let Contract {
            class,
            action,
            retryable,
            executed,
            in_doubt,
            next,
            http,
            grpc,
            details,
        } = contract;
        Self {
            class: *class,
            action: *action,
            retryable: *retryable,
            executed: *executed,
            in_doubt: in_doubt.clone(),
            next: next.as_ref().map(write::next),
            http: *http,
            grpc: *grpc,
            details: details
                .iter()
                .map(|(name, detail)| (name.clone(), DetailRow::of(detail)))
                .collect(),
            since: *since,
            deprecated: deprecated.as_ref().map(DeprecatedRow::of),
            hint_hash: hash::fnv1a(hint.as_bytes()),
            message_hash: hash::fnv1a(message.as_bytes()),
        }
    }

    /// Hash of what agents act on: everything but texts, versions and deprecation. Equal exactly for equal contracts,
    /// accidents of 64 bits aside.
    #[must_use]
    pub fn contract_hash(&self) -> u64 {
        hash::fnv1a(render::contract(self).as_bytes())
    }
}

impl DetailRow {
    fn of(detail: &Detail) -> Self {
        let Detail {
            kind,
            optional,
            sensitive,
            values,
            closed,
            doc: _,
        } = detail;
        let mut values = values.clone();
        values.sort_unstable();
        Self {
            kind: *kind,
            optional: *optional,
            sensitive: *sensitive,
            values,
            closed: *closed,
        }
    }
}

impl DeprecatedRow {
    fn of(deprecated: &Deprecated) -> Self {
        let Deprecated {
            since,
            replaced_by,
            reason: _,
            sunset,
            record: _,
        } = deprecated;
        Self {
            since: *since,
            replaced_by: replaced_by.clone(),
            sunset: sunset.clone(),
        }
    }
}
