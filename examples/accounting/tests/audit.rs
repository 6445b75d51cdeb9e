//! The audit file that the server writes beside its books.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use errtax::Effect;
use errtax::audit::{Record, read};
use serde_json::json;
use support::{Server, keyed, voucher};

fn records(server: &Server) -> Vec<Record> {
    let replay = read(server.db().with_extension("audit.jsonl")).unwrap();
    assert_eq!(replay.unread, []);
    replay.records
}

#[test]
fn each_failure_is_a_record_that_knows_what_the_agent_does_not() {
    let mut server = Server::start();
    // The books are made with the first call.
    server.done("list_periods", json!({}));
    server.other_connection("UPDATE periods SET memo = 'waiting for the auditor' WHERE id = '2025'");
    let locked = server.fails("post_voucher", voucher("2025-03-31", 100.0, 100.0));
    server.done("post_voucher", voucher("2026-03-31", 100.0, 100.0));
    server.fails("post_voucher", keyed("k-1", "2026-02-01", 0.0));
    server.fails("get_voucher", json!({ "id": 7 }));

    let records = records(&server);
    let told: Vec<(&str, &str, Effect)> = records
        .iter()
        .map(|record| (record.tool.as_str(), record.code.as_str(), record.effect))
        .collect();
    assert_eq!(
        told,
        [
            ("post_voucher", "PERIOD_LOCKED", Effect::Write),
            ("post_voucher", "VALIDATION_ERROR", Effect::KeyedWrite),
            ("get_voucher", "VALIDATION_ERROR", Effect::Read),
        ]
    );
    let first = &records[0];
    assert_eq!(first.name, "accounting::voucher::VoucherError");
    assert_eq!(first.correlation_id, locked.correlation_id);
    // The registry declares the memo sensitive.
    assert!(first.causes[0].debug.contains("waiting for the auditor"), "{first:?}");
    assert!(!locked.encode().contains("auditor"));
}

#[test]
fn a_caller_who_is_refused_is_on_record_too() {
    let mut server = Server::start_with(&[], Some("nobody's"));
    server.fails("list_periods", json!({}));
    let records = records(&server);
    assert_eq!(records.len(), 1);
    let refused = &records[0];
    assert_eq!(
        (refused.tool.as_str(), refused.code.as_str()),
        ("list_periods", "UNAUTHORIZED")
    );
    assert_eq!(refused.name, "accounting::access::AccessError");
}

#[test]
fn the_file_can_be_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("failures.jsonl");
    let mut server = Server::start_with(&["--audit", path.to_str().unwrap()], None);
    server.fails("get_voucher", json!({ "id": "V-1" }));
    assert_eq!(read(path).unwrap().records[0].code, "JOURNAL_ENTRY_NOT_FOUND");
}
