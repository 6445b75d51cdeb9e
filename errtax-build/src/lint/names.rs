//! Names of generated types: the details of a code and its enums share one module.

use crate::map::Map;

use errtax_core::DetailType;

use super::Context;
use crate::finding::Finding;
use crate::model::{Code, Origin};
use crate::source::Place;
use crate::{ident, rules};

/// Checks that no two generated types share a name.
pub(super) fn check(context: &mut Context<'_>) {
    let registry = context.registry;
    let codes: Map<&str, &Code> = registry
        .codes
        .values()
        .map(|code| (code.ident.as_str(), code))
        .collect();
    // Apart from the codes, so that they come nearly sorted.
    let mut enums: Map<String, (&Code, &str, Place)> = Map::new();
    for code in registry.codes.values() {
        for (name, detail) in &code.contract.details {
            if detail.kind != DetailType::Enum {
                continue;
            }
            let path = format!("details.{name}");
            let place = code.places.get(&path);
            let type_name = ident::enum_type(&code.name, name);
            let first = match (codes.get(type_name.as_str()), enums.get(&type_name)) {
                (Some(other), _) => Some((format!("the details of `{}`", other.name), other.places.name)),
                (None, Some((other, name, place))) => Some((format!("the enum `{name}` of `{}`", other.name), *place)),
                (None, None) => None,
            };
            match first {
                Some((what, first)) if code.origin == Origin::Own => {
                    let message = format!(
                        "the enum `{name}` of `{}` would be called `{type_name}`, like {what}: Rust cannot have both",
                        code.name
                    );
                    let finding = Finding::new(
                        &rules::TYPE_NAME_TAKEN,
                        place,
                        message,
                        "rename the detail, or whichever of the two codes has not shipped yet",
                    );
                    let finding = finding
                        .label("taken")
                        .related(first, format!("`{type_name}` comes from here"));
                    context.findings.push(finding.code(&code.name).field(path));
                }
                Some(_) => {}
                None => {
                    enums.insert(type_name, (code, name, place));
                }
            }
        }
    }
}
