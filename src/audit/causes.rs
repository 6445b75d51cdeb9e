//! What an error and its causes say of themselves.

use std::any::type_name;
use std::error::Error;

use errtax_core::{CodeSpec, Raised};

use crate::causes::{Evidence, prove};
use crate::failure::Failure;
use crate::find::chain;
use crate::said::said;

/// The most causes of one failure that are recorded. A chain can be endless.
const MAX_CAUSES: usize = 64;

/// The name of what has no type.
pub(super) const PANIC: &str = "panic";

/// One error of a chain of causes, as it says itself what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// Its type, as far as Rust tells: the path of a type with codes and of those of the standard library; of any other
    /// the name that its `Debug` begins with, which for an enum is the variant, and for a code that was raised without an
    /// error of its own the code. Empty where there is none.
    pub name: String,
    /// Its `Display`.
    pub text: String,
    /// Its `Debug`, with the fields that no text shows. Empty where it is the text in quotation marks.
    pub debug: String,
}

/// The causes of a failure, outermost first.
#[derive(Debug, Default)]
pub(super) struct Causes {
    pub(super) causes: Vec<Cause>,
    /// What they prove, in a few words.
    pub(super) because: Option<String>,
    /// Whether something was left out.
    pub(super) cut: bool,
    /// The hints that they may show.
    hints: Vec<&'static str>,
}

impl Causes {
    /// An error whose type is known by this name, and its causes.
    #[cfg(feature = "rmcp")]
    pub(super) fn of(name: &str, error: &dyn Error) -> Self {
        let mut causes = Self::default();
        causes.add(name.to_owned(), error);
        causes.follow(error.source());
        causes.because = because_of(error.source());
        causes
    }

