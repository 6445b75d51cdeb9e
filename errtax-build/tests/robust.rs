//! No input is too broken to be answered: no panic, every place inside its file, every finding shown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use errtax_build::{analyse, render, style};
use proptest::prelude::*;

/// Analyses one file as a registry and checks what holds for every answer.
fn check(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("registry.toml"), bytes).unwrap();
    std::fs::write(folder.path().join("registry.lock"), "").unwrap();
    let analysis = analyse(folder.path(), "registry.toml");
    let mut findings = analysis.findings.clone();
    if let Some(registry) = &analysis.registry {
        findings.extend(style(registry));
        let identifiers: BTreeSet<&str> = registry.codes.values().map(|code| code.ident.as_str()).collect();
        for identifier in &identifiers {
            assert!(
                identifier.starts_with(|c: char| c.is_ascii_alphabetic()),
                "{identifier}"
            );
            assert!(
                identifier
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
                "{identifier}"
            );
        }
        if !analysis.fails() {
            assert_eq!(
                identifiers.len(),
                registry.codes.len(),
                "one identifier for two codes, unreported"
            );
        }
    } else {
        assert!(analysis.fails(), "nothing read, nothing said");
    }
    for finding in &findings {
        for (place, _) in finding.related.iter().chain([&(finding.place, String::new())]) {
            let file = analysis.sources.file(place.file);
            assert!(!file.path.is_empty(), "a place in no file: {finding:?}");
            assert!(
                file.text.get(place.start..place.end).is_some(),
                "outside {}: {finding:?}",
                file.path
            );
        }
        let shown = render::plain(finding, &analysis.sources);
        assert!(
            shown.contains(finding.rule.id) && !finding.message.contains('\n'),
            "{shown}"
        );
        assert!(
            !shown.contains(folder.path().to_str().unwrap()),
            "an absolute path: {shown}"
        );
    }
    assert_eq!(analyse(folder.path(), "registry.toml").findings, analysis.findings);
}

fn standard() -> &'static str {
    errtax_build::standard::TEXT
}

/// What is put in place of something else.
const PIECES: &[&str] = &[
    "",
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\n",
    "\r",
    "\t",
    "#",
    "0",
    "-1",
    "1e400",
    "nan",
    "true",
    "2027-06-30",
    "\\u200b",
    "\u{200b}",
    "\u{202e}",
    "ö",
    "日本",
    "{x}",
    "{verify}",
    "{}",
    "{self}",
    "<<<<<<< HEAD\n",
    "\n||||||| base\n",
    "\n=======\n",
    ">>>>>>> other\n",
    "[codes.X]\n",
    "[codes.PANIC]\n",
    "[[upstream]]\n",
    "[[codes]]\n",
    "[registry]\n",
    "a = ",
    "class",
    "action = \"retry\"\n",
    "next = { tool = \"x\", args = { a = [{ b = \"{c}\" }] } }\n",
    "deprecated = { since = \"1.0.0\", replaced_by = \"PANIC\" }\n",
    "[codes.gone]\n",
    "[tools.x]\neffect = \"read\"\n",
    "[retired.PANIC]\n",
    "[[amendments]]\n",
    "[roles]\n",
    "details = 1\n",
    "\u{0}",
    "\\",
    "extends = [\"registry.toml\"]\n",
    "include = [\"*.toml\"]\n",
    "a.b.c = 1\n",
];

#[derive(Clone, Debug)]
enum Edit {
    Replace(prop::sample::Index, usize, &'static str),
    Line(prop::sample::Index, &'static str),
    Twice(prop::sample::Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let piece = prop::sample::select(PIECES);
    prop_oneof![
        (any::<prop::sample::Index>(), 0..12usize, piece.clone())
            .prop_map(|(at, length, piece)| Edit::Replace(at, length, piece)),
        (any::<prop::sample::Index>(), piece).prop_map(|(at, piece)| Edit::Line(at, piece)),
        (any::<prop::sample::Index>(), 1..6usize).prop_map(|(at, lines)| Edit::Twice(at, lines)),
    ]
}

fn apply(text: &str, edit: &Edit) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    match edit {
        Edit::Replace(at, length, piece) => {
            let characters: Vec<char> = text.chars().collect();
            let at = at.index(characters.len() + 1);
            let before: String = characters.iter().take(at).collect();
            let after: String = characters.iter().skip(at + length).collect();
            format!("{before}{piece}{after}")
        }
        Edit::Line(at, piece) => {
            let at = at.index(lines.len());
            let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
            lines[at] = format!("{piece}\n");
            lines.concat()
        }
        Edit::Twice(at, count) => {
            let at = at.index(lines.len());
            let end = (at + count).min(lines.len());
            [&lines[..end], &lines[at..]].concat().concat()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_text_in_the_alphabet_of_toml_is_answered(text in "[a-zA-Z_\\[\\]{}=\"'.,#0-9 \\n\\r\\t\\\\-]{0,300}") {
        check(text.as_bytes());
    }

    #[test]
    fn a_registry_with_any_edits_is_answered(edits in prop::collection::vec(edit(), 1..6)) {
        let text = edits.iter().fold(standard().to_owned(), |text, edit| apply(&text, edit));
        check(text.as_bytes());
    }

    #[test]
    fn pieces_of_a_registry_in_any_order_are_answered(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        check(pieces.concat().as_bytes());
    }
}
