//! The error enums of a file, as far as an import needs them. Places are bytes of the whole file.

use std::ops::Range;

use errtax_build::ident;
use proc_macro2::TokenStream;
use syn::{Attribute, Fields, File, Item, ItemEnum, Meta, Type};

use crate::raised::before_tokens;

use super::message::{self, Format};

/// A file that was read.
pub(super) struct Source {
    file: File,
    /// Where its tokens begin.
    offset: usize,
}

/// Why it could not be.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) message: String,
    pub(super) at: usize,
}

/// One enum.
pub(super) struct Enum<'a> {
    pub(super) name: String,
    pub(super) variants: Vec<Variant<'a>>,
    /// Where the last `)` of a derive stands, and whether a comma is needed before one more.
    pub(super) derive: Option<(usize, bool)>,
    /// Where the item begins, behind its attributes.
    pub(super) start: usize,
    /// Whether something else writes its `Display`.
    pub(super) has_display: bool,
}

/// One variant.
pub(super) struct Variant<'a> {
    pub(super) name: String,
    pub(super) says: Says,
    pub(super) doc: String,
    pub(super) fields: Vec<Field<'a>>,
    /// Where its name begins.
    pub(super) start: usize,
    /// Whether it has its code already.
    pub(super) done: bool,
}

/// What a variant says of its message.
#[derive(Debug)]
pub(super) enum Says {
    /// `#[error("…")]`.
    Text(Format),
    /// `#[error(transparent)]`.
    Transparent,
    /// Nothing that can be read here.
    Nothing,
}

/// One field.
pub(super) struct Field<'a> {
    /// `None` in a tuple.
    pub(super) name: Option<String>,
    pub(super) ty: &'a Type,
    pub(super) is_source: bool,
    /// Whether errtax is told of it already, or it is a backtrace.
    pub(super) done: bool,
    /// Where it begins, behind its attributes.
    pub(super) start: usize,
    /// Its documentation, on one line.
    pub(super) doc: String,
}

/// Reads a file.
pub(super) fn file(text: &str) -> Result<Source, Mistake> {
    let offset = before_tokens(text);
    let mistake = |message: String, at: usize| Mistake {
        message,
        at: offset + at,
    };
    let rest = text.get(offset..).unwrap_or_default();
    let tokens: TokenStream = rest
        .parse()
        .map_err(|error: proc_macro2::LexError| mistake(error.to_string(), error.span().byte_range().start))?;
    let file = syn::parse2(tokens).map_err(|error| mistake(error.to_string(), error.span().byte_range().start))?;
    Ok(Source { file, offset })
}

/// The enums of the file that have codes already.
pub(super) fn coded(source: &Source) -> Vec<String> {
    let mut items: Vec<&ItemEnum> = Vec::new();
    collect(&source.file.items, &mut items);
    let coded = items
        .iter()
        .filter(|item| derived(&item.attrs).iter().any(|name| name == "ToolError"));
    coded.map(|item| item.ident.to_string()).collect()
}

