//! The base of the merge gate: what `check --against` compares with.
//!
//! a ref → the commit (`repository`, `refs`) → the registry in it (`locate`, `introduction`) → its files (`tree`, `copy`) →
//! a folder that the registry compiler reads like any other. git is asked for objects (`git`, `objects`); what cannot be
//! told is an [`Obstacle`], never an empty base.

mod copy;
mod day;
mod folder;
mod git;
mod introduction;
mod locate;
mod objects;
mod obstacle;
mod refs;
mod repository;
mod tree;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::package::Package;
use crate::paths::{below, normalize};

pub(crate) use locate::How;
pub(crate) use obstacle::Obstacle;

use folder::Folder;
use locate::{Located, Wanted};
use repository::Repository;
use tree::Tree;

/// What is compared with, opened.
#[derive(Debug)]
pub(crate) struct Against {
    base: Base,
    from: From,
}

/// Which base it is: what every report says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    /// As it was typed.
    pub(crate) reference: String,
    /// The commit that is read; `None` for a folder.
    pub(crate) commit: Option<String>,
    /// Whether that is where the ref and HEAD parted, not the ref itself.
    pub(crate) merge_base: bool,
    /// The day by which sunsets are judged: that of the head commit.
    pub(crate) day: Option<String>,
}

#[derive(Debug)]
enum From {
    Commit {
        repository: Box<Repository>,
        commit: String,
        tree: Box<RefCell<Tree>>,
    },
    Folder(Folder),
}

/// One package at the base.
#[derive(Debug)]
pub(crate) struct Side {
    /// The revision that its files are labelled with.
    pub(crate) label: String,
    /// What stands before the path of each of its files: `3f2a91c4d5e6:server`, as `git show` wants it.
    pub(crate) shown: String,
    /// Its registry, relative to the package.
    pub(crate) registry: String,
    /// How the registry was found; `None` where the folder was named.
    pub(crate) how: Option<How>,
    folder: Place,
}

#[derive(Debug)]
enum Place {
    Copied(TempDir),
    Named(PathBuf),
}

/// A registry of the base that is nowhere any more.
#[derive(Debug)]
pub(crate) struct Lost {
    /// As `git show` wants it.
    pub(crate) shown: String,
    /// How many of its codes have shipped.
    pub(crate) codes: usize,
}

impl Against {
    /// Opens what was typed, seen from the folder of a package.
    pub(crate) fn open(package: &Package, typed: &str, exact: bool) -> Result<Self, Obstacle> {
        match typed.strip_prefix("path:") {
            Some(_) if exact => Err(Obstacle::new(
                "`--exact` is about refs; a folder is compared with as it is",
                format!("leave it out: `cargo errtax check --against {typed}`"),
            )),
            Some(path) => Self::folder(package, typed, path),
            None => Self::commit(package, typed, exact),
        }
    }

    fn commit(package: &Package, typed: &str, exact: bool) -> Result<Self, Obstacle> {
        let repository = Repository::of(&package.directory)?;
        let tip = repository.must_commit(typed)?;
        let commit = match exact {
            true => tip,
            false => repository.merge_base(typed, &tip)?,
        };
        Ok(Self {
            base: Base {
                reference: typed.to_owned(),
                commit: Some(commit.clone()),
                merge_base: !exact,
                day: repository.day()?,
            },
            from: From::Commit {
                tree: Box::new(RefCell::new(Tree::of(&repository, &commit)?)),
                repository: Box::new(repository),
                commit,
            },
        })
    }

    fn folder(package: &Package, typed: &str, path: &str) -> Result<Self, Obstacle> {
        // The package need not be in a repository here; then no day is known.
        let day = match Repository::of(&package.directory) {
            Ok(repository) => repository.day()?,
            Err(_) => None,
        };
        Ok(Self {
            base: Base {
                reference: typed.to_owned(),
                commit: None,
                merge_base: false,
                day,
            },
            from: From::Folder(Folder::open(path)?),
        })
    }

