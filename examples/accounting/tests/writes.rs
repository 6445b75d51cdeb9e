//! Writes: what is posted once stays posted once, whatever becomes of the answer.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::{Server, detail, keyed, next, voucher};

const HEADING: &str = "date;description;account;amount";

/// The answer of the first call, as a later one with its key gets it.
fn duplicate(first: &Value) -> Value {
    let mut answer = first.clone();
    answer["duplicate"] = json!(true);
    answer
}

fn file(rows: &[&str]) -> Value {
    json!({"content": format!("{HEADING}\n{}\n", rows.join("\n"))})
}

#[test]
fn the_same_call_with_the_same_key_posts_once() {
    let mut server = Server::start();
    let first = server.done("post_voucher", keyed("invoice 17", "2026-02-01", 100.0));
    let second = server.done("post_voucher", keyed("invoice 17", "2026-02-01", 100.0));
    assert_eq!(first.get("duplicate"), None);
    assert_eq!(second, duplicate(&first));
    assert_eq!(server.vouchers(), 1);

    let failure = server.fails("post_voucher", keyed("invoice 17", "2026-02-01", 200.0));
    assert_eq!(failure.code, "IDEMPOTENCY_KEY_REUSED");
    assert!(
        !failure.encode().contains(first["id"].as_str().unwrap()),
        "the other voucher is not this caller's to know"
    );
    assert_eq!(server.vouchers(), 1);

    // An empty key is none: two calls are two vouchers.
    for _ in 0..2 {
        server.done("post_voucher", keyed("", "2026-02-01", 100.0));
    }
    assert_eq!(server.vouchers(), 3);
}

#[test]
fn every_write_says_what_it_did_and_who() {
    let mut server = Server::start();
    let say = |answer: &Value| {
        assert_eq!(answer["staged"], false, "{answer}");
        assert_eq!(answer["actor"], "local", "{answer}");
        let lines = answer["preview"].as_array().unwrap().iter();
        let lines: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
        let message = answer["message"].as_str().unwrap().to_owned();
        (answer["risk_level"].clone(), message, lines.join("\n"))
    };
    let status =
        |status: &str, lock_date: Value| json!({"period_id": "2026", "status": status, "lock_date": lock_date});

    let posted = server.done("post_voucher", voucher("2026-02-01", 100.0, 100.0));
    let id = posted["id"].as_str().unwrap();
    assert_eq!(
        say(&posted),
        (
            json!("medium"),
            format!("Voucher {id} is posted into period 2026."),
            "1930 debit 100.00\n3001 credit 100.00".to_owned()
        )
    );
    assert_eq!(posted["period_status"], status("open", Value::Null));

    let period = json!({"period_id": "2026"});
    let locked = server.done("lock_period", period.clone());
    let message = "Period 2026 is locked from its first day on.".to_owned();
    assert_eq!(say(&locked), (json!("low"), message, "2026: open → locked".to_owned()));
    assert_eq!(locked["period_status"], status("locked", json!("2026-01-01")));
    let open = server.done("unlock_period", period);
    let message = "Period 2026 is open again.".to_owned();
    assert_eq!(say(&open), (json!("low"), message, "2026: locked → open".to_owned()));
    assert_eq!(open["period_status"], status("open", Value::Null));

    let rows: Vec<String> = (1..=25)
        .map(|day| format!("2026-03-{day:02};Sale {day};3001;100"))
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let imported = server.done("import_bank_file", file(&rows));
    let (risk, message, preview) = say(&imported);
    assert_eq!(
        (risk, message.contains("has booked 25 vouchers")),
        (json!("high"), true),
        "{message}"
    );
    let first = imported["voucher_ids"][0].as_str().unwrap();
    assert!(
        preview.starts_with(&format!("{first}: 2026-03-01 Sale 1\n")),
        "{preview}"
    );
    assert!(preview.ends_with("Sale 20\n… and 5 more"), "{preview}");
}

#[test]
fn a_write_names_the_role_that_did_it() {
    let mut server = Server::start_with(&[], Some("k"));
    assert_eq!(server.fails("list_periods", json!({})).code, "UNAUTHORIZED");
    server.other_connection("INSERT INTO api_keys (key, role) VALUES ('k', 'bookkeeper')");
    let posted = server.done("post_voucher", voucher("2026-02-01", 100.0, 100.0));
    assert_eq!(posted["actor"], "bookkeeper");
}

#[test]
fn a_repeat_finds_its_voucher_although_the_period_was_locked_since() {
    let mut server = Server::start();
    let first = server.done("post_voucher", keyed("k", "2026-02-01", 100.0));
    server.done("lock_period", json!({"period_id": "2026"}));
    assert_eq!(
        server.done("post_voucher", keyed("k", "2026-02-01", 100.0)),
        duplicate(&first)
    );
}