    /// An error whose type is known by this name (or empty, where it is to be found out), and its causes.
    pub(super) fn of_static(name: &str, error: &(dyn Error + 'static)) -> Self {
        let mut causes = Self::default();
        causes.follow(Some(error));
        // A code that was raised without an error of its own has a type that says nothing; its `Debug` begins with the code.
        let raised = type_name::<Raised<()>>().trim_end_matches("()>");
        let is_known = !name.is_empty() && !name.starts_with(raised);
        if let Some(first) = causes.causes.first_mut().filter(|_| is_known) {
            name.clone_into(&mut first.name);
        }
        causes
    }

    /// A panic with this text.
    #[cfg(feature = "rmcp")]
    pub(super) fn of_panic(text: &str) -> Self {
        let (text, cut) = said(format_args!("{text}"));
        let panic = Cause {
            name: PANIC.to_owned(),
            text,
            debug: String::new(),
        };
        Self {
            causes: vec![panic],
            because: None,
            cut,
            hints: Vec::new(),
        }
    }

    fn follow(&mut self, error: Option<&(dyn Error + 'static)>) {
        for cause in error.into_iter().flat_map(chain) {
            if self.causes.len() == MAX_CAUSES {
                self.cut = true;
                return;
            }
            if let Some(failure) = cause.downcast_ref::<Failure>() {
                self.may_show(failure.spec(), failure.hint());
            }
            self.add(standard_name(cause).to_owned(), cause);
        }
    }

    fn add(&mut self, mut name: String, error: &dyn Error) {
        let (text, text_cut) = said(format_args!("{error}"));
        let (mut debug, debug_cut) = said(format_args!("{error:?}"));
        if name.is_empty() {
            leading_name(&debug).clone_into(&mut name);
        }
        if debug == format!("{text:?}") {
            debug.clear();
        }
        self.cut |= text_cut || debug_cut;
        self.causes.push(Cause { name, text, debug });
    }

    /// Takes the hints of the registry out of what was said, which a `Debug` that shows all it has gives away.
    pub(super) fn without_hints(mut self, spec: &'static CodeSpec, hint: Option<&'static str>) -> Self {
        self.may_show(spec, hint);
        let hints = std::mem::take(&mut self.hints).into_iter();
        hints.filter(|hint| !hint.is_empty()).fold(self, Self::without)
    }

    fn may_show(&mut self, spec: &'static CodeSpec, hint: Option<&'static str>) {
        let twin = spec.in_doubt.map(|twin| twin.hint);
        self.hints.extend([Some(spec.hint), twin, hint].into_iter().flatten());
    }

    fn without(mut self, hint: &str) -> Self {
        let quoted = format!("{hint:?}");
        for cause in &mut self.causes {
            for text in [&mut cause.text, &mut cause.debug] {
                for form in [quoted.trim_matches('"'), hint] {
                    if text.contains(form) {
                        *text = text.replace(form, "(hint)");
                    }
                }
            }
        }
        self
    }
}

/// What an error and its causes prove, in a few words; none where they prove nothing.
pub(super) fn because_of(error: Option<&(dyn Error + 'static)>) -> Option<String> {
    because(&Evidence::Error(error?))
}

/// What a cause proves, in a few words; none where it proves nothing.
pub(super) fn because(evidence: &Evidence<'_>) -> Option<String> {
    let proof = prove(evidence);
    proof.is_known().then(|| proof.because.to_string())
}

/// The name that a derived `Debug` begins with. Names begin with a capital and end before fields; a sentence does not.
fn leading_name(debug: &str) -> &str {
    let end = debug
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(debug.len());
    let (name, rest) = debug.split_at(end);
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase());
    let ends = rest.is_empty() || rest.starts_with('(') || rest.starts_with(" {");
    if is_name && ends { name } else { "" }
}

macro_rules! names {
    ($($name:literal $kind:ty;)+) => {
        /// The path of a type that every Rust program has.
        fn standard_name(error: &(dyn Error + 'static)) -> &'static str {
            $( if error.is::<$kind>() { return $name; } )+
            ""
        }
    };
}

names! {
    "errtax::Failure" Failure;
    "std::io::Error" std::io::Error;
    "std::fmt::Error" std::fmt::Error;
    "std::num::ParseIntError" std::num::ParseIntError;
    "std::num::ParseFloatError" std::num::ParseFloatError;
    "std::num::TryFromIntError" std::num::TryFromIntError;
    "std::str::Utf8Error" std::str::Utf8Error;
    "std::str::ParseBoolError" std::str::ParseBoolError;
    "std::string::FromUtf8Error" std::string::FromUtf8Error;
    "std::string::FromUtf16Error" std::string::FromUtf16Error;
    "std::char::ParseCharError" std::char::ParseCharError;
    "std::char::CharTryFromError" std::char::CharTryFromError;
    "std::array::TryFromSliceError" std::array::TryFromSliceError;
    "std::alloc::LayoutError" std::alloc::LayoutError;
    "std::collections::TryReserveError" std::collections::TryReserveError;
    "std::cell::BorrowError" std::cell::BorrowError;
    "std::cell::BorrowMutError" std::cell::BorrowMutError;
    "std::env::VarError" std::env::VarError;
    "std::env::JoinPathsError" std::env::JoinPathsError;
    "std::ffi::NulError" std::ffi::NulError;
    "std::ffi::IntoStringError" std::ffi::IntoStringError;
    "std::net::AddrParseError" std::net::AddrParseError;
    "std::path::StripPrefixError" std::path::StripPrefixError;
    "std::sync::mpsc::RecvError" std::sync::mpsc::RecvError;
    "std::sync::mpsc::RecvTimeoutError" std::sync::mpsc::RecvTimeoutError;
    "std::sync::mpsc::TryRecvError" std::sync::mpsc::TryRecvError;
    "std::thread::AccessError" std::thread::AccessError;
    "std::time::SystemTimeError" std::time::SystemTimeError;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
mod tests {
    use super::leading_name;

    #[test]
    fn a_name_is_one_and_a_sentence_is_none() {
        for (debug, name) in [
            ("Timeout", "Timeout"),
            ("Missing { id: 7 }", "Missing"),
            ("Io(Os { code: 2 })", "Io"),
            ("\"connection refused\"", ""),
            ("Connection refused", ""),
            ("connection", ""),
            ("Error: it broke", ""),
            ("", ""),
        ] {
            assert_eq!(leading_name(debug), name, "{debug}");
        }
    }
}
