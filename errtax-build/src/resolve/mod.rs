//! Raw files in, [`Registry`] out: included files are merged, extended registries taken over, defaults applied, roles
//! filled.
//!
//! Every declared code gets a [`crate::model::Code`], with stand-ins for what was wrong, so that the generated enum is whole and
//! one mistake is one error. What is a stand-in is noted in [`Doubts`], and no later stage draws conclusions from it.

mod code;
mod extends;
mod files;
mod merge;
mod roles;

use crate::map::{Map, Set};
use std::path::{Path, PathBuf};

use crate::finding::{Finding, Level, Stage};
use crate::model::Registry;
use crate::read::raw::RawRegistry;
use crate::read::{self, Kind};
use crate::rules;
use crate::source::{FileId, Place, Sources};

/// The standard registry by itself; `file` is the id of its text.
pub(crate) fn standard(file: FileId) -> Registry {
    let read = read::read(file, crate::standard::TEXT, Kind::Registry);
    let start = Place { file, start: 0, end: 0 };
    let mut findings = Vec::new();
    merge::registry(
        read.raw,
        &extends::Bases::default(),
        start,
        &mut Doubts::default(),
        &mut findings,
    )
}

/// One registry, and those of the same package that it extends.
#[derive(Debug)]
pub(crate) struct Resolved {
    /// The file, relative to the package.
    pub(crate) path: String,
    pub(crate) registry: Registry,
    pub(crate) doubts: Doubts,
    pub(crate) findings: Vec<Finding>,
    /// A merge left its markers in one of the files: no later stage draws conclusions from them.
    pub(crate) half_merged: bool,
    /// The registries of this package that it extends, each to be judged by itself.
    pub(crate) extended: Vec<Resolved>,
}

/// What was wrong and is said already, so that nothing more is concluded from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doubts {
    /// By code.
    fields: Map<String, Set<String>>,
    /// Something was not read, so that what is not there may yet be declared.
    pub(crate) incomplete: bool,
}

impl Doubts {
    pub(crate) fn add(&mut self, code: &str, field: impl Into<String>) {
        match self.fields.get_mut(code) {
            Some(fields) => {
                fields.insert(field.into());
            }
            None => {
                self.fields.insert(code.to_owned(), Set::from_iter([field.into()]));
            }
        }
    }

    /// Whether `field` of `code` stands as the file has it. For the registry's own fields, `code` is empty.
    pub(crate) fn sure(&self, code: &str, field: &str) -> bool {
        !self.fields.get(code).is_some_and(|fields| fields.contains(field))
    }

    /// Whether everything about `code` stands as the file has it.
    #[cfg(feature = "merge")]
    pub(crate) fn none_about(&self, code: &str) -> bool {
        !self.fields.contains_key(code)
    }

    /// Whether every one of `fields` stands as the file has it.
    pub(crate) fn all_sure(&self, code: &str, fields: &[&str]) -> bool {
        fields.iter().all(|field| self.sure(code, field))
    }
}

/// Reads and resolves the files of one package.
pub(crate) struct Resolver<'a> {
    pub(crate) package: &'a Path,
    pub(crate) sources: &'a mut Sources,
    /// What was read, or looked for: the build depends on it.
    pub(crate) read: Vec<PathBuf>,
    /// The same, to be asked for.
    known: Set<String>,
    /// The files that were read: what two registries extend is one file.
    loaded: Map<String, (FileId, Vec<Finding>)>,
    /// The registries that are being read, outermost first.
    stack: Vec<String>,
}

/// Why a registry could not be read at all.
#[derive(Debug)]
pub(crate) struct Unreadable(pub(crate) Vec<Finding>);

impl<'a> Resolver<'a> {
    pub(crate) fn new(package: &'a Path, sources: &'a mut Sources) -> Self {
        Self {
            package,
            sources,
            read: Vec::new(),
            known: Set::new(),
            loaded: Map::default(),
            stack: Vec::new(),
        }
    }

    /// Reads the registry at `path` with all that belongs to it.
    pub(crate) fn registry(&mut self, path: &str) -> Result<Resolved, Unreadable> {
        let path = match read::paths::inside_package(
            path,
            Place {
                file: FileId(usize::MAX),
                start: 0,
                end: 0,
            },
        ) {
            Ok(path) => path,
            Err(mut finding) => {
                let file = self.sources.add(path, "");
                finding.place.file = file;
                return Err(Unreadable(vec![finding]));
            }
        };
        let (file, mut findings) = self.load(&path);
        if findings.iter().any(|finding| finding.level == Level::CouldNotJudge) {
            return Err(Unreadable(findings));
        }
        let mut raw = self.read_file(file, Kind::Registry, &mut findings);
        self.stack.push(path.clone());
        self.include(&path, &mut raw, &mut findings);
        let bases = self.extend(&raw, &mut findings);
        self.stack.pop();
        let start = Place { file, start: 0, end: 0 };
        let half_merged = raw.half_merged || bases.in_package.iter().any(|base| base.half_merged);
        let mut doubts = Doubts {
            incomplete: raw.incomplete || bases.incomplete,
            ..Doubts::default()
        };
        let registry = merge::registry(raw, &bases, start, &mut doubts, &mut findings);
        if half_merged {
            // What is missing or does not go together may stand on the other side of the conflict.
            findings.retain(|finding| finding.rule.stage == Stage::Read && finding.rule != &rules::MISSING_KEY);
        }
        Ok(Resolved {
            path,
            half_merged,
            registry,
            doubts,
            findings,
            extended: bases.in_package,
        })
    }

    /// Reads one file into the sources, once.
    fn load(&mut self, path: &str) -> (FileId, Vec<Finding>) {
        if let Some(known) = self.loaded.get(path) {
            return known.clone();
        }
        self.depend_on(path);
        let loaded = read::load(self.package, path, self.sources);
        self.loaded.insert(path.to_owned(), loaded.clone());
        loaded
    }

    fn depend_on(&mut self, path: &str) {
        if self.known.insert(path.to_owned()) {
            self.read.push(PathBuf::from(path));
        }
    }

    fn read_file(&self, file: FileId, kind: Kind, findings: &mut Vec<Finding>) -> RawRegistry {
        let read = read::read(file, &self.sources.file(file).text, kind);
        findings.extend(read.findings);
        read.raw
    }
}
