//! What the derive mentions, so that rustc checks it: a module of facts a code, and a macro with an arm a detail.
//!
//! The derive knows nothing of the registry. An unknown code is an unresolved module, an extra detail an unresolved
//! alias, a missing one a failed constant, and a mistyped one an unimplemented trait of the macro's own. Each is one
//! error at the user's token, with the registry's line in its text.

use std::fmt::Write as _;

use errtax_core::DetailType;

use super::details::kind;
use super::module::{Field, Item, Module};
use super::text::literal;

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    out.push_str("#[doc(hidden)]\n#[allow(dead_code, non_snake_case, non_camel_case_types)]\npub mod check {\n");
    for item in &module.codes {
        facts(item, out);
    }
    out.push_str("}\n");
    let name = module.macro_name();
    let _ = writeln!(out, "#[doc(hidden)]\n#[macro_export]\nmacro_rules! {name} {{");
    for item in &module.codes {
        for field in &item.details {
            if field.detail.optional {
                arm(item, field, "[]", false, out);
                arm(item, field, "[Option]", true, out);
            } else {
                arm(item, field, "$p:tt", false, out);
            }
        }
    }
    // A code or a detail that does not exist is an error at its own name already.
    let _ = write!(
        out,
        "    ($($unknown:tt)*) => {{}};\n}}\n#[doc(hidden)]\n#[allow(unused_imports)]\npub use {name} as __check;\n"
    );
}

fn facts(item: &Item<'_>, out: &mut String) {
    let deprecation = item.deprecation();
    if let Some(deprecation) = &deprecation {
        let _ = writeln!(out, "    {deprecation}");
    }
    let ident = item.ident;
    let allow = if deprecation.is_some() {
        "#[allow(deprecated)]\n        "
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "    pub mod {ident} {{\n        {allow}pub const CODE: super::super::Code = super::super::Code::{ident};"
    );
    let required: Vec<String> = item
        .details
        .iter()
        .filter(|field| !field.detail.optional)
        .map(|field| {
            let text = format!(
                "code {} needs the detail `{}` ({}, {})",
                item.code.name, field.name, field.detail.kind, field.line
            );
            format!("({}, {})", literal(field.name), literal(&text))
        })
        .collect();
    // Primitive types by their paths: a detail may be called `str`, and so is its alias.
    let _ = writeln!(
        out,
        "        pub const REQUIRED: &[(&::core::primitive::str, &::core::primitive::str)] = &[{}];",
        required.join(", ")
    );
    for field in &item.details {
        let kind = kind(field, "super::super::__errtax", "super::super::details::");
        let _ = writeln!(out, "        pub type {} = {kind};", field.ident);
    }
    out.push_str("    }\n");
}

/// The arm for one detail: it checks the type and writes the value, so that a wrong type is one error.
///
/// `pattern` takes what the derive has seen of the type: `[]`, or `[Option]` where it is spelled as an `Option`.
fn arm(item: &Item<'_>, field: &Field<'_>, pattern: &str, of_option: bool, out: &mut String) {
    let (code, ident) = (&item.code.name, item.ident);
    let alias = format!("__codes::check::{ident}::{}", field.ident);
    let kind = if of_option {
        format!("__codes::__errtax::kind::Optional<{alias}>")
    } else {
        alias
    };
    // The derive mentions a deprecated code once more where the user names it; that is where it warns.
    let allow = if item.code.deprecated.is_some() {
        "#[allow(deprecated)] "
    } else {
        ""
    };
    let message = format!(
        "detail `{}` of code {code} must be {}, found `{{Self}}`",
        field.name,
        expected(field)
    );
    let label = format!(
        "declared `{}` at {}",
        field.detail.kind,
        field.line.replace('{', "{{").replace('}', "}}")
    );
    let _ = write!(
        out,
        "    ({ident} {name} {pattern} $t:ty, $v:expr, $o:expr) => {{{{
        #[diagnostic::on_unimplemented(message = {message}, label = {label})]
        trait Check {{ fn write(&self, out: &mut __codes::__errtax::Details<'_>); }}
        #[diagnostic::do_not_recommend] {allow}
        impl<T: __codes::__errtax::Detail<{kind}> + ?::core::marker::Sized> Check for T {{ fn write(&self, out: &mut __codes::__errtax::Details<'_>) {{ __codes::__errtax::Detail::<{kind}>::write(self, out.field({literal})) }} }}
        <$t as Check>::write($v, $o)
    }}}};
",
        name = field.name,
        message = literal(&message),
        label = literal(&label),
        literal = literal(field.name),
    );
}

fn expected(field: &Field<'_>) -> String {
    let expected = match field.detail.kind {
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
        DetailType::Enum => {
            let name = field.values.as_ref().map_or("", |values| values.ident.as_str());
            let or_string = if field.detail.closed { "" } else { " or a string" };
            return format!("`details::{name}`{or_string}");
        }
    };
    expected.to_owned()
}
