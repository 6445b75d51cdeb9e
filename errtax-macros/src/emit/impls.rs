//! The impls.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;

use super::checks::code_token;
use super::{local, pattern};
use crate::model::{Field, Meaning, Model, Variant};
use crate::types;

/// `impl<…> Trait for Type<…> where …`
fn header(model: &Model<'_>, of: &TokenStream, where_clause: &TokenStream) -> TokenStream {
    let (generics, arguments, _) = model.generics.split_for_impl();
    let ident = call_site(model.ident);
    // A lifetime that the impl only passes on is used once.
    let lifetimes = model.generics.lifetimes().next().map(|_| quote!(single_use_lifetimes,));
    quote! {
        #[automatically_derived]
        #[allow(#lifetimes deprecated, unused_qualifications)]
        impl #generics #of for #ident #arguments #where_clause
    }
}

/// The user's identifier where it is, but as part of the derive: a deprecated type does not warn about its own impls.
fn call_site(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().resolved_at(Span::call_site()));
    ident
}

pub(super) fn tool_error(model: &Model<'_>, where_clause: &TokenStream) -> TokenStream {
    let header = header(model, &quote!(__errtax::ToolError), where_clause);
    let spec = spec(model);
    let details = details(model);
    let retry_after = retry_after(model);
    quote! {
        #header {
            fn spec(&self) -> &'static __errtax::CodeSpec { #spec }
            #details
            #retry_after
        }
    }
}

