//! Expressions that say something else.

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprBinary, ExprClosure, ExprMatch, ExprMethodCall, ExprUnary, Lit, Pat, UnOp, parse_quote};

use crate::visit::Mutator;

/// Methods whose answer is yes or no.
const ASKS: &[&str] = &[
    "all",
    "any",
    "contains",
    "contains_key",
    "ends_with",
    "fails",
    "insert",
    "is_empty",
    "is_err",
    "is_none",
    "is_none_or",
    "is_ok",
    "is_some",
    "is_some_and",
    "starts_with",
];

/// One method, and the one that is taken for it.
const TAKEN_FOR: &[(&str, &str)] = &[("min", "max"), ("max", "min"), ("first", "last"), ("last", "first")];

/// One level, and the one that it is taken for.
const LEVELS: &[(&str, &str)] = &[
    ("Break", "Warning"),
    ("Warning", "Note"),
    ("Note", "Warning"),
    ("Unamendable", "Break"),
    ("Invalid", "Warning"),
    ("Tamper", "Warning"),
    ("CouldNotJudge", "Note"),
];

fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, right, .. }) => has_let(left) || has_let(right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

pub(crate) fn mutate(mutator: &mut Mutator, span: Span, expression: &mut Expr) {
    let mutated = match expression {
        Expr::Binary(binary) if !has_let(&binary.left) && !has_let(&binary.right) => operator(mutator, binary),
        Expr::Unary(ExprUnary {
            op: UnOp::Not(_), expr, ..
        }) => {
            let on = mutator.switch(span, "`!` left out");
            Some(parse_quote!((#on != !#expr)))
        }
        Expr::MethodCall(call) => method(mutator, call),
        Expr::Path(path) => level(mutator, span, path),
        _ => None,
    };
    if let Some(mutated) = mutated {
        *expression = mutated;
    }
}

fn operator(mutator: &mut Mutator, binary: &ExprBinary) -> Option<Expr> {
    let ExprBinary { left, op, right, .. } = binary;
    let number = matches!(&**right, Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)));
    let others: Vec<BinOp> = match op {
        BinOp::Eq(_) => vec![parse_quote!(!=)],
        BinOp::Ne(_) => vec![parse_quote!(==)],
        BinOp::Lt(_) => vec![parse_quote!(<=), parse_quote!(>=)],
        BinOp::Le(_) => vec![parse_quote!(<), parse_quote!(>)],
        BinOp::Gt(_) => vec![parse_quote!(>=), parse_quote!(<=)],
        BinOp::Ge(_) => vec![parse_quote!(>), parse_quote!(<)],
        BinOp::And(_) => vec![parse_quote!(||)],
        BinOp::Or(_) => vec![parse_quote!(&&)],
        BinOp::Add(_) if number => vec![parse_quote!(-)],
        BinOp::Sub(_) if number => vec![parse_quote!(+)],
        _ => return None,
    };
    let mut all: Expr = parse_quote!((#left #op #right));
    for other in others {
        let what = format!("`{}` becomes `{}`", op.to_token_stream(), other.to_token_stream());
        let on = mutator.switch(op.span(), what);
        all = parse_quote!((if #on { #left #other #right } else { #all }));
    }
    Some(all)
}

fn method(mutator: &mut Mutator, call: &ExprMethodCall) -> Option<Expr> {
    let ExprMethodCall {
        receiver,
        method,
        turbofish,
        args,
        ..
    } = call;
    let name = method.to_string();
    let span = method.span();
    if ASKS.contains(&name.as_str()) && !(name == "insert" && args.len() != 1) {
        let on = mutator.switch(span, format!("the answer of `{name}` turned over"));
        return Some(parse_quote!((#call != #on)));
    }
    if let Some((_, other)) = TAKEN_FOR
        .iter()
        .find(|(one, _)| *one == name)
        .filter(|_| args.is_empty())
    {
        let on = mutator.switch(span, format!("`{name}` becomes `{other}`"));
        let other = syn::Ident::new(other, span);
        return Some(parse_quote!((if #on { #receiver.#other() } else { #call })));
    }
    match (name.as_str(), args.len()) {
        ("change", 2) => {
            let on = mutator.switch(span, "old and new swapped");
            let (old, new) = (&args[0], &args[1]);
            Some(parse_quote!((if #on { #receiver.change(#new, #old) } else { #call })))
        }
        ("filter" | "retain" | "skip_while" | "take_while", 1) => {
            let Expr::Closure(closure) = &args[0] else { return None };
            let ExprClosure { body, .. } = closure;
            let on = mutator.switch(span, format!("`{name}` takes all"));
            let mut closure = closure.clone();
            closure.body = parse_quote!({ #on || (#body) });
            Some(parse_quote!(#receiver.#method #turbofish(#closure)))
        }
        _ => None,
    }
}

fn level(mutator: &mut Mutator, span: Span, path: &syn::ExprPath) -> Option<Expr> {
    let mut segments = path.path.segments.iter().rev();
    let last = segments.next()?.ident.to_string();
    if segments.next()?.ident != "Level" {
        return None;
    }
    let (_, other) = LEVELS.iter().find(|(one, _)| *one == last)?;
    let on = mutator.switch(span, format!("level {last} becomes {other}"));
    let mut becomes = path.clone();
    becomes.path.segments.last_mut()?.ident = syn::Ident::new(other, span);
    Some(parse_quote!((if #on { #becomes } else { #path })))
}

/// A condition that always holds, or never.
pub(crate) fn condition(mutator: &mut Mutator, span: Span, condition: &mut Expr) {
    if has_let(condition) {
        return;
    }
    let always = mutator.switch(span, "the condition always holds");
    let never = mutator.switch(span, "the condition never holds");
    *condition = parse_quote!((#always || (!#never && (#condition))));
}

/// An arm that is not there, or whose guard always holds.
pub(crate) fn arms(mutator: &mut Mutator, expression: &mut ExprMatch) {
    let has_rest =
        matches!(expression.arms.last(), Some(arm) if matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none());
    for arm in &mut expression.arms {
        let span = arm.pat.span();
        if matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none() {
            continue;
        }
        match &mut arm.guard {
            Some((_, guard)) => {
                let always = mutator.switch(span, "the guard always holds");
                let never = mutator.switch(span, "the guard never holds");
                **guard = parse_quote!((#always || (!#never && (#guard))));
            }
            None if has_rest => {
                let without = mutator.switch(span, "the arm left out");
                arm.guard = Some((parse_quote!(if), parse_quote!(!#without)));
            }
            None => {}
        }
    }
}
