//! What the registry says, as constants: the types that generated code fills in and everything else reads.
//!
//! Generated code writes these structs as literals that end in `..Type::DEFAULT`, so that a field added here does not
//! break code that an older compiler generated.

use crate::code::Index;
use crate::vocabulary::{Action, Class, DetailType, Effect, Executed, Role, Status};

/// The most characters that a message or a hint has; a longer one is cut and ends in `…`.
pub const MAX_TEXT_CHARS: usize = 500;

/// Every fact that a registry states about one code.
#[derive(Debug)]
pub struct CodeSpec {
    /// The code itself, as it stands on the wire: `PERIOD_LOCKED`.
    pub code: &'static str,
    /// What kind of failure this is.
    pub class: Class,
    /// What the agent should do.
    pub action: Action,
    /// Whether the same call may be sent again: true exactly for the actions `retry` and `wait`.
    pub retryable: bool,
    /// Whether the call took effect.
    pub executed: Executed,
    /// Whether the code has shipped.
    pub status: Status,
    /// The code of class `unknown_outcome` that a write which must not be repeated surfaces as instead.
    pub in_doubt: Option<&'static CodeSpec>,
    /// The call that `fix_state`, `verify` or `read_state` means.
    pub next: Option<Next>,
    /// HTTP status, where the registry gives one.
    pub http: Option<u16>,
    /// gRPC status code (0 to 16), where the registry gives one.
    pub grpc: Option<u8>,
    /// The message, with `{detail}` placeholders; `{{` and `}}` are literal braces.
    pub message: &'static str,
    /// What to do about it, with the same placeholders and the built-in `{verify}`. Never empty in a valid registry.
    pub hint: &'static str,
    /// Longer text for the catalogue (Markdown), or empty.
    pub doc: &'static str,
    /// The details that the payload may carry, sorted by name.
    pub details: &'static [DetailSpec],
    /// The page that documents this code, or empty.
    pub docs: &'static str,
    /// The contract version that introduced the code, or empty.
    pub since: &'static str,
    /// Set when the code is deprecated. A deprecated code keeps its whole contract.
    pub deprecated: Option<Deprecated>,
    /// Where the code is declared: `registry.toml:14`, relative to the package that compiled it.
    pub place: &'static str,
    /// The lines of that file on which the details are declared, in their order.
    pub detail_lines: &'static [u32],
}

impl CodeSpec {
    /// The values of everything that a literal leaves out.
    pub const DEFAULT: Self = Self {
        code: "",
        class: Class::Internal,
        action: Action::Stop,
        retryable: false,
        executed: Executed::Unknown,
        status: Status::Draft,
        in_doubt: None,
        next: None,
        http: None,
        grpc: None,
        message: "",
        hint: "",
        doc: "",
        details: &[],
        docs: "",
        since: "",
        deprecated: None,
        place: "",
        detail_lines: &[],
    };

    /// The detail of this name, where the code declares it.
    #[must_use]
    pub fn detail(&self, name: &str) -> Option<&'static DetailSpec> {
        self.details.iter().find(|detail| same(detail.name, name))
    }

    /// The code that a call of this effect gets to see: the code itself, or its `in_doubt` twin when the outcome is
    /// unknown and the call must not be repeated.
    #[must_use]
    pub fn for_effect(&'static self, effect: Effect) -> &'static Self {
        match self.in_doubt {
            Some(twin) if self.retryable && self.executed == Executed::Unknown && !effect.repeatable() => twin,
            _ => self,
        }
    }
}

/// Whether two names are equal. Most of those that are not differ in length or at the end, which costs no call.
#[inline]
pub(crate) fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.as_bytes().last() == other.as_bytes().last() && one == other
}

/// One detail of a code.
#[derive(Debug)]
pub struct DetailSpec {
    /// Its name, `[a-z][a-z0-9_]*`.
    pub name: &'static str,
    /// Its type.
    pub kind: DetailType,
    /// Whether a failure may leave it out.
    pub optional: bool,
    /// Whether it is kept from message and wire.
    pub sensitive: bool,
    /// The values of an enum, in the order of the registry; empty otherwise.
    pub values: &'static [&'static str],
    /// Whether an enum promises that no value will be added.
    pub closed: bool,
}

