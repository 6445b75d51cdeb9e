//! TOML itself: the tree of one file, and one finding for each mistake in its syntax.

use std::ops::Range;

use super::conflict::{self, Conflict};
use super::document::{self, Mistake, MistakeKind};
use super::invisible;
use super::tree::{Node, Table, Value};
use crate::finding::Finding;
use crate::rules;
use crate::source::{FileId, Place};

const KEY_VALUE: &str = "write it as TOML has it: `key = value`, text in quotes";
const HEADER: &str = "write it as TOML has it: `[codes.PERIOD_LOCKED]`";

/// The tree of one file, as much of it as could be read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) root: Table,
    pub(crate) findings: Vec<Finding>,
    /// The stretches, from one table header to the next, that were not read. What is found there may follow from it.
    pub(crate) damaged: Vec<Place>,
    /// Something was not read, so that what is not there may yet be declared.
    pub(crate) incomplete: bool,
    /// A merge left its markers: what stands there is two files at once.
    pub(crate) half_merged: bool,
}

/// Parses one file, going on after each mistake.
pub(crate) fn parse(file: FileId, text: &str) -> Parsed {
    let conflicts = conflicts(file, text);
    if !conflicts.is_empty() {
        return half_merged(file, text, &conflicts);
    }
    let sections = Sections::of(file, text);
    let mut parsed = Parsed {
        root: Table::default(),
        findings: Vec::new(),
        damaged: Vec::new(),
        incomplete: false,
        half_merged: false,
    };
    let (root, mistakes) = document::parse(file, text);
    parsed.root = root;
    report(&mut parsed, text, &sections, mistakes);
    parsed
}

/// The conflicts that a merge left. A marker by itself may be text: it is one where the parser stumbles over it.
fn conflicts(file: FileId, text: &str) -> Vec<Conflict> {
    let mut conflicts = conflict::find(file, text);
    if conflicts.iter().all(|conflict| conflict.whole) {
        return conflicts;
    }
    let (_, mistakes) = document::parse(file, text);
    conflicts.retain(|conflict| {
        let hit = |marker: &Range<usize>| {
            mistakes
                .iter()
                .any(|mistake| marker.start <= mistake.place.start && mistake.place.start <= marker.end)
        };
        conflict.whole || conflict.markers.iter().any(hit)
    });
    conflicts
}

