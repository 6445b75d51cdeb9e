//! Reads the attributes of an item. A mistake in one word does not keep the next from being read.

mod item;

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DeriveInput, Fields, LitBool, LitStr, Meta, Path, Token};

use self::item::{Item, Value};
use crate::errors::Errors;
use crate::words::{self, Form, Place};

/// What the attributes at one place say. Which of them can be set there is decided by the table of words.
#[derive(Default)]
pub(crate) struct Attributes {
    pub code: Option<Ident>,
    pub codes: Option<Path>,
    pub krate: Option<Path>,
    pub default: Option<Ident>,
    pub detail: Option<LitStr>,
    pub display: Option<LitBool>,
    pub prelude: Option<LitBool>,
    pub rmcp: Option<LitBool>,
    pub infer: Option<Span>,
    pub retry_after: Option<Span>,
    pub skip: Option<Span>,
    pub no_source: Option<Span>,
    pub transparent: Option<Span>,
    /// `#[source]`
    pub source: Option<Span>,
    /// `#[from]`
    pub from: Option<Span>,
    /// `#[backtrace]`, which is thiserror's.
    pub backtrace: bool,
    /// Something in them was not understood.
    pub broken: bool,
}

/// The attributes of a type, its variants and their fields, in their order. A struct has one variant, whose own
/// attributes are those of the type.
pub(crate) struct ItemAttributes {
    pub item: Attributes,
    pub variants: Vec<VariantAttributes>,
}

/// The attributes of a variant and its fields.
pub(crate) struct VariantAttributes {
    pub variant: Attributes,
    pub fields: Vec<Attributes>,
}

/// Reads all attributes of an item.
pub(crate) fn item(input: &DeriveInput, errors: &mut Errors) -> ItemAttributes {
    let place = if matches!(input.data, Data::Enum(_)) {
        Place::Enum
    } else {
        Place::Struct
    };
    let item = attributes(&input.attrs, place, errors);
    let variants = match &input.data {
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| VariantAttributes {
                variant: attributes(&variant.attrs, Place::Variant, errors),
                fields: fields(&variant.fields, errors),
            })
            .collect(),
        Data::Struct(data) => {
            vec![VariantAttributes {
                variant: Attributes::default(),
                fields: fields(&data.fields, errors),
            }]
        }
        Data::Union(_) => Vec::new(),
    };
    ItemAttributes { item, variants }
}

fn fields(fields: &Fields, errors: &mut Errors) -> Vec<Attributes> {
    fields
        .iter()
        .map(|field| attributes(&field.attrs, Place::Field, errors))
        .collect()
}

fn attributes(attrs: &[Attribute], place: Place, errors: &mut Errors) -> Attributes {
    let mut found = Attributes::default();
    let errors_before = errors.count();
    for attr in attrs {
        let path = attr.path();
        if path.is_ident("tool_error") {
            list(attr, place, &mut found, errors);
        } else if path.is_ident("source") || path.is_ident("from") {
            marker(attr, place, &mut found, errors);
        } else if path.is_ident("backtrace") {
            found.backtrace = true;
        }
    }
    found.broken = errors.count() > errors_before;
    found
}

/// `#[source]` and `#[from]`.
fn marker(attr: &Attribute, place: Place, found: &mut Attributes, errors: &mut Errors) {
    let is_from = attr.path().is_ident("from");
    let name = if is_from { "from" } else { "source" };
    let Some(span) = attr.path().get_ident().map(Ident::span) else {
        return;
    };
    if place != Place::Field {
        errors.over(attr, words::misplaced(&format!("`#[{name}]`"), &[Place::Field], place));
    } else if !matches!(attr.meta, Meta::Path(_)) {
        errors.over(attr, format!("`#[{name}]` takes nothing\nhelp: write `#[{name}]`"));
    } else {
        let slot = if is_from { &mut found.from } else { &mut found.source };
        if slot.replace(span).is_some() {
            errors.over(attr, format!("`#[{name}]` is given twice"));
        }
    }
}

