//! Recovery beside libraries that retry: what `benches/recovery` builds and runs.
//!
//! All of them call the same function, which answers at once. The others know nothing of writes, of other calls and of a
//! report; what is compared is what a call costs that needs none of that.

mod pairs;

use std::cell::Cell;
use std::future::{Future, Ready, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable as _};
use errtax::causes::Http;
use errtax::recovery::{
    Answer, Call, Clock, Jitter, Limits, Next, Reader, Reply, Seen, SharedTask, Task, Timer, Tool, ToolRef, Transport,
};
use pairs::{Contestant, compare};
use tokio_retry::strategy::FixedInterval;
use tower::retry::{Policy, Retry};
use tower::{ServiceExt as _, service_fn};

const CALLS: usize = 100;

/// 150 bytes.
const ARGUMENTS: &str = r#"{"voucher":{"date":"2026-03-31","text":"Rent for March","lines":[{"account":5010,"debit":12000.5},{"account":1930,"credit":12000.5}]},"series":"A"}"#;

static GET: Tool = Tool::read("get_voucher");
static READS: [Tool; 5] = [
    Tool::read("get_voucher"),
    Tool::read("get_account"),
    Tool::read("list_vouchers"),
    Tool::read("list_accounts"),
    Tool::read("get_period"),
];

#[derive(Debug)]
struct Failed;

/// The call: fails so often, then succeeds.
#[inline(never)]
fn call(failures: &Cell<u32>) -> Result<u64, Failed> {
    match failures.get().checked_sub(1) {
        Some(fewer) => {
            failures.set(fewer);
            Err(black_box(Failed))
        }
        None => Ok(black_box(7)),
    }
}

/// What a future comes to that never waits.
fn at_once<F: Future>(future: F) -> F::Output {
    match pin!(future).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("nothing here waits"),
    }
}

/// The engine as a loop of one's own drives it, until the task has nothing more to do with the call.
fn drive(task: &mut Task, planned: Option<Call<errtax::recovery::Recoverable>>, failures: u32) {
    let failures = Cell::new(failures);
    let mut now = Duration::ZERO;
    let mut next = match task.begin(planned.expect("it reads"), now) {
        Ok(id) => Next::Send(id),
        Err(rule) => Next::Stop(rule),
    };
    loop {
        next = match next {
            Next::Send(id) => {
                let reply = match call(&failures) {
                    Ok(value) => {
                        black_box(value);
                        Reply::OK
                    }
                    Err(Failed) => Seen::transport(Transport::Reset).into(),
                };
                task.on_reply(id, &reply, now, Jitter::NONE)
            }
            Next::Wait(id, pause) => {
                now += pause;
                task.resume(id, now)
            }
            over => break assert_eq!(over, Next::Done),
        };
    }
}

/// Time stands still, and no wait takes any.
#[derive(Clone, Copy)]
struct NoTime;

impl Clock for NoTime {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Timer for NoTime {
    fn sleep(&self, _: Duration) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

/// Two retries, as often as it is failed.
#[derive(Clone)]
struct Twice(u32);

impl Policy<(), u64, Failed> for Twice {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut (), result: &mut Result<u64, Failed>) -> Option<Ready<()>> {
        if result.is_ok() {
            return None;
        }
        self.0 = self.0.checked_sub(1)?;
        Some(ready(()))
    }

