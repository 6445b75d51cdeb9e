//! The file of records: what is written reads back, whatever happens to the writer.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use errtax::audit::{Cause, Flush, Lines, Record, Replay, Said, Sink as _, read};
use errtax::standard::REGISTRY;
use errtax::{Context, DateTime, Effect};
use proptest::prelude::*;
use serde_json::{Value, json};

fn plain(tool: &str) -> Record {
    Record::of(
        &errtax::standard::details::Cancelled {}.into_failure(),
        tool,
        Duration::from_micros(1_234),
    )
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~\\n\\r\\t\u{0}-\u{1f}é…\u{2028}🦀]{0,40}", any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

prop_compose! {
    fn cause()(name in text(), text in text(), debug in text()) -> Cause {
        let mut cause = Cause::default();
        (cause.name, cause.text, cause.debug) = (name, text, debug);
        cause
    }
}

prop_compose! {
    fn said()(text in text(), data in prop::option::of(value())) -> Said {
        let mut said = Said::default();
        said.text = text;
        said.data = data.map(|data| data.to_string().parse().unwrap());
        said
    }
}

prop_compose! {
    fn record()(
        texts in prop::collection::vec(text(), 6),
        optional in prop::collection::vec(prop::option::of(text()), 4),
        causes in prop::collection::vec(cause(), 0..4),
        said in prop::option::of(said()),
        effect in prop::sample::select(Effect::ALL),
        duration in any::<(u64, u32)>(),
        seconds in 0..250_000_000_000_i64,
        milliseconds in 0..1_000_u32,
        cut in any::<bool>(),
    ) -> Record {
        let mut record = plain("");
        let [tool, name, code, class, executed, _] = &texts[..] else { unreachable!() };
        record.tool.clone_from(tool);
        record.name.clone_from(name);
        record.code.clone_from(code);
        record.class = class.clone().into();
        record.executed = executed.clone().into();
        record.effect = effect;
        [record.raised, record.correlation_id, record.panicked_at, record.because] = optional.try_into().unwrap();
        record.causes = causes;
        record.said = said;
        record.duration = Duration::new(duration.0, duration.1 % 1_000_000_000);
        record.at = DateTime::from_unix(seconds, milliseconds * 1_000_000, 0).unwrap();
        record.cut = cut;
        record
    }
}

/// A file, and the folder that it is gone with.
fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    (folder, path)
}

/// Everything reads back, and it is this.
#[track_caller]
fn assert_whole(path: &Path, records: &[Record]) {
    let Replay {
        records: found, unread, ..
    } = read(path).unwrap();
    assert_eq!(unread, []);
    assert_eq!(found, records);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_record_is_one_line_that_reads_back_equal(records in prop::collection::vec(record(), 1..5)) {
        let (folder, path) = file();
        let lines = Lines::open(&path, Flush::System).unwrap();
        records.iter().for_each(|one| lines.record(one.clone()));
        assert_whole(&path, &records);
        let text = fs::read_to_string(&path).unwrap();
        prop_assert_eq!(text.matches('\n').count(), records.len());
        for (line, record) in text.lines().zip(&records) {
            let line: Value = serde_json::from_str(line).unwrap();
            prop_assert_eq!(&line["tool"], &record.tool);
            prop_assert_eq!(&line["name"], &record.name);
            prop_assert_eq!(&line["code"], &record.code);
        }
        // And equal records are equal bytes.
        let copy = folder.path().join("copy.jsonl");
        let lines = Lines::open(&copy, Flush::System).unwrap();
        read(&path).unwrap().records.into_iter().for_each(|one| lines.record(one));
        prop_assert_eq!(text, fs::read_to_string(copy).unwrap());
    }

    #[test]
    fn no_file_is_too_strange_to_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let (_folder, path) = file();
        fs::write(&path, &bytes).unwrap();
        let unread = read(&path).unwrap().unread.len();
        let lines = Lines::open(&path, Flush::System).unwrap();
        lines.record(plain("after"));
        let replay = read(&path).unwrap();
        prop_assert_eq!((replay.records.len(), replay.unread.len()), (1, unread));
        prop_assert!(fs::read(&path).unwrap().starts_with(&bytes), "what was there is there");
    }
}

