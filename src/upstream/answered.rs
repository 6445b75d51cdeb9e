//! The error that a foreign answer became.

use std::error::Error;
use std::fmt;

use errtax_core::{CodeSpec, ToolError, UpstreamSpec, render};

/// A code that nothing but an answer stands behind.
#[derive(Debug)]
pub(super) struct Answered {
    code: &'static CodeSpec,
    /// The rule's own hint, or empty.
    hint: &'static str,
}

impl Answered {
    /// What a rule makes of it.
    pub(super) fn by(rule: &UpstreamSpec) -> Self {
        Self {
            code: rule.code,
            hint: rule.hint,
        }
    }

    /// A code alone.
    pub(super) fn bare(code: &'static CodeSpec) -> Self {
        Self { code, hint: "" }
    }
}

impl ToolError for Answered {
    fn spec(&self) -> &'static CodeSpec {
        self.code
    }

    fn hint(&self) -> Option<&'static str> {
        Some(self.hint)
    }
}

/// The message of the registry.
impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

impl Error for Answered {}
