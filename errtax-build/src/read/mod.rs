//! Files in, [`raw::RawRegistry`] out: TOML, keys, types, words and names, each with its place.
//!
//! Nothing is compared across entries here, and nothing stops at the first mistake.

pub(crate) mod advice;
mod code;
pub(crate) mod conflict;
mod contract;
mod detail;
pub(crate) mod document;
pub(crate) mod fields;
mod invisible;
pub(crate) mod names;
pub(crate) mod paths;
mod policy;
pub(crate) mod raw;
mod registry;
mod syntax;
mod tables;
mod tool;
pub(crate) mod tree;
mod upstream;
mod waivers;

use std::path::Path;

pub(crate) use invisible::is_control as is_invisible;

use fields::{Fields, Report};
use raw::RawRegistry;
use tree::{Entry, Table, Value};

use crate::finding::Finding;
use crate::keys::HEAD;
use crate::rules;
use crate::source::{FileId, Place, Sources};

/// Which file it is: the registry itself may hold every table, an included one only entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Registry,
    Included,
}

/// What one file gave.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) raw: RawRegistry,
    pub(crate) findings: Vec<Finding>,
}

/// Reads one file of the package into `sources`. What cannot be read is an empty file and a finding.
pub(crate) fn load(package: &Path, path: &str, sources: &mut Sources) -> (FileId, Vec<Finding>) {
    let bytes = match std::fs::read(package.join(path)) {
        Ok(bytes) => bytes,
        Err(error) => {
            let file = sources.add(path, "");
            let finding = Finding::new(
                &rules::UNREADABLE_FILE,
                Place { file, start: 0, end: 0 },
                format!("cannot read `{path}`: {}", error.kind()),
                format!("create `{path}`, or name the file that holds the registry"),
            );
            return (file, vec![finding]);
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => (sources.add(path, text), Vec::new()),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let end = (start + char::REPLACEMENT_CHARACTER.len_utf8()).min(text.len());
            let file = sources.add(path, text);
            let place = Place { file, start, end };
            let message = format!("`{path}` is not UTF-8");
            let finding =
                Finding::new(&rules::NOT_UTF8, place, message, "save the file as UTF-8").label("the first such byte");
            (file, vec![finding])
        }
    }
}

/// Reads the text of one file.
pub(crate) fn read(file: FileId, text: &str, kind: Kind) -> Read {
    let parsed = syntax::parse(file, text);
    let report = Report::default();
    invisible::scan_file(file, text, &report);
    invisible::scan_tree(&parsed.root, text, &report);
    let mut raw = RawRegistry {
        incomplete: parsed.incomplete,
        half_merged: parsed.half_merged,
        ..RawRegistry::default()
    };
    tables(&parsed.root, Place { file, start: 0, end: 0 }, kind, &mut raw, &report);
    // Which code is meant by a name that holds one of them, only its author knows.
    raw.incomplete |= raw.codes.iter().any(|code| code.name.value.contains(is_invisible));
    let mut findings = report.into_findings();
    let within = |place: Place| {
        parsed
            .damaged
            .iter()
            .any(|part| part.start <= place.start && (place.start < part.end || part.end == text.len()))
    };
    findings.retain(|finding| !within(finding.place) || finding.rule == &rules::INVISIBLE_CHARACTER);
    findings.extend(parsed.findings);
    Read { raw, findings }
}

const TABLES: &[&str] = &[
    "registry",
    "roles",
    "defaults",
    "artifacts",
    "policy",
    "contract",
    "codes",
    "retired",
    "tools",
    "upstream",
    "amendments",
];
/// What to do about an `include` in an included file.
const INCLUDES: &str = "an included file includes no others: name them in `include` of the registry itself";
const INCLUDED_TABLES: &[&str] = &["codes", "retired", "tools", "upstream"];

