//! Each mistake that the reader finds is refused by the schema, or it is written down here why it cannot be.

use std::collections::BTreeSet;
use std::fs;

use crate::fixtures::kind;
use crate::{Case, Package, json, read, structure};

/// What is no TOML: the editor's parser says so before any schema is asked.
const NO_TOML: &[&str] = &["toml-syntax", "duplicate-key", "merge-conflict"];

/// What no schema can see.
const BEYOND: &[(&str, &str)] = &[
    (
        "invisible-character",
        "it stands in comments and keys too, and a pattern would hide what else is wrong with a text",
    ),
    ("bad-include", "what files there are, and which one this is"),
    ("no-codes", "an extended registry has codes too"),
    ("extends-cycle", "another file"),
    ("duplicate-declaration", "another file"),
    ("bad-date", "leap years; a day that no year has is refused"),
    ("retired-code-declared", "names are compared with each other"),
    ("code-in-both", "another registry"),
    ("replaces-nothing", "another registry"),
    ("in-doubt-class", "another code"),
    ("twin-details", "another code"),
    ("unknown-code", "what is declared elsewhere, in other registries too"),
    ("placeholder-syntax", "texts are read on their own"),
    ("placeholder-unknown", "texts are compared with details"),
    ("placeholder-optional", "texts are compared with details"),
    ("placeholder-sensitive", "texts are compared with details"),
    ("next-unknown-tool", "what is declared elsewhere"),
    ("unknown-tool", "what is declared elsewhere"),
    ("verify-writes", "another tool"),
    ("undoes-read", "another tool"),
    (
        "dedupe-on-read",
        "a key that is there for nothing is no wrong value; what to do about it takes the message",
    ),
    ("role-class", "another code"),
    ("role-details", "another code"),
    ("upstream-details", "another code"),
    ("replacement-unusable", "another code"),
    ("replacement-cycle", "other codes"),
    ("since-in-future", "versions are compared with each other"),
    ("type-name-taken", "names are compared with each other"),
    (
        "in-doubt-unused",
        "a key that is there for nothing is no wrong value; what to do about it takes the message",
    ),
];

/// What a schema sees in part, and what of it it does not.
const IN_PART: &[(&str, &str)] = &[
    ("wrong-type", "a date is text in JSON, and 400.0 a whole number"),
    (
        "not-in-contract",
        "names are compared with each other; that there are none to compare with is refused",
    ),
    (
        "similar-code",
        "names are compared with each other; one that is spelt otherwise is refused by itself",
    ),
];

/// Whether the schema refuses a file of the package; `None` where one is no TOML.
fn refused(case: &str) -> Option<bool> {
    let package = Package::new(case);
    let (_, sources) = package.findings();
    let mut refused = false;
    for source in sources.files() {
        let Ok(text) = fs::read_to_string(package.path().join(&source.path)) else {
            continue;
        };
        let is_whole = source.path == "registry.toml";
        let file = json::of(&text)?;
        let kind = if is_whole { crate::Kind::Registry } else { kind(&file) };
        refused |= !kind.refuses(&file).is_empty();
    }
    Some(refused)
}

fn cases() -> impl Iterator<Item = &'static Case> {
    read::CASES.iter().chain(structure::CASES)
}

#[test]
fn a_mistake_that_one_file_shows_is_refused() {
    let listed = |list: &[(&str, &str)], rule: &str| list.iter().any(|(listed, _)| *listed == rule);
    let (mut passed, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for case in cases() {
        let is_no_toml = NO_TOML.contains(&case.rule);
        match refused(case.bad) {
            None => assert!(
                is_no_toml || case.rule == "invisible-character",
                "{}: {}",
                case.rule,
                case.bad
            ),
            Some(refused) => {
                assert!(!is_no_toml, "{}: {}", case.rule, case.bad);
                let may_pass = listed(BEYOND, case.rule) || listed(IN_PART, case.rule);
                assert!(refused || may_pass, "{} passes: {}", case.rule, case.bad);
                if refused {
                    seen.insert(case.rule);
                } else {
                    passed.insert(case.rule);
                }
            }
        }
    }
    let names = |list: &[(&'static str, &str)]| list.iter().map(|(rule, _)| *rule).collect::<BTreeSet<_>>();
    assert_eq!(
        passed.difference(&seen).copied().collect::<BTreeSet<_>>(),
        names(BEYOND)
    );
    assert_eq!(
        passed.intersection(&seen).copied().collect::<BTreeSet<_>>(),
        names(IN_PART)
    );
}

#[test]
fn what_is_nearly_the_mistake_passes() {
    for case in cases().chain(crate::style::CASES) {
        match refused(case.good) {
            None => assert!(case.good.contains("not even TOML"), "{}", case.good),
            Some(refused) => assert!(!refused, "{}: {}", case.rule, case.good),
        }
    }
    // What reads badly is sound all the same.
    for case in crate::style::CASES {
        assert_eq!(refused(case.bad), Some(false), "{}: {}", case.rule, case.bad);
    }
}
