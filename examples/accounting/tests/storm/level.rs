//! 1,000 calls at once, of which a third fail: each is answered once, and the memory of the server returns to its level.
//!
//! No tool of this server panics. Those that do are in errtax's own `tests/storm.rs`.

use errtax::wire::WireError;
use serde_json::{Value, json};

use crate::http::Session;
use crate::process::Process;
use crate::stdio::Lines;
use crate::support::voucher;

/// Rounds of 1,000 calls before the level is taken: what is made once is there after a few thousand of them.
const WARM_UP: usize = 4;

/// Rounds after that.
const ROUNDS: usize = 12;

/// How far above its level the memory may stay. A leak of 1 KiB a call would be more than twice that.
const ROOM: u64 = 4 * 1024 * 1024;

/// How often the level may be taken anew: the threads that wait for the books, up to 512, come as they are needed, and each
/// has a stack. What leaks goes on.
const LEVELS: usize = 3;

/// A thousand calls, and the codes of which one is the answer to each; none where it succeeds.
fn calls() -> Vec<((&'static str, Value), &'static [&'static str])> {
    let call = |number| match number % 9 {
        0 => (("get_voucher", json!({"id": "V-1"})), &["JOURNAL_ENTRY_NOT_FOUND"][..]),
        1 => (("get_voucher", json!({"id": [number]})), &["VALIDATION_ERROR"][..]),
        // Only one can look into the books for writing at a time, and the last of many will not be waited for.
        2 => (
            ("post_voucher", voucher("2025-03-31", 1.0, 1.0)),
            &["PERIOD_LOCKED", "DATABASE_BUSY"][..],
        ),
        3..=5 => (("list_vouchers", json!({"date": "2026-02-01"})), &[][..]),
        _ => (("list_periods", json!({})), &[][..]),
    };
    (0..1_000).map(call).collect()
}

fn judge(results: &[Value]) {
    let calls = calls();
    assert_eq!(results.len(), calls.len());
    for (result, (call, codes)) in results.iter().zip(calls) {
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        match WireError::decode(text) {
            Ok(failure) => assert!(codes.contains(&failure.code.as_str()), "{call:?}: {text}"),
            Err(_) => assert!(codes.is_empty() && result["isError"] != true, "{call:?}: {result}"),
        }
    }
}

/// Plays the rounds, and compares the memory of the last ones with what it was before the first.
fn keeps_its_level(process: &Process, mut round: impl FnMut(&[(&str, Value)]) -> Vec<Value>) {
    let calls: Vec<(&str, Value)> = calls().into_iter().map(|(call, _)| call).collect();
    let mut play = || {
        judge(&round(&calls));
        process.resident()
    };
    let mut held: Vec<Option<u64>> = (0..WARM_UP).map(|_| play()).collect();
    if held.contains(&None) {
        println!("the memory of another process cannot be read on this system; only its answers are");
        return;
    }
    for _ in 0..LEVELS {
        let level = held[held.len() - 1].unwrap();
        held.extend((0..ROUNDS).map(|_| play()));
        // One round may leave more behind for a while than another; what leaks is there after each of the last ones.
        if held[held.len() - 3..].iter().flatten().min() <= Some(&(level + ROOM)) {
            return;
        }
    }
    panic!("it grows: {held:?}");
}

#[test]
fn a_thousand_calls_at_once_over_stdio_are_each_answered_once_and_memory_returns_to_its_level() {
    let folder = tempfile::tempdir().unwrap();
    let (process, input, output) = Process::over_stdio(&folder.path().join("books.sqlite"));
    let mut lines = Lines::of(input, output);
    keeps_its_level(&process, |calls| lines.all(calls));
    drop(lines);
    assert!(process.ends().success());
}

#[test]
fn a_thousand_calls_over_http_are_each_answered_once_and_memory_returns_to_its_level() {
    let folder = tempfile::tempdir().unwrap();
    let (process, url) = Process::over_http(&folder.path().join("books.sqlite"));
    let session = Session::open(&url);
    keeps_its_level(&process, |calls| session.all(50, calls));
    process.assert_calm();
}
