//! The details types: one struct a code, one enum an enumerated detail.

use std::fmt::Write as _;

use errtax_core::DetailType;

use super::module::{EnumType, Field, Item, Module};
use super::text::{code_span, literal, prose};

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    out.push_str("/// What each code's payload carries.\n#[allow(dead_code)]\npub mod details {\n");
    // Without codes nothing would use it.
    out.push_str(if module.codes.is_empty() {
        ""
    } else {
        "    use super::__errtax;\n"
    });
    for (position, item) in module.codes.iter().enumerate() {
        structure(position, item, out);
        for field in &item.details {
            if let Some(values) = &field.values {
                enumeration(item, field, values, out);
            }
        }
    }
    out.push_str("}\n");
}

fn structure(position: usize, item: &Item<'_>, out: &mut String) {
    let ident = item.ident;
    let copy = item.details.iter().all(|field| is_copy(field.detail.kind));
    let _ = writeln!(
        out,
        "    /// The details of {} ({}).",
        code_span(&item.code.name),
        code_span(&item.line)
    );
    // Each lint is named only where it would speak: an `allow` that allows nothing is a lint of its own to some.
    let mut allow: Vec<&str> = Vec::new();
    if item
        .details
        .iter()
        .filter(|field| field.detail.kind == DetailType::Boolean)
        .count()
        > 3
    {
        allow.push("clippy::struct_excessive_bools");
    }
    if item.details.len() > 2 {
        allow.push("clippy::struct_field_names");
    }
    if item.details.iter().any(|field| field.name.contains("__")) {
        allow.push("non_snake_case");
    }
    if is_acronym(ident) {
        allow.push("clippy::upper_case_acronyms");
    }
    if !allow.is_empty() {
        let _ = writeln!(out, "    #[allow({})]", allow.join(", "));
    }
    let _ = writeln!(out, "    #[derive(Clone, {}Debug)]", if copy { "Copy, " } else { "" });
    if item.details.is_empty() {
        let _ = writeln!(out, "    pub struct {ident} {{}}");
    } else {
        let _ = writeln!(out, "    pub struct {ident} {{");
        for field in &item.details {
            let detail = field.detail;
            let doc = match detail.doc.trim() {
                "" => format!("The detail {}.", code_span(field.name)),
                doc => prose(doc),
            };
            let _ = writeln!(
                out,
                "        /// {doc}\n        pub {}: {},",
                field.ident,
                rust_type(field)
            );
        }
        out.push_str("    }\n");
    }
    // By position and not by variant: a deprecated one would warn here. `inline` keeps machine code, vtables above all,
    // out of the crate for the many codes that are never raised this way.
    let _ = write!(
        out,
        "    impl __errtax::DetailSet for {ident} {{
        #[inline]
        fn spec(&self) -> &'static __errtax::CodeSpec {{
            &super::SPECS[{position}]
        }}
        #[inline]
        fn write(&self, {}: &mut __errtax::Details<'_>) {{
",
        if item.details.is_empty() { "_" } else { "out" },
    );
    for field in &item.details {
        let kind = kind(field, "__errtax", "");
        let kind = if field.detail.optional {
            format!("__errtax::kind::Optional<{kind}>")
        } else {
            kind
        };
        let _ = writeln!(
            out,
            "            __errtax::Detail::<{kind}>::write(&self.{}, out.field({}));",
            field.ident,
            literal(field.name)
        );
    }
    let _ = write!(
        out,
        "        }}
    }}
    impl {ident} {{
        /// The failure with these details.
        #[inline]
        #[must_use]
        pub fn into_failure(self) -> __errtax::Failure {{
            __errtax::Failure::from(__errtax::Raised(self))
        }}
    }}
"
    );
}

fn enumeration(item: &Item<'_>, field: &Field<'_>, values: &EnumType<'_>, out: &mut String) {
    let EnumType { ident, values } = values;
    let _ = writeln!(
        out,
        "    /// The values of {} of {} ({}).",
        code_span(field.name),
        code_span(&item.code.name),
        code_span(&field.line)
    );
    out.push_str("    #[allow(clippy::enum_variant_names, clippy::upper_case_acronyms)]\n    #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n");
    if !field.detail.closed {
        out.push_str("    #[non_exhaustive]\n");
    }
    let _ = writeln!(out, "    pub enum {ident} {{");
    for (variant, value) in values {
        let _ = writeln!(out, "        /// {}\n        {variant},", code_span(value));
    }
    let all: Vec<String> = values.iter().map(|(variant, _)| format!("Self::{variant}")).collect();
    let arms: Vec<String> = values
        .iter()
        .map(|(variant, value)| format!("Self::{variant} => {},", literal(value)))
        .collect();
    let _ = write!(
        out,
        "    }}
    impl __errtax::EnumValue for {ident} {{
        const ALL: &'static [Self] = &[{}];
        fn as_str(self) -> &'static str {{
            match self {{ {} }}
        }}
    }}
    impl __errtax::Detail<{kind}> for {ident} {{
        fn write(&self, out: __errtax::Out<'_, {kind}>) {{
            out.value(*self);
        }}
    }}
",
        all.join(", "),
        arms.join(" "),
        kind = kind(field, "__errtax", ""),
    );
}

/// The marker of a detail's type; `errtax` and `details` are the paths to those modules.
pub(super) fn kind(field: &Field<'_>, errtax: &str, details: &str) -> String {
    match &field.values {
        Some(values) if field.detail.closed => format!("{errtax}::kind::ClosedEnum<{details}{}>", values.ident),
        Some(values) => format!("{errtax}::kind::Enum<{details}{}>", values.ident),
        None => format!("{errtax}::kind::{:?}", field.detail.kind),
    }
}

fn rust_type(field: &Field<'_>) -> String {
    let inner = match (&field.values, field.detail.kind) {
        (Some(values), _) => values.ident.clone(),
        (None, kind) => rust(kind).to_owned(),
    };
    if field.detail.optional {
        format!("::core::option::Option<{inner}>")
    } else {
        inner
    }
}

/// Three capitals or more and nothing else.
fn is_acronym(ident: &str) -> bool {
    ident.len() > 2 && ident.chars().all(|c| c.is_ascii_uppercase())
}

/// The type that a details struct has for a detail.
fn rust(kind: DetailType) -> &'static str {
    match kind {
        DetailType::String | DetailType::Enum => "::std::string::String",
        DetailType::Integer => "i64",
        DetailType::Number => "f64",
        DetailType::Boolean => "bool",
        DetailType::Date => "__errtax::Date",
        DetailType::Datetime => "__errtax::DateTime",
        DetailType::DurationMs => "::core::time::Duration",
        DetailType::Uri => "__errtax::Uri",
        DetailType::Object => "__errtax::RawJson",
        DetailType::StringList => "::std::vec::Vec<::std::string::String>",
        DetailType::IntegerList => "::std::vec::Vec<i64>",
    }
}

/// Whether that type is `Copy`. A struct of nothing else is to be `Copy` too, or a lint asks for it.
fn is_copy(kind: DetailType) -> bool {
    match kind {
        DetailType::Integer
        | DetailType::Number
        | DetailType::Boolean
        | DetailType::Date
        | DetailType::Datetime
        | DetailType::DurationMs
        | DetailType::Enum => true,
        DetailType::String
        | DetailType::Uri
        | DetailType::Object
        | DetailType::StringList
        | DetailType::IntegerList => false,
    }
}
