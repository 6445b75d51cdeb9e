//! What a [`Store`] promises, as a check (feature `testkit`).

mod calls;
mod records;

use std::fmt;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{Call, Fingerprint, Record, Slot, State, Store, Version};

/// A promise that a store does not keep.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The promise.
    pub promise: &'static str,
    /// What the store did instead.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.promise, self.found)
    }
}

/// Holds a store to its promises.
///
/// Each call of `open` gives another handle to the same records: a connection of its own, where the store has any. What
/// is written stays in scopes of its own, so records of other tests do no harm.
///
/// ```
/// use errtax::replay::{MemoryStore, conformance};
///
/// let store = MemoryStore::new();
/// conformance::check(|| &store).unwrap();
/// ```
///
/// # Errors
///
/// The promises that are broken.
pub fn check<S: Store + Send>(mut open: impl FnMut() -> S) -> Result<(), Vec<Broken>> {
    let mut broken = Vec::new();
    for (promise, kept) in promises::<S>() {
        let mut stage = Stage {
            open: &mut open,
            scope: Version::random().to_string(),
        };
        if let Err(found) = kept(&mut stage) {
            broken.push(Broken { promise, found });
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken) }
}

type Kept = Result<(), String>;
type Promise<S> = (&'static str, fn(&mut Stage<'_, S>) -> Kept);

/// In an order in which the first one that is broken explains the next.
fn promises<S: Store + Send>() -> [Promise<S>; 12] {
    [
        (
            "a record is read back as it was written, by every handle",
            records::reads_back,
        ),
        (
            "scope, tool and key are told apart, to the last byte",
            records::slots_are_apart,
        ),
        (
            "what is held by another version is left alone",
            records::swaps_what_is_held,
        ),
        (
            "what is put in an empty slot does not replace what is there",
            records::fills_only_what_is_empty,
        ),
        ("a record is removed by whoever holds it", records::removes_what_is_held),
        (
            "of many who swap at the same time one is told that it did",
            records::one_wins,
        ),
        (
            "what has expired is swept away, and nothing else",
            records::sweeps_what_has_expired,
        ),
        (
            "a key is carried out once, and answers from the record until that expires",
            calls::carries_out_once,
        ),
        ("a key with other arguments is refused", calls::refuses_other_arguments),
        (
            "a failure is kept as far as it was executed",
            calls::keeps_what_was_executed,
        ),
        ("a call that died is in doubt, and never free", calls::doubts_the_dead),
        (
            "of many calls with one key that come at the same time one is carried out",
            calls::carries_out_one_of_many,
        ),
    ]
}

struct Stage<'a, S> {
    open: &'a mut dyn FnMut() -> S,
    scope: String,
}

impl<S: Store + Send> Stage<'_, S> {
    fn open(&mut self) -> S {
        (self.open)()
    }

    fn slot(&self, key: &str) -> Slot {
        Slot {
            scope: self.scope.clone(),
            tool: "tool".to_owned(),
            key: key.to_owned(),
        }
    }

    fn call(&self, key: &str, amount: u32) -> Call {
        Call::with_key(&self.scope, "tool", key, &json!({"amount": amount}))
    }
}

fn record(state: State, expires_at: Option<SystemTime>) -> Record {
    Record {
        version: Version::random(),
        fingerprint: Fingerprint::of(&json!({"amount": 5})),
        state,
        expires_at,
    }
}

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

fn done(answer: impl Into<Value>) -> Record {
    record(State::Done(answer.into()), Some(at(1 << 40)))
}

fn ask<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("the store failed: {error}"))
}

fn expect<T: PartialEq + fmt::Debug>(what: &str, found: T, expected: T) -> Kept {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} is {found:?} instead of {expected:?}"))
}

/// Does something on many handles at the same time.
fn at_once<S: Store + Send, T: Send>(stage: &mut Stage<'_, S>, work: impl Fn(usize, &S) -> T + Sync) -> Vec<T> {
    const MANY: usize = 8;
    let handles: Vec<S> = (0..MANY).map(|_| stage.open()).collect();
    let barrier = Barrier::new(MANY);
    let (barrier, work) = (&barrier, &work);
    thread::scope(|scope| {
        let threads: Vec<_> = handles
            .into_iter()
            .enumerate()
            .map(|(number, store)| {
                scope.spawn(move || {
                    barrier.wait();
                    work(number, &store)
                })
            })
            .collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    })
}
