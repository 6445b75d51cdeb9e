//! A call is dropped at each of its awaits: nothing is lost, nothing is sent afterwards, and the report is true.

use std::collections::HashSet;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use errtax::recovery::mcp::Answered;
use errtax::recovery::{Found, Outcome, Report, Rule, SharedTask, Status, Task, TokioClock};
use rmcp::model::JsonObject;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::books::{Books, Fault};
use crate::{Line, books_of, object, task};

/// A call of every kind, and what goes wrong with it.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Keyed,
    Verified,
    Neither,
    Fixed,
    Stepped,
    Batch,
    Reconnected,
}

fn cases() -> Vec<(Kind, Vec<Fault>)> {
    let lost = [Fault::LoseAnswer, Fault::LoseCall];
    let limited = Fault::Limited(Duration::from_secs(2));
    let mut cases = vec![
        (Kind::Keyed, vec![limited.clone(), Fault::LoseAnswer]),
        (Kind::Verified, vec![Fault::LoseAnswer, Fault::LoseCall]),
        (Kind::Neither, vec![limited.clone()]),
        (Kind::Fixed, vec![Fault::Nothing, Fault::LoseAnswer]),
        (Kind::Stepped, vec![Fault::Nothing, Fault::Nothing, Fault::LoseAnswer]),
        (Kind::Stepped, vec![Fault::Nothing, Fault::LoseAnswer]),
        (Kind::Batch, vec![Fault::Part(1), Fault::Nothing, Fault::LoseAnswer]),
        (Kind::Batch, vec![limited, Fault::Nothing, Fault::LoseCall]),
        (Kind::Reconnected, vec![]),
    ];
    for kind in [Kind::Keyed, Kind::Verified, Kind::Neither] {
        cases.extend(lost.clone().map(|fault| (kind, vec![fault])));
        cases.push((kind, vec![]));
    }
    cases
}

fn voucher(number: &str, amount: i64) -> JsonObject {
    object(json!({ "number": number, "amount": amount }))
}

async fn called(kind: Kind, line: &Line, books: &Books, task: &SharedTask<TokioClock>) -> Outcome<Answered> {
    let client = &line.client;
    match kind {
        Kind::Keyed | Kind::Reconnected => client.call(task, "post_voucher", voucher("V1", 12)).run_anyway().await,
        Kind::Verified => client.call(task, "post_entry", voucher("V1", 12)).run_anyway().await,
        Kind::Neither => {
            let note = object(json!({ "text": "V1" }));
            client.call(task, "post_note", note).run_anyway().await
        }
        Kind::Fixed => {
            let call = client.call(task, "post_voucher", voucher("V1", -12));
            let fix = async |_| {
                tokio::task::yield_now().await;
                Some(voucher("V1", 12))
            };
            call.fix(fix).run_anyway().await
        }
        Kind::Stepped => {
            let call = client.call(task, "post_voucher", voucher("V1", 12));
            call.follow_next(["unlock_period"]).run_anyway().await
        }
        Kind::Batch => {
            let items = ["V1", "V2", "V3"].map(|number| Value::Object(voucher(number, 12)));
            let call = client.call(task, "post_vouchers", object(json!({ "vouchers": items })));
            let call = call.batch("vouchers", |_, item| item["number"].as_str().unwrap().to_owned());
            let there = async |_| {
                tokio::task::yield_now().await;
                let booked = books.booked();
                Found::Items(
                    ["V1", "V2", "V3"]
                        .map(|number| booked.contains(&number.to_owned()))
                        .to_vec(),
                )
            };
            call.verify(there).run_anyway().await
        }
    }
}

