#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod emit;
mod errors;
mod model;
mod parse;
mod types;
mod words;

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput};

use crate::errors::Errors;

/// Ties an error type to the codes of a registry.
///
/// Writes `Display` (the registry's message), `std::error::Error`, `From` for `#[from]`, `ToolError` and, with the
/// feature `rmcp` of errtax, `IntoCallToolResult`.
///
/// A variant has the code of its name (`PeriodLocked` is `PERIOD_LOCKED`), and its named fields are the code's details.
///
/// On the type:
///
/// - `#[tool_error(codes = path)]`: the module that `errtax::include_registry!()` made; `crate::codes` where left out.
/// - `#[tool_error(crate = path)]`: where errtax is; `::errtax` where left out.
/// - `#[tool_error(default = Code)]`: the code of every variant that names none. Its fields are no details.
/// - `#[tool_error(display = false)]`: no `Display`, `Error` and `From`: thiserror, or you, write them.
/// - `#[tool_error(prelude = false)]`: for a module with `#![no_implicit_prelude]`, where the attribute that gives a
///   mistyped detail its message cannot be named. The message then lacks the registry's line.
/// - `#[tool_error(rmcp = false)]`: no `IntoCallToolResult`.
///
/// On a variant or a struct:
///
/// - `#[tool_error(Code)]`: its code.
/// - `#[tool_error(infer, Code)]`: the code that its source proves; this one where the source proves nothing. Without a
///   code, that of the name, or the default.
/// - `#[tool_error(transparent)]`: its one field is a `ToolError`, and speaks for it.
///
/// On a field:
///
/// - `#[source]`, or the name `source`: the cause, and no detail. `#[from]`: also what it is made from.
/// - `#[tool_error(source = false)]`: no cause although it is called `source`.
/// - `#[tool_error(detail = "name")]`: the detail that it fills, where that is not its name.
/// - `#[tool_error(skip)]`: no detail. Nor is a backtrace one.
/// - `#[tool_error(retry_after)]`: how long to wait: a `Duration` or an `Option<Duration>`.
#[proc_macro_derive(ToolError, attributes(tool_error, source, from))]
pub fn derive_tool_error(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match syn::parse(input) {
        Ok(input) => expand(&input),
        Err(error) => error.to_compile_error(),
    }
    .into()
}

/// Parse → check → emit. What is wrong is reported beside what is right, so that no mistake hides another.
fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = parse::item(input, &mut errors);
    let model = check::check(input, attributes, &mut errors);
    let mut output = errors.into_tokens();
    // What a union is, no impl can tell; all else is written also beside a mistake.
    if !matches!(input.data, Data::Union(_)) {
        output.extend(emit::emit(&model));
    }
    output
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