#[test]
fn a_line_has_its_members_in_one_order() {
    let (_folder, path) = file();
    let lines = Lines::open(&path, Flush::System).unwrap();
    let context = Context::of_call(&REGISTRY, "post", |_| false).with_correlation_id("c-1");
    let mut record = context.run(|| plain("post"));
    record.at = DateTime::from_unix(1_798_000_000, 120_000_000, 0).unwrap();
    record.raised = Some("LOST".to_owned());
    record.panicked_at = Some("src/a.rs:1:2".to_owned());
    let mut said = Said::default();
    said.text = "no \"room\"".to_owned();
    said.data = Some("[1.0]".parse().unwrap());
    record.said = Some(said);
    record.because = Some("SQLSTATE 40001".to_owned());
    record.cut = true;
    lines.record(record);
    let line = fs::read_to_string(&path).unwrap();
    assert_eq!(
        line,
        concat!(
            r#"{"at":"2026-12-23T04:26:40.12Z","tool":"post","name":"CANCELLED","#,
            r#""code":"CANCELLED","raised":"LOST","class":"cancelled","executed":"unknown","effect":"write","correlation_id":"c-1","#,
            r#""duration_ns":1234000,"panicked_at":"src/a.rs:1:2","causes":["#,
            r#"{"name":"CANCELLED","text":"The call was called off before it answered; it may have taken effect in part or in whole.","debug":"CANCELLED(Nothing)"}],"#,
            r#""because":"SQLSTATE 40001","said":{"text":"no \"room\"","data":[1.0]},"cut":true}"#,
            "\n"
        )
    );
}

#[test]
fn a_line_that_a_newer_version_wrote_is_read_for_what_is_known_of_it() {
    let (_folder, path) = file();
    Lines::open(&path, Flush::System).unwrap().record(plain("post"));
    let line = fs::read_to_string(&path).unwrap();
    let newer = line
        .replace("{\"at\"", "{\"more\":[{}],\"at\"")
        .replace("\"cancelled\"", "\"of_tomorrow\"");
    fs::write(&path, newer).unwrap();
    let replay = read(&path).unwrap();
    assert_eq!(replay.unread, []);
    assert_eq!(replay.records[0].class.to_string(), "of_tomorrow");
}

#[test]
fn wherever_a_crash_cuts_the_file_all_whole_lines_are_read_and_the_torn_one_is_reported() {
    let (folder, path) = file();
    let lines = Lines::open(&path, Flush::Each).unwrap();
    let records: Vec<Record> = ["één", "två", "drei"].map(plain).into();
    records.iter().for_each(|one| lines.record(one.clone()));
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> = (1..=whole.len()).filter(|end| whole[end - 1] == b'\n').collect();
    for cut in 0..=whole.len() {
        let path = folder.path().join("cut.jsonl");
        fs::write(&path, &whole[..cut]).unwrap();
        // A line that only lost its end is whole.
        let before = ends.iter().filter(|end| **end <= cut + 1).count();
        let start = ends.iter().rev().find(|end| **end <= cut).copied().unwrap_or(0);
        let is_torn = start != cut && !ends.contains(&(cut + 1));

        let lines = Lines::open(&path, Flush::System).unwrap();
        let torn = lines.torn().map(|torn| (torn.offset as usize, torn.bytes as usize));
        assert_eq!(torn, is_torn.then(|| (start, cut - start)), "{cut}");
        lines.record(records[2].clone());
        let replay = read(&path).unwrap();
        assert_eq!(replay.records[..before], records[..before], "{cut}");
        assert_eq!(replay.records[before..], records[2..], "{cut}");
        let unread: Vec<(u64, usize)> = replay
            .unread
            .iter()
            .map(|one| (one.line, one.offset as usize))
            .collect();
        let expected = is_torn.then(|| (before as u64 + 1, start));
        assert_eq!(unread, expected.into_iter().collect::<Vec<_>>(), "{cut}");
        assert_eq!(
            Lines::open(&path, Flush::System).unwrap().torn(),
            None,
            "it is reported once"
        );
    }
}

/// How long a text has to be for its write to take a while.
const LARGE: usize = 4 << 20;

