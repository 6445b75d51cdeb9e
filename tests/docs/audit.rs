//! The page about the audit record: its line is one, and its tables have each member and each field.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use errtax::Context;
use errtax::audit::{Flush, Lines, Record, Said, Sink as _, read};
use errtax::standard::details::Cancelled;

use crate::markdown::{page, ticked};
use crate::support::workspace;

/// The line of a record, with its end.
fn line(record: Record) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    Lines::open(&path, Flush::System).unwrap().record(record);
    fs::read_to_string(path).unwrap()
}

/// The names of the members, in order.
fn members(line: &str) -> Vec<String> {
    let object: std::collections::HashMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
    let mut names: Vec<String> = object.into_keys().collect();
    // None of these names occurs in a value.
    names.sort_by_key(|name| line.find(&format!("\"{name}\":")));
    names
}

#[test]
fn the_line_that_is_shown_is_a_record_byte_for_byte() {
    let page = page("docs/guide/audit.md");
    let shown = page.blocks.iter().find(|block| block.language == "json").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("audit.jsonl");
    fs::write(&path, &shown.text).unwrap();
    let replay = read(&path).unwrap();
    assert_eq!(replay.unread, []);
    let [record] = <[Record; 1]>::try_from(replay.records).unwrap();
    assert_eq!(line(record), shown.text);
}

#[test]
fn each_member_is_in_the_table_in_its_order() {
    let failure = Cancelled {}.into_failure();
    let bare = Record::of(&failure, "tool", Duration::ZERO);
    let mut full = Context::default()
        .with_correlation_id("c-1")
        .run(|| Record::of(&failure, "tool", Duration::ZERO));
    full.raised = Some(String::new());
    full.panicked_at = Some(String::new());
    full.because = Some(String::new());
    full.said = Some(Said::default());
    full.cut = true;

    let page = page("docs/guide/audit.md");
    let table = page.table(&["member", "always"]);
    assert_eq!(table.names(), members(&line(full)));
    let always = table.names().into_iter().zip(table.column("always"));
    let always: Vec<String> = always
        .filter(|(_, always)| *always == "yes")
        .map(|(name, _)| name)
        .collect();
    let mut there = members(&line(bare));
    there.retain(|name| name != "causes");
    assert_eq!(always, there);
}

#[test]
fn each_field_of_the_event_is_in_the_table() {
    let source = fs::read_to_string(workspace().join("src/audit/event.rs")).unwrap();
    let event = source.split_once("name: \"errtax.failure\"").unwrap().1;
    let event = event.split_once("\"{} failed: {}\"").unwrap().0;
    let mut fields: Vec<&str> = event
        .lines()
        .filter_map(|line| Some(line.trim().split_once(" = ")?.0))
        .collect();
    let page = page("docs/guide/audit.md");
    let mut shown: Vec<String> = page
        .table(&["field", "value"])
        .column("field")
        .into_iter()
        .flat_map(ticked)
        .collect();
    fields.sort_unstable();
    shown.sort_unstable();
    assert_eq!(shown, fields);
    assert!(fields.len() > 10);
}
