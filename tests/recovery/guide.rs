//! The page docs/guide/recovery.md: its code stands here word for word, its report comes out, its table has every rule.

use std::collections::VecDeque;
use std::time::Duration;

use errtax::recovery::{Call, Jitter, Key, Next, Probe, Recoverable, Reply, Rule, Seen, Task, Tool, Transport};
use errtax::{Class, Executed};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/recovery.md");

trait Server {
    fn now(&self) -> Duration;
    fn jitter(&mut self) -> Jitter;
    fn sleep(&mut self, pause: Duration);
    fn send(&mut self, key: Option<Key>, timeout: Option<Duration>) -> Reply<'static>;
    fn read(&mut self, timeout: Option<Duration>) -> Result<Probe<'static>, Seen<'static>>;
}

fn recovered(task: &mut Task, call: Call<Recoverable>, server: &mut impl Server) -> Next {
    let mut next = match task.begin(call, server.now()) {
        Ok(id) => Next::Send(id),
        Err(rule) => return Next::Stop(rule),
    };
    loop {
        next = match next {
            Next::Wait(id, pause) => {
                server.sleep(pause);
                task.resume(id, server.now())
            }
            Next::Send(id) => {
                let reply = server.send(task.key(id), task.timeout(id, server.now()));
                task.on_reply(id, &reply, server.now(), server.jitter())
            }
            Next::Read(id) => match server.read(task.timeout(id, server.now())) {
                Ok(seen) => task.on_probe(id, seen, server.now(), server.jitter()),
                Err(failure) => task.on_reply(id, &failure.into(), server.now(), server.jitter()),
            },
            Next::Fix(id) => task.fixed(id, None, server.now()),
            Next::Step(id) => task.stepped(id, false, server.now()),
            Next::Done | Next::Stop(_) => return next,
        };
    }
}

/// Answers in order, each after so many seconds.
struct Scripted {
    now: Duration,
    replies: VecDeque<(u64, Reply<'static>)>,
    reads: VecDeque<Result<Probe<'static>, Seen<'static>>>,
}

impl Server for Scripted {
    fn now(&self) -> Duration {
        self.now
    }

    fn jitter(&mut self) -> Jitter {
        Jitter::NONE
    }

    fn sleep(&mut self, pause: Duration) {
        self.now += pause;
    }

    fn send(&mut self, _: Option<Key>, _: Option<Duration>) -> Reply<'static> {
        let (seconds, reply) = self.replies.pop_front().unwrap();
        self.now += Duration::from_secs(seconds);
        reply
    }

    fn read(&mut self, timeout: Option<Duration>) -> Result<Probe<'static>, Seen<'static>> {
        assert!(timeout.is_some());
        self.reads.pop_front().unwrap()
    }
}

fn page() -> String {
    std::fs::read_to_string(PAGE).unwrap()
}

/// The files that have the code of the page.
const FILES: [&str; 4] = [
    include_str!("guide.rs"),
    include_str!("drive/page.rs"),
    include_str!("testkit.rs"),
    include_str!("../recovery_mcp/guide.rs"),
];

#[test]
fn the_code_of_the_page_is_code_that_runs_here() {
    let page = page();
    let blocks: Vec<_> = page.split("```rust\n").skip(1).collect();
    assert!(blocks.len() >= FILES.len());
    for block in blocks {
        let code = format!("\n{}", block.split("```").next().unwrap());
        assert!(FILES.iter().any(|file| file.contains(&code)), "not here:{code}");
    }
}

#[test]
fn the_report_of_the_page_comes_out() {
    let mut server = Scripted {
        now: Duration::ZERO,
        replies: [
            (30, Seen::transport(Transport::Timeout).into()),
            (0, Seen::transport(Transport::Refused).into()),
            (0, Seen::new(Class::Auth, Executed::No, "KEY_EXPIRED".into()).into()),
        ]
        .into(),
        reads: [Ok(Probe::Landed)].into(),
    };
    let mut task = Task::new("close march");
    let post = Call::new(Tool::write("post_voucher")).verified();
    assert_eq!(recovered(&mut task, post, &mut server), Next::Done);
    let lock = Call::new(Tool::write("lock_period").idempotent()).repeatable().unwrap();
    assert_eq!(recovered(&mut task, lock, &mut server), Next::Stop(Rule::Auth));
    let report = task.report().to_string();
    assert!(page().contains(&format!("```text\n{report}\n```")), "{report}");
}

#[test]
fn the_page_has_every_rule_and_what_it_says() {
    let rows = Rule::ALL.iter().map(|rule| {
        let stops = if rule.stops() { "yes" } else { "no" };
        format!("| `{rule}` | {stops} | {} |\n", rule.meaning().trim_end_matches('.'))
    });
    let table: String = rows.collect();
    assert!(
        page().contains(&format!("|---|---|---|\n{table}\n")),
        "the table should be\n{table}"
    );
    for rule in Rule::ALL {
        assert_eq!(rule.as_str().parse(), Ok(*rule));
    }
}
