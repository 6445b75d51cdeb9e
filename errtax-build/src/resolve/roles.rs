//! `[roles]`: which code stands for what the library itself must say.

use std::collections::BTreeMap;

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
    codes: &BTreeMap<String, Code>,
    doubts: &Doubts,
    findings: &mut Vec<Finding>,
) -> (BTreeMap<Role, RoleCode>, BTreeMap<Role, Place>) {
    let mut roles = BTreeMap::new();
    let mut places = BTreeMap::new();
    for (role, code) in named {
        if codes.contains_key(&code.value) {
            places.insert(role, code.place);
            roles.insert(role, RoleCode::Here(code.value));
        } else if !doubts.incomplete {
            let known: Vec<&str> = codes.keys().map(String::as_str).collect();
            let help = suggest::help(
                &code.value,
                &known,
                &format!("declare `[codes.{}]`, or leave the role out", code.value),
            );
            let finding = Finding::new(
                &rules::UNKNOWN_CODE,
                code.place,
                format!("unknown code `{}`", code.value),
                help,
            );
            findings.push(
                finding
                    .label(format!("no such code for the role `{role}`"))
                    .field(format!("roles.{role}")),
            );
        }
    }
    for role in Role::ALL {
        roles.entry(*role).or_insert_with(|| {
            let code = standard::roles().get(role).cloned().unwrap_or_default();
            // The same name on the wire is the same code, whoever declared it.
            if codes.contains_key(&code) {
                RoleCode::Here(code)
            } else {
                RoleCode::Standard(code)
            }
        });
    }
    (roles, places)
}
