//! What an agent receives: made by the encoder that servers use, with a value for every detail.

use std::time::Duration;

use errtax_build::model::{Code, Registry, Tool};
use errtax_core::wire::{Call, Envelope};
use errtax_core::{
    Action, CodeSpec, Date, DateTime, Detail as Write, DetailSpec, DetailType, Details, Effect, RawJson, ToolError,
    ToolSpec, Uri, kind,
};

use crate::leaked::{self, leak};

/// What is sent for a call that may be repeated, and what for a plain write where that is something else.
#[derive(Debug)]
pub(super) struct Examples {
    pub(super) usual: String,
    pub(super) in_doubt: Option<String>,
}

/// Makes them.
pub(super) fn examples(registry: &Registry, code: &Code) -> Examples {
    let spec = leaked::spec(registry, code);
    let error = Example(spec);
    let envelope = Envelope {
        spec,
        error: Some(&error),
        retry_after: (spec.action == Action::Wait).then_some(Duration::from_secs(30)),
        upstream: None,
    };
    let verify = registry.tools.iter().find_map(|(name, tool)| verified(name, tool));
    let call = |effect| Call {
        effect,
        tool: verify.as_ref(),
        correlation_id: None,
    };
    let usual = envelope.encode(&call(Effect::Read));
    let in_doubt = envelope.encode(&call(Effect::Write));
    Examples {
        in_doubt: Some(in_doubt).filter(|in_doubt| *in_doubt != usual),
        usual,
    }
}

/// A tool that was called, so that `{verify}` has a name; the first that says how it is verified.
fn verified(name: &str, tool: &Tool) -> Option<ToolSpec> {
    let verify = leak(tool.verify.as_ref()?);
    Some(ToolSpec {
        name: leak(name),
        verify,
        ..ToolSpec::DEFAULT
    })
}

/// A failure with this code whose details are placeholders.
#[derive(Debug)]
struct Example(&'static CodeSpec);

impl std::fmt::Display for Example {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        errtax_core::render(self, f)
    }
}

impl std::error::Error for Example {}

impl ToolError for Example {
    fn spec(&self) -> &'static CodeSpec {
        self.0
    }

    fn details(&self, out: &mut Details<'_>) {
        for detail in self.0.details {
            placeholder(detail, out);
        }
    }
}

/// Writes a value that shows what kind of thing it is; a text names itself.
fn placeholder(detail: &'static DetailSpec, out: &mut Details<'_>) {
    let name = detail.name;
    let text = format!("<{name}>");
    match detail.kind {
        DetailType::String => text.write(out.field::<kind::String>(name)),
        DetailType::Integer => 42_i64.write(out.field::<kind::Integer>(name)),
        DetailType::Number => 1.5_f64.write(out.field::<kind::Number>(name)),
        DetailType::Boolean => true.write(out.field::<kind::Boolean>(name)),
        DetailType::Date => {
            if let Some(day) = Date::new(2026, 1, 31) {
                day.write(out.field::<kind::Date>(name));
            }
        }
        DetailType::Datetime => {
            if let Ok(instant) = "2026-01-31T09:00:00Z".parse::<DateTime>() {
                instant.write(out.field::<kind::Datetime>(name));
            }
        }
        DetailType::DurationMs => Duration::from_millis(1_500).write(out.field::<kind::DurationMs>(name)),
        DetailType::Uri => {
            if let Ok(uri) = format!("https://example.com/{name}").parse::<Uri>() {
                uri.write(out.field::<kind::Uri>(name));
            }
        }
        DetailType::Object => {
            if let Ok(json) = "{}".parse::<RawJson>() {
                json.write(out.field::<kind::Object>(name));
            }
        }
        DetailType::StringList => vec![text].write(out.field::<kind::StringList>(name)),
        DetailType::IntegerList => vec![42_i64].write(out.field::<kind::IntegerList>(name)),
        // On the wire an enum is the text of its value.
        DetailType::Enum => {
            let value = detail.values.first().copied().unwrap_or_default();
            value.write(out.field::<kind::String>(name));
        }
    }
}
