//! The trait that ties an error type to the codes of a registry, and what of it needs no derive.

use alloc::boxed::Box;
use alloc::string::String;
use core::any::{Any, type_name};
use core::error::Error;
use core::fmt::{self, Write as _};
use core::time::Duration;

use crate::detail::Details;
use crate::json;
use crate::spec::CodeSpec;

/// An error that has a code in a registry.
///
/// `#[derive(ToolError)]` implements it; the trait is object-safe, so that one registry's errors travel through
/// another's.
pub trait ToolError: Error {
    /// Everything the registry says about this error's code.
    fn spec(&self) -> &'static CodeSpec;

    /// Hands over the details, in the order of their names.
    fn details(&self, out: &mut Details<'_>) {
        let _ = out;
    }

    /// How long to wait before the call may be sent again, where that is known.
    fn retry_after(&self) -> Option<Duration> {
        None
    }

    /// A hint of the registry that says more than that of the code: the one of an `[[upstream]]` rule. Texts on the wire
    /// come from the registry, so it is a constant.
    fn hint(&self) -> Option<&'static str> {
        None
    }
}

impl<T: ToolError + ?Sized> ToolError for Box<T>
where
    Box<T>: Error,
{
    fn spec(&self) -> &'static CodeSpec {
        T::spec(self)
    }

    fn details(&self, out: &mut Details<'_>) {
        T::details(self, out);
    }

    fn retry_after(&self) -> Option<Duration> {
        T::retry_after(self)
    }

    fn hint(&self) -> Option<&'static str> {
        T::hint(self)
    }
}

/// Writes the registry's message for this error, details filled in. This is what a derived `Display` calls.
///
/// # Errors
///
/// Only those of `out`.
pub fn render(error: &dyn ToolError, out: &mut dyn fmt::Write) -> fmt::Result {
    let spec = error.spec();
    template(spec.message, out, |name, out| {
        error.details(&mut Details::text(spec, name, out));
    })
}

/// Writes a message or hint: texts as they stand, `{{` and `}}` as braces, and `{name}` as `fill` has it.
pub(crate) fn template<W: fmt::Write + ?Sized>(
    template: &str,
    out: &mut W,
    mut fill: impl FnMut(&str, &mut W),
) -> fmt::Result {
    let mut rest = template;
    while let Some(at) = json::find_either(rest, b'{', b'}') {
        let brace = rest.as_bytes().get(at).copied();
        let (text, after) = around(rest, at);
        out.write_str(text)?;
        let doubled = after.as_bytes().first().copied() == brace;
        if let (Some(b'{'), false, Some(end)) = (brace, doubled, json::find_either(after, b'}', b'}')) {
            let (name, after) = around(after, end);
            fill(name, out);
            rest = after;
        } else {
            // The registry compiler refuses a lone brace; a hand-written template keeps it as text.
            out.write_str(if brace == Some(b'{') { "{" } else { "}" })?;
            rest = after.get(usize::from(doubled)..).unwrap_or_default();
        }
    }
    out.write_str(rest)
}

/// What stands before and after a byte that is ASCII.
fn around(text: &str, at: usize) -> (&str, &str) {
    (
        text.get(..at).unwrap_or_default(),
        text.get(at + 1..).unwrap_or_default(),
    )
}

/// What a field marked `#[tool_error(retry_after)]` may be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no wait",
    label = "a field marked `retry_after` is a `Duration` or an `Option<Duration>`"
)]
pub trait Wait {
    /// The wait, where there is one.
    fn wait(&self) -> Option<Duration>;
}

impl Wait for Duration {
    fn wait(&self) -> Option<Duration> {
        Some(*self)
    }
}

impl<T: Wait> Wait for Option<T> {
    fn wait(&self) -> Option<Duration> {
        self.as_ref().and_then(T::wait)
    }
}

impl<T: Wait + ?Sized> Wait for &T {
    fn wait(&self) -> Option<Duration> {
        T::wait(self)
    }
}

/// A generated details struct: the payload of one code.
pub trait DetailSet: fmt::Debug {
    /// Everything the registry says about the code.
    fn spec(&self) -> &'static CodeSpec;

