//! Arguments that the registry names: there they are, and a key by which the server dedupes is described as one.

use crate::finding::{Finding, Rule};
use crate::model::{Next, Origin};
use crate::rules;
use crate::suggest::nearest;

use super::listing::Listed;
use super::schemas::{argument, arguments};
use super::server::{Said, Server};

pub(super) fn judge(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (number, listed, tool) in server.known() {
        let key = tool.dedupe_key.as_deref();
        let named = key.into_iter().map(|name| ("dedupe_key", name));
        let matched = tool.match_on.iter().map(|name| ("match_on", name.as_str()));
        let ignored = tool.loop_ignore.iter().map(|name| ("loop_ignore", name.as_str()));
        for (field, name) in named.chain(matched).chain(ignored) {
            if let Some((message, help)) = unknown(listed, name, &format!("`{field}` of `{}`", listed.name)) {
                findings.extend(server.said(
                    &rules::UNKNOWN_ARGUMENT,
                    &listed.name,
                    field,
                    Said {
                        message,
                        help,
                        label: "no such argument",
                        pointer: "/inputSchema",
                    },
                ));
            }
        }
        if tool.writes {
            per_call(server, number, key, findings);
        }
    }
    next_calls(server, findings);
}

/// What is wrong with naming this argument.
fn unknown(listed: &Listed, name: &str, whose: &str) -> Option<(String, String)> {
    let known = arguments(&listed.value);
    // Inside an argument, or of a tool whose arguments nobody lists.
    if name.contains(['.', '[', '/']) || known.contains(&name) {
        return None;
    }
    let tool = &listed.name;
    let help = match nearest(name, known.iter().copied()) {
        Some(other) => format!("did you mean `{other}`?"),
        None if known.is_empty() => format!("remove it, or let `{tool}` take `{name}`: it takes no arguments"),
        None => format!("write one of its arguments: {}", list(&known)),
    };
    Some((
        format!("{whose} is `{name}`, and `{tool}` takes no such argument"),
        help,
    ))
}

