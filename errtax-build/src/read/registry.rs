//! `[registry]`, `[roles]` and `[artifacts]`.

use errtax_core::Role;

use super::code::item_places;
use super::fields::{Fields, Report, wrong_type};
use super::names;
use super::paths::inside_package;
use super::raw::{Field, RawHead};
use super::tree::{Table, Value};
use crate::finding::Finding;
use crate::keys::{ARTIFACTS, EDITIONS, HEAD, ROLES};
use crate::model::Artifacts;
use crate::rules;
use crate::source::{Place, Spanned};
use crate::suggest;

/// Reads `[registry]`.
pub(super) fn head(table: &Table, name: Place, report: &Report) -> RawHead {
    let fields = Fields::new(table, name, "registry", HEAD.keys, report);
    let head = RawHead {
        place: Some(name),
        places: Some(item_places(&fields, name)),
        name: registry_name(&fields),
        version: fields.version("version"),
        edition: edition(&fields),
        extends: list(fields.texts("extends")),
        include: list(fields.texts("include")),
        docs: docs(&fields),
    };
    fields.require("name", &head.name);
    fields.require("version", &head.version);
    fields.require("edition", &head.edition);
    head
}

fn list(field: Field<Vec<Spanned<String>>>) -> Vec<Spanned<String>> {
    match field {
        Field::Is(spanned) => spanned.value,
        _ => Vec::new(),
    }
}

fn registry_name(fields: &Fields<'_>) -> Field<String> {
    let field = fields.text("name");
    if let Field::Is(name) = &field {
        if !names::is_registry(&name.value) {
            let message = format!("`{}` is no name for a registry", name.value);
            let help = "write it in lower case: `name = \"my-server\"`";
            let finding = Finding::new(&rules::NAME_GRAMMAR, name.place, message, help);
            fields.add(finding.label("not of the form `[a-z][a-z0-9_-]*`"));
            return Field::Wrong(name.place);
        }
    }
    field
}

fn edition(fields: &Fields<'_>) -> Field<u16> {
    match fields.text("edition") {
        Field::Absent => Field::Absent,
        Field::Wrong(place) => Field::Wrong(place),
        Field::Is(Spanned { value, place }) => match EDITIONS.iter().find(|edition| edition.to_string() == value) {
            Some(edition) => Field::Is(Spanned { value: *edition, place }),
            None => {
                let newest = EDITIONS.last().copied().unwrap_or_default();
                let message = format!("unknown edition `{value}`");
                let help = format!("write `edition = \"{newest}\"`, or use an errtax that has this edition");
                fields.add(Finding::new(&rules::UNKNOWN_EDITION, place, message, help).label("no such edition"));
                Field::Wrong(place)
            }
        },
    }
}

fn docs(fields: &Fields<'_>) -> Field<String> {
    let field = fields.filled("docs");
    if let Field::Is(docs) = &field {
        let rest = docs.value.replacen("{code}", "", 1);
        if rest == docs.value || rest.contains(['{', '}']) {
            let message = "`docs` must hold `{code}` once and no other brace";
            let help = "write `docs = \"https://docs.example.com/errors/{code}\"`";
            fields.add(Finding::new(&rules::BAD_VALUE, docs.place, message, help).label("where does the code go?"));
            return Field::Wrong(docs.place);
        }
    }
    field
}

/// Reads `[roles]`.
pub(super) fn roles(table: &Table, _name: Place, report: &Report) -> Vec<(Role, Spanned<String>)> {
    let words: Vec<&str> = ROLES.iter().map(|word| word.word).collect();
    let mut roles = Vec::new();
    for entry in &table.entries {
        let Ok(role) = entry.key.parse::<Role>() else {
            let message = format!("unknown role `{}`", entry.key);
            let help = suggest::help(&entry.key, &words, "");
            report.add(Finding::new(&rules::UNKNOWN_ROLE, entry.key_place, message, help).label("no such role"));
            continue;
        };
        match &entry.node.value {
            Value::Text(code) => roles.push((
                role,
                Spanned {
                    value: code.clone(),
                    place: entry.node.place,
                },
            )),
            Value::Broken => {}
            _ => report.add(wrong_type(
                &entry.key,
                "the name of a code",
                &entry.node,
                format!("write `{role} = \"CODE\"`"),
            )),
        }
    }
    roles
}

/// Reads `[artifacts]`.
pub(super) fn artifacts(table: &Table, name: Place, report: &Report) -> Artifacts {
    let fields = Fields::new(table, name, "artifacts", ARTIFACTS.keys, report);
    let path = |key| match fields.filled(key) {
        Field::Is(path) => match inside_package(&path.value, path.place) {
            Ok(value) => Some(Spanned {
                value,
                place: path.place,
            }),
            Err(finding) => {
                fields.add(finding.field(key));
                None
            }
        },
        _ => None,
    };
    Artifacts {
        schema: path("schema"),
        docs: path("docs"),
    }
}
