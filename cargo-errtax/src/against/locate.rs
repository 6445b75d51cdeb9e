//! Where the registry was at the base: files are renamed and packages are moved, and a contract stays what it is.

use std::path::Path;

use toml_edit::Document;

use crate::package::{USUAL, declared_registry};
use crate::paths::{below, normalize};

use super::obstacle::Obstacle;
use super::repository::Repository;
use super::tree::Tree;

/// Where it was, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Located {
    /// The package's folder, from the top of the repository.
    pub(crate) prefix: String,
    /// The registry, relative to that.
    pub(crate) registry: String,
    /// How it was found.
    pub(crate) how: How,
}

/// How it is known which registry of the base is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It is where it was.
    Unmoved,
    /// The base's Cargo.toml names it.
    Manifest,
    /// git sees that it was renamed.
    Renamed,
    /// It has the same `name`, and is no longer where it was.
    SameName,
}

/// Whose registry is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// The package's folder, from the top.
    pub(super) prefix: &'a str,
    /// The registry, relative to that.
    pub(super) registry: &'a str,
    /// Its `name`, where it has one.
    pub(super) name: Option<&'a str>,
    /// It was named by who runs the command, whatever the manifest says.
    pub(super) typed: bool,
}

/// Finds it in the base; `None` where nothing says that it was there.
pub(super) fn registry(
    repository: &Repository,
    tree: &mut Tree,
    commit: &str,
    wanted: Wanted<'_>,
) -> Result<Option<Located>, Obstacle> {
    if let Some(located) = in_place(tree, wanted)? {
        return Ok(Some(located));
    }
    if let Some(located) = renamed(repository, tree, commit, wanted)? {
        return Ok(Some(located));
    }
    same_name(repository, tree, wanted)
}

/// In the folder where the package is.
fn in_place(tree: &mut Tree, wanted: Wanted<'_>) -> Result<Option<Located>, Obstacle> {
    // What the manifest said then comes first, so that no change can point the comparison at another file.
    let declared = match wanted.typed {
        true => None,
        false => declared(tree, wanted.prefix)?,
    };
    for registry in declared.iter().map(String::as_str).chain([wanted.registry]) {
        if tree.is_file(&below(wanted.prefix, registry))? {
            return Ok(Some(Located {
                prefix: wanted.prefix.to_owned(),
                registry: registry.to_owned(),
                how: if registry == wanted.registry {
                    How::Unmoved
                } else {
                    How::Manifest
                },
            }));
        }
    }
    Ok(None)
}

/// Which file the manifest of a package makes its registry; `None` where there is no package.
fn declared(tree: &mut Tree, prefix: &str) -> Result<Option<String>, Obstacle> {
    let path = below(prefix, "Cargo.toml");
    let Some(text) = tree.text(&path)? else {
        return Ok(None);
    };
    if Document::parse(text.as_str()).is_ok_and(|manifest| manifest.get("package").is_none()) {
        return Ok(None);
    }
    match declared_registry(&text, &path) {
        Ok(Some((declared, _))) => Ok(Some(
            normalize(Path::new(&declared)).to_string_lossy().replace('\\', "/"),
        )),
        Ok(None) => Ok(Some(USUAL.to_owned())),
        Err(trouble) => Err(Obstacle::new(
            format!("at the base, {}", trouble.message),
            "compare with a commit at which it is whole: `cargo errtax check --against COMMIT --exact`",
        )),
    }
}

