//! The mentions that rustc checks: each code once, at the token that names it, and each detail once, at its own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;

use super::detail_ident;
use crate::model::{Code, Detail, Meaning, Model};
use crate::types;

/// Imports of the codes, and the comparison of the details that are given with those that are required.
pub(super) fn all(model: &Model<'_>) -> TokenStream {
    let mut output = TokenStream::new();
    let mut default_alone = false;
    for variant in &model.variants {
        let Some(code) = model.code(variant) else { continue };
        match &variant.meaning {
            Meaning::Code(_) | Meaning::Infer(_) => {
                output.extend(import(code));
                output.extend(require(model, code, &variant.details, code.ident.span()));
            }
            _ if variant.details.is_empty() => default_alone = true,
            // The variant lacks the detail, not the default.
            _ => {
                let span = variant.ident.unwrap_or(model.ident).span();
                output.extend(require(model, code, &variant.details, span));
            }
        }
    }
    if let Some(default) = &model.default {
        output.extend(import(default));
        if default_alone {
            output.extend(require(model, default, &[], default.ident.span()));
        }
    }
    if output.is_empty() {
        return output;
    }
    let codes = match &model.codes {
        Some(path) => quote!(#path),
        None => quote!(crate::codes),
    };
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

/// A missing detail is an error at `span`; one that the code does not have is an error at its own name.
fn require(model: &Model<'_>, code: &Code, details: &[Detail<'_>], span: Span) -> TokenStream {
    let alias = &code.alias;
    // The macro tells an `Option` that fills a required detail; without it, such a detail counts as not given.
    let given = |detail: &&Detail<'_>| model.prelude || types::of_option(detail.field.ty).is_none();
    let names = details.iter().filter(given).map(|detail| &detail.name);
    let kinds = (!details.is_empty()).then(|| {
        let kinds = details.iter().map(|detail| detail_ident(&detail.name, detail.span));
        quote!(type _Kinds = (#(#alias::#kinds,)*);)
    });
    let here = Span::call_site().located_at(span);
    let call = quote_spanned!(here=> __errtax::__private::require(#alias::REQUIRED, &[#(#names),*]));
    quote! {
        #[allow(deprecated)]
        const _: () = { #kinds #call };
    }
}

/// The identifier of a code as the generated macro matches it.
pub(super) fn code_token(code: &Code) -> Ident {
    let mut token = code.ident.unraw();
    token.set_span(Span::call_site());
    token
}
