//! Clients that hang up in the middle of a request or of an answer. The server ends well, or serves the others on.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use serde_json::{Value, json};

use crate::http::Session;
use crate::process::{PATIENCE, Process};
use crate::stdio::{self, Lines};
use crate::support::{Server, keyed, other_connection};

fn sale() -> Value {
    keyed("invoice 17", "2026-02-01", 100.0)
}

/// What has become of the sale: sent once more with its key, it is there once.
fn posted_once(db: &std::path::Path) {
    let mut server = Server::on(db);
    server.done_patiently("post_voucher", sale());
    assert_eq!(server.vouchers(), 1);
    let ok: String = other_connection(db, "")
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(ok, "ok");
    assert_eq!(
        errtax::audit::read(db.with_extension("audit.jsonl")).unwrap().unread,
        []
    );
}

#[test]
fn half_a_request_and_then_nothing_ends_the_server_in_peace() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("books.sqlite");
    let request = stdio::call(1, "post_voucher", &sale());
    // Before the greeting, in the middle of a call, and with all of it but the end of the line.
    for (greets, sent) in [
        (false, 10),
        (true, 1),
        (true, request.len() / 2),
        (true, request.len() - 1),
    ] {
        let (process, mut input, output) = Process::over_stdio(&db);
        if greets {
            input.write_all(stdio::greeting().as_bytes()).unwrap();
        }
        input.write_all(&request.as_bytes()[..sent]).unwrap();
        drop(input);
        process.ends();
        drop(output);
    }
    assert_eq!(Server::on(&db).done("list_vouchers", json!({}))["vouchers"], json!([]));
}

#[test]
fn a_request_that_comes_in_pieces_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let (process, input, output) = Process::over_stdio(&folder.path().join("books.sqlite"));
    let mut lines = Lines::of(input, output);
    let request = format!("{}\n", stdio::call(900, "list_periods", &json!({})));
    for piece in request.as_bytes().chunks(20) {
        lines.input.write_all(piece).unwrap();
        lines.input.flush().unwrap();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(lines.answer()["id"], 900);
    drop(lines);
    assert!(process.ends().success());
}

#[test]
fn a_client_that_stops_reading_in_the_middle_of_an_answer_ends_the_server_in_peace() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("books.sqlite");
    for read in [1, 700, 5_000] {
        let (mut process, mut input, mut output) = Process::over_stdio(&db);
        input.write_all(stdio::greeting().as_bytes()).unwrap();
        for id in 1..=200 {
            // More answers than fit into the pipe, so that one is being written.
            let line = match id {
                1 => stdio::call(id, "post_voucher", &sale()),
                _ => stdio::call(id, "list_periods", &json!({})),
            };
            writeln!(input, "{line}").unwrap();
        }
        output.read_exact(&mut vec![0; read]).unwrap();
        drop(output);
        // It may notice at once, with the next answer, or when its input ends.
        if process.ended(Duration::from_millis(500)).is_none() {
            let _ = writeln!(input, "{}", stdio::call(201, "list_periods", &json!({})));
        }
        drop(input);
        process.ends();
    }
    posted_once(&db);
}

#[test]
fn a_client_that_is_gone_altogether_ends_the_server_and_its_write_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("books.sqlite");
    for pause in [0, 1, 5, 20, 100] {
        let (process, mut input, output) = Process::over_stdio(&db);
        input.write_all(stdio::greeting().as_bytes()).unwrap();
        writeln!(input, "{}", stdio::call(1, "post_voucher", &sale())).unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        drop((input, output));
        process.ends();
    }
    posted_once(&db);
}

#[test]
fn over_http_those_who_hang_up_are_let_go_and_the_others_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("books.sqlite");
    let (process, url) = Process::over_http(&db);
    let session = Session::open(&url);
    assert!(session.is_served());
    let files = process.open_files();

    let post = stdio::call(1, "post_voucher", &sale());
    let whole = session.length(&post);
    // In the head, in the body, before the answer, and in the middle of it.
    for (sent, read) in [(20, 0), (whole - 10, 0), (whole, 0), (whole, 10), (whole, 200)] {
        for _ in 0..10 {
            session.break_off(&post, sent, read);
        }
        assert!(session.is_served(), "after {sent} bytes sent and {read} read");
    }
    // A connection of its own ends with who had it: what hangs on to a socket is seen here.
    if let Some(files) = files {
        let until = std::time::Instant::now() + PATIENCE;
        while process.open_files().unwrap() > files + 2 {
            assert!(
                std::time::Instant::now() < until,
                "{:?} files, before {files}",
                process.open_files()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    process.assert_calm();
    drop(process);
    posted_once(&db);
}
