//! A tool as generated code names it.

use std::fmt;
use std::ops::Deref;

use errtax_core::ToolSpec;

#[cfg(feature = "recovery")]
use crate::recovery::Tool;

/// A tool that a registry declares, as a constant of generated code: `codes::tools::POST_VOUCHER`. A name that is misspelt does
/// not compile.
///
/// It stands wherever its [`ToolSpec`] does, and with the feature `recovery` a call is made of it: `Call::new(&codes::tools::POST_VOUCHER)`.
pub struct DeclaredTool {
    spec: &'static ToolSpec,
    // The same facts as recovery has them, made while the constant is compiled: a call of it then allocates nothing.
    #[cfg(feature = "recovery")]
    tool: Tool,
}

impl DeclaredTool {
    /// What generated code makes of one entry of its table.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(spec: &'static ToolSpec) -> Self {
        Self {
            spec,
            #[cfg(feature = "recovery")]
            tool: Tool::declared(spec),
        }
    }

    /// What the registry states about it.
    #[must_use]
    pub const fn spec(&self) -> &'static ToolSpec {
        self.spec
    }

    /// The same as recovery has it.
    #[cfg(feature = "recovery")]
    #[must_use]
    pub const fn tool(&self) -> &Tool {
        &self.tool
    }
}

impl Deref for DeclaredTool {
    type Target = ToolSpec;

    fn deref(&self) -> &ToolSpec {
        self.spec
    }
}

impl fmt::Debug for DeclaredTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}
