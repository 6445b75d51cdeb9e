//! What holds wherever a code is raised, and for any text.

use std::collections::BTreeSet;

use proc_macro2::TokenTree;
use proptest::prelude::*;

use super::mentions::raised;
use super::scan::{DERIVE, FileName, NamedBy, Wanted, scan};
use super::unreadable::mistake;

const RAISES: &[&str] = &[
    "#[derive(Debug, errtax::ToolError)] pub enum E { #[tool_error(PeriodLocked)] A { x: u8 }, B }",
    "#[derive(ToolError)] struct PeriodLocked;",
    "const C: Code = crate::codes::Code::PeriodLocked;",
    "fn f() -> Failure { codes::details::PeriodLocked { id: 1 }.into_failure() }",
    "use codes::{details::{PeriodLocked as P, Other}};",
];

const OTHERS: &[&str] = &[
    "",
    "#[cfg(test)] use a::{b, c};",
    "#[cfg(test)] mod tests;",
    "#[test] fn t<A, B>() -> Vec<A> { vec![] }",
    "#[cfg(test)] const X: S = S { a: 1 };",
    "#[derive(Debug)] struct S<T: A, U>(T, U);",
    "fn g(c: Code) -> bool { matches!(c, Code::Other) && c != Code::Other }",
    "#![allow(x)]",
    "impl<T> A for B<T> { type C = D; const E: F = 1; }",
];

/// What may stand around an item, and whether it is there in tests alone.
const AROUND: &[(&str, &str, bool)] = &[
    ("mod m {", "}", false),
    ("fn f<A, B>(a: A) -> B where A: C<B> {", "}", false),
    ("impl A { fn f(&self) {", "} }", false),
    ("#[cfg(unix)] #[allow(x)] pub(crate) mod m {", "}", false),
    ("cfg_if! { if #[cfg(windows)] {", "} }", false),
    ("macro_rules! m { ($a:ident) => {", "} }", false),
    ("fn f() { if a { match b { C => {", "} } } }", false),
    ("#[cfg(not(test))] mod m {", "}", false),
    ("#[cfg(any(test, feature = \"x\"))] mod m {", "}", false),
    ("#[cfg(test)] mod m {", "}", true),
    ("#[cfg(all(unix, test))] pub(crate) fn f() {", "}", true),
    ("#[tokio::test] async fn f() {", "}", true),
    ("mod m { #![cfg(test)]", "}", true),
    ("fn f() { #[cfg(test)] {", "} }", true),
    ("fn f(a: A) { match a { #[cfg(test)] B => {", "} _ => {} } }", true),
];

fn wanted() -> Wanted<'static> {
    Wanted {
        codes: BTreeSet::from(["Other", "PeriodLocked"]),
        derives: BTreeSet::from([DERIVE.to_owned()]),
    }
}

fn trees(text: &str) -> Vec<TokenTree> {
    let stream: proc_macro2::TokenStream = text.parse().unwrap();
    stream.into_iter().collect()
}

proptest! {
    #[test]
    fn what_raises_counts_wherever_it_stands_unless_tests_are_around_it(
        item in 0..RAISES.len(),
        around in prop::collection::vec((0..AROUND.len(), 0..OTHERS.len(), 0..OTHERS.len()), 0..6),
    ) {
        let mut text = RAISES[item].to_owned();
        let mut test = false;
        for (around, before, after) in around {
            let (opens, closes, is_test) = AROUND[around];
            test |= is_test;
            text = format!("{opens} {} {text} {} {closes}", OTHERS[before], OTHERS[after]);
        }
        let scanned = scan(&trees(&text), &wanted());
        prop_assert_eq!(raised(&[&scanned.mentions]).contains("PeriodLocked"), !test, "{}", text);
    }

    #[test]
    fn no_text_makes_it_fail(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "#", "!", "[derive(ToolError)]", "[cfg(test)]", "[path = \"x\"]", "[cfg_attr(", "enum", "struct", "E", "{", "}",
                "(", ")", "Code", "::", "PeriodLocked", "details", "*", "$", "use", "pub", "as", "type", "=", ">", ";", ",", "let",
                "mod", "macro_rules", "m", "include", "\"a\"", "|", "if", "==", "matches", "r#x", "'a", "\u{e4}",
            ]),
            0..40,
        ),
    ) {
        let text = words.join(" ");
        if let Ok(stream) = text.parse::<proc_macro2::TokenStream>() {
            scan(&stream.into_iter().collect::<Vec<_>>(), &wanted());
        }
        if let Some(found) = mistake(&text) {
            prop_assert!(found.at.end <= text.len() && found.at.start <= found.at.end, "{:?}", found);
        }
    }
}

#[test]
fn files_are_named_with_the_modules_around_them_and_whether_for_tests() {
    let text = "mod a; #[path = \"p/q.rs\"] mod b; mod c { pub(crate) mod d; #[cfg(test)] mod e; } include!(\"f.in\"); \
                #[cfg(test)] mod t { mod u; } include!(concat!(env!(\"OUT_DIR\"), \"/x.rs\"));";
    let named = |by: NamedBy, inside: &[&str], test: bool| FileName {
        by,
        inside: inside.iter().map(|name| (*name).to_owned()).collect(),
        test,
    };
    let module = |name: &str| NamedBy::Module(name.to_owned());
    assert_eq!(
        scan(&trees(text), &wanted()).files,
        [
            named(module("a"), &[], false),
            named(NamedBy::Path("p/q.rs".to_owned()), &[], false),
            named(module("d"), &["c"], false),
            named(module("e"), &["c"], true),
            named(NamedBy::Include("f.in".to_owned()), &[], false),
            named(module("u"), &["t"], true),
        ]
    );
}