impl DetailSpec {
    /// The values of everything that a literal leaves out.
    pub const DEFAULT: Self = Self {
        name: "",
        kind: DetailType::String,
        optional: false,
        sensitive: false,
        values: &[],
        closed: false,
    };
}

/// The call or the read that a code's action means.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// The JSON object that goes on the wire (`{"tool":…,"args":…}` or `{"resource":…}`), in pieces around what the
    /// details fill in.
    pub pieces: &'static [Piece],
}

/// A piece of a JSON template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// JSON text as it stands.
    Json(&'static str),
    /// The JSON value of the detail of this name.
    Value(&'static str),
    /// The detail of this name as text, inside a JSON string.
    Text(&'static str),
}

/// That a code is deprecated, and what stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecated {
    /// The contract version that deprecated it.
    pub since: &'static str,
    /// The code to use instead, or empty.
    pub replaced_by: &'static str,
    /// Why, or empty.
    pub reason: &'static str,
    /// The day after which the code may be retired (`YYYY-MM-DD`), or empty.
    pub sunset: &'static str,
}

impl Deprecated {
    /// The values of everything that a literal leaves out.
    pub const DEFAULT: Self = Self {
        since: "",
        replaced_by: "",
        reason: "",
        sunset: "",
    };
}

/// What the registry states about one tool.
#[derive(Debug)]
pub struct ToolSpec {
    /// The tool's name.
    pub name: &'static str,
    /// Whether it writes.
    pub writes: bool,
    /// Whether repeating it with the same arguments changes nothing more.
    pub idempotent: bool,
    /// Whether a write may change or remove what is there, beside adding to it.
    pub destructive: bool,
    /// The argument by which the server really dedupes, or empty.
    pub dedupe_key: &'static str,
    /// The tool that reads whether a call landed, or empty.
    pub verify: &'static str,
    /// Whether `verify` answering "not found" proves that the call did not land.
    pub not_found_means_not_landed: bool,
    /// The tool that this one takes back, or empty.
    pub undoes: &'static str,
    /// The arguments by which an undo is matched to what it takes back.
    pub match_on: &'static [&'static str],
    /// Whether the tool is meant to be called again and again until something changes.
    pub poll: bool,
    /// Arguments that do not count when calls are compared.
    pub loop_ignore: &'static [&'static str],
    /// Result fields that do not count when states are compared.
    pub state_ignore: &'static [&'static str],
    /// How long a write may take to show in a read, in milliseconds.
    pub settle_ms: u64,
    /// How often a read that shows nothing is repeated before it counts.
    pub recheck: u32,
    /// The least time that a call needs, in milliseconds.
    pub min_time_ms: u64,
    /// Whether success only means "accepted", to be confirmed by a read.
    pub weak_ack: bool,
}

impl ToolSpec {
    /// The values of everything that a literal leaves out.
    pub const DEFAULT: Self = Self {
        name: "",
        writes: true,
        idempotent: false,
        destructive: true,
        dedupe_key: "",
        verify: "",
        not_found_means_not_landed: false,
        undoes: "",
        match_on: &[],
        poll: false,
        loop_ignore: &[],
        state_ignore: &[],
        settle_ms: 0,
        recheck: 0,
        min_time_ms: 0,
        weak_ack: false,
    };

    /// What one call of this tool does.
    ///
    /// `has_key` says whether the call carries a non-empty value for [`dedupe_key`](Self::dedupe_key); absent, `null`
    /// and `""` are no key.
    #[must_use]
    pub const fn effect(&self, has_key: bool) -> Effect {
        if !self.writes {
            Effect::Read
        } else if self.idempotent {
            Effect::IdempotentWrite
        } else if has_key && !self.dedupe_key.is_empty() {
            Effect::KeyedWrite
        } else {
            Effect::Write
        }
    }
}

