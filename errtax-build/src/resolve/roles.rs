//! `[roles]`: which code stands for what the library itself must say.

use crate::map::Map;

use errtax_core::Role;

use super::Doubts;
use crate::finding::Finding;
use crate::model::{Code, RoleCode};
use crate::rules;
use crate::source::{Place, Spanned};
use crate::standard;
use crate::suggest;

/// The code of every role, and where each was named.
pub(super) fn roles(
    named: Vec<(Role, Spanned<String>)>,
    codes: &Map<String, Code>,
    doubts: &Doubts,
    findings: &mut Vec<Finding>,
) -> (Map<Role, RoleCode>, Map<Role, Place>) {
    let mut roles = Map::new();
    let mut places = Map::new();
    for (role, code) in named {
        if codes.contains_key(&code.value) {
            places.insert(role, code.place);
            roles.insert(role, RoleCode::Here(code.value));
        } else if !doubts.incomplete {
            let known: Vec<&str> = codes.keys().map(String::as_str).collect();
            let message = format!(
                "the role `{role}` names the unknown code `{}`: the failure would go out without a code",
                code.value
            );
            let help = suggest::code(&code.value, &known);
            let finding = Finding::new(&rules::UNKNOWN_CODE, code.place, message, help);
            findings.push(
                finding
                    .label(format!("no such code for the role `{role}`"))
                    .field(format!("roles.{role}")),
            );
        }
    }
    for role in Role::ALL {
        if !roles.contains_key(role) {
            let code = standard::roles().get(role).cloned().unwrap_or_default();
            // The same name on the wire is the same code, whoever declared it.
            let code = if codes.contains_key(&code) {
                RoleCode::Here(code)
            } else {
                RoleCode::Standard(code)
            };
            roles.insert(*role, code);
        }
    }
    (roles, places)
}
