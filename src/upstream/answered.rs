//! The error that a foreign answer became.

use std::error::Error;
use std::fmt;

use errtax_core::{CodeSpec, Details, ToolError, UpstreamSpec, render};

use crate::failure::Failure;

/// The code of a rule or of a role, because of an answer.
#[derive(Debug)]
pub(super) struct Answered {
    code: &'static CodeSpec,
    /// The rule's own hint, or empty.
    hint: &'static str,
    /// What the client says of the same code: it has the details, which no answer brings.
    told: Option<Failure>,
}

impl Answered {
    /// What a rule makes of it.
    pub(super) fn by(rule: &UpstreamSpec) -> Self {
        Self {
            code: rule.code,
            hint: rule.hint,
            told: None,
        }
    }

    /// The same with the details of a failure, if that has the code of the rule as well.
    pub(super) fn with(mut self, failure: Failure) -> Self {
        self.told = Some(failure).filter(|failure| failure.code() == self.code.code);
        self
    }

    /// A code alone.
    pub(super) fn bare(code: &'static CodeSpec) -> Self {
        Self {
            code,
            hint: "",
            told: None,
        }
    }
}

// Nobody means this one: it is not to be offered where a type has no code.
#[diagnostic::do_not_recommend]
impl ToolError for Answered {
    fn spec(&self) -> &'static CodeSpec {
        self.code
    }

    fn details(&self, out: &mut Details<'_>) {
        if let Some(error) = self.told.as_ref().and_then(Failure::tool_error) {
            error.details(out);
        }
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

impl Error for Answered {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.told.as_ref()?.cause())
    }
}
