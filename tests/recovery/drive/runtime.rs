//! On tokio: driven calls are spawned, many of one task run at once, and dropping one stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use errtax::recovery::{Answer, Call, Rule, Seen, SharedTask, Status, Task, TokioClock, Tool, Transport};
use tokio::time::{Instant, sleep};

static GET: Tool = Tool::read("get");
static POST: Tool = Tool::write("post");

/// A client as harnesses have them: borrowed by the closures.
struct Client {
    sent: AtomicU32,
}

impl Client {
    async fn post(&self, arguments: &str, number: u32) -> Result<usize, std::io::Error> {
        self.sent.fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_millis(20)).await;
        match number {
            1 => Err(std::io::ErrorKind::ConnectionReset.into()),
            _ => Ok(arguments.len()),
        }
    }

    async fn is_there(&self, arguments: &str) -> Result<bool, std::io::Error> {
        sleep(Duration::from_millis(20)).await;
        Ok(arguments.is_empty())
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_closures_borrow_is_spawned() {
    let task = SharedTask::tokio("t");
    let spawned = tokio::spawn({
        let task = task.clone();
        async move {
            let client = Client {
                sent: AtomicU32::new(0),
            };
            let arguments = String::from("{}");
            let outcome = task
                .call(Call::new(&POST).json(&arguments), async |attempt| {
                    client.post(&arguments, attempt.number).await
                })
                .verify(async |_| client.is_there(&arguments).await)
                .fix(async |failed| {
                    client.is_there(&arguments).await.ok()?;
                    failed.is_err().then(|| arguments.clone())
                })
                .step(async |failed| client.is_there(&arguments).await.is_ok() && failed.is_err())
                .observe(|_| ())
                .run()
                .await;
            (outcome, client.sent.into_inner())
        }
    });
    let (outcome, sent) = spawned.await.unwrap();
    assert_eq!((outcome.ended, outcome.attempts, outcome.reads), (Ok(()), 2, 1));
    assert_eq!(outcome.value.unwrap().unwrap(), 2);
    assert_eq!(sent, 2);
}

#[tokio::test(start_paused = true)]
async fn values_may_be_borrowed_for_good() {
    let task = SharedTask::tokio("t");
    let value = tokio::spawn(async move {
        let text = String::from("{}");
        let call = Call::new(&GET).json(&text).repeatable().unwrap();
        let send = async |_| {
            let seen = Seen::transport(Transport::Refused);
            if text.is_empty() {
                Answer::failed("bad", seen)
            } else {
                Answer::ok("good")
            }
        };
        task.call(call, send)
            .verify(async |_| text.is_empty())
            .run()
            .await
            .value
    });
    assert_eq!(value.await.unwrap(), Some("good"));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_owns_what_it_needs_is_spawned_as_it_is() {
    let task = SharedTask::tokio("t");
    let client = Arc::new(Client {
        sent: AtomicU32::new(0),
    });
    let driven = task
        .call(Call::new(&GET).repeatable().unwrap(), move |attempt| {
            let client = Arc::clone(&client);
            async move { client.post("{}", attempt.number).await }
        })
        .timeout(Duration::from_secs(1));
    assert!(tokio::spawn(driven.run()).await.unwrap().is_done());
}

#[tokio::test(flavor = "multi_thread")]
async fn many_calls_of_one_task_run_at_once() {
    let task = SharedTask::tokio("t");
    let under_way = Arc::new(tokio::sync::Barrier::new(32));
    let calls: Vec<_> = (0..32)
        .map(|number| {
            let (task, under_way) = (task.clone(), Arc::clone(&under_way));
            tokio::spawn(async move {
                let call = Call::new(&POST).json(&format!("{{\"n\":{number}}}"));
                // Nobody goes on before all are there.
                let send = async |_| {
                    under_way.wait().await;
                    Answer::ok(number)
                };
                task.call(call, send).run_once().await
            })
        })
        .collect();
    for (number, call) in calls.into_iter().enumerate() {
        assert_eq!(call.await.unwrap().value, Some(number));
    }
    assert_eq!((task.calls(), task.report().status()), (32, Status::Done));
}

#[tokio::test(start_paused = true)]
async fn what_is_aborted_sends_nothing_more() {
    let task = SharedTask::tokio("t");
    let sent = Arc::new(AtomicU32::new(0));
    let call = |number: u32, seen: Seen<'static>| {
        let sent = Arc::clone(&sent);
        let send = move |_| {
            sent.fetch_add(1, Ordering::SeqCst);
            std::future::ready(Answer::failed((), seen.clone()))
        };
        tokio::spawn(task.call(Call::new(&POST).json(&number.to_string()), send).run_once())
    };
    let refused = call(1, Seen::transport(Transport::Refused));
    sleep(Duration::from_millis(500)).await;
    refused.abort();
    assert!(refused.await.unwrap_err().is_cancelled());
    sleep(Duration::from_secs(60)).await;
    assert_eq!((sent.load(Ordering::SeqCst), task.calls()), (1, 1));
    assert_eq!(task.report().failed(), ["post (cancelled)"]);
    // It was refused, so it may be planned again.
    assert!(call(1, Seen::transport(Transport::Refused)).await.unwrap().attempts > 1);
}

#[tokio::test(start_paused = true)]
async fn a_timeout_of_the_callers_is_told_too() {
    let task = SharedTask::tokio("t");
    let hangs = task
        .call(Call::new(&POST), async |_| std::future::pending::<Answer<()>>().await)
        .run_once();
    assert!(tokio::time::timeout(Duration::from_secs(3), hangs).await.is_err());
    assert_eq!(task.report().unknown(), ["post (cancelled)"]);
}

#[tokio::test(start_paused = true)]
async fn paused_time_passes_by_itself() {
    let begin = Instant::now();
    let task = SharedTask::tokio("t").with_jitter(Default::default);
    let outcome = task
        .call(Call::new(&GET).repeatable().unwrap(), async |_| {
            Answer::failed((), Seen::transport(Transport::Refused))
        })
        .run()
        .await;
    assert_eq!(outcome.ended, Err(Rule::AttemptsExhausted));
    assert_eq!(begin.elapsed().as_secs(), 3);
    assert_eq!(task.to_task().elapsed().as_secs(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_cancelled_wakes_all_its_calls() {
    let task = SharedTask::tokio("t");
    let begin = Instant::now();
    let calls: Vec<_> = (0..5)
        .map(|number| {
            let call = Call::new(&POST).json(&number.to_string());
            let send = move |_| async move {
                if number % 2 == 0 {
                    std::future::pending::<()>().await;
                }
                Answer::failed(
                    (),
                    Seen::transport(Transport::Refused).after(Some(Duration::from_secs(90))),
                )
            };
            tokio::spawn(task.call(call, send).run_once())
        })
        .collect();
    sleep(Duration::from_secs(1)).await;
    task.cancel();
    for (number, call) in calls.into_iter().enumerate() {
        let outcome = call.await.unwrap();
        let status = if number % 2 == 0 {
            Status::Unknown
        } else {
            Status::Failed
        };
        assert_eq!((outcome.ended, outcome.status), (Err(Rule::Cancelled), status));
    }
    assert_eq!(begin.elapsed(), Duration::from_secs(1));
}

#[test]
fn a_task_may_be_made_outside_of_the_runtime() {
    let task = SharedTask::with(Task::new("t"), TokioClock::new());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let outcome = runtime.block_on(
        task.call(Call::new(&POST), async |_| Answer::ok(()))
            .timeout(Duration::MAX)
            .run_once(),
    );
    assert!(outcome.is_done());
}
