//! The files of a registry, out of a commit into a folder of their own, where the registry compiler can read them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::package::reason;
use crate::paths::below;

use super::obstacle::Obstacle;
use super::tree::{Found, Tree};

/// The package of a commit that is at `prefix`, as far as `registry` needs it. Links are files here: what they lead to may
/// be anywhere in the repository.
pub(super) fn package(tree: &mut Tree, prefix: &str, registry: &str) -> Result<TempDir, Obstacle> {
    let folder = tempfile::tempdir().map_err(|error| no_room(&error))?;
    let mut known = BTreeSet::new();
    let mut wanted = vec![registry.to_owned(), errtax_build::lock_path(registry)];
    // A file names further ones: the registry its includes and what it extends, and so on, until nothing new is named.
    while !wanted.is_empty() {
        let mut names_more = false;
        for path in wanted {
            match tree.find(&below(prefix, &path))? {
                Some(Found::File(bytes)) => {
                    names_more |= !path.ends_with(".lock") && may_name_files(&bytes, path != registry);
                    put(&folder.path().join(&path), &bytes).map_err(|error| no_room(&error))?;
                }
                Some(Found::Folder(names)) => {
                    names_more = true;
                    named(tree, prefix, &path, &names, folder.path())?;
                }
                None => {}
            }
            known.insert(path);
        }
        wanted = match names_more {
            true => errtax_build::inputs(folder.path(), registry),
            false => Vec::new(),
        }
        .iter()
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .filter(|path| !known.contains(path))
        .collect();
    }
    Ok(folder)
}

/// Whether a registry may name further files. To read it takes as long as the comparison itself; most need not be read
/// twice. One that another extends has a lock, too.
fn may_name_files(bytes: &[u8], is_named: bool) -> bool {
    let text = String::from_utf8_lossy(bytes);
    if is_named && text.contains("registry") && text.contains("edition") {
        return true;
    }
    // With an escape in it, a key may be written in any way.
    ["include", "extends", "\\u", "\\U", "\\x"]
        .iter()
        .any(|word| text.contains(word))
}

/// A folder is asked for its names; which of the files are read follows from them.
fn named(tree: &mut Tree, prefix: &str, path: &str, names: &[String], folder: &Path) -> Result<(), Obstacle> {
    let path = if path == "." { "" } else { path };
    for name in names {
        let file = below(path, name);
        let target = folder.join(&file);
        if !target.exists() && tree.is_file(&below(prefix, &file))? {
            put(&target, b"").map_err(|error| no_room(&error))?;
        }
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}

fn no_room(error: &io::Error) -> Obstacle {
    Obstacle::new(
        format!("the base cannot be put into a temporary folder: {}", reason(error)),
        "make room, or set TMPDIR to a folder that can be written",
    )
}
