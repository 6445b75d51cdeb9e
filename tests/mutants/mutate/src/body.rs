//! Functions that end at once.

use quote::ToTokens as _;
use syn::{Block, Expr, ReturnType, Signature, Stmt, parse_quote};

use crate::visit::Mutator;

/// Values that a function of this type may be left with.
fn values(output: &ReturnType) -> Vec<(Expr, &'static str)> {
    let ReturnType::Type(_, kind) = output else {
        return vec![(parse_quote!(()), "returns at once")];
    };
    let kind = kind.to_token_stream().to_string();
    match kind.split([' ', '<']).next().unwrap_or_default() {
        "bool" => vec![
            (parse_quote!(true), "returns true"),
            (parse_quote!(false), "returns false"),
        ],
        "Option" => vec![(parse_quote!(None), "returns None")],
        "Vec" => vec![(parse_quote!(Vec::new()), "returns nothing")],
        "String" => vec![(parse_quote!(String::new()), "returns an empty text")],
        "u64" | "usize" => vec![(parse_quote!(0), "returns 0")],
        _ => Vec::new(),
    }
}

pub(crate) fn mutate(mutator: &mut Mutator, signature: &Signature, block: &mut Block) {
    let mut early: Vec<Stmt> = Vec::new();
    for (value, what) in values(&signature.output) {
        let on = mutator.switch(signature.ident.span(), what);
        early.push(parse_quote!(if #on { return #value; }));
    }
    block.stmts.splice(0..0, early);
}
