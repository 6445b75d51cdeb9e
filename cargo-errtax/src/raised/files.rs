//! Which files are the code of a crate, and which of them are there in tests alone.
//!
//! Every file in the folder of a root file counts, because not every `mod` can be seen: macros write some. What is known
//! to be reached through `#[cfg(test)] mod …;` alone does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

use super::scan::{FileName, NamedBy, Scanned, Wanted, scan};
use super::workspace::{Crates, Sources};
use crate::paths::normalize;

/// One file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// The position of its package.
    pub(super) package: usize,
    /// What it holds; nothing where it could not be read.
    pub(super) scanned: Scanned,
    /// Whether it could be read and its tokens could be told apart.
    pub(super) is_read: bool,
    /// Whether it is the root of a crate, or some `mod` names it: then it has to be a whole Rust file.
    pub(super) is_module: bool,
    /// Whether it names its modules beside itself, as root files and `mod.rs` do.
    names_beside: bool,
    /// The files that it leads to, and whether in tests alone.
    leads_to: Vec<(PathBuf, bool)>,
}

/// All files of some crates, without those of tests.
#[derive(Debug, Default)]
pub(super) struct Files(BTreeMap<PathBuf, File>);

impl Files {
    /// Reads them.
    pub(super) fn read(crates: &Crates, wanted: &Wanted<'_>) -> Self {
        let mut files = Self::default();
        let mut queue = Vec::new();
        for (package, sources) in crates.packages.iter().enumerate() {
            for root in &sources.roots {
                queue.push(Step::module(root.clone(), package, true));
            }
            for path in in_folders(sources, &crates.target_directory) {
                queue.push(Step::found(path, package));
            }
        }
        // Roots first: whether a file is one decides how its modules are found.
        queue.sort_by_key(|step| !step.names_beside);
        queue.reverse();
        while let Some(step) = queue.pop() {
            files.take(step, wanted, &mut queue);
        }
        let roots = crates.packages.iter().flat_map(|sources| &sources.roots);
        files.drop_tests(roots);
        files
    }

    /// The files, by path.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Path, &File)> {
        self.0.iter().map(|(path, file)| (path.as_path(), file))
    }

    fn take(&mut self, step: Step, wanted: &Wanted<'_>, queue: &mut Vec<Step>) {
        if let Some(known) = self.0.get_mut(&step.path) {
            known.is_module |= step.is_module;
            return;
        }
        let mut file = File {
            package: step.package,
            is_module: step.is_module,
            names_beside: step.names_beside || step.path.file_name().is_some_and(|name| name == "mod.rs"),
            ..File::default()
        };
        if let Some(scanned) = read(&step.path)
            .and_then(|text| tokens(&text))
            .map(|trees| scan(&trees, wanted))
        {
            file.is_read = !scanned.too_deep;
            file.scanned = scanned;
        }
        for name in &file.scanned.files {
            let Some(path) = resolve(&step.path, file.names_beside, name) else {
                continue;
            };
            file.leads_to.push((path.clone(), name.test));
            queue.push(match name.by {
                NamedBy::Module(_) => Step {
                    is_module: !name.test,
                    ..Step::found(path, step.package)
                },
                NamedBy::Path(_) => Step::module(path, step.package, !name.test),
                NamedBy::Include(_) => Step::found(path, step.package),
            });
        }
        self.0.insert(step.path, file);
    }

    /// Leaves out what is reached in tests alone. What is not reached at all stays: a macro may name it.
    fn drop_tests<'a>(&mut self, roots: impl Iterator<Item = &'a PathBuf>) {
        let live = self.reached(roots.cloned().collect(), |test| !test);
        let started = self.0.values().flat_map(|file| &file.leads_to);
        let started = started
            .filter(|(_, test)| *test)
            .map(|(path, _)| path.clone())
            .collect();
        let tests = self.reached(started, |_| true);
        self.0.retain(|path, _| live.contains(path) || !tests.contains(path));
    }

    fn reached(&self, mut open: Vec<PathBuf>, follow: impl Fn(bool) -> bool) -> BTreeSet<PathBuf> {
        let mut reached = BTreeSet::new();
        while let Some(path) = open.pop() {
            if let Some(file) = self.0.get(&path)
                && reached.insert(path)
            {
                let next = file.leads_to.iter().filter(|(_, test)| follow(*test));
                open.extend(next.map(|(path, _)| path.clone()));
            }
        }
        reached
    }
}

/// A file that is still to be read.
#[derive(Debug)]
struct Step {
    path: PathBuf,
    package: usize,
    is_module: bool,
    names_beside: bool,
}

impl Step {
    fn found(path: PathBuf, package: usize) -> Self {
        Self {
            path,
            package,
            is_module: false,
            names_beside: false,
        }
    }

    fn module(path: PathBuf, package: usize, is_module: bool) -> Self {
        Self {
            path,
            package,
            is_module,
            names_beside: true,
        }
    }
}

/// The text of a file, where it is UTF-8.
pub(super) fn read(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// The bytes before the first token: a byte order mark, and a line that tells a shell what to run.
pub(crate) fn before_tokens(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let rest = text.get(mark..).unwrap_or_default();
    let is_shebang = rest.starts_with("#!") && !rest.get(2..).unwrap_or_default().trim_start().starts_with('[');
    if is_shebang {
        mark + rest.find('\n').unwrap_or(rest.len())
    } else {
        mark
    }
}

fn tokens(text: &str) -> Option<Vec<TokenTree>> {
    let stream: TokenStream = text.get(before_tokens(text)..)?.parse().ok()?;
    Some(stream.into_iter().collect())
}

/// The file that a name in `file` means.
fn resolve(file: &Path, names_beside: bool, name: &FileName) -> Option<PathBuf> {
    let folder = file.parent()?;
    let mut modules = folder.to_owned();
    if !names_beside {
        modules.push(file.file_stem()?);
    }
    modules.extend(&name.inside);
    let candidates = match &name.by {
        NamedBy::Module(module) => vec![
            modules.join(format!("{module}.rs")),
            modules.join(module).join("mod.rs"),
        ],
        NamedBy::Path(path) if name.inside.is_empty() => vec![folder.join(path)],
        NamedBy::Path(path) => vec![modules.join(path)],
        NamedBy::Include(path) => vec![folder.join(path)],
    };
    let candidates = candidates.iter().map(|path| normalize(path));
    candidates.into_iter().find(|path| path.is_file())
}

/// Every Rust file in the folders of the root files.
fn in_folders(sources: &Sources, target: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<PathBuf> = sources
        .roots
        .iter()
        .filter_map(|root| root.parent().map(Path::to_owned))
        .collect();
    while let Some(folder) = open.pop() {
        // A link may lead back to where it came from.
        let Ok(real) = folder.canonicalize() else { continue };
        if !seen.insert(real) {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                if !is_apart(&path, sources, target) {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") && !sources.others.contains(&path) {
                found.insert(path);
            }
        }
    }
    found
}

/// Whether a folder holds something else than the code of a crate around it.
fn is_apart(folder: &Path, sources: &Sources, target: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let at_top = folder.parent() == Some(&sources.directory);
    folder == target
        || name.starts_with('.')
        || folder.join("Cargo.toml").is_file()
        || (at_top && matches!(&*name, "benches" | "examples" | "target" | "tests"))
}