/// How a foreign failure becomes one of the registry's codes.
#[derive(Debug)]
pub struct UpstreamSpec {
    /// The host: exact, or `*.` and a suffix for its true subdomains; empty for any.
    pub host: &'static str,
    /// The HTTP statuses it applies to; empty for any.
    pub status: &'static [u16],
    /// A phrase of the vendor's message, or empty.
    pub message: &'static str,
    /// A JSON pointer (RFC 6901) into the body, or empty.
    pub pointer: &'static str,
    /// What the pointer must point to.
    pub equals: &'static str,
    /// JSON pointers to what is taken out of the body before it is passed on.
    pub redact: &'static [&'static str],
    /// The code it becomes.
    pub code: &'static CodeSpec,
    /// The hint for the agent; empty for the code's own.
    pub hint: &'static str,
}

/// Which code stands for what the library itself must say.
#[derive(Debug)]
pub struct Roles {
    /// See [`Role::InvalidArguments`].
    pub invalid_arguments: &'static CodeSpec,
    /// See [`Role::Panic`].
    pub panic: &'static CodeSpec,
    /// See [`Role::Unknown`].
    pub unknown: &'static CodeSpec,
    /// See [`Role::Transient`].
    pub transient: &'static CodeSpec,
    /// See [`Role::Lost`].
    pub lost: &'static CodeSpec,
    /// See [`Role::RateLimited`].
    pub rate_limited: &'static CodeSpec,
    /// See [`Role::InDoubt`].
    pub in_doubt: &'static CodeSpec,
    /// See [`Role::Cancelled`].
    pub cancelled: &'static CodeSpec,
    /// See [`Role::Unauthenticated`].
    pub unauthenticated: &'static CodeSpec,
    /// See [`Role::Forbidden`].
    pub forbidden: &'static CodeSpec,
    /// See [`Role::NotFound`].
    pub not_found: &'static CodeSpec,
    /// See [`Role::Conflict`].
    pub conflict: &'static CodeSpec,
}

impl Roles {
    /// The code that plays this role.
    #[must_use]
    pub const fn get(&self, role: Role) -> &'static CodeSpec {
        match role {
            Role::InvalidArguments => self.invalid_arguments,
            Role::Panic => self.panic,
            Role::Unknown => self.unknown,
            Role::Transient => self.transient,
            Role::Lost => self.lost,
            Role::RateLimited => self.rate_limited,
            Role::InDoubt => self.in_doubt,
            Role::Cancelled => self.cancelled,
            Role::Unauthenticated => self.unauthenticated,
            Role::Forbidden => self.forbidden,
            Role::NotFound => self.not_found,
            Role::Conflict => self.conflict,
        }
    }
}

/// A whole registry, as generated code carries it.
#[derive(Debug)]
pub struct Registry {
    /// Its name.
    pub name: &'static str,
    /// The version of the contract.
    pub version: &'static str,
    /// Every code, sorted.
    pub codes: &'static [CodeSpec],
    /// Finds a code by its text.
    pub index: Index,
    /// Every declared tool, sorted by name.
    pub tools: &'static [ToolSpec],
    /// Which code stands for what the library itself must say.
    pub roles: Roles,
    /// How foreign failures become codes, most specific first.
    pub upstream: &'static [UpstreamSpec],
    /// The JSON Schema (draft 2020-12) of the wire object for this registry.
    pub schema: &'static str,
}

impl Registry {
    /// The code of this text.
    ///
    /// Unknown text gives `None`: a newer peer may send codes that this registry does not have yet.
    #[must_use]
    pub fn code(&self, text: &str) -> Option<&'static CodeSpec> {
        self.codes.get(self.index.position(text)?)
    }

    /// The tool of this name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&'static ToolSpec> {
        let position = self.tools.binary_search_by(|tool| tool.name.cmp(name)).ok()?;
        self.tools.get(position)
    }
}
