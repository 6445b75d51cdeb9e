//! What derives and generated code call. Not part of the public interface: it changes without notice.

use std::error::Error;
use std::fmt;
use std::time::Duration;

pub use errtax_core::{Detail, Details, ToolError, Wait};

#[cfg(feature = "rmcp")]
pub use rmcp;
#[cfg(feature = "serde")]
pub use serde_core;

use errtax_core::{CodeSpec, DetailType, Registry, kind};

/// Checks at compile time that every required detail is given, and says at the caller's place which ones are not.
///
/// `given` is `"period_id: String, lock_date: _, memo: Option<String>"`: the names of the details, and of the types that
/// are plain. One text costs rustc less than an expression for each.
#[track_caller]
pub const fn require(spec: &CodeSpec, given: &str) {
    let (mut complaints, mut at) = (Text::EMPTY, 0);
    while at < spec.details.len() {
        let detail = &spec.details[at];
        if !detail.optional && !gives(given, detail.name) {
            complaints = complaints.with(if complaints.length > 0 { "\n" } else { "" });
            complaints = complaints
                .with("code ")
                .with(spec.code)
                .with(" needs the detail `")
                .with(detail.name);
            complaints = complaints
                .with("` (")
                .with(detail.kind.as_str())
                .with(", ")
                .at(spec, at)
                .with(")");
        }
        at += 1;
    }
    if complaints.length > 0 {
        complaints.fail();
    }
}

/// Whether a detail is among those given.
const fn gives(given: &str, name: &str) -> bool {
    let mut rest = given.as_bytes();
    while !rest.is_empty() {
        let (first, others) = Given::first(rest);
        if equal(first.name, name.as_bytes()) {
            return true;
        }
        rest = others;
    }
    false
}

/// All the checks of one variant at once, for large enums.
#[track_caller]
pub const fn check(spec: &CodeSpec, given: &str) {
    let mut rest = given.as_bytes();
    while !rest.is_empty() {
        let (first, others) = Given::first(rest);
        first.check(spec);
        rest = others;
    }
    require(spec, given);
}

/// Checks at compile time that a code has the detail that is given, and that its type, where that is plain, fills it.
/// What is written for such a type is the same for every kind of detail that it fills, so no trait has to be asked.
#[track_caller]
pub const fn fits(spec: &CodeSpec, given: &str) {
    Given::first(given.as_bytes()).0.check(spec);
}

/// A detail that is given.
#[derive(Clone, Copy)]
struct Given<'a> {
    name: &'a [u8],
    /// The name of its type, without an `Option` around it; `_` where it is not plain.
    ty: &'a [u8],
    optional: bool,
}

impl<'a> Given<'a> {
    /// The first of those in a text, and the text after it.
    const fn first(given: &'a [u8]) -> (Self, &'a [u8]) {
        let (name, rest) = split(given, b": ");
        let (ty, rest) = split(rest, b", ");
        let (option, inner) = split(ty, b"<");
        let optional = !inner.is_empty() && equal(option, b"Option");
        let ty = if optional { split(inner, b">").0 } else { ty };
        (Self { name, ty, optional }, rest)
    }

    #[track_caller]
    const fn check(&self, spec: &CodeSpec) {
        let mut at = 0;
        while at < spec.details.len() && !equal(spec.details[at].name.as_bytes(), self.name) {
            at += 1;
        }
        if at == spec.details.len() {
            self.unknown(spec);
        }
        let detail = &spec.details[at];
        let fits = match (detail.kind, self.ty) {
            (_, b"_") => return,
            (DetailType::String, b"String" | b"str") => true,
            (DetailType::Enum, b"String" | b"str") => !detail.closed,
            (DetailType::Boolean, b"bool") | (DetailType::Number, b"f32" | b"f64") => true,
            (DetailType::Integer | DetailType::Number, [b'i' | b'u', ..]) => true,
            _ => false,
        };
        if !fits || self.optional && !detail.optional {
            let text = Text::EMPTY
                .with("detail `")
                .with(detail.name)
                .with("` of code ")
                .with(spec.code);
            let text = text.with(" must be ").with(expected(detail.kind)).with(", found `");
            let text = text.with(if self.optional { "Option<" } else { "" }).bytes(self.ty);
            let text = text.with(if self.optional {
                ">`: declared `"
            } else {
                "`: declared `"
            });
            text.with(detail.kind.as_str()).with("` at ").at(spec, at).fail();
        }
    }

    #[track_caller]
    const fn unknown(&self, spec: &CodeSpec) -> ! {
        let text = Text::EMPTY.with("code ").with(spec.code).with(" (").with(spec.place);
        let mut text = text.with(") has no detail `").bytes(self.name).with("`; it has ");
        if spec.details.is_empty() {
            text = text.with("none");
        }
        let mut at = 0;
        while at < spec.details.len() {
            text = text
                .with(if at > 0 { ", `" } else { "`" })
                .with(spec.details[at].name)
                .with("`");
            at += 1;
        }
        text.fail()
    }
}

