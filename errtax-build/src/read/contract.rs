//! `[contract]`: what a team promises of its tools.

use super::code::item_places;
use super::fields::{Fields, Report, wrong_type};
use super::names;
use super::paths::inside_package;
use super::raw::{Field, RawPromises};
use super::tree::{Entry, Table, Value};
use crate::finding::Finding;
use crate::keys::{BOUND, CONTRACT};
use crate::map::Map;
use crate::model::{Bound, Promises};
use crate::rules;
use crate::source::{Place, Spanned};

/// Reads `[contract]`.
pub(super) fn contract(table: &Table, name: Place, report: &Report) -> RawPromises {
    let fields = Fields::new(table, name, "contract", CONTRACT.keys, report);
    let completion = fields.filled("completion");
    let mut bound = Map::new();
    let mut unread = fields.has_unknown() || completion.is_wrong();
    for entry in bindings(&fields) {
        match binding(entry, report) {
            Some(binding) => drop(bound.insert(entry.key.clone(), binding)),
            None => unread = true,
        }
    }
    let mut places = item_places(&fields, name);
    for (name, binding) in &bound {
        places.insert(format!("bound.{name}"), binding.places.name);
        for key in BOUND.keys {
            places.insert(format!("bound.{name}.{}", key.name), binding.places.get(key.name));
        }
    }
    let promises = Promises {
        write_output: fields.some_texts("write_output"),
        completion: completion.value().cloned(),
        scopes: fields.some_texts("scopes"),
        tests: tests(&fields),
        bound,
        places: Some(places),
    };
    let lost = |key, is_empty| fields.entry(key).is_some() && is_empty;
    unread |= lost("write_output", promises.write_output.is_empty())
        || lost("scopes", promises.scopes.is_empty())
        || lost("bound", promises.bound.is_empty());
    RawPromises { promises, unread }
}

fn tests(fields: &Fields<'_>) -> Vec<Spanned<String>> {
    let mut tests = Vec::new();
    for Spanned { value, place } in fields.some("tests") {
        match inside_package(&value, place) {
            Ok(value) => tests.push(Spanned { value, place }),
            Err(finding) => fields.add(finding.field("contract.tests")),
        }
    }
    tests
}

/// What stands below `[contract.bound]`.
fn bindings<'a>(fields: &Fields<'a>) -> &'a [Entry] {
    match fields.table("bound") {
        Field::Is(table) => &table.value.entries,
        _ => &[],
    }
}

fn binding(entry: &Entry, report: &Report) -> Option<Bound> {
    let Entry { key, key_place, node } = entry;
    if !names::is_registry(key) {
        let message = format!("`{key}` is no name for what tools are bound to");
        let help = "write it in lower case: `[contract.bound.period]`";
        report.add(
            Finding::new(&rules::NAME_GRAMMAR, *key_place, message, help).label("not of the form `[a-z][a-z0-9_-]*`"),
        );
    }
    let table = match &node.value {
        Value::Table(table) => table,
        Value::Broken => return None,
        _ => {
            let help = format!("write `[contract.bound.{key}]` and the fields below it");
            report.add(wrong_type(key, "a table", node, help));
            return None;
        }
    };
    let fields = Fields::new(table, *key_place, format!("contract.bound.{key}"), BOUND.keys, report);
    let field = fields.filled("field");
    fields.require("field", &field);
    let argument = fields.filled("argument").value().cloned();
    let members = fields.some_texts("members");
    Some(Bound {
        argument,
        field: field.value()?.clone(),
        members,
        places: item_places(&fields, *key_place),
    })
}
