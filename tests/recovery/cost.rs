//! What it costs: no allocation when nothing goes wrong, for as many calls as the ledger has room for in place; and few when
//! something does.

use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use errtax::recovery::{Call, Jitter, Next, Reply, Seen, Task, Tool, Transport};
use errtax::{Class, Executed};

static GET: Tool = Tool::read("get_voucher");
static POST: Tool = Tool::write("post_voucher").keyed_by("request_id");

#[test]
fn a_first_try_that_succeeds_allocates_nothing() {
    let arguments =
        r#"{"voucher": {"lines": [{"account": 1200, "debit": 12.5}], "text": "caf\u00e9"}, "request_id": "r-1"}"#;
    let measured = measure(|| {
        let mut task = Task::new("post vouchers");
        let call = Call::new(&POST)
            .json(arguments)
            .named("voucher")
            .keyed([7; 16])
            .unwrap();
        let id = task.begin(call, Duration::ZERO).unwrap();
        assert!(task.key(id).is_some());
        assert_eq!(
            task.on_reply(id, &Reply::OK, Duration::from_millis(20), Jitter::NONE),
            Next::Done
        );
        black_box(&task);
    });
    assert_eq!(measured.count_total, 0);
}

#[test]
fn thirteen_calls_fit_in_place() {
    let arguments: Vec<_> = (0..14).map(|number| format!("{{\"n\":{number}}}")).collect();
    let run = |count: usize| {
        measure(|| {
            let mut task = Task::new("look");
            for arguments in &arguments[..count] {
                let call = Call::new(&GET).json(arguments).repeatable().unwrap();
                let id = task.begin(call, Duration::ZERO).unwrap();
                assert_eq!(task.on_reply(id, &Reply::OK, Duration::ZERO, Jitter::NONE), Next::Done);
            }
            black_box(&task);
        })
        .count_total
    };
    assert_eq!(run(13), 0);
    assert!(run(14) > 0, "what is measured counts nothing");
}

#[test]
fn a_lost_connection_and_the_retry_after_it_allocate_nothing() {
    let run = || {
        let mut task = Task::new("look");
        let call = Call::new(&GET).json(r#"{"id":"A-1"}"#).repeatable().unwrap();
        let id = task.begin(call, Duration::ZERO).unwrap();
        let lost = Seen::transport(Transport::Reset).into();
        let Next::Wait(_, pause) = task.on_reply(id, &lost, Duration::ZERO, Jitter::NONE) else {
            panic!("a read is made again")
        };
        assert_eq!(task.resume(id, pause), Next::Send(id));
        assert_eq!(task.on_reply(id, &Reply::OK, pause, Jitter::NONE), Next::Done);
        black_box(task)
    };
    assert_eq!(measure(|| drop(run())).count_total, 0);
}

#[test]
fn a_failure_with_a_code_of_the_server_keeps_that_code_and_nothing_else() {
    let said = Seen::new(Class::RateLimit, Executed::No, "RATE_LIMITED".into());
    let told = |failures: u32| {
        let reply = Reply::from(said.clone());
        measure(|| {
            let mut task = Task::new("look");
            let id = task
                .begin(Call::new(&GET).repeatable().unwrap(), Duration::ZERO)
                .unwrap();
            let mut now = Duration::ZERO;
            for _ in 0..failures {
                let Next::Wait(_, pause) = task.on_reply(id, &reply, now, Jitter::NONE) else {
                    panic!("it is made again")
                };
                now += pause;
                assert_eq!(task.resume(id, now), Next::Send(id));
            }
            black_box(&task);
        })
        .count_total
    };
    assert_eq!((told(1), told(2)), (1, 1));
}

#[test]
fn a_report_takes_a_few_allocations_an_item() {
    let of = |calls: u64| {
        let mut task = Task::new("look");
        for number in 0..calls {
            let call = Call::new(&GET)
                .json(&number.to_string())
                .named(format!("voucher {number}"));
            let id = task.begin(call.repeatable().unwrap(), Duration::ZERO).unwrap();
            assert_eq!(task.on_reply(id, &Reply::OK, Duration::ZERO, Jitter::NONE), Next::Done);
        }
        measure(|| drop(black_box(task.report().to_string()))).count_total
    };
    let (one, ten) = (of(1), of(10));
    println!("a report of one call: {one} allocations, of ten: {ten}");
    assert!(one <= 20, "{one}");
    assert!(ten <= one + 9 * 7, "{ten}");
}
