//! Names of generated types: the details of a code and its enums share one module.

use crate::map::Map;

use errtax_core::DetailType;

use super::Context;
use crate::finding::Finding;
use crate::model::Origin;
use crate::source::Place;
use crate::{ident, rules};

/// Checks that no two generated types share a name.
pub(super) fn check(context: &mut Context<'_>) {
    let mut types: Map<String, (String, Place)> = Map::new();
    for code in context.registry.codes.values() {
        types.insert(
            code.ident.clone(),
            (format!("the details of `{}`", code.name), code.places.name),
        );
    }
    for code in context.registry.codes.values() {
        for (name, detail) in &code.contract.details {
            if detail.kind != DetailType::Enum {
                continue;
            }
            let path = format!("details.{name}");
            let place = code.places.get(&path);
            let type_name = ident::enum_type(&code.name, name);
            match types.get(&type_name) {
                Some((what, first)) if code.origin == Origin::Own => {
                    let message = format!(
                        "the enum `{name}` of `{}` would be called `{type_name}`, like {what}",
                        code.name
                    );
                    let finding = Finding::new(
                        &rules::TYPE_NAME_TAKEN,
                        place,
                        message,
                        "rename the detail, or the code",
                    );
                    let finding = finding
                        .label("taken")
                        .related(*first, format!("`{type_name}` comes from here"));
                    context.findings.push(finding.code(&code.name).field(path));
                }
                Some(_) => {}
                None => {
                    types.insert(type_name, (format!("the enum `{name}` of `{}`", code.name), place));
                }
            }
        }
    }
}
