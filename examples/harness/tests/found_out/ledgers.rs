//! Ledgers that do not tell what went over the line, or that keep to other limits.

use std::time::Duration;

use errtax::recovery::{Call, Jitter, Limits, Next, Seen, Task, Tool, Transport};
use fastrand::Rng;
use harness::agent::Ended;
use harness::fault::{Fault, Faults};
use harness::wire::{Heard, Sent};
use harness::{ledger, schedule};

use crate::rules::read;
use crate::{ended, plan, report, sale};

#[test]
fn a_ledger_that_does_not_tell_what_went_over_the_wire_is_found() {
    let faults = [Fault::ResetAfter, Fault::Limited(None)];
    let mut outcome = schedule::play(
        vec![(plan(vec![sale()]), Faults::script(faults))],
        &mut Rng::with_seed(1),
    )
    .unwrap();
    let ended = &mut outcome.played[0].ended;
    assert_eq!(ended.sent.len(), 3);
    let broken = |ended: &Ended| ledger::broken(ended).join("\n");
    assert_eq!(broken(ended), "");

    let last = ended.sent.pop().unwrap();
    assert!(broken(ended).contains("that was not sent"), "{}", broken(ended));
    ended.sent.extend([last.clone(), last.clone()]);
    assert!(
        broken(ended).contains("the ledger has no word of it"),
        "{}",
        broken(ended)
    );
    ended.sent.pop();
    ended.sent[2].at += Duration::from_millis(1);
    assert!(
        broken(ended).contains("the ledger has no word of it"),
        "{}",
        broken(ended)
    );
    ended.sent[2] = last;

    let told = std::mem::replace(&mut ended.report, report(2, "sale (ack)", "none", "none"));
    assert!(
        broken(ended).contains("calls, and the ledger has 3"),
        "{}",
        broken(ended)
    );
    ended.report = told.replace("elapsed ", "elapsed 1");
    assert!(broken(ended).contains("ms long"), "{}", broken(ended));
}

/// What is wrong with the ledger of a read that is never answered, each time for so many seconds, by these limits.
fn ledger_by(limits: Limits, seconds: u64) -> String {
    let mut task = Task::with_limits("t", limits);
    let mut now = Duration::ZERO;
    let call = Call::new(Tool::read("list_vouchers")).repeatable().unwrap();
    let mut next = task.begin(call, now).map_or_else(Next::Stop, Next::Send);
    let mut calls = Vec::new();
    loop {
        next = match next {
            Next::Send(id) => {
                calls.push(Sent {
                    at: now,
                    ..read(0, Heard::Reset)
                });
                now += Duration::from_secs(seconds);
                task.on_reply(id, &Seen::transport(Transport::Timeout).into(), now, Jitter::NONE)
            }
            Next::Wait(id, pause) => {
                now += pause;
                task.resume(id, now)
            }
            _ => break,
        };
    }
    let mut ended = ended(&plan(vec![sale()]), &task.report().to_string(), calls);
    ended.task = task;
    ledger::broken(&ended).join("\n")
}

#[test]
fn a_ledger_by_other_limits_than_the_published_is_found() {
    let limits = Limits::DEFAULT;
    assert_eq!(ledger_by(limits, 30), "");
    for (attempts_per_call, ended) in [(2, "attempts_exhausted"), (4, "loop_same_call")] {
        let other = Limits {
            attempts_per_call,
            ..limits
        };
        let found = ledger_by(other, 30);
        assert!(found.contains(&format!("did not end by {ended}")), "{found}");
    }
    let found = ledger_by(
        Limits {
            recovery_calls: 1,
            ..limits
        },
        30,
    );
    assert!(found.contains("did not end by recovery_calls_exhausted"), "{found}");
    let recovery_time = |seconds| Limits {
        recovery_time: Duration::from_secs(seconds),
        ..limits
    };
    let found = ledger_by(recovery_time(100), 110);
    assert!(found.contains("did not end by deadline"), "{found}");
    let found = ledger_by(recovery_time(200), 119);
    assert!(found.contains("recovery went on at"), "{found}");
}
