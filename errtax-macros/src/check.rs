//! Decides what each variant and field means, and says what does not fit together.

mod fields;

use std::collections::HashSet;

use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields, Ident};

use crate::errors::Errors;
use crate::model::{Code, Meaning, Model, Variant};
use crate::parse::{Attributes, ItemAttributes, VariantAttributes};
use crate::types;

/// Makes the model of an item. A variant with a mistake stays in it, without a code, so that what refers to the variant
/// still compiles.
pub(crate) fn check<'a>(input: &'a DeriveInput, attributes: ItemAttributes, errors: &mut Errors) -> Model<'a> {
    let ItemAttributes {
        item,
        variants: of_variants,
    } = attributes;
    let mut model = Model {
        ident: &input.ident,
        generics: &input.generics,
        krate: item.krate.clone(),
        codes: item.codes.clone(),
        default: None,
        display: item.display.as_ref().is_none_or(|value| value.value),
        prelude: item.prelude.as_ref().is_none_or(|value| value.value),
        rmcp: item.rmcp.as_ref().is_none_or(|value| value.value),
        variants: Vec::new(),
    };
    let mut scope = Scope {
        model: &mut model,
        item_broken: item.broken,
        aliases: HashSet::new(),
        errors,
    };
    scope.model.default = item.default.as_ref().map(|default| scope.code(default));
    match &input.data {
        Data::Enum(data) => {
            for (variant, attributes) in data.variants.iter().zip(&of_variants) {
                scope.variant(
                    Some(&variant.ident),
                    &variant.ident,
                    &variant.fields,
                    &attributes.variant,
                    attributes,
                );
            }
        }
        Data::Struct(data) => {
            for attributes in &of_variants {
                scope.variant(None, &input.ident, &data.fields, &item, attributes);
            }
        }
        Data::Union(data) => {
            scope.errors.at(
                data.union_token.span(),
                "a union cannot tell what it holds, and so has no code",
            );
        }
    }
    conflicting_from(&mut model, errors);
    model
}

/// What the variants of one item share.
struct Scope<'m, 'a, 'e> {
    model: &'m mut Model<'a>,
    item_broken: bool,
    aliases: HashSet<String>,
    errors: &'e mut Errors,
}

impl<'a> Scope<'_, 'a, '_> {
    /// The second import of a code has a number, so that each mention of an unknown or deprecated one is reported.
    fn code(&mut self, ident: &Ident) -> Code {
        let mut alias = format!("__{}", ident.unraw());
        if !self.aliases.insert(alias.clone()) {
            alias = format!("{alias}_{}", self.aliases.len());
            self.aliases.insert(alias.clone());
        }
        Code {
            ident: ident.clone(),
            alias: Ident::new(&alias, Span::call_site()),
        }
    }

    /// `said` are the attributes that name the code: those of the variant, or of the struct.
    fn variant(
        &mut self,
        ident: Option<&'a Ident>,
        name: &'a Ident,
        fields: &'a Fields,
        said: &Attributes,
        attributes: &VariantAttributes,
    ) {
        let errors_before = self.errors.count();
        // What is not understood may have been meant to decide what the rest of it means: one mistake, one error.
        let names_no_code = said.code.is_none() && said.infer.is_none() && said.transparent.is_none();
        let unclear = said.broken
            || attributes.fields.iter().any(|attributes| attributes.broken)
            || (self.item_broken && names_no_code);
        let mut meaning = if unclear {
            Meaning::Broken
        } else {
            self.meaning(name, said)
        };
        let mut found = self.fields(name, fields, &attributes.fields, &meaning);
        if let (Some(span), None, false) = (said.infer, &found.source, unclear) {
            self.errors.at(
                span,
                format!(
                    "`infer` reads the code from the source, and `{name}` has none\n\
                     help: mark its field `#[source]` or `#[from]`"
                ),
            );
        }
        if self.item_broken || unclear || self.errors.count() > errors_before {
            meaning = Meaning::Broken;
            found.details.clear();
        }
        self.model.variants.push(Variant {
            ident,
            meaning,
            details: found.details,
            source: found.source,
            retry_after: found.retry_after,
        });
    }

    /// What decides the code.
    fn meaning(&mut self, name: &Ident, said: &Attributes) -> Meaning {
        match (said.transparent, said.infer, &said.code) {
            (Some(_), None, None) => Meaning::Transparent,
            (Some(_), _, Some(code)) => {
                self.errors.at(
                    code.span(),
                    format!("a transparent variant has the code of its field\nhelp: remove `{code}` or `transparent`"),
                );
                Meaning::Broken
            }
            (Some(_), Some(infer), None) => {
                self.errors.at(
                    infer,
                    "a transparent variant has the code of its field\nhelp: remove `infer` or `transparent`",
                );
                Meaning::Broken
            }
            (None, Some(_), Some(code)) => Meaning::Infer(self.code(code)),
            (None, Some(_), None) if self.model.default.is_some() => Meaning::InferDefault,
            (None, Some(_), None) => Meaning::Infer(self.code(name)),
            (None, None, Some(code)) => Meaning::Code(self.code(code)),
            (None, None, None) if self.model.default.is_some() => Meaning::Default,
            (None, None, None) => Meaning::Code(self.code(name)),
        }
    }
}

/// Two variants made from one type: rustc would say so at the derive, where nobody can tell which two.
fn conflicting_from(model: &mut Model<'_>, errors: &mut Errors) {
    if !model.display {
        return;
    }
    let mut seen: Vec<(String, String)> = Vec::new();
    for variant in &mut model.variants {
        let (Some(source), Some(ident)) = (&mut variant.source, variant.ident) else {
            continue;
        };
        if !source.from {
            continue;
        }
        let ty = types::text(source.field.ty);
        match seen.iter().find(|(other, _)| *other == ty) {
            Some((_, first)) => {
                source.from = false;
                errors.over(
                    source.field.ty,
                    format!(
                        "`{ty}` becomes `{}::{first}` already\n\
                         help: write `#[source]` instead of `#[from]` on one of the two",
                        model.ident
                    ),
                );
            }
            None => seen.push((ty, ident.unraw().to_string())),
        }
    }
}
