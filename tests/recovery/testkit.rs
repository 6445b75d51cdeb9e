//! What users test with: the fake server knows what took effect, and the clock is a number.

use std::collections::HashMap;
use std::time::Duration;

use errtax::recovery::testkit::{Behaviour, FakeServer, Random, VirtualClock};
use errtax::recovery::{Call, Jitter, Next, Probe, Reply, Rule, Seen, SharedTask, Status, Task, Tool, Transport};
use errtax::{Class, Executed};

const TIMEOUT: Duration = Duration::from_secs(30);

/// What a harness makes of a call at this server, its own timeout being half a minute.
fn drive(task: &mut Task, server: &FakeServer, call: Plan<'_>, random: &mut Random) -> Next {
    let Plan {
        tool,
        arguments,
        is_keyed,
        has_probe,
    } = call;
    let clock = server.clock();
    let name = tool.name.clone();
    let bytes = u128::from(random.number()).to_le_bytes();
    let call = Call::new(tool).json(arguments);
    let begun = match (is_keyed, has_probe) {
        (true, true) => task.begin(call.keyed(bytes).unwrap().verified(), clock.now()),
        (true, false) => task.begin(call.keyed(bytes).unwrap(), clock.now()),
        (false, true) => task.begin(call.verified(), clock.now()),
        (false, false) => task.begin_once(call, clock.now()),
    };
    let mut next = match begun {
        Ok(id) => Next::Send(id),
        Err(rule) => return Next::Stop(rule),
    };
    loop {
        let request = server.request(&name, arguments);
        let limit = |left: Option<Duration>| left.map_or(TIMEOUT, |left| left.min(TIMEOUT));
        next = match next {
            Next::Send(id) => {
                let limit = limit(task.timeout(id, clock.now()));
                let reply = request.key(task.key(id)).timeout(limit).send();
                task.on_reply(id, &reply, clock.now(), random.jitter())
            }
            Next::Read(id) => {
                let limit = limit(task.timeout(id, clock.now()));
                match request.timeout(limit).read() {
                    Ok(true) => task.on_probe(id, Probe::Landed, clock.now(), random.jitter()),
                    Ok(false) => task.on_probe(id, Probe::NotLanded, clock.now(), random.jitter()),
                    Err(failure) => task.on_reply(id, &failure.into(), clock.now(), random.jitter()),
                }
            }
            Next::Wait(id, pause) => {
                clock.advance(pause);
                task.resume(id, clock.now())
            }
            Next::Fix(id) => task.fixed(id, None, clock.now()),
            Next::Step(id) => task.stepped(id, false, clock.now()),
            Next::Done | Next::Stop(_) => return next,
        };
    }
}

struct Plan<'a> {
    tool: Tool,
    arguments: &'a str,
    is_keyed: bool,
    has_probe: bool,
}

const POST: Plan<'static> = Plan {
    tool: Tool::write("post").keyed_by("key"),
    arguments: r#"{"amount":12}"#,
    is_keyed: false,
    has_probe: false,
};

#[test]
fn each_behaviour_is_what_it_says() {
    let lost: Reply<'_> = Seen::transport(Transport::Timeout).into();
    let refused: Reply<'_> = Seen::transport(Transport::Refused).into();
    let limited = Seen::new(Class::RateLimit, Executed::No, "RATE_LIMITED".into()).after(Some(TIMEOUT));
    let seconds = Duration::from_secs;
    for (behaviour, reply, took, effects) in [
        (Behaviour::Succeed, Reply::OK, 0, 1),
        (Behaviour::Fail(limited.clone()), limited.into(), 0, 0),
        (Behaviour::Unreachable, refused, 0, 0),
        (Behaviour::CommitThenDrop, lost.clone(), 10, 1),
        (Behaviour::LoseRequest, lost.clone(), 10, 0),
        (Behaviour::Hang(seconds(30)), Reply::OK, 30, 1),
        (Behaviour::Hang(seconds(31)), lost, 30, 0),
    ] {
        let server = FakeServer::new(VirtualClock::new()).then([behaviour.clone()]);
        let request = server.request("post", "{}").timeout(TIMEOUT);
        assert_eq!(request.clone().send(), reply, "{behaviour:?}");
        assert_eq!(server.clock().now(), seconds(took), "{behaviour:?}");
        assert_eq!(server.landed("post", "{ }"), effects, "{behaviour:?}");
        // The row is used up.
        assert_eq!(request.send(), Reply::OK);
        assert_eq!((server.calls(), server.reads()), (2, 0));
    }
}