/// Most arms are a code, and one call after the `match` looks all of them up; the others return.
fn spec(model: &Model<'_>) -> TokenStream {
    if model.variants.is_empty() {
        return quote!(match *self {});
    }
    let mut arms = TokenStream::new();
    // Whether some arm gives a code, and does not return: else what follows the `match` would be unreachable.
    let (mut codes, mut infers) = (false, false);
    let (mut rest_is_default, mut broken) = (false, false);
    for variant in &model.variants {
        let alias = model.code(variant).map(|code| &code.alias);
        match (&variant.meaning, &variant.source) {
            (Meaning::Code(_), _) => {
                let pattern = pattern(variant, &[]);
                arms.extend(quote!(#pattern => #alias,));
                codes = true;
            }
            (Meaning::Default, _) => rest_is_default = true,
            (Meaning::Infer(_) | Meaning::InferDefault, Some(source)) => {
                let local = local(&source.field);
                let pattern = pattern(variant, &[(&source.field, &local)]);
                let cause = as_dyn_error(&local);
                let infer = quote! {
                    return __errtax::__private::infer(#cause, &__codes::REGISTRY, #alias.spec())
                };
                let arm = match types::of_option(source.field.ty) {
                    Some(_) => quote! {
                        match #local {
                            ::core::option::Option::Some(#local) => #infer,
                            ::core::option::Option::None => #alias,
                        }
                    },
                    None => infer,
                };
                arms.extend(quote!(#pattern => #arm,));
                infers = true;
                codes |= types::of_option(source.field.ty).is_some();
            }
            (Meaning::Transparent, Some(source)) => {
                let local = local(&source.field);
                let pattern = pattern(variant, &[(&source.field, &local)]);
                let inner = as_tool_error(&local);
                arms.extend(quote!(#pattern => return __errtax::ToolError::spec(#inner),));
            }
            _ => broken = true,
        }
    }
    if rest_is_default {
        let alias = model.default.as_ref().map(|code| &code.alias);
        arms.extend(quote!(_ => #alias,));
        codes = true;
    } else if broken {
        arms.extend(quote!(_ => ::core::unreachable!(),));
    }
    let import = infers.then(import_as_dyn_error);
    if codes {
        quote! {
            #import
            let __code: __codes::Code = match self { #arms };
            __code.spec()
        }
    } else {
        quote!(#import match self { #arms })
    }
}

fn details(model: &Model<'_>) -> Option<TokenStream> {
    let mut arms = TokenStream::new();
    let mut count = 0;
    for variant in &model.variants {
        if let (Meaning::Transparent, Some(source)) = (&variant.meaning, &variant.source) {
            let local = local(&source.field);
            let pattern = pattern(variant, &[(&source.field, &local)]);
            let inner = as_tool_error(&local);
            arms.extend(quote!(#pattern => __errtax::ToolError::details(#inner, __out),));
        } else if !variant.details.is_empty() {
            arms.extend(written(model, variant));
        } else {
            continue;
        }
        count += 1;
    }
    let rest = (count < model.variants.len()).then(|| quote!(_ => {}));
    (count > 0).then(|| {
        quote! {
            fn details(&self, __out: &mut __errtax::Details<'_>) { match self { #arms #rest } }
        }
    })
}

/// The arm that writes the details of one variant. A constant has checked the plain types; the generated macro checks
/// each of the others and writes its value, so that a wrong type is one error.
fn written(model: &Model<'_>, variant: &Variant<'_>) -> TokenStream {
    let code = model.code(variant).map(code_token);
    let locals: Vec<Ident> = (0..variant.details.len())
        .map(|position| format_ident!("__f{position}", span = Span::mixed_site()))
        .collect();
    let fields: Vec<(&Field<'_>, &Ident)> = variant
        .details
        .iter()
        .map(|detail| &detail.field)
        .zip(&locals)
        .collect();
    let pattern = pattern(variant, &fields);
    let writes = variant.details.iter().zip(&locals).map(|(detail, local)| {
        let (text, ty) = (&detail.name, detail.field.ty);
        let inner = types::of_option(ty);
        if let Some(plain) = types::plain(inner.unwrap_or(ty)) {
            let writer = match inner {
                Some(_) => format_ident!("optional_{}", plain.writer),
                None => Ident::new(plain.writer, Span::call_site()),
            };
            return quote!(__private::#writer(#local, __out, #text););
        }
        // As a plain identifier also where it is a keyword: the macro's own token is one.
        let name = Ident::new(text, Span::call_site());
        if model.prelude {
            let spelled = inner.map(|_| quote!(Option));
            return quote!(__codes::__check! { #code #name [#spelled] #ty, #local, __out });
        }
        // Without the macro's attributes.
        let kind = match inner {
            Some(_) => quote!(__errtax::kind::Optional<__codes::__check!(#code #name)>),
            None => quote!(__codes::__check!(#code #name)),
        };
        quote!(<#ty as __errtax::Detail<#kind>>::write(#local, __out.field(#text));)
    });
    quote!(#pattern => { #(#writes)* })
}

fn retry_after(model: &Model<'_>) -> Option<TokenStream> {
    let mut arms = TokenStream::new();
    let (mut count, mut import) = (0, None);
    for variant in &model.variants {
        match (&variant.meaning, &variant.source, &variant.retry_after) {
            (Meaning::Transparent, Some(source), _) => {
                let local = local(&source.field);
                let pattern = pattern(variant, &[(&source.field, &local)]);
                let inner = as_tool_error(&local);
                arms.extend(quote!(#pattern => __errtax::ToolError::retry_after(#inner),));
            }
            (_, _, Some(field)) => {
                let local = local(field);
                let pattern = pattern(variant, &[(field, &local)]);
                arms.extend(quote!(#pattern => __errtax::__private::wait(#local),));
            }
            (Meaning::Infer(_) | Meaning::InferDefault, Some(source), None) => {
                let local = local(&source.field);
                let pattern = pattern(variant, &[(&source.field, &local)]);
                let cause = as_dyn_error(&local);
                let wait = quote!(__errtax::__private::inferred_wait(#cause));
                let arm = match types::of_option(source.field.ty) {
                    Some(_) => quote! {
                        match #local {
                            ::core::option::Option::Some(#local) => #wait,
                            ::core::option::Option::None => ::core::option::Option::None,
                        }
                    },
                    None => wait,
                };
                arms.extend(quote!(#pattern => #arm,));
                import = Some(import_as_dyn_error());
            }
            _ => continue,
        }
        count += 1;
    }
    let rest = (count < model.variants.len()).then(none_for_the_rest);
    (count > 0).then(|| {
        quote! {
            fn retry_after(&self) -> ::core::option::Option<::core::time::Duration> { #import match self { #arms #rest } }
        }
    })
}

/// The registry's message; a transparent variant speaks with the words of its field.
pub(super) fn display(model: &Model<'_>, where_clause: &TokenStream) -> TokenStream {
    let header = header(model, &quote!(::core::fmt::Display), where_clause);
    let mut arms = TokenStream::new();
    let mut count = 0;
    for variant in &model.variants {
        if let (Meaning::Transparent, Some(source)) = (&variant.meaning, &variant.source) {
            let local = local(&source.field);
            let pattern = pattern(variant, &[(&source.field, &local)]);
            let inner = as_tool_error(&local);
            arms.extend(quote!(#pattern => ::core::fmt::Display::fmt(#inner, __formatter),));
            count += 1;
        }
    }
    let own = quote!(__errtax::__private::display(self, __formatter));
    let body = match count {
        0 => own,
        _ if count == model.variants.len() => quote!(match self { #arms }),
        _ => quote!(match self { #arms _ => #own }),
    };
    quote! {
        #header {
            fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { #body }
        }
    }
}

pub(super) fn error(model: &Model<'_>, where_clause: &TokenStream) -> TokenStream {
    let header = header(model, &quote!(::core::error::Error), where_clause);
    let mut arms = TokenStream::new();
    let (mut count, mut import) = (0, None);
    for variant in &model.variants {
        // A variant with a mistake may have it in its source.
        let (Some(source), false) = (&variant.source, matches!(variant.meaning, Meaning::Broken)) else {
            continue;
        };
        let local = local(&source.field);
        let pattern = pattern(variant, &[(&source.field, &local)]);
        let some = quote!(::core::option::Option::Some);
        let cause = if matches!(variant.meaning, Meaning::Transparent) {
            let inner = as_tool_error(&local);
            quote!(::core::error::Error::source(#inner))
        } else if types::of_option(source.field.ty).is_some() {
            import = Some(import_as_dyn_error());
            let cause = as_dyn_error(&local);
            quote! {
                match #local {
                    #some(#local) => #some(#cause),
                    ::core::option::Option::None => ::core::option::Option::None,
                }
            }
        } else {
            import = Some(import_as_dyn_error());
            let cause = as_dyn_error(&local);
            quote!(#some(#cause))
        };
        arms.extend(quote!(#pattern => #cause,));
        count += 1;
    }
    let rest = (count < model.variants.len()).then(none_for_the_rest);
    let source = (count > 0).then(|| {
        quote! {
            fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
                #import
                match self { #arms #rest }
            }
        }
    });
    quote!(#header { #source })
}

pub(super) fn from(model: &Model<'_>) -> TokenStream {
    let given = &model.generics.where_clause;
    let given = quote!(#given);
    model
        .variants
        .iter()
        .filter_map(|variant| {
            let source = variant.source.as_ref().filter(|source| source.from)?;
            let field: &Type = source.field.ty;
            let (ty, value) = match types::of_option(field) {
                Some(inner) => (inner, quote!(::core::option::Option::Some(__source))),
                None => (field, quote!(__source)),
            };
            let header = header(model, &quote!(::core::convert::From<#ty>), &given);
            let name = variant.ident.map(|ident| quote!(::#ident));
            let member = &source.field.member;
            Some(quote! {
                #header {
                    fn from(__source: #ty) -> Self { Self #name { #member: #value } }
                }
            })
        })
        .collect()
}

pub(super) fn rmcp(model: &Model<'_>, where_clause: &TokenStream) -> TokenStream {
    let (generics, arguments, _) = model.generics.split_for_impl();
    let ident = call_site(model.ident);
    quote!(__errtax::__impl_rmcp! { { #generics } { #ident #arguments } { #where_clause } })
}

/// One way to every method of a field that is a `ToolError`: if it is none, rustc says so once.
fn as_tool_error(local: &Ident) -> TokenStream {
    quote!({ let __inner: &dyn __errtax::ToolError = #local; __inner })
}

/// As a method, so that it finds what is behind a box as well. A type that is no error is told at the type.
fn as_dyn_error(local: &Ident) -> TokenStream {
    let here = Span::call_site().located_at(local.span());
    quote_spanned!(here=> #local.as_dyn_error())
}

fn import_as_dyn_error() -> TokenStream {
    quote!(
        use __errtax::__private::AsDynError as _;
    )
}

fn none_for_the_rest() -> TokenStream {
    quote!(_ => ::core::option::Option::None)
}
