//! How a code is raised in Rust.

use errtax_build::ident;
use errtax_build::model::{Code, Detail};
use errtax_core::DetailType;

/// Both ways.
#[derive(Debug)]
pub(super) struct Raised {
    /// The variant of an enum that derives `ToolError`, attributes and all.
    pub(super) variant: String,
    /// The expression that raises it without an enum.
    pub(super) without_enum: String,
}

/// Tells them, for the crate that has the registry.
pub(super) fn raised(code: &Code) -> Raised {
    let fields: Vec<String> = code
        .contract
        .details
        .iter()
        .map(|(name, detail)| format!("{}: {}", ident::field(name), rust_type(code, name, detail)))
        .collect();
    let variant = match fields.as_slice() {
        [] => format!("{},", code.ident),
        fields => format!("{} {{ {} }},", code.ident, fields.join(", ")),
    };
    let values: Vec<String> = code.contract.details.keys().map(|name| ident::field(name)).collect();
    let set = match values.as_slice() {
        [] => format!("crate::codes::details::{} {{}}", code.ident),
        values => format!("crate::codes::details::{} {{ {} }}", code.ident, values.join(", ")),
    };
    Raised {
        variant,
        without_enum: format!("{set}.into_failure()"),
    }
}

/// The type that `codes::details` has for it; others fill it too.
fn rust_type(code: &Code, name: &str, detail: &Detail) -> String {
    let plain = match detail.kind {
        DetailType::String => "String".to_owned(),
        DetailType::Integer => "i64".to_owned(),
        DetailType::Number => "f64".to_owned(),
        DetailType::Boolean => "bool".to_owned(),
        DetailType::Date => "errtax::Date".to_owned(),
        DetailType::Datetime => "errtax::DateTime".to_owned(),
        DetailType::DurationMs => "std::time::Duration".to_owned(),
        DetailType::Uri => "errtax::Uri".to_owned(),
        DetailType::Object => "errtax::RawJson".to_owned(),
        DetailType::StringList => "Vec<String>".to_owned(),
        DetailType::IntegerList => "Vec<i64>".to_owned(),
        DetailType::Enum => format!("crate::codes::details::{}", ident::enum_type(&code.name, name)),
    };
    if detail.optional {
        format!("Option<{plain}>")
    } else {
        plain
    }
}
