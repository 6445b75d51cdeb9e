//! What the answers of all writes have in common: `[contract]` in registry.toml asks it of each of them, so that a new tool
//! which answers otherwise is found.

use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Actor;

/// How many lines a preview has at most.
const PREVIEWED: usize = 20;

/// The answer of a write: what it wrote, and what every write says of itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Written<T> {
    /// What it wrote.
    #[serde(flatten)]
    pub what: T,
    /// Whether it still waits for somebody's consent. This server carries out at once what it accepts, so it is false.
    pub staged: bool,
    /// What it takes to undo it.
    pub risk_level: Risk,
    /// Who did it: the role of the key, or "local" for whoever started the server without one.
    pub actor: Actor,
    /// What was done, in a sentence.
    pub message: String,
    /// What has changed in the books, a line each; of many the first twenty.
    pub preview: Vec<String>,
}

/// What it takes to undo a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// One call.
    Low,
    /// A voucher more: what is posted is reversed, and never deleted.
    Medium,
    /// As many vouchers more as were posted.
    High,
}

impl<T> Written<T> {
    /// The answer of a write that is done.
    pub(crate) fn done(what: T, risk_level: Risk, actor: &Actor, message: String, mut preview: Vec<String>) -> Self {
        let more = preview.len().saturating_sub(PREVIEWED);
        if more > 0 {
            preview.truncate(PREVIEWED);
            preview.push(format!("… and {more} more"));
        }
        Self {
            what,
            staged: false,
            risk_level,
            actor: actor.clone(),
            message,
            preview,
        }
    }
}