    /// Hands over the details, in the order of their names.
    fn write(&self, out: &mut Details<'_>);
}

/// The error that a generated details struct makes: the code and its payload, with no type of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Raised<D>(pub D);

impl<D: DetailSet> fmt::Debug for Raised<D> {
    /// With the code, for codes with the same details share a struct.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.0.spec().code).field(&self.0).finish()
    }
}

impl<D: DetailSet> fmt::Display for Raised<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

impl<D: DetailSet> Error for Raised<D> {}

impl<D: DetailSet> ToolError for Raised<D> {
    fn spec(&self) -> &'static CodeSpec {
        self.0.spec()
    }

    fn details(&self, out: &mut Details<'_>) {
        self.0.write(out);
    }
}

/// What a `Failure` can be made from: any [`ToolError`], a boxed error, and (feature `anyhow`) an `anyhow::Error`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become a `Failure`",
    label = "not a `ToolError`",
    note = "derive `errtax::ToolError` for it, or box it: `Box::<dyn std::error::Error + Send + Sync>::from(error)`"
)]
pub trait IntoFailure {
    /// Erases the type.
    fn erase(self) -> Erased;
}

/// Any [`ToolError`] that can be sent and kept, with the ways back to what it was.
///
/// Implemented for all of them; not to be implemented by hand.
pub trait Coded: fmt::Debug + Send + Sync + 'static {
    /// As an error with a code.
    fn as_tool_error(&self) -> &(dyn ToolError + 'static);

    /// As any error, which knows how to downcast.
    fn as_error(&self) -> &(dyn Error + 'static);

    /// As anything, to take the value out again.
    fn into_any(self: Box<Self>) -> Box<dyn Any + Send + Sync>;
}

impl<E: ToolError + Send + Sync + 'static> Coded for E {
    fn as_tool_error(&self) -> &(dyn ToolError + 'static) {
        self
    }

    fn as_error(&self) -> &(dyn Error + 'static) {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send + Sync> {
        self
    }
}

/// An error without its type: one that has a code, or one that has none.
#[derive(Debug)]
pub enum Erased {
    /// It has a code.
    Coded {
        /// The error.
        error: Box<dyn Coded>,
        /// The name of its type, for the audit record.
        name: &'static str,
    },
    /// It has none.
    Foreign(Box<dyn Error + Send + Sync>),
}

impl<E: ToolError + Send + Sync + 'static> IntoFailure for E {
    fn erase(self) -> Erased {
        Erased::Coded {
            error: Box::new(self),
            name: type_name::<E>(),
        }
    }
}

impl IntoFailure for Box<dyn Error + Send + Sync> {
    fn erase(self) -> Erased {
        Erased::Foreign(self)
    }
}

impl IntoFailure for Box<dyn Error> {
    /// An error that must not leave its thread is kept as its text and those of its sources.
    fn erase(self) -> Erased {
        let mut text = String::new();
        let _ = write!(text, "{self}");
        let mut source = self.source();
        while let Some(cause) = source {
            let _ = write!(text, ": {cause}");
            source = cause.source();
        }
        Erased::Foreign(text.into())
    }
}

#[cfg(feature = "anyhow")]
impl IntoFailure for anyhow::Error {
    fn erase(self) -> Erased {
        Erased::Foreign(self.into_boxed_dyn_error())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The obvious way: one character after the other.
    fn by_hand(template: &str) -> String {
        let mut out = String::new();
        let mut rest = template.chars();
        while let Some(character) = rest.next() {
            let after = rest.as_str();
            match character {
                '{' | '}' if after.starts_with(character) => {
                    out.push(character);
                    rest.next();
                }
                '{' if after.contains('}') => {
                    let name: String = rest.by_ref().take_while(|character| *character != '}').collect();
                    out.push('<');
                    out.push_str(&name);
                    out.push('>');
                }
                _ => out.push(character),
            }
        }
        out
    }

    proptest! {
        #[test]
        fn braces_are_read_from_left_to_right(text in prop_oneof!["[{}ab]{0,12}", "[ -~é]{0,30}(\\{[a-z_]{1,12}\\}[ -~]{0,12}){0,3}"]) {
            let mut out = String::new();
            let _ = template(&text, &mut out, |name, out| {
                let _ = write!(out, "<{name}>");
            });
            prop_assert_eq!(out, by_hand(&text));
        }
    }
}
