//! `path:DIR`: a folder as the base, such as another clone or a published crate that was unpacked.

use std::path::{Path, PathBuf};

use crate::package::{Package, USUAL, declared_registry, reason};

use super::obstacle::Obstacle;

/// A folder that holds the base.
#[derive(Debug)]
pub(super) struct Folder {
    /// Where it is.
    pub(super) directory: PathBuf,
    /// As it was typed.
    pub(super) shown: String,
}

impl Folder {
    pub(super) fn open(shown: &str) -> Result<Self, Obstacle> {
        let help = "name a folder with a Cargo.toml and a registry: `--against path:../base`";
        let shown_or_dot = if shown.is_empty() { "." } else { shown };
        let here = std::env::current_dir()
            .map_err(|error| Obstacle::new(format!("cannot tell the current directory: {}", reason(&error)), help))?;
        let directory = here.join(shown_or_dot);
        match std::fs::metadata(&directory) {
            Ok(found) if found.is_dir() => Ok(Self {
                directory,
                shown: shown.trim_end_matches(['/', '\\']).to_owned(),
            }),
            Ok(_) => Err(Obstacle::new(
                format!("the base `{shown_or_dot}` is not a folder"),
                help,
            )),
            Err(error) => Err(Obstacle::new(
                format!("the base `{shown_or_dot}` cannot be read: {}", reason(&error)),
                help,
            )),
        }
    }

    /// Its registry, relative to it: what its own manifest names, else where the package has it.
    pub(super) fn registry(&self, package: &Package, typed: bool) -> Result<String, Obstacle> {
        let mut candidates = Vec::new();
        if !typed {
            candidates.extend(self.declared()?);
        }
        candidates.push(package.registry.clone());
        if let Some(found) = candidates.iter().find(|path| self.directory.join(path).is_file()) {
            return Ok(found.clone());
        }
        candidates.dedup();
        Err(Obstacle::new(
            format!(
                "the base `{}` has no registry: {} is not a file",
                self.shown,
                candidates.join(" or ")
            ),
            "name the folder of the package, the one with its Cargo.toml: `--against path:../base/server`",
        ))
    }

    fn declared(&self) -> Result<Option<String>, Obstacle> {
        let Ok(text) = std::fs::read_to_string(self.directory.join(Path::new("Cargo.toml"))) else {
            return Ok(None);
        };
        match declared_registry(&text, "its Cargo.toml") {
            Ok(Some((path, _))) => Ok(Some(path)),
            Ok(None) => Ok(Some(USUAL.to_owned())),
            Err(trouble) => Err(Obstacle::new(
                format!("the base `{}` cannot be read: {}", self.shown, trouble.message),
                "name the folder of a package, the one with its Cargo.toml: `--against path:../base/server`",
            )),
        }
    }
}
