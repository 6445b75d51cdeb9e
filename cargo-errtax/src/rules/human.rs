//! The table for a terminal.

use std::io::{self, Write};

use errtax_build::finding::Rule;
use similar::ChangeTag;

use crate::report::level_word;
use crate::style::{ADDED, HELP, REMOVED, STRONG};

use super::document::{self, Shown, sign};
use super::words::{level_meaning, stage_meaning, stage_word};

/// Where lines of prose end, in characters: any terminal has as many.
const WIDTH: usize = 80;

/// Everything about one rule.
pub(super) fn one(rule: &Rule, out: &mut impl Write) -> io::Result<()> {
    let document = document::of(rule);
    writeln!(out, "{STRONG}{}{STRONG:#}\n", rule.id)?;
    prose(rule.why, out)?;
    prose(&document.does, out)?;
    for shown in document.shown() {
        example(&shown, out)?;
    }
    prose(&document.instead, out)?;
    writeln!(out, "level: {}, {}", level_word(rule.level), level_meaning(rule))?;
    writeln!(out, "stage: {}, {}", stage_word(rule.stage), stage_meaning(rule.stage))
}

/// One line a rule, by stage.
pub(super) fn all(rules: &[&'static Rule], out: &mut impl Write) -> io::Result<()> {
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    let mut last = None;
    for rule in rules {
        if last != Some(rule.stage) {
            if last.is_some() {
                writeln!(out)?;
            }
            let (word, meaning) = (stage_word(rule.stage), stage_meaning(rule.stage));
            writeln!(out, "{STRONG}{word}{STRONG:#}: {meaning}")?;
            last = Some(rule.stage);
        }
        let level = level_word(rule.level);
        writeln!(out, "  {HELP}{:width$}{HELP:#}  {level:15}  {}", rule.id, rule.why)?;
    }
    Ok(())
}

/// Paragraphs, each with an empty line below it.
fn prose(text: &str, out: &mut impl Write) -> io::Result<()> {
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        for line in wrapped(paragraph) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn wrapped(paragraph: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn example(shown: &Shown<'_>, out: &mut impl Write) -> io::Result<()> {
    match shown {
        Shown::Block(block) => {
            if let Some(file) = block.file {
                writeln!(out, "  {STRONG}{file}{STRONG:#}:")?;
            }
            for line in block.text.lines() {
                indented(line, out)?;
            }
        }
        Shown::Change(lines) => {
            for (tag, line) in lines {
                let sign = sign(*tag);
                match tag {
                    ChangeTag::Equal => indented(&format!("{sign} {line}"), out)?,
                    ChangeTag::Insert => writeln!(out, "  {ADDED}{sign} {line}{ADDED:#}")?,
                    ChangeTag::Delete => writeln!(out, "  {REMOVED}{sign} {line}{REMOVED:#}")?,
                }
            }
        }
    }
    writeln!(out)
}

/// Empty lines stay empty.
fn indented(line: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", format!("  {line}").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words_and_no_word_is_lost() {
        let text = "word ".repeat(40) + &"long".repeat(30) + " end";
        let lines = wrapped(&text);
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() <= WIDTH || !line.contains(' ')),
            "{lines:?}"
        );
        assert_eq!(lines.join(" "), text);
        assert_eq!(lines.len(), 5);
    }
}
