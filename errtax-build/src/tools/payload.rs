//! What the list costs a client: it stands in the context of every conversation.

use crate::finding::Finding;
use crate::rules;

use super::Listing;
use super::listing::Listed;
use super::server::{Said, Server};
use super::texts::LONGEST_DESCRIPTION;

/// How many tokens a list may cost where nothing else is said.
pub const CEILING: usize = 36_000;

/// How many characters are counted as one token.
const CHARACTERS: usize = 4;

/// How many tools a message names.
const NAMED: usize = 3;

/// What a list costs, counted as a fourth of its characters.
#[must_use]
pub fn tokens(listing: &Listing) -> usize {
    let characters: usize = listing.tools.iter().map(characters).sum();
    characters.div_ceil(CHARACTERS)
}

fn characters(tool: &Listed) -> usize {
    tool.raw.chars().count()
}

/// Descriptions, its own and those of arguments and results: what can be trimmed without taking anything away.
fn described(tool: &Listed) -> usize {
    fn all(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::Object(members) => members
                .iter()
                .map(|(key, value)| match value {
                    serde_json::Value::String(text) if key == "description" => text.chars().count(),
                    other => all(other),
                })
                .sum(),
            serde_json::Value::Array(items) => items.iter().map(all).sum(),
            _ => 0,
        }
    }
    all(&tool.value)
}

/// One finding, at the tool that costs most. What a tool that waives it costs is not counted.
pub(super) fn judge(server: &Server<'_>, ceiling: usize, findings: &mut Vec<Finding>) {
    let counted = server.tools.iter().enumerate();
    let mut counted: Vec<(usize, &Listed)> = counted
        .filter(|(_, tool)| !server.waives(&rules::LISTING_OVER_CEILING, &tool.name))
        .collect();
    let all: usize = counted.iter().map(|(_, tool)| characters(tool)).sum();
    let cost = all.div_ceil(CHARACTERS);
    if cost <= ceiling {
        return;
    }
    counted.sort_by_key(|(number, tool)| (std::cmp::Reverse(characters(tool)), *number));
    let Some((number, _)) = counted.first() else { return };
    let costs: Vec<String> = counted
        .iter()
        .take(NAMED)
        .map(|(_, tool)| format!("`{}` {}", tool.name, grouped(characters(tool).div_ceil(CHARACTERS))))
        .collect();
    let mut wordy: Vec<&Listed> = counted.iter().map(|(_, tool)| *tool).collect();
    wordy.sort_by_key(|tool| (std::cmp::Reverse(described(tool)), tool.name.clone()));
    let trim: Vec<String> = wordy
        .into_iter()
        .filter(|tool| described(tool) > LONGEST_DESCRIPTION)
        .take(NAMED)
        .map(|tool| format!("`{}` ({} characters)", tool.name, grouped(described(tool))))
        .collect();
    let trim = match trim.is_empty() {
        true => "offer fewer tools, or smaller schemas".to_owned(),
        false => format!("trim the descriptions of {}", trim.join(", ")),
    };
    let message = format!(
        "the definitions of {} cost {} tokens, {} more than the ceiling of {}; most cost {}",
        match counted.len() {
            1 => "one tool".to_owned(),
            several => format!("{several} tools"),
        },
        grouped(cost),
        grouped(cost - ceiling),
        grouped(ceiling),
        costs.join(", ")
    );
    // The last is what one does when neither helped.
    let help = format!(
        "{trim}; or defer definitions to a search tool, so that a client loads the few it needs; if all are needed at once, \
         raise the ceiling: `--ceiling {cost}`"
    );
    findings.extend(server.offered(
        &rules::LISTING_OVER_CEILING,
        *number,
        Said {
            message,
            help,
            label: "costs most",
            pointer: "/name",
        },
    ));
}

/// `36,000`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