/// In a process of its own, this writes records until it is killed, and says of each that it is written.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Some(path) = std::env::var_os("ERRTAX_AUDIT_CHILD") else {
        return;
    };
    let lines = Lines::open(PathBuf::from(path), Flush::System).unwrap();
    let mut record = plain("");
    record.causes[0].text = "x".repeat(LARGE);
    let mut out = std::io::stdout();
    for number in 0_u64.. {
        record.tool = number.to_string();
        lines.record(record.clone());
        assert_eq!(lines.lost(), 0);
        writeln!(out, "\nwritten {number}").unwrap();
        out.flush().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_is_killed_in_the_middle_of_a_write_loses_no_record_but_that_one() {
    let mut torn = 0;
    for round in 0..40 {
        let (_folder, path) = file();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "lines::child_that_writes_until_it_is_killed", "--nocapture"])
            .env("ERRTAX_AUDIT_CHILD", &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let written = |line: String| {
            line.strip_prefix("written ")
                .and_then(|number| number.parse::<u64>().ok())
        };
        let before = round % 3;
        let mut last = said.by_ref().map_while(Result::ok).filter_map(written).nth(before);
        let length = fs::metadata(&path).unwrap().len();
        // The file grows, so the next write has begun.
        while fs::metadata(&path).unwrap().len() == length {
            assert_eq!(child.try_wait().unwrap(), None, "it writes until it is killed");
        }
        // SIGKILL: nothing of the process runs after it.
        child.kill().unwrap();
        last = said.map_while(Result::ok).filter_map(written).last().or(last);
        child.wait().unwrap();

        let lines = Lines::open(&path, Flush::System).unwrap();
        lines.record(plain("after"));
        let replay = read(&path).unwrap();
        let (after, whole) = replay.records.split_last().unwrap();
        assert_eq!(after.tool, "after");
        let numbers: Vec<u64> = whole.iter().map(|record| record.tool.parse().unwrap()).collect();
        assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>());
        assert!(
            numbers.last() >= last.as_ref() && last >= Some(before as u64),
            "{numbers:?} {last:?}"
        );
        assert!(whole.iter().all(|record| record.causes[0].text.len() == LARGE));
        assert_eq!(replay.unread.len(), usize::from(lines.torn().is_some()));
        torn += replay.unread.len();
        if torn == 2 {
            return;
        }
    }
    panic!("{torn} of the writes were caught in the middle");
}

#[test]
fn many_writers_of_one_file_do_not_mix_their_lines() {
    let (_folder, path) = file();
    let shared = Lines::open(&path, Flush::System).unwrap();
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let lines = match writer % 2 {
                0 => shared.clone(),
                _ => Lines::open(&path, Flush::Every(Duration::from_millis(5))).unwrap(),
            };
            scope.spawn(move || (0..50).for_each(|number| lines.record(plain(&format!("{writer} {number}")))));
        }
    });
    let replay = read(&path).unwrap();
    assert_eq!(replay.unread, []);
    for writer in 0..8 {
        let own = format!("{writer} ");
        let order: Vec<&str> = replay
            .records
            .iter()
            .filter_map(|one| one.tool.strip_prefix(&own))
            .collect();
        assert_eq!(order, (0..50).map(|number| number.to_string()).collect::<Vec<_>>());
    }
}

#[test]
fn a_file_that_was_moved_away_is_followed_by_a_new_one() {
    let (folder, path) = file();
    let lines = Lines::open(&path, Flush::Every(Duration::ZERO)).unwrap();
    lines.record(plain("one"));
    let moved = folder.path().join("audit.1.jsonl");
    fs::rename(&path, &moved).unwrap();
    lines.record(plain("two"));
    lines.reopen().unwrap();
    lines.record(plain("three"));
    lines.flush().unwrap();
    let tools = |path: &Path| -> Vec<String> { read(path).unwrap().records.into_iter().map(|one| one.tool).collect() };
    assert_eq!(
        (tools(&moved), tools(&path)),
        (vec!["one".to_owned(), "two".to_owned()], vec!["three".to_owned()])
    );
}

#[cfg(unix)]
#[test]
fn the_file_is_made_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let (_folder, path) = file();
    let _lines = Lines::open(&path, Flush::Each).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_costs_records_and_is_counted() {
    let lines = Lines::open("/dev/full", Flush::System).unwrap();
    lines.record(plain("one"));
    lines.record(plain("two"));
    assert_eq!(lines.lost(), 2);
}

#[test]
fn what_cannot_be_opened_is_said_when_it_is_opened() {
    let (folder, path) = file();
    assert!(Lines::open(folder.path().join("not").join("there.jsonl"), Flush::System).is_err());
    assert!(Lines::open(folder.path(), Flush::System).is_err());
    assert!(read(&path).is_err());
    // A file of something else is left as it is, and what is in it is reported.
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .unwrap()
        .write_all(b"# notes\n")
        .unwrap();
    let lines = Lines::open(&path, Flush::System).unwrap();
    lines.record(plain("one"));
    let replay = read(&path).unwrap();
    assert_eq!(
        (replay.records.len(), replay.unread.len(), replay.unread[0].line),
        (1, 1, 1)
    );
    assert!(
        replay.unread[0].problem.contains("expected an object"),
        "{:?}",
        replay.unread
    );
}
