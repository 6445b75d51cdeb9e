//! `[codes.X]`, `[retired.X]` and `[defaults]`.

use errtax_core::MAX_TEXT_CHARS;

use super::fields::{Fields, Report, wrong_type};
use super::paths::inside_package;
use super::raw::{Facts, Field, RawCode, RawDeprecated, RawRetired};
use super::tree::{Entry, Node, Table, Value};
use super::{detail, names, waivers};
use crate::finding::{Finding, Stage};
use crate::keys::{CODE, DEFAULTS, DEPRECATED, NEXT, RETIRED};
use crate::model::{self, Next, Places};
use crate::rules;
use crate::source::{Place, Spanned};

fn facts(fields: &Fields<'_>) -> Facts {
    Facts {
        class: fields.word("class", &rules::UNKNOWN_CLASS),
        action: fields.word("action", &rules::UNKNOWN_ACTION),
        retryable: fields.boolean("retryable"),
        executed: fields.word("executed", &rules::UNKNOWN_EXECUTED),
        status: fields.word("status", &rules::UNKNOWN_STATUS),
        http: narrow(fields.integer("http")),
        grpc: narrow(fields.integer("grpc")),
        since: fields.version("since"),
    }
}

/// A number whose bounds are checked already, as the type that just holds it.
pub(super) fn narrow<T: TryFrom<i64>>(field: Field<i64>) -> Field<T> {
    match field {
        Field::Absent => Field::Absent,
        Field::Wrong(place) => Field::Wrong(place),
        Field::Is(Spanned { value, place }) => match T::try_from(value) {
            Ok(value) => Field::Is(Spanned { value, place }),
            Err(_) => Field::Wrong(place),
        },
    }
}

/// Reads `[defaults]`.
pub(super) fn defaults(table: &Table, name: Place, report: &Report) -> Facts {
    facts(&Fields::new(table, name, "defaults", DEFAULTS.keys, report))
}

/// Reads one code.
pub(super) fn code(table: &Table, entry: &Entry, report: &Report) -> RawCode {
    let name = Spanned {
        value: entry.key.clone(),
        place: entry.key_place,
    };
    names::check_code(&name.value, name.place, report);
    let fields = Fields::new(table, name.place, format!("codes.{}", name.value), CODE.keys, report);
    let mut places = Places::new(name.place);
    let facts = facts(&fields);
    fields.note_places("", &mut places);
    let (details, details_wrong) = detail::details(&fields, &name.value, &mut places, report);
    RawCode {
        facts,
        in_doubt: fields.text("in_doubt"),
        next: next(&fields, &mut places, report),
        message: sentence(&fields, "message"),
        hint: sentence(&fields, "hint"),
        doc: fields.text("doc"),
        deprecated: deprecated(&fields, &mut places, report),
        replaces: fields.text("replaces"),
        allow: waivers::allow(&fields, Stage::Style),
        details,
        details_wrong,
        places,
        name,
    }
}

/// Message or hint: one line, not empty, within the cap of the wire.
fn sentence(fields: &Fields<'_>, key: &'static str) -> Field<String> {
    let field = fields.filled(key);
    let Field::Is(text) = &field else { return field };
    let length = text.value.chars().count();
    if text.value.contains(['\n', '\r', '\t']) {
        let help = format!("write `{key}` on one line; longer text goes into `doc`");
        fields.add(
            Finding::new(
                &rules::LINE_BREAK,
                text.place,
                format!("`{key}` holds a line break or a tab, and is to be one line for agents and in logs"),
                help,
            )
            .label("more than one line")
            .field(key),
        );
    } else if length > MAX_TEXT_CHARS {
        let help = format!("shorten it to {MAX_TEXT_CHARS} characters; longer text goes into `doc`");
        fields.add(
            Finding::new(
                &rules::TEXT_TOO_LONG,
                text.place,
                format!("`{key}` has {length} characters: agents get the first {MAX_TEXT_CHARS} of them"),
                help,
            )
            .label("too long")
            .field(key),
        );
    }
    field
}

fn deprecated(fields: &Fields<'_>, places: &mut Places, report: &Report) -> Field<RawDeprecated> {
    let (table, place) = match fields.table("deprecated") {
        Field::Absent => return Field::Absent,
        Field::Wrong(place) => return Field::Wrong(place),
        Field::Is(Spanned { value, place }) => (value, place),
    };
    let path = fields.below("deprecated");
    let inner = Fields::new(table, place, path, DEPRECATED.keys, report);
    inner.note_places("deprecated.", places);
    let value = RawDeprecated {
        since: inner.version("since"),
        replaced_by: inner.text("replaced_by"),
        reason: inner.filled("reason"),
        sunset: inner.date("sunset"),
        record: record(&inner),
    };
    inner.require("since", &value.since);
    Field::Is(Spanned { value, place })
}

