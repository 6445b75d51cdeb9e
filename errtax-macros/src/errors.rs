//! Every mistake of an item, in one list.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Collects errors, so that none hides another.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// `message` at one token.
    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new(span, message));
    }

    /// `message` at a whole construct.
    pub(crate) fn over(&mut self, tokens: &dyn ToTokens, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new_spanned(tokens.to_token_stream(), message));
    }

    /// An error that syn found.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// How many there are: two counts tell whether anything went wrong between them.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// One `compile_error!` an error.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }

    /// What they say.
    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}
