//! The list as a file that a finding can point into: one line a member, the name of a tool first.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::Listing;

/// What comes first of a tool; the rest follows by name.
const FIRST: &[&str] = &[
    "name",
    "title",
    "description",
    "annotations",
    "inputSchema",
    "outputSchema",
];

/// The file, and where its members stand.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) text: String,
    /// By the number of the tool and the JSON pointer in it. A container is where its key is.
    places: BTreeMap<(usize, String), Range<usize>>,
}

impl Written {
    pub(super) fn new(listing: &Listing) -> Self {
        let mut written = Self::default();
        written.text.push_str("{\n  \"tools\": [");
        for (number, tool) in listing.tools.iter().enumerate() {
            written.text.push_str(if number == 0 { "\n    " } else { ",\n    " });
            written.value(number, "", &tool.value, 2);
        }
        written.text.push_str("\n  ]\n}\n");
        written
    }

    /// Where this member of a tool stands; where there is none, what would contain it, in the end the tool's name.
    pub(super) fn place(&self, tool: usize, pointer: &str) -> Range<usize> {
        let mut pointer = pointer;
        loop {
            if let Some(range) = self.places.get(&(tool, pointer.to_owned())) {
                return range.clone();
            }
            match pointer.rsplit_once('/') {
                Some((outer, _)) if !outer.is_empty() => pointer = outer,
                _ if pointer != "/name" => pointer = "/name",
                _ => return 0..0,
            }
        }
    }

    fn value(&mut self, tool: usize, pointer: &str, value: &Value, depth: usize) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                let mut keys: Vec<&String> = members.keys().collect();
                let rank = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
                keys.sort_by_key(|key| (if pointer.is_empty() { rank(key) } else { 0 }, (*key).clone()));
                self.text.push('{');
                for (at, key) in keys.into_iter().enumerate() {
                    self.line(at, depth + 1);
                    let start = self.text.len();
                    self.scalar(&Value::String(key.clone()));
                    let mut end = self.text.len();
                    self.text.push_str(": ");
                    let below = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                    if let Some(member) = members.get(key) {
                        self.value(tool, &below, member, depth + 1);
                        if !matches!(member, Value::Object(_) | Value::Array(_)) {
                            end = self.text.len();
                        }
                    }
                    self.places.insert((tool, below), start..end);
                }
                self.end(depth, '}');
            }
            Value::Array(items) if !items.is_empty() => {
                self.text.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.line(at, depth + 1);
                    self.value(tool, &format!("{pointer}/{at}"), item, depth + 1);
                }
                self.end(depth, ']');
            }
            scalar => self.scalar(scalar),
        }
    }

    fn line(&mut self, at: usize, depth: usize) {
        self.text.push_str(if at == 0 { "\n" } else { ",\n" });
        self.indent(depth);
    }

    fn end(&mut self, depth: usize, bracket: char) {
        self.text.push('\n');
        self.indent(depth);
        self.text.push(bracket);
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.text.push_str("  ");
        }
    }

    fn scalar(&mut self, value: &Value) {
        self.text.push_str(&value.to_string());
    }
}
