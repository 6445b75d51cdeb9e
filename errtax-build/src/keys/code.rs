//! The keys of codes and tombstones.

use super::Need::{Default, Optional, Required, RequiredFor, RequiredWithout};
use super::words::{ACTIONS, CLASSES, EXECUTED, STATUSES, TYPES};
use super::{Key, Section, Shape, key};
use crate::finding::Stage;

const CLASS: Key = key(
    "class",
    Shape::Word(CLASSES),
    Required("\"precondition\""),
    "what kind of failure it is",
);
const ACTION: Key = key(
    "action",
    Shape::Word(ACTIONS),
    Required("\"fix_state\""),
    "what the agent should do",
);
const RETRYABLE: Key = key(
    "retryable",
    Shape::Boolean,
    Required("false"),
    "whether the same call may be sent again",
);
const EXECUTED_: Key = key(
    "executed",
    Shape::Word(EXECUTED),
    Required("\"no\""),
    "whether this call took effect",
);
const STATUS: Key = key(
    "status",
    Shape::Word(STATUSES),
    Default("\"draft\""),
    "`\"draft\"`: may still change. `\"frozen\"`: has shipped",
);
const SINCE: Key = key(
    "since",
    Shape::Version,
    Optional,
    "the contract version that introduced it; `cargo errtax freeze` fills it in",
);
const HTTP: Key = key(
    "http",
    Shape::Integer { least: 100, most: 599 },
    Optional,
    "HTTP status, 100 to 599",
);
const GRPC: Key = key(
    "grpc",
    Shape::Integer { least: 0, most: 16 },
    Optional,
    "gRPC status, 0 to 16",
);

/// `[codes.CODE]`.
pub const CODE: Section = Section {
    heading: "[codes.CODE]",
    about: "One code: what an agent is told of a failure, and what it should do about it.",
    keys: &[
        CLASS,
        ACTION,
        RETRYABLE,
        EXECUTED_,
        STATUS,
        SINCE,
        HTTP,
        GRPC,
        key(
            "message",
            Shape::Sentence,
            Required("\"…\""),
            "what happened: one line, at most 500 characters",
        ),
        key(
            "hint",
            Shape::Sentence,
            Required("\"…\""),
            "what to do about it: one line, at most 500 characters",
        ),
        key(
            "doc",
            Shape::Text,
            Optional,
            "longer text for people, Markdown; not sent",
        ),
        key("details", Shape::Details, Optional, "what the failure carries"),
        key("next", Shape::Keys(&NEXT), Optional, "the call that the action means"),
        key(
            "in_doubt",
            Shape::Code,
            Optional,
            "the twin: the code that a write surfaces as while nobody knows whether it landed",
        ),
        key(
            "deprecated",
            Shape::Keys(&DEPRECATED),
            Optional,
            "that it is on its way out",
        ),
        key(
            "replaces",
            Shape::Text,
            Optional,
            "the extended registry whose code of this name it replaces",
        ),
        key(
            "allow",
            Shape::Waivers(Stage::Style),
            Optional,
            "style rules that are waived",
        ),
    ],
};

/// `[defaults]`: keys of a code, none of which has to be there.
pub const DEFAULTS: Section = Section {
    heading: "[defaults]",
    about: "What codes have that do not say otherwise.",
    keys: &[
        optional(CLASS),
        optional(ACTION),
        optional(RETRYABLE),
        optional(EXECUTED_),
        optional(STATUS),
        optional(SINCE),
        optional(HTTP),
        optional(GRPC),
    ],
};

/// The long form of a detail.
pub const DETAIL: Section = Section {
    heading: "[codes.CODE.details]",
    about: "What the failure carries: one line a detail, in the short or the long form.",
    keys: &[
        key(
            "type",
            Shape::Word(TYPES),
            Required("\"string\""),
            "what kind of value it is",
        ),
        key(
            "optional",
            Shape::Boolean,
            Default("false"),
            "a failure may leave it out",
        ),
        key(
            "sensitive",
            Shape::Boolean,
            Default("false"),
            "it stays in the Rust value, for your log, and goes to neither message, hint, `next` nor wire",
        ),
        key(
            "values",
            Shape::List(&Shape::EnumValue),
            RequiredFor("enum"),
            "the values, `[A-Za-z0-9][A-Za-z0-9_.:-]*` each",
        ),
        key(
            "closed",
            Shape::Boolean,
            Default("false"),
            "the enum will never have another value",
        ),
        key("doc", Shape::Text, Optional, "what it means"),
    ],
};

/// `next`.
pub const NEXT: Section = Section {
    heading: "next",
    about: "",
    keys: &[
        key(
            "tool",
            Shape::Filled,
            RequiredWithout("resource"),
            "a tool that `[tools]` declares",
        ),
        key(
            "args",
            Shape::Anything,
            Optional,
            "its arguments: strings, numbers, booleans, arrays and tables",
        ),
        key(
            "resource",
            Shape::Filled,
            RequiredWithout("tool"),
            "the URI of a resource to read",
        ),
    ],
};

/// `deprecated`.
pub const DEPRECATED: Section = Section {
    heading: "deprecated",
    about: "",
    keys: &[
        key(
            "since",
            Shape::Version,
            Required("\"1.2.0\""),
            "the contract version that deprecated it",
        ),
        key(
            "replaced_by",
            Shape::Code,
            Optional,
            "a frozen code that is not deprecated",
        ),
        key("reason", Shape::Filled, RequiredWithout("replaced_by"), "why"),
        key(
            "sunset",
            Shape::Date,
            Optional,
            "the day after which it may be retired, `\"2027-06-30\"`. The merge gate compares it with the date of \
             the commit; no build knows the day",
        ),
        key(
            "record",
            Shape::Path,
            Optional,
            "path of the decision record that says why it gives way; see `[policy]`",
        ),
    ],
};

/// `[retired.CODE]`.
pub const RETIRED: Section = Section {
    heading: "[retired.CODE]",
    about: "The tombstone of a code that is no more. It stays for good, so that the name is never used again: old \
            agents still act on what it meant.",
    keys: &[
        key(
            "since",
            Shape::Version,
            Required("\"1.0.0\""),
            "the contract version that retired it: a later one than that which deprecated it",
        ),
        key(
            "reason",
            Shape::Filled,
            Required("\"what took its place, and why\""),
            "why, and what took its place",
        ),
        key(
            "record",
            Shape::Path,
            Optional,
            "path of the decision record that says so; see `[policy]`",
        ),
    ],
};

/// The same key where it need not be there.
const fn optional(key: Key) -> Key {
    Key { need: Optional, ..key }
}