/// One finding a conflict, and of the file what can be read: both sides where they go together, else the first.
fn half_merged(file: FileId, text: &str, conflicts: &[Conflict]) -> Parsed {
    let without = |parts: &mut dyn Iterator<Item = &Range<usize>>| {
        let mut bytes = text.as_bytes().to_vec();
        for byte in parts.flat_map(|part| part.clone()) {
            if let Some(byte) = bytes.get_mut(byte).filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
                *byte = b' ';
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let markers = || conflicts.iter().flat_map(|conflict| &conflict.markers);
    let both = without(&mut markers());
    let (mut root, mistakes) = document::parse(file, &both);
    if mistakes
        .iter()
        .any(|mistake| !matches!(mistake.kind, MistakeKind::Duplicate { .. }))
    {
        let first = without(&mut markers().chain(conflicts.iter().flat_map(|conflict| &conflict.others)));
        root = document::parse(file, &first).0;
    }
    let finding = |conflict: &Conflict| {
        let message = "this file has an unresolved merge conflict";
        let help = "keep what is right of both sides and delete the marker lines `<<<<<<<`, `=======` and `>>>>>>>`";
        Finding::new(&rules::MERGE_CONFLICT, conflict.place, message, help).label("left by a merge")
    };
    Parsed {
        root,
        findings: conflicts.iter().map(finding).collect(),
        damaged: vec![Place {
            file,
            start: 0,
            end: text.len(),
        }],
        incomplete: true,
        half_merged: true,
    }
}

fn report(parsed: &mut Parsed, text: &str, sections: &Sections, mistakes: Vec<Mistake>) {
    let mut broken: Vec<Place> = Vec::new();
    // What follows on the line of a mistake follows from it.
    let mut lines = Vec::new();
    for Mistake { place, kind, message } in mistakes {
        // The scan for invisible characters names it.
        if text
            .get(place.start..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(invisible::is_control)
        {
            continue;
        }
        if let MistakeKind::Duplicate { first, header } = kind {
            parsed.findings.push(duplicate(text, place, first, header));
            continue;
        }
        let section = sections.around(place);
        let touches = |node: &Place| node.start <= place.start && place.end <= node.end;
        let line = line_around(text, place.start);
        if broken.iter().any(touches) || parsed.damaged.iter().any(touches) || lines.contains(&line) {
            continue;
        }
        lines.push(line.clone());
        let (at, problem, help) = match break_value(&mut parsed.root, text, place) {
            Some(value) => {
                broken.push(value);
                parsed.incomplete |= sections.starts_within(value);
                explain(text, place, value, kind, &message)
            }
            None => {
                parsed.damaged.push(section);
                parsed.incomplete |= kind != MistakeKind::NoValue;
                let is_header = text.get(line).is_some_and(|line| line.trim_start().starts_with('['));
                let help = if is_header { HEADER } else { KEY_VALUE };
                (place, message.clone(), help.to_owned())
            }
        };
        let finding = Finding::new(&rules::TOML_SYNTAX, at, format!("this is no TOML: {problem}"), help);
        parsed.findings.push(finding.label("here"));
    }
}

/// What is wrong with a value, in better words where a common slip is behind it.
fn explain(text: &str, place: Place, value: Place, kind: MistakeKind, message: &str) -> (Place, String, String) {
    let written = text.get(value.start..value.end).unwrap_or_default();
    if kind == MistakeKind::NoValue {
        return (
            place,
            "a key without `=` and a value".to_owned(),
            "write `key = value`, text in quotes".to_owned(),
        );
    }
    let bare = !written.is_empty()
        && written
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if written.is_empty() {
        return (
            value,
            "there is no value".to_owned(),
            "write a value after `=`, text in quotes".to_owned(),
        );
    }
    if bare && written.starts_with(char::is_alphabetic) {
        return (value, "text needs quotes".to_owned(), format!("write `\"{written}\"`"));
    }
    for quotes in ["\"\"\"", "'''"] {
        if written.starts_with(quotes) && place.start == value.end {
            let at = Place {
                end: value.start + quotes.len(),
                ..value
            };
            return (
                at,
                "the text that starts here does not end".to_owned(),
                format!("close it with `{quotes}`"),
            );
        }
    }
    for quote in ["\"", "'"] {
        let unclosed = place.start == value.end && !written.contains('\n');
        if written.starts_with(quote) && unclosed {
            return (
                place,
                "the text on this line does not end".to_owned(),
                format!("close it with `{quote}`"),
            );
        }
    }
    if message.starts_with("missing escaped value") {
        return (
            place,
            "a `\\` in text with double quotes begins an escape, and there is none like this".to_owned(),
            "write `\\\\` for a backslash that is shown, or put the text in single quotes".to_owned(),
        );
    }
    (place, message.to_owned(), KEY_VALUE.to_owned())
}

/// Marks the value at `place` as broken and says where it stands.
fn break_value(table: &mut Table, text: &str, place: Place) -> Option<Place> {
    for entry in &mut table.entries {
        let Node { value, place: stands } = &mut entry.node;
        let is_inline = |place: Place| {
            text.get(place.start..place.end)
                .is_some_and(|text| text.starts_with('{'))
        };
        match value {
            Value::Table(inner) if !is_inline(*stands) => {
                if let Some(found) = break_value(inner, text, place) {
                    return Some(found);
                }
            }
            Value::Array(items) if items.first().is_some_and(|item| is_header(item, text)) => {
                for item in items {
                    if let Value::Table(inner) = &mut item.value {
                        if let Some(found) = break_value(inner, text, place) {
                            return Some(found);
                        }
                    }
                }
            }
            _ if stands.start <= place.start && place.end <= stands.end => {
                *value = Value::Broken;
                return Some(*stands);
            }
            _ => {}
        }
    }
    None
}

/// Whether this item of an array is a `[[table]]` of its own.
fn is_header(item: &Node, text: &str) -> bool {
    matches!(item.value, Value::Table(_))
        && text
            .get(item.place.start..item.place.end)
            .is_some_and(|text| !text.starts_with('{'))
}

fn duplicate(text: &str, place: Place, first: Place, header: bool) -> Finding {
    let name = text.get(place.start..place.end).unwrap_or_default();
    let line = text.get(line_around(text, place.start)).unwrap_or_default().trim();
    let help = match header {
        true if line.starts_with("[codes.") => format!("keep one of the two `{line}`; two codes need two names"),
        true => format!("keep one of the two `{line}`"),
        false => format!("remove one of the two `{name} = …`"),
    };
    let message = format!("`{name}` is declared twice: one of the two would be lost without a word");
    Finding::new(&rules::DUPLICATE_KEY, place, message, help)
        .label("declared again")
        .related(first, "first declared here")
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |newline| newline + 1);
    let end = text
        .get(at..)
        .and_then(|after| after.find('\n'))
        .map_or(text.len(), |newline| at + newline);
    start..end
}

/// The stretches between table headers, found line by line: good enough to tell what one mistake may have spoilt.
struct Sections {
    file: FileId,
    starts: Vec<usize>,
    end: usize,
}

impl Sections {
    fn of(file: FileId, text: &str) -> Self {
        let mut starts = vec![0];
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if line.trim_start().starts_with('[') {
                starts.push(at);
            }
            at += line.len();
        }
        Self {
            file,
            starts,
            end: text.len(),
        }
    }

    fn around(&self, place: Place) -> Place {
        let next = self.starts.partition_point(|start| *start <= place.start);
        let start = self.starts.get(next.saturating_sub(1)).copied().unwrap_or(0);
        let end = self.starts.get(next).copied().unwrap_or(self.end);
        Place {
            file: self.file,
            start,
            end,
        }
    }

    fn starts_within(&self, place: Place) -> bool {
        self.starts
            .iter()
            .any(|start| place.start < *start && *start < place.end)
    }
}
