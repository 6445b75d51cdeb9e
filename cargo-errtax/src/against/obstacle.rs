//! What keeps the base from being read.

use std::fmt::Display;

use crate::trouble::Trouble;

/// What was found, and what to type. Where it is shown decides whoever knows the package.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Obstacle {
    /// In one sentence.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: String,
    /// The base could be read, and whether the registry was in it is not known.
    pub(crate) is_missing: bool,
}

impl Obstacle {
    pub(super) fn new(message: impl Display, help: impl Display) -> Self {
        Self {
            message: message.to_string(),
            help: help.to_string(),
            is_missing: false,
        }
    }

    /// Says that the base could be read.
    pub(super) fn missing(self) -> Self {
        Self {
            is_missing: true,
            ..self
        }
    }

    /// The same, at a file.
    pub(crate) fn at(self, file: impl Into<String>) -> Trouble {
        Trouble::new(file, self.message, self.help)
    }
}
