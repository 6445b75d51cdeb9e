//! Reads a lock. Whatever is not exactly what `render` writes is said, each thing at its place.

use crate::map::{Map, Set};

use super::fields::{HASH, Reader, Report, boolean, hex, integer, next, string, version};
use super::{DeprecatedRow, DetailRow, Entry, Lock, Row, Tombstone};
use crate::drift::rules;
use crate::finding::Finding;
use crate::model::Places;
use crate::read::conflict;
use crate::read::document::{self, Mistake, MistakeKind};
use crate::read::fields::is_date;
use crate::read::tree::{Table, Value};
use crate::source::{FileId, Place};
use crate::write;
use errtax_core::{Action, Class, DetailType, Executed};

/// What to do about a lock that something else than `freeze` has written.
pub(crate) const MEND: &str =
    "restore the lock from version control (`git checkout -- registry.lock`), then run `cargo errtax freeze`";

/// What to do about a half-merged lock.
const UNITE: &str = "delete the marker lines and keep the lines of both sides (of a code that both sides changed, those of \
                     one side), then run `cargo errtax freeze`";

pub(super) fn parse(text: &str, file: FileId) -> Result<Lock, Vec<Finding>> {
    let conflicts = conflicts(text, file);
    if !conflicts.is_empty() {
        return Err(conflicts);
    }
    let (root, mistakes) = document::parse(file, text);
    if !mistakes.is_empty() {
        return Err(unreadable(text, &mistakes));
    }
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

/// One finding a conflict.
fn conflicts(text: &str, file: FileId) -> Vec<Finding> {
    conflict::find(file, text)
        .into_iter()
        .map(|conflict| {
            Finding::new(
                &rules::LOCK_CONFLICT,
                conflict.place,
                "the lock has an unresolved merge conflict",
                UNITE,
            )
            .label("left by a merge")
        })
        .collect()
}

/// One finding a mistake, or a code that stands there twice: then every line of it is one to the parser.
fn unreadable(text: &str, mistakes: &[Mistake]) -> Vec<Finding> {
    let mut twice = Set::new();
    let mut findings = Vec::new();
    for mistake in mistakes {
        let place = mistake.place;
        if !matches!(mistake.kind, MistakeKind::Duplicate { .. }) {
            let message = format!("the lock cannot be read: {}", mistake.message);
            findings.push(Finding::new(&rules::LOCK_UNREADABLE, place, message, MEND));
            continue;
        }
        let start = text
            .get(..place.start)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |at| at + 1);
        let line = text
            .get(start..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or_default();
        let name = line.split(['.', '=']).next().unwrap_or_default().trim();
        if twice.insert(name) {
            let message = format!("the lock records `{name}` twice");
            let help = "keep the lines of one of the two, as after a merge of branches that both changed the code; then run \
                        `cargo errtax freeze`";
            findings.push(Finding::new(&rules::LOCK_UNREADABLE, place, message, help).label("recorded again"));
        }
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
    let reader = Reader::new(report, table, place, &format!("`codes.{name}`"), KEYS);
    // All are taken before any is required, so that every mistake is reported.
    let class = reader.word::<Class>("class");
    let action = reader.word::<Action>("action");
    let retryable = reader.need("retryable", "a boolean", boolean);
    let executed = reader.word::<Executed>("executed");
    let in_doubt = reader.get("in_doubt", "a string", string);
    let next = reader.get("next", "a table as the registry has it", |node| {
        next(node).map(|next| write::next(&next))
    });
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
            let row = self::detail(report, &format!("`details.{detail}` of `codes.{name}`"), place, table)?;
            Some((detail, row))
        });
    let details: Map<_, _> = details.collect();
    let since = reader.get("since", "a version", version);
    let deprecated = reader.table("deprecated").and_then(|(place, table)| {
        let reader = Reader::new(
            report,
            table,
            place,
            &format!("`deprecated` of `codes.{name}`"),
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
        &format!("`retired.{name}`"),
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
