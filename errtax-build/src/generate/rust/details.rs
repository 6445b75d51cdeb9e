//! The details types: one struct a code, or one for codes with the same details, and one enum an enumerated detail.

use crate::map::Map;
use std::fmt::Write as _;

use errtax_core::DetailType;

use super::module::{EnumType, Field, Item, Module};
use super::text::{code_span, literal, prose};
use crate::ident;

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    out.push_str("/// What each code's payload carries.\n#[allow(dead_code)]\npub mod details {\n");
    // Nothing uses it where all codes share their structs.
    out.push_str("    #[allow(unused_imports)]\n    use super::__errtax;\n");
    let shapes = Shapes::new(module);
    for (position, item) in module.codes.iter().enumerate() {
        let _ = writeln!(
            out,
            "    /// The details of {} ({}).",
            code_span(&item.code.name),
            code_span(&item.line)
        );
        match shapes.shared(position) {
            Some((_, name)) => {
                let _ = writeln!(out, "    pub type {} = shared::{name}<{position}>;", item.ident);
            }
            None => structure(item.ident, Of::Code(position), &item.details, out),
        }
        for field in &item.details {
            if let Some(values) = &field.values {
                enumeration(item, field, values, out);
            }
        }
    }
    if !shapes.shared.is_empty() {
        out.push_str(
            "    /// What codes with the same details share; the parameter is the position of the code.\n    pub mod shared {\n    use super::super::__errtax;\n",
        );
        for (position, item) in module.codes.iter().enumerate() {
            if let Some((_, name)) = shapes.shared(position).filter(|(first, _)| *first == position) {
                let _ = writeln!(out, "    /// {}", shared_doc(item));
                structure(name, Of::Parameter, &item.details, out);
            }
        }
        out.push_str("    }\n");
    }
    out.push_str("}\n");
}

/// Codes with equal details have one struct between them: an item costs rustc more than what is in it, and in large
/// registries most codes have no details, or those of others.
struct Shapes {
    /// The structs that codes share: the position of the first of the codes, and the name.
    shared: Vec<(usize, String)>,
    /// For each code, which of them is its own.
    of: Vec<Option<usize>>,
}

impl Shapes {
    fn new(module: &Module<'_>) -> Self {
        let shapes = module.codes.iter().enumerate();
        let shapes = shapes.map(|(position, item)| (fields(&item.details), position));
        let mut shapes: Vec<(String, usize)> = shapes.collect();
        shapes.sort();
        let (mut shared, mut of) = (Vec::new(), vec![None; module.codes.len()]);
        let mut taken = Map::new();
        for codes in shapes.chunk_by(|(a, _), (b, _)| a == b) {
            let [(_, first), _, ..] = codes else { continue };
            let Some(item) = module.codes.get(*first) else { continue };
            for (_, position) in codes {
                of.get_mut(*position)
                    .into_iter()
                    .for_each(|of| *of = Some(shared.len()));
            }
            shared.push((*first, free_name(shared_name(item), &mut taken)));
        }
        Self { shared, of }
    }

    /// The struct that the code at this position shares with others: the position of the first of them, and the name.
    fn shared(&self, position: usize) -> Option<(usize, &str)> {
        let (first, name) = self.shared.get((*self.of.get(position)?)?)?;
        Some((*first, name))
    }
}

/// The name with the next number that leaves it free. `taken` has the last number that each name has led to.
fn free_name(base: String, taken: &mut Map<String, usize>) -> String {
    let mut number = taken.get(&base).copied().unwrap_or(1);
    let mut name = base.clone();
    while taken.contains_key(&name) {
        number += 1;
        name = format!("{base}{number}");
    }
    taken.insert(name.clone(), 1);
    taken.insert(base, number);
    name
}

/// `lock_date` and `period_id` are `LockDatePeriodId`.
fn shared_name(item: &Item<'_>) -> String {
    match item.details.as_slice() {
        [] => "Nothing".to_owned(),
        details => details.iter().map(|field| ident::variant(field.name)).collect(),
    }
}

fn shared_doc(item: &Item<'_>) -> String {
    let names: Vec<String> = item.details.iter().map(|field| code_span(field.name)).collect();
    match names.as_slice() {
        [] => "No details.".to_owned(),
        names => format!("The details {}.", names.join(", ")),
    }
}

/// Whose details a struct holds.
#[derive(Clone, Copy)]
enum Of {
    /// Those of the code at this position.
    Code(usize),
    /// Those of the code at the position that is the struct's parameter.
    Parameter,
}

fn structure(ident: &str, of: Of, details: &[Field<'_>], out: &mut String) {
    let copy = details.iter().all(|field| is_copy(field.detail.kind));
    // Each lint is named only where it would speak: an `allow` that allows nothing is a lint of its own to some.
    let mut allow: Vec<&str> = Vec::new();
    if details
        .iter()
        .filter(|field| field.detail.kind == DetailType::Boolean)
        .count()
        > 3
    {
        allow.push("clippy::struct_excessive_bools");
    }
    if details.len() > 2 {
        allow.push("clippy::struct_field_names");
    }
    if details.iter().any(|field| field.name.contains("__")) {
        allow.push("non_snake_case");
    }
    if is_acronym(ident) {
        allow.push("clippy::upper_case_acronyms");
    }
    if !allow.is_empty() {
        let _ = writeln!(out, "    #[allow({})]", allow.join(", "));
    }
    let _ = writeln!(out, "    #[derive(Clone, {}Debug)]", if copy { "Copy, " } else { "" });
    // By position and not by variant: a deprecated one would warn here.
    let (parameters, arguments, spec) = match of {
        Of::Code(position) => ("", "", format!("super::SPECS[{position}]")),
        Of::Parameter => ("<const CODE: usize>", "<CODE>", "super::super::SPECS[CODE]".to_owned()),
    };
    let _ = writeln!(out, "    pub struct {ident}{parameters} {{{}}}", fields(details));
    // `inline` keeps machine code, vtables above all, out of the crate for the many codes that are never raised this way.
    let _ = write!(
        out,
        "    impl{parameters} __errtax::DetailSet for {ident}{arguments} {{
        #[inline]
        fn spec(&self) -> &'static __errtax::CodeSpec {{
            &{spec}
        }}
        #[inline]
        fn write(&self, {}: &mut __errtax::Details<'_>) {{
",
        if details.is_empty() { "_" } else { "out" },
    );
    for field in details {
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
    impl{parameters} {ident}{arguments} {{
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

/// The fields of a struct with these details. An enum is a type of one code alone, and so is a struct that has it.
fn fields(details: &[Field<'_>]) -> String {
    let mut out = String::new();
    for field in details {
        let doc = match field.detail.doc.trim() {
            "" => format!("The detail {}.", code_span(field.name)),
            doc => prose(doc),
        };
        let _ = write!(
            out,
            "\n        /// {doc}\n        pub {}: {},",
            field.ident,
            rust_type(field)
        );
    }
    if !out.is_empty() {
        out.push_str("\n    ");
    }
    out
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
