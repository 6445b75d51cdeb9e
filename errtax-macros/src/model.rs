//! What a checked item means: all that is written is derived from this.

use proc_macro2::Span;
use syn::{Generics, Ident, Member, Path, Type};

/// An enum, or a struct as an enum of one variant.
pub(crate) struct Model<'a> {
    /// The type's name.
    pub ident: &'a Ident,
    /// Its parameters and bounds.
    pub generics: &'a Generics,
    /// Where errtax is, where that was said.
    pub krate: Option<Path>,
    /// Where the codes are, where that was said.
    pub codes: Option<Path>,
    /// The code of variants that name none.
    pub default: Option<Code>,
    /// Whether to write `Display`, `Error` and `From`.
    pub display: bool,
    /// Whether the tool prelude, and with it `#[diagnostic::…]`, is in scope: not so under `no_implicit_prelude`.
    pub prelude: bool,
    /// Whether to make it the error of rmcp tools.
    pub rmcp: bool,
    /// The variants, in their order.
    pub variants: Vec<Variant<'a>>,
}

/// One variant.
pub(crate) struct Variant<'a> {
    /// Its name; none for a struct.
    pub ident: Option<&'a Ident>,
    /// What decides its code.
    pub meaning: Meaning,
    /// Its details, sorted by name.
    pub details: Vec<Detail<'a>>,
    /// Its cause.
    pub source: Option<Source<'a>>,
    /// The field that holds the wait.
    pub retry_after: Option<Field<'a>>,
}

/// A code, by the identifier that the registry compiler gave it.
#[derive(Clone)]
pub(crate) struct Code {
    /// As it was written, and where.
    pub ident: Ident,
    /// What it is imported as. rustc shows it where a detail is unknown, so it has the code's name.
    pub alias: Ident,
}

/// What decides the code of a variant.
pub(crate) enum Meaning {
    /// This code.
    Code(Code),
    /// The type's default.
    Default,
    /// The source; where that proves nothing, this code.
    Infer(Code),
    /// The source; where that proves nothing, the type's default.
    InferDefault,
    /// The one field, which is kept as the source.
    Transparent,
    /// A mistake, which is reported elsewhere.
    Broken,
}

/// A field by name or position, and its type.
#[derive(Clone)]
pub(crate) struct Field<'a> {
    /// How it is named in a pattern.
    pub member: Member,
    /// Its type.
    pub ty: &'a Type,
}

/// A field that fills a detail.
pub(crate) struct Detail<'a> {
    /// The detail's name, without `r#`.
    pub name: String,
    /// Where that name is written.
    pub span: Span,
    /// The field.
    pub field: Field<'a>,
}

/// The field that holds the cause.
pub(crate) struct Source<'a> {
    /// The field.
    pub field: Field<'a>,
    /// Whether the variant can be made from it.
    pub from: bool,
}

impl Model<'_> {
    /// The code that stands for a variant, where it has one: its own, that behind `infer`, or the default.
    pub(crate) fn code<'m>(&'m self, variant: &'m Variant<'_>) -> Option<&'m Code> {
        match &variant.meaning {
            Meaning::Code(code) | Meaning::Infer(code) => Some(code),
            Meaning::Default | Meaning::InferDefault => self.default.as_ref(),
            Meaning::Transparent | Meaning::Broken => None,
        }
    }
}
