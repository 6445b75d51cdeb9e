//! Writes `status` and `since` into a registry file, and leaves every other byte of it as it was.

use similar::{ChangeTag, TextDiff};
use toml_edit::{DocumentMut, Item, Key, Table, Value};

use super::select::Selected;

/// What a code's author writes before its status; a new status goes after the last of them.
const BEFORE_STATUS: [&str; 5] = ["class", "action", "retryable", "executed", "in_doubt"];

/// The text with the codes frozen.
pub(crate) fn freeze(text: &str, codes: &[&Selected]) -> Result<String, String> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    for selected in codes {
        let code = document
            .get_mut("codes")
            .and_then(Item::as_table_like_mut)
            .and_then(|codes| codes.get_mut(&selected.code))
            .ok_or_else(|| format!("[codes.{}] is not in this file", selected.code))?;
        set(code, "status", "frozen", &BEFORE_STATUS)?;
        if let Some(since) = &selected.since {
            set(code, "since", since, &["status"])?;
        }
    }
    Ok(restore(text, &document.to_string()))
}

/// Gives the code the value, in place where it has the key, else after the last of the keys `after`.
fn set(code: &mut Item, key: &str, word: &str, after: &[&str]) -> Result<(), String> {
    let fields = code.as_table_like_mut().ok_or("the code is not a table")?;
    if let Some(there) = fields.get_mut(key) {
        let there = there
            .as_value_mut()
            .ok_or_else(|| format!("`{key}` is not a plain value"))?;
        let decor = there.decor().clone();
        *there = Value::from(word);
        *there.decor_mut() = decor;
        return Ok(());
    }
    match code {
        Item::Table(table) => insert(table, key, word, after),
        _ => append(code, key, word),
    }
    Ok(())
}

/// A new line in a table, laid out like the line that it follows.
fn insert(table: &mut Table, key: &str, word: &str, after: &[&str]) {
    let plain: Vec<&str> = table
        .iter()
        .filter(|(_, item)| item.is_value())
        .map(|(key, _)| key)
        .collect();
    let anchor = plain
        .iter()
        .rev()
        .find(|key| after.contains(key))
        .or(plain.last())
        .map(|key| (*key).to_owned());
    let mut new_key = Key::new(key);
    let mut value = Value::from(word);
    if let Some(anchor) = &anchor {
        if !table.is_dotted()
            && let Some(model) = table.key(anchor)
        {
            let prefix = raw(model.leaf_decor().prefix());
            let indent = prefix.rsplit('\n').next().unwrap_or_default();
            new_key.leaf_decor_mut().set_prefix(indent);
            // Without a suffix of its own, the model was inserted just now and is laid out by default.
            if model.leaf_decor().suffix().is_some() {
                new_key.leaf_decor_mut().set_suffix(padding(table, model, key));
            }
        }
        if let Some(prefix) = table
            .get(anchor)
            .and_then(Item::as_value)
            .and_then(|model| model.decor().prefix())
        {
            value.decor_mut().set_prefix(raw(Some(prefix)));
        }
    }
    let behind = match &anchor {
        Some(anchor) => table
            .iter()
            .map(|(key, _)| key.to_owned())
            .skip_while(|key| key != anchor)
            .skip(1)
            .collect(),
        None => Vec::new(),
    };
    let behind: Vec<(Key, Item)> = behind
        .iter()
        .filter_map(|key: &String| table.remove_entry(key))
        .collect();
    table.insert_formatted(&new_key, Item::Value(value));
    for (key, item) in behind {
        table.insert_formatted(&key, item);
    }
}

/// The space before `=`: enough to stand below the others where they are aligned.
fn padding(table: &Table, model: &Key, key: &str) -> String {
    let width = |key: &Key| key.display_repr().chars().count();
    let column = |key: &Key| width(key) + raw(key.leaf_decor().suffix()).chars().count();
    let mut keys = table
        .iter()
        .filter(|(_, item)| item.is_value())
        .filter_map(|(key, _)| table.key(key));
    let aligned = keys.any(|other| width(other) != width(model) && column(other) == column(model));
    if aligned {
        " ".repeat(column(model).saturating_sub(key.len()).max(1))
    } else {
        raw(model.leaf_decor().suffix()).to_owned()
    }
}

/// A new entry at the end of an inline table.
fn append(code: &mut Item, key: &str, word: &str) {
    let Some(table) = code.as_inline_table_mut() else {
        return;
    };
    // The space before the brace belongs to the last value.
    let mut last = String::new();
    if let Some((_, value)) = table.iter_mut().last() {
        last = raw(value.decor().suffix()).to_owned();
        value.decor_mut().set_suffix("");
    }
    let mut value = Value::from(word);
    value.decor_mut().set_prefix(" ");
    value.decor_mut().set_suffix(last);
    table.insert(key, value);
}

