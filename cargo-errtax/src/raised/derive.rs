//! Which codes an item that derives `ToolError` raises. The rules are those of the derive.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Data, DeriveInput};

use super::attributes::{Attribute, commas, is_punct, name, of_syn, word};

/// What one derived item says.
#[derive(Debug, Default)]
pub(super) struct Derived {
    /// The identifiers of its codes.
    pub(super) codes: Vec<String>,
    /// Whether it names the module of the codes, and it is one of another crate.
    pub(super) codes_elsewhere: bool,
}

/// Reads an item; `None` where it is none: in the body of a macro, names and parts of it are still open.
pub(super) fn read(item: TokenStream) -> Option<Derived> {
    let input: DeriveInput = syn::parse2(item).ok()?;
    let said = Words::of(&of_syn(&input.attrs));
    let mut derived = Derived {
        codes: Vec::new(),
        codes_elsewhere: said.codes_elsewhere,
    };
    match &input.data {
        Data::Enum(data) => {
            for variant in &data.variants {
                let attributes = of_syn(&variant.attrs);
                if !attributes.iter().any(Attribute::is_test) {
                    Words::of(&attributes).codes(name(&variant.ident), Some(&said), &mut derived.codes);
                }
            }
        }
        Data::Struct(_) => said.codes(name(&input.ident), None, &mut derived.codes),
        Data::Union(_) => {}
    }
    Some(derived)
}

/// What the attributes at one place say about codes.
#[derive(Debug, Default)]
struct Words {
    codes: Vec<String>,
    defaults: Vec<String>,
    /// Whether there is a default under every condition.
    default_certain: bool,
    /// Its code is that of its field.
    transparent: bool,
    /// Whether the code, or that it is transparent, is said under every condition.
    certain: bool,
    codes_elsewhere: bool,
}

impl Words {
    fn of(attributes: &[Attribute]) -> Self {
        let mut words = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.name == "tool_error") {
            for part in commas(&attribute.arguments) {
                words.take(part, !attribute.conditional);
            }
        }
        words
    }

    fn take(&mut self, part: &[TokenTree], certain: bool) {
        let first = word(part, 0);
        match part {
            [TokenTree::Ident(_)] if first == "transparent" => {
                self.transparent = true;
                self.certain |= certain;
            }
            [TokenTree::Ident(_)] if first.starts_with(char::is_uppercase) => {
                self.codes.push(first);
                self.certain |= certain;
            }
            [TokenTree::Ident(_), equals, .., TokenTree::Ident(code)]
                if first == "default" && is_punct(Some(equals), '=') =>
            {
                self.defaults.push(name(code));
                self.default_certain |= certain;
            }
            [TokenTree::Ident(_), equals, path @ ..] if first == "codes" && is_punct(Some(equals), '=') => {
                self.codes_elsewhere |= !matches!(word(path, 0).as_str(), "crate" | "self" | "super");
            }
            _ => {}
        }
    }

    /// The codes of what is called `own`; more than one where conditions decide.
    fn codes(self, own: String, item: Option<&Self>, all: &mut Vec<String>) {
        let decided = self.certain && (self.transparent || !self.codes.is_empty());
        all.extend(self.codes);
        if decided {
            return;
        }
        if let Some(item) = item {
            all.extend_from_slice(&item.defaults);
        }
        if !item.is_some_and(|item| item.default_certain) {
            all.push(own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(item: &str) -> Vec<String> {
        read(item.parse().unwrap()).unwrap().codes
    }

    #[test]
    fn a_variant_has_the_code_that_the_derive_gives_it() {
        for (item, expected) in [
            ("enum E { A, B { x: u8 }, C(#[from] io::Error) }", vec!["A", "B", "C"]),
            ("enum E { #[tool_error(X)] A, r#Self_ }", vec!["X", "Self_"]),
            (
                "enum E { #[tool_error(infer, X)] A(E), #[tool_error(infer)] B(E) }",
                vec!["X", "B"],
            ),
            ("enum E { #[tool_error(transparent)] A(E) }", vec![]),
            (
                "#[tool_error(default = D)] enum E { A, #[tool_error(X)] B, #[tool_error(infer)] C(E) }",
                vec!["D", "X", "D"],
            ),
            // A default that no variant falls back to is not sent.
            (
                "#[tool_error(default = D, display = false)] enum E { #[tool_error(X)] A }",
                vec!["X"],
            ),
            (
                "enum E { A { #[tool_error(detail = \"x\")] y: u8, #[tool_error(skip)] z: u8 } }",
                vec!["A"],
            ),
            (
                "enum E { #[cfg(test)] A, #[cfg(unix)] B, #[cfg(not(test))] C }",
                vec!["B", "C"],
            ),
            ("enum E { #[cfg_attr(unix, tool_error(X))] A }", vec!["X", "A"]),
            ("enum E { #[cfg_attr(test, tool_error(X))] A }", vec!["A"]),
            (
                "#[cfg_attr(unix, tool_error(default = D))] enum E { A }",
                vec!["D", "A"],
            ),
            ("struct A { x: u8 }", vec!["A"]),
            ("#[tool_error(X, codes = a::codes)] struct A;", vec!["X"]),
            ("#[tool_error(transparent)] struct A(B);", vec![]),
            ("union A { x: u8 }", vec![]),
        ] {
            assert_eq!(codes(item), expected, "{item}");
        }
    }

    #[test]
    fn the_module_of_the_codes_may_be_that_of_another_crate() {
        for (item, elsewhere) in [
            ("enum E {}", false),
            ("#[tool_error(codes = crate::codes)] enum E {}", false),
            ("#[tool_error(codes = ledger::codes)] enum E {}", true),
            ("#[tool_error(codes = ::ledger::codes)] enum E {}", true),
        ] {
            assert_eq!(
                read(item.parse().unwrap()).unwrap().codes_elsewhere,
                elsewhere,
                "{item}"
            );
        }
    }
}