/// Polls at most so many times and drops the future then.
async fn polled<T>(most: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut left = most;
    poll_fn(|context| {
        left -= 1;
        match future.as_mut().poll(context) {
            Poll::Ready(value) => Poll::Ready(Some(value)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

async fn line_of(kind: Kind, books: &Books) -> Line {
    books.state().locked = matches!(kind, Kind::Stepped);
    let line = books_of(books).await;
    if !matches!(kind, Kind::Reconnected) {
        return line;
    }
    line.server.abort();
    sleep(Duration::from_millis(1)).await;
    let again = books.clone();
    let kept = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let client = line.client.reconnect(move || {
        let (books, kept) = (again.clone(), kept.clone());
        async move {
            let line = books_of(&books).await;
            let peer = line.running.peer().clone();
            kept.lock().unwrap().push(line);
            Ok::<_, std::io::Error>(peer)
        }
    });
    Line { client, ..line }
}

/// What of V1, V2 and V3 took effect, each at most once.
fn effects(books: &Books) -> HashSet<String> {
    let state = books.state();
    let all: Vec<String> = state
        .vouchers
        .iter()
        .map(|(number, ..)| number.clone())
        .chain(state.notes.iter().cloned())
        .collect();
    let each: HashSet<String> = all.iter().cloned().collect();
    assert_eq!(all.len(), each.len(), "twice: {all:?}");
    each
}

#[track_caller]
fn is_true(report: &Report, effects: &HashSet<String>, what: &str) {
    let of = |item: &String| match item.split_once('[') {
        Some((_, rest)) => HashSet::from([rest.split(']').next().unwrap().to_owned()]),
        None if item.starts_with("post_vouchers") => ["V1", "V2", "V3"].map(String::from).into(),
        None => HashSet::from(["V1".to_owned()]),
    };
    let is_of_work = |item: &&String| !item.starts_with("unlock_period");
    for item in report.done().iter().filter(is_of_work) {
        assert!(of(item).is_subset(effects), "{what}: {item} is not there\n{report}");
    }
    for item in report.failed().iter().filter(is_of_work) {
        assert!(of(item).is_disjoint(effects), "{what}: {item} is there\n{report}");
    }
    if report.done().is_empty() && report.failed().is_empty() {
        assert_eq!(
            report.status() == Status::Unknown,
            !report.unknown().is_empty(),
            "{what}"
        );
    }
    let told = report.done().len() + report.failed().len() + report.unknown().len();
    assert!(told > 0 || effects.is_empty(), "{what}: nobody is told\n{report}");
}

#[tokio::test(start_paused = true)]
async fn at_each_await_nothing_is_lost_and_nothing_is_sent_afterwards() {
    let mut dropped = 0;
    for (kind, faults) in cases() {
        for polls in 1.. {
            let what = format!("{kind:?} {faults:?} after {polls} polls");
            let books = Books::failing(faults.clone());
            let line = line_of(kind, &books).await;
            let task = task();
            let outcome = polled(polls, called(kind, &line, &books, &task)).await;

            let told = task.to_task();
            assert_eq!(Task::replay(&task.to_json()).as_ref(), Ok(&told), "{what}");
            // What was on its way arrives, and then there is silence.
            sleep(Duration::from_millis(5)).await;
            let arrived = books.called().len();
            assert!(arrived <= task.calls() as usize, "{what}: {:?}", books.called());
            sleep(Duration::from_secs(600)).await;
            assert_eq!(books.called().len(), arrived, "{what}: sent afterwards");
            assert_eq!(task.to_task(), told, "{what}");
            is_true(&task.report(), &effects(&books), &what);
            if let Some(outcome) = outcome {
                // A step has a line of its own.
                if !matches!(kind, Kind::Stepped) {
                    assert_eq!(outcome.status, task.report().status(), "{what}");
                }
                break;
            }
            dropped += 1;

            // Nothing is open any more.
            let mut later = told.clone();
            later.cancel(Duration::MAX);
            assert_eq!(later.report().to_string().lines().skip(1).collect::<Vec<_>>(), {
                let report = told.report().to_string();
                report.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
            });
            // What may have landed is not sent again, and another call is.
            let again = called(kind, &line, &books, &task).await;
            let in_doubt = told
                .report()
                .unknown()
                .iter()
                .any(|item| !item.starts_with("unlock_period"));
            if in_doubt && !matches!(kind, Kind::Fixed) {
                assert_eq!((again.ended, again.attempts), (Err(Rule::SingleFlight), 0), "{what}");
            }
            effects(&books);
            books.state().faults.clear();
            books.state().locked = false;
            let other = line.client.call(&task, "post_voucher", voucher("V9", 1));
            assert!(other.run().await.unwrap().is_done(), "{what}");
        }
    }
    assert!(dropped > 60, "{dropped}");
}

#[tokio::test(start_paused = true)]
async fn at_each_moment_that_the_task_is_cancelled_the_call_ends_there() {
    for (kind, faults) in cases() {
        for quarters in 0_u64.. {
            let what = format!("{kind:?} {faults:?} after {quarters} quarters of a second");
            let books = Books::failing(faults.clone());
            let line = line_of(kind, &books).await;
            let task = task();
            let begun = Instant::now();
            let pause = Duration::from_millis(quarters * 250);
            let cancels = async {
                sleep(pause).await;
                task.cancel();
            };
            let call = async {
                let outcome = called(kind, &line, &books, &task).await;
                (outcome, begun.elapsed())
            };
            let ((outcome, took), ()) = tokio::join!(call, cancels);
            assert!(
                took <= pause || outcome.ended != Err(Rule::Cancelled),
                "{what}: {took:?}"
            );
            let calls = task.calls();
            sleep(Duration::from_secs(600)).await;
            assert!(books.called().len() <= calls as usize, "{what}");
            assert_eq!(task.calls(), calls, "{what}");
            is_true(&task.report(), &effects(&books), &what);
            if outcome.ended != Err(Rule::Cancelled) {
                break;
            }
        }
    }
}
