//! Attributes and the items they stand on, by their tokens: in the body of a macro there is nothing else to go by.

use proc_macro2::{Delimiter, TokenTree};

/// One attribute, without its `#[…]`.
#[derive(Debug)]
pub(super) struct Attribute {
    /// The last segment of its path.
    pub(super) name: String,
    /// What is in its parentheses, or after its `=`.
    pub(super) arguments: Vec<TokenTree>,
    /// Whether it is there only under a condition: it came out of a `cfg_attr`.
    pub(super) conditional: bool,
}

impl Attribute {
    /// Whether what it stands on is there in tests alone.
    pub(super) fn is_test(&self) -> bool {
        match self.name.as_str() {
            "cfg" => only_tests(&self.arguments),
            // Also `#[tokio::test]` and its like.
            "test" | "bench" => true,
            _ => false,
        }
    }
}

/// The attributes that syn has read.
pub(super) fn of_syn(attributes: &[syn::Attribute]) -> Vec<Attribute> {
    let mut all = Vec::new();
    for attribute in attributes {
        let Some(last) = attribute.path().segments.last() else {
            continue;
        };
        let arguments = match &attribute.meta {
            syn::Meta::List(list) => list.tokens.clone().into_iter().collect(),
            _ => Vec::new(),
        };
        unfold(name(&last.ident), arguments, false, &mut all);
    }
    all
}

/// Some attributes in a row.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) attributes: Vec<Attribute>,
    /// Where what they stand on begins.
    pub(super) next: usize,
}

/// The attributes that begin at `at`, inner ones (`#![…]`) or outer ones; `None` where there are none.
pub(super) fn run(trees: &[TokenTree], at: usize, inner: bool) -> Option<Run> {
    let mut found = Run {
        next: at,
        ..Run::default()
    };
    while is_punct(trees.get(found.next), '#') {
        let mark = found.next + 1;
        let bracket = if inner {
            if !is_punct(trees.get(mark), '!') {
                break;
            }
            mark + 1
        } else {
            mark
        };
        let Some(TokenTree::Group(group)) = trees.get(bracket) else {
            break;
        };
        if group.delimiter() != Delimiter::Bracket {
            break;
        }
        let content: Vec<TokenTree> = group.stream().into_iter().collect();
        read(&content, false, &mut found.attributes);
        found.next = bracket + 1;
    }
    (found.next > at).then_some(found)
}

fn read(content: &[TokenTree], conditional: bool, all: &mut Vec<Attribute>) {
    let mut last = None;
    for (at, tree) in content.iter().enumerate() {
        match tree {
            TokenTree::Ident(ident) => last = Some(name(ident)),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Group(group) => {
                if let Some(last) = last {
                    unfold(last, group.stream().into_iter().collect(), conditional, all);
                }
                return;
            }
            _ => {
                if let Some(last) = last {
                    let arguments = content.get(at + 1..).unwrap_or_default();
                    unfold(last, arguments.to_vec(), conditional, all);
                }
                return;
            }
        }
    }
    if let Some(last) = last {
        unfold(last, Vec::new(), conditional, all);
    }
}

/// Adds one, or those that a `cfg_attr` holds, unless they are there in tests alone.
fn unfold(name: String, arguments: Vec<TokenTree>, conditional: bool, all: &mut Vec<Attribute>) {
    if name != "cfg_attr" {
        all.push(Attribute {
            name,
            arguments,
            conditional,
        });
        return;
    }
    let mut parts = commas(&arguments);
    if parts.next().is_some_and(only_tests) {
        return;
    }
    for part in parts {
        read(part, true, all);
    }
}

/// What stands between commas.
pub(super) fn commas(trees: &[TokenTree]) -> impl Iterator<Item = &[TokenTree]> {
    trees
        .split(|tree| is_punct(Some(tree), ','))
        .filter(|part| !part.is_empty())
}

/// Whether a condition of `cfg` can hold in tests alone.
fn only_tests(condition: &[TokenTree]) -> bool {
    match condition {
        [TokenTree::Ident(word)] => word == "test" || word == "doctest",
        [TokenTree::Ident(word), TokenTree::Group(group)] => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut parts = commas(&inner).map(only_tests);
            match word.to_string().as_str() {
                "all" => parts.any(|only| only),
                "any" => !inner.is_empty() && parts.all(|only| only),
                _ => false,
            }
        }
        _ => false,
    }
}

/// One past the item, statement, variant, field or arm that begins at `at`, as well as tokens tell.
pub(super) fn item_end(trees: &[TokenTree], at: usize) -> usize {
    let start = after_visibility(trees, at);
    let first = word(trees, start);
    let to_semicolon = match first.as_str() {
        "static" | "type" | "let" => true,
        "const" => !matches!(word(trees, start + 1).as_str(), "fn" | "unsafe" | "async" | "extern"),
        _ => false,
    };
    let is_item = matches!(
        first.as_str(),
        "async"
            | "const"
            | "enum"
            | "extern"
            | "fn"
            | "impl"
            | "macro_rules"
            | "mod"
            | "struct"
            | "trait"
            | "union"
            | "unsafe"
    );
    let is_block = matches!(first.as_str(), "for" | "if" | "loop" | "match" | "while")
        || matches!(trees.get(start), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
    for (offset, tree) in trees.iter().enumerate().skip(start) {
        let ends = match tree {
            TokenTree::Punct(punct) => match punct.as_char() {
                ';' => true,
                ',' => !to_semicolon && !is_item,
                _ => false,
            },
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let before = offset.checked_sub(1).and_then(|before| trees.get(before));
                // The body of an item, of an arm, or of a macro that is called.
                !to_semicolon && (is_item || is_block || is_punct(before, '>') || is_punct(before, '!'))
            }
            _ => false,
        };
        if ends {
            return offset + 1;
        }
    }
    trees.len()
}

/// Passes over `pub` and `pub(…)`.
pub(super) fn after_visibility(trees: &[TokenTree], at: usize) -> usize {
    if word(trees, at) != "pub" {
        return at;
    }
    match trees.get(at + 1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => at + 2,
        _ => at + 1,
    }
}

/// The identifier at `at`, without `r#`; empty where there is none.
pub(super) fn word(trees: &[TokenTree], at: usize) -> String {
    match trees.get(at) {
        Some(TokenTree::Ident(ident)) => name(ident),
        _ => String::new(),
    }
}

/// An identifier without `r#`.
pub(super) fn name(ident: &proc_macro2::Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(plain) => plain.to_owned(),
        None => text,
    }
}

pub(super) fn is_punct(tree: Option<&TokenTree>, wanted: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}
