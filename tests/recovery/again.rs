//! Batches that come a second time: as the one item that they have, and as a whole that somebody plans anew.

use std::time::Duration;

use errtax::recovery::{Call, Jitter, Next, Probe, Reply, Rule, Seen, Task, Tool, Transport};

static IMPORT: Tool = Tool::write("import_file");

fn batch(items: &'static [&'static str]) -> Call<errtax::recovery::Recoverable> {
    Call::new(&IMPORT)
        .json(&format!("{items:?}"))
        .batch(items.iter().map(|item| (*item).into()))
        .verified()
}

fn lost() -> Reply<'static> {
    Seen::transport(Transport::Reset).into()
}

fn refused() -> Reply<'static> {
    Seen::transport(Transport::Refused).into()
}

/// Sends whatever the engine wants sent, refused each time, until it wants no more. Says how often that was.
fn sends_until_over(task: &mut Task, mut next: Next, now: &mut Duration) -> (u32, Next) {
    let mut sends = 0;
    loop {
        next = match next {
            Next::Wait(id, pause) => {
                *now += pause;
                task.resume(id, *now)
            }
            Next::Send(id) => {
                sends += 1;
                task.on_reply(id, &refused(), *now, Jitter::NONE)
            }
            next => return (sends, next),
        };
    }
}

#[test]
fn a_batch_of_one_is_the_same_call_as_its_item() {
    let mut task = Task::new("one");
    let mut now = Duration::ZERO;
    let id = task.begin(batch(&["a"]), now).unwrap();
    assert_eq!(task.on_reply(id, &lost(), now, Jitter::NONE), Next::Read(id));
    let next = task.on_probe(id, Probe::Items(&[false]), now, Jitter::NONE);

    let (sends, over) = sends_until_over(&mut task, next, &mut now);
    assert_eq!((sends, over), (2, Next::Stop(Rule::LoopSameCall)), "three times in all");
}

#[test]
fn of_a_batch_of_two_each_item_has_its_own_three_attempts() {
    let mut task = Task::new("two");
    let mut now = Duration::ZERO;
    let id = task.begin(batch(&["a", "b"]), now).unwrap();
    assert_eq!(task.on_reply(id, &lost(), now, Jitter::NONE), Next::Read(id));
    let next = task.on_probe(id, Probe::Items(&[false, true]), now, Jitter::NONE);

    let (sends, over) = sends_until_over(&mut task, next, &mut now);
    assert_eq!((sends, over), (3, Next::Stop(Rule::AttemptsExhausted)));
}

#[test]
fn a_batch_that_is_there_in_part_is_not_sent_again_as_a_whole() {
    let ends = |there: &[bool]| {
        let mut task = Task::new("again");
        let mut now = Duration::ZERO;
        let id = task.begin(batch(&["a", "b"]), now).unwrap();
        assert_eq!(task.on_reply(id, &lost(), now, Jitter::NONE), Next::Read(id));
        let next = task.on_probe(id, Probe::Items(there), now, Jitter::NONE);
        let _ = sends_until_over(&mut task, next, &mut now);
        let again = task.begin(batch(&["a", "b"]), now).map(drop);
        assert_eq!(Task::replay(&task.to_json()).unwrap(), task);
        again
    };
    assert_eq!(ends(&[true, false]), Err(Rule::SingleFlight));
    assert_eq!(ends(&[false, true]), Err(Rule::SingleFlight));
    // Nothing of it would be done twice.
    assert_eq!(ends(&[false, false]), Ok(()));
    // Done as a whole, it is a call like any other, which may be meant a second time.
    assert_eq!(ends(&[true, true]), Ok(()));
}
