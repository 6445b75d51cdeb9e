//! The longer text of a rule: what it finds, an example, what to do instead.
//!
//! A file has one section a rule, in the order of the table. A section is a heading with the rule's name, paragraphs, code
//! blocks one after the other, paragraphs. The info string of a block is its language and what it is:
//!
//! | info string | the block is |
//! |---|---|
//! | `toml` | a registry, or a part of one, in which the rule speaks |
//! | `toml codes/rates.toml` | another file that goes with it |
//! | `toml was`, then `toml is` | what has shipped, and the change in which the rule speaks |
//! | `console`, `text` | what is typed and said, where no registry can show it |
//!
//! The examples are run by `tests/rule_docs.rs`.

use errtax_build::finding::{Rule, Stage};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};

/// Without links and lists: a terminal shows it too.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Document {
    /// What the rule finds, and what it does not. One line a paragraph, an empty line between two.
    pub(super) does: String,
    pub(super) examples: Vec<Example>,
    /// What to do instead; in the same form.
    pub(super) instead: String,
}

/// A code block.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Example {
    pub(super) language: &'static str,
    /// `was` or `is`, where it takes two revisions to show the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) revision: Option<&'static str>,
    /// Which file it is, where it is not the registry's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<&'static str>,
    pub(super) text: String,
}

/// What a reader sees of the examples.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shown<'a> {
    Block(&'a Example),
    /// Both revisions in one, line by line.
    Change(Vec<(ChangeTag, String)>),
}

/// The text of this rule.
pub(super) fn of(rule: &Rule) -> Document {
    let file = match rule.stage {
        Stage::Read => include_str!("docs/read.md"),
        Stage::Structure => include_str!("docs/structure.md"),
        Stage::Style => include_str!("docs/style.md"),
        Stage::Drift => include_str!("docs/drift.md"),
        Stage::Merge => include_str!("docs/merge.md"),
        Stage::Files => include_str!("docs/files.md"),
        Stage::Tools => include_str!("docs/tools.md"),
    };
    parse(section(file, rule.id))
}

/// The lines below the heading of this name.
fn section<'a>(file: &'static str, name: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
    let (mut wanted, mut code) = (false, false);
    file.lines().filter(move |line| {
        code ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix("## ")
            && !code
        {
            wanted = heading == name;
            return false;
        }
        wanted
    })
}

fn parse(mut lines: impl Iterator<Item = &'static str>) -> Document {
    let (mut does, mut examples, mut instead) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```");
            examples.push(Example::new(info, body.flat_map(|line| [line, "\n"]).collect()));
        } else if examples.is_empty() {
            does.push(line);
        } else {
            instead.push(line);
        }
    }
    Document {
        does: paragraphs(&does),
        examples,
        instead: paragraphs(&instead),
    }
}

/// How lines are broken in the file is nobody's business.
fn paragraphs(lines: &[&str]) -> String {
    let paragraphs = lines
        .split(|line| line.trim().is_empty())
        .filter(|lines| !lines.is_empty());
    let joined: Vec<String> = paragraphs.map(|lines| lines.join(" ")).collect();
    joined.join("\n\n")
}

impl Example {
    fn new(info: &'static str, text: String) -> Self {
        let (language, what) = info.split_once(' ').unwrap_or((info, ""));
        let is_revision = matches!(what, "was" | "is");
        Self {
            language,
            revision: is_revision.then_some(what),
            file: (!is_revision && !what.is_empty()).then_some(what),
            text,
        }
    }
}

impl Document {
    /// The examples; what was and what is, which only differ in a line or two, as one.
    pub(super) fn shown(&self) -> Vec<Shown<'_>> {
        let mut shown = Vec::new();
        let mut examples = self.examples.iter().peekable();
        while let Some(example) = examples.next() {
            let is = examples.next_if(|next| (example.revision, next.revision) == (Some("was"), Some("is")));
            shown.push(match is {
                Some(is) => Shown::Change(change(&example.text, &is.text)),
                None => Shown::Block(example),
            });
        }
        shown
    }
}

fn change(was: &str, is: &str) -> Vec<(ChangeTag, String)> {
    let diff = TextDiff::from_lines(was, is);
    let lines = diff.iter_all_changes();
    lines
        .map(|line| (line.tag(), line.value().trim_end_matches('\n').to_owned()))
        .collect()
}

/// The sign of a line of a change.
pub(super) fn sign(tag: ChangeTag) -> char {
    match tag {
        ChangeTag::Equal => ' ',
        ChangeTag::Insert => '+',
        ChangeTag::Delete => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "## one\n\nOf the\nfirst.\n\n```toml\n## no heading\n```\n\nInstead.\n\n## two\n\nA.\n\nB.\n\n\
                        ```toml was\na\nb\n```\n```toml is\na\nc\n```\n```text more.rs\nd\n```\nC\nD.\n";

    #[test]
    fn a_section_is_cut_into_its_parts() {
        let one = parse(section(FILE, "one"));
        assert_eq!((one.does.as_str(), one.instead.as_str()), ("Of the first.", "Instead."));
        assert_eq!(one.examples, [Example::new("toml", "## no heading\n".into())]);
        let two = parse(section(FILE, "two"));
        assert_eq!((two.does.as_str(), two.instead.as_str()), ("A.\n\nB.", "C D."));
        let parts = two.examples.iter();
        let parts: Vec<_> = parts
            .map(|block| (block.language, block.revision, block.file))
            .collect();
        assert_eq!(
            parts,
            [
                ("toml", Some("was"), None),
                ("toml", Some("is"), None),
                ("text", None, Some("more.rs"))
            ]
        );
        assert_eq!(parse(section(FILE, "three")), Document::default());
    }

    #[test]
    fn two_revisions_are_shown_as_the_change() {
        let two = parse(section(FILE, "two"));
        let lines: Vec<String> = match two.shown().as_slice() {
            [Shown::Change(lines), Shown::Block(_)] => lines
                .iter()
                .map(|(tag, line)| format!("{}{line}", sign(*tag)))
                .collect(),
            other => panic!("{other:?}"),
        };
        assert_eq!(lines, [" a", "-b", "+c"]);
    }
}
