//! What a command is about to do.

use errtax_build::finding::Rule;
use errtax_build::lock::{Lock, Row};

use crate::trouble::Trouble;

use super::{Done, Files, Ground, Raise, Refusal, prove, string};

/// What a command is about to do.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The files, edited.
    pub(crate) files: Files<'a>,
    /// What was done, in the order in which it is told.
    pub(crate) done: Vec<Done>,
    /// What is worth knowing.
    pub(crate) notes: Vec<String>,
    /// What the author has yet to do.
    pub(crate) left: Vec<String>,
    /// The rules that may be broken until that is done, each for one code.
    pub(crate) unfinished: Vec<(&'static Rule, String)>,
    /// Whether there is something to say about style yet.
    pub(crate) reads: bool,
    /// The lock, as it shall be.
    lock: Option<Lock>,
}

impl<'a> Plan<'a> {
    /// Nothing yet.
    pub(crate) fn new(ground: &Ground<'a>) -> Self {
        Self {
            files: Files::of(ground.package),
            done: Vec::new(),
            notes: Vec::new(),
            left: Vec::new(),
            unfinished: Vec::new(),
            reads: true,
            lock: None,
        }
    }

    /// Raises the registry's version, where that is needed, and says so.
    pub(crate) fn raise(&mut self, ground: &Ground<'_>, raise: &Raise) -> Result<(), Trouble> {
        let Raise::To(version, because) = raise else {
            return Ok(());
        };
        let now = ground.registry.version;
        let instead = format!("write `version = \"{version}\"` under `[registry]` by hand, and run the command again");
        self.files.edit(&ground.package.registry, &instead, |toml| {
            toml.set(&["registry"], "version", &string(&version.to_string()), &["name"])
        })?;
        self.done.push(Done {
            did: "raised",
            would: "raise",
            codes: Vec::new(),
            said: format!("the version from {now} to {version}: {because}"),
        });
        Ok(())
    }

    /// Rewrites a part of the lock.
    pub(crate) fn lock(&mut self, ground: &Ground<'_>, edit: impl FnOnce(&mut Lock)) -> Result<(), Trouble> {
        let before = || ground.analysis.lock.clone().unwrap_or_default();
        let lock = self.lock.get_or_insert_with(before);
        edit(lock);
        self.files.put_lock(lock)
    }
}

/// What the lock would record of a code, read from the files as they are edited so far.
pub(crate) fn read_back(ground: &Ground<'_>, plan: &Plan<'_>, code: &str) -> Result<Row, Refusal> {
    let proven = prove(ground.package, ground.analysis, &plan.files.changes())?;
    let read = proven.registry.as_ref().and_then(|registry| registry.codes.get(code));
    read.map(Row::of).ok_or_else(|| {
        ground.refuse(
            format!("the edit of {code} cannot be read back"),
            "leave the command alone and edit the file by hand",
        )
    })
}
