//! What to write instead, where a key stands in the wrong table or a table is written as something else.

/// The keys of `[registry]`.
pub(crate) const HEAD: &[&str] = &["name", "version", "edition", "extends", "include", "docs"];

/// What to do about a key that belongs to another table than the one at `path`.
pub(super) fn elsewhere(path: &str, key: &str) -> Option<String> {
    let list = matches!(key, "extends" | "include");
    let belongs = HEAD.contains(&key) && path.is_empty() || list && path != "registry";
    let value = if list { "[ … ]" } else { "\"…\"" };
    belongs.then(|| format!("move it below `[registry]`, before the next table: `{key} = {value}`"))
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
        "details" => "details = { period_id = \"string\" }",
        "codes" => return "write `[codes.PERIOD_LOCKED]` and the fields below it, one such table a code".to_owned(),
        "retired" => return "write `[retired.OLD_CODE]` with `since` and `reason`, one such table a code".to_owned(),
        "tools" => return "write `[tools.get_voucher]` with `effect`, one such table a tool".to_owned(),
        table => return format!("write `[{table}]` and the fields below it"),
    };
    format!("write `{table}`")
}
