//! One item of `#[tool_error(…)]`: a word or a code, and what follows it.

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Lit, LitBool, LitStr, Path, Token};

use super::{as_identifier, one_identifier};

/// A word or a code.
pub(super) struct Item {
    pub name: Ident,
    pub value: Value,
}

/// What follows the name.
pub(super) enum Value {
    None,
    Bool(LitBool),
    Text(LitStr),
    Path(Path),
    /// Something that no word has.
    Other,
}

impl Item {
    pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Lit) && !input.peek(LitBool) {
            let literal: Lit = input.parse()?;
            return Err(syn::Error::new(
                literal.span(),
                match &literal {
                    Lit::Str(text) => as_identifier(&text.value()),
                    _ => "expected a word or the identifier of a code".to_owned(),
                },
            ));
        }
        // A code may come as `$code:path` of a macro, and then in a group of its own; `crate` is a word here.
        let name = if input.peek(Token![::]) || (input.peek2(Token![::]) && input.peek(Ident::peek_any)) {
            let path = Path::parse_mod_style(input)?;
            return Err(syn::Error::new_spanned(&path, one_identifier(&path)));
        } else if input.peek(Ident::peek_any) {
            input.call(Ident::parse_any)?
        } else {
            let path: Path = input
                .call(Path::parse_mod_style)
                .map_err(|error| syn::Error::new(error.span(), "expected a word or the identifier of a code"))?;
            match path.get_ident() {
                Some(ident) => ident.clone(),
                None => return Err(syn::Error::new_spanned(&path, one_identifier(&path))),
            }
        };
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            value(input)?
        } else if input.peek(syn::token::Paren) {
            input.parse::<TokenTree>()?;
            Value::Other
        } else {
            Value::None
        };
        Ok(Self { name, value })
    }
}

fn value(input: ParseStream<'_>) -> syn::Result<Value> {
    if input.peek(Lit) {
        return Ok(match input.parse()? {
            Lit::Bool(value) => Value::Bool(value),
            Lit::Str(text) => Value::Text(text),
            _ => Value::Other,
        });
    }
    input.call(Path::parse_mod_style).map(Value::Path).map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected `true`, `false`, a path or a text in quotes after `=`",
        )
    })
}

/// Passes over what cannot be read.
pub(super) fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
