//! What servers, reads and harnesses say that does not fit together: nothing is done twice for it, and nothing is claimed.

use std::time::Duration;

use errtax::recovery::{
    Call, Jitter, Next, Probe, Recoverable, Reply, Rule, Seen, SharedTask, Status, Stepped, Task, Tool, Transport,
};
use errtax::{Action, Class, Executed};

static POST: Tool = Tool::write("post_voucher");
static KEYED: Tool = Tool::write("post_voucher").keyed_by("request_id");

const NOW: Duration = Duration::ZERO;

#[test]
fn what_the_server_says_it_did_is_not_done_again_because_a_read_shows_nothing() {
    for class in [
        Class::Transient,
        Class::UnknownOutcome,
        Class::Internal,
        Class::BadInput,
    ] {
        let mut task = Task::new("t");
        let id = task.begin(Call::new(&POST).verified(), NOW).unwrap();
        let did_it: Reply<'_> = Seen::new(class, Executed::Yes, "SLOW".into()).into();
        assert_eq!(task.on_reply(id, &did_it, NOW, Jitter::NONE), Next::Read(id), "{class}");
        let next = task.on_probe(id, Probe::NotLanded, NOW, Jitter::NONE);
        assert_eq!(next, Next::Stop(Rule::UnknownUnverifiable), "{class}");
        assert_eq!((task.report().status(), task.calls()), (Status::Unknown, 2), "{class}");
        assert_eq!(Task::replay(&task.to_json()), Ok(task), "{class}");
    }
}

#[test]
fn what_the_server_says_it_did_is_done_where_a_read_shows_it() {
    let mut task = Task::new("t");
    let id = task.begin(Call::new(&POST).verified(), NOW).unwrap();
    let did_it: Reply<'_> = Seen::new(Class::Transient, Executed::Yes, "SLOW".into()).into();
    assert_eq!(task.on_reply(id, &did_it, NOW, Jitter::NONE), Next::Read(id));
    assert_eq!(task.on_probe(id, Probe::Landed, NOW, Jitter::NONE), Next::Done);
}

fn keyed(arguments: &str) -> Call<Recoverable> {
    Call::new(&KEYED).json(arguments).keyed([7; 16]).unwrap()
}

#[test]
fn two_calls_never_have_one_key_whatever_bytes_a_harness_gives() {
    let mut task = Task::new("t");
    let (mut keys, mut now) = (Vec::new(), NOW);
    for number in 0..50 {
        let id = task.begin(keyed(&format!("{{\"amount\": {number}}}")), now).unwrap();
        let key = task.key(id).unwrap();
        assert!(!keys.contains(&key), "{number}");
        keys.push(key);
        // And it is the same on every attempt.
        let lost: Reply<'_> = Seen::transport(Transport::Timeout).into();
        let Next::Wait(_, pause) = task.on_reply(id, &lost, now, Jitter::NONE) else {
            continue;
        };
        now += pause;
        assert_eq!(task.resume(id, now), Next::Send(id));
        assert_eq!(task.key(id), Some(key));
        let _ = task.on_reply(id, &Reply::OK, now, Jitter::NONE);
    }
    assert_eq!(task.recovery_calls(), 10);
    assert_eq!(Task::replay(&task.to_json()), Ok(task));
}

#[test]
fn the_same_call_that_is_planned_anew_keeps_its_key() {
    let mut task = Task::new("t");
    let id = task.begin(keyed("{}"), NOW).unwrap();
    let key = task.key(id);
    let _ = task.on_reply(id, &Seen::transport(Transport::Refused).into(), NOW, Jitter::NONE);
    task.abandon(id, NOW);
    let again = task.begin(keyed("{}"), NOW).unwrap();
    assert_eq!(task.key(again), key);
}

fn locked() -> Reply<'static> {
    let locked = Seen::new(Class::Precondition, Executed::No, "PERIOD_LOCKED".into());
    Seen {
        action: Some(Action::FixState),
        ..locked
    }
    .into()
}

#[test]
fn a_step_that_was_declined_is_no_call() {
    for (stepped, calls, next) in [
        (Stepped::Declined, 1, Next::Stop(Rule::Precondition)),
        (Stepped::Failed, 2, Next::Stop(Rule::Precondition)),
    ] {
        let mut task = Task::new("t");
        let id = task.begin(Call::new(&POST).verified().with_steps(), NOW).unwrap();
        assert_eq!(task.on_reply(id, &locked(), NOW, Jitter::NONE), Next::Step(id));
        // Its place is reserved before anything is sent.
        assert_eq!((task.calls(), task.recovery_calls()), (1, 1));
        assert_eq!(task.stepped(id, stepped, NOW), next);
        assert_eq!((task.calls(), task.recovery_calls()), (calls, calls - 1), "{stepped:?}");
        assert_eq!(Task::replay(&task.to_json()), Ok(task), "{stepped:?}");
    }
}

#[test]
fn a_step_that_is_a_call_of_the_task_counts_once_and_is_told_by_itself() {
    static UNLOCK: Tool = Tool::write("unlock_period");
    for (stepped, reply, next, unlocked) in [
        (Stepped::Called, Reply::OK, Next::Send as fn(_) -> _, Status::Done),
        (
            Stepped::CalledAndFailed,
            Seen::new(Class::Internal, Executed::No, "BROKEN".into()).into(),
            |_| Next::Stop(Rule::Precondition),
            Status::Failed,
        ),
    ] {
        let mut task = Task::new("t");
        let id = task.begin(Call::new(&POST).verified().with_steps(), NOW).unwrap();
        assert_eq!(task.on_reply(id, &locked(), NOW, Jitter::NONE), Next::Step(id));
        let step = task.begin_once(Call::new(&UNLOCK), NOW).unwrap();
        let _ = task.on_reply(step, &reply, NOW, Jitter::NONE);
        assert_eq!(task.stepped(id, stepped, NOW), next(id));
        if unlocked == Status::Done {
            let _ = task.on_reply(id, &Reply::OK, NOW, Jitter::NONE);
        }
        let calls = if unlocked == Status::Done { (3, 2) } else { (2, 1) };
        assert_eq!((task.calls(), task.recovery_calls()), calls, "{stepped:?}");
        assert_eq!(task.report().status(), unlocked, "{}", task.report());
        assert!(task.report().to_string().contains("unlock_period"));
        assert_eq!(Task::replay(&task.to_json()), Ok(task), "{stepped:?}");
    }
}

#[test]
fn a_step_says_what_became_of_it_through_the_driver() {
    for (stepped, calls) in [(Stepped::Declined, 1), (Stepped::Failed, 2)] {
        let task = SharedTask::new("t");
        let outcome = task
            .call_blocking(Call::new(&POST), |_| locked())
            .step(|()| stepped)
            .run_once();
        assert_eq!(outcome.ended, Err(Rule::Precondition));
        assert_eq!((task.calls(), outcome.attempts), (calls, 1), "{stepped:?}");
    }
}
