//! Reads one file token by token. What is in a macro's body or call counts like any other text, so there is no need to
//! know what the macro does; what is in a comment or a string is no token and does not count.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::attributes::{Attribute, Run, after_visibility, commas, is_punct, item_end, name, run, word};
use super::derive::{self, Derived};
use super::mentions::{HOMES, Mentions};
use super::reading::{is_arrow, is_path, only_reads, pattern_length};

/// The derive.
pub(super) const DERIVE: &str = "ToolError";

/// More groups in each other than anybody writes; beyond, the stack could overflow.
const DEEPEST: usize = 400;

/// Macros that take a pattern.
const MATCHERS: &[&str] = &["assert_matches", "debug_assert_matches", "matches"];

/// What to look for.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    /// The identifiers of the codes.
    pub(super) codes: BTreeSet<&'a str>,
    /// The names of the derive.
    pub(super) derives: BTreeSet<String>,
}

/// What one file holds.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    /// What it says about codes.
    pub(super) mentions: Mentions,
    /// The files that it names.
    pub(super) files: Vec<FileName>,
    /// Whether the registry is compiled into its crate.
    pub(super) includes_registry: bool,
    /// Whether groups are nested so deeply that it was not read to its end.
    pub(super) too_deep: bool,
}

/// A file that another one names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileName {
    /// How.
    pub(super) by: NamedBy,
    /// The inline modules around the name, from the outermost.
    pub(super) inside: Vec<String>,
    /// Whether it is there in tests alone.
    pub(super) test: bool,
}

/// How a file is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamedBy {
    /// `mod name;`
    Module(String),
    /// `#[path = "…"] mod name;`
    Path(String),
    /// `include!("…")`
    Include(String),
}

/// Reads the tokens of a file.
pub(super) fn scan(trees: &[TokenTree], wanted: &Wanted<'_>) -> Scanned {
    let mut scanner = Scanner {
        wanted,
        found: Scanned::default(),
        test: false,
        depth: 0,
        inside: Vec::new(),
        calls: Vec::new(),
        defines: None,
    };
    scanner.list(trees, Around::default());
    scanner.found
}

struct Scanner<'a> {
    wanted: &'a Wanted<'a>,
    found: Scanned,
    /// Whether this is there in tests alone.
    test: bool,
    depth: usize,
    inside: Vec<String>,
    /// The macros in whose calls this is.
    calls: Vec<String>,
    /// The macro in whose definition this is.
    defines: Option<String>,
}

/// What stands around a list of tokens.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    /// It is a pattern.
    pattern: bool,
    /// It is in `pub use`.
    public: bool,
}