/// `#[tool_error(…, …)]`
fn list(attr: &Attribute, place: Place, found: &mut Attributes, errors: &mut Errors) {
    let Meta::List(list) = &attr.meta else {
        errors.over(
            attr,
            format!(
                "`tool_error` needs words in parentheses\nhelp: {} may be in them",
                words::list(place)
            ),
        );
        return;
    };
    let parsed = list.parse_args_with(|input: ParseStream<'_>| {
        while !input.is_empty() {
            match Item::parse(input) {
                Ok(item) => apply(item, place, found, errors),
                Err(error) => {
                    errors.push(error);
                    item::skip_to_comma(input)?;
                }
            }
            if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                errors.push(input.error("expected `,` before this"));
                item::skip_to_comma(input)?;
                input.parse::<Option<Token![,]>>()?;
            }
        }
        Ok(())
    });
    if let Err(error) = parsed {
        errors.push(error);
    }
}

/// Puts one item where it belongs.
fn apply(item: Item, place: Place, found: &mut Attributes, errors: &mut Errors) {
    let span = item.name.span();
    let name = item.name.unraw().to_string();
    let Some(word) = words::word(&name) else {
        return code(item, &name, place, found, errors);
    };
    if !word.places.contains(&place) {
        return errors.at(span, words::misplaced(&format!("`{name}`"), word.places, place));
    }
    let twice = match (word.form, item.value) {
        (Form::Flag, Value::None) => match word.name {
            "infer" => found.infer.replace(span).is_some(),
            "retry_after" => found.retry_after.replace(span).is_some(),
            "skip" => found.skip.replace(span).is_some(),
            _ => found.transparent.replace(span).is_some(),
        },
        (Form::Bool, Value::Bool(value)) => match word.name {
            "display" => found.display.replace(value).is_some(),
            "prelude" => found.prelude.replace(value).is_some(),
            _ => found.rmcp.replace(value).is_some(),
        },
        (Form::False, Value::Bool(value)) if !value.value => found.no_source.replace(span).is_some(),
        (Form::Text, Value::Text(text)) => found.detail.replace(text).is_some(),
        (Form::Code, Value::Path(path)) => match single(&path) {
            Some(ident) => found.default.replace(ident).is_some(),
            None => return errors.over(&path, one_identifier(&path)),
        },
        (Form::Path, Value::Path(path)) => match word.name {
            "codes" => found.codes.replace(path).is_some(),
            _ => found.krate.replace(path).is_some(),
        },
        (Form::False, Value::Bool(_)) => {
            return errors.at(
                span,
                "`source = true` is written otherwise\nhelp: mark the field `#[source]`",
            );
        }
        (Form::Flag, _) => return errors.at(span, format!("`{name}` takes no value\nhelp: write `{name}`")),
        _ => return errors.at(span, format!("`{name}` is written `{}`", word.example)),
    };
    if twice {
        errors.at(span, format!("`{name}` is given twice"));
    }
}

/// An identifier that is no word: a code, or a word misspelt.
fn code(item: Item, name: &str, place: Place, found: &mut Attributes, errors: &mut Errors) {
    let span = item.name.span();
    if !name.starts_with(|first: char| first.is_uppercase()) {
        return errors.at(span, words::unknown(name, place));
    }
    if !matches!(item.value, Value::None) {
        return errors.at(span, format!("a code takes no value\nhelp: write `{name}`"));
    }
    if !words::CODE_PLACES.contains(&place) {
        let mut message = words::misplaced("a code", words::CODE_PLACES, place);
        if place == Place::Enum {
            message.push_str(&format!(
                "\nhelp: `default = {name}` gives it to every variant that names none"
            ));
        }
        return errors.at(span, message);
    }
    if name.contains('_') && words::identifier(name) != name && !name.ends_with('_') {
        return errors.at(span, as_identifier(name));
    }
    if let Some(first) = found.code.replace(item.name) {
        errors.at(
            span,
            format!("a variant has one code, and this one has `{first}` already"),
        );
    }
}

/// The message for a code that is written as on the wire.
fn as_identifier(code: &str) -> String {
    format!(
        "a code is written as an identifier here\nhelp: write `{}`",
        words::identifier(code)
    )
}

fn one_identifier(path: &Path) -> String {
    let last = path
        .segments
        .last()
        .map(|last| last.ident.to_string())
        .unwrap_or_default();
    format!("a code is written as one identifier; the derive knows where the codes are\nhelp: write `{last}`")
}

fn single(path: &Path) -> Option<Ident> {
    path.get_ident().cloned()
}
