//! The list is the same, letter for letter, whenever it is read.

use serde_json::Value;

use crate::finding::Finding;
use crate::rules;

use super::listing::Listed;
use super::server::{Said, Server};
use super::{Again, Listing};

const HELP: &str = "sort what comes out of a hash map, and leave times, counters and random ids out of the list";

/// One finding, about the first reading that differs: the second mostly differs in the same way.
pub(super) fn judge(server: &Server<'_>, again: &[Again<'_>], findings: &mut Vec<Finding>) {
    for Again { when, listing } in again {
        let found = members(server, when, listing);
        if !found.is_empty() {
            findings.extend(found);
            return;
        }
        if let Some(finding) = order(server, when, listing) {
            findings.push(finding);
            return;
        }
    }
}

/// What differs in a tool, comes or goes.
fn members(server: &Server<'_>, when: &str, listing: &Listing) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, tool) in server.tools.iter().enumerate() {
        let name = &tool.name;
        let (what, pointer) = match listing.tools.iter().find(|other| other.name == *name) {
            Some(other) if other.raw == tool.raw => continue,
            Some(other) => difference(tool, other),
            None => ("is in the list the first time alone".to_owned(), "/name".to_owned()),
        };
        findings.extend(server.offered(
            &rules::LISTING_UNSTABLE,
            number,
            Said {
                message: format!("`{name}` is listed otherwise {when}: it {what}"),
                help: HELP.to_owned(),
                label: "not the same each time",
                pointer: &pointer,
            },
        ));
    }
    let new = listing.tools.iter().filter(|other| !server.serves(&other.name));
    for other in new.filter(|other| !server.waives(&rules::LISTING_UNSTABLE, &other.name)) {
        let message = format!(
            "`{}` is listed otherwise {when}: it was not in the list the first time",
            other.name
        );
        findings.push(whole(server, message).field(format!("tools.{}", other.name)));
    }
    findings
}

fn difference(tool: &Listed, other: &Listed) -> (String, String) {
    match differing(&tool.value, &other.value, String::new()) {
        Some(pointer) => {
            let shown = pointer.trim_start_matches('/').replace('/', ".");
            (format!("differs in `{shown}`"), pointer)
        }
        None => ("says the same in another order or form".to_owned(), "/name".to_owned()),
    }
}

/// Where the first difference is.
fn differing(a: &Value, b: &Value, pointer: String) -> Option<String> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let below = |key: &str| format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
            let ours = a.iter().find_map(|(key, value)| match b.get(key) {
                Some(other) => differing(value, other, below(key)),
                None => Some(below(key)),
            });
            ours.or_else(|| b.keys().find(|key| !a.contains_key(*key)).map(|key| below(key)))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(at, (a, b))| differing(a, b, format!("{pointer}/{at}")))
        }
        _ => (a != b).then_some(pointer),
    }
}

/// The tools that do not say otherwise stand in the same order.
fn order(server: &Server<'_>, when: &str, listing: &Listing) -> Option<Finding> {
    let counts = |name: &&str| !server.waives(&rules::LISTING_UNSTABLE, name);
    let then: Vec<&str> = server.names().filter(counts).collect();
    let now = listing.tools.iter().map(|tool| tool.name.as_str());
    let now: Vec<&str> = now.filter(counts).collect();
    let (at, (first, second)) = then.iter().zip(&now).enumerate().find(|(_, (a, b))| a != b)?;
    let message = format!(
        "the tools are listed in another order {when}: number {} is `{first}`, then `{second}`",
        at + 1
    );
    let number = server.tools.iter().position(|tool| tool.name == **first)?;
    let said = Said {
        message,
        help: "list the tools sorted by name".to_owned(),
        label: "not in the same place each time",
        pointer: "/name",
    };
    server.offered(&rules::LISTING_UNSTABLE, number, said)
}

/// About the list as a whole.
fn whole(server: &Server<'_>, message: String) -> Finding {
    Finding::new(&rules::LISTING_UNSTABLE, server.in_list(0, "/name"), message, HELP)
}
