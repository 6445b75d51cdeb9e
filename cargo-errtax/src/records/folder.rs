//! What stands in the folder of the records.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::package::{Package, reason};

use super::form::{Standing, number};

/// How deep a folder without a meaning is looked through for records.
const DEPTH: usize = 8;

/// One record.
#[derive(Debug)]
pub(super) struct Record {
    /// In the package.
    pub(super) path: String,
    /// By its folder.
    pub(super) standing: Standing,
    /// The name of its file.
    pub(super) file: String,
    /// Without the mark that some editors put before it; or why it cannot be read.
    pub(super) text: Result<String, String>,
}

impl Record {
    /// The number in its name.
    pub(super) fn number(&self) -> Option<u32> {
        number(&self.file)
    }
}

/// All that stands there, each part sorted by path.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// In the package.
    pub(super) path: String,
    /// Whether it is there at all.
    pub(super) exists: bool,
    pub(super) records: Vec<Record>,
    /// The Markdown files beside the three folders, by name.
    pub(super) pages: Vec<String>,
    /// Markdown files in folders that say nothing of a status.
    pub(super) strays: Vec<String>,
    /// What cannot be looked at, and why.
    pub(super) unreadable: Vec<(String, String)>,
}

impl Folder {
    /// Looks at all of it. Links are followed, as cargo follows them when it packages.
    pub(super) fn read(package: &Package, path: &str) -> Self {
        let mut folder = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        let top = package.path(path);
        match fs::metadata(&top) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(&top).is_err() => {
                return folder;
            }
            Err(error) => folder.cannot(path, &error),
            Ok(meta) if !meta.is_dir() => folder.unreadable.push((path.to_owned(), NO_FOLDER.to_owned())),
            Ok(_) => folder.top(&top),
        }
        folder.exists = true;
        folder.records.sort_by(|a, b| a.path.cmp(&b.path));
        folder.strays.sort();
        folder.unreadable.sort();
        folder
    }

    /// The number of the next record.
    pub(super) fn next(&self) -> u32 {
        let highest = self.records.iter().filter_map(Record::number).max();
        highest.unwrap_or_default().saturating_add(1)
    }

    /// The record of a path.
    pub(super) fn record(&self, path: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.path == path)
    }

    fn top(&mut self, top: &Path) {
        let path = self.path.clone();
        for (name, inner) in self.entries(top, &path) {
            let shown = format!("{path}/{name}");
            let standing = Standing::ALL.into_iter().find(|standing| standing.as_str() == name);
            match (fs::metadata(&inner), standing) {
                (Ok(meta), Some(standing)) if meta.is_dir() => self.standing(standing, &inner, &shown),
                (Ok(_), Some(_)) => self.unreadable.push((shown, NO_FOLDER.to_owned())),
                (Ok(meta), None) if meta.is_dir() => self.search(&inner, &shown, DEPTH),
                (Ok(_), None) if is_page(&name) => self.pages.push(name),
                (Err(error), _) if standing.is_some() || is_page(&name) => self.cannot(&shown, &error),
                _ => {}
            }
        }
    }

    fn standing(&mut self, standing: Standing, folder: &Path, path: &str) {
        for (file, inner) in self.entries(folder, path) {
            let path = format!("{path}/{file}");
            let is_record = is_page(&file) || file.starts_with(|c: char| c.is_ascii_digit());
            match fs::metadata(&inner) {
                Ok(meta) if meta.is_dir() && !is_page(&file) => self.search(&inner, &path, DEPTH),
                Err(error) if is_record => self.cannot(&path, &error),
                Ok(_) if is_record => {
                    let text = text(&inner);
                    self.records.push(Record {
                        path,
                        standing,
                        file,
                        text,
                    });
                }
                // A picture that a record shows.
                _ => {}
            }
        }
    }

    /// Whatever looks like a record in a folder that records do not belong in.
    fn search(&mut self, folder: &Path, path: &str, depth: usize) {
        // A link to a folder may lead back up.
        if depth == 0 || fs::symlink_metadata(folder).is_ok_and(|meta| meta.is_symlink()) {
            return;
        }
        for (name, inner) in self.entries(folder, path) {
            let path = format!("{path}/{name}");
            match fs::symlink_metadata(&inner) {
                Ok(meta) if meta.is_dir() => self.search(&inner, &path, depth - 1),
                Ok(_) if is_page(&name) => self.strays.push(path),
                _ => {}
            }
        }
    }

    /// Name and path of what a folder holds, sorted; what begins with a dot is the system's or an editor's.
    fn entries(&mut self, folder: &Path, path: &str) -> Vec<(String, PathBuf)> {
        let entries = fs::read_dir(folder).and_then(|entries| {
            entries
                .map(|entry| entry.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())))
                .collect::<io::Result<Vec<_>>>()
        });
        match entries {
            Ok(mut entries) => {
                entries.retain(|(name, _)| !name.starts_with('.'));
                entries.sort();
                entries
            }
            Err(error) => {
                self.cannot(path, &error);
                Vec::new()
            }
        }
    }

    fn cannot(&mut self, path: &str, error: &io::Error) {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "it is a link that leads nowhere".to_owned(),
            _ => reason(error),
        };
        self.unreadable.push((path.to_owned(), why));
    }
}

const NO_FOLDER: &str = "it is a file, and a folder belongs there";

/// Whether a file is Markdown by its name.
fn is_page(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
}

/// The text of a file, or why there is none.
pub(super) fn text(path: &Path) -> Result<String, String> {
    // Anything else, a pipe for one, might never end.
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() => {}
        Ok(meta) if meta.is_dir() => return Err("it is a folder".to_owned()),
        Ok(_) => return Err("it is no file".to_owned()),
        Err(error) => return Err(reason(&error)),
    }
    let bytes = fs::read(path).map_err(|error| reason(&error))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
        Err(error) => {
            let valid = error
                .as_bytes()
                .get(..error.utf8_error().valid_up_to())
                .unwrap_or_default();
            let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(format!("line {line} is not UTF-8"))
        }
    }
}
