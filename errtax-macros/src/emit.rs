//! Writes the output: the checks that rustc makes for us, and the impls.
//!
//! Everything stands in one `const _: () = { … }`, so that no name leaks. The tokens are few on purpose: what a large
//! enum costs is the type checking of what is written here, not the macro.
//!
//! Spans: what is ours has the span of the derive; what rustc should complain about has the user's. Locals are always
//! of the derive's own hygiene, also where a macro of the user made the enum.

mod bounds;
mod checks;
mod impls;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;

use crate::model::{Field, Model, Variant};
use crate::types;

/// Writes everything for one item.
pub(crate) fn emit(model: &Model<'_>) -> TokenStream {
    let krate = match &model.krate {
        Some(path) => quote!(#path),
        None => quote!(::errtax),
    };
    let checks = checks::all(model);
    let where_clause = bounds::of_tool_error(model);
    let tool_error = impls::tool_error(model, &where_clause);
    let display = model.display.then(|| {
        let display = impls::display(model, &where_clause);
        let error = impls::error(model, &where_clause);
        let from = impls::from(model);
        quote!(#display #error #from)
    });
    let rmcp = model.rmcp.then(|| impls::rmcp(model, &where_clause));
    quote! {
        const _: () = {
            use #krate as __errtax;
            #checks
            #tool_error
            #display
            #rmcp
        };
    }
}

/// A pattern for a variant that binds fields. `..` stands for the others.
fn pattern(variant: &Variant<'_>, bindings: &[(&Field<'_>, &Ident)]) -> TokenStream {
    let name = variant.ident.map(|ident| quote!(::#ident));
    let bindings = bindings.iter().map(|(field, local)| {
        let member = &field.member;
        quote!(#member: #local,)
    });
    quote!(Self #name { #(#bindings)* .. })
}

/// The local that holds a field. Errors about its value point at the field's type.
fn local(field: &Field<'_>) -> Ident {
    Ident::new("__field", Span::mixed_site().located_at(types::bare(field.ty).span()))
}