#[test]
fn a_key_that_came_with_a_refused_call_is_free_again() {
    let mut server = Server::start();
    assert_eq!(
        server.fails("post_voucher", keyed("k", "2025-02-01", 100.0)).code,
        "PERIOD_LOCKED"
    );
    server.done("post_voucher", keyed("k", "2026-02-01", 100.0));
}

#[test]
fn books_that_another_writer_holds_are_a_matter_of_waiting() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let calls = [
        ("post_voucher", voucher("2026-02-01", 100.0, 100.0)),
        ("post_voucher", keyed("k", "2026-02-01", 100.0)),
        ("import_bank_file", file(&["2026-02-01;Sale;3001;100"])),
        ("lock_period", json!({"period_id": "2026"})),
        ("unlock_period", json!({"period_id": "2025"})),
    ];
    for (tool, arguments) in calls {
        let other = server.other_connection("BEGIN IMMEDIATE");
        let failure = server.fails(tool, arguments.clone());
        assert_eq!(failure.code, "DATABASE_BUSY", "{tool}");
        assert!(failure.retryable);
        assert_eq!(failure.executed.to_string(), "no");
        assert_eq!(detail(&failure, "waited_ms"), 250);
        drop(other);
        server.done(tool, arguments);
    }
    let other = server.other_connection("BEGIN EXCLUSIVE");
    let failure = server.fails("list_periods", json!({}));
    assert_eq!(
        failure.code, "DATABASE_BUSY",
        "a read, too, while the other one commits"
    );
    drop(other);
}

#[test]
fn books_held_from_the_first_call_on_are_a_matter_of_waiting_too() {
    let mut server = Server::start();
    let other = server.other_connection("BEGIN EXCLUSIVE");
    assert_eq!(server.fails("list_periods", json!({})).code, "DATABASE_BUSY");
    drop(other);
    server.done("list_periods", json!({}));
}

/// A reader keeps SQLite from committing, and the server from learning how its commit ends.
const READ: &str = "BEGIN; SELECT count(*) FROM vouchers";

#[test]
fn without_a_key_a_lost_commit_is_to_be_looked_up() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let reader = server.other_connection(READ);
    let failure = server.fails("post_voucher", voucher("2026-02-01", 100.0, 100.0));
    assert_eq!(failure.code, "VOUCHER_OUTCOME_UNKNOWN");
    assert_eq!(
        (failure.retryable, failure.executed.to_string()),
        (false, "unknown".into())
    );
    let id = detail(&failure, "voucher_id");
    let look = next(&failure);
    assert_eq!(look, json!({"tool": "get_voucher", "args": {"id": id}}));
    assert!(failure.hint.is_some_and(|hint| hint.contains("get_voucher")));
    drop(reader);
    until_committed(&server, 1);
    assert_eq!(server.done("get_voucher", look["args"].clone())["id"], id);
}

#[test]
fn with_a_key_a_lost_commit_is_a_matter_of_asking_again() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let reader = server.other_connection(READ);
    let failure = server.fails("post_voucher", keyed("k", "2026-02-01", 100.0));
    assert_eq!(failure.code, "COMMIT_RESULT_LOST");
    assert_eq!(
        (failure.retryable, failure.executed.to_string()),
        (true, "unknown".into())
    );
    drop(reader);
    until_committed(&server, 1);
    let answer = server.done("post_voucher", keyed("k", "2026-02-01", 100.0));
    assert_eq!((server.vouchers(), &answer["duplicate"]), (1, &json!(true)));
}

#[test]
fn an_idempotent_write_may_be_repeated_after_a_lost_commit() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let reader = server.other_connection(READ);
    assert_eq!(
        server.fails("lock_period", json!({"period_id": "2026"})).code,
        "COMMIT_RESULT_LOST"
    );
    drop(reader);
}

#[test]
fn an_import_that_could_not_go_on_record_has_not_begun() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let reader = server.other_connection(READ);
    let failure = server.fails("import_bank_file", file(&["2026-02-01;Sale;3001;100"]));
    assert_eq!(
        (failure.code.as_str(), failure.executed.to_string()),
        ("DATABASE_BUSY", "no".into())
    );
    drop(reader);
    server.done("import_bank_file", file(&["2026-02-01;Sale;3001;100"]));
    assert_eq!(server.vouchers(), 1);
}

