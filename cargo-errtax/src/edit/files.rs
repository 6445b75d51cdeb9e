//! The files of a package as they shall be.

use std::collections::BTreeMap;
use std::io;

use errtax_build::lock::Lock;

use crate::artifacts::with_ends_of;
use crate::package::{Package, reason};
use crate::trouble::Trouble;
use crate::write::Change;

use super::toml::Toml;

/// Those that are under edit. Nothing is written here.
#[derive(Debug)]
pub(crate) struct Files<'a> {
    package: &'a Package,
    /// By path in the package: what was there, and what shall be.
    open: BTreeMap<String, (Option<String>, String)>,
}

impl<'a> Files<'a> {
    /// None of the package's.
    pub(crate) fn of(package: &'a Package) -> Self {
        Self {
            package,
            open: BTreeMap::new(),
        }
    }

    /// Edits one; where it does not exist, from nothing. `instead` is what to do by hand where the edit fails.
    pub(crate) fn edit(
        &mut self,
        file: &str,
        instead: &str,
        edit: impl FnOnce(&mut Toml) -> Result<(), String>,
    ) -> Result<(), Trouble> {
        let text = self.text(file)?.unwrap_or_default();
        let edited = Toml::new(text).and_then(|mut toml| {
            edit(&mut toml)?;
            Ok(toml.into_text())
        });
        match edited {
            Ok(text) => {
                self.put(file, text)?;
                Ok(())
            }
            Err(message) => {
                let shown = self.package.show(file);
                let found = format!("cannot edit {shown}: {message}");
                Err(Trouble::new(shown, found, instead))
            }
        }
    }

    /// The whole text of one.
    pub(crate) fn put(&mut self, file: &str, text: String) -> Result<(), Trouble> {
        self.text(file)?;
        if let Some((_, new)) = self.open.get_mut(file) {
            *new = text;
        }
        Ok(())
    }

    /// The lock, with the line ends that it had.
    pub(crate) fn put_lock(&mut self, lock: &Lock) -> Result<(), Trouble> {
        let file = self.package.lock();
        let old = self.text(&file)?.unwrap_or_default();
        self.put(&file, with_ends_of(&old, lock.render()))
    }

    /// One as it shall be; `None` where it is not there yet.
    pub(crate) fn text(&mut self, file: &str) -> Result<Option<String>, Trouble> {
        if let Some((old, new)) = self.open.get(file) {
            return Ok(Some(new.clone()).filter(|new| old.is_some() || !new.is_empty()));
        }
        let old = self.read(file)?;
        self.open
            .insert(file.to_owned(), (old.clone(), old.clone().unwrap_or_default()));
        Ok(old)
    }

    /// The file as it is on the disk, to the byte; `None` where there is none.
    fn read(&self, file: &str) -> Result<Option<String>, Trouble> {
        match std::fs::read_to_string(self.package.path(file)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                let shown = self.package.show(file);
                let message = format!("cannot read {shown}: {}", reason(&error));
                Err(Trouble::new(
                    shown,
                    message,
                    "make it readable and run the command again",
                ))
            }
        }
    }

    /// Those that change, the lock last: should the machine stop between two of them, the lock is merely behind, which
    /// `check` says and the next `freeze` mends.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let lock = self.package.lock();
        let package = self.package;
        let mut changes: Vec<(bool, Change)> = self
            .open
            .iter()
            .filter(|(_, (old, new))| old.as_ref() != Some(new))
            .map(|(file, (old, new))| {
                let change = Change {
                    path: package.path(file),
                    shown: package.show(file),
                    old: old.clone(),
                    new: new.clone(),
                };
                (*file == lock, change)
            })
            .collect();
        changes.sort_by_key(|(is_lock, _)| *is_lock);
        changes.into_iter().map(|(_, change)| change).collect()
    }
}