#[test]
fn what_nobody_waited_for_takes_effect_late() {
    let server = FakeServer::new(VirtualClock::new()).then([Behaviour::Hang(TIMEOUT)]);
    let _ = server.request("post", "{}").timeout(Duration::from_secs(1)).send();
    assert_eq!(server.request("post", "{}").read(), Ok(false));
    server.clock().advance(Duration::from_secs(29));
    assert_eq!(server.request("post", "{}").read(), Ok(true));
    assert_eq!(server.effects()[0].at, TIMEOUT);
}

#[test]
fn a_late_effect_is_what_a_tool_that_says_how_long_it_takes_is_safe_from() {
    for (settle, times) in [(0, 2), (15, 1)] {
        let server = FakeServer::new(VirtualClock::new()).then([Behaviour::Hang(Duration::from_secs(40))]);
        let tool = Tool {
            settle: Duration::from_secs(settle),
            ..POST.tool
        };
        let plan = Plan {
            tool,
            has_probe: true,
            ..POST
        };
        let mut task = Task::new("t");
        assert_eq!(drive(&mut task, &server, plan, &mut Random::seeded(1)), Next::Done);
        server.clock().advance(TIMEOUT);
        assert_eq!(server.landed("post", POST.arguments), times, "settle {settle}");
    }
}

#[test]
fn a_lost_request_and_a_lost_answer_look_the_same() {
    let run = |behaviour: Behaviour, limit: Option<Duration>| {
        let server = FakeServer::new(VirtualClock::new()).then([behaviour]);
        let mut task = Task::new("t");
        let id = task
            .begin(Call::new(Tool::write("post")).verified(), Duration::ZERO)
            .unwrap();
        let reply = server.request("post", "{}").timeout(limit).send();
        let next = task.on_reply(id, &reply, server.clock().now(), Jitter::NONE);
        (next, task, server.effects().len())
    };
    for (limit, seconds) in [(None, 10), (Some(Duration::from_secs(3)), 3), (Some(TIMEOUT), 10)] {
        let (committed, of_committed, effects) = run(Behaviour::CommitThenDrop, limit);
        let (lost, of_lost, none) = run(Behaviour::LoseRequest, limit);
        assert_eq!((effects, none), (1, 0));
        assert_eq!(committed, lost);
        assert_eq!(of_lost.elapsed(), Duration::from_secs(seconds));
        assert_eq!(of_committed, of_lost);
        assert_eq!(of_committed.to_json(), of_lost.to_json());
    }
}

#[test]
fn a_key_is_carried_out_once_where_the_server_dedupes() {
    for dedupes in [true, false] {
        let lost = [Behaviour::CommitThenDrop];
        let server = FakeServer::new(VirtualClock::new()).then(lost);
        let server = if dedupes { server.dedupes() } else { server };
        let mut task = Task::new("t");
        let plan = Plan { is_keyed: true, ..POST };
        let next = drive(&mut task, &server, plan, &mut Random::seeded(1));
        assert_eq!((next, server.calls()), (Next::Done, 2));
        assert_eq!(server.effects().len(), if dedupes { 1 } else { 2 });
        let rule = if dedupes {
            Rule::DuplicateShown
        } else {
            Rule::Acknowledged
        };
        assert_eq!(task.rules().last(), Some(rule));
    }
}

