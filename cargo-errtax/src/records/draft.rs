//! A new record, for a command that changes what has shipped.

use std::fmt::Write as _;

use crate::package::Package;
use crate::trouble::Trouble;

use super::folder::Folder;
use super::form::{self, ALTERNATIVES, PLACEHOLDER, SECTIONS, Standing};
use super::index;
use super::page::Page;

/// What is decided.
#[derive(Debug, Default)]
pub(crate) struct Subject {
    /// `Amend action of PERIOD_LOCKED`.
    pub(crate) title: String,
    /// Why; stands below Problem. Empty where nobody said.
    pub(crate) reason: String,
    /// What is done, one line each; stands below Decision.
    pub(crate) decided: Vec<String>,
    /// What could have been done instead, for whoever has to say why it was not; may be empty.
    pub(crate) instead: &'static str,
    /// Where it was decided; empty where the command has none.
    pub(crate) issue: String,
}

/// What is to be written.
#[derive(Debug)]
pub(crate) struct Draft {
    /// What the registry names, relative to the package.
    pub(crate) record: String,
    /// The record and, where there is room for it, the index: path in the package, text.
    pub(crate) files: Vec<(String, String)>,
    /// The sections that are left to the author, each with its line.
    pub(crate) left: Vec<(&'static str, usize)>,
}

/// The next record of `folder`, which is `[policy] records`. It stands among the accepted ones: the change that it comes with
/// is the proposal, and merging that accepts it.
pub(crate) fn draft(package: &Package, folder: &str, subject: &Subject) -> Result<Draft, Trouble> {
    let folder = Folder::read(package, folder);
    if let Some((path, why)) = folder.unreadable.first() {
        let shown = package.show(path);
        let message = format!("cannot number the decision record: {shown} cannot be read: {why}");
        let help = "make it a folder that can be read and run the command again, or write the record by hand and name it: \
                    `--record PATH`";
        return Err(Trouble::new(shown, message, help));
    }
    let number = folder.next();
    let file = form::file_name(number, &subject.title);
    let text = text(number, subject);
    let record = format!("{}/{}/{file}", folder.path, Standing::Accepted.as_str());
    let index = index::with(package, &folder, Standing::Accepted, &file, &text);
    let left = left(&text);
    Ok(Draft {
        files: std::iter::once((record.clone(), text)).chain(index).collect(),
        record,
        left,
    })
}

fn text(number: u32, subject: &Subject) -> String {
    let Subject {
        title,
        reason,
        decided,
        instead,
        issue,
    } = subject;
    let mut out = format!(
        "# {number}. {}\n\nStatus: {}\n",
        one_line(title),
        Standing::Accepted.as_str()
    );
    if !issue.is_empty() {
        let _ = writeln!(out, "\nIssue: {}", one_line(issue));
    }
    for section in &SECTIONS {
        let _ = write!(out, "\n## {}\n\n", section.name);
        let said = match section.name {
            "Problem" if !reason.trim().is_empty() => prose(reason),
            "Decision" if !decided.is_empty() => {
                let items = decided.iter().map(|line| format!("- {}\n", one_line(line)));
                items.collect()
            }
            ALTERNATIVES if !instead.is_empty() => format!("{PLACEHOLDER}: {}: {instead}.\n", section.says),
            _ => format!("{PLACEHOLDER}: {}.\n", section.says),
        };
        out.push_str(&said);
    }
    out
}

/// The sections that still say what is to be said there.
fn left(text: &str) -> Vec<(&'static str, usize)> {
    let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let page = Page::of(text);
    let mut left = Vec::new();
    for section in &SECTIONS {
        let there = page.sections.iter().find(|there| there.heading.text == section.name);
        let first = there.and_then(|there| there.lines.first());
        left.extend(
            first
                .filter(|first| first.text.starts_with(PLACEHOLDER))
                .map(|first| (section.name, line(first.at.start))),
        );
    }
    left
}

fn one_line(text: &str) -> String {
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text of several lines in which none becomes a heading or a block of code.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for line in text.trim().lines() {
        let line = line.trim();
        if line.starts_with(['#', '`', '~', '=']) {
            out.push('\\');
        }
        out.push_str(&visible(line));
        out.push('\n');
    }
    out
}

/// What would begin a comment hides nothing.
fn visible(text: &str) -> String {
    text.replace("<!--", "&lt;!--")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_below_its_heading_and_what_was_not_is_left_with_its_line() {
        let subject = Subject {
            title: "Amend action of\nPERIOD_LOCKED".to_owned(),
            reason: "  Agents unlocked it.\n\n## Decision\n```\n<!-- \n".to_owned(),
            decided: vec!["`action`: `a` → `b`".to_owned()],
            instead: "nothing",
            issue: "#42".to_owned(),
        };
        let text = text(7, &subject);
        assert!(
            text.starts_with(
                "# 7. Amend action of PERIOD_LOCKED\n\nStatus: accepted\n\nIssue: #42\n\n## Problem\n\nAgents unlocked it.\n\n\\## \
                 Decision\n\\```\n&lt;!--\n\n## Decision\n\n- `action`: `a` → `b`\n\n## Alternatives considered\n\nTODO: "
            ),
            "{text}"
        );
        let lines: Vec<&str> = text.lines().collect();
        let left = left(&text);
        assert_eq!(left.len(), 2);
        for (section, line) in left {
            assert_eq!(lines[line - 3], format!("## {section}"));
            assert!(lines[line - 1].starts_with("TODO: "), "{text}");
        }
        assert_eq!(super::left(&super::text(1, &Subject::default())).len(), 4);
    }
}
