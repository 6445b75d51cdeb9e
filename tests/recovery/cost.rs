//! What it costs when nothing goes wrong: no allocation, for as many calls as the ledger has room for in place.

use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use errtax::recovery::{Call, Jitter, Next, Reply, Task, Tool};

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
