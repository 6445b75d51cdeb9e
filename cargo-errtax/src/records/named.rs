//! The records that a registry names: an amendment, a tombstone, a deprecation.

use errtax_build::finding::{Finding, Rule};
use errtax_build::model::{Origin, Registry};
use errtax_build::rules::{RECORD_NOT_ACCEPTED, RECORD_NOT_FOUND};
use errtax_build::source::Place;
use errtax_build::suggest;

use crate::package::Package;

use super::folder::Folder;
use super::form::Standing;

/// Why a path is none that can be named.
struct Wrong {
    rule: &'static Rule,
    message: String,
    help: String,
    label: &'static str,
}

/// Those that lead nowhere, or to no decision that holds.
pub(super) fn judge(registry: &Registry, folder: &Folder) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut look = |record: Option<&String>, code: &str, field: &str, place: Place| {
        let wrong = record.and_then(|record| wrong(record, folder));
        findings.extend(wrong.map(|wrong| {
            let finding = Finding::new(wrong.rule, place, wrong.message, wrong.help);
            finding.code(code).field(field).label(wrong.label)
        }));
    };
    for amendment in &registry.amendments {
        let place = amendment.places.get("record");
        look(amendment.record.as_ref(), &amendment.code, "record", place);
    }
    for (name, tombstone) in registry
        .retired
        .iter()
        .filter(|(_, retired)| retired.origin == Origin::Own)
    {
        look(tombstone.record.as_ref(), name, "record", tombstone.place);
    }
    for code in registry.codes.values().filter(|code| code.origin == Origin::Own) {
        let record = code
            .deprecated
            .as_ref()
            .and_then(|deprecated| deprecated.record.as_ref());
        look(
            record,
            &code.name,
            "deprecated.record",
            code.places.get("deprecated.record"),
        );
    }
    findings
}

/// Why a change cannot name this record: what was found, and what to do.
pub(crate) fn refusal(package: &Package, folder: &str, record: &str) -> Option<(String, String)> {
    wrong(record, &Folder::read(package, folder)).map(|wrong| (wrong.message, wrong.help))
}

fn wrong(path: &str, folder: &Folder) -> Option<Wrong> {
    if let Some(record) = folder.record(path) {
        let standing = record.standing.as_str();
        let to = format!("{}/{}/{}", folder.path, Standing::Accepted.as_str(), record.file);
        return match record.standing {
            Standing::Accepted => None,
            Standing::Proposed => Some(Wrong {
                rule: &RECORD_NOT_ACCEPTED,
                message: format!("{path} is a proposal: nothing is decided yet, and the change ships"),
                help: format!(
                    "accept it with this change: `git mv {path} {to}`, write `Status: accepted` there, name it so here, and `cargo \
                     errtax check --fix`"
                ),
                label: standing,
            }),
            Standing::Rejected => Some(Wrong {
                rule: &RECORD_NOT_ACCEPTED,
                message: format!("{path} was rejected: it says that this is not done"),
                help: "undo the change, or write down the decision that this one follows from, and name that"
                    .to_owned(),
                label: standing,
            }),
        };
    }
    let file = path.rsplit('/').next().unwrap_or_default();
    let moved = folder.records.iter().find(|record| record.file == file);
    let near = || suggest::nearest(path, folder.records.iter().map(|record| record.path.as_str()));
    let help = match moved.map(|record| record.path.as_str()).or_else(near) {
        Some(other) => format!("did you mean `record = \"{other}\"`?"),
        None => format!(
            "write it, and name it: `record = \"{}/accepted/{:04}-title.md\"`; or put back the file that was there",
            folder.path,
            folder.next()
        ),
    };
    let message = match path
        .strip_prefix(&folder.path)
        .is_some_and(|rest| rest.starts_with('/'))
    {
        true => format!("there is no decision record {path}"),
        false => format!(
            "{path} is none of the decision records, which `[policy]` keeps in {}",
            folder.path
        ),
    };
    Some(Wrong {
        rule: &RECORD_NOT_FOUND,
        message,
        help,
        label: "leads to no record",
    })
}