impl Scanner<'_> {
    fn list(&mut self, trees: &[TokenTree], around: Around) {
        let mut at = 0;
        let outer_test = self.test;
        if let Some(Run { attributes, next }) = run(trees, 0, true) {
            self.test |= attributes.iter().any(Attribute::is_test);
            at = next;
        }
        while let Some(tree) = trees.get(at) {
            if let Some(run) = run(trees, at, false) {
                at = self.attributed(trees, at, &run);
                continue;
            }
            at = match tree {
                TokenTree::Ident(ident) => self.ident(trees, at, ident, around),
                TokenTree::Group(group) => {
                    let is_pattern = self.calls.is_empty() && is_arrow(trees, at + 1);
                    let pattern = around.pattern || is_pattern;
                    self.group(group, Around { pattern, ..around });
                    at + 1
                }
                _ => at + 1,
            };
        }
        self.test = outer_test;
    }

    fn group(&mut self, group: &Group, around: Around) {
        if self.depth >= DEEPEST {
            self.found.too_deep = true;
            return;
        }
        self.depth += 1;
        let trees: Vec<TokenTree> = group.stream().into_iter().collect();
        self.list(&trees, around);
        self.depth -= 1;
    }

    /// What stands behind attributes.
    fn attributed(&mut self, trees: &[TokenTree], start: usize, run: &Run) -> usize {
        let attributes = &run.attributes;
        let end = item_end(trees, run.next);
        let path = attributes.iter().find(|attribute| attribute.name == "path");
        let path = path.and_then(|attribute| string(attribute.arguments.first()?));
        if attributes.iter().any(Attribute::is_test) {
            let outer = std::mem::replace(&mut self.test, true);
            let begin = self.module(trees, run.next, path).unwrap_or(run.next);
            self.list(trees.get(begin..end).unwrap_or_default(), Around::default());
            self.test = outer;
            return end.max(begin);
        }
        if !self.test && attributes.iter().any(|attribute| self.derives(attribute)) {
            self.derived(trees.get(start..end).unwrap_or_default());
        }
        for attribute in attributes.iter().filter(|attribute| attribute.name != "doc") {
            self.list(&attribute.arguments, Around::default());
        }
        self.module(trees, run.next, path).unwrap_or(run.next)
    }

    fn derives(&self, attribute: &Attribute) -> bool {
        attribute.name == "derive"
            && commas(&attribute.arguments)
                .any(|path| self.wanted.derives.contains(&word(path, path.len().saturating_sub(1))))
    }

    fn derived(&mut self, item: &[TokenTree]) {
        let flat = flat(item);
        let derived = derive::read(item.iter().cloned().collect()).unwrap_or_else(|| Derived {
            // What a macro makes of it cannot be told; every code that it names may be one.
            codes: (0..flat.len()).map(|at| word(&flat, at)).collect(),
            codes_elsewhere: false,
        });
        let mentions = &mut self.found.mentions;
        for code in derived.codes {
            if self.wanted.codes.contains(code.as_str()) {
                if derived.codes_elsewhere {
                    mentions.derived_elsewhere.insert(code.clone());
                }
                mentions.derived.insert(code);
            }
        }
        if flat.iter().any(|tree| is_punct(Some(tree), '$')) {
            self.makes();
        }
    }

    /// The macro that is being defined makes codes of what it is called with.
    fn makes(&mut self) {
        if let Some(defines) = &self.defines {
            self.found.mentions.makers.insert(defines.clone());
        }
    }

    /// `mod name;` or `mod name { … }` at `at`.
    fn module(&mut self, trees: &[TokenTree], at: usize, path: Option<String>) -> Option<usize> {
        let at = after_visibility(trees, at);
        let name = word(trees, at + 1);
        if word(trees, at) != "mod" || name.is_empty() {
            return None;
        }
        match trees.get(at + 2) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                self.inside.push(name);
                self.group(group, Around::default());
                self.inside.pop();
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => {
                let by = match path {
                    Some(path) => NamedBy::Path(path),
                    None => NamedBy::Module(name),
                };
                self.file(by);
            }
            _ => return None,
        }
        Some(at + 3)
    }

    fn file(&mut self, by: NamedBy) {
        let inside = self.inside.clone();
        let test = self.test;
        self.found.files.push(FileName { by, inside, test });
    }

    fn ident(&mut self, trees: &[TokenTree], at: usize, ident: &Ident, around: Around) -> usize {
        let word_here = name(ident);
        self.word(&word_here);
        match word_here.as_str() {
            "mod" => {
                if let Some(next) = self.module(trees, at, None) {
                    return next;
                }
            }
            "macro_rules" if is_punct(trees.get(at + 1), '!') => {
                if let Some(TokenTree::Group(group)) = trees.get(at + 3) {
                    let outer = self.defines.replace(word(trees, at + 2));
                    self.group(group, Around::default());
                    self.defines = outer;
                    return at + 4;
                }
            }
            // Not the `use<'a>` of a return type.
            "use" if !is_punct(trees.get(at + 1), '<') => {
                let rest = trees.get(at + 1..).unwrap_or_default();
                let length = rest
                    .iter()
                    .position(|tree| is_punct(Some(tree), ';'))
                    .unwrap_or(rest.len());
                let public = is_public(trees, at);
                let around = Around { public, ..around };
                self.list(rest.get(..length).unwrap_or_default(), around);
                return at + 1 + length;
            }
            "let" if self.calls.is_empty() => {
                let rest = trees.get(at + 1..).unwrap_or_default();
                let length = pattern_length(rest);
                let around = Around {
                    pattern: true,
                    ..around
                };
                self.list(rest.get(..length).unwrap_or_default(), around);
                return at + 1 + length;
            }
            "type" => self.type_alias(trees, at),
            "as" => {
                let before = at.checked_sub(1).map(|before| word(trees, before)).unwrap_or_default();
                self.alias(&before, word(trees, at + 1));
            }
            _ => {
                if let Some(next) = self.call(trees, at, &word_here) {
                    return next;
                }
            }
        }
        if is_path(trees, at + 1) {
            self.path(trees, at, &word_here, around);
        }
        at + 1
    }

    /// The identifier of a code, wherever it stands.
    fn word(&mut self, word: &str) {
        if self.test || !self.wanted.codes.contains(word) {
            return;
        }
        let mentions = &mut self.found.mentions;
        mentions.words.insert(word.to_owned());
        for call in &self.calls {
            mentions.calls.entry(call.clone()).or_default().insert(word.to_owned());
        }
    }

    /// `name!(…)`
    fn call(&mut self, trees: &[TokenTree], at: usize, name: &str) -> Option<usize> {
        if !is_punct(trees.get(at + 1), '!') {
            return None;
        }
        let Some(TokenTree::Group(group)) = trees.get(at + 2) else {
            return None;
        };
        self.found.includes_registry |= name == "include_registry";
        if name == "include" {
            let content: Vec<TokenTree> = group.stream().into_iter().collect();
            if let Some(path) = content.first().and_then(string) {
                self.file(NamedBy::Include(path));
            }
        }
        if !MATCHERS.contains(&name) {
            self.calls.push(name.to_owned());
            self.group(group, Around::default());
            self.calls.pop();
        }
        Some(at + 3)
    }

    fn type_alias(&mut self, trees: &[TokenTree], at: usize) {
        let rest = trees.get(at + 2..).unwrap_or_default();
        if !is_punct(rest.first(), '=') {
            return;
        }
        if let Some(end) = rest.iter().position(|tree| is_punct(Some(tree), ';')) {
            let of = end.checked_sub(1).map(|last| word(rest, last)).unwrap_or_default();
            self.alias(&of, word(trees, at + 1));
        }
    }

    fn alias(&mut self, of: &str, name: String) {
        if self.test || name.is_empty() || name == "_" {
            return;
        }
        if HOMES.contains(&of) {
            self.found.mentions.aliases.insert(name);
        } else if of == DERIVE {
            self.found.mentions.derives.insert(name);
        }
    }

    /// What follows `home::`.
    fn path(&mut self, trees: &[TokenTree], at: usize, home: &str, around: Around) {
        if self.test {
            return;
        }
        match trees.get(at + 3) {
            Some(TokenTree::Ident(ident)) => {
                let code = name(ident);
                let reads = self.calls.is_empty() && (around.pattern || only_reads(trees, at, at + 4));
                if self.wanted.codes.contains(code.as_str()) && !reads {
                    self.found.mentions.paths.insert((home.to_owned(), code));
                }
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '*' => {
                self.found.mentions.globs.insert((home.to_owned(), around.public));
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '$' && HOMES.contains(&home) => self.makes(),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let content: Vec<TokenTree> = group.stream().into_iter().collect();
                for import in commas(&content) {
                    self.import(home, import, around);
                }
            }
            _ => {}
        }
    }

    /// One part of `use home::{…};`.
    fn import(&mut self, home: &str, import: &[TokenTree], around: Around) {
        let first = word(import, 0);
        if is_punct(import.first(), '*') {
            self.found.mentions.globs.insert((home.to_owned(), around.public));
        } else if first == "self" && word(import, 1) == "as" {
            self.alias(home, word(import, 2));
        } else if self.wanted.codes.contains(first.as_str()) {
            self.found.mentions.paths.insert((home.to_owned(), first));
        }
    }
}

fn is_public(trees: &[TokenTree], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|before| trees.get(before));
    let is_pub = |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Ident(ident)) if ident == "pub");
    is_pub(before(1)) || (matches!(before(1), Some(TokenTree::Group(_))) && is_pub(before(2)))
}

/// The text of a plain string literal.
fn string(tree: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = tree else { return None };
    let text: syn::LitStr = syn::parse_str(&literal.to_string()).ok()?;
    Some(text.value())
}

/// All that is in some groups, one after the other, without the groups.
fn flat(trees: &[TokenTree]) -> Vec<TokenTree> {
    let mut open: Vec<TokenTree> = trees.iter().rev().cloned().collect();
    let mut flat = Vec::new();
    while let Some(tree) = open.pop() {
        match tree {
            TokenTree::Group(group) => {
                let content: Vec<TokenTree> = group.stream().into_iter().collect();
                open.extend(content.into_iter().rev());
            }
            tree => flat.push(tree),
        }
    }
    flat
}
