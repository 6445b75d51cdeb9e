//! The keys of what holds for a whole registry, of tools and of rules.

use super::Need::{Default, Else, Optional, Required};
use super::words::{ACK, EFFECTS, NOT_FOUND};
use super::{Section, Shape, key};
use crate::finding::Stage;

/// The rule sets there are.
pub(crate) const EDITIONS: &[u16] = &[2026];

/// A day: longer than any wait of a tool.
const DAY_MS: i64 = 86_400_000;

const UP_TO_A_DAY: Shape = Shape::Integer { least: 0, most: DAY_MS };

/// `[registry]`.
pub const HEAD: Section = Section {
    heading: "[registry]",
    about: "Which contract this is, and what it is made of.",
    keys: &[
        key(
            "name",
            Shape::RegistryName,
            Required("\"my-server\""),
            "`[a-z][a-z0-9_-]*`",
        ),
        key(
            "version",
            Shape::Version,
            Required("\"1.0.0\""),
            "the version of the contract, `1.2.0`; it is not that of the crate",
        ),
        key(
            "edition",
            Shape::Edition,
            Required("\"2026\""),
            "the rule set. There is one: `\"2026\"`",
        ),
        key(
            "extends",
            Shape::List(&Shape::Extended),
            Optional,
            "registries whose codes this one takes over",
        ),
        key("include", Shape::List(&Shape::Path), Optional, "further files"),
        key(
            "docs",
            Shape::CodePage,
            Optional,
            "the page of a code, with `{code}` once where the code goes; sent as `docs`",
        ),
    ],
};

/// `[artifacts]`.
pub const ARTIFACTS: Section = Section {
    heading: "[artifacts]",
    about: "What of the registry is checked in for readers who do not build it.",
    keys: &[
        key("schema", Shape::Path, Optional, "path of a checked-in JSON Schema"),
        key("docs", Shape::Path, Optional, "path of a checked-in catalogue"),
    ],
};

/// `[policy]`.
pub const POLICY: Section = Section {
    heading: "[policy]",
    about: "How strict `cargo errtax check` is. No build reads it.",
    keys: &[
        key(
            "records",
            Shape::Path,
            Optional,
            "folder of the decision records. Where it is set, an amendment, a retirement and a deprecation with \
             `replaced_by` name one of them: `record = \"docs/decisions/accepted/0007-ask.md\"`",
        ),
        key(
            "alternatives_since",
            Shape::Date,
            Optional,
            "the day before which a record may lack its alternatives, `\"2026-12-01\"`, if it says so in a dated note",
        ),
        key(
            "levels",
            Shape::Levels,
            Optional,
            "levels of rules, `\"note\"`, `\"warning\"` or `\"error\"`",
        ),
    ],
};

/// `[contract]`.
pub const CONTRACT: Section = Section {
    heading: "[contract]",
    about: "What a team promises of its tools beside their errors. `cargo errtax tools` holds a server to it; no build reads \
            it.",
    keys: &[
        key(
            "write_output",
            Shape::Some(&Shape::Filled),
            Optional,
            "the fields that the output of every writing tool has",
        ),
        key(
            "completion",
            Shape::Filled,
            Optional,
            "the one of them that says whether the work is done: a boolean",
        ),
        key(
            "scopes",
            Shape::Some(&Shape::Filled),
            Optional,
            "the scopes there are. Where they are listed, every tool that is offered has one",
        ),
        key(
            "tests",
            Shape::Some(&Shape::Path),
            Optional,
            "paths of the test files, of which one at least names each writing tool",
        ),
        key(
            "bound",
            Shape::Named(&BOUND),
            Optional,
            "what tools can be bound to, by names of your own",
        ),
    ],
};

/// `[contract.bound.NAME]`.
pub const BOUND: Section = Section {
    heading: "[contract.bound.NAME]",
    about: "One thing that tools can be bound to, as a period, and what their output says of it.",
    keys: &[
        key(
            "argument",
            Shape::Filled,
            Else("those tools alone that say `bound`"),
            "the argument that binds a tool which takes it",
        ),
        key(
            "field",
            Shape::Filled,
            Required("\"period_status\""),
            "the field that the output of a bound tool has",
        ),
        key(
            "members",
            Shape::Some(&Shape::Filled),
            Optional,
            "the members that this field has, an object",
        ),
    ],
};

