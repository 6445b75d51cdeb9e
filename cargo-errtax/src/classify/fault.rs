//! What is wrong with a line.

use errtax_build::suggest;
use serde::Serialize;

use super::object::Object;

/// What was found in a line, where in it, and what to write instead.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// At which byte of the line.
    pub(super) offset: usize,
    /// In one sentence.
    pub(super) message: String,
    /// What to do about it.
    pub(super) help: String,
}

/// The same as it is told.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    pub(super) line: u64,
    pub(super) column: usize,
    pub(super) message: String,
    pub(super) help: String,
}

impl Fault {
    pub(super) fn new(offset: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            offset,
            message: message.into(),
            help: help.into(),
        }
    }

    /// As it is told of the line of this number, which has this text.
    pub(super) fn told(self, line: u64, text: &str) -> Told {
        let before = text.get(..self.offset).unwrap_or(text);
        Told {
            line,
            column: before.chars().count() + 1,
            message: self.message,
            help: self.help,
        }
    }
}

/// That a member is not there; one of another name may have been meant for it.
pub(super) fn missing(object: &Object<'_>, what: &str, name: &str, help: &str) -> Fault {
    let near = suggest::nearest(name, object.left().map(|(left, _)| left));
    let at = near.and_then(|near| object.left().find(|(left, _)| *left == near));
    match (near, at) {
        (Some(near), Some((_, at))) => Fault::new(
            at,
            format!("{what} is missing, and `{near}` is not known"),
            format!("write `{name}` instead of `{near}`"),
        ),
        _ => Fault::new(object.at(), format!("{what} is missing"), help),
    }
}

/// The most characters of a word that are repeated.
const MAX_WORD: usize = 60;

/// `` `name` ``, cut where it is too long for a name.
pub(super) fn ticked(name: &str) -> String {
    match name.char_indices().nth(MAX_WORD) {
        Some((end, _)) => format!("`{}…`", name.get(..end).unwrap_or_default()),
        None => format!("`{name}`"),
    }
}

/// What to write instead of a word: the one that was meant, or one of all.
pub(super) fn near_or_listed<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match suggest::nearest(word, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write one of {}", listed(names)),
    }
}

/// `` `a`, `b` ``.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(ticked).collect();
    names.join(", ")
}
