//! The macro by which a derive finds out what a detail must be: the types that it cannot judge by their names are
//! checked here.
//!
//! The derive knows nothing of the registry. An unknown code is an unresolved import of a variant; missing and extra
//! details, and plain types such as `String` where another is declared, fail in constants that read the tables. Any
//! other type is checked by a trait of this macro's own. Each mistake is one error at the user's token, with the
//! registry's line in its text.

use std::fmt::Write as _;

use super::details::kind;
use super::module::{Field, Item, Module};
use super::text::literal;

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    let name = module.macro_name();
    let _ = writeln!(out, "#[doc(hidden)]\n#[macro_export]\nmacro_rules! {name} {{");
    out.push_str(SHARED);
    for item in &module.codes {
        for field in &item.details {
            arm(item, field, out);
        }
    }
    // A code or a detail that does not exist is an error at its own name already.
    let _ = write!(
        out,
        "    ($code:ident $detail:ident) => {{ __codes::__errtax::kind::String }};
    ($($unknown:tt)*) => {{}};
}}
#[doc(hidden)]
#[allow(unused_imports)]
pub use {name} as __check;
"
    );
}

/// The kind of a detail, and what is said where a type does not fill it.
fn arm(item: &Item<'_>, field: &Field<'_>, out: &mut String) {
    let (ident, code, name) = (item.ident, &item.code.name, field.name);
    let kind = kind(field, "__codes::__errtax", "__codes::details::");
    let optional = if field.detail.optional { "optional" } else { "required" };
    let message = literal(&format!(
        "detail `{name}` of code {code} must be {}, found `{{Self}}`",
        expected(field)
    ));
    let line = field.line.replace('{', "{{").replace('}', "}}");
    let label = literal(&format!("declared `{}` at {line}", field.detail.kind));
    let _ = writeln!(
        out,
        "    ({ident} {name} $($given:tt)*) => {{ __codes::__check! {{ @ {optional} $($given)*; {kind}, \"{name}\" {message} {label} }} }};",
    );
}

/// What the arms share: the kind alone, as a type, or the check of a type. The derive hands over `[Option]` where it has
/// seen one, and `[]` otherwise.
///
/// The check is a trait of its own that only says what is wrong. It also writes the value, so that a wrong type is one
/// error. An import of the derive's warns about a deprecated code, so nothing here has to.
const SHARED: &str = "    (@ $optional:ident; $kind:ty, $name:tt $message:tt $label:tt) => { $kind };
    (@ optional [Option] $t:ty, $v:expr, $o:expr; $kind:ty, $name:tt $message:tt $label:tt) => { __codes::__check! { @ required [] $t, $v, $o; __codes::__errtax::kind::Optional<$kind>, $name $message $label } };
    (@ $optional:ident $spelled:tt $t:ty, $v:expr, $o:expr; $kind:ty, $name:tt $message:tt $label:tt) => {{
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        trait Check { fn write(&self, out: &mut __codes::__errtax::Details<'_>); }
        #[diagnostic::do_not_recommend]
        #[allow(deprecated)]
        impl<T: __codes::__errtax::Detail<$kind> + ?::core::marker::Sized> Check for T { fn write(&self, out: &mut __codes::__errtax::Details<'_>) { __codes::__errtax::Detail::<$kind>::write(self, out.field($name)) } }
        <$t as Check>::write($v, $o)
    }};
";

fn expected(field: &Field<'_>) -> String {
    match &field.values {
        // Here the enum is known by name, and an open one takes any text.
        Some(values) => {
            let or_string = if field.detail.closed { "" } else { " or a string" };
            format!("`details::{}`{or_string}", values.ident)
        }
        None => field.detail.kind.described().to_owned(),
    }
}
