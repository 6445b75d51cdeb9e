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
    out.push_str(CHECKED);
    for item in &module.codes {
        for field in &item.details {
            // What is plainly right by the name of its type needs no trait to say what would be wrong, and a trait
            // costs rustc more than all else that is written for a detail.
            if let Some(class) = class(field.detail.kind) {
                plain(item, field, &format!("[{class}]"), false, out);
                if field.detail.optional {
                    plain(item, field, &format!("[Option {class}]"), true, out);
                }
            }
            if field.detail.optional {
                arm(item, field, "[Option $($class:tt)?]", true, out);
            }
            arm(item, field, "$spelled:tt", false, out);
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

/// How the derive calls the types that fill a detail of this kind whatever the registry says of it.
fn class(kind: DetailType) -> Option<&'static str> {
    Some(match kind {
        DetailType::String => "String",
        DetailType::Integer => "int",
        DetailType::Number => "float",
        DetailType::Boolean => "bool",
        DetailType::Date => "Date",
        DetailType::Datetime => "DateTime",
        DetailType::DurationMs => "Duration",
        DetailType::Uri => "Uri",
        DetailType::Object | DetailType::StringList | DetailType::IntegerList | DetailType::Enum => return None,
    })
}

/// The kind that a value must fill.
fn kind_path(item: &Item<'_>, field: &Field<'_>, of_option: bool) -> String {
    let alias = format!("__codes::check::{}::{}", item.ident, field.ident);
    if of_option {
        format!("__codes::__errtax::kind::Optional<{alias}>")
    } else {
        alias
    }
}

/// The arm for a type that is called as what it should be.
fn plain(item: &Item<'_>, field: &Field<'_>, pattern: &str, of_option: bool, out: &mut String) {
    let kind = kind_path(item, field, of_option);
    let _ = writeln!(
        out,
        "    ({} {} {pattern} $t:ty, $v:expr, $o:expr) => {{ <$t as __codes::__errtax::Detail<{kind}>>::write($v, $o.field({})); }};",
        item.ident,
        field.name,
        literal(field.name),
    );
}

/// The arm for every other type: it checks the type and writes the value, so that a wrong type is one error.
///
/// `pattern` takes what the derive has seen of the type: whether it is spelled as an `Option`, and its class.
fn arm(item: &Item<'_>, field: &Field<'_>, pattern: &str, of_option: bool, out: &mut String) {
    let (code, name) = (&item.code.name, field.name);
    let message = format!(
        "detail `{name}` of code {code} must be {}, found `{{Self}}`",
        expected(field)
    );
    let line = field.line.replace('{', "{{").replace('}', "}}");
    let label = format!("declared `{}` at {line}", field.detail.kind);
    let _ = writeln!(
        out,
        "    ({} {name} {pattern} $t:ty, $v:expr, $o:expr) => {{ __codes::__check! {{ @ {}, {} {} {} $t, $v, $o }} }};",
        item.ident,
        kind_path(item, field, of_option),
        literal(&message),
        literal(&label),
        literal(name),
    );
}

/// What the arms share: a trait of their own that only says what is wrong. An import of the derive's warns about a
/// deprecated code, so nothing here has to.
const CHECKED: &str = "    (@ $kind:ty, $message:tt $label:tt $name:tt $t:ty, $v:expr, $o:expr) => {{
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        trait Check { fn write(&self, out: &mut __codes::__errtax::Details<'_>); }
        #[diagnostic::do_not_recommend]
        #[allow(deprecated)]
        impl<T: __codes::__errtax::Detail<$kind> + ?::core::marker::Sized> Check for T { fn write(&self, out: &mut __codes::__errtax::Details<'_>) { __codes::__errtax::Detail::<$kind>::write(self, out.field($name)) } }
        <$t as Check>::write($v, $o)
    }};
";

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
