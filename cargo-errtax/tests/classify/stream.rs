//! Lines as they come: many, slowly, and to somebody who has seen enough.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::support::{classify, start};

const LINE: &str =
    r#"{"kind":"message","input":{"chain":["could not save","connection reset by peer"]},"context":"write"}"#;

#[test]
fn a_hundred_thousand_lines_take_no_time_to_speak_of() {
    let started = Instant::now();
    let run = classify(&[], format!("{LINE}\n").repeat(100_000)).ends(0);
    assert_eq!(run.stdout.lines().count(), 100_000);
    // An unoptimized build needs a few seconds; what grows with the square would need hours.
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn whoever_waits_for_an_answer_before_the_next_line_gets_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{LINE}").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.starts_with("{\"class\":\"unknown_outcome\""), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_who_has_seen_enough_is_no_trouble() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), &[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "{LINE}").unwrap();
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    // More than any pipe holds; it stops reading at some time.
    let _ = stdin.write_all(format!("{LINE}\n").repeat(20_000).as_bytes());
    drop(stdin);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}
