//! What keeps a command from starting, or from finishing: not a finding about the registry, but about where it is run.

use std::fmt::Display;

/// What was found, where, and what to type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// In one sentence.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: String,
    /// The file it is about, as shown.
    pub(crate) file: String,
    /// The line in it, from 1.
    pub(crate) line: usize,
    /// The column in it, from 1.
    pub(crate) column: usize,
    /// Of a server that was started: the last lines that it wrote to standard error.
    pub(crate) said: Vec<String>,
}

impl Trouble {
    /// About a file as a whole.
    pub(crate) fn new(file: impl Into<String>, message: impl Display, help: impl Display) -> Self {
        Self {
            message: message.to_string(),
            help: help.to_string(),
            file: file.into(),
            line: 1,
            column: 1,
            said: Vec::new(),
        }
    }

    /// Adds what a server said last.
    pub(crate) fn said(mut self, lines: Vec<String>) -> Self {
        self.said = lines;
        self
    }

    /// Says where in the file.
    pub(crate) fn at(mut self, text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        self.line = before.matches('\n').count() + 1;
        self.column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self
    }
}
