//! Walks through a file, and knows where it is.

use std::fmt;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ExprMatch, File, ImplItemFn, Item, ItemFn, Pat, Signature, parse_quote};

use crate::{body, expression};

/// One mutation.
pub(crate) struct Mutant {
    number: usize,
    file: String,
    line: usize,
    function: String,
    what: String,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            file,
            line,
            function,
            what,
        } = self;
        write!(f, "{number}\t{file}\t{line}\t{function}\t{what}")
    }
}

#[derive(Default)]
pub(crate) struct Mutator {
    pub(crate) mutants: Vec<Mutant>,
    file: String,
    function: Vec<String>,
}

impl Mutator {
    pub(crate) fn file(&mut self, path: &str, file: &mut File) {
        path.clone_into(&mut self.file);
        self.visit_file_mut(file);
    }

    /// Notes a mutation and gives the condition under which it holds.
    pub(crate) fn switch(&mut self, span: Span, what: impl Into<String>) -> Expr {
        let number = self.mutants.len() + 1;
        self.mutants.push(Mutant {
            number,
            file: self.file.clone(),
            line: span.start().line,
            function: self.function.join("::"),
            what: what.into(),
        });
        parse_quote!(crate::mutant::on(#number))
    }

    fn function(&mut self, signature: &Signature, block: &mut syn::Block) {
        if signature.constness.is_some() {
            return;
        }
        self.function.push(signature.ident.to_string());
        self.visit_block_mut(block);
        body::mutate(self, signature, block);
        self.function.pop();
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let of_tests = |list: &syn::MetaList| list.tokens.to_string() == "test";
        path.is_ident("test") || path.is_ident("cfg") && attribute.meta.require_list().is_ok_and(of_tests)
    })
}

impl VisitMut for Mutator {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            // What is computed at compile time cannot ask; what is a type has nothing to mutate.
            Item::Const(_) | Item::Static(_) | Item::Enum(_) | Item::Struct(_) | Item::Type(_) | Item::Use(_) => {}
            Item::Mod(module) if is_test(&module.attrs) => {}
            Item::Fn(function) if is_test(&function.attrs) => {}
            item => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        let ItemFn { sig, block, .. } = function;
        self.function(sig, block);
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        let ImplItemFn { sig, block, .. } = function;
        self.function(sig, block);
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_pat_mut(&mut self, _: &mut Pat) {}

    fn visit_expr_repeat_mut(&mut self, _: &mut syn::ExprRepeat) {}

    fn visit_expr_match_mut(&mut self, expression: &mut ExprMatch) {
        visit_mut::visit_expr_match_mut(self, expression);
        expression::arms(self, expression);
    }

    fn visit_expr_if_mut(&mut self, expression: &mut syn::ExprIf) {
        let span = expression.if_token.span;
        visit_mut::visit_expr_if_mut(self, expression);
        expression::condition(self, span, &mut expression.cond);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        // What is mutated inside no longer stands anywhere.
        let span = expression.span();
        visit_mut::visit_expr_mut(self, expression);
        expression::mutate(self, span, expression);
    }
}
