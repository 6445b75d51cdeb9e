//! What is wrong with the arguments of a call.

use std::error::Error;
use std::fmt;

use errtax_core::{CodeSpec, DetailType, Details, ToolError, kind, render};

/// One mistake in the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Which argument: `lines[2].debit`; empty where it is all of them.
    pub(super) argument: String,
    pub(super) problem: Problem,
    /// What the tool takes there, as a noun phrase; empty where that is not known.
    pub(super) expected: String,
    /// What came; empty where nothing did.
    pub(super) received: String,
    /// The values to choose from; empty where it is no choice.
    pub(super) allowed: Vec<String>,
}

/// What kind of mistake it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Missing,
    /// No such argument. With the one that may have been meant.
    Unknown(Option<String>),
    Twice,
    Type,
    Value,
    Choice,
    /// Something that only the tool knows.
    Other,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("it is required, and missing"),
            Self::Unknown(None) => f.write_str("the tool has no argument of this name"),
            Self::Unknown(Some(near)) => write!(f, "the tool has no argument of this name; did you mean `{near}`?"),
            Self::Twice => f.write_str("it is there twice"),
            Self::Type => f.write_str("it is of the wrong type"),
            Self::Value => f.write_str("the value is out of range"),
            Self::Choice => f.write_str("it is none of the values that the tool takes"),
            Self::Other => f.write_str("the tool cannot read it"),
        }
    }
}

impl Fault {
    pub(super) fn new(problem: Problem) -> Self {
        Self {
            argument: String::new(),
            problem,
            expected: String::new(),
            received: String::new(),
            allowed: Vec::new(),
        }
    }

    /// Whether the tool need not be asked: it would ignore an argument that its schema forbids.
    pub(super) fn refuses(&self) -> bool {
        matches!(self.problem, Problem::Unknown(_))
    }

    /// The mistake that stopped a tool: of those against its schema the one of which serde speaks. A tool may take what
    /// its schema does not say, so the first mistake need not be the one.
    ///
    /// `is_public` is asked whether the schema has a name or a value.
    pub(super) fn meant(faults: Vec<Self>, said: &str, is_public: impl Fn(&str) -> bool) -> Self {
        let serde = Self::of_serde(said);
        let single = faults.len() == 1 && serde.problem == Problem::Other;
        let mut faults = faults.into_iter();
        let meant = faults.find(|fault| single || fault.agrees(&serde));
        meant.unwrap_or_else(|| serde.public(is_public))
    }

    /// What of serde's words anybody may know. A type's own `Deserialize` can put whatever it likes where serde has a
    /// name or a value, so only what the schema has as well passes, and of the rest what kind of value it is.
    fn public(mut self, is_public: impl Fn(&str) -> bool) -> Self {
        if !self.argument.is_empty() && !is_public(&self.argument) {
            self.argument.clear();
            self.problem = Problem::Other;
        }
        if let Problem::Unknown(Some(near)) = &self.problem {
            if !is_public(near) {
                self.problem = Problem::Unknown(None);
            }
        }
        self.allowed.retain(|name| is_public(name));
        self.expected = kind(&self.expected).to_owned();
        self.received = kind(&self.received).to_owned();
        self
    }

