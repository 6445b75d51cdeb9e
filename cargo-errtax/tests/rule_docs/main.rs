//! The longer text of every rule: there, in its form, with an example in which the rule really speaks; and the page that
//! is made of them.
//!
//! `RULE=unknown-key cargo test -p cargo-errtax --test rule_docs -- --nocapture` tries one rule alone and prints what is found.
//! `DOCS=overwrite cargo test -p cargo-errtax --test rule_docs page` writes docs/rules.md anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod complete;
mod examples;
mod form;
mod page;
mod shown;

use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;

/// A rule as `cargo errtax rules --format json` tells it.
#[derive(Debug, Deserialize)]
struct Told {
    rule: String,
    level: String,
    stage: String,
    does: String,
    examples: Vec<Block>,
    instead: String,
}

#[derive(Debug, Deserialize)]
struct Block {
    language: String,
    revision: Option<String>,
    file: Option<String>,
    text: String,
}

/// Every rule, or the one that was asked for.
fn rules() -> &'static [Told] {
    static RULES: OnceLock<Vec<Told>> = OnceLock::new();
    RULES.get_or_init(|| {
        let told = common::run_in(Path::new("."), &["rules", "--format", "json"]).ends(0);
        let mut rules: Vec<Told> = serde_json::from_str(&told.stdout).unwrap();
        if let Ok(only) = std::env::var("RULE") {
            rules.retain(|told| told.rule == only);
        }
        rules
    })
}