    /// Which base it is.
    pub(crate) fn base(&self) -> &Base {
        &self.base
    }

    /// The package as it was; `None` where this change introduces its registry, which has the given `name`. `typed` says
    /// that the registry was named on the command line.
    pub(crate) fn side(&self, package: &Package, name: Option<&str>, typed: bool) -> Result<Option<Side>, Obstacle> {
        let (first, commit, tree) = match &self.from {
            From::Folder(folder) => return folder_side(folder, &self.base.reference, package, typed).map(Some),
            From::Commit {
                repository,
                commit,
                tree,
            } => (repository, commit, tree),
        };
        let repository = Repository::of(&package.directory)?;
        if repository.top != first.top {
            return Err(Obstacle::new(
                "this package is in another repository than the first of the workspace",
                format!(
                    "check it by itself: `cargo errtax check --manifest-path {} --against {}`",
                    package.show("Cargo.toml"),
                    self.base.reference
                ),
            ));
        }
        let tree = &mut *tree.borrow_mut();
        let wanted = Wanted {
            prefix: &repository.prefix,
            registry: &package.registry,
            name,
            typed,
        };
        let Some(located) = locate::registry(&repository, tree, commit, wanted)? else {
            let introduced = introduction::check(&repository, commit, &self.base.reference, wanted);
            return introduced.map(|()| None).map_err(Obstacle::missing);
        };
        Ok(Some(Side {
            label: short(commit).to_owned(),
            shown: shown(commit, &located.prefix),
            folder: Place::Copied(copy::package(tree, &located.prefix, &located.registry)?),
            registry: located.registry,
            how: Some(located.how),
        }))
    }

    /// The registries below a folder, or everywhere, that have shipped something at the base and are nowhere any more, but
    /// for those that `sides` have found again, and those of packages that nobody asks for.
    pub(crate) fn lost(
        &self,
        directory: Option<&Path>,
        sides: &[&Side],
        excluded: &[Package],
    ) -> Result<Vec<Lost>, Obstacle> {
        let From::Commit {
            repository,
            commit,
            tree,
        } = &self.from
        else {
            return Ok(Vec::new());
        };
        let within = match directory {
            Some(directory) => Repository::of(directory)?.prefix,
            None => String::new(),
        };
        let prefixes: Result<Vec<String>, Obstacle> = excluded
            .iter()
            .map(|package| Repository::of(&package.directory).map(|repository| repository.prefix))
            .collect();
        let excluded = prefixes?;
        let tree = &mut *tree.borrow_mut();
        let lost = introduction::lost(repository, tree)?
            .into_iter()
            .map(|(located, codes)| {
                let Located { prefix, registry, .. } = located;
                let side = joined(&shown(commit, &prefix), &registry);
                (prefix, Lost { shown: side, codes })
            });
        Ok(lost
            .filter(|(prefix, lost)| {
                let found = sides.iter().any(|side| side.show(&side.registry) == lost.shown);
                let inside = within.is_empty() || format!("{prefix}/").starts_with(&format!("{within}/"));
                !found && inside && !excluded.contains(prefix)
            })
            .map(|(_, lost)| lost)
            .collect())
    }

    /// The packages that the workspace in `root` had at the base, with a registry of which something has shipped, that are
    /// still there and that `sides` have not found: folder, and what has shipped of it.
    pub(crate) fn uncovered(&self, root: &Path, sides: &[&Side]) -> Result<Vec<(String, Lost)>, Obstacle> {
        let From::Commit { commit, tree, .. } = &self.from else {
            return Ok(Vec::new());
        };
        let within = Repository::of(root)?.prefix;
        let tree = &mut *tree.borrow_mut();
        let mut uncovered = Vec::new();
        for located in locate::members(tree, &within)? {
            let shown = joined(&shown(commit, &located.prefix), &located.registry);
            let folder = located
                .prefix
                .get(within.len()..)
                .unwrap_or_default()
                .trim_start_matches('/');
            let is_there = root.join(folder).join("Cargo.toml").is_file();
            if !is_there || sides.iter().any(|side| side.show(&side.registry) == shown) {
                continue;
            }
            let codes = introduction::shipped(tree, &located)?;
            if codes > 0 {
                uncovered.push((folder.to_owned(), Lost { shown, codes }));
            }
        }
        Ok(uncovered)
    }