#[test]
fn an_import_that_is_in_doubt_must_not_be_repeated() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let rows: Vec<String> = (0..400).map(|row| format!("2026-02-01;Sale {row};3001;100")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let db = server.db();
    // Comes in the middle, and stays until it is told that the answer is there.
    let (answered, wait) = std::sync::mpsc::channel::<()>();
    let reader = std::thread::spawn(move || {
        let reader = support::other_connection(&db, "BEGIN");
        let count = "SELECT count(*) FROM vouchers";
        while reader.query_row::<i64, _, _>(count, [], |row| row.get(0)).unwrap() == 0 {
            reader.execute_batch("ROLLBACK; BEGIN").unwrap();
        }
        wait.recv().unwrap();
    });
    let failure = server.fails("import_bank_file", file(&rows));
    answered.send(()).unwrap();
    reader.join().unwrap();
    assert_eq!(
        failure.code, "OUTCOME_UNKNOWN",
        "the twin of COMMIT_RESULT_LOST, for a write without a key"
    );
    assert_eq!(
        (failure.retryable, failure.action.to_string()),
        (false, "verify".into())
    );
    assert!(server.vouchers() > 0);
}

#[test]
fn a_commit_whose_time_runs_out_leaves_nothing_behind() {
    let mut server = Server::start();
    server.done("list_periods", json!({}));
    let reader = server.other_connection(READ);
    let failure = server.fails("post_voucher", voucher("2026-02-01", 100.0, 100.0));
    std::thread::sleep(accounting::database::COMMIT_PATIENCE + Duration::from_millis(500));
    drop(reader);
    let looked_up = server.fails("get_voucher", json!({"id": detail(&failure, "voucher_id")}));
    assert_eq!(looked_up.code, "JOURNAL_ENTRY_NOT_FOUND");
    server.done("post_voucher", voucher("2026-02-01", 100.0, 100.0));
    assert_eq!(server.vouchers(), 1);
}

/// The commit goes on without its caller.
fn until_committed(server: &Server, vouchers: i64) {
    for _ in 0..100 {
        if server.vouchers() == vouchers {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("the commit did not go through");
}

#[test]
fn of_a_bank_file_some_rows_land_and_the_failure_names_the_others() {
    let mut server = Server::start();
    let rows = [
        "2026-01-15;Card payment;3001;600",
        "2025-12-31;Fee;6570;-80",
        "2026-01-16;Rent;9999;-9",
        "2026-01-17;Rent;5010;-9000.50",
    ];
    let failure = server.fails("import_bank_file", file(&rows));
    assert_eq!(failure.code, "BANK_FILE_PARTIALLY_IMPORTED");
    assert_eq!(
        (failure.executed.to_string(), failure.action.to_string()),
        ("partial".into(), "redo_missing".into())
    );
    assert_eq!(
        (detail(&failure, "imported"), detail(&failure, "failed")),
        (json!(2), json!(2))
    );
    assert_eq!(detail(&failure, "failed_rows"), json!([2, 3]));
    assert_eq!(
        detail(&failure, "row_errors"),
        json!({"2": "PERIOD_LOCKED", "3": "ACCOUNTS_NOT_IN_CHART"})
    );
    assert_eq!(server.vouchers(), 2);
    let ids = detail(&failure, "voucher_ids");
    let rent = server.done("get_voucher", json!({"id": ids[1]}));
    assert_eq!(
        rent["lines"][0],
        json!({"account": "1930", "debit": 0.0, "credit": 9000.5})
    );

    assert_eq!(
        server.fails("import_bank_file", file(&rows)).code,
        "BANK_FILE_DUPLICATE"
    );
    assert_eq!(server.vouchers(), 2, "the rows that had landed are not booked again");
    server.done(
        "import_bank_file",
        file(&["2026-01-02;Fee;6570;-80", "2026-01-16;Rent;5010;-9"]),
    );
    assert_eq!(server.vouchers(), 4);
}

#[test]
fn a_bank_file_of_which_nothing_lands_is_not_partial() {
    let mut server = Server::start();
    let rows = ["2025-12-30;Fee;6570;-80", "2025-12-31;Fee;6570;-80"];
    assert_eq!(server.fails("import_bank_file", file(&rows)).code, "PERIOD_LOCKED");
    server.done("unlock_period", json!({"period_id": "2025"}));
    server.done("import_bank_file", file(&rows));
    assert_eq!(server.vouchers(), 2, "the refused import does not count as one");
}

#[test]
fn a_damaged_file_is_not_repeated_at() {
    let mut server = Server::start();
    server.done("post_voucher", voucher("2026-02-01", 1.0, 1.0));
    server.other_connection("DROP TABLE voucher_lines");
    let failure = server.fails("post_voucher", voucher("2026-02-01", 1.0, 1.0));
    assert_eq!(
        (failure.code.as_str(), failure.retryable),
        ("BOOKKEEPING_DATABASE_ERROR", false)
    );
    assert!(!failure.encode().contains("voucher_lines"), "the cause is for the log");
    assert!(failure.correlation_id.is_some());
}
