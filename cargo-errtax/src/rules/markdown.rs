//! The table as a page, docs/rules.md.

use std::io::{self, Write};

use errtax_build::finding::{Rule, Stage};
use errtax_build::rules::RULES;

use crate::report::level_word;

use super::document::{self, Shown, sign};
use super::words::{STAGES, level_meaning, stage_meaning, stage_word};

const HEAD: &str = "\
<!-- Written by `cargo errtax rules --markdown`. -->

# Every rule

What errtax finds, rule by rule: what exactly, why, an example, and what to do instead. `cargo errtax explain RULE` prints the
same in a terminal; a finding names its rule in brackets.

An example shows what the rule is about and leaves out the rest of the file. Where it takes two revisions, lines with `-` are
what has shipped, lines with `+` are the change.
";

/// The whole page.
pub(super) fn all(out: &mut impl Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    for stage in STAGES {
        let rules: Vec<&Rule> = RULES.iter().copied().filter(|rule| rule.stage == stage).collect();
        writeln!(out, "\n## {}\n\n{}.\n", title(stage), capital(stage_meaning(stage)))?;
        writeln!(out, "| rule | level | why |\n|---|---|---|")?;
        for rule in &rules {
            let why = rule.why.replace('|', "\\|");
            writeln!(
                out,
                "| [`{id}`](#{id}) | {} | {why} |",
                level_word(rule.level),
                id = rule.id
            )?;
        }
        for rule in rules {
            one(rule, out)?;
        }
    }
    Ok(())
}

fn one(rule: &Rule, out: &mut impl Write) -> io::Result<()> {
    let document = document::of(rule);
    writeln!(out, "\n### {}\n\n{}", rule.id, rule.why)?;
    if !document.does.is_empty() {
        writeln!(out, "\n{}", document.does)?;
    }
    for shown in document.shown() {
        example(&shown, out)?;
    }
    if !document.instead.is_empty() {
        writeln!(out, "\n{}", document.instead)?;
    }
    let (level, meaning) = (level_word(rule.level), level_meaning(rule));
    writeln!(out, "\nLevel `{level}`: {meaning}.")
}

fn example(shown: &Shown<'_>, out: &mut impl Write) -> io::Result<()> {
    match shown {
        Shown::Block(block) => {
            if let Some(file) = block.file {
                writeln!(out, "\n`{file}`:")?;
            }
            writeln!(out, "\n```{}\n{}```", block.language, block.text)
        }
        Shown::Change(lines) => {
            writeln!(out, "\n```diff")?;
            for (tag, line) in lines {
                writeln!(out, "{}", format!("{}{line}", sign(*tag)).trim_end())?;
            }
            writeln!(out, "```")
        }
    }
}

fn title(stage: Stage) -> String {
    capital(stage_word(stage))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
