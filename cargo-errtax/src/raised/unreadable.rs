//! Where a file stops being Rust.

use std::ops::Range;

use super::files::before_tokens;

/// What is wrong with a file, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// In a few words.
    pub(super) what: String,
    /// Its bytes.
    pub(super) at: Range<usize>,
}

/// The first mistake in a text, where it has one.
pub(super) fn mistake(text: &str) -> Option<Mistake> {
    let before = before_tokens(text);
    let tokens = text.get(before..).unwrap_or_default();
    let at = |range: Range<usize>| before + range.start..before + range.end;
    let stream: proc_macro2::TokenStream = match tokens.parse() {
        Ok(stream) => stream,
        Err(error) => {
            let error: proc_macro2::LexError = error;
            return Some(Mistake {
                what: "a bracket, quote or comment without its other end".to_owned(),
                at: at(error.span().byte_range()),
            });
        }
    };
    let error = syn::parse2::<syn::File>(stream).err()?;
    // At the end of the text syn has no place.
    let range = error.span().byte_range();
    let range = if range == (0..0) {
        tokens.len()..tokens.len()
    } else {
        range
    };
    let what = error.to_string();
    Some(Mistake {
        // A list of all that could stand here helps nobody.
        what: if what.starts_with("expected one of") || what.contains('\n') {
            "something else is expected here".to_owned()
        } else {
            what
        },
        at: at(range),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_shown_where_it_stands() {
        for (text, at) in [
            ("fn f( {\n", 6),
            ("fn f() {}\nfn g() { let = ; }\n", 23),
            ("enum E { A B }", 11),
            ("const S: &str = \"abc\n", 16),
            ("\u{feff}fn \u{e4}() { let = 1; }", 17),
            ("#!/usr/bin/env x\nfn f() { let = 1; }", 30),
            ("fn f() {}\n#[derive(Debug)]\n", 27),
        ] {
            let found = mistake(text).unwrap();
            assert_eq!(found.at.start, at, "{text:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_rust_has_none() {
        for text in [
            "",
            "#![allow(dead_code)]\n",
            "#!/usr/bin/env x",
            "#![x]\nfn f<'a>() { loop {} }",
        ] {
            assert_eq!(mistake(text), None, "{text:?}");
        }
    }
}
