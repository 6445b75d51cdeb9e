//! The mentions that rustc checks: each code once, at the token that names it, and each detail once, at its own.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{TokenStreamExt as _, quote, quote_spanned};
use syn::ext::IdentExt as _;

use crate::model::{Code, Detail, Meaning, Model};
use crate::types;

/// Up to this many variants, each mistake is an error at the very token that is wrong: each check is a constant of its
/// own. Above, a mistake is an error at the variant's code, and of the mistakes in variants that share a constant the
/// first is reported, then the next: an item, and a call, cost rustc more than what is in them.
const SMALL: usize = 64;

/// How many variants share a constant above that.
const SHARED: usize = 16;

/// Imports of the codes, and the comparison of the details that are given with those that are declared.
pub(super) fn all(model: &Model<'_>) -> TokenStream {
    let mut imports = TokenStream::new();
    let mut checks: Vec<Checks<'_>> = Vec::new();
    let mut default_alone = false;
    for variant in &model.variants {
        let Some(code) = model.code(variant) else { continue };
        match &variant.meaning {
            Meaning::Code(_) | Meaning::Infer(_) => {
                imports.extend(import(code));
                checks.push(Checks::new(model, code, &variant.details, code.ident.span()));
            }
            _ if variant.details.is_empty() => default_alone = true,
            // The variant lacks the detail, not the default.
            _ => {
                let span = variant.ident.unwrap_or(model.ident).span();
                checks.push(Checks::new(model, code, &variant.details, span));
            }
        }
    }
    if let Some(default) = &model.default {
        imports.extend(import(default));
        if default_alone {
            checks.push(Checks::new(model, default, &[], default.ident.span()));
        }
    }
    if imports.is_empty() {
        return imports;
    }
    let codes = match &model.codes {
        Some(path) => quote!(#path),
        None => quote!(crate::codes),
    };
    let constants: TokenStream = if checks.len() > SMALL {
        let shared = |checks: &[Checks<'_>]| constant(checks.iter().map(Checks::together).collect());
        checks.chunks(SHARED).map(shared).collect()
    } else {
        checks.iter().flat_map(Checks::apart).map(constant).collect()
    };
    quote!(use #codes as __codes; use __errtax::__private as __private; #imports #constants)
}

/// An unknown code is an error here, with rustc's suggestion; whatever uses the alias later stays silent. A deprecated
/// one warns here and nowhere else.
///
/// The path has the user's own span, so that rustc points at the code alone and shows the path whole; the rest is the
/// derive's, located there, or the error would reach from the derive to the code.
fn import(code: &Code) -> TokenStream {
    let Code { ident, alias } = code;
    let there = ident.span();
    let (codes, module) = (Ident::new("__codes", there), Ident::new("Code", there));
    let mut alias = alias.clone();
    alias.set_span(Span::call_site().located_at(there));
    quote!(use #codes::#module::#ident as #alias;)
}

/// What is checked of one variant.
struct Checks<'a> {
    /// What its code is imported as.
    code: &'a Ident,
    details: &'a [Detail<'a>],
    /// Where it names its code.
    span: Span,
    prelude: bool,
}

impl<'a> Checks<'a> {
    fn new(model: &Model<'_>, code: &'a Code, details: &'a [Detail<'a>], span: Span) -> Self {
        Self {
            code: &code.alias,
            details,
            span: Span::call_site().located_at(span),
            prelude: model.prelude,
        }
    }

    /// Whether a detail counts as given. The macro tells an `Option` that fills a required detail; without it, such a
    /// detail counts as missing.
    fn counts(&self, detail: &Detail<'_>) -> bool {
        self.prelude || types::of_option(detail.field.ty).is_none() || given(detail).1.is_some()
    }

    fn given(&self) -> String {
        let details = self.details.iter().filter(|detail| self.counts(detail));
        details.map(|detail| given(detail).0).collect::<Vec<_>>().join(", ")
    }

    /// One call that makes all the checks.
    fn together(&self) -> TokenStream {
        let (code, given) = (self.code, self.given());
        quote_spanned!(self.span=> __private::check(#code.spec(), #given);)
    }

    /// A call for each check, at the token that it is about.
    fn apart(&self) -> Vec<TokenStream> {
        let code = self.code;
        let mut calls = Vec::with_capacity(self.details.len() + 1);
        for detail in self.details {
            let (given, end) = given(detail);
            let here = Span::call_site().located_at(detail.span);
            let mut call = quote_spanned!(here=> __private::fits);
            let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#code.spec(), #given));
            // From the detail's name to that of its type, where that is judged.
            arguments.set_span(end.map_or(here, |end| Span::call_site().located_at(end)));
            call.append(arguments);
            calls.push(quote!(#call;));
        }
        let given = self.given();
        calls.push(quote_spanned!(self.span=> __private::require(#code.spec(), #given);));
        calls
    }
}

/// A detail as `errtax::__private` takes it, `name: type`, and where the name of its type stands; `_` is a type that is
/// not plain.
fn given(Detail { name, field, .. }: &Detail<'_>) -> (String, Option<Span>) {
    let inner = types::of_option(field.ty);
    match types::plain(inner.unwrap_or(field.ty)) {
        Some(types::Plain { name: ty, span, .. }) if inner.is_some() => (format!("{name}: Option<{ty}>"), Some(span)),
        Some(types::Plain { name: ty, span, .. }) => (format!("{name}: {ty}"), Some(span)),
        None => (format!("{name}: _"), None),
    }
}

/// A deprecated code warns where it is imported, not here.
fn constant(checks: TokenStream) -> TokenStream {
    quote! {
        #[allow(deprecated)]
        const _: () = { #checks };
    }
}

/// The identifier of a code as the generated macro matches it.
pub(super) fn code_token(code: &Code) -> Ident {
    let mut token = code.ident.unraw();
    token.set_span(Span::call_site());
    token
}
