//! Makes a registry of a part of one.

use toml_edit::{DocumentMut, Item, value};

const HEAD: &str =
    "[registry]\nname = \"accounting\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n\n";

const CODE: &str = "\n[codes.VOUCHER_SENT]\nclass = \"conflict\"\naction = \"read_state\"\nretryable = false\n\
                    executed = \"no\"\nmessage = \"The voucher has been sent.\"\nhint = \"Read the voucher once.\"\n";

/// What a code must say, where an example of a change is about something else.
const REQUIRED: &[(&str, &str)] = &[
    ("class", "precondition"),
    ("action", "fix_state"),
    ("executed", "no"),
    ("message", "The period is locked."),
    ("hint", "Call unlock_period first."),
];

/// The example with the head of a registry and a code, where it has none.
pub(crate) fn registry(rule: &str, text: &str) -> String {
    let mut whole = text.to_owned();
    if !text.contains("[registry]") {
        whole.insert_str(0, HEAD);
    }
    if !text.contains("[codes.") && !["no-codes", "head-empty"].contains(&rule) {
        whole.push_str(CODE);
    }
    whole
}

/// One side of a change: its registry and its codes get what they must say, too.
pub(crate) fn revision(rule: &str, text: &str) -> String {
    let mut document: DocumentMut = registry(rule, text).parse().unwrap();
    let head: DocumentMut = HEAD.parse().unwrap();
    for (key, item) in head["registry"].as_table().unwrap() {
        if !document["registry"].as_table().unwrap().contains_key(key) {
            document["registry"][key] = item.clone();
        }
    }
    let codes = document.get_mut("codes").and_then(Item::as_table_mut);
    for (_, code) in codes.into_iter().flat_map(|codes| codes.iter_mut()) {
        let code = code.as_table_mut().unwrap();
        for (key, word) in REQUIRED {
            if !code.contains_key(key) {
                code.insert(key, value(*word));
            }
        }
        if !code.contains_key("retryable") {
            let action = code.get("action").and_then(Item::as_str);
            code.insert("retryable", value(matches!(action, Some("retry" | "wait"))));
        }
    }
    document.to_string()
}
