//! The descriptions of tools: what they are for, and no more.

use crate::finding::Finding;
use crate::rules;

use super::server::{Said, Server};

/// How many characters a description has at most.
pub const LONGEST_DESCRIPTION: usize = 280;

/// What begins a block, at the start of a line or after a sentence.
const BLOCKS: &[&str] = &[
    "args",
    "arguments",
    "parameters",
    "params",
    "returns",
    "raises",
    "examples",
];

/// What begins one at the start of a line alone; elsewhere it is a word.
const LINES: &[&str] = &["example", "input", "inputs", "output", "outputs", "return", "usage"];

pub(super) fn judge(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (number, tool) in server.tools.iter().enumerate() {
        let text = tool.text("/description");
        let length = text.chars().count();
        if length > LONGEST_DESCRIPTION {
            findings.extend(server.offered(
                &rules::DESCRIPTION_TOO_LONG,
                number,
                Said {
                    message: format!(
                        "the description of `{}` has {length} characters, and {LONGEST_DESCRIPTION} are enough to choose a tool by",
                        tool.name
                    ),
                    help: "say what the tool is for and when not to use it; what an argument means belongs to that argument"
                        .to_owned(),
                    label: "too long",
                    pointer: "/description",
                },
            ));
        }
        if let Some(block) = block(text) {
            findings.extend(server.offered(
                &rules::DESCRIPTION_REPEATS_SCHEMA,
                number,
                Said {
                    message: format!("the description of `{}` has a block `{block}`, which the schemas say", tool.name),
                    help: "describe each argument in `inputSchema` and the result in `outputSchema`, and take the block out"
                        .to_owned(),
                    label: "said twice",
                    pointer: "/description",
                },
            ));
        }
    }
}

/// The heading of the first block: `Args:`.
fn block(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '_' | '-' | '<'));
        let is_heading = line.trim_start().starts_with(['#', '*', '_', '<']);
        let first = heading(bare, is_heading, &[BLOCKS, LINES]);
        let later = || {
            let sentences = line.match_indices([' ', '\t']).filter_map(|(at, _)| {
                let (before, after) = line.split_at(at);
                before
                    .trim_end()
                    .ends_with(['.', '!', '?', ')', ';'])
                    .then_some(after.trim_start())
            });
            sentences.into_iter().find_map(|after| heading(after, false, &[BLOCKS]))
        };
        first.or_else(later)
    })
}

/// The words before a colon, or all of a heading.
fn heading<'a>(text: &'a str, is_heading: bool, known: &[&[&str]]) -> Option<&'a str> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let rest = rest.trim_start_matches(['*', '_']);
    let ends = rest.starts_with(':') || (is_heading && (rest.trim().is_empty() || rest.starts_with('>')));
    let lower = word.to_ascii_lowercase();
    let is_known = known.iter().any(|words| words.contains(&lower.as_str()));
    (ends && is_known).then_some(word)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_from_sentences() {
        for (text, expected) in [
            ("Posts a voucher.\n\nArgs:\n    id: the id", Some("Args")),
            ("Posts a voucher. Args: id: the id. Returns: it.", Some("Args")),
            ("Reads it.\n  Returns:\n    the voucher", Some("Returns")),
            ("Reads it.\n\n## Parameters\n\n- id", Some("Parameters")),
            ("Reads it.\n**Returns:** the voucher", Some("Returns")),
            ("Reads it.\n<examples>\n<example>a</example>", Some("examples")),
            ("Reads it.\nExample: `get(1)`", Some("Example")),
            ("Returns the voucher with this id.", None),
            ("Sets the parameters: limit and page.", None),
            ("A day, for example: 2026-01-31.", None),
            ("Reads it. Usage: rare.", None),
            ("", None),
        ] {
            assert_eq!(block(text), expected, "{text}");
        }
    }
}