fn raw(text: Option<&toml_edit::RawString>) -> &str {
    text.and_then(toml_edit::RawString::as_str).unwrap_or_default()
}

/// The edited text with what the editor does not keep: the line ends of every line that is not new, the mark at the start,
/// and a last line without an end.
fn restore(original: &str, edited: &str) -> String {
    const MARK: char = '\u{feff}';
    let end = if original.contains("\r\n") { "\r\n" } else { "\n" };
    let before: Vec<&str> = original.trim_start_matches(MARK).split_inclusive('\n').collect();
    let content = |line: &&'_ str| -> String { line.trim_end_matches('\n').trim_end_matches('\r').to_owned() };
    let old: Vec<String> = before.iter().map(content).collect();
    let new: Vec<String> = edited.split_inclusive('\n').map(|line| content(&line)).collect();
    let mut text = String::with_capacity(edited.len());
    if original.starts_with(MARK) {
        text.push(MARK);
    }
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    for change in TextDiff::from_slices(&old, &new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Delete => {}
            ChangeTag::Insert => {
                text.push_str(change.value());
                text.push_str(end);
            }
            ChangeTag::Equal => {
                let line = change
                    .old_index()
                    .and_then(|at| before.get(at))
                    .copied()
                    .unwrap_or_default();
                text.push_str(line);
                if !line.ends_with('\n') {
                    text.push_str(end);
                }
            }
        }
    }
    if !original.ends_with('\n') {
        text.truncate(text.len() - if text.ends_with(end) { end.len() } else { 0 });
    }
    text
}

#[cfg(test)]
mod tests {
    use errtax_build::source::{Place, Sources};
    use proptest::prelude::*;

    use super::*;

    fn selected(code: &str, since: Option<&str>) -> Selected {
        let file = Sources::default().add("registry.toml", "");
        Selected {
            code: code.to_owned(),
            since: since.map(str::to_owned),
            place: Place { file, start: 0, end: 0 },
        }
    }

    /// `text` with A frozen since 1.2.0.
    fn frozen(text: &str) -> String {
        freeze(text, &[&selected("A", Some("1.2.0"))]).unwrap()
    }

    #[test]
    fn the_new_lines_stand_where_an_author_would_write_them() {
        let cases = [
            // Replaced in place, with the comment behind it; `since` after it, aligned.
            (
                "# top\n\n[codes.A] # head\n# why\nclass     = \"auth\"\nstatus    = \"draft\" # soon\nmessage   = \"m\"\n# tail\n",
                "# top\n\n[codes.A] # head\n# why\nclass     = \"auth\"\nstatus    = \"frozen\" # soon\nsince     = \"1.2.0\"\nmessage   = \"m\"\n# tail\n",
            ),
            // No status yet: after what is acted on, before the texts; the details stay where they are.
            (
                "[codes.A]\nclass = \"auth\"\nexecuted = \"no\" # c\n\n# text\nhint = \"h\"\n\n[codes.A.details]\nx = \"string\"\n\n[codes.B]\nclass = \"auth\"\n",
                "[codes.A]\nclass = \"auth\"\nexecuted = \"no\" # c\nstatus = \"frozen\"\nsince = \"1.2.0\"\n\n# text\nhint = \"h\"\n\n[codes.A.details]\nx = \"string\"\n\n[codes.B]\nclass = \"auth\"\n",
            ),
            // Everything that is acted on comes from [defaults].
            (
                "[codes.A]\n  hint='h'\n",
                "[codes.A]\n  hint='h'\n  status=\"frozen\"\n  since=\"1.2.0\"\n",
            ),
            (
                "[codes.A]\n[codes.B]\n",
                "[codes.A]\nstatus = \"frozen\"\nsince = \"1.2.0\"\n[codes.B]\n",
            ),
            // Other ways to write a table.
            (
                "codes = { A = { x = 1 } }\n",
                "codes = { A = { x = 1, status = \"frozen\", since = \"1.2.0\" } }\n",
            ),
            (
                "[codes]\nA = {}\nB = {}\n",
                "[codes]\nA = { status = \"frozen\", since = \"1.2.0\"}\nB = {}\n",
            ),
            (
                "[codes]\nA.class = \"auth\" # c\nA.hint = \"h\"\nB.hint = \"h\"\n",
                "[codes]\nA.class = \"auth\" # c\nA.status = \"frozen\"\nA.since = \"1.2.0\"\nA.hint = \"h\"\nB.hint = \"h\"\n",
            ),
            (
                "[codes.\"A\"]\nstatus = 'draft'\n",
                "[codes.\"A\"]\nstatus = \"frozen\"\nsince = \"1.2.0\"\n",
            ),
        ];
        for (before, after) in cases {
            assert_eq!(frozen(before), after);
        }
    }

