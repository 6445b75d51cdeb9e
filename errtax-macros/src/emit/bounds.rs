//! Where-clauses. A field whose type mentions a type parameter is bounded where it is used; all others are checked as
//! they stand.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote};

use super::checks::code_token;
use crate::model::{Meaning, Model, Variant};
use crate::types;

/// The bounds of `ToolError`, and of what goes with it.
pub(super) fn of_tool_error(model: &Model<'_>) -> TokenStream {
    let generics = model.generics;
    if generics.type_params().next().is_none() {
        return generics.where_clause.to_token_stream();
    }
    let mut predicates: Vec<TokenStream> = Vec::new();
    for variant in &model.variants {
        of_variant(model, variant, &mut predicates);
    }
    // `ToolError` asks for `Error`, and that for `Debug`; what their impls ask for is not ours to know.
    let ident = model.ident;
    let (_, arguments, _) = generics.split_for_impl();
    predicates.push(match model.display {
        true => quote!(#ident #arguments: ::core::fmt::Debug),
        false => quote!(#ident #arguments: ::core::error::Error),
    });
    let given = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    quote!(where #(#given,)* #(#predicates),*)
}

fn of_variant(model: &Model<'_>, variant: &Variant<'_>, predicates: &mut Vec<TokenStream>) {
    let generics = model.generics;
    if let Some(code) = model.code(variant) {
        let code = code_token(code);
        for detail in &variant.details {
            // What an `Option` fills is told by the registry alone; its content must fill it in either case.
            let ty = types::of_option(detail.field.ty).unwrap_or(detail.field.ty);
            if types::mentions_type_parameter(ty, generics) {
                let name = Ident::new(&detail.name, Span::call_site());
                predicates.push(quote!(#ty: __errtax::Detail<__codes::__check!(#code #name)>));
            }
        }
    }
    if let Some(field) = &variant.retry_after {
        if types::mentions_type_parameter(field.ty, generics) {
            let ty = field.ty;
            predicates.push(quote!(#ty: __errtax::Wait));
        }
    }
    let Some(source) = &variant.source else { return };
    let transparent = matches!(variant.meaning, Meaning::Transparent);
    let used = model.display || matches!(variant.meaning, Meaning::Infer(_) | Meaning::InferDefault);
    let ty = types::of_option(source.field.ty).unwrap_or(source.field.ty);
    if types::mentions_type_parameter(ty, generics) {
        if transparent {
            predicates.push(quote!(#ty: __errtax::ToolError));
        } else if used {
            predicates.push(quote!(#ty: ::core::error::Error + 'static));
        }
    }
}
