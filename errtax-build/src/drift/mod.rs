//! Drift: what differs between what has shipped and what is to be built.
//!
//! The baseline is the lock. [`compare`] reads it; [`judge`] has the verdicts, and takes any baseline. Every change of
//! a field has one rule, in [`rules`].

mod code;
mod contract;
mod detail;
mod lifecycle;
mod lock_file;
pub mod rules;
#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic)]
mod tests;

use std::path::Path;

use crate::finding::Finding;
use crate::lock::{Entry, Lock, Row};
use crate::model::{Places, Registry};
use crate::source::{Place, Sources};

/// Compares a registry with its lock, which is read from `lock_path` (relative to `package`) and added to `sources`.
///
/// The lock is `None` where it could not be read; the findings then say why.
#[must_use]
pub fn compare(
    registry: &Registry,
    sources: &mut Sources,
    package: &Path,
    lock_path: &str,
) -> (Option<Lock>, Vec<Finding>) {
    let (lock, mut findings) = lock_file::read(registry, sources, package, lock_path);
    if let Some(lock) = &lock {
        findings.extend(judge(lock, registry));
    }
    (lock, findings)
}

/// What changed since `baseline`.
#[must_use]
pub fn judge(baseline: &Lock, registry: &Registry) -> Vec<Finding> {
    code::judge(baseline, registry)
}

/// One code, then and now.
struct Pair<'a> {
    name: &'a str,
    base: &'a Entry<Row>,
    head: &'a Row,
    /// Where the code's fields stand in the registry.
    places: &'a Places,
}

/// What is recorded in other words than it is now, while no promise was broken.
struct Unrecorded {
    place: Place,
    what: String,
}

impl Pair<'_> {
    /// `shipped as `stop``, with the version where it is known.
    fn shipped(&self, as_what: &str) -> String {
        match self.base.row.since {
            Some(since) => format!("{as_what}, since {since}"),
            None => as_what.to_owned(),
        }
    }
}
