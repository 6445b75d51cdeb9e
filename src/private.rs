//! What derives and generated code call. Not part of the public interface: it changes without notice.

use std::error::Error;
use std::fmt;
use std::time::Duration;

pub use errtax_core::{Detail, Details, ToolError, Wait};

#[cfg(feature = "rmcp")]
pub use rmcp;
#[cfg(feature = "serde")]
pub use serde_core;

use errtax_core::{CodeSpec, DetailSpec, DetailType, Registry, kind};

/// Checks at compile time that every required detail is given, and says at the caller's place which ones are not.
///
/// `given` is `"period_id: String, lock_date: _, memo: Option<String>"`: the names of the details, and of the types that
/// are plain. One text costs rustc less than an expression for each.
#[track_caller]
pub const fn require(spec: &CodeSpec, given: &str) {
    all(spec, given, false);
}

/// Checks at compile time that a code has the details that are given, and that their types, where they are plain, fill
/// them. What is written for such a type is the same for every kind of detail that it fills, so no trait has to be asked.
#[track_caller]
pub const fn fits(spec: &CodeSpec, given: &str) {
    read(spec, given, true, 0);
}

/// All the checks of one variant at once, for large enums.
#[track_caller]
pub const fn check(spec: &CodeSpec, given: &str) {
    all(spec, given, true);
}

/// How many details one reading keeps track of. A code with more is read again for the next ones.
const WINDOW: usize = 256;

/// Which of a code's details are given, by their positions from that of the first.
type Seen = [bool; WINDOW];

#[track_caller]
const fn all(spec: &CodeSpec, given: &str, judge: bool) {
    let mut first = 0;
    loop {
        require_seen(spec, &read(spec, given, judge && first == 0, first), first);
        first += WINDOW;
        if first >= spec.details.len() {
            return;
        }
    }
}

/// Reads what is given of the details from the `first` on, and where that is asked, judges all of it.
///
/// One pass, byte by byte, and no call for a byte: this is interpreted by rustc, for each variant of an enum.
#[track_caller]
const fn read(spec: &CodeSpec, given: &str, judge: bool, first: usize) -> Seen {
    let mut seen = [false; WINDOW];
    let given = given.as_bytes();
    let mut at = 0;
    while at < given.len() {
        let name = at;
        while given[at] != b':' {
            at += 1;
        }
        let length = at - name;
        let mut found = 0;
        while found < spec.details.len() {
            let declared = spec.details[found].name.as_bytes();
            if declared.len() == length {
                let mut same = 0;
                while same < length && declared[same] == given[name + same] {
                    same += 1;
                }
                if same == length {
                    break;
                }
            }
            found += 1;
        }
        let ty = at + 2;
        while at < given.len() && given[at] != b',' {
            at += 1;
        }
        if judge && found == spec.details.len() {
            unknown(spec, part(given, name, name + length));
        }
        // Of the plain types, only an `Option` begins like one.
        let optional = given[ty] == b'O';
        let plain = if optional { ty + "Option<".len() } else { ty };
        if judge && !fills(&spec.details[found], given[plain], optional) {
            mistyped(spec, found, part(given, ty, at));
        }
        if found >= first && found - first < WINDOW {
            seen[found - first] = true;
        }
        at += ", ".len();
    }
    seen
}

/// Whether a type fills a detail; of a plain one, the first letter of its name says enough.
const fn fills(detail: &DetailSpec, first: u8, optional: bool) -> bool {
    let fills = match detail.kind {
        _ if first == b'_' => return true,
        DetailType::String => matches!(first, b'S' | b's'),
        DetailType::Enum => matches!(first, b'S' | b's') && !detail.closed,
        DetailType::Boolean => first == b'b',
        DetailType::Integer => matches!(first, b'i' | b'u'),
        DetailType::Number => matches!(first, b'i' | b'u' | b'f'),
        _ => false,
    };
    fills && (!optional || detail.optional)
}

const fn part(text: &[u8], from: usize, to: usize) -> &[u8] {
    text.split_at(to).0.split_at(from).1
}