/// The enums to import: the one that is named, else all that look like errors and do not derive `ToolError` yet. Otherwise
/// why there is none, and what to do.
pub(super) fn enums<'a>(source: &'a Source, wanted: Option<&str>) -> Result<Vec<Enum<'a>>, (String, String)> {
    let mut items: Vec<&ItemEnum> = Vec::new();
    collect(&source.file.items, &mut items);
    let shown = implemented(&source.file.items, "Display");
    let errors = implemented(&source.file.items, "Error");
    if let Some(wanted) = wanted {
        let Some(item) = items.iter().find(|item| item.ident == wanted) else {
            let names: Vec<String> = items.iter().map(|item| item.ident.to_string()).collect();
            let near = errtax_build::suggest::nearest(wanted, names.iter().map(String::as_str));
            let help = match near {
                Some(near) => format!("did you mean `--type {near}`?"),
                None if names.is_empty() => "there is no enum in this file at all".to_owned(),
                None => format!("it has {}", names.join(", ")),
            };
            return Err((format!("there is no enum `{wanted}` in this file"), help));
        };
        if coded(source).iter().any(|coded| coded == wanted) {
            let help = "`cargo errtax check` says what the registry makes of it".to_owned();
            return Err((format!("`{wanted}` derives `ToolError` already"), help));
        }
        return Ok(vec![read(item, source.offset, &shown)]);
    }
    let coded = coded(source);
    let derives = |item: &ItemEnum, name: &str| derived(&item.attrs).iter().any(|derived| derived == name);
    let is_error = |item: &&&ItemEnum| {
        let name = item.ident.to_string();
        derives(item, "Error") || name.ends_with("Error") || errors.contains(&name)
    };
    let found: Vec<&&ItemEnum> = items.iter().filter(is_error).collect();
    let fresh: Vec<Enum<'_>> = found
        .iter()
        .filter(|item| !coded.contains(&item.ident.to_string()))
        .map(|item| read(item, source.offset, &shown))
        .collect();
    match (fresh.is_empty(), found.is_empty()) {
        (false, _) => Ok(fresh),
        (true, false) => Err((
            "every error enum of this file derives `ToolError` already".to_owned(),
            "`cargo errtax check` says what the registry makes of it".to_owned(),
        )),
        (true, true) => {
            let structs = error_structs(&source.file.items, &errors);
            if let Some(name) = structs.first() {
                let what = match structs.len() {
                    1 => format!("the error struct `{name}`"),
                    _ => format!("error structs ({})", structs.join(", ")),
                };
                let code = ident::respelt(name);
                return Err((
                    format!("this file has {what} and no error enum, and `import` reads enums alone"),
                    format!(
                        "give it a code by hand: `cargo errtax new {code}`, and `#[derive(errtax::ToolError)]` with \
                         `#[tool_error(display = false)]` above `struct {name}`"
                    ),
                ));
            }
            let names: Vec<String> = items.iter().map(|item| format!("`--type {}`", item.ident)).collect();
            let help = match names.as_slice() {
                [] => "an error enum derives `thiserror::Error`, implements `Error`, or is called so".to_owned(),
                names => format!("name the one that you mean: {}", names.join(" or ")),
            };
            Err(("there is no error enum in this file".to_owned(), help))
        }
    }
}

fn collect<'a>(items: &'a [Item], found: &mut Vec<&'a ItemEnum>) {
    for item in items {
        match item {
            Item::Enum(item) => found.push(item),
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    collect(items, found);
                }
            }
            _ => {}
        }
    }
}

/// The structs that look like errors and derive no `ToolError` yet.
fn error_structs(items: &[Item], errors: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Struct(item) => {
                let name = item.ident.to_string();
                let derives = |wanted: &str| derived(&item.attrs).iter().any(|derived| derived == wanted);
                if (derives("Error") || name.ends_with("Error") || errors.contains(&name)) && !derives("ToolError") {
                    found.push(name);
                }
            }
            Item::Mod(module) => {
                found.extend(
                    module
                        .content
                        .iter()
                        .flat_map(|(_, items)| error_structs(items, errors)),
                );
            }
            _ => {}
        }
    }
    found
}

/// The types that the file implements a trait of this name for.
fn implemented(items: &[Item], name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Impl(item) => {
                let is_it = item
                    .trait_
                    .as_ref()
                    .is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == name));
                if let (true, Type::Path(path)) = (is_it, &*item.self_ty) {
                    found.extend(path.path.segments.last().map(|last| last.ident.to_string()));
                }
            }
            Item::Mod(module) => found.extend(module.content.iter().flat_map(|(_, items)| implemented(items, name))),
            _ => {}
        }
    }
    found
}

fn read<'a>(item: &'a ItemEnum, offset: usize, shown: &[String]) -> Enum<'a> {
    let name = item.ident.to_string();
    let keyword = item.enum_token.span.byte_range().start;
    let start = match &item.vis {
        syn::Visibility::Public(token) => token.span.byte_range().start,
        syn::Visibility::Restricted(restricted) => restricted.pub_token.span.byte_range().start,
        syn::Visibility::Inherited => keyword,
    };
    Enum {
        has_display: derived(&item.attrs)
            .iter()
            .any(|name| name == "Error" || name == "Display")
            || shown.contains(&name),
        variants: item
            .variants
            .iter()
            .map(|variant| read_variant(variant, offset))
            .collect(),
        derive: last_derive(&item.attrs).map(|(at, comma)| (offset + at, comma)),
        start: offset + start,
        name,
    }
}

