//! The mentions that rustc checks: each code once, at the token that names it, and each detail once, at its own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;

use super::detail_ident;
use crate::model::{Code, Detail, Meaning, Model};
use crate::types;

/// Up to this many variants, each has a constant of its own, and every one that lacks a detail is reported at once.
const SMALL: usize = 64;

/// How many variants share a constant above that. An item costs rustc more than what is in it; of those that share one,
/// the first that lacks a detail is reported, then the next.
const SHARED: usize = 8;

/// Imports of the codes, and the comparison of the details that are given with those that are required.
pub(super) fn all(model: &Model<'_>) -> TokenStream {
    let mut output = TokenStream::new();
    let mut comparisons = Vec::new();
    let mut default_alone = false;
    for variant in &model.variants {
        let Some(code) = model.code(variant) else { continue };
        match &variant.meaning {
            Meaning::Code(_) | Meaning::Infer(_) => {
                output.extend(import(code));
                comparisons.push(Comparison::new(model, code, &variant.details, code.ident.span()));
            }
            _ if variant.details.is_empty() => default_alone = true,
            // The variant lacks the detail, not the default.
            _ => {
                let span = variant.ident.unwrap_or(model.ident).span();
                comparisons.push(Comparison::new(model, code, &variant.details, span));
            }
        }
    }
    if let Some(default) = &model.default {
        output.extend(import(default));
        if default_alone {
            comparisons.push(Comparison::new(model, default, &[], default.ident.span()));
        }
    }
    if output.is_empty() {
        return output;
    }
    let codes = match &model.codes {
        Some(path) => quote!(#path),
        None => quote!(crate::codes),
    };
    let size = if comparisons.len() > SMALL { SHARED } else { 1 };
    for shared in comparisons.chunks(size) {
        output.extend(constant(shared));
    }
    quote!(use #codes as __codes; #output)
}

/// An unknown code is an error here, with rustc's suggestion; whatever uses the alias later stays silent. A deprecated
/// one warns here and nowhere else.
///
/// The path has the user's own span, so that rustc points at the code alone and shows the path whole; the rest is the
/// derive's, located there, or the error would reach from the derive to the code.
fn import(code: &Code) -> TokenStream {
    let Code { ident, alias } = code;
    let there = ident.span();
    let here = Span::call_site().located_at(there);
    let mut alias = alias.clone();
    alias.set_span(here);
    let mut import = quote_spanned!(here=> use);
    import.extend(quote_spanned!(there=> __codes::check::#ident));
    import.extend(quote_spanned!(here=> as #alias;));
    import
}

/// What one variant gives beside what its code requires.
struct Comparison {
    /// One mention a detail: one that the code does not have is an error at its own name.
    mentions: TokenStream,
    /// A missing detail is an error at the variant.
    call: TokenStream,
}

impl Comparison {
    fn new(model: &Model<'_>, code: &Code, details: &[Detail<'_>], span: Span) -> Self {
        let alias = &code.alias;
        // The macro tells an `Option` that fills a required detail; without it, such a detail counts as not given.
        let given = |detail: &&Detail<'_>| model.prelude || types::of_option(detail.field.ty).is_none();
        let names = details.iter().filter(given).map(|detail| &detail.name);
        let kinds = details.iter().map(|detail| detail_ident(&detail.name, detail.span));
        let here = Span::call_site().located_at(span);
        Self {
            mentions: quote!(#(#alias::#kinds,)*),
            call: quote_spanned!(here=> __errtax::__private::require(#alias::REQUIRED, &[#(#names),*]);),
        }
    }
}

/// A deprecated code warns where it is imported, not here.
fn constant(comparisons: &[Comparison]) -> TokenStream {
    let mentions: TokenStream = comparisons
        .iter()
        .map(|comparison| comparison.mentions.clone())
        .collect();
    let mentions = (!mentions.is_empty()).then(|| quote!(type _Kinds = (#mentions);));
    let calls = comparisons.iter().map(|comparison| &comparison.call);
    quote! {
        #[allow(deprecated)]
        const _: () = { #mentions #(#calls)* };
    }
}

/// The identifier of a code as the generated macro matches it.
pub(super) fn code_token(code: &Code) -> Ident {
    let mut token = code.ident.unraw();
    token.set_span(Span::call_site());
    token
}
