//! Facts about a tool: what recovery may do with its calls.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use errtax_core::{Effect, Registry, ToolSpec};

use super::names::Names;
use crate::DeclaredTool;

/// A name: of a tool, of a call, of an argument.
pub type Name = Cow<'static, str>;

/// What is known of a tool. What is not known is left at its default, which allows the least.
///
/// Made from the registry's `[tools]` by `From`, or written as a constant. The fields are plain, so that one call may be
/// given other facts than the tool has.
///
/// ```
/// use errtax::recovery::Tool;
///
/// static POST: Tool = Tool::write("post_voucher").keyed_by("request_id");
/// let slow = Tool { settle: std::time::Duration::from_secs(2), ..POST.clone() };
/// assert!(slow.writes);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: Name,
    /// Whether it writes. What nothing is known about does.
    pub writes: bool,
    /// Whether repeating it with the same arguments changes nothing more.
    pub idempotent: bool,
    /// The argument by which the server *documents* that it dedupes, or empty. An argument that merely looks like a key
    /// protects nothing.
    pub dedupe_key: Name,
    /// The tool that reads whether a call landed, or empty. Whoever drives the engine may answer [`Next::Read`](super::Next::Read)
    /// by it.
    pub verify: Name,
    /// Whether "not found" from the read that verifies proves that the call did not land.
    pub not_found_means_not_landed: bool,
    /// The tool that this one takes back, or empty.
    pub undoes: Name,
    /// The arguments by which an undo is matched to what it takes back; without any, every call of that tool matches.
    pub match_on: Names,
    /// Whether it is meant to be called again and again until something changes.
    pub poll: bool,
    /// Arguments that do not count when calls are compared.
    pub loop_ignore: Names,
    /// Members of the state that do not count when states are compared.
    pub state_ignore: Names,
    /// How long a write may take to show in a read.
    pub settle: Duration,
    /// How often a read that shows nothing is repeated before it counts.
    pub recheck: u32,
    /// The least time that a call needs: no write is sent again when less is left.
    pub min_time: Duration,
    /// Whether success only means "accepted", to be confirmed by a read.
    pub weak_ack: bool,
    /// Whether these facts are declared (by a registry or by whoever wrote the harness). Hints of a server then no longer
    /// loosen them.
    pub declared: bool,
}

impl Tool {
    const UNKNOWN: Self = Self {
        name: Cow::Borrowed(""),
        writes: true,
        idempotent: false,
        dedupe_key: Cow::Borrowed(""),
        verify: Cow::Borrowed(""),
        not_found_means_not_landed: false,
        undoes: Cow::Borrowed(""),
        match_on: Names::NONE,
        poll: false,
        loop_ignore: Names::NONE,
        state_ignore: Names::NONE,
        settle: Duration::ZERO,
        recheck: 0,
        min_time: Duration::ZERO,
        weak_ack: false,
        declared: true,
    };