fn tables(root: &Table, start: Place, kind: Kind, raw: &mut RawRegistry, report: &Report) {
    let mut known = TABLES.to_vec();
    if kind == Kind::Included {
        for key in HEAD.keys.iter().map(|key| key.name) {
            let Some(entry) = root.get(key) else { continue };
            known.push(key);
            let message =
                format!("`{key}` in an included file, where nobody looks for what holds for the whole registry");
            let help = match key {
                "include" => INCLUDES.to_owned(),
                key => format!("move `{key}` below `[registry]` of the file that includes this one"),
            };
            report.add(Finding::new(&rules::MISPLACED_TABLE, entry.key_place, message, help).label("not here"));
        }
    }
    let root = Fields::root(root, start, &known, report);
    // A table with a misspelt name may hold anything.
    raw.incomplete |= root.has_unknown();
    for key in TABLES {
        let Some(entry) = root.entry(key) else { continue };
        if kind == Kind::Included && !INCLUDED_TABLES.contains(key) {
            let message =
                format!("`[{key}]` in an included file, where nobody looks for what holds for the whole registry");
            let includes = matches!(&entry.node.value, Value::Table(table) if table.get("include").is_some());
            let help = if includes {
                INCLUDES.to_owned()
            } else {
                format!("move `[{key}]` to the file that includes this one")
            };
            report.add(Finding::new(&rules::MISPLACED_TABLE, entry.key_place, message, help).label("not here"));
            continue;
        }
        match *key {
            "upstream" => each_item(&root, "upstream", |table, place| {
                raw.upstream.extend(upstream::rule(table, place, report))
            }),
            "amendments" => {
                each_item(&root, "amendments", |table, place| {
                    raw.amendments.extend(upstream::amendment(table, place, report))
                });
            }
            key => {
                let Some(table) = root.table(key_of(key)).value().copied() else {
                    raw.incomplete = true;
                    continue;
                };
                let is_table = |entry: &Entry| matches!(entry.node.value, Value::Table(_));
                raw.incomplete |= key == "codes" && !table.entries.iter().all(is_table);
                match key {
                    "registry" => raw.head = registry::head(table, entry.key_place, report),
                    "roles" => raw.roles = registry::roles(table, entry.key_place, report),
                    "defaults" => raw.defaults = code::defaults(table, entry.key_place, report),
                    "artifacts" => raw.artifacts = registry::artifacts(table, entry.key_place, report),
                    "policy" => raw.policy = policy::policy(table, entry.key_place, report),
                    "contract" => raw.promises = contract::contract(table, entry.key_place, report),
                    "codes" => raw.codes = each_entry(table, "codes", report, code::code),
                    "retired" => raw.retired = each_entry(table, "retired", report, code::retired),
                    _ => raw.tools = each_entry(table, "tools", report, tool::tool),
                }
            }
        }
    }
}

/// The key as a static, which the table of keys has.
fn key_of(key: &str) -> &'static str {
    TABLES.iter().copied().find(|known| *known == key).unwrap_or("registry")
}

/// Reads every table below `table`; what is no table is reported.
fn each_entry<T>(table: &Table, path: &str, report: &Report, read: impl Fn(&Table, &Entry, &Report) -> T) -> Vec<T> {
    let mut list = Vec::new();
    for entry in &table.entries {
        match &entry.node.value {
            Value::Table(inner) => list.push(read(inner, entry, report)),
            Value::Broken => {}
            _ => {
                let help = format!("write `[{path}.{}]` and the fields below it", entry.key);
                report.add(fields::wrong_type(&entry.key, "a table", &entry.node, help));
            }
        }
    }
    list
}

/// Reads every item of an array of tables; what is none is reported.
fn each_item(root: &Fields<'_>, key: &'static str, mut read: impl FnMut(&Table, Place)) {
    let Some(entry) = root.entry(key) else { return };
    let help = format!("write `[[{key}]]` and the fields below it");
    match &entry.node.value {
        Value::Array(items) => {
            for item in items {
                match &item.value {
                    Value::Table(table) => read(table, item.place),
                    Value::Broken => {}
                    _ => root.add(fields::wrong_type(key, "an array of tables", item, help.clone())),
                }
            }
        }
        Value::Broken => {}
        _ => root.add(fields::wrong_type(key, "an array of tables", &entry.node, help)),
    }
}
