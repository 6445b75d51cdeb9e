//! What the gates say about the fixtures, word for word: `words.txt` has each sentence once, with the first finding that says
//! it. Whoever changes a sentence reads it there as others will. `BLESS=1 cargo test -p errtax-build --features merge --test
//! drift` writes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use errtax_build::finding::Finding;
use errtax_build::source::Sources;

use crate::case::{Judged, all};
use crate::pair::word;

const WORDS: &str = "tests/drift/words.txt";

/// A text without what it says of this one case: quoted values, codes, numbers.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut quoted = None;
    for c in text.chars() {
        match quoted {
            Some(quote) if c == quote => quoted = None,
            Some(_) => continue,
            None if matches!(c, '`' | '"') => quoted = Some(c),
            None if c.is_ascii_digit() || c.is_ascii_uppercase() || c == '_' => continue,
            None => {}
        }
        shape.push(c);
    }
    shape
}

fn told(finding: &Finding, sources: &Sources) -> (String, String) {
    let Finding {
        message,
        label,
        help,
        related,
        place,
        ..
    } = finding;
    let head = format!("{} ({})", finding.rule.id, word(finding.level));
    let mut text = format!("{head}\n  {}: {message}\n", sources.show(*place));
    let mut shaped = format!("{head}\n{}\n", shape(message));
    for (name, line) in [("label", label), ("help", help)] {
        let _ = writeln!(text, "  {name}: {line}");
        let _ = writeln!(shaped, "{name} {}", shape(line));
    }
    for (place, line) in related {
        let _ = writeln!(text, "  {}: {line}", sources.show(*place));
        let _ = writeln!(shaped, "{}", shape(line));
    }
    (shaped, text)
}

#[test]
fn every_sentence_of_the_gates_is_one_that_somebody_has_read() {
    let mut sentences: BTreeMap<String, String> = BTreeMap::new();
    for Judged { forth, back, .. } in all() {
        for pair in [forth, back] {
            for finding in pair.told() {
                let (shaped, text) = told(&finding, &pair.sources);
                sentences.entry(shaped).or_insert(text);
            }
        }
    }
    let mut found: Vec<String> = sentences.into_values().collect();
    found.sort_unstable();
    let found = found.join("\n");
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(WORDS, found).unwrap();
    }
    let read = std::fs::read_to_string(WORDS).unwrap();
    let (read, found): (Vec<&str>, Vec<&str>) = (read.split("\n\n").collect(), found.split("\n\n").collect());
    let new: Vec<&str> = found.iter().copied().filter(|text| !read.contains(text)).collect();
    let gone: Vec<&str> = read.iter().copied().filter(|text| !found.contains(text)).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "said now:\n\n{}\n\nno longer:\n\n{}\n\nif that is meant: BLESS=1",
        new.join("\n\n"),
        gone.join("\n\n")
    );
}
