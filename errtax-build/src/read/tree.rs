//! A TOML file as a tree in which everything knows where it stands.

use toml::de::{DeTable, DeValue};

use crate::source::{FileId, Place};

/// One value.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) place: Place,
}

/// What a value may be.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    /// `None` where the number fits no `i64`.
    Integer(Option<i64>),
    Float(f64),
    Boolean(bool),
    Datetime(String),
    Array(Vec<Node>),
    Table(Table),
    /// What could not be read; a finding says why.
    Broken,
}

/// A table, its entries in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_place: Place,
    pub(crate) node: Node,
}

impl Table {
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }
}

impl Value {
    /// `a string`, as a message names what was found.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Boolean(_) => "a boolean",
            Self::Datetime(_) => "a date or time",
            Self::Array(_) => "an array",
            Self::Table(_) => "a table",
            Self::Broken => "what is no value",
        }
    }
}

/// Converts what `toml` has parsed. Its nesting is bounded by the parser, hence so is the recursion.
pub(crate) fn table(file: FileId, text: &str, parsed: &DeTable<'_>) -> Table {
    let mut entries: Vec<Entry> = parsed
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_place: place(file, text, key.span()),
            node: node(file, text, value.span(), value.get_ref()),
        })
        .collect();
    entries.sort_by(|a, b| (a.key_place.start, &a.key).cmp(&(b.key_place.start, &b.key)));
    Table { entries }
}

fn node(file: FileId, text: &str, span: std::ops::Range<usize>, value: &DeValue<'_>) -> Node {
    let value = match value {
        DeValue::String(string) => Value::Text(string.to_string()),
        DeValue::Integer(number) => Value::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok()),
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(boolean) => Value::Boolean(*boolean),
        DeValue::Datetime(datetime) => Value::Datetime(datetime.to_string()),
        DeValue::Array(items) => Value::Array(
            items
                .iter()
                .map(|item| node(file, text, item.span(), item.get_ref()))
                .collect(),
        ),
        DeValue::Table(inner) => Value::Table(table(file, text, inner)),
    };
    Node {
        value,
        place: place(file, text, span),
    }
}

/// A span of the parser as a place, brought inside the file and onto character boundaries whatever the parser says.
pub(crate) fn place(file: FileId, text: &str, span: std::ops::Range<usize>) -> Place {
    let start = floor(text, span.start);
    let end = floor(text, span.end.max(start)).max(start);
    Place { file, start, end }
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