fn read_variant(variant: &syn::Variant, offset: usize) -> Variant<'_> {
    let fields = match &variant.fields {
        Fields::Named(fields) => fields.named.iter().collect(),
        Fields::Unnamed(fields) => fields.unnamed.iter().collect(),
        Fields::Unit => Vec::new(),
    };
    Variant {
        name: variant.ident.to_string(),
        says: says(&variant.attrs),
        doc: doc(&variant.attrs),
        fields: fields.into_iter().map(|field| read_field(field, offset)).collect(),
        start: offset + variant.ident.span().byte_range().start,
        done: has(&variant.attrs, "tool_error"),
    }
}

fn read_field(field: &syn::Field, offset: usize) -> Field<'_> {
    let name = field.ident.as_ref().map(|ident| {
        let text = ident.to_string();
        text.strip_prefix("r#").map_or(text.clone(), str::to_owned)
    });
    let ty = start_of_type(&field.ty);
    let start = match (&field.vis, &field.ident) {
        (syn::Visibility::Public(token), _) => Some(token.span.byte_range().start),
        (syn::Visibility::Restricted(restricted), _) => Some(restricted.pub_token.span.byte_range().start),
        (syn::Visibility::Inherited, Some(ident)) => Some(ident.span().byte_range().start),
        (syn::Visibility::Inherited, None) => ty,
    };
    let is_backtrace = matches!(super::types::last_of(&field.ty), Some((last, _)) if last == "Backtrace");
    Field {
        is_source: has(&field.attrs, "source") || has(&field.attrs, "from") || name.as_deref() == Some("source"),
        // One whose place is not known stays as it is.
        done: has(&field.attrs, "tool_error") || is_backtrace || start.is_none(),
        start: offset + start.unwrap_or_default(),
        doc: doc(&field.attrs),
        name,
        ty: &field.ty,
    }
}

/// Where a type begins, for those that stand in tuples.
fn start_of_type(ty: &Type) -> Option<usize> {
    Some(match ty {
        Type::Path(path) => match (&path.qself, path.path.leading_colon) {
            (Some(qself), _) => qself.lt_token.span.byte_range().start,
            (None, Some(colon)) => colon.spans.first()?.byte_range().start,
            (None, None) => path.path.segments.first()?.ident.span().byte_range().start,
        },
        Type::Reference(reference) => reference.and_token.span.byte_range().start,
        Type::Tuple(tuple) => tuple.paren_token.span.open().byte_range().start,
        Type::Array(array) => array.bracket_token.span.open().byte_range().start,
        Type::Slice(slice) => slice.bracket_token.span.open().byte_range().start,
        Type::Paren(paren) => paren.paren_token.span.open().byte_range().start,
        Type::TraitObject(object) => object.dyn_token?.span.byte_range().start,
        _ => return None,
    })
}

fn says(attributes: &[Attribute]) -> Says {
    let Some(attribute) = attributes.iter().find(|attribute| attribute.path().is_ident("error")) else {
        return Says::Nothing;
    };
    let Meta::List(list) = &attribute.meta else {
        return Says::Nothing;
    };
    if list.tokens.to_string() == "transparent" {
        return Says::Transparent;
    }
    match message::read(list.tokens.clone()) {
        Some(format) => Says::Text(format),
        None => Says::Nothing,
    }
}

/// The first paragraph of the documentation, on one line.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let paragraph: Vec<String> = lines
        .skip_while(String::is_empty)
        .take_while(|line| !line.is_empty())
        .collect();
    paragraph.join(" ")
}

fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}

/// The last parts of what is derived.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("derive"))
    {
        let _ = attribute.parse_nested_meta(|meta| {
            names.extend(meta.path.segments.last().map(|last| last.ident.to_string()));
            Ok(())
        });
    }
    names
}

/// Where one more derive goes, and whether a comma is needed before it.
fn last_derive(attributes: &[Attribute]) -> Option<(usize, bool)> {
    let attribute = attributes
        .iter()
        .rfind(|attribute| attribute.path().is_ident("derive"))?;
    let Meta::List(list) = &attribute.meta else { return None };
    let close: Range<usize> = list.delimiter.span().close().byte_range();
    let last = list.tokens.clone().into_iter().last();
    let comma = last.as_ref().is_some_and(|token| token.to_string() != ",");
    // Right behind what is derived: the list may go over several lines.
    let at = last.map_or(close.start, |token| token.span().byte_range().end);
    Some((at, comma))
}