#[test]
fn who_comes_second_does_not_wait_for_the_first() {
    let server = FakeServer::new(VirtualClock::new())
        .dedupes()
        .then([Behaviour::Hang(TIMEOUT)]);
    let key = errtax::recovery::Key::new([7; 16]);
    let request = server.request("post", "{}").key(key).timeout(Duration::from_secs(1));
    let _ = request.clone().send();
    assert!(matches!(request.send(), Reply::Success(success) if success.duplicate && success.state.is_some()));
    assert_eq!(server.landed("post", "{}"), 1);
    server.clock().advance(TIMEOUT);
    assert_eq!(server.effects().len(), 1);
    // Another key is another action.
    let other = errtax::recovery::Key::new([8; 16]);
    let _ = server.request("post", "{}").key(other).send();
    assert_eq!(server.landed("post", "{}"), 2);
}

#[test]
fn reads_fail_as_they_are_told_and_a_read_only_tool_takes_no_effect() {
    let server = FakeServer::new(VirtualClock::new())
        .read_only("get")
        .patience(Duration::from_secs(2))
        .then_reading([Behaviour::LoseRequest, Behaviour::Unreachable]);
    assert_eq!(server.request("get", "{}").send(), Reply::OK);
    assert_eq!(server.effects(), []);
    let read = || server.request("post", "{}").read();
    assert_eq!(read(), Err(Seen::transport(Transport::Timeout)));
    assert_eq!(server.clock().now(), Duration::from_secs(2));
    assert_eq!(read(), Err(Seen::transport(Transport::Refused)));
    assert_eq!(read(), Ok(false));
    let _ = server.request("post", "{}").send();
    assert_eq!(read(), Ok(true));
    assert_eq!((server.calls(), server.reads()), (2, 4));
}