    /// A tool that changes nothing.
    #[must_use]
    pub const fn read(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            writes: false,
            ..Self::UNKNOWN
        }
    }

    /// A tool that writes.
    #[must_use]
    pub const fn write(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            ..Self::UNKNOWN
        }
    }

    /// The same, whose server documents that it dedupes by this argument.
    #[must_use]
    pub const fn keyed_by(mut self, argument: &'static str) -> Self {
        // What stood there is borrowed or empty in a constant, where nothing can be dropped.
        std::mem::forget(std::mem::replace(&mut self.dedupe_key, Cow::Borrowed(argument)));
        self
    }

    /// The same, declared to change nothing more when it is repeated with the same arguments.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// A tool with what a registry declares of it.
    #[must_use]
    pub const fn declared(spec: &ToolSpec) -> Self {
        // Nothing is left to a default, so that no fact is forgotten.
        Self {
            name: Cow::Borrowed(spec.name),
            writes: spec.writes,
            idempotent: spec.idempotent,
            dedupe_key: Cow::Borrowed(spec.dedupe_key),
            verify: Cow::Borrowed(spec.verify),
            not_found_means_not_landed: spec.not_found_means_not_landed,
            undoes: Cow::Borrowed(spec.undoes),
            match_on: Names::of(spec.match_on),
            poll: spec.poll,
            loop_ignore: Names::of(spec.loop_ignore),
            state_ignore: Names::of(spec.state_ignore),
            settle: Duration::from_millis(spec.settle_ms),
            recheck: spec.recheck,
            min_time: Duration::from_millis(spec.min_time_ms),
            weak_ack: spec.weak_ack,
            declared: true,
        }
    }

    /// A tool about which nothing is known but its name, so it counts as a write.
    #[must_use]
    pub fn unknown(name: impl Into<Name>) -> Self {
        Self {
            name: name.into(),
            declared: false,
            ..Self::UNKNOWN
        }
    }

    /// The tool of this name, with what the registry says of it, or with nothing known.
    #[must_use]
    pub fn of(registry: &Registry, name: &str) -> Self {
        match registry.tool(name) {
            Some(spec) => Self::from(spec),
            None => Self::unknown(name.to_owned()),
        }
    }

    /// The same with the annotations that a server gives its tool.
    ///
    /// Of a server that the harness does not trust they may only make things stricter, and so they may of a tool that is declared.
    /// `idempotentHint` means something only where `readOnlyHint` is not true.
    #[must_use]
    pub fn hinted(mut self, hints: Hints, trust: Trust) -> Self {
        if trust == Trust::Trusted && !self.declared {
            self.writes = hints.read_only != Some(true);
            self.idempotent = hints.idempotent == Some(true);
        }
        self.writes |= hints.read_only == Some(false);
        self.idempotent &= hints.idempotent != Some(false);
        self
    }

    /// What one call does, `has_key` saying whether it carries a key.
    pub(super) fn effect(&self, has_key: bool) -> Effect {
        if !self.writes {
            Effect::Read
        } else if self.idempotent {
            Effect::IdempotentWrite
        } else if has_key && !self.dedupe_key.is_empty() {
            Effect::KeyedWrite
        } else {
            Effect::Write
        }
    }
}

impl From<&ToolSpec> for Tool {
    fn from(spec: &ToolSpec) -> Self {
        Self::declared(spec)
    }
}

/// The annotations of an MCP tool that speak of repeating it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// `readOnlyHint`, where it is given.
    pub read_only: Option<bool>,
    /// `idempotentHint`, where it is given.
    pub idempotent: Option<bool>,
}

/// Whether the harness believes what a server says of its tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// It does not: hints may only make things stricter.
    #[default]
    Untrusted,
    /// It does.
    Trusted,
}

/// A tool as calls refer to it: a constant, or facts that were gathered at run time. Cloning it allocates nothing.
#[derive(Clone, Debug)]
pub enum ToolRef {
    /// A constant.
    Static(&'static Tool),
    /// Shared by the calls of it.
    Shared(Arc<Tool>),
}

impl Deref for ToolRef {
    type Target = Tool;

    fn deref(&self) -> &Tool {
        match self {
            Self::Static(tool) => tool,
            Self::Shared(tool) => tool,
        }
    }
}

impl PartialEq for ToolRef {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl From<&'static Tool> for ToolRef {
    fn from(tool: &'static Tool) -> Self {
        Self::Static(tool)
    }
}

/// A constant of generated code. Nothing is allocated.
impl From<&'static DeclaredTool> for ToolRef {
    fn from(tool: &'static DeclaredTool) -> Self {
        Self::Static(tool.tool())
    }
}

/// What was looked up in a registry. One allocation, which calls share that are made of clones of the `ToolRef`.
impl From<&'static ToolSpec> for ToolRef {
    fn from(spec: &'static ToolSpec) -> Self {
        Self::from(Tool::declared(spec))
    }
}

impl From<Arc<Tool>> for ToolRef {
    fn from(tool: Arc<Tool>) -> Self {
        Self::Shared(tool)
    }
}

impl From<Tool> for ToolRef {
    fn from(tool: Tool) -> Self {
        Self::Shared(Arc::new(tool))
    }
}
