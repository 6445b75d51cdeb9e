//! What is known of a tool before it is called.

use errtax_core::Effect;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};

use super::dispatch::{Dispatch, Structured};
use super::output;
use super::shape::Shape;

/// The facts about one tool that the dispatch point uses, made once.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) name: String,
    /// What a call does where the registry does not declare the tool.
    pub(super) effect: Effect,
    pub(super) shape: Shape,
    /// Whether somebody has advertised it. Of a tool that nobody knows, -32602 says that it does not exist.
    pub(super) exists: bool,
    /// Whether a failed result may have `structuredContent`.
    pub(super) structured: bool,
    /// Whether a client may ask for `structuredContent` in a result that is no error.
    pub(super) has_output_schema: bool,
}

impl Route {
    /// The facts about a tool, and the tool as it is advertised.
    pub(super) fn of(dispatch: &Dispatch, tool: &Tool) -> (Tool, Self) {
        let mut advertised = tool.clone();
        annotate(dispatch, &mut advertised);
        let admits = tool.output_schema.as_deref().is_none_or(output::admits);
        if dispatch.structured == Structured::Union && !admits {
            advertised.output_schema = tool.output_schema.as_deref().map(output::with_error).map(Into::into);
        }
        let structured = match dispatch.structured {
            Structured::Auto => admits,
            Structured::Union => true,
            Structured::Never => false,
        };
        let route = Self {
            name: tool.name.to_string(),
            effect: effect(tool.annotations.as_ref()),
            shape: Shape::of(&tool.input_schema),
            exists: true,
            structured,
            has_output_schema: tool.output_schema.is_some(),
        };
        (advertised, route)
    }

    /// What is known of a tool that nobody has advertised: its name.
    pub(super) fn unknown(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            effect: Effect::Write,
            shape: Shape::of(&JsonObject::new()),
            exists: false,
            // It may have an output schema.
            structured: false,
            has_output_schema: true,
        }
    }
}

/// What annotations promise. They are the server's own, so they are true as far as it knows; what they leave out has the
/// defaults of MCP, by which it is a write that may not be repeated.
fn effect(annotations: Option<&ToolAnnotations>) -> Effect {
    match annotations.map(|hints| (hints.read_only_hint, hints.idempotent_hint)) {
        Some((Some(true), _)) => Effect::Read,
        Some((_, Some(true))) => Effect::IdempotentWrite,
        _ => Effect::Write,
    }
}

/// Fills in the hints that the author left out and the registry knows. That a write is destructive is MCP's own default, so only
/// that it is not is said.
fn annotate(dispatch: &Dispatch, tool: &mut Tool) {
    let Some(spec) = dispatch.registry.tool(&tool.name) else {
        return;
    };
    let hints = tool.annotations.get_or_insert_default();
    hints.read_only_hint.get_or_insert(!spec.writes);
    if spec.writes {
        hints.idempotent_hint.get_or_insert(spec.idempotent);
        if !spec.destructive {
            hints.destructive_hint.get_or_insert(false);
        }
    }
}
