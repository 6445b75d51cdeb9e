//! Every key of `registry.toml`: what it takes, whether it has to be there, and what it means.
//!
//! The reader takes the keys it knows, their words and bounds from here. The schema for editors is made of it, and the
//! reference in `docs/registry.md` is compared with it.

use crate::finding::Stage;

mod code;
mod registry;
mod words;

pub use code::{CODE, DEFAULTS, DEPRECATED, DETAIL, NEXT, RETIRED};
pub(crate) use registry::EDITIONS;
pub use registry::{AMENDMENT, ARTIFACTS, BOUND, CONTRACT, HEAD, POLICY, TOOL, UPSTREAM};
pub use words::Word;
pub(crate) use words::{ROLES, TYPES};

/// One key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What its value has to be.
    pub shape: Shape,
    /// Whether it has to be there.
    pub need: Need,
    /// What it means: Markdown without a full stop, as a cell of a table.
    pub meaning: &'static str,
}

/// What a value has to be.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// Text with something in it beside white space.
    Filled,
    /// The same, on one line, as long as the wire carries.
    Sentence,
    /// The same, and not what stands where something is yet to be said: `…`, `TODO`.
    Reason,
    /// One of a closed set.
    Word(&'static [Word]),
    /// `1.3.0`.
    Version,
    /// A rule set.
    Edition,
    /// `2027-06-30`.
    Date,
    /// A path inside the package.
    Path,
    /// A registry to extend: `errtax@1.0`, or a path.
    Extended,
    /// The name of a registry.
    RegistryName,
    /// A code.
    Code,
    /// An address with `{code}` in it.
    CodePage,
    /// A value of an enum.
    EnumValue,
    /// A host, or `*.` and one.
    Host,
    /// A JSON pointer (RFC 6901) to something inside.
    Pointer,
    /// What an amendment is about, a code: no pattern for several.
    AmendedCode,
    /// The same, a field.
    AmendedField,
    /// The same, a value.
    AmendedValue,
    /// `true` or `false`.
    Boolean,
    /// A whole number within bounds.
    Integer {
        /// The least.
        least: i64,
        /// The greatest.
        most: i64,
    },
    /// A list of these.
    List(&'static Shape),
    /// A list of these that is not empty.
    Some(&'static Shape),
    /// A table with these keys.
    Keys(&'static Section),
    /// A table of tables with these keys, by names of the author's choice.
    Named(&'static Section),
    /// A table of details, by their names.
    Details,
    /// A table of rules of this stage, each with the reason for which it is waived.
    Waivers(Stage),
    /// A table of rules, each with a level.
    Levels,
    /// A table with any keys.
    Anything,
}

/// Whether a key has to be there.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// It has; with what a message suggests for it.
    Required(&'static str),
    /// It has where this other key is absent.
    RequiredWithout(&'static str),
    /// It has where the type is this one.
    RequiredFor(&'static str),
    /// It need not: it then is this, as TOML.
    Default(&'static str),
    /// It need not: it then is this, in words.
    Else(&'static str),
    /// It need not, and then is nothing.
    Optional,
}

/// The keys of one table.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its heading in the reference, without backticks: `[codes.CODE]`.
    pub heading: &'static str,
    /// What it is for, as a sentence. Where it is the value of a key, that key says so.
    pub about: &'static str,
    /// Its keys, in the order of the reference.
    pub keys: &'static [Key],
}

/// Every table with keys of its own.
pub const SECTIONS: &[&Section] = &[
    &HEAD,
    &CODE,
    &DETAIL,
    &NEXT,
    &DEPRECATED,
    &RETIRED,
    &DEFAULTS,
    &TOOL,
    &UPSTREAM,
    &ARTIFACTS,
    &POLICY,
    &CONTRACT,
    &BOUND,
    &AMENDMENT,
];

/// What `[roles]` is for: its keys are the words of a vocabulary.
pub const ABOUT_ROLES: &str = "Some failures the library itself must be able to name. A role says with which code.";

impl Section {
    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl Shape {
    /// What a table of keys calls it: `string`, `array of integers`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Integer { .. } => "integer",
            Self::List(Self::Integer { .. }) => "array of integers",
            Self::List(_) | Self::Some(_) => "array of strings",
            Self::Keys(_) | Self::Named(_) | Self::Details | Self::Waivers(_) | Self::Levels | Self::Anything => {
                "table"
            }
            Self::Text
            | Self::Filled
            | Self::Sentence
            | Self::Reason
            | Self::Word(_)
            | Self::Version
            | Self::Edition
            | Self::Date
            | Self::Path
            | Self::Extended
            | Self::RegistryName
            | Self::Code
            | Self::CodePage
            | Self::EnumValue
            | Self::Host
            | Self::Pointer
            | Self::AmendedCode
            | Self::AmendedField
            | Self::AmendedValue => "string",
        }
    }

    /// The words of a closed set; none where it is not one.
    pub(crate) fn words(&self) -> &'static [Word] {
        match self {
            Self::Word(words) => words,
            _ => &[],
        }
    }

    /// The bounds of a number, or of those in a list.
    pub(crate) fn bounds(&self) -> (i64, i64) {
        match self {
            Self::Integer { least, most } | Self::List(Self::Integer { least, most }) => (*least, *most),
            _ => (i64::MIN, i64::MAX),
        }
    }
}

/// What the table of keys has in its column of defaults.
impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Required(_) => f.write_str("required"),
            Self::RequiredWithout(key) => write!(f, "required without `{key}`"),
            Self::RequiredFor(kind) => write!(f, "required for `{kind}`"),
            Self::Default(value) => write!(f, "`{value}`"),
            Self::Else(words) => f.write_str(words),
            Self::Optional => f.write_str("none"),
        }
    }
}

const fn key(name: &'static str, shape: Shape, need: Need, meaning: &'static str) -> Key {
    Key {
        name,
        shape,
        need,
        meaning,
    }
}
