//! The same failure, however a program passes it on.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use anyhow::Context as _;
use rusqlite::Connection;

use super::{holds, said};

#[derive(Debug, thiserror::Error)]
enum Transparent {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Any(#[from] anyhow::Error),
}

#[derive(Debug, thiserror::Error)]
#[error("request timed out, please retry")]
struct Titled<E: Error + 'static>(#[source] E);

#[derive(Debug, thiserror::Error)]
enum Shared {
    #[error("shared")]
    Io(#[source] Arc<io::Error>),
    #[error("boxed")]
    Sqlite(#[source] Box<rusqlite::Error>),
    #[error("anything")]
    Any(#[source] Arc<dyn Error + Send + Sync>),
}

fn reset() -> io::Error {
    io::Error::from(ErrorKind::ConnectionReset)
}

const RESET: &str = "transient unknown r-k: io ConnectionReset";

fn duplicate() -> rusqlite::Error {
    let connection = Connection::open_in_memory().unwrap();
    connection
        .execute_batch("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
        .unwrap();
    connection.execute("INSERT INTO t VALUES (1)", []).unwrap_err()
}

const DUPLICATE: &str = "conflict no ---: SQLite 1555";

#[test]
fn anyhow_and_eyre_change_nothing() {
    let bare: anyhow::Error = reset().into();
    let titled = Err::<(), _>(reset())
        .context("request timed out")
        .context("posting the voucher")
        .unwrap_err();
    // A type of one's own as context stands in the chain, too.
    let typed = Err::<(), _>(duplicate())
        .context(Titled(io::Error::other("x")))
        .unwrap_err();
    holds("anyhow", &*bare, RESET);
    holds("anyhow with context", &*titled, RESET);
    holds("anyhow with a type", &*typed, DUPLICATE);
    let boxed: Box<dyn Error + Send + Sync> = titled.into();
    holds("anyhow in a box", &*boxed, RESET);

    let bare = eyre::Report::new(duplicate());
    let titled = eyre::Report::new(duplicate()).wrap_err("request timed out");
    holds("eyre", &*bare, DUPLICATE);
    holds("eyre with context", &*titled, DUPLICATE);
}

#[test]
fn boxes_enums_and_shared_errors_change_nothing() {
    let boxed: Box<dyn Error + Send + Sync> = Box::new(reset());
    holds("Box", &*boxed, RESET);
    holds("transparent", &Transparent::from(duplicate()), DUPLICATE);
    holds(
        "transparent around anyhow",
        &Transparent::from(anyhow::Error::from(duplicate()).context("storing")),
        DUPLICATE,
    );
    holds("titled", &Titled(reset()), RESET);
    holds("titled twice", &Titled(Titled(duplicate())), DUPLICATE);
    holds("Arc", &Shared::Io(Arc::new(reset())), RESET);
    holds("Box in an enum", &Shared::Sqlite(Box::new(duplicate())), DUPLICATE);
    holds("Arc of anything", &Shared::Any(Arc::new(duplicate())), DUPLICATE);
    holds("io::Error around it", &io::Error::other(duplicate()), DUPLICATE);
    holds(
        "io::Error twice around it",
        &Titled(io::Error::other(io::Error::other(duplicate()))),
        DUPLICATE,
    );
    holds(
        "Arc of io::Error around it",
        &Shared::Io(Arc::new(io::Error::other(duplicate()))),
        DUPLICATE,
    );
}

/// An enum that is transparent shows the words of what it holds and the causes of that, and not the error itself. What has
/// no cause of its own is known by its words then.
#[test]
#[cfg(target_os = "linux")]
fn a_transparent_enum_changes_the_evidence_and_not_the_verdict() {
    let without_because = |said: String| said.split_once(':').unwrap().0.to_owned();
    for number in [104, 111, 110, 32, 24, 13, 2, 28] {
        let bare = without_because(said(&io::Error::from_raw_os_error(number)));
        let held = without_because(said(&Transparent::from(io::Error::from_raw_os_error(number))));
        assert_eq!(held, bare, "{}", io::Error::from_raw_os_error(number));
    }
    let kinds = [
        ErrorKind::ConnectionReset,
        ErrorKind::ConnectionRefused,
        ErrorKind::BrokenPipe,
        ErrorKind::TimedOut,
        ErrorKind::UnexpectedEof,
    ];
    for kind in kinds {
        let bare = without_because(said(&io::Error::from(kind)));
        assert_eq!(
            without_because(said(&Transparent::from(io::Error::from(kind)))),
            bare,
            "{kind:?}"
        );
    }
}

/// Whoever holds its cause alone sees the same.
#[test]
fn every_cause_of_a_chain_says_the_same_as_the_whole() {
    let whole = Titled(Transparent::from(anyhow::Error::from(reset()).context("sending")));
    let mut cause: Option<&(dyn Error + 'static)> = Some(&whole);
    while let Some(error) = cause {
        assert_eq!(said(error), RESET, "{error:?}");
        cause = error.source();
    }
}

/// Reading JSON fails where the reader fails; what does not parse proves nothing of a call.
#[test]
fn json_that_was_cut_by_its_reader_is_told_from_json_that_is_wrong() {
    struct Cut;
    impl io::Read for Cut {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(reset())
        }
    }
    let cut = serde_json::from_reader::<_, serde_json::Value>(Cut).unwrap_err();
    holds("cut", &Titled(cut), RESET);
    for wrong in ["{", "nul", "{\"a\": }"] {
        let wrong = serde_json::from_str::<serde_json::Value>(wrong).unwrap_err();
        let said = said(&wrong);
        assert!(said.starts_with("internal unknown --"), "{wrong:?}: {said}");
    }
}