/// Whatever the server does, nothing is done twice, and the report says what is true.
#[test]
fn a_seed_draws_all_behaviours_and_the_report_is_true_of_each() {
    let mut statuses = HashMap::new();
    for seed in 0..2_000 {
        let server = FakeServer::seeded(VirtualClock::new(), seed).dedupes();
        let mut random = Random::seeded(seed ^ 0xA5A5);
        let mut task = Task::new("t");
        let plans = [(true, false), (false, true), (true, true), (false, false)];
        for (number, (is_keyed, has_probe)) in plans.into_iter().enumerate() {
            let arguments = format!(r#"{{"number":{number}}}"#);
            let tool = Tool::write(["a", "b", "c", "d"][number]).keyed_by("key");
            let plan = Plan {
                tool,
                arguments: &arguments,
                is_keyed,
                has_probe,
            };
            let _ = drive(&mut task, &server, plan, &mut random);
        }
        // All that may yet come has come.
        server.clock().advance(Duration::from_secs(600));
        let report = task.report();
        for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let landed = server.landed(name, &format!(r#"{{"number":{number}}}"#));
            let is_told = |list: &[String]| list.iter().any(|item| item.starts_with(&format!("{name} (")));
            assert!(landed <= 1, "seed {seed}: {name} was done {landed} times");
            assert!(landed == 1 || !is_told(report.done()), "seed {seed}: {report}");
            assert!(landed == 0 || !is_told(report.failed()), "seed {seed}: {report}");
        }
        assert!(task.recovery_calls() <= 10);
        *statuses.entry(report.status()).or_insert(0_u32) += 1;
    }
    for status in [Status::Done, Status::Partial, Status::Unknown] {
        assert!(statuses.get(&status).is_some_and(|count| *count > 50), "{statuses:?}");
    }
    let twice = [(); 2].map(|()| {
        let server = FakeServer::seeded(VirtualClock::new(), 3);
        let replies: Vec<_> = (0..50).map(|_| server.request("a", "{}").send()).collect();
        (replies, server.clock().now())
    });
    assert_eq!(twice[0], twice[1]);
}

/// The drivers, blocking and not, come to the same as the loop above, and nobody waits.
#[tokio::test]
async fn drivers_run_against_it_on_its_clock() {
    let row = [
        Behaviour::Unreachable,
        Behaviour::CommitThenDrop,
        Behaviour::LoseRequest,
    ];
    let server = || {
        let server = FakeServer::new(VirtualClock::new()).then(row.clone()).dedupes();
        let task = SharedTask::with(Task::new("t"), server.clock().clone()).with_jitter(|| Jitter::NONE);
        (server, task)
    };
    let call = || {
        let call = Call::new(POST.tool).json(POST.arguments);
        call.keyed([1; 16]).unwrap().verified()
    };
    let loop_of_our_own = {
        let (server, _) = server();
        let mut task = Task::new("t");
        let mut random = Random::seeded(0);
        let plan = Plan {
            is_keyed: true,
            has_probe: true,
            ..POST
        };
        let _ = drive(&mut task, &server, plan, &mut random);
        (
            server.calls(),
            server.reads(),
            server.effects().len(),
            task.report().status(),
        )
    };
    let seen = |server: &FakeServer, task: &SharedTask<VirtualClock>| {
        (
            server.calls(),
            server.reads(),
            server.effects().len(),
            task.report().status(),
        )
    };

    let (blocking, task) = server();
    let outcome = task
        .call_blocking(call(), |attempt| {
            blocking.request("post", POST.arguments).attempt(&attempt).send()
        })
        .verify(|attempt| blocking.request("post", POST.arguments).attempt(&attempt).read())
        .timeout(TIMEOUT)
        .run();
    assert!(outcome.is_done(), "{outcome:?}");
    assert_eq!(seen(&blocking, &task), loop_of_our_own);
    let elapsed = blocking.clock().now();

    let (awaited, task) = server();
    let outcome = task
        .call(call(), async |attempt| {
            awaited.request("post", POST.arguments).attempt(&attempt).send()
        })
        .verify(async |attempt| awaited.request("post", POST.arguments).attempt(&attempt).read())
        .timeout(TIMEOUT)
        .run()
        .await;
    assert!(outcome.is_done(), "{outcome:?}");
    assert_eq!(seen(&awaited, &task), loop_of_our_own);
    assert_eq!(awaited.clock().now(), elapsed);
}

#[test]
fn a_voucher_is_posted_once_whatever_is_lost() {
    static POST: Tool = Tool::write("post_voucher").keyed_by("request_id");
    const ARGUMENTS: &str = r#"{"amount": 12}"#;
    for seed in 0..1_000 {
        let clock = VirtualClock::new();
        let server = FakeServer::seeded(clock.clone(), seed).dedupes();
        let mut random = Random::seeded(seed);
        let task = SharedTask::with(Task::new("close march"), clock).with_jitter(move || random.jitter());
        let call = Call::new(&POST).json(ARGUMENTS).keyed([7; 16]).unwrap();
        let request = || server.request("post_voucher", ARGUMENTS);
        let outcome = task
            .call_blocking(call, |attempt| request().attempt(&attempt).send())
            .verify(|attempt| request().attempt(&attempt).read())
            .run();
        let posted = server.effects().len();
        assert!(posted <= 1, "seed {seed}: posted {posted} times");
        assert!(posted == 1 || !outcome.is_done(), "seed {seed}: {}", task.report());
    }
}

#[test]
fn a_clock_is_a_number_that_clones_share() {
    let clock = VirtualClock::new();
    let same = clock.clone();
    clock.advance(Duration::from_millis(1_500));
    same.advance(Duration::from_nanos(1));
    assert_eq!(clock.now(), Duration::new(1, 500_000_001));
    same.set(Duration::from_secs(1));
    assert_eq!(clock.now(), Duration::from_secs(1));
    clock.advance(Duration::MAX);
    clock.advance(Duration::MAX);
    assert_eq!(same.now(), Duration::from_nanos(u64::MAX));
}
