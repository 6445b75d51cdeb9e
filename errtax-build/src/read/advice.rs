//! What to write instead, where a key stands in the wrong table or a table is written as something else.

use crate::keys::{HEAD, Key, Need, Shape};

/// What to do about a key that belongs to another table than the one at `path`.
pub(super) fn elsewhere(path: &str, key: &str) -> Option<String> {
    let list = matches!(key, "extends" | "include");
    let belongs = HEAD.key(key).is_some() && path.is_empty() || list && path != "registry";
    let value = if list { "[ … ]" } else { "\"…\"" };
    belongs.then(|| format!("move it below `[registry]`, before the next table: `{key} = {value}`"))
}

/// What to write where a text is empty. What has to be there is never to be removed.
pub(super) fn fill(key: &Key) -> String {
    let name = key.name;
    match (key.need, key.shape) {
        (Need::Required(_), Shape::Sentence) => format!("write {}", sentence(name)),
        (Need::Required(example), _) => format!("write `{name} = {example}`"),
        (Need::RequiredWithout(other), _) => {
            format!("write something; or write `{other}` and remove `{name}`")
        }
        _ => format!("write something, or remove `{name}`"),
    }
}

/// What message and hint have to say, with an example.
pub(crate) fn sentence(key: &str) -> &'static str {
    match key {
        "message" => "what happened, in a sentence: `message = \"The fiscal period is locked.\"`",
        _ => "what to do now, in a sentence: `hint = \"Date the voucher in an open period.\"`",
    }
}

/// What an agent lacks that gets an empty text for this one.
pub(crate) fn without(key: &str) -> &'static str {
    match key {
        "message" => ": agents would not be told what happened",
        "hint" => ": agents would not be told what to do",
        _ => "",
    }
}

/// How the table `key` is written.
pub(super) fn shape(key: &str) -> String {
    let table = match key {
        "deprecated" => {
            "deprecated = { since = \"1.2.0\", replaced_by = \"NEW_CODE\", reason = \"…\", sunset = \"2027-06-30\" }"
        }
        "next" => "next = { tool = \"get_voucher\", args = { id = \"{id}\" } }",
        "args" => "args = { id = \"{id}\" }",
        "allow" => "allow = { suffix-family = \"named before the rule\" }",
        "tools.allow" => "allow = { write-without-recourse = \"the bank has no such read\" }",
        "details" => "details = { period_id = \"string\" }",
        "codes" => return "write `[codes.PERIOD_LOCKED]` and the fields below it, one such table a code".to_owned(),
        "retired" => return "write `[retired.OLD_CODE]` with `since` and `reason`, one such table a code".to_owned(),
        "tools" => return "write `[tools.get_voucher]` with `effect`, one such table a tool".to_owned(),
        table => return format!("write `[{table}]` and the fields below it"),
    };
    format!("write `{table}`")
}