/// What stands before and after a separator; all of it before, where there is none.
const fn split<'a>(text: &'a [u8], separator: &[u8]) -> (&'a [u8], &'a [u8]) {
    let mut at = 0;
    while at + separator.len() <= text.len() {
        let (before, rest) = text.split_at(at);
        let (here, after) = rest.split_at(separator.len());
        if equal(here, separator) {
            return (before, after);
        }
        at += 1;
    }
    (text, &[])
}

const fn expected(kind: DetailType) -> &'static str {
    match kind {
        DetailType::String => "a string",
        DetailType::Integer => "an integer",
        DetailType::Number => "a number",
        DetailType::Boolean => "a boolean",
        DetailType::Date => "a date",
        DetailType::Datetime => "a datetime",
        DetailType::DurationMs => "a duration",
        DetailType::Uri => "a URI",
        DetailType::Object => "an object",
        DetailType::StringList => "a list of strings",
        DetailType::IntegerList => "a list of integers",
        DetailType::Enum => "its enum in `codes::details`",
    }
}

/// A message that is put together at compile time.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; 4096],
    length: usize,
}

impl Text {
    const EMPTY: Self = Self {
        bytes: [0; 4096],
        length: 0,
    };

    /// With `part` at its end; what does not fit whole is left out.
    const fn with(self, part: &str) -> Self {
        self.bytes(part.as_bytes())
    }

    const fn bytes(mut self, mut part: &[u8]) -> Self {
        if part.len() <= self.bytes.len() - self.length {
            while let [byte, rest @ ..] = part {
                self.bytes[self.length] = *byte;
                self.length += 1;
                part = rest;
            }
        }
        self
    }

    /// With the place of a detail: the file of its code, and its own line.
    const fn at(self, spec: &CodeSpec, detail: usize) -> Self {
        if detail >= spec.detail_lines.len() {
            return self.with(spec.place);
        }
        let mut line = spec.detail_lines[detail];
        let (mut digits, mut first) = ([0; 10], 10);
        while line > 0 {
            first -= 1;
            digits[first] = b'0' + (line % 10) as u8;
            line /= 10;
        }
        let mut file = spec.place.as_bytes();
        while let [rest @ .., last] = file {
            if *last == b':' {
                break;
            }
            file = rest;
        }
        self.bytes(file).bytes(digits.split_at(first).1)
    }

    /// Evaluation ends here. No panic of a running program: derives call what calls this in constants alone.
    #[track_caller]
    #[allow(clippy::panic)]
    const fn fail(&self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a detail is wrong"),
        }
    }
}

const fn equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Writes details whose types have been checked by their names.
macro_rules! writers {
    ($($name:ident $optional:ident $kind:ident)+) => { $(
        pub fn $name(value: &(impl Detail<kind::$kind> + ?Sized), out: &mut Details<'_>, name: &'static str) {
            value.write(out.field(name));
        }

        pub fn $optional(value: &impl Detail<kind::Optional<kind::$kind>>, out: &mut Details<'_>, name: &'static str) {
            value.write(out.field(name));
        }
    )+ };
}

writers! {
    string optional_string String
    integer optional_integer Integer
    number optional_number Number
    boolean optional_boolean Boolean
}

/// A derived `Display`.
pub fn display(error: &dyn ToolError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    errtax_core::render(error, f)
}

/// A field marked `retry_after`.
pub fn wait(field: &dyn Wait) -> Option<Duration> {
    field.wait()
}

/// The code of a variant marked `infer`.
#[must_use]
pub fn infer(
    cause: &(dyn Error + 'static),
    registry: &'static Registry,
    fallback: &'static CodeSpec,
) -> &'static CodeSpec {
    crate::infer::infer(cause, registry, fallback)
}

/// What may be the source of an error: an error, or a box of one.
pub trait AsDynError<'a>: sealed::Sealed {
    /// The error.
    fn as_dyn_error(&self) -> &(dyn Error + 'a);
}

impl<'a, T: Error + 'a> AsDynError<'a> for T {
    fn as_dyn_error(&self) -> &(dyn Error + 'a) {
        self
    }
}

macro_rules! as_dyn_error {
    ($($bounds:tt)*) => {
        impl<'a> AsDynError<'a> for dyn Error $($bounds)* + 'a {
            fn as_dyn_error(&self) -> &(dyn Error + 'a) {
                self
            }
        }

        impl<'a> sealed::Sealed for dyn Error $($bounds)* + 'a {}
    };
}

as_dyn_error!();
as_dyn_error!(+ Send);
as_dyn_error!(+ Send + Sync);
as_dyn_error!(+ Send + Sync + std::panic::UnwindSafe);

mod sealed {
    pub trait Sealed {}
    impl<T: std::error::Error> Sealed for T {}
}

/// A `Code` from its text.
///
/// # Errors
///
/// When the input is no string, or no code of the registry.
#[cfg(feature = "serde")]
pub fn deserialize_code<'de, C, D>(deserializer: D) -> Result<C, D::Error>
where
    C: std::str::FromStr<Err = errtax_core::UnknownCode>,
    D: serde_core::Deserializer<'de>,
{
    let text = <std::borrow::Cow<'de, str> as serde_core::Deserialize>::deserialize(deserializer)?;
    text.parse().map_err(serde_core::de::Error::custom)
}
