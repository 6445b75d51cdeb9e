//! The resolved registry: what every stage after `resolve` works on. Defaults are applied, extended and included files
//! are merged, words are values of the vocabulary.

use crate::map::Map;

use errtax_core::{Action, Class, DetailType, Executed, Role, Status};

use crate::source::{Place, Spanned};

/// A whole registry.
#[derive(Clone, Debug)]
pub struct Registry {
    /// Its name, `[a-z][a-z0-9_-]*`.
    pub name: String,
    /// The version of the contract.
    pub version: Version,
    /// The rule set, a year.
    pub edition: u16,
    /// The page of a code, with `{code}` where its name goes.
    pub docs: Option<String>,
    /// What `extends` names, as written.
    pub extends: Vec<String>,
    /// Every code, own and extended.
    pub codes: Map<String, Code>,
    /// The tombstones of this registry, and those of the ones it extends.
    pub retired: Map<String, Retired>,
    /// The code of each role. Every role has one.
    pub roles: Map<Role, RoleCode>,
    /// Where the roles that are not left out are named.
    pub role_places: Map<Role, Place>,
    /// The tools, by name.
    pub tools: Map<String, Tool>,
    /// The upstream rules, in the order of the files.
    pub upstream: Vec<Upstream>,
    /// The amendments, in the order of the file.
    pub amendments: Vec<Amendment>,
    /// The checked-in files that `check` keeps fresh.
    pub artifacts: Artifacts,
    /// How strict `check` is.
    pub policy: Policy,
    /// What the team promises of its tools.
    pub promises: Promises,
    /// Where `[registry]` stands.
    pub place: Place,
    /// Where the fields of `[registry]` stand.
    pub places: Places,
}

/// `1.3.0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Rises with an amended break.
    pub major: u32,
    /// Rises with a new code or a new optional detail.
    pub minor: u32,
    /// Rises with texts.
    pub patch: u32,
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Whose a code is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Declared in this registry.
    Own,
    /// Taken over from the registry of this name.
    Extended(String),
}

/// One code.
#[derive(Clone, Debug)]
pub struct Code {
    /// `PERIOD_LOCKED`.
    pub name: String,
    /// `PeriodLocked`; see [`crate::ident::variant`].
    pub ident: String,
    /// Whose it is.
    pub origin: Origin,
    /// What agents act on.
    pub contract: Contract,
    /// Whether it has shipped.
    pub status: Status,
    /// The contract version that introduced it.
    pub since: Option<Version>,
    /// The message template.
    pub message: String,
    /// The hint template.
    pub hint: String,
    /// Longer text, Markdown; empty for none.
    pub doc: String,
    /// Set when it is deprecated.
    pub deprecated: Option<Deprecated>,
    /// The extended registry whose code of the same name this one replaces, where it says so.
    pub replaces: Option<String>,
    /// Rules that are waived for it, with the reasons.
    pub allow: Map<String, String>,
    /// Where things stand.
    pub places: Places,
}

/// What agents act on: the part of a code that drift is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
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
    /// The call or read that the action means.
    pub next: Option<Next>,
    /// HTTP status.
    pub http: Option<u16>,
    /// gRPC status code, 0 to 16.
    pub grpc: Option<u8>,
    /// The details, by name.
    pub details: Map<String, Detail>,
}

/// One detail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Its type.
    pub kind: DetailType,
    /// Whether a failure may leave it out.
    pub optional: bool,
    /// Whether it is kept from message and wire.
    pub sensitive: bool,
    /// The values of an enum, in the order of the file.
    pub values: Vec<String>,
    /// Whether the enum promises that no value will be added.
    pub closed: bool,
    /// What it means; empty for nothing said.
    pub doc: String,
}

/// The call or read that an action means.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A call of a declared tool.
    Tool {
        /// The tool.
        tool: String,
        /// Its arguments.
        args: Map<String, Value>,
    },
    /// A read of a resource.
    Resource(String),
}

/// A plain value, as `next` arguments have it. Strings may hold `{detail}` placeholders.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    String(String),
    /// A whole number.
    Integer(i64),
    /// A finite number.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A list.
    Array(Vec<Value>),
    /// A table.
    Table(Map<String, Value>),
}

/// That a code is deprecated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deprecated {
    /// The contract version that deprecated it.
    pub since: Version,
    /// The code to use instead.
    pub replaced_by: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// The day after which it may be retired, `YYYY-MM-DD`.
    pub sunset: Option<String>,
    /// The decision record that says why it was superseded, a path.
    pub record: Option<String>,
}

/// A tombstone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retired {
    /// The contract version that retired it.
    pub since: Version,
    /// Why.
    pub reason: String,
    /// The decision record that says so, a path.
    pub record: Option<String>,
    /// Whose it is.
    pub origin: Origin,
    /// Where it stands.
    pub place: Place,
}

/// The code of a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoleCode {
    /// One of the registry's codes.
    Here(String),
    /// The standard registry's, which this registry does not extend.
    Standard(String),
}

