//! Reads a lock. Whatever is not exactly what `render` writes is said, each thing at its place.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::str::FromStr;

use errtax_core::{Action, Class, DetailType, Executed};
use toml::de::DeTable;

use super::{DeprecatedRow, DetailRow, Entry, FORMAT, Lock, Row, Tombstone};
use crate::drift::rules;
use crate::finding::{Finding, Rule};
use crate::model::{Places, Version};
use crate::read::fields::{is_date, parse_version};
use crate::read::tree::{self, Node, Table, Value};
use crate::source::{FileId, Place};

/// What to do about a lock that something else than `freeze` has written.
pub(crate) const MEND: &str = "restore the lock from version control, then run `cargo errtax freeze`";

pub(super) fn parse(text: &str, file: FileId) -> Result<Lock, Vec<Finding>> {
    let conflicts = conflicts(text, file);
    if !conflicts.is_empty() {
        return Err(conflicts);
    }
    let (parsed, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let finding = |error: &toml::de::Error| {
            let place = tree::place(file, text, error.span().unwrap_or(0..0));
            let message = format!("the lock cannot be read: {}", error.message());
            Finding::new(&rules::LOCK_UNREADABLE, place, message, MEND)
        };
        return Err(errors.iter().map(finding).collect());
    }
    let root = tree::table(file, text, parsed.get_ref());
    let report = Report::default();
    let start = Place {
        file,
        start: 0,
        end: text.find('\n').unwrap_or(text.len()),
    };
    let root = Reader::new(&report, &root, start, "the lock", &["version", "codes", "retired"]);
    if !root.format() {
        // Of another format nothing can be said, not even that its keys are wrong.
        return Err(report
            .findings
            .into_inner()
            .into_iter()
            .filter(|one| one.rule == &rules::LOCK_VERSION)
            .collect());
    }
    let mut lock = Lock::default();
    for (name, place, table) in root.tables("codes") {
        if let Some(entry) = code(&report, &name, place, table) {
            lock.codes.insert(name, entry);
        }
    }
    for (name, place, table) in root.tables("retired") {
        if let Some(entry) = tombstone(&report, &name, place, table) {
            lock.retired.insert(name, entry);
        }
    }
    let findings = report.findings.into_inner();
    if findings.is_empty() { Ok(lock) } else { Err(findings) }
}

/// The markers that a merge leaves behind. They are looked for before TOML is, for its messages would not name them.
fn conflicts(text: &str, file: FileId) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let marked = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|marker| {
            content
                .strip_prefix(marker)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        if marked {
            let place = Place {
                file,
                start,
                end: start + content.len(),
            };
            findings.push(
                Finding::new(
                    &rules::LOCK_CONFLICT,
                    place,
                    "the lock has an unresolved merge conflict",
                    "delete the marker lines and keep the blocks of both sides, then run `cargo errtax freeze`",
                )
                .label("left by a merge"),
            );
        }
        start += line.len();
    }
    findings
}