/// The decision record that an entry names: a path inside the package.
pub(super) fn record(fields: &Fields<'_>) -> Field<String> {
    match fields.filled("record") {
        Field::Is(Spanned { value, place }) => match inside_package(&value, place) {
            Ok(value) => Field::Is(Spanned { value, place }),
            Err(finding) => {
                fields.add(finding.field("record"));
                Field::Wrong(place)
            }
        },
        field => field,
    }
}

fn next(fields: &Fields<'_>, places: &mut Places, report: &Report) -> Field<Next> {
    let (table, place) = match fields.table("next") {
        Field::Absent => return Field::Absent,
        Field::Wrong(place) => return Field::Wrong(place),
        Field::Is(Spanned { value, place }) => (value, place),
    };
    let inner = Fields::new(table, place, fields.below("next"), NEXT.keys, report);
    inner.note_places("next.", places);
    let tool = inner.filled("tool");
    let resource = inner.filled("resource");
    let args = inner.table("args");
    let wrong = tool.is_wrong() || resource.is_wrong() || args.is_wrong();
    let next = match (tool.value(), resource.value()) {
        _ if wrong => None,
        (Some(tool), None) => {
            let mut values = crate::map::Map::new();
            let mut sound = true;
            for entry in args.value().into_iter().flat_map(|table| &table.entries) {
                match argument(&entry.node, &format!("next.args.{}", entry.key), places, &inner) {
                    Some(value) => {
                        values.insert(entry.key.clone(), value);
                    }
                    None => sound = false,
                }
            }
            sound.then(|| Next::Tool {
                tool: tool.clone(),
                args: values,
            })
        }
        (None, Some(resource)) if args.is_absent() => Some(Next::Resource(resource.clone())),
        (None, None) => {
            inner.require_as("tool", &tool, "\"get_voucher\"");
            None
        }
        _ => {
            let help = "write `next = { tool = \"…\", args = { … } }` or `next = { resource = \"…\" }`";
            let message = "`next` is a call of a tool or a read of a resource, not both";
            inner.add(
                Finding::new(&rules::BAD_VALUE, place, message, help)
                    .label("both")
                    .field("next"),
            );
            None
        }
    };
    match next {
        Some(value) => Field::Is(Spanned { value, place }),
        None => Field::Wrong(place),
    }
}

/// One argument of a next call. What JSON cannot say is reported.
fn argument(node: &Node, path: &str, places: &mut Places, fields: &Fields<'_>) -> Option<model::Value> {
    places.insert(path, node.place);
    match &node.value {
        Value::Text(text) => Some(model::Value::String(text.clone())),
        Value::Integer(Some(number)) => Some(model::Value::Integer(*number)),
        Value::Float(number) if number.is_finite() => Some(model::Value::Float(*number)),
        Value::Boolean(boolean) => Some(model::Value::Boolean(*boolean)),
        Value::Integer(None) | Value::Float(_) => {
            let finding = Finding::new(
                &rules::BAD_NUMBER,
                node.place,
                "JSON has no such number",
                "write a finite number",
            );
            fields.add(finding.label("not finite, or too large").field("next"));
            None
        }
        Value::Array(items) => {
            let values: Vec<Option<model::Value>> = items
                .iter()
                .enumerate()
                .map(|(at, item)| argument(item, &format!("{path}.{at}"), places, fields))
                .collect();
            values.into_iter().collect::<Option<Vec<_>>>().map(model::Value::Array)
        }
        Value::Table(table) => {
            let values: Vec<Option<(String, model::Value)>> = table
                .entries
                .iter()
                .map(|entry| {
                    let value = argument(&entry.node, &format!("{path}.{}", entry.key), places, fields)?;
                    Some((entry.key.clone(), value))
                })
                .collect();
            values.into_iter().collect::<Option<_>>().map(model::Value::Table)
        }
        Value::Datetime(text) => {
            fields.add(
                wrong_type(
                    "next",
                    "a value of JSON",
                    node,
                    format!("put it in quotes: `\"{text}\"`"),
                )
                .field("next"),
            );
            None
        }
        Value::Broken => None,
    }
}

/// Reads one tombstone.
pub(super) fn retired(table: &Table, entry: &Entry, report: &Report) -> RawRetired {
    let name = Spanned {
        value: entry.key.clone(),
        place: entry.key_place,
    };
    names::check_code(&name.value, name.place, report);
    let fields = Fields::new(
        table,
        name.place,
        format!("retired.{}", name.value),
        RETIRED.keys,
        report,
    );
    let retired = RawRetired {
        since: fields.version("since"),
        reason: fields.filled("reason"),
        record: record(&fields),
        name,
    };
    fields.require("since", &retired.since);
    fields.require("reason", &retired.reason);
    retired
}

/// Where an entry of an array of tables stands.
pub(super) fn item_places(fields: &Fields<'_>, place: Place) -> Places {
    let mut places = Places::new(place);
    fields.note_places("", &mut places);
    places
}