/// One tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Whether it writes.
    pub writes: bool,
    /// Whether repeating it with the same arguments changes nothing more.
    pub idempotent: bool,
    /// Whether a write may change or remove what is there.
    pub destructive: bool,
    /// The argument by which the server really dedupes.
    pub dedupe_key: Option<String>,
    /// The read that shows whether a call landed.
    pub verify: Option<String>,
    /// Whether that read's "not found" proves absence.
    pub not_found_means_not_landed: bool,
    /// The tool that this one takes back.
    pub undoes: Option<String>,
    /// The arguments by which an undo is matched.
    pub match_on: Vec<String>,
    /// Whether it is meant to be called again and again.
    pub poll: bool,
    /// Arguments that do not count when calls are compared.
    pub loop_ignore: Vec<String>,
    /// Result fields that do not count when states are compared.
    pub state_ignore: Vec<String>,
    /// How long a write may take to show in a read, in milliseconds.
    pub settle_ms: u64,
    /// How often a read that shows nothing is repeated before it counts.
    pub recheck: u32,
    /// The least time that a call needs, in milliseconds.
    pub min_time_ms: u64,
    /// Whether success only means "accepted".
    pub weak_ack: bool,
    /// What its caller must have been granted.
    pub scope: Option<String>,
    /// What it is bound to, beside what its arguments say.
    pub bound: Vec<String>,
    /// Rules that are waived for it, with the reasons.
    pub allow: Map<String, String>,
    /// Where it stands.
    pub places: Places,
}

/// How a foreign failure becomes a code.
#[derive(Clone, Debug, PartialEq)]
pub struct Upstream {
    /// The host; empty for any.
    pub host: String,
    /// The statuses; empty for any.
    pub status: Vec<u16>,
    /// A phrase of the message; empty for none.
    pub message: String,
    /// A JSON pointer into the body; empty for none.
    pub pointer: String,
    /// What it must point to.
    pub equals: String,
    /// What is taken out of the body.
    pub redact: Vec<String>,
    /// The code it becomes.
    pub code: String,
    /// The hint; empty for the code's own.
    pub hint: String,
    /// Where it stands.
    pub places: Places,
}

/// An accepted break: one finding of drift, pinned to what it changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Amendment {
    /// The code.
    pub code: String,
    /// The field.
    pub field: String,
    /// The shipped value.
    pub from: String,
    /// The new one.
    pub to: String,
    /// Why.
    pub reason: String,
    /// Where it was decided.
    pub issue: String,
    /// The contract version that carries it.
    pub version: Version,
    /// The decision record that says so, a path.
    pub record: Option<String>,
    /// Where it stands.
    pub places: Places,
}

/// How strict `check` is: `[policy]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// The folder of the decision records, which amendments, retirements and supersessions name one of.
    pub records: Option<String>,
    /// The day before which a record may lack its alternatives, `YYYY-MM-DD`; without one none may.
    pub alternatives_since: Option<String>,
    /// The levels of rules that are not what the rule says, each with its place.
    pub levels: Map<String, Spanned<PolicyLevel>>,
    /// Where `[policy]` stands, where there is one.
    pub place: Option<Place>,
}

/// What `[policy.levels]` can make of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PolicyLevel {
    /// Worth knowing.
    Note,
    /// Fails where warnings are denied.
    Warning,
    /// Fails.
    Error,
}

impl PolicyLevel {
    /// Every one, from mild to strict.
    pub const ALL: &'static [Self] = &[Self::Note, Self::Warning, Self::Error];

    /// As the registry writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl std::str::FromStr for PolicyLevel {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Self::ALL.iter().copied().find(|level| level.as_str() == word).ok_or(())
    }
}

/// What the team promises of its tools: `[contract]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Promises {
    /// The fields that the output of every writing tool has.
    pub write_output: Vec<String>,
    /// The one of them that says whether the work is done.
    pub completion: Option<String>,
    /// The scopes there are; none where tools need no scope.
    pub scopes: Vec<String>,
    /// The test files of which one at least names each writing tool, paths inside the package.
    pub tests: Vec<Spanned<String>>,
    /// What tools can be bound to.
    pub bound: Map<String, Bound>,
    /// Where `[contract]` stands, where there is one.
    pub places: Option<Places>,
}

/// Something that tools can be bound to: `[contract.bound.NAME]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The argument that binds a tool.
    pub argument: Option<String>,
    /// The field that the output of a bound tool has.
    pub field: String,
    /// The members of that field.
    pub members: Vec<String>,
    /// Where it stands.
    pub places: Places,
}

/// The checked-in files that `check` keeps fresh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Artifacts {
    /// The JSON Schema, a path inside the package.
    pub schema: Option<Spanned<String>>,
    /// The catalogue, likewise.
    pub docs: Option<Spanned<String>>,
}

/// Where the fields of one entry stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// The entry's own name.
    pub name: Place,
    fields: Map<String, Place>,
}

impl Places {
    /// For an entry whose name stands at `name`.
    #[must_use]
    pub fn new(name: Place) -> Self {
        Self {
            name,
            fields: Map::new(),
        }
    }

    /// Notes where the value of `field` stands (`action`, `details.limit`, `details.limit.type`).
    pub fn insert(&mut self, field: impl Into<String>, place: Place) {
        self.fields.insert(field.into(), place);
    }

    /// Where the value of `field` stands; where it was left out, that of what contains it, in the end the name.
    #[must_use]
    pub fn get(&self, field: &str) -> Place {
        let mut field = field;
        loop {
            if let Some(place) = self.fields.get(field) {
                return *place;
            }
            match field.rsplit_once('.') {
                Some((outer, _)) => field = outer,
                None => return self.name,
            }
        }
    }
}
