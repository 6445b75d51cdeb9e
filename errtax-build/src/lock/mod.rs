//! The lock: what of a registry has shipped, in a file beside it.
//!
//! It is TOML in one canonical form: one block a code, sorted, one line a fact, and every line begins with its code, so
//! that two branches merge line by line and no line of one code is taken for that of another. Nothing in it depends on
//! the machine, the time or the version of errtax. Only `cargo errtax freeze` writes it; the build reads it and compares.
//!
//! `row` is what is recorded, `parse` (with `fields`) and `render` are its text, `hash` shows accidents.

mod fields;
mod hash;
mod parse;
mod render;
mod row;
#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;

use crate::map::Map;

use errtax_core::Status;

use crate::finding::Finding;
use crate::model::{Origin, Places, Registry};
use crate::source::FileId;

pub use hash::fnv1a;
pub(crate) use parse::MEND;
pub use row::{DeprecatedRow, DetailRow, Row, Tombstone};

/// The format that this version writes and reads.
pub const FORMAT: i64 = 1;

/// What has shipped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lock {
    /// The frozen codes, by name.
    pub codes: Map<String, Entry<Row>>,
    /// The tombstones, by name.
    pub retired: Map<String, Entry<Tombstone>>,
}

/// One block, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<T> {
    /// What it says.
    pub row: T,
    /// Where its fields stand: in the lock, or in the registry that the entry was made from.
    pub places: Places,
    /// The hash that stands in the block, where that may be another one than the block's: not where the whole lock is as
    /// it was written, nor where the entry was made from a registry.
    pub hash: Option<u64>,
}

impl Lock {
    /// What the lock of this registry says when nothing is known of an earlier one.
    ///
    /// Own codes and tombstones only: what is extended has a lock of its own, and drafts are free.
    #[must_use]
    pub fn of(registry: &Registry) -> Self {
        Self::after(registry, None)
    }

    /// What the lock of this registry says after `previous`, from which a tombstone learns what it was.
    #[must_use]
    pub fn after(registry: &Registry, previous: Option<&Self>) -> Self {
        let frozen = registry
            .codes
            .values()
            .filter(|code| code.origin == Origin::Own && code.status == Status::Frozen);
        let codes = frozen
            .map(|code| {
                (
                    code.name.clone(),
                    Entry {
                        row: Row::of(code),
                        places: code.places.clone(),
                        hash: None,
                    },
                )
            })
            .collect();
        let tombstones = registry
            .retired
            .iter()
            .filter(|(_, retired)| retired.origin == Origin::Own);
        let retired = tombstones
            .map(|(name, retired)| {
                let contract = previous.and_then(|previous| {
                    let alive = previous.codes.get(name).map(|entry| entry.row.contract_hash());
                    alive.or_else(|| previous.retired.get(name).and_then(|entry| entry.row.contract))
                });
                let row = Tombstone {
                    since: retired.since,
                    contract,
                };
                (
                    name.clone(),
                    Entry {
                        row,
                        places: Places::new(retired.place),
                        hash: None,
                    },
                )
            })
            .collect();
        Self { codes, retired }
    }

    /// Reads the text of a lock; `file` is the id that the text has in the sources.
    ///
    /// # Errors
    ///
    /// Everything that keeps the text from being understood, each at its place: conflict markers, another format,
    /// TOML mistakes, keys and values that a lock cannot have.
    pub fn parse(text: &str, file: FileId) -> Result<Self, Vec<Finding>> {
        Self::read(text, file).map(|(lock, _)| lock)
    }

    /// The same, with the canonical text where that is another one.
    pub(crate) fn read(text: &str, file: FileId) -> Result<(Self, Option<String>), Vec<Finding>> {
        let mut lock = parse::parse(text, file)?;
        let canonical = lock.render();
        // A checkout may have turned the line ends over; git does that by itself.
        let same = match text.contains('\r') {
            true => text.replace("\r\n", "\n") == canonical,
            false => text == canonical,
        };
        if !same {
            return Ok((lock, Some(canonical)));
        }
        // The canonical text has the hash of each block, so that none need be computed again.
        lock.codes.values_mut().for_each(|entry| entry.hash = None);
        lock.retired.values_mut().for_each(|entry| entry.hash = None);
        Ok((lock, None))
    }

    /// The blocks whose hash is not that of what they say, each with its places.
    pub(crate) fn edited(&self) -> Vec<(&str, &Places)> {
        let codes = self
            .codes
            .iter()
            .map(|(name, Entry { row, places, hash })| (name.as_str(), places, *hash, render::code(name, row)));
        let retired = self
            .retired
            .iter()
            .map(|(name, Entry { row, places, hash })| (name.as_str(), places, *hash, render::tombstone(name, row)));
        codes
            .chain(retired)
            .filter(|(_, _, stored, body)| stored.is_some_and(|stored| stored != fnv1a(body.as_bytes())))
            .map(|(name, places, _, _)| (name, places))
            .collect()
    }

    /// The canonical text.
    #[must_use]
    pub fn render(&self) -> String {
        render::lock(self)
    }
}

/// The canonical text of the lock of this registry. Equal registries give equal bytes.
///
/// Where an earlier lock exists, use [`Lock::after`]: tombstones keep what it knew about them.
#[must_use]
pub fn render(registry: &Registry) -> String {
    Lock::of(registry).render()
}
