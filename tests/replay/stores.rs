//! The stores keep their promises, and the check notices one that does not.

use std::convert::Infallible;
use std::sync::Mutex;
use std::time::SystemTime;

use errtax::replay::{MemoryStore, Record, Slot, SqliteFile, SqliteStore, Store, Version, conformance};
use rusqlite::Connection;

#[track_caller]
fn keeps<S: Store + Send>(open: impl FnMut() -> S) {
    if let Err(broken) = conformance::check(open) {
        panic!(
            "{}",
            broken.iter().map(|broken| format!("{broken}\n")).collect::<String>()
        );
    }
}

#[test]
fn the_store_in_memory_keeps_its_promises() {
    let store = MemoryStore::new();
    keeps(|| &store);
}

#[test]
fn the_store_in_a_file_of_its_own_keeps_its_promises_on_many_connections() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("replay.sqlite");
    keeps(|| SqliteFile::open(&path).unwrap());
}

#[test]
fn the_store_in_a_database_of_yours_keeps_its_promises() {
    /// A connection and the store on it, in one value, since the store borrows.
    struct Own(Mutex<Connection>);

    impl Store for Own {
        type Error = errtax::replay::SqliteError;

        fn load(&self, slot: &Slot) -> Result<Option<Record>, Self::Error> {
            SqliteStore::new(&self.0.lock().unwrap()).load(slot)
        }

        fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, Self::Error> {
            SqliteStore::new(&self.0.lock().unwrap()).swap(slot, held, new)
        }

        fn sweep(&self, now: SystemTime) -> Result<(), Self::Error> {
            SqliteStore::new(&self.0.lock().unwrap()).sweep(now)
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("books.sqlite");
    keeps(|| {
        let connection = Connection::open(&path).unwrap();
        connection.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
        connection.execute_batch(SqliteStore::SCHEMA).unwrap();
        Own(Mutex::new(connection))
    });
}

/// A way in which a store can be wrong.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// Says that it swapped, whoever asks.
    SwapsForAnyone,
    /// Replaces what is in the slot where it should be empty.
    Overwrites,
    /// Knows scope and key alone.
    ForgetsTheTool,
    /// Sweeps what has not expired.
    SweepsAll,
    /// Never sweeps.
    SweepsNothing,
    /// Looks, and then writes.
    Races,
    /// Holds keys for equal that are not.
    FoldsCase,
}

struct Faulty<'a>(&'a MemoryStore, Fault);

impl Faulty<'_> {
    fn slot(&self, slot: &Slot) -> Slot {
        let mut slot = slot.clone();
        match self.1 {
            Fault::ForgetsTheTool => slot.tool.clear(),
            Fault::FoldsCase => slot.key.make_ascii_lowercase(),
            _ => {}
        }
        slot
    }
}

impl Store for Faulty<'_> {
    type Error = Infallible;

    fn load(&self, slot: &Slot) -> Result<Option<Record>, Infallible> {
        self.0.load(&self.slot(slot))
    }

    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, Infallible> {
        let slot = self.slot(slot);
        let there = self.0.load(&slot)?.map(|record| record.version);
        match self.1 {
            Fault::SwapsForAnyone => self.0.swap(&slot, there, new),
            Fault::Overwrites if held.is_none() => self.0.swap(&slot, there, new),
            Fault::Races if there == held => {
                std::thread::sleep(std::time::Duration::from_millis(2));
                let there = self.0.load(&slot)?.map(|record| record.version);
                self.0.swap(&slot, there, new)
            }
            _ => self.0.swap(&slot, held, new),
        }
    }

    fn sweep(&self, now: SystemTime) -> Result<(), Infallible> {
        match self.1 {
            Fault::SweepsNothing => Ok(()),
            Fault::SweepsAll => self.0.sweep(now + std::time::Duration::from_secs(1 << 41)),
            _ => self.0.sweep(now),
        }
    }
}

#[test]
fn a_store_that_is_wrong_is_found_out() {
    let faults = [
        (Fault::SwapsForAnyone, "held by another version"),
        (Fault::Overwrites, "empty slot"),
        (Fault::ForgetsTheTool, "told apart"),
        (Fault::SweepsAll, "swept"),
        (Fault::SweepsNothing, "swept"),
        (Fault::Races, "at the same time"),
        (Fault::FoldsCase, "told apart"),
    ];
    for (fault, promise) in faults {
        let store = MemoryStore::new();
        let checked = conformance::check(|| Faulty(&store, fault));
        let broken = checked.err().unwrap_or_else(|| panic!("{fault:?} goes unnoticed"));
        assert!(
            broken.iter().any(|broken| broken.promise.contains(promise)),
            "{fault:?}: {broken:?}"
        );
    }
}
