//! Characters that nobody sees: controls, bidirectional marks, zero-width and filler characters.
//!
//! They can make two codes look alike, or show a reader another text than the agent gets (CVE-2021-42574).

use super::fields::Report;
use super::tree::{Table, Value};
use crate::finding::Finding;
use crate::rules;
use crate::source::{FileId, Place};

/// Whether a character is a control other than tab and line break.
pub(crate) fn is_control(c: char) -> bool {
    is_forbidden(c) || c == '\r'
}

/// Whether a text may not hold this character.
fn is_forbidden(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

fn finding(c: char, place: Place, escaped: bool) -> Finding {
    let what = if c.is_control() {
        "control"
    } else if matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}') {
        "bidirectional"
    } else {
        "invisible"
    };
    let code = format!("U+{:04X}", u32::from(c));
    let label = if escaped {
        format!("holds {code} as an escape")
    } else {
        code.clone()
    };
    Finding::new(
        &rules::INVISIBLE_CHARACTER,
        place,
        format!("the {what} character {code}: readers see another text here than agents get"),
        format!("delete {code}; retype the word if your editor does not show it"),
    )
    .label(label)
}

/// Reports every such character that stands in the file itself, comments included.
pub(crate) fn scan_file(file: FileId, text: &str, report: &Report) {
    let mut last: Option<(char, usize)> = None;
    for (at, c) in text.char_indices() {
        let carriage_return = c == '\r' && !text.get(at + 1..).is_some_and(|rest| rest.starts_with('\n'));
        let byte_order_mark = at == 0 && c == '\u{FEFF}';
        if (is_forbidden(c) || carriage_return) && !byte_order_mark {
            let end = at + c.len_utf8();
            // A run of one and the same character is one mistake.
            if last != Some((c, at)) {
                report.add(finding(c, Place { file, start: at, end }, false));
            }
            last = Some((c, end));
        }
    }
}

/// Reports those that an escape such as `\u200B` puts into a key or a text.
pub(crate) fn scan_tree(table: &Table, source: &str, report: &Report) {
    for entry in &table.entries {
        scan_text(&entry.key, entry.key_place, source, report);
        scan_value(&entry.node.value, entry.node.place, source, report);
    }
}

fn scan_value(value: &Value, place: Place, source: &str, report: &Report) {
    match value {
        Value::Text(text) => scan_text(text, place, source, report),
        Value::Array(items) => items
            .iter()
            .for_each(|item| scan_value(&item.value, item.place, source, report)),
        Value::Table(table) => scan_tree(table, source, report),
        _ => {}
    }
}

fn scan_text(text: &str, place: Place, source: &str, report: &Report) {
    let written = source.get(place.start..place.end).unwrap_or_default();
    let carriage_return = written.contains("\\r");
    let escaped = |c: &char| is_forbidden(*c) && !written.contains(*c) || *c == '\r' && carriage_return;
    if let Some(c) = text.chars().find(escaped) {
        report.add(finding(c, place, true));
    }
}