/// Where git says that the file came from.
fn renamed(
    repository: &Repository,
    tree: &mut Tree,
    commit: &str,
    wanted: Wanted<'_>,
) -> Result<Option<Located>, Obstacle> {
    // The index, not the working tree: reading that would run the filters which a repository may ask for. What is not
    // added yet is found by its name.
    let changes = repository.git.parts(&[
        "diff-index",
        "--cached",
        "--find-renames",
        "--name-status",
        "-z",
        commit,
        "--",
        ":(top,glob)**/*.toml",
    ])?;
    let now = below(wanted.prefix, wanted.registry);
    let mut changes = changes.iter();
    while let Some(status) = changes.next() {
        let old = changes.next();
        if !status.starts_with('R') {
            continue;
        }
        let (Some(old), Some(new)) = (old, changes.next()) else {
            break;
        };
        if *new == now && name(tree, old)?.is_some() {
            return Ok(Some(split(tree, old, How::Renamed)?));
        }
    }
    Ok(None)
}

/// A registry of that name, which is not where it was any more.
fn same_name(repository: &Repository, tree: &mut Tree, wanted: Wanted<'_>) -> Result<Option<Located>, Obstacle> {
    let Some(wanted_name) = wanted.name else {
        return Ok(None);
    };
    let mut same = Vec::new();
    for path in tree.files(".toml")? {
        if name(tree, &path)?.as_deref() == Some(wanted_name)
            && name_now(&repository.top, &path).as_deref() != Some(wanted_name)
        {
            same.push(path);
        }
    }
    match same.as_slice() {
        [] => Ok(None),
        [path] => Ok(Some(split(tree, path, How::SameName)?)),
        [first, second, ..] => Err(Obstacle::new(
            format!(
                "at the base, {first} and {second} both have the name `{wanted_name}`, and neither is there any more"
            ),
            format!(
                "say which of the two became {}: move the other one in a change of its own",
                below(wanted.prefix, wanted.registry)
            ),
        )
        .missing()),
    }
}

/// The registries of the base's packages that are no longer where they were.
pub(super) fn gone(repository: &Repository, tree: &mut Tree) -> Result<Vec<Located>, Obstacle> {
    let mut gone = Vec::new();
    for manifest in tree.files("Cargo.toml")? {
        let prefix = match manifest.rsplit_once('/') {
            Some((prefix, "Cargo.toml")) => prefix,
            None if manifest == "Cargo.toml" => "",
            _ => continue,
        };
        let Some(registry) = declared(tree, prefix)? else {
            continue;
        };
        let path = below(prefix, &registry);
        if tree.is_file(&path)? && name_now(&repository.top, &path).is_none() {
            gone.push(Located {
                prefix: prefix.to_owned(),
                registry,
                how: How::Unmoved,
            });
        }
    }
    Ok(gone)
}

/// The `name` of the registry that a path leads to in the working tree.
fn name_now(top: &str, path: &str) -> Option<String> {
    name_in(&std::fs::read_to_string(Path::new(top).join(path)).ok()?)
}

/// The `name` of a file that is a registry.
fn name(tree: &mut Tree, path: &str) -> Result<Option<String>, Obstacle> {
    Ok(tree.text(path)?.as_deref().and_then(name_in))
}

/// The same of a text. Most files are none, and reading them as TOML takes time.
fn name_in(text: &str) -> Option<String> {
    if !text.contains("registry") || !text.contains("edition") {
        return None;
    }
    let document = Document::parse(text).ok()?;
    let head = document.get("registry")?;
    // The keys that every registry must have, and a manifest of cargo has not.
    head.get("edition")?;
    head.get("version")?;
    Some(head.get("name")?.as_str()?.to_owned())
}

/// Which folder above a registry is its package's: the nearest with a manifest.
pub(super) fn split(tree: &mut Tree, path: &str, how: How) -> Result<Located, Obstacle> {
    let mut prefix = path;
    while let Some((above, _)) = prefix.rsplit_once('/') {
        prefix = above;
        if tree.is_file(&below(prefix, "Cargo.toml"))? {
            return Ok(Located {
                prefix: prefix.to_owned(),
                registry: path.get(prefix.len() + 1..).unwrap_or(path).to_owned(),
                how,
            });
        }
    }
    Ok(Located {
        prefix: String::new(),
        registry: path.to_owned(),
        how,
    })
}
