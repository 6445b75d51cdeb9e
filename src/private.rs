//! What derives and generated code call. Not part of the public interface: it changes without notice.

use std::error::Error;
use std::fmt;
use std::time::Duration;

pub use errtax_core::{Detail, Details, ToolError, Wait};

#[cfg(feature = "rmcp")]
pub use rmcp;
#[cfg(feature = "serde")]
pub use serde_core;

use errtax_core::{CodeSpec, Registry};

/// Checks at compile time that every required detail is given, and says at the caller's place which ones are not.
#[track_caller]
pub const fn require(required: &[(&str, &'static str)], given: &[&str]) {
    let mut at = 0;
    while at < required.len() {
        let (name, complaint) = required[at];
        if !contains(given, name) {
            missing(complaint, required.split_at(at + 1).1, given);
        }
        at += 1;
    }
}

/// Evaluation ends at the first panic, so all complaints go into one. No panic of a running program: derives call it in
/// constants alone.
#[track_caller]
#[allow(clippy::panic)]
const fn missing(first: &str, others: &[(&str, &str)], given: &[&str]) -> ! {
    let mut text = [0; 4096];
    let mut length = append(&mut text, 0, first);
    let mut at = 0;
    while at < others.len() {
        let (name, complaint) = others[at];
        if !contains(given, name) {
            length = append(&mut text, length, "\n");
            length = append(&mut text, length, complaint);
        }
        at += 1;
    }
    match core::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("{}", first),
    }
}

/// Copies `part` to `text` from `at` on and gives its end; what does not fit whole is left out.
const fn append(text: &mut [u8], at: usize, part: &str) -> usize {
    let part = part.as_bytes();
    if part.len() > text.len() - at {
        return at;
    }
    let mut offset = 0;
    while offset < part.len() {
        text[at + offset] = part[offset];
        offset += 1;
    }
    at + offset
}

const fn contains(names: &[&str], wanted: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if equal(names[at].as_bytes(), wanted.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
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