    /// Whether this may be the mistake that serde, which knows no paths, tells of.
    fn agrees(&self, serde: &Self) -> bool {
        let last = self.argument.rsplit('.').next().unwrap_or_default();
        let here = last.split('[').next().unwrap_or_default();
        match (&self.problem, &serde.problem) {
            (Problem::Missing, Problem::Missing) | (Problem::Unknown(_), Problem::Unknown(_)) => here == serde.argument,
            (Problem::Choice, Problem::Choice) => self.received == format!("the string \"{}\"", serde.received),
            (Problem::Type | Problem::Value | Problem::Choice, Problem::Type | Problem::Value) => {
                // serde: string "x", integer `7`, floating point `1.5`, boolean `true`, null, unit, sequence, map.
                let (kind, value) = serde.received.split_once(' ').unwrap_or((&serde.received, ""));
                let value = value.trim_start_matches("point ").trim_matches('`');
                match kind {
                    "string" => self.received == format!("the string {value}") || self.received.starts_with("a string"),
                    "integer" | "floating" => self.received == format!("the number {value}"),
                    "boolean" => self.received == value,
                    "null" | "unit" => self.received == "null",
                    "sequence" => self.received.starts_with("an array"),
                    "map" => self.received == "an object",
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// What serde says of arguments that it cannot read, in the forms that serde itself has. The words of a type's own
    /// `Deserialize` are left out: nobody knows what they tell.
    pub(super) fn of_serde(text: &str) -> Self {
        let mut fault = Self::new(Problem::Other);
        let text = text.split_once(" at line ").map_or(text, |(text, _)| text);
        if let Some(rest) = text.strip_prefix("missing field `") {
            fault.problem = Problem::Missing;
            fault.argument = quoted(rest);
        } else if let Some(rest) = text.strip_prefix("unknown field `") {
            let known = choices(rest);
            fault.argument = quoted(rest);
            fault.problem = Problem::Unknown(nearest(&fault.argument, known.iter().map(String::as_str)));
            fault.allowed = known;
        } else if let Some(rest) = text.strip_prefix("duplicate field `") {
            fault.problem = Problem::Twice;
            fault.argument = quoted(rest);
        } else if let Some(rest) = text.strip_prefix("unknown variant `") {
            fault.problem = Problem::Choice;
            fault.received = quoted(rest);
            fault.allowed = choices(rest);
        } else if let Some((received, expected)) = text
            .strip_prefix("invalid type: ")
            .and_then(|rest| rest.rsplit_once(", expected "))
        {
            fault.problem = Problem::Type;
            (fault.received, fault.expected) = (received.to_owned(), expected.to_owned());
        } else if let Some((received, expected)) = text
            .strip_prefix("invalid value: ")
            .and_then(|rest| rest.rsplit_once(", expected "))
        {
            fault.problem = Problem::Value;
            (fault.received, fault.expected) = (received.to_owned(), expected.to_owned());
        }
        fault
    }
}

/// What kind of value serde speaks of, as a schema would say it; empty for what is not serde's own word.
fn kind(words: &str) -> &'static str {
    let mut rest = words.split_whitespace();
    match (rest.next().unwrap_or_default(), rest.next()) {
        ("i8" | "i16" | "i32" | "i64" | "i128" | "isize", None) => "a whole number",
        ("u8" | "u16" | "u32" | "u64" | "u128" | "usize", None) => "a whole number of at least 0",
        ("integer", _) => "a whole number",
        ("f32" | "f64", None) | ("floating", _) => "a number",
        ("string", _) | ("a", Some("string")) => "a string",
        ("boolean", _) | ("a", Some("boolean")) => "true or false",
        ("null" | "unit", None) => "null",
        ("sequence" | "tuple", _) | ("a", Some("sequence")) => "an array",
        ("map" | "struct", _) | ("a", Some("map")) => "an object",
        _ => "",
    }
}

fn quoted(rest: &str) -> String {
    rest.split('`').next().unwrap_or_default().to_owned()
}

/// The names after `expected`, each between backticks.
fn choices(rest: &str) -> Vec<String> {
    let Some((_, list)) = rest.split_once(", expected ") else {
        return Vec::new();
    };
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The known name that is one slip or two away, if there is one.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let limit = 1 + name.chars().count() / 4;
    known
        .map(|known| (distance(name, known), known))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, known)| known.to_owned())
}

/// How many characters have to be put in, taken out or replaced (Levenshtein), case aside. Names are short.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.to_lowercase().chars().take(64).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, a) in one.to_lowercase().chars().take(64).enumerate() {
        let mut diagonal = line;
        let mut left = line + 1;
        for (cell, b) in row.iter_mut().skip(1).zip(&other) {
            let above = *cell;
            *cell = (diagonal + usize::from(a != *b)).min(above + 1).min(left + 1);
            (diagonal, left) = (above, *cell);
        }
        if let Some(first) = row.first_mut() {
            *first = line + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// The error of arguments that do not fit: the code of the role `invalid_arguments`, with those details of the standard
/// code that it declares.
pub(super) struct BadArguments {
    pub(super) spec: &'static CodeSpec,
    pub(super) fault: Fault,
}

// Nobody means this one: it is not to be offered where a type has no code.
#[diagnostic::do_not_recommend]
impl ToolError for BadArguments {
    fn spec(&self) -> &'static CodeSpec {
        self.spec
    }

    fn details(&self, out: &mut Details<'_>) {
        let declares = |name, kind| self.spec.detail(name).is_some_and(|detail| detail.kind == kind);
        if declares("allowed", DetailType::StringList) && !self.fault.allowed.is_empty() {
            out.put::<kind::StringList>("allowed", &self.fault.allowed);
        }
        let problem = self.fault.problem.to_string();
        for (name, text) in [
            ("argument", &self.fault.argument),
            ("expected", &self.fault.expected),
            ("problem", &problem),
            ("received", &self.fault.received),
        ] {
            if declares(name, DetailType::String) && !text.is_empty() {
                out.put::<kind::String>(name, text);
            }
        }
    }
}

/// The message of the registry.
impl fmt::Display for BadArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

/// The mistake. What the registry says of the code is known, and its hint is not for the audit record.
impl fmt::Debug for BadArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BadArguments").field(&self.fault).finish()
    }
}

impl Error for BadArguments {}
