//! The report: five lines whatever tools say, and the same report when it is read back.

use std::time::Duration;

use errtax::recovery::{Call, Jitter, Reply, Report, Rule, Seen, Status, Task, Tool};
use errtax::{Class, Executed};
use proptest::prelude::*;

/// A task with calls of these names, of which every second fails with its name as the code.
fn task(name: &str, calls: &[String]) -> Task {
    static TOOL: Tool = Tool::write("t");
    let mut task = Task::new(name.to_owned());
    for (number, call) in calls.iter().enumerate() {
        let call_of = Call::new(&TOOL).named(call.clone()).json(&number.to_string());
        let id = task.begin_once(call_of, Duration::ZERO).unwrap();
        let reply = match number % 3 {
            0 => Reply::OK,
            1 => Seen::new(Class::BadInput, Executed::No, call.clone().into()).into(),
            _ => Seen::new(Class::Transient, Executed::Unknown, call.clone().into()).into(),
        };
        let _ = task.on_reply(id, &reply, Duration::ZERO, Jitter::NONE);
    }
    task
}

fn holds(task: &Task, count: usize) {
    let report = task.report();
    let text = report.to_string();
    let lines: Vec<_> = text
        .split(|c: char| c == '\n' || (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')))
        .collect();
    assert_eq!(lines.len(), 5, "{text:?}");
    for (line, start) in lines.iter().zip(["task ", "done: ", "failed: ", "unknown: ", "next: "]) {
        assert!(line.starts_with(&format!("RECOVERY v1 {start}")), "{text:?}");
        assert_eq!(line.matches("RECOVERY").count(), 1, "{text:?}");
    }
    assert_eq!(Report::parse(&text), Ok(report.clone()), "{text:?}");
    assert_eq!(
        report.done().len() + report.failed().len() + report.unknown().len(),
        count
    );
    assert_eq!(Task::replay(&task.to_json()).as_ref(), Ok(task));
}

proptest! {
    #[test]
    fn whatever_tools_say_it_has_five_lines_and_reads_back(name in any::<String>(), calls in prop::collection::vec(any::<String>(), 0..6)) {
        holds(&task(&name, &calls), calls.len());
    }

    #[test]
    fn what_looks_like_a_report_forges_none(
        name in "(RECOVERY v1 |task|done: |; |none| status |\n|\r|\u{2028}|\u{202e}|x){0,9}",
        calls in prop::collection::vec("(RECOVERY v1 |done: |; |none|\\)|\n|\u{85}|\u{200b}| |x){0,9}", 0..6),
    ) {
        holds(&task(&name, &calls), calls.len());
    }

    #[test]
    fn reading_any_text_as_a_report_or_a_ledger_ends_well(text in any::<String>()) {
        prop_assert!(Report::parse(&text).is_err());
        prop_assert!(Task::replay(&text).is_err());
    }
}

#[test]
fn a_report_that_contradicts_itself_or_hides_something_is_none() {
    let report = |first: &str, done: &str, failed: &str, unknown: &str| {
        format!(
            "RECOVERY v1 task {first}\nRECOVERY v1 done: {done}\nRECOVERY v1 failed: {failed}\nRECOVERY v1 unknown: {unknown}\n\
             RECOVERY v1 next: none"
        )
    };
    let says = |text: &str| Report::parse(text).map_err(|wrong| wrong.to_string());
    let sound = report("t status partial calls 2 elapsed 1s", "a (ack)", "b (deadline)", "none");
    let lines = sound.replace('\n', "\r\n");
    assert_eq!(says(&lines), says(&sound));
    assert!(says(&sound).is_ok());
    for (status, done, failed, unknown, follows) in [
        ("done", "a (ack)", "none", "b (unfinished)", "unknown"),
        ("done", "a (ack)", "b (deadline)", "none", "partial"),
        ("done", "none", "b (deadline)", "none", "failed"),
        ("failed", "a (ack)", "none", "none", "done"),
        ("unknown", "none", "none", "none", "done"),
        ("partial", "a (ack)", "none", "none", "done"),
    ] {
        let text = report(&format!("t status {status} calls 2 elapsed 1s"), done, failed, unknown);
        let wrong = format!("not a report: by its other lines the status is `{follows}`");
        assert_eq!(says(&text), Err(wrong), "{text}");
    }
    for (first, done, line) in [
        ("t status done calls +1 elapsed 1s", "a (ack)", 1),
        ("t status done calls 1 elapsed 1", "a (ack)", 1),
        ("t status fine calls 1 elapsed 1s", "a (ack)", 1),
        ("t status done calls 1 elapsed 1s", "", 2),
        ("t status done calls 1 elapsed 1s", "; ; ", 2),
        ("t status done calls 1 elapsed 1s", "a (ack); ", 2),
        ("t status done calls 1 elapsed 1s", "a \u{202e}(ack)", 2),
        ("t status done calls 1 elapsed 1s", "a\tb (ack)", 2),
        (
            "t status done calls 1 elapsed 1s",
            "a RECOVERY v1 failed: none (ack)",
            2,
        ),
    ] {
        let text = report(first, done, "none", "none");
        let wrong = format!("not a report: line {line} is not what it should be");
        assert_eq!(says(&text), Err(wrong), "{text}");
    }
}

#[test]
fn long_names_are_cut_and_empty_ones_named() {
    let report = task("", &["y".repeat(200)]).report();
    assert_eq!(report.task(), "unnamed");
    let name = report.done()[0].strip_suffix(" (ack)").unwrap();
    assert_eq!(name.chars().count(), 160);
    assert!(name.ends_with('…'));
    let at_most = "z".repeat(160);
    assert_eq!(task(&at_most, &[]).report().task(), at_most);
}

#[test]
fn an_empty_task_is_done_and_an_open_one_is_not() {
    static READ: Tool = Tool::read("r");
    static WRITE: Tool = Tool::write("w");
    let mut task = Task::new("t");
    assert_eq!(task.report().status(), Status::Done);
    task.begin(Call::new(&READ).repeatable().unwrap(), Duration::ZERO)
        .unwrap();
    assert_eq!(task.report().failed(), ["r (unfinished)"]);
    task.begin_once(Call::new(&WRITE), Duration::ZERO).unwrap();
    assert_eq!(
        (task.report().status(), task.report().unknown()),
        (Status::Unknown, &["w (unfinished)".to_owned()][..])
    );
}

#[test]
fn it_says_what_is_left_to_do_and_how_long_it_took() {
    static READ: Tool = Tool::read("get");
    let mut task = Task::new("t");
    let id = task
        .begin(Call::new(&READ).repeatable().unwrap(), Duration::from_secs(9))
        .unwrap();
    let refused = Seen::new(Class::Auth, Executed::No, "KEY_EXPIRED".into()).into();
    let _ = task.on_reply(id, &refused, Duration::from_millis(10_500), Jitter::NONE);
    assert_eq!(
        task.begin(Call::new(&READ).repeatable().unwrap(), Duration::from_secs(11)),
        Err(Rule::Auth)
    );
    assert_eq!(
        task.report().to_string(),
        "RECOVERY v1 task t status failed calls 1 elapsed 2s\n\
         RECOVERY v1 done: none\n\
         RECOVERY v1 failed: get (auth: KEY_EXPIRED); get (auth, not started)\n\
         RECOVERY v1 unknown: none\n\
         RECOVERY v1 next: renew the credential, then call get"
    );
}

#[test]
fn what_was_done_later_is_not_to_be_done_again() {
    static WRITE: Tool = Tool::write("post");
    let write = || Call::new(&WRITE).json(r#"{"amount": 1}"#);
    let mut task = Task::new("t");
    let id = task.begin_once(write(), Duration::ZERO).unwrap();
    let refused = Seen::new(Class::Transient, Executed::No, "BUSY".into()).into();
    let _ = task.on_reply(id, &refused, Duration::ZERO, Jitter::NONE);
    task.abandon(id, Duration::ZERO);
    assert_eq!(task.report().next(), ["later, in a new task, call post"]);
    let again = task.begin_once(write(), Duration::ZERO).unwrap();
    let _ = task.on_reply(again, &Reply::OK, Duration::ZERO, Jitter::NONE);
    let report = task.report();
    assert_eq!((report.done().len(), report.failed().len()), (1, 1));
    assert_eq!(report.next(), [""; 0]);
    // Another call of the tool says nothing of this one.
    let other = Call::new(&WRITE).json(r#"{"amount": 2}"#);
    let id = task.begin_once(other, Duration::ZERO).unwrap();
    let _ = task.on_reply(id, &refused, Duration::ZERO, Jitter::NONE);
    task.abandon(id, Duration::ZERO);
    assert_eq!(task.report().next(), ["later, in a new task, call post"]);
}

#[test]
fn a_ledger_that_was_changed_is_refused() {
    let json = task("t", &["a".to_owned(), "b".to_owned()]).to_json();
    assert!(Task::replay(&json).is_ok());
    // Laid out in another way it says the same.
    let laid_out = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(&json).unwrap()).unwrap();
    assert!(Task::replay(&laid_out).is_ok());
    for (was, becomes) in [
        ("\"recovery\":1", "\"recovery\":2"),
        ("\"name\":\"a\"", "\"name\":\"c\""),
        ("\"status\":\"partial\"", "\"status\":\"done\""),
        ("\"wait\":0", "\"wait\":1"),
        ("\"calls\":2", "\"calls\":3"),
        ("\"code\":\"b\"", "\"code\":\"c\""),
    ] {
        let changed = json.replacen(was, becomes, 1);
        assert_ne!(changed, json, "{was}: {json}");
        let error = Task::replay(&changed).unwrap_err().to_string();
        let says = "not the ledger of a task: what it says is not what comes of its ledger";
        assert_eq!(error, says, "{was}");
    }
    let changed = json.replace(
        "\"bad_input\",\"wait\":0,\"rule\":\"bad_input\"",
        "\"bad_input\",\"wait\":0,\"rule\":\"auth\"",
    );
    assert_ne!(changed, json);
    let error = Task::replay(&changed).unwrap_err().to_string();
    assert_eq!(error, "not the ledger of a task: the rules decide otherwise, entry 3");
    for end in 0..json.len() {
        assert!(Task::replay(&json[..end]).is_err(), "{end}");
    }
}
