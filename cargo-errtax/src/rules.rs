//! `cargo errtax explain` and `cargo errtax rules`: the one rule table, told.

use std::io::{self, Write};

use errtax_build::finding::{Level, Rule, Stage};
use errtax_build::rules::RULES;
use serde::Serialize;

use crate::arguments::{Arguments, Format};
use crate::exit::Exit;
use crate::report::level_word;
use crate::style::{HELP, STRONG};

#[derive(Serialize)]
struct Entry {
    rule: &'static str,
    level: &'static str,
    stage: &'static str,
    why: &'static str,
}

impl From<&'static Rule> for Entry {
    fn from(rule: &'static Rule) -> Self {
        Self {
            rule: rule.id,
            level: level_word(rule.level),
            stage: stage_word(rule.stage),
            why: rule.why,
        }
    }
}

/// Tells one rule.
pub(crate) fn explain(arguments: &Arguments, rule: &'static Rule) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        serde_json::to_writer_pretty(&mut out, &Entry::from(rule))?;
        writeln!(out)?;
    } else {
        write!(out, "{}", explanation(rule))?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// Runs `rules`.
pub(crate) fn table(arguments: &Arguments) -> io::Result<Exit> {
    let mut rules: Vec<&'static Rule> = RULES.to_vec();
    rules.sort_by_key(|rule| (stage_order(rule.stage), rule.id));
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        let entries: Vec<Entry> = rules.into_iter().map(Entry::from).collect();
        serde_json::to_writer_pretty(&mut out, &entries)?;
        writeln!(out)?;
    } else {
        let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
        let mut last = None;
        for rule in rules {
            if last != Some(rule.stage) {
                if last.is_some() {
                    writeln!(out)?;
                }
                writeln!(
                    out,
                    "{STRONG}{}{STRONG:#}: {}",
                    stage_word(rule.stage),
                    stage_meaning(rule.stage)
                )?;
                last = Some(rule.stage);
            }
            writeln!(
                out,
                "  {HELP}{:width$}{HELP:#}  {:15}  {}",
                rule.id,
                level_word(rule.level),
                rule.why
            )?;
        }
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn explanation(rule: &Rule) -> String {
    format!(
        "{STRONG}{}{STRONG:#}\n\n{}\n\nlevel: {}, {}\nstage: {}, {}\n",
        rule.id,
        rule.why,
        level_word(rule.level),
        level_meaning(rule),
        stage_word(rule.stage),
        stage_meaning(rule.stage),
    )
}

fn stage_order(stage: Stage) -> u8 {
    match stage {
        Stage::Read => 0,
        Stage::Structure => 1,
        Stage::Style => 2,
        Stage::Drift => 3,
        Stage::Merge => 4,
        Stage::Files => 5,
    }
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "read",
        Stage::Structure => "structure",
        Stage::Style => "style",
        Stage::Drift => "drift",
        Stage::Merge => "merge",
        Stage::Files => "files",
    }
}

fn stage_meaning(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "the files themselves",
        Stage::Structure => "the registry by itself",
        Stage::Style => {
            "what reads badly; only `cargo errtax check` speaks of it, and a code's `allow` waives it with a reason"
        }
        Stage::Drift => "what differs from what has shipped, as registry.lock records it",
        Stage::Merge => {
            "what only a comparison with another revision shows: `cargo errtax check --against origin/main`"
        }
        Stage::Files => "the checked-in files that go with the registry; only `cargo errtax check` speaks of them",
    }
}

fn level_meaning(rule: &Rule) -> String {
    // What a build does not judge it does not fail for.
    let fails = match rule.stage {
        Stage::Merge => "fails `check --against`",
        Stage::Files => "fails `check`",
        Stage::Read | Stage::Structure | Stage::Style | Stage::Drift => "fails build and check",
    };
    let because = match rule.level {
        Level::Note => return "worth knowing; never fails anything".to_owned(),
        Level::Warning => return "fails only with `--deny warnings`".to_owned(),
        Level::CouldNotJudge => return format!("{fails} (exit code 2): nothing can be said until it is mended"),
        Level::Unamendable => return format!("{fails}, and only putting it back makes it right"),
        Level::Break if rule.stage == Stage::Files => "`cargo errtax check --fix` writes the file anew",
        Level::Break => {
            "agents in the field act on what has shipped; put it back, or keep the code, deprecate it and add a new one"
        }
        Level::Invalid => "the registry is wrong by itself",
        Level::Tamper => "the record of what has shipped was changed by other means than `cargo errtax freeze`",
    };
    format!("{fails}: {because}")
}
