//! What asks which code it is, and so raises none: comparisons and patterns.

use proc_macro2::{Spacing, TokenTree};

use super::attributes::{is_punct, word};

/// Whether `Code::X`, which ends before `end`, is only compared or matched with. The path begins at or before `at`.
pub(super) fn only_reads(trees: &[TokenTree], at: usize, end: usize) -> bool {
    let next = trees.get(end);
    let equals = |at: usize| {
        matches!((trees.get(at), trees.get(at + 1)), (Some(TokenTree::Punct(first)), Some(TokenTree::Punct(second)))
            if matches!(first.as_char(), '=' | '!') && first.spacing() == Spacing::Joint && second.as_char() == '=')
    };
    let is_alternative =
        matches!(next, Some(TokenTree::Punct(punct)) if punct.as_char() == '|' && punct.spacing() == Spacing::Alone);
    if is_arrow(trees, end) || is_alternative || word(trees, end) == "if" || equals(end) {
        return true;
    }
    let mut start = at;
    loop {
        let colons = start.checked_sub(2).filter(|colons| is_path(trees, *colons));
        let Some(colons) = colons else { break };
        match colons.checked_sub(1).map(|before| (before, trees.get(before))) {
            Some((before, Some(TokenTree::Ident(_)))) => start = before,
            _ => {
                start = colons;
                break;
            }
        }
    }
    start.checked_sub(2).is_some_and(equals)
}

/// How many tokens of what follows `let` are its pattern.
pub(super) fn pattern_length(trees: &[TokenTree]) -> usize {
    let mut at = 0;
    while let Some(tree) = trees.get(at) {
        if is_path(trees, at) {
            at += 2;
            continue;
        }
        let ends = matches!(tree, TokenTree::Punct(punct) if matches!(punct.as_char(), '=' | ':' | ';'));
        if ends {
            break;
        }
        at += 1;
    }
    at
}

/// `=>`
pub(super) fn is_arrow(trees: &[TokenTree], at: usize) -> bool {
    is_punct(trees.get(at), '=') && is_punct(trees.get(at + 1), '>')
}

/// `::`
pub(super) fn is_path(trees: &[TokenTree], at: usize) -> bool {
    is_punct(trees.get(at), ':') && is_punct(trees.get(at + 1), ':')
}