    /// The registry of a package that has none any more; `None` where it had none, nothing of it has shipped, or it is
    /// still there and only no longer the one that the manifest names.
    pub(crate) fn gone(&self, package: &Package) -> Result<Option<Lost>, Obstacle> {
        let Some(side) = self.side(package, None, false)? else {
            return Ok(None);
        };
        let codes = crate::report::shipped(&errtax_build::analyse(side.directory(), &side.registry));
        let is_gone = codes > 0 && !package.path(&side.registry).is_file();
        Ok(is_gone.then(|| Lost {
            shown: side.show(&side.registry),
            codes,
        }))
    }
}

/// A registry of a commit, at a path as `git show` takes it: from the top of the repository, or from `directory` where it
/// begins with a point. Also which commit it is.
pub(crate) fn file(directory: &Path, reference: &str, path: &str) -> Result<(Side, String), Obstacle> {
    let repository = Repository::of(directory)?;
    let commit = repository.must_commit(reference)?;
    let path = match path.starts_with('.') {
        true => below(&repository.prefix, path),
        false => path.to_owned(),
    };
    let path = normalize(Path::new(&path)).to_string_lossy().replace('\\', "/");
    let mut tree = Tree::of(&repository, &commit)?;
    if !tree.is_file(&path)? {
        return Err(Obstacle::new(
            format!("`{reference}` has no file {path}"),
            format!("`git ls-tree -r --name-only {reference}` lists the files it has"),
        ));
    }
    let located = locate::split(&mut tree, &path, How::Unmoved)?;
    let side = Side {
        label: short(&commit).to_owned(),
        shown: shown(&commit, &located.prefix),
        folder: Place::Copied(copy::package(&mut tree, &located.prefix, &located.registry)?),
        registry: located.registry,
        how: Some(located.how),
    };
    Ok((side, commit))
}

/// Whether a name stands for a commit of the repository that the current directory is in.
pub(crate) fn names_commit(name: &str) -> bool {
    let repository = std::env::current_dir().ok().and_then(|here| Repository::of(&here).ok());
    repository.is_some_and(|repository| matches!(repository.commit(name), Ok(Some(_))))
}

impl Side {
    /// The folder that holds its files.
    pub(crate) fn directory(&self) -> &Path {
        match &self.folder {
            Place::Copied(folder) => folder.path(),
            Place::Named(folder) => folder,
        }
    }

    /// How a file of it is shown.
    pub(crate) fn show(&self, path: &str) -> String {
        joined(&self.shown, path)
    }
}

fn folder_side(folder: &Folder, label: &str, package: &Package, typed: bool) -> Result<Side, Obstacle> {
    Ok(Side {
        label: label.to_owned(),
        shown: folder.shown.clone(),
        registry: folder.registry(package, typed)?,
        how: None,
        folder: Place::Named(folder.directory.clone()),
    })
}

/// `3f2a91c4d5e6:server`, `3f2a91c4d5e6:`.
fn shown(commit: &str, prefix: &str) -> String {
    format!("{}:{prefix}", short(commit))
}

/// Puts a path below what [`shown`] gave, or below a folder.
fn joined(shown: &str, path: &str) -> String {
    match shown.ends_with(':') {
        true => format!("{shown}{path}"),
        false => below(shown, path),
    }
}

/// As many digits of a commit as never meet another one, the same in every clone.
pub(crate) fn short(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}
