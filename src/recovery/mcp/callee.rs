//! The tool that is called.

use crate::recovery::{Name, Tool, ToolRef};
use crate::{DeclaredTool, ToolSpec};

/// The tool that is called: by its name, of which the registries and the server know more, or with facts for this call.
#[derive(Clone, Debug)]
pub struct Callee(Known);

#[derive(Clone, Debug)]
enum Known {
    Name(Name),
    Facts(ToolRef),
}

impl Callee {
    pub(super) fn name(&self) -> &str {
        match &self.0 {
            Known::Name(name) => name,
            Known::Facts(tool) => &tool.name,
        }
    }

    /// The facts that were given with the call.
    pub(super) fn facts(&self) -> Option<&Tool> {
        match &self.0 {
            Known::Name(_) => None,
            Known::Facts(tool) => Some(tool),
        }
    }
}

impl From<&'static str> for Callee {
    fn from(name: &'static str) -> Self {
        Self(Known::Name(name.into()))
    }
}

impl From<String> for Callee {
    fn from(name: String) -> Self {
        Self(Known::Name(name.into()))
    }
}

impl From<Name> for Callee {
    fn from(name: Name) -> Self {
        Self(Known::Name(name))
    }
}

/// A constant of generated code.
impl From<&'static DeclaredTool> for Callee {
    fn from(tool: &'static DeclaredTool) -> Self {
        Self(Known::Facts(tool.into()))
    }
}

impl From<&'static ToolSpec> for Callee {
    fn from(tool: &'static ToolSpec) -> Self {
        Self(Known::Facts(tool.into()))
    }
}

impl From<&'static Tool> for Callee {
    fn from(tool: &'static Tool) -> Self {
        Self(Known::Facts(tool.into()))
    }
}

impl From<Tool> for Callee {
    fn from(tool: Tool) -> Self {
        Self(Known::Facts(tool.into()))
    }
}