    fn clone_request(&mut self, _: &()) -> Option<()> {
        Some(())
    }
}

fn contestant<'a>(name: &'a str, one: impl FnMut() + 'a) -> Contestant<'a> {
    contestant_of(name, 1, one)
}

/// Of whatever makes so many calls at once.
fn contestant_of<'a>(name: &'a str, calls: usize, mut work: impl FnMut() + 'a) -> Contestant<'a> {
    (name, Box::new(move || (0..CALLS / calls).for_each(|_| work())))
}

/// The median is printed; the least time of each is where nothing came between.
fn compared(title: &str, rounds: usize, operations: usize, contestants: Vec<Contestant<'_>>) {
    let names: Vec<String> = contestants.iter().map(|(name, _)| (*name).to_owned()).collect();
    let times = compare(title, rounds, operations, contestants);
    let least: Vec<f64> = times
        .iter()
        .map(|times| times.iter().copied().fold(f64::MAX, f64::min))
        .collect();
    println!("  the least of the rounds:");
    for (name, least_of_it) in names.iter().zip(&least) {
        println!("  {name:<28}{least_of_it:>10.1}{:>10.2}", least[0] / least_of_it);
    }
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .expect("a number of rounds");
    let paused = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");

    for (title, failures) in [
        ("a call that succeeds", 0),
        ("two failures, then success, without sleeping", 2),
    ] {
        let mut contestants = vec![
            contestant("errtax", || {
                let mut task = Task::new("bench");
                drive(&mut task, Call::new(&GET).repeatable(), failures);
                black_box(&task);
            }),
            contestant("errtax, 150 B hashed", || {
                let mut task = Task::new("bench");
                drive(
                    &mut task,
                    Call::new(&GET).json(black_box(ARGUMENTS)).repeatable(),
                    failures,
                );
                black_box(&task);
            }),
            contestant_of("errtax, one of five calls", READS.len(), || {
                let mut task = Task::new("bench");
                for tool in &READS {
                    drive(&mut task, Call::new(tool).repeatable(), failures);
                }
                black_box(&task);
            }),
            contestant_of("errtax, driver, one of five", READS.len(), || {
                let task = SharedTask::with(Task::new("bench"), NoTime);
                for tool in &READS {
                    let failures = Cell::new(failures);
                    let send = async |_| match call(&failures) {
                        Ok(value) => Answer::ok(value),
                        Err(Failed) => Answer::failed(0, Seen::transport(Transport::Reset)),
                    };
                    let read = Call::new(tool).repeatable().expect("it reads");
                    assert!(black_box(at_once(task.call(read, send).run())).is_done());
                }
            }),
            contestant("tower", || {
                let failures = Cell::new(failures);
                let service = service_fn(|()| ready(call(&failures)));
                assert!(black_box(at_once(Retry::new(Twice(2), service).oneshot(()))).is_ok());
            }),
            contestant("backon", || {
                let failures = Cell::new(failures);
                let policy = ExponentialBuilder::default().with_max_times(2);
                assert!(black_box(at_once((async || call(&failures)).retry(policy).sleep(|_| ready(())))).is_ok());
            }),
            contestant("no library", || {
                let failures = Cell::new(failures);
                while black_box(call(&failures)).is_err() {}
            }),
        ];
        if failures == 0 {
            contestants.push(contestant("tokio-retry", || {
                let failures = Cell::new(0);
                let policy = FixedInterval::from_millis(1_000).take(2);
                assert!(black_box(at_once(tokio_retry::Retry::start(policy, || async { call(&failures) }))).is_ok());
            }));
        } else {
            // Its sleep is tokio's own, so it needs a runtime, and one whose time is paused.
            contestants.push(contestant("tokio-retry, paused time", || {
                let failures = Cell::new(failures);
                let policy = FixedInterval::from_millis(1_000).take(2);
                let retried = tokio_retry::Retry::start(policy, || async { call(&failures) });
                assert!(black_box(paused.block_on(retried)).is_ok());
            }));
        }
        compared(title, rounds, CALLS, contestants);
    }
    decisions(rounds);
    reports(rounds);
}

/// What a failure costs: reading it, deciding on it, and asking again when the wait is over.
fn decisions(rounds: usize) {
    // A tool that is polled, so that the same call may be made again and again, and as many attempts as it takes.
    let poll = ToolRef::from(Tool {
        poll: true,
        ..Tool::read("wait_for_match")
    });
    const FAILURES: usize = 12;
    let limits = Limits {
        attempts_per_call: u32::MAX,
        recovery_calls: u32::MAX,
        recovery_time: Duration::from_secs(1_000_000),
    };
    let registries = [&errtax::standard::REGISTRY];
    let reader = Reader::new(&registries);
    let http = Http {
        status: 429,
        headers: &[("content-type", "application/json"), ("retry-after", "2")],
        body: r#"{"error":"RATE_LIMITED","retry_after_ms":1500}"#,
        now: None,
    };
    let object = r#"{"error":{"code":"RATE_LIMITED","class":"rate_limit","action":"wait","retryable":true,"executed":"no","message":"Too many calls.","hint":"Wait as told, then send the same call again.","retry_after_ms":1500}}"#;
    let decided = |read: &dyn Fn() -> Reply<'static>| {
        let mut task = Task::with_limits("bench", limits);
        let id = task
            .begin(Call::new(poll.clone()).repeatable().expect("it reads"), Duration::ZERO)
            .expect("the first");
        let mut now = Duration::ZERO;
        for _ in 0..FAILURES {
            let Next::Wait(_, pause) = task.on_reply(id, black_box(&read()), now, Jitter::NONE) else {
                unreachable!("it is made again")
            };
            now += pause;
            assert_eq!(task.resume(id, now), Next::Send(id));
        }
        black_box(&task);
    };
    compared(
        "one failure, and one more attempt after its wait",
        rounds,
        FAILURES,
        vec![
            (
                "the connection was reset",
                Box::new(|| decided(&|| Seen::transport(Transport::Reset).into())),
            ),
            (
                "429, headers, a body",
                Box::new(|| decided(&|| reader.http(&http).into())),
            ),
            (
                "errtax's object, with a wait",
                Box::new(|| decided(&|| reader.result(object).into())),
            ),
        ],
    );
}

/// What the report of a task costs.
fn reports(rounds: usize) {
    let mut task = Task::new("bench");
    for number in 0..10 {
        let read = Call::new(&GET)
            .json(&format!("{{\"id\":{number}}}"))
            .named(format!("voucher {number}"));
        drive(&mut task, read.repeatable(), 1);
    }
    let report: Vec<Contestant<'_>> = vec![(
        "as text",
        Box::new(|| {
            black_box(task.report().to_string());
        }),
    )];
    compared("the report of ten calls", rounds, 1, report);
}
