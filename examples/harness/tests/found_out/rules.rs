//! What went over the line and was not to.

use std::time::Duration;

use harness::fault::Fault;
use harness::limits;
use harness::plan::{Step, Work, row_of};
use harness::wire::{Heard, KEY, Sent};
use serde_json::json;

use crate::{ended, file, file_rows, plan, report, sale};

pub(crate) fn sent(at: u64, key: Option<&str>, heard: Option<Heard>) -> Sent {
    let mut arguments = sale().work.arguments();
    if let Some(key) = key {
        arguments.insert(KEY.to_owned(), json!(key));
    }
    let at = Duration::from_secs(at);
    Sent {
        step: 0,
        at,
        tool: "post_voucher".to_owned(),
        arguments,
        fault: Fault::None,
        arrived: true,
        heard: heard.map(|heard| (at, heard)),
    }
}

pub(crate) fn read(at: u64, heard: Heard) -> Sent {
    Sent {
        tool: "list_vouchers".to_owned(),
        ..sent(at, None, Some(heard))
    }
}

/// A rule that these calls of one step break.
#[track_caller]
fn breaks_with(step: Step, sent: Vec<Sent>, what: &str) {
    let plan = plan(vec![step]);
    let ended = ended(&plan, &report(sent.len(), "none", "none", "none"), sent);
    let broken = limits::broken(&plan, &ended);
    match what {
        "" => assert!(broken.is_empty(), "{broken:?}"),
        what => assert!(broken.iter().any(|broken| broken.contains(what)), "{broken:?}"),
    }
}

#[track_caller]
fn breaks(sent: Vec<Sent>, what: &str) {
    breaks_with(sale(), sent, what);
}

fn reset() -> Option<Heard> {
    Some(Heard::Reset)
}

fn refused() -> Option<Heard> {
    Some(Heard::Refused)
}

#[test]
fn more_than_a_limit_allows_is_found() {
    let key = Some("k");
    let three = || [0, 1, 3].map(|at| sent(at, key, refused()));
    breaks(three().into(), "");
    breaks(
        three().into_iter().chain([sent(6, key, reset())]).collect(),
        "sent 4 times",
    );

    breaks(vec![sent(5, key, reset()), sent(124, key, reset())], "");
    breaks(
        vec![sent(5, key, reset()), sent(125, key, reset())],
        "recovery was over",
    );

    let calls = |count: u64| {
        (0..count).map(|at| {
            if at % 4 == 0 {
                sent(at, key, refused())
            } else {
                read(at, Heard::Reset)
            }
        })
    };
    breaks(calls(11).collect(), "");
    breaks(calls(12).collect(), "11 calls were spent on recovery");

    let reads = |count: u64| (1..=count).map(|at| read(at, Heard::Reset));
    breaks(std::iter::once(sent(0, key, reset())).chain(reads(3)).collect(), "");
    breaks(
        std::iter::once(sent(0, key, reset())).chain(reads(4)).collect(),
        "looked 4 times in a row",
    );

    let look = || Step::new("look", Work::Vouchers("2026-01-05".to_owned()));
    breaks_with(look(), reads(3).collect(), "");
    breaks_with(look(), reads(4).collect(), "sent 4 times");
}

#[test]
fn what_is_sent_again_though_it_may_not_be_is_found() {
    let key = Some("k");
    breaks(
        vec![sent(0, key, reset()), sent(1, Some("other"), reset())],
        "under another key",
    );
    breaks(
        vec![sent(0, key, reset()), sent(1, key, refused()), sent(3, key, reset())],
        "",
    );
    breaks(
        vec![sent(0, key, reset()), sent(1, key, reset()), sent(3, key, reset())],
        "a second time while it was in doubt",
    );

    breaks(
        vec![sent(0, None, reset()), sent(1, None, reset())],
        "nobody had looked",
    );
    breaks(vec![sent(0, None, None), sent(31, None, reset())], "nobody had looked");
    let late = |mut sent: Sent| {
        sent.heard = Some((Duration::from_secs(31), Heard::Answer));
        sent
    };
    breaks(
        vec![late(sent(0, None, None)), sent(31, None, reset())],
        "nobody had looked",
    );
    breaks(
        vec![sent(0, None, reset()), read(1, Heard::Reset), sent(2, None, reset())],
        "nobody had looked",
    );
    breaks(
        vec![
            sent(0, None, reset()),
            late(read(0, Heard::Answer)),
            sent(32, None, reset()),
        ],
        "nobody had looked",
    );
    breaks(
        vec![sent(0, None, reset()), read(1, Heard::Answer), sent(2, None, reset())],
        "",
    );
    breaks(vec![sent(0, None, refused()), sent(1, None, reset())], "");

    let whole = |at, heard| Sent {
        tool: "import_bank_file".to_owned(),
        arguments: file().work.arguments(),
        ..sent(at, None, heard)
    };
    breaks_with(file(), vec![whole(0, refused()), whole(1, reset())], "");
    for heard in [Heard::Reset, Heard::Limited(None)] {
        let calls = vec![whole(0, Some(heard)), read(1, Heard::Answer), whole(2, reset())];
        breaks_with(file(), calls, "as a whole");
    }
    let limited = |wait| Some(Heard::Limited(Some(Duration::from_secs(wait))));
    let row = |at| Sent {
        arguments: row_of(&file_rows(), 0),
        ..whole(at, reset())
    };
    breaks_with(
        file(),
        vec![whole(0, limited(7)), read(1, Heard::Answer), row(6)],
        "had said to wait 7s",
    );
    breaks_with(file(), vec![whole(0, limited(7)), read(1, Heard::Answer), row(7)], "");
}

#[test]
fn what_takes_back_what_the_task_did_is_found() {
    let turn = |tool: &str, heard| Sent {
        tool: tool.to_owned(),
        arguments: Work::Lock("2027".to_owned()).arguments(),
        ..sent(0, None, Some(heard))
    };
    let unlocked = |first, heard| vec![turn(first, heard), turn("unlock_period", Heard::Answer)];
    breaks(unlocked("lock_period", Heard::Answer), "takes back");
    breaks(unlocked("lock_period", Heard::Failure(String::new())), "");
    breaks(unlocked("list_periods", Heard::Answer), "");
}

#[test]
fn what_is_sent_too_early_or_after_the_end_is_found() {
    let key = Some("k");
    let limited = || Some(Heard::Limited(Some(Duration::from_secs(7))));
    breaks(
        vec![sent(0, key, limited()), sent(6, key, reset())],
        "had said to wait 7s",
    );
    breaks(vec![sent(0, key, limited()), sent(7, key, reset())], "");
    breaks(
        vec![sent(0, key, Some(Heard::Limited(None))), sent(0, key, reset())],
        "without the backoff",
    );
    breaks(
        vec![sent(0, key, refused()), sent(1, key, refused()), sent(2, key, reset())],
        "without the backoff",
    );
    breaks(
        vec![sent(0, key, Some(Heard::Unauthorized)), sent(9, key, reset())],
        "credential was refused",
    );
    breaks(
        vec![
            sent(0, key, reset()),
            read(1, Heard::Unauthorized),
            read(9, Heard::Answer),
        ],
        "credential was refused",
    );
}

#[test]
fn a_count_of_calls_that_is_not_that_of_the_wire_is_found() {
    let plan = plan(vec![sale()]);
    let ended = ended(&plan, &report(2, "none", "none", "none"), vec![sent(0, None, None)]);
    assert_eq!(
        limits::broken(&plan, &ended),
        ["the report says 2 calls, and 1 were sent"]
    );
}