fn code(report: &Report, name: &str, place: Place, table: &Table) -> Option<Entry<Row>> {
    const KEYS: &[&str] = &[
        "class",
        "action",
        "retryable",
        "executed",
        "in_doubt",
        "next",
        "http",
        "grpc",
        "details",
        "since",
        "deprecated",
        "hint_hash",
        "message_hash",
        "hash",
    ];
    let reader = Reader::new(report, table, place, &format!("[codes.{name}]"), KEYS);
    // All are taken before any is required, so that every mistake is reported.
    let class = reader.word::<Class>("class");
    let action = reader.word::<Action>("action");
    let retryable = reader.need("retryable", "a boolean", boolean);
    let executed = reader.word::<Executed>("executed");
    let in_doubt = reader.get("in_doubt", "a string", string);
    let next = reader.get("next", "a string", string);
    let http = reader.get("http", "an HTTP status", |node| {
        integer(node).and_then(|number| u16::try_from(number).ok())
    });
    let grpc = reader.get("grpc", "a gRPC status", |node| {
        integer(node).and_then(|number| u8::try_from(number).ok())
    });
    let details = reader
        .tables("details")
        .into_iter()
        .filter_map(|(detail, place, table)| {
            let row = self::detail(report, &format!("details.{detail} of [codes.{name}]"), place, table)?;
            Some((detail, row))
        });
    let details: BTreeMap<_, _> = details.collect();
    let since = reader.get("since", "a version", version);
    let deprecated = reader.table("deprecated").and_then(|(place, table)| {
        let reader = Reader::new(
            report,
            table,
            place,
            &format!("deprecated of [codes.{name}]"),
            &["since", "replaced_by", "sunset"],
        );
        let (since, replaced_by) = (
            reader.need("since", "a version", version),
            reader.get("replaced_by", "a string", string),
        );
        let sunset = reader.get("sunset", "a date", |node| string(node).filter(|day| is_date(day)));
        Some(DeprecatedRow {
            since: since?,
            replaced_by,
            sunset,
        })
    });
    let hint_hash = reader.need("hint_hash", HASH, hex);
    let message_hash = reader.need("message_hash", HASH, hex);
    let hash = reader.need("hash", HASH, hex);
    let row = Row {
        class: class?,
        action: action?,
        retryable: retryable?,
        executed: executed?,
        in_doubt,
        next,
        http,
        grpc,
        details,
        since,
        deprecated,
        hint_hash: hint_hash?,
        message_hash: message_hash?,
    };
    Some(Entry {
        row,
        places: places(place, table),
        hash,
    })
}

fn detail(report: &Report, path: &str, place: Place, table: &Table) -> Option<DetailRow> {
    let reader = Reader::new(
        report,
        table,
        place,
        path,
        &["type", "optional", "sensitive", "closed", "values"],
    );
    let kind = reader.word::<DetailType>("type");
    let flag = |name| reader.get(name, "a boolean", boolean).unwrap_or(false);
    let (optional, sensitive, closed) = (flag("optional"), flag("sensitive"), flag("closed"));
    let values = reader.get("values", "an array of strings", |node| match &node.value {
        Value::Array(items) => items.iter().map(string).collect::<Option<Vec<String>>>(),
        _ => None,
    });
    let mut values = values.unwrap_or_default();
    values.sort_unstable();
    Some(DetailRow {
        kind: kind?,
        optional,
        sensitive,
        values,
        closed,
    })
}

fn tombstone(report: &Report, name: &str, place: Place, table: &Table) -> Option<Entry<Tombstone>> {
    let reader = Reader::new(
        report,
        table,
        place,
        &format!("[retired.{name}]"),
        &["since", "contract", "hash"],
    );
    let since = reader.need("since", "a version", version);
    let contract = reader.get("contract", HASH, hex);
    let hash = reader.need("hash", HASH, hex);
    Some(Entry {
        row: Tombstone {
            since: since?,
            contract,
        },
        places: places(place, table),
        hash,
    })
}

/// Where every field of a block stands, those of inline tables too.
fn places(name: Place, table: &Table) -> Places {
    fn note(places: &mut Places, path: &str, table: &Table) {
        for entry in &table.entries {
            let path = if path.is_empty() {
                entry.key.clone()
            } else {
                format!("{path}.{}", entry.key)
            };
            if let Value::Table(inner) = &entry.node.value {
                note(places, &path, inner);
            }
            // `details` itself stands nowhere: only its dotted keys do.
            if path != "details" {
                places.insert(path, entry.node.place);
            }
        }
    }
    let mut places = Places::new(name);
    note(&mut places, "", table);
    places
}

const HASH: &str = "a hash of 16 hexadecimal digits";

