//! Processes that race and processes that are killed. Each process is this test binary, told by its environment to act a
//! part.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use errtax::Failure;
use errtax::replay::{Call, Reason, Refused, Replay, SqliteFile, SqliteStore};
use rusqlite::TransactionBehavior::Immediate;
use serde_json::json;
use tempfile::TempDir;

use crate::transaction::open;

const PART: &str = "ERRTAX_REPLAY_PART";
const FOLDER: &str = "ERRTAX_REPLAY_FOLDER";

/// How long the processes of these tests count as at work.
const LEASE: Duration = Duration::from_secs(2);

fn replay() -> Replay {
    Replay::new().lease(LEASE)
}

fn call() -> Call {
    Call::with_key("", "pay", "k", &json!({"amount": 5}))
}

/// An effect that is in no database: a line in a file.
fn pay(folder: &Path) {
    use std::io::Write as _;
    let ledger = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join("paid"));
    ledger.unwrap().write_all(b"5\n").unwrap();
}

fn paid(folder: &Path) -> usize {
    fs::read_to_string(folder.join("paid"))
        .unwrap_or_default()
        .lines()
        .count()
}

/// Says how far this process has come, and waits to be killed.
fn stop_here(folder: &Path) {
    fs::write(folder.join("reached"), "").unwrap();
    std::thread::sleep(Duration::from_secs(120));
}

/// The process that plays a part. Without one, a test that has nothing to show.
#[test]
fn a_process_of_these_tests() {
    let Ok(part) = std::env::var(PART) else { return };
    let folder = PathBuf::from(std::env::var(FOLDER).unwrap());
    let folder = folder.as_path();
    let file = || SqliteFile::open(folder.join("replay.sqlite")).unwrap();
    match part.as_str() {
        "race" => {
            let replay = replay().lease(Duration::from_secs(60)).wait(Duration::from_secs(60));
            // All at once, as soon as the starting shot is there.
            let store = file();
            while !folder.join("go").exists() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let answer = replay.run(&store, &call(), || {
                std::thread::sleep(Duration::from_millis(50));
                pay(folder);
                Ok::<_, Failure>("R-1")
            });
            println!("duplicate={}", answer.unwrap().is_duplicate());
        }
        "die before the effect" => {
            let _claim = replay().begin(&file(), &call()).map(|_| stop_here(folder));
        }
        "die between effect and record" => {
            let _ = replay().run(&file(), &call(), || {
                pay(folder);
                stop_here(folder);
                Ok::<_, Failure>("R-1")
            });
        }
        "die after both" => {
            let answer = replay().run(&file(), &call(), || {
                pay(folder);
                Ok::<_, Failure>("R-1")
            });
            answer.unwrap();
            stop_here(folder);
        }
        "die before the commit" | "die after the commit" => {
            let mut connection = open(&folder.join("books.sqlite"));
            let transaction = connection.transaction_with_behavior(Immediate).unwrap();
            let posted = replay().run(&SqliteStore::new(&transaction), &call(), || {
                transaction.execute("INSERT INTO entries DEFAULT VALUES", []).unwrap();
                Ok::<_, Failure>(transaction.last_insert_rowid())
            });
            posted.unwrap();
            if part == "die before the commit" {
                stop_here(folder);
            }
            transaction.commit().unwrap();
            stop_here(folder);
        }
        other => panic!("no such part: {other}"),
    }
}

fn start(part: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::a_process_of_these_tests", "--nocapture"])
        .env(PART, part)
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Has a process come as far as its part says, and kills it there. On Unix that is SIGKILL.
fn killed(part: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let books = open(&folder.path().join("books.sqlite"));
    books.execute_batch(SqliteStore::SCHEMA).unwrap();
    books
        .execute_batch("CREATE TABLE entries (id INTEGER PRIMARY KEY)")
        .unwrap();
    let mut process = start(part, folder.path());
    for _ in 0..1_200 {
        if folder.path().join("reached").exists() {
            break;
        }
        assert_eq!(process.try_wait().unwrap(), None, "{part}: the process ended by itself");
        std::thread::sleep(Duration::from_millis(50));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(folder.path().join("reached").exists(), "{part}");
    folder
}

/// What a second call gets: its answer and whether it is a duplicate, or why it is refused.
fn again(folder: &Path) -> Result<bool, Reason> {
    let store = SqliteFile::open(folder.join("replay.sqlite")).unwrap();
    let answer = replay().run(&store, &call(), || {
        pay(folder);
        Ok::<_, Failure>("R-1")
    });
    answer
        .map(|answer| answer.is_duplicate())
        .map_err(|failure| failure.downcast::<Refused>().unwrap().reason())
}

fn again_in_a_transaction(folder: &Path) -> (bool, i64) {
    let mut connection = open(&folder.join("books.sqlite"));
    let transaction = connection.transaction_with_behavior(Immediate).unwrap();
    let posted = replay().run(&SqliteStore::new(&transaction), &call(), || {
        transaction.execute("INSERT INTO entries DEFAULT VALUES", []).unwrap();
        Ok::<_, Failure>(transaction.last_insert_rowid())
    });
    let duplicate = posted.unwrap().is_duplicate();
    transaction.commit().unwrap();
    let count = "SELECT count(*) FROM entries";
    (duplicate, connection.query_row(count, [], |row| row.get(0)).unwrap())
}

#[test]
fn of_many_processes_with_one_key_one_pays_and_all_answer() {
    let folder = tempfile::tempdir().unwrap();
    SqliteFile::open(folder.path().join("replay.sqlite")).unwrap();
    let processes: Vec<Child> = (0..4).map(|_| start("race", folder.path())).collect();
    fs::write(folder.path().join("go"), "").unwrap();
    let said: Vec<String> = processes
        .into_iter()
        .map(|process| String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap())
        .collect();
    assert_eq!(paid(folder.path()), 1, "{said:?}");
    let who = |word: &str| said.iter().filter(|said| said.contains(word)).count();
    assert_eq!((who("duplicate=false"), who("duplicate=true")), (1, 3), "{said:?}");
}

#[test]
fn a_process_killed_before_the_effect_leaves_its_key_in_doubt() {
    let folder = killed("die before the effect");
    std::thread::sleep(LEASE);
    assert_eq!(again(folder.path()), Err(Reason::InDoubt));
    assert_eq!(
        paid(folder.path()),
        0,
        "nobody can tell this from the next case, so nobody pays"
    );
}

#[test]
fn a_process_killed_between_effect_and_record_leaves_its_key_in_doubt_and_nothing_is_paid_twice() {
    let folder = killed("die between effect and record");
    std::thread::sleep(LEASE);
    for _ in 0..2 {
        assert_eq!(again(folder.path()), Err(Reason::InDoubt));
    }
    assert_eq!(paid(folder.path()), 1);
}

#[test]
fn a_process_killed_after_both_has_its_answer_on_record() {
    let folder = killed("die after both");
    assert_eq!(again(folder.path()), Ok(true));
    assert_eq!(paid(folder.path()), 1);
}

#[test]
fn in_a_transaction_a_process_killed_before_the_commit_has_done_nothing_and_leaves_its_key_free() {
    let folder = killed("die before the commit");
    assert_eq!(again_in_a_transaction(folder.path()), (false, 1));
}

#[test]
fn in_a_transaction_a_process_killed_after_the_commit_has_its_answer_on_record() {
    let folder = killed("die after the commit");
    assert_eq!(again_in_a_transaction(folder.path()), (true, 1));
}