#[track_caller]
const fn require_seen(spec: &CodeSpec, seen: &Seen, first: usize) {
    let mut at = first;
    while at < spec.details.len() && at - first < WINDOW {
        if !spec.details[at].optional && !seen[at - first] {
            missing(spec, at, seen, first);
        }
        at += 1;
    }
}

/// Evaluation ends at the first panic, so all that is missing goes into one.
#[track_caller]
const fn missing(spec: &CodeSpec, start: usize, seen: &Seen, first: usize) -> ! {
    let (mut text, mut at) = (Text::EMPTY, start);
    while at < spec.details.len() && at - first < WINDOW {
        let detail = &spec.details[at];
        if !detail.optional && !seen[at - first] {
            text = text.with(if at > start { "\n" } else { "" });
            text = text
                .with("code ")
                .with(spec.code)
                .with(" needs the detail `")
                .with(detail.name);
            text = text
                .with("` (")
                .with(detail.kind.as_str())
                .with(", ")
                .at(spec, at)
                .with(")");
        }
        at += 1;
    }
    text.fail()
}

#[track_caller]
const fn mistyped(spec: &CodeSpec, at: usize, ty: &[u8]) -> ! {
    let detail = &spec.details[at];
    let text = Text::EMPTY
        .with("detail `")
        .with(detail.name)
        .with("` of code ")
        .with(spec.code);
    let text = text
        .with(" must be ")
        .with(detail.kind.described())
        .with(", found `")
        .bytes(ty);
    let text = text.with("`: declared `").with(detail.kind.as_str()).with("` at ");
    text.at(spec, at).fail()
}

#[track_caller]
const fn unknown(spec: &CodeSpec, name: &[u8]) -> ! {
    let text = Text::EMPTY.with("code ").with(spec.code).with(" (").with(spec.place);
    let mut text = text.with(") has no detail `").bytes(name).with("`; it has ");
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

/// Writes details whose types have been checked by their names.
macro_rules! writers {
    ($($name:ident $optional:ident $kind:ident)+) => { $(
        pub fn $name(value: &(impl Detail<kind::$kind> + ?Sized), out: &mut Details<'_>, name: &'static str) {
            out.put::<kind::$kind>(name, value);
        }

        pub fn $optional(value: &impl Detail<kind::Optional<kind::$kind>>, out: &mut Details<'_>, name: &'static str) {
            out.put::<kind::Optional<kind::$kind>>(name, value);
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

/// The tool result of an error whose type has this name.
#[cfg(feature = "rmcp")]
#[must_use]
pub fn tool_result(error: &dyn ToolError, name: &'static str) -> rmcp::model::CallToolResult {
    crate::mcp::named_result(error, name)
}

/// The JSON-RPC error of an error whose type has this name.
#[cfg(feature = "rmcp")]
#[must_use]
pub fn error_data(error: &dyn ToolError, name: &'static str) -> rmcp::ErrorData {
    crate::mcp::named_error_data(error, name)
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

/// The wait that the cause of a variant marked `infer` asks for.
#[must_use]
pub fn inferred_wait(cause: &(dyn Error + 'static)) -> Option<Duration> {
    crate::infer::wait(cause)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A code with more required details than one check can keep track of.
    fn crowded() -> CodeSpec {
        let details: Vec<DetailSpec> = (0..300)
            .map(|number| DetailSpec {
                name: Box::leak(format!("d{number:03}").into_boxed_str()),
                ..DetailSpec::DEFAULT
            })
            .collect();
        CodeSpec {
            code: "CROWDED",
            place: "registry.toml:1",
            details: Vec::leak(details),
            ..CodeSpec::DEFAULT
        }
    }

    fn given(count: usize) -> String {
        let given: Vec<String> = (0..count).map(|number| format!("d{number:03}: String")).collect();
        given.join(", ")
    }

    #[test]
    #[should_panic(expected = "code CROWDED needs the detail `d299` (string, registry.toml:1)")]
    fn the_last_of_many_details_is_missed_too() {
        require(&crowded(), &given(299));
    }

    #[test]
    fn many_details_that_are_all_given_are_enough() {
        check(&crowded(), &given(300));
    }
}