    #[test]
    fn line_ends_the_mark_and_a_missing_last_end_stay() {
        let cases = [
            (
                "[codes.A]\r\nstatus = \"draft\"\r\n# c\r\n[codes.B]\r\ndoc = \"\"\"a\r\nb\"\"\"\r\n",
                "[codes.A]\r\nstatus = \"frozen\"\r\nsince = \"1.2.0\"\r\n# c\r\n[codes.B]\r\ndoc = \"\"\"a\r\nb\"\"\"\r\n",
            ),
            // Both kinds in one file: each line keeps its own.
            (
                "# a\r\n[codes.A]\nstatus = \"draft\"\n# c\r\n",
                "# a\r\n[codes.A]\nstatus = \"frozen\"\r\nsince = \"1.2.0\"\r\n# c\r\n",
            ),
            (
                "\u{feff}[codes.A]\nx = 1",
                "\u{feff}[codes.A]\nx = 1\nstatus = \"frozen\"\nsince = \"1.2.0\"",
            ),
        ];
        for (before, after) in cases {
            assert_eq!(frozen(before), after);
        }
    }

    #[test]
    fn a_since_that_is_there_is_kept() {
        let text = "[codes.A]\nstatus = \"draft\"\nsince = \"0.9.0\"\n";
        let edited = freeze(text, &[&selected("A", None)]).unwrap();
        assert_eq!(edited, "[codes.A]\nstatus = \"frozen\"\nsince = \"0.9.0\"\n");
    }

    #[test]
    fn what_cannot_be_edited_is_said() {
        for (text, message) in [
            ("[codes.B]\n", "[codes.A] is not in this file"),
            ("[codes]\nA = 3\n", "the code is not a table"),
            ("[codes.A.status]\n", "`status` is not a plain value"),
        ] {
            assert_eq!(freeze(text, &[&selected("A", None)]).unwrap_err(), message);
        }
    }

    /// The standard registry, in the layout that most registries copy.
    #[test]
    fn only_the_status_lines_of_the_standard_registry_change() {
        let text = errtax_build::standard::TEXT;
        let document: DocumentMut = text.parse().unwrap();
        let names: Vec<&str> = document["codes"]
            .as_table()
            .unwrap()
            .iter()
            .map(|(name, _)| name)
            .collect();
        assert!(names.len() > 20);
        let all: Vec<Selected> = names.iter().map(|name| selected(name, None)).collect();
        let edited = freeze(text, &all.iter().collect::<Vec<_>>()).unwrap();
        let expected = text.replace("status    = \"draft\"", "status    = \"frozen\"");
        assert_eq!(edited, expected);
    }

    proptest! {
        /// Comments, blank lines, spaces and line ends around, between and behind the keys.
        #[test]
        fn every_byte_outside_of_the_changed_keys_stays(
            lines in prop::collection::vec(prop::sample::select(vec![
                "", "# comment \u{e4}", "   # indented", "\t", "class  = \"auth\"#c", "action = 'stop'   ", "[codes.B] # b",
                "[codes.A.details]", "[tools.t]", "\"x y\" = { a = 1 , b = [ 1,\n 2 ] }", "z.y.x = 1",
                "doc = \"\"\"\n  status = \"draft\"\n# no comment\"\"\"", "status=\"draft\" # soon",
            ]), 0..14),
            end in prop::sample::select(vec!["\n", "\r\n"]),
            last in any::<bool>(),
        ) {
            let mut text = ["[codes.A]"].into_iter().chain(lines).collect::<Vec<_>>().join("\n").replace('\n', end);
            if last {
                text.push_str(end);
            }
            prop_assume!(text.parse::<DocumentMut>().is_ok());
            let edited = freeze(&text, &[&selected("A", Some("1.2.0"))]).unwrap();
            let document: DocumentMut = edited.parse().unwrap();
            prop_assert_eq!(document["codes"]["A"]["status"].as_str(), Some("frozen"));
            prop_assert_eq!(document["codes"]["A"]["since"].as_str(), Some("1.2.0"));
            // Taking the two keys out again leaves what was there.
            let mut rest = edited.clone();
            for key in ["status", "since"] {
                let parsed = toml_edit::Document::parse(rest.clone()).unwrap();
                let span = parsed["codes"]["A"][key].span().unwrap();
                let start = rest[..span.start].rfind('\n').unwrap();
                let stop = rest[span.end..].find('\n').map_or(rest.len(), |at| span.end + at);
                let line = rest[start..stop].trim_end_matches('\r').to_owned();
                let was = if line.ends_with("# soon") { format!("{}status=\"draft\" # soon", &line[..1]) } else { String::new() };
                let cut = if was.is_empty() && rest[..start].ends_with('\r') { start - 1..start + line.len() } else { start..start + line.len() };
                rest.replace_range(cut, &was);
            }
            prop_assert_eq!(rest, text);
        }
    }
}