fn list(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > 8 { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// The arguments of next calls, which an agent sends as they are.
fn next_calls(server: &Server<'_>, findings: &mut Vec<Finding>) {
    let rule: &'static Rule = &rules::UNKNOWN_ARGUMENT;
    for code in server.registry.codes.values().filter(|code| code.origin == Origin::Own) {
        let Some(Next::Tool { tool, args }) = &code.contract.next else {
            continue;
        };
        let Some(listed) = server.served(tool).filter(|_| !server.waives(rule, tool)) else {
            continue;
        };
        for name in args.keys() {
            if let Some((message, help)) =
                unknown(listed, name, &format!("an argument of the next call of {}", code.name))
            {
                findings.push(
                    Finding::new(rule, code.places.get("next"), message, help)
                        .label("no such argument")
                        .code(&code.name)
                        .field(format!("next.args.{name}")),
                );
            }
        }
    }
}

/// Whether an argument is called like a key to dedupe by.
pub(super) fn is_key(name: &str) -> bool {
    let folded: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let folded = folded.to_ascii_lowercase();
    ["idempot", "dedupe", "dedup"].iter().any(|part| folded.contains(part))
}

/// A key that is new for each request is new for the resend. Keys that the registry does not name are looked at, too, where
/// they are called like one.
fn per_call(server: &Server<'_>, number: usize, key: Option<&str>, findings: &mut Vec<Finding>) {
    let Some(listed) = server.tools.get(number) else { return };
    let called: Vec<&str> = arguments(&listed.value)
        .into_iter()
        .filter(|name| is_key(name))
        .collect();
    let others = called.into_iter().filter(|name| Some(*name) != key);
    for name in key.into_iter().chain(others) {
        let schema = argument(&listed.value, name);
        let described = schema
            .and_then(|schema| schema.get("description"))
            .and_then(|text| text.as_str());
        let of_tool = listed.text("/description");
        let in_tool = of_tool
            .split(['.', '!', '\n'])
            .find(|sentence| sentence.contains(name) && new_each_time(sentence));
        let (pointer, phrase) = match (described.filter(|text| new_each_time(text)), in_tool) {
            (Some(text), _) => (format!("/inputSchema/properties/{name}/description"), text),
            // What the argument itself says is read last, and may put it right.
            (None, Some(sentence)) if !keeps(of_tool) && !described.is_some_and(keeps) => {
                ("/description".to_owned(), sentence.trim())
            }
            _ => continue,
        };
        let message = format!(
            "`{name}` of `{}` is described as \"{}\": a model makes a new one for the resend, and the write lands twice",
            listed.name,
            cut(phrase)
        );
        findings.extend(server.offered(
            &rules::DEDUPE_KEY_PER_CALL,
            number,
            Said {
                message,
                help: "describe what it is kept for: \"New for each piece of work. Send the same key again when you repeat a call.\""
                    .to_owned(),
                label: "new for each request",
                pointer: &pointer,
            },
        ));
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

const NEW: &[&str] = &[
    "unique",
    "uniquely",
    "new",
    "fresh",
    "different",
    "distinct",
    "random",
    "generate",
    "generated",
];
const EACH: &[&str] = &["each", "every", "per", "any", "all", "this", "the", "a", "one"];
const SENT: &[&str] = &[
    "request",
    "requests",
    "call",
    "calls",
    "attempt",
    "attempts",
    "invocation",
    "invocations",
    "submission",
    "submissions",
    "try",
    "tries",
    "retry",
    "retries",
    "message",
    "messages",
    "time",
];

/// How far from each other the words of one thought stand.
const NEAR: usize = 6;

/// Whether a text makes the key a new one for each time that something is sent.
fn new_each_time(text: &str) -> bool {
    !keeps(text) && text.split(['.', ';', '!', '?', '\n']).any(one_clause)
}

fn one_clause(clause: &str) -> bool {
    let words = words(clause);
    words.iter().enumerate().any(|(at, word)| {
        if !NEW.contains(&word.as_str()) {
            return false;
        }
        let before = words.get(at.saturating_sub(4)..at).unwrap_or_default();
        if before
            .iter()
            .any(|word| matches!(word.as_str(), "not" | "never" | "no" | "don't" | "nor" | "without"))
        {
            return false;
        }
        let after: Vec<&str> = words.iter().skip(at + 1).take(NEAR).map(String::as_str).collect();
        after.iter().enumerate().any(|(far, word)| {
            // "unique request id" says nothing; "unique for each request" and "per-request unique" do.
            SENT.contains(word)
                && far > 0
                && after
                    .get(..far)
                    .is_some_and(|between| between.iter().any(|word| EACH.contains(word)))
        }) || words
            .get(at.saturating_sub(3)..at)
            .unwrap_or_default()
            .windows(2)
            .any(|pair| matches!(pair, [each, sent] if EACH.contains(&each.as_str()) && SENT.contains(&sent.as_str())))
    })
}

/// Whether a text says that the key is kept for a repeat.
fn keeps(text: &str) -> bool {
    let words = words(text);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let pair = |first: &str, second: &[&str]| {
        words
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a == first && second.contains(&b.as_str())))
    };
    let kept = has(&["reuse", "reused", "keep", "unchanged"])
        || pair(
            "same",
            &["key", "value", "id", "one", "uuid", "string", "token", "text"],
        )
        || pair("that", &["key"]);
    let repeated = has(&[
        "again",
        "retry",
        "retries",
        "retrying",
        "retried",
        "repeat",
        "repeated",
        "repeating",
        "resend",
        "resending",
        "resent",
        "twice",
        "once",
    ]);
    kept && repeated
}

/// In small letters; a hyphen parts two.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_new_for_each_request_is_told_from_one_that_is_kept() {
        for text in [
            "Unique for every request.",
            "Must be unique per request",
            "A unique identifier for this request, such as a UUID.",
            "A unique key for each API call.",
            "Generate a new UUID for each call.",
            "A fresh value every time.",
            "A random string, different on each attempt.",
            "Per-request unique key.",
            "Use a new key for each retry.",
        ] {
            assert!(new_each_time(text), "{text}");
        }
        for text in [
            "",
            "Any text that is new for each piece of work. The same call with the same key is carried out once.",
            "Unique for each voucher.",
            "Unique for every request; reuse the same key when you retry.",
            "A new one for each request. Send the same key again after a timeout.",
            "Never make a new key for a retry.",
            "Do not generate a new one for each attempt.",
            "The key of the payment.",
            "A unique request id.",
            "Keep it unchanged when the call is repeated.",
        ] {
            assert!(!new_each_time(text), "{text}");
        }
    }
}
