//! What can be told of a type from its tokens alone.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{GenericArgument, Generics, PathArguments, Type};

/// The type itself, without the invisible groups and parentheses that macros leave around it.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        _ => ty,
    }
}

/// `T` of what is spelled `Option<T>`, with any path before it.
pub(crate) fn of_option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = bare(ty) else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == "Option" && arguments.args.len() == 1 => {
            match arguments.args.first()? {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type as it is written, near enough to compare and to show.
pub(crate) fn text(ty: &Type) -> String {
    let mut text = bare(ty).to_token_stream().to_string();
    for (spaced, tight) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}

/// A type that is what it is called: what it can fill needs no trait to be asked.
pub(crate) struct Plain {
    /// Its name, without the path to it.
    pub name: String,
    /// The function of `errtax::__private` that writes it.
    pub writer: &'static str,
    /// Where the name stands.
    pub span: Span,
}

/// Whether a type is plain, by its name alone.
pub(crate) fn plain(ty: &Type) -> Option<Plain> {
    let path = match bare(ty) {
        Type::Path(path) if path.qself.is_none() => &path.path,
        Type::Reference(reference) => match bare(&reference.elem) {
            Type::Path(path) if path.path.is_ident("str") => &path.path,
            _ => return None,
        },
        _ => return None,
    };
    let (first, last) = (path.segments.first()?, path.segments.last()?);
    let known = path.segments.len() == 1 || first.ident == "std" || first.ident == "alloc" || first.ident == "core";
    if !known || !matches!(last.arguments, PathArguments::None) {
        return None;
    }
    let name = last.ident.to_string();
    let writer = match name.as_str() {
        "String" | "str" => "string",
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => "integer",
        "f32" | "f64" => "number",
        "bool" => "boolean",
        _ => return None,
    };
    Some(Plain {
        name,
        writer,
        span: last.ident.span(),
    })
}

/// Whether it is a `Backtrace`, which thiserror takes from a field by its type.
pub(crate) fn is_backtrace(ty: &Type) -> bool {
    match bare(of_option(ty).unwrap_or(ty)) {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Backtrace"),
        _ => false,
    }
}

/// Whether a type parameter occurs in it, also as the beginning of a path.
pub(crate) fn mentions_type_parameter(ty: &Type, generics: &Generics) -> bool {
    generics.type_params().next().is_some()
        && any_ident(ty.to_token_stream(), &mut |ident, before| {
            // `T` in `other::T` is another's.
            before != Some(PATH) && before != Some('\'') && generics.type_params().any(|param| param.ident == *ident)
        })
}

/// The first lifetime of the item that occurs in it.
pub(crate) fn lifetime_parameter(ty: &Type, generics: &Generics) -> Option<String> {
    generics
        .lifetimes()
        .map(|param| &param.lifetime.ident)
        .find_map(|wanted| {
            any_ident(ty.to_token_stream(), &mut |ident, before| {
                before == Some('\'') && ident == wanted
            })
            .then(|| format!("'{wanted}"))
        })
}

/// Stands for `::`, which is two tokens.
const PATH: char = '∷';

/// Whether `test` holds for an identifier and the punctuation before it.
fn any_ident(tokens: TokenStream, test: &mut dyn FnMut(&Ident, Option<char>) -> bool) -> bool {
    let mut before = None;
    for token in tokens {
        before = match token {
            TokenTree::Ident(ident) => {
                if test(&ident, before) {
                    return true;
                }
                None
            }
            TokenTree::Group(group) => {
                if any_ident(group.stream(), test) {
                    return true;
                }
                None
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' && before == Some(':') => Some(PATH),
            TokenTree::Punct(punct) => Some(punct.as_char()),
            TokenTree::Literal(_) => None,
        };
    }
    false
}
