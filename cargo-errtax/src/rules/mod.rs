//! `cargo errtax explain RULE` and `cargo errtax rules`: the one rule table, told.
//!
//! What a rule is stands in the table of `errtax-build`, why it exists too. What it finds, an example and what to do
//! instead are a section of one of the files in `docs/`, one a stage: no build has to compile them. `document` reads
//! those, `words` says what level and stage mean, and `human`, `json` and `markdown` tell it all.

mod document;
mod human;
mod json;
mod markdown;
mod words;

use std::io::{self, Write};

use errtax_build::finding::Rule;
use errtax_build::rules::RULES;

use crate::arguments::{Arguments, Format, RulesCommand};
use crate::exit::Exit;

/// Tells one rule.
pub(crate) fn explain(arguments: &Arguments, rule: &'static Rule) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    match arguments.format {
        Format::Json => json::one(rule, &mut out)?,
        Format::Human | Format::Github => human::one(rule, &mut out)?,
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// Runs `rules`.
pub(crate) fn table(arguments: &Arguments, command: &RulesCommand) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    match arguments.format {
        _ if command.markdown => markdown::all(&mut out)?,
        Format::Json => json::all(&sorted(), &mut out)?,
        Format::Human | Format::Github => human::all(&sorted(), &mut out)?,
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// Every rule: by stage, then by name.
fn sorted() -> Vec<&'static Rule> {
    let mut rules = RULES.to_vec();
    let order = |rule: &Rule| words::STAGES.iter().position(|stage| *stage == rule.stage);
    rules.sort_by_key(|rule| (order(rule), rule.id));
    rules
}
