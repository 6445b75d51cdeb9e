//! A TOML file under edit: text goes in, or out, at places that the parser names, and every other byte stays what it is.
//! So comments, order, layout, line ends and the mark at the start survive by construction.

use std::ops::Range;

use toml_edit::{Document, InlineTable, Item, Key, TableLike};

use super::lines::{MARK, newline};
use super::style::value_span;

/// The file.
#[derive(Clone, Debug)]
pub(crate) struct Toml {
    pub(super) text: String,
}

/// A piece of the text, and what takes its place.
pub(super) type Splice = (Range<usize>, String);

/// An item, and where its key stands.
pub(super) struct Found<'a> {
    pub(super) item: &'a Item,
    pub(super) key: &'a Key,
    /// The table on one line that holds it, where one does.
    pub(super) parent: Option<&'a InlineTable>,
}

impl Toml {
    /// Takes a text that is TOML.
    pub(crate) fn new(text: impl Into<String>) -> Result<Self, String> {
        let toml = Self { text: text.into() };
        toml.parsed()?;
        Ok(toml)
    }

    /// The text as it is now.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// A value as it is written.
    pub(crate) fn value(&self, path: &[&str]) -> Option<String> {
        let document = self.parsed().ok()?;
        let span = value_span(find(&document, path).ok()?.item)?;
        self.text.get(span).map(str::to_owned)
    }

    /// Whether there is such a table or key.
    pub(crate) fn has(&self, path: &[&str]) -> bool {
        self.parsed().is_ok_and(|document| find(&document, path).is_ok())
    }

    pub(super) fn parsed(&self) -> Result<Document<&str>, String> {
        Document::parse(self.text.as_str()).map_err(|error| error.message().trim().to_owned())
    }

    /// Puts the pieces in; they do not overlap.
    pub(super) fn splice(&mut self, mut splices: Vec<Splice>) {
        splices.sort_by_key(|(range, _)| range.start);
        let mut text = String::with_capacity(self.text.len());
        let mut done = 0;
        for (range, new) in splices {
            text.push_str(self.text.get(done..range.start).unwrap_or_default());
            text.push_str(&new);
            done = range.end;
        }
        text.push_str(self.text.get(done..).unwrap_or_default());
        self.text = text;
    }

    /// Puts whole lines in at `at`, the start of a line or the end of the file, with the line ends of the file. Where the
    /// file's last line has no end, it gets one and the new last line has none.
    pub(super) fn insert_lines(&mut self, at: usize, lines: &[String]) {
        let splice = self.lines_in(at, lines, newline(&self.text));
        self.splice(vec![splice]);
    }

    /// The piece by which these lines come in at `at`; `end` is the line end of the file.
    pub(super) fn lines_in(&self, at: usize, lines: &[String], end: &str) -> Splice {
        let mut text: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        let before = self.text.get(..at).unwrap_or_default();
        if !before.trim_start_matches(MARK).is_empty() && !before.ends_with('\n') {
            text.insert_str(0, end);
            text.truncate(text.len() - end.len());
        }
        (at..at, text)
    }
}

/// The item at `path`.
pub(super) fn find<'a>(document: &'a Document<&str>, path: &[&str]) -> Result<Found<'a>, String> {
    let missing = || format!("[{}] is not in this file", path.join("."));
    let mut table: &dyn TableLike = document.as_table();
    let mut parent = None;
    let mut at = path.iter();
    let mut name = at.next().ok_or_else(missing)?;
    loop {
        let (key, item) = table.get_key_value(name).ok_or_else(missing)?;
        match at.next() {
            None => return Ok(Found { item, key, parent }),
            Some(next) => {
                table = item.as_table_like().ok_or_else(missing)?;
                parent = item.as_inline_table();
                name = next;
            }
        }
    }
}

/// A TOML string.
pub(crate) fn string(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

/// A TOML table on one line.
pub(crate) fn inline(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(key, value)| format!("{} = {value}", Key::new(*key)))
        .collect();
    format!("{{ {} }}", fields.join(", "))
}
