//! The table of phrases, held to what the search takes for granted; and messages, whatever they say.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::phrases::{self, Meaning, Weight};
use super::plain::{BLANK, plain};
use super::prove;
use super::scan::scan;
use crate::causes::proof::Again;

/// A phrase as a message holds it.
fn spelled(phrase: &str) -> String {
    phrase.replace('#', "503").replace('*', "word").replace('$', "")
}

fn plained(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    plain(text, &mut out);
    out
}

#[test]
fn a_phrase_is_written_as_messages_are_searched() {
    for (phrase, _) in phrases::all() {
        let spelled = spelled(phrase);
        assert_eq!(String::from_utf8(plained(&spelled)).unwrap(), spelled, "{phrase}");
        assert_eq!(phrase.trim(), phrase);
    }
}

#[test]
fn no_phrase_means_two_things() {
    let mut seen = BTreeMap::new();
    for (phrase, meaning) in phrases::all() {
        let before = seen.insert(phrase, meaning);
        assert!(before.is_none(), "`{phrase}` stands twice: {before:?}, {meaning:?}");
    }
}

#[test]
fn each_phrase_is_found_where_it_stands() {
    for (phrase, _) in phrases::all() {
        let small = phrase.starts_with('#') && matches!(phrase.as_bytes().last(), Some(b':'));
        let spelled = if small {
            phrase.replace('#', "14")
        } else {
            spelled(phrase)
        };
        let text = format!("so: {spelled}");
        let mut found = Vec::new();
        scan(&plained(&text), |hit| found.push(hit.phrase));
        assert!(found.contains(&phrase), "{phrase}: {found:?}");
    }
}

/// A phrase that says a repeat may help.
fn passing() -> impl Strategy<Value = String> {
    let passing: Vec<String> = phrases::all()
        .filter(|(_, meaning)| matches!(meaning, Meaning::Proves(Weight::Passing | Weight::Loose, fact) if fact.again != Again::No))
        .map(|(phrase, _)| spelled(phrase))
        .collect();
    prop::sample::select(passing)
}

/// A word that says what was asked is wrong.
fn veto() -> impl Strategy<Value = String> {
    let vetoes: Vec<String> = phrases::all()
        .filter(|(_, meaning)| matches!(meaning, Meaning::Proves(Weight::Veto, _)))
        .map(|(phrase, _)| spelled(phrase))
        .collect();
    prop::sample::select(vetoes)
}

proptest! {
    #[test]
    fn any_text_is_read_to_its_end(texts in prop::collection::vec(any::<String>(), 0..4)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let _ = prove(&texts);
    }

    #[test]
    fn texts_of_the_signs_that_count_are_read_to_their_end(text in "[-'\"`“”’/\\\\(){}:,.# \n\\[\\]a-c0-9]{0,200}") {
        let plain = plained(&text);
        prop_assert!(plain.len() <= text.len() + 1);
        let _ = prove(&[&text]);
    }

    #[test]
    fn what_is_only_quoted_does_not_pass(phrase in passing(), quotes in prop::sample::select(vec!["\"\"", "``", "“”"])) {
        let mut quotes = quotes.chars();
        let (open, close) = (quotes.next().unwrap(), quotes.next().unwrap());
        let text = format!("the label {open}{phrase}{close} was put on it");
        prop_assert!(prove(&[&text]).is_none(), "{text}");
    }

    #[test]
    fn what_is_an_address_does_not_pass(phrase in passing(), head in prop::sample::select(vec!["https://a.example/", "/var/lib/", "file:///"])) {
        let word = phrase.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let text = format!("the page {head}{word} was read");
        prop_assert!(prove(&[&text]).is_none(), "{text}");
    }

    #[test]
    fn one_word_of_refusal_outweighs_what_may_pass(phrase in passing(), veto in veto(), before in any::<bool>()) {
        let text = if before { format!("{veto}; {phrase}") } else { format!("{phrase}; {veto}") };
        let proof = prove(&[&text]).unwrap();
        // A code counts more than words do.
        prop_assert!(proof.fact.is_final() || !proof.because.is_text(), "{text}: {}", proof.because);
    }

    #[test]
    fn a_name_that_holds_a_phrase_is_not_one(phrase in passing()) {
        let name = phrase.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let text = format!("the column x{name}x was read");
        prop_assert!(prove(&[&text]).is_none(), "{text}");
    }
}

#[test]
fn a_quotation_leaves_a_mark() {
    assert_eq!(
        plained("Column \"Retry\" and 'x'"),
        [b"column ", &[BLANK][..], b" and ", &[BLANK]].concat()
    );
    assert_eq!(
        plained("can't reach the servers' host"),
        b"can't reach the servers' host"
    );
    assert_eq!(
        plained("GET https://a.example/x?y=1: refused"),
        [b"get ", &[BLANK][..], b": refused"].concat()
    );
    assert_eq!(plained("self-signed\t\n  A"), b"self signed a");
}
