//! `cargo errtax rules` and `cargo errtax explain`: the rule table, told.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::path::Path;

use common::run_in;

#[test]
fn every_rule_is_listed_and_can_be_explained() {
    let here = Path::new(".");
    let table = run_in(here, &["rules"]).ends(0).stdout;
    for rule in errtax_build::rules::RULES {
        assert!(table.contains(&format!("  {} ", rule.id)), "{} is not listed", rule.id);
        assert!(table.contains(rule.why), "{}", rule.id);
    }
    for id in ["unknown-key", "suffix-family", "no-codes"] {
        let rule = errtax_build::rules::find(id).unwrap();
        let told = run_in(here, &["explain", id]).ends(0).says(&[id, "level: ", "stage: "]);
        let words: Vec<&str> = told.stdout.split_whitespace().collect();
        assert!(words.join(" ").contains(rule.why), "{}", told.stdout);
    }
}

#[test]
fn the_table_is_there_for_programs() {
    let rules = run_in(Path::new("."), &["rules", "--format", "json"]).ends(0).json();
    assert_eq!(rules.as_array().unwrap().len(), errtax_build::rules::RULES.len());
    let rule = run_in(Path::new("."), &["explain", "suffix-family", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!((&rule["level"], &rule["stage"]), (&"warning".into(), &"style".into()));
    assert!(rules.as_array().unwrap().contains(&rule));
}

#[test]
fn an_unknown_rule_is_answered_with_the_one_that_was_meant() {
    run_in(Path::new("."), &["explain", "sufix-family"]).ends(2).says(&[
        "there is no rule `sufix-family`",
        "did you mean `cargo errtax explain suffix-family`?",
    ]);
    run_in(Path::new("."), &["explain", "qqqqqqqqqqqq"])
        .ends(2)
        .says(&["`cargo errtax rules` lists them all"]);
}
