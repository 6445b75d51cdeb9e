//! `[codes.X.details]`.

use errtax_core::DetailType;

use super::fields::{Fields, Report};
use super::names;
use super::raw::{Field, RawDetail};
use super::tree::{Entry, Node, Value};
use crate::finding::Finding;
use crate::ident;
use crate::keys::{DETAIL, TYPES};
use crate::model::Places;
use crate::rules;
use crate::source::Spanned;
use crate::suggest;

/// Reads the details of one code, and says whether they could not be read at all.
pub(super) fn details(fields: &Fields<'_>, code: &str, places: &mut Places, report: &Report) -> (Vec<RawDetail>, bool) {
    let mut list = Vec::new();
    let table = match fields.table("details") {
        Field::Absent => return (list, false),
        Field::Wrong(_) => return (list, true),
        Field::Is(Spanned { value, .. }) => value,
    };
    for entry in &table.entries {
        let sound = names::check_detail(code, &entry.key, entry.key_place, report);
        places.insert(format!("details.{}", entry.key), entry.key_place);
        let mut detail = detail(entry, code, places, report);
        detail.wrong |= !sound;
        list.push(detail);
    }
    (list, false)
}

fn detail(entry: &Entry, code: &str, places: &mut Places, report: &Report) -> RawDetail {
    let path = format!("details.{}", entry.key);
    let mut detail = RawDetail {
        name: Spanned {
            value: entry.key.clone(),
            place: entry.key_place,
        },
        kind: Field::Absent,
        optional: false,
        sensitive: false,
        values: Vec::new(),
        closed: false,
        doc: String::new(),
        wrong: false,
    };
    match &entry.node.value {
        Value::Table(table) => {
            let name = format!("codes.{code}.{path}");
            let fields = Fields::new(table, entry.key_place, name, DETAIL.keys, report);
            fields.note_places(&format!("{path}."), places);
            detail.kind = fields.word("type", &rules::UNKNOWN_TYPE);
            fields.require("type", &detail.kind);
            detail.wrong = detail.kind.value().is_none();
            let mut flag = |key| {
                let field = fields.boolean(key);
                detail.wrong |= field.is_wrong();
                field.value().copied().unwrap_or(false)
            };
            detail.optional = flag("optional");
            detail.sensitive = flag("sensitive");
            detail.closed = flag("closed");
            detail.doc = fields.text("doc").value().cloned().unwrap_or_default();
            values(&fields, &mut detail, &path);
        }
        Value::Broken => detail.wrong = true,
        _ => short(&entry.node, code, &mut detail, places, report),
    }
    detail
}

/// `period_id = "string"`.
fn short(node: &Node, code: &str, detail: &mut RawDetail, places: &mut Places, report: &Report) {
    let name = &detail.name.value;
    let path = format!("details.{name}");
    places.insert(format!("{path}.type"), node.place);
    let enum_help = format!("write `{name} = {{ type = \"enum\", values = [\"…\", \"…\"] }}`");
    let finding = match &node.value {
        Value::Text(word) => match word.parse::<DetailType>() {
            Ok(DetailType::Enum) => Finding::new(
                &rules::ENUM_VALUES,
                node.place,
                format!("the enum `{name}` has no values"),
                enum_help,
            )
            .label("which values?"),
            Ok(kind) => {
                detail.kind = Field::Is(Spanned {
                    value: kind,
                    place: node.place,
                });
                return;
            }
            Err(_) => {
                let words: Vec<&str> = TYPES.iter().map(|word| word.word).collect();
                let help = suggest::help(word, &words, "");
                Finding::new(&rules::UNKNOWN_TYPE, node.place, format!("unknown type `{word}`"), help)
                    .label("no such type")
            }
        },
        _ => {
            let help = format!("write `{name} = \"string\"` or `{name} = {{ type = \"string\", … }}`");
            super::fields::wrong_type(name, "a type or a table", node, help)
        }
    };
    detail.wrong = true;
    report.add(finding.code(code).field(path));
}

fn values(fields: &Fields<'_>, detail: &mut RawDetail, path: &str) {
    let name = &detail.name.value;
    let values = fields.texts("values");
    let is_enum = detail.kind.value() == Some(&DetailType::Enum);
    let known = detail.kind.value().is_some();
    let report = |place, message: String, help: String, label: &str| {
        fields.add(
            Finding::new(&rules::ENUM_VALUES, place, message, help)
                .label(label)
                .field(path),
        );
    };
    match values {
        Field::Wrong(_) => detail.wrong = true,
        Field::Absent if is_enum => {
            let place = detail.kind.place().unwrap_or(fields.name());
            let help = "add `values = [\"…\", \"…\"]`".to_owned();
            report(place, format!("the enum `{name}` has no values"), help, "which values?");
            detail.wrong = true;
        }
        Field::Absent => {}
        Field::Is(list) if known && !is_enum => {
            let help = "write `type = \"enum\"`, or remove `values`".to_owned();
            report(
                list.place,
                format!("`{name}` has values but is no enum"),
                help,
                "only an enum has values",
            );
            detail.wrong = true;
        }
        Field::Is(list) => {
            if list.value.is_empty() {
                let help = "list the values: `values = [\"…\", \"…\"]`".to_owned();
                report(list.place, format!("the enum `{name}` has no values"), help, "empty");
                detail.wrong = true;
            }
            let mut seen: Vec<(String, Spanned<String>)> = Vec::new();
            for value in list.value {
                let text = &value.value;
                let identifier = ident::enum_value(text);
                if !names::is_enum_value(text) {
                    let help = "use letters, digits, `_`, `.`, `:` and `-`, a letter or digit first".to_owned();
                    report(
                        value.place,
                        format!("`{text}` is no value of an enum"),
                        help,
                        "not `[A-Za-z0-9][A-Za-z0-9_.:-]*`",
                    );
                } else if let Some((_, first)) = seen.iter().find(|(other, _)| *other == identifier) {
                    let message = format!(
                        "`{text}` and `{}` are one identifier in Rust, `{identifier}`",
                        first.value
                    );
                    let finding = Finding::new(
                        &rules::ENUM_VALUES,
                        value.place,
                        message,
                        "remove or rename one of them",
                    );
                    fields.add(
                        finding
                            .label("listed again")
                            .related(first.place, "first listed here")
                            .field(path),
                    );
                } else {
                    seen.push((identifier, value));
                    continue;
                }
                detail.wrong = true;
            }
            detail.values = seen.into_iter().map(|(_, value)| value.value).collect();
        }
    }
    if detail.closed && known && !is_enum {
        let place = fields.entry("closed").map_or(fields.name(), |entry| entry.node.place);
        let help = "write `type = \"enum\"`, or remove `closed`".to_owned();
        fields.add(
            Finding::new(
                &rules::ENUM_VALUES,
                place,
                format!("`{name}` is closed but is no enum"),
                help,
            )
            .label("only an enum is closed")
            .field(path),
        );
    }
}
