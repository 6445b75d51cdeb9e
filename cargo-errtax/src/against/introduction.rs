//! Whether a registry that the base does not have is a new one. Only then is there nothing to compare with; where one was
//! deleted, moved beyond recognition or cut off with its history, nobody can say that nothing has shipped.

use crate::paths::below;

use super::locate::{self, Located, Wanted};
use super::obstacle::Obstacle;
use super::repository::Repository;
use super::tree::Tree;
use super::{copy, refs, short};

/// Fails unless nothing before the base had it.
pub(super) fn check(repository: &Repository, commit: &str, name: &str, wanted: Wanted<'_>) -> Result<(), Obstacle> {
    let path = below(wanted.prefix, wanted.registry);
    if repository.shallow {
        return Err(Obstacle::new(
            format!("the base has no {path}, and this clone is shallow: whether there was one before is not known"),
            refs::deepen(repository, name)?,
        ));
    }
    let lock = errtax_build::lock_path(wanted.registry);
    // Relative to the package, where git runs; whatever stands in a name, it is a name.
    let last = repository.git.line(&[
        "--literal-pathspecs",
        "rev-list",
        "--full-history",
        "--max-count=1",
        commit,
        "--",
        wanted.registry,
        &lock,
    ])?;
    match last.as_deref() {
        None | Some("") => Ok(()),
        Some(last) => {
            let last = short(last);
            Err(Obstacle::new(
                format!("the base has no {path}, but there was one: commit {last} took it away"),
                format!(
                    "compare with the last commit that had it: `cargo errtax check --against {last}~1 --exact`; if that \
                     is clean, nothing that had shipped is lost"
                ),
            ))
        }
    }
}

/// Those of the base's registries that have shipped something and are nowhere any more, each with how many codes.
pub(super) fn lost(repository: &Repository, tree: &mut Tree) -> Result<Vec<(Located, usize)>, Obstacle> {
    let mut lost = Vec::new();
    for located in locate::gone(repository, tree)? {
        let codes = shipped(tree, &located)?;
        if codes > 0 {
            lost.push((located, codes));
        }
    }
    Ok(lost)
}

/// How many codes of a registry of the base have shipped.
pub(super) fn shipped(tree: &mut Tree, located: &Located) -> Result<usize, Obstacle> {
    let folder = copy::package(tree, &located.prefix, &located.registry)?;
    let analysis = errtax_build::analyse(folder.path(), &located.registry);
    Ok(crate::report::shipped(&analysis))
}
