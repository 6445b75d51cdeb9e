//! A TOML file as a tree in which everything knows where it stands.

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