fn string(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn boolean(node: &Node) -> Option<bool> {
    match node.value {
        Value::Boolean(boolean) => Some(boolean),
        _ => None,
    }
}

fn integer(node: &Node) -> Option<i64> {
    match node.value {
        Value::Integer(number) => number,
        _ => None,
    }
}

fn version(node: &Node) -> Option<Version> {
    parse_version(&string(node)?)
}

fn hex(node: &Node) -> Option<u64> {
    let text = string(node)?;
    let digits = text.len() == 16
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if digits {
        u64::from_str_radix(&text, 16).ok()
    } else {
        None
    }
}

#[derive(Default)]
struct Report {
    findings: RefCell<Vec<Finding>>,
}

impl Report {
    fn add(&self, rule: &'static Rule, place: Place, message: String, help: &str) {
        self.findings
            .borrow_mut()
            .push(Finding::new(rule, place, message, help));
    }
}

/// Takes the fields of one table.
struct Reader<'a> {
    report: &'a Report,
    table: &'a Table,
    place: Place,
    path: String,
}

impl<'a> Reader<'a> {
    /// Reports the keys that a lock does not have: they would be lost when it is written again.
    fn new(report: &'a Report, table: &'a Table, place: Place, path: &str, known: &[&str]) -> Self {
        for entry in table
            .entries
            .iter()
            .filter(|entry| !known.contains(&entry.key.as_str()))
        {
            let message = format!("`{}` in {path} is nothing that a lock records", entry.key);
            report.add(&rules::LOCK_UNREADABLE, entry.key_place, message, MEND);
        }
        Self {
            report,
            table,
            place,
            path: path.to_owned(),
        }
    }

    /// Whether the file is of the format that is read here.
    fn format(&self) -> bool {
        let Some(entry) = self.table.get("version") else {
            let help = "run `cargo errtax freeze`, which writes it anew";
            self.report.add(
                &rules::LOCK_VERSION,
                self.place,
                "the lock does not say its format (`version`)".to_owned(),
                help,
            );
            return false;
        };
        let newer = match entry.node.value {
            Value::Integer(Some(FORMAT)) => return true,
            Value::Integer(Some(number)) => number > FORMAT,
            _ => false,
        };
        let message = format!("the lock has a format that this errtax does not know; it knows `version = {FORMAT}`");
        let help = if newer {
            "update errtax-build: a newer cargo-errtax wrote this lock"
        } else {
            MEND
        };
        self.report.add(&rules::LOCK_VERSION, entry.node.place, message, help);
        false
    }

    fn get<T>(&self, key: &str, expected: &str, convert: impl FnOnce(&Node) -> Option<T>) -> Option<T> {
        let entry = self.table.get(key)?;
        let value = convert(&entry.node);
        if value.is_none() {
            let message = format!("`{key}` in {} must be {expected}", self.path);
            self.report
                .add(&rules::LOCK_UNREADABLE, entry.node.place, message, MEND);
        }
        value
    }

    fn need<T>(&self, key: &str, expected: &str, convert: impl FnOnce(&Node) -> Option<T>) -> Option<T> {
        if self.table.get(key).is_none() {
            self.report.add(
                &rules::LOCK_UNREADABLE,
                self.place,
                format!("{} has no `{key}`", self.path),
                MEND,
            );
        }
        self.get(key, expected, convert)
    }

    fn word<T: FromStr>(&self, key: &str) -> Option<T> {
        self.need(key, &format!("a word for `{key}` that this errtax knows"), |node| {
            string(node)?.parse().ok()
        })
    }

    fn table(&self, key: &str) -> Option<(Place, &'a Table)> {
        let entry = self.table.get(key)?;
        match &entry.node.value {
            Value::Table(table) => Some((entry.key_place, table)),
            _ => {
                self.report.add(
                    &rules::LOCK_UNREADABLE,
                    entry.node.place,
                    format!("`{key}` in {} must be a table", self.path),
                    MEND,
                );
                None
            }
        }
    }

    /// The tables below `key`, each with its name and where that stands.
    fn tables(&self, key: &str) -> Vec<(String, Place, &'a Table)> {
        let Some((_, table)) = self.table(key) else {
            return Vec::new();
        };
        let inner = Reader {
            report: self.report,
            table,
            place: self.place,
            path: format!("`{key}`"),
        };
        let named = |entry: &tree::Entry| {
            inner
                .table(&entry.key)
                .map(|(place, table)| (entry.key.clone(), place, table))
        };
        table.entries.iter().filter_map(named).collect()
    }
}
