//! What a sender is given.

use std::sync::Arc;
use std::time::Duration;

use super::super::arguments::Arguments;
use super::super::key::Key;
use super::super::task::{CallId, Task};
use super::super::tool::ToolRef;

/// One attempt of a call, or of the read on its behalf: what whoever makes it has to know.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// The call.
    pub id: CallId,
    /// Which attempt it is: 1 is the first. A fixed call and each item of a batch begin at 1, and so do the reads.
    pub number: u32,
    /// The tool that is called.
    pub tool: ToolRef,
    /// The key to put into the argument that [`Tool::dedupe_key`](crate::recovery::Tool::dedupe_key) names: the same on every attempt.
    pub key: Option<Key>,
    /// How long it may take, if anything limits it. Whoever awaits it is cut off by its own timer; whoever blocks has to
    /// obey it.
    pub timeout: Option<Duration>,
    /// Of an item of a batch: its place. Only this item is to be sent, as a call of its own.
    pub item: Option<usize>,
    /// Whether the call was fixed, so that its arguments are those that the fix answered with.
    pub fixed: bool,
    /// The arguments that the fix answered with, where it answered with JSON. An item that was not fixed itself has those of
    /// its batch here.
    pub json: Option<Arc<str>>,
}

impl Task {
    pub(super) fn attempt(&self, id: CallId, is_read: bool, own: Option<Duration>, now: Duration) -> Option<Attempt> {
        let op = self.op(id.0)?;
        let limit = self.timeout(id, now);
        Some(Attempt {
            id,
            number: if is_read { op.read_attempts } else { op.attempts },
            tool: op.tool.clone(),
            key: self.key(id),
            timeout: own.into_iter().chain(limit).min(),
            item: self.item(id).map(|(_, place)| place),
            fixed: self.is_fixed(id),
            json: None,
        })
    }
}

/// Arguments that were fixed: made of what the closure of `fix` answers with.
#[derive(Clone, Debug)]
pub enum Fixed {
    /// As JSON text, which the next [`Attempt`] carries.
    Json(Arc<str>),
    /// For whoever holds them in another form and knows by [`Attempt::fixed`] which to send.
    Arguments(Arguments),
}

impl From<Arguments> for Fixed {
    fn from(arguments: Arguments) -> Self {
        Self::Arguments(arguments)
    }
}

impl From<String> for Fixed {
    fn from(json: String) -> Self {
        Self::Json(json.into())
    }
}

impl From<&str> for Fixed {
    fn from(json: &str) -> Self {
        Self::Json(json.into())
    }
}
