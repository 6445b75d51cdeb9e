//! What one reading of `tools/list` gave.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

/// The tools of a server, as it listed them.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub(super) tools: Vec<Listed>,
}

/// One tool.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) value: Value,
    /// The letters that were sent: what a cache compares.
    pub(super) raw: String,
}

impl Listing {
    /// From the results of `tools/list`, a page each, or one array of tools.
    ///
    /// # Errors
    ///
    /// What is no such result, in one sentence.
    pub fn from_pages<'a>(pages: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut tools = Vec::new();
        for page in pages {
            for raw in items(page)? {
                tools.push(Listed::new(raw.get())?);
            }
        }
        Ok(Self { tools })
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

fn items(page: &str) -> Result<Vec<Box<RawValue>>, String> {
    let page = page.trim_start();
    let list = if page.starts_with('[') {
        serde_json::from_str(page)
    } else {
        let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(page)
            .map_err(|error| format!("a result of `tools/list` is no JSON object: {error}"))?;
        let Some(list) = members.get("tools") else {
            return Err("a result of `tools/list` has no `tools`".to_owned());
        };
        serde_json::from_str(list.get())
    };
    list.map_err(|error| format!("`tools` in a result of `tools/list` is no array: {error}"))
}

impl Listed {
    fn new(raw: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(raw).map_err(|error| format!("a tool cannot be read: {error}"))?;
        match value.get("name") {
            Some(Value::String(name)) => Ok(Self {
                name: name.clone(),
                raw: raw.to_owned(),
                value,
            }),
            _ => Err(format!("a tool has no name: {}", start(raw))),
        }
    }

    /// A text of it; empty where there is none.
    pub(super) fn text(&self, pointer: &str) -> &str {
        self.value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// One of its annotations, where it is stated.
    pub(super) fn hint(&self, name: &str) -> Option<bool> {
        self.value.get("annotations")?.get(name)?.as_bool()
    }
}

/// As much as a message can show.
fn start(raw: &str) -> String {
    match raw.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", raw.get(..end).unwrap_or_default()),
        None => raw.to_owned(),
    }
}