/// `[tools.NAME]`.
pub const TOOL: Section = Section {
    heading: "[tools.NAME]",
    about: "What a call of a tool does. A tool that is not declared counts as a plain write.",
    keys: &[
        key(
            "effect",
            Shape::Word(EFFECTS),
            Required("\"write\""),
            "`\"read\"` or `\"write\"`",
        ),
        key(
            "idempotent",
            Shape::Boolean,
            Default("false"),
            "repeating a write with the same arguments changes nothing more",
        ),
        key(
            "destructive",
            Shape::Boolean,
            Default("true"),
            "`false`: a write only adds, and changes or removes nothing that is there",
        ),
        key(
            "dedupe_key",
            Shape::Filled,
            Optional,
            "the argument by which the server really dedupes. A call without it, with `null` or with `\"\"` is a \
             plain write",
        ),
        key(
            "verify",
            Shape::Filled,
            Optional,
            "the reading tool that shows whether a call landed; fills `{verify}`",
        ),
        key(
            "not_found",
            Shape::Word(NOT_FOUND),
            Optional,
            "`\"not_landed\"`: \"not found\" from `verify` proves that the call did not land. Needs `verify`",
        ),
        key(
            "undoes",
            Shape::Filled,
            Optional,
            "the writing tool that this one takes back",
        ),
        key(
            "match_on",
            Shape::List(&Shape::Text),
            Optional,
            "the arguments by which an undo is matched. Needs `undoes`",
        ),
        key(
            "poll",
            Shape::Boolean,
            Default("false"),
            "it is meant to be called again and again until something changes",
        ),
        key(
            "loop_ignore",
            Shape::List(&Shape::Text),
            Optional,
            "arguments that do not count when calls are compared",
        ),
        key(
            "state_ignore",
            Shape::List(&Shape::Text),
            Optional,
            "result fields that do not count when states are compared",
        ),
        key(
            "settle_ms",
            UP_TO_A_DAY,
            Default("0"),
            "how long a write may take to show in a read, up to a day",
        ),
        key(
            "recheck",
            Shape::Integer { least: 0, most: 100 },
            Default("0"),
            "how often a read that shows nothing is repeated before it counts, up to 100",
        ),
        key(
            "min_time_ms",
            UP_TO_A_DAY,
            Default("0"),
            "the least time that a call needs, up to a day",
        ),
        key(
            "ack",
            Shape::Word(ACK),
            Optional,
            "`\"weak\"`: success only means \"accepted\"",
        ),
        key(
            "scope",
            Shape::Filled,
            Optional,
            "what its caller must have been granted: one of the `scopes` of `[contract]`",
        ),
        key(
            "bound",
            Shape::Some(&Shape::Filled),
            Optional,
            "what it is bound to, where no argument says so: names below `[contract.bound]`",
        ),
        key(
            "allow",
            Shape::Waivers(Stage::Tools),
            Optional,
            "rules of `cargo errtax tools` that are waived for it, each with its reason",
        ),
    ],
};

/// `[[upstream]]`.
pub const UPSTREAM: Section = Section {
    heading: "[[upstream]]",
    about: "How the failure of a foreign service becomes a code.",
    keys: &[
        key(
            "host",
            Shape::Host,
            Else("any"),
            "`api.example.com`, or `*.example.com` for its true subdomains",
        ),
        key(
            "status",
            Shape::List(&Shape::Integer { least: 100, most: 599 }),
            Else("any"),
            "HTTP statuses, 100 to 599",
        ),
        key("message", Shape::Filled, Optional, "a phrase of the vendor's message"),
        key(
            "pointer",
            Shape::Pointer,
            Optional,
            "a JSON pointer into the body (RFC 6901). Needs `equals`",
        ),
        key(
            "equals",
            Shape::Text,
            Optional,
            "what it must point to. Needs `pointer`",
        ),
        key(
            "redact",
            Shape::List(&Shape::Pointer),
            Optional,
            "JSON pointers to what is taken out of the body before it is passed on",
        ),
        key(
            "code",
            Shape::Code,
            Required("\"UPSTREAM_REJECTED\""),
            "the code that it becomes; one without required details",
        ),
        key(
            "hint",
            Shape::Filled,
            Else("that of the code"),
            "what to tell the agent",
        ),
    ],
};

/// `[[amendments]]`.
pub const AMENDMENT: Section = Section {
    heading: "[[amendments]]",
    about: "The record of an accepted change to what has shipped.",
    keys: &[
        key(
            "code",
            Shape::AmendedCode,
            Required("\"PERIOD_LOCKED\""),
            "the code; `registry` for a change that is about none",
        ),
        key(
            "field",
            Shape::AmendedField,
            Required("\"action\""),
            "the field, as the finding names it: `action`, `details.limit.type`; `name` for a code that is renamed or \
             gone",
        ),
        key(
            "from",
            Shape::AmendedValue,
            Required("\"fix_state\""),
            "the value that has shipped; `\"\"` for none",
        ),
        key(
            "to",
            Shape::AmendedValue,
            Required("\"ask_user\""),
            "the new value; `\"\"` for none",
        ),
        key(
            "reason",
            Shape::Reason,
            Required("\"why agents must act otherwise\""),
            "why; `…` is no reason",
        ),
        key("issue", Shape::Reason, Required("\"#42\""), "where it was decided"),
        key(
            "version",
            Shape::Version,
            Required("\"2.0.0\""),
            "the contract version that carries it, of a higher major number than that of the base",
        ),
        key(
            "record",
            Shape::Path,
            Optional,
            "path of the decision record that says so; see `[policy]`",
        ),
    ],
};
