//! The tables of a file that have a header, as stretches of lines.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_edit::{Document, Item, Table};

use super::lines::{after_line, is_blank, lines, start_of_line};

/// One header and the lines below it that are its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// `codes`, `PERIOD_LOCKED`, `details`.
    pub(super) path: Vec<String>,
    /// `[[…]]`.
    pub(super) array: bool,
    /// The header, with its brackets.
    pub(super) header: Range<usize>,
    /// From the line of the header to the end of the last line that says something.
    pub(super) range: Range<usize>,
}

impl Section {
    /// Whether it is the table at `path`, or one below it.
    pub(super) fn is_under(&self, path: &[&str]) -> bool {
        self.path.len() >= path.len() && self.path.iter().zip(path).all(|(ours, theirs)| ours == theirs)
    }
}

/// All of them, in the order of the file.
pub(super) fn sections(text: &str, document: &Document<&str>) -> Vec<Section> {
    let mut sections = Vec::new();
    collect(text, document.as_table(), &mut Vec::new(), &mut sections);
    sections.sort_by_key(|section| section.range.start);
    sections
}

fn collect(text: &str, table: &Table, path: &mut Vec<String>, sections: &mut Vec<Section>) {
    for (name, item) in table.iter() {
        path.push(name.to_owned());
        match item {
            Item::Table(inner) => {
                if !inner.is_dotted() && !inner.is_implicit() {
                    sections.extend(section(text, inner, path, false));
                }
                collect(text, inner, path, sections);
            }
            Item::ArrayOfTables(array) => {
                for inner in array.iter() {
                    sections.extend(section(text, inner, path, true));
                    collect(text, inner, path, sections);
                }
            }
            _ => {}
        }
        path.pop();
    }
}

fn section(text: &str, table: &Table, path: &[String], array: bool) -> Option<Section> {
    let header = table.span()?;
    let last = leaves(table)
        .into_iter()
        .map(|leaf| leaf.end)
        .max()
        .unwrap_or(header.end);
    Some(Section {
        path: path.to_vec(),
        array,
        range: start_of_line(text, header.start)..after_line(text, last),
        header,
    })
}

/// The `key = value`s below one header, or of one dotted key, each from the last part of its key to the end of its value.
pub(super) fn leaves(table: &Table) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (name, item) in table.iter() {
        match item {
            Item::Value(value) => {
                if let (Some(key), Some(value)) = (table.key(name).and_then(|key| key.span()), value.span()) {
                    found.push(key.start..value.end);
                }
            }
            Item::Table(inner) if inner.is_dotted() => found.extend(leaves(inner)),
            _ => {}
        }
    }
    found
}

/// Where the comments end that follow a section's last line without an empty line between. Those that stand right above
/// the next header are that one's.
pub(super) fn after_tail(text: &str, end: usize, next: usize) -> usize {
    let mut after = end;
    for (start, line) in lines(text, end, next) {
        if is_blank(line) {
            return after;
        }
        after = after_line(text, start);
    }
    if next == text.len() { after } else { end }
}

/// Where the comments begin that stand right above a section's header.
pub(super) fn before_head(text: &str, start: usize, previous: usize) -> usize {
    let mut head = start;
    let above: Vec<(usize, &str)> = lines(text, previous, start).collect();
    for (at, line) in above.into_iter().rev() {
        if is_blank(line) {
            break;
        }
        head = at;
    }
    head
}

/// How many empty lines this file has between tables that are no parts of each other: the most usual number.
pub(super) fn usual_gap(text: &str, sections: &[Section]) -> usize {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for pair in sections.windows(2) {
        let [one, other] = pair else { continue };
        let part: Vec<&str> = one.path.iter().map(String::as_str).collect();
        if other.is_under(&part) && !other.array {
            continue;
        }
        let end = after_tail(text, one.range.end, other.range.start);
        let gap = lines(text, end, other.range.start)
            .take_while(|(_, line)| is_blank(line))
            .count();
        *numbers.entry(gap).or_default() += 1;
    }
    let usual = numbers.into_iter().max_by_key(|(gap, times)| (*times, *gap));
    usual.map_or(1, |(gap, _)| gap)
}
