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
    // What the manifest said then comes first, so that no change can point the comparison at another file.
    let declared = match wanted.typed {
        true => None,
        false => declared(tree, wanted.prefix)?,
    };
    // Where the base had no package, a registry was nobody's: it may have been laid there to be found.
    let was_package = wanted.typed || declared.is_some();
    let there = in_place(tree, wanted, declared.as_deref())?;
    if was_package && there.is_some() {
        return Ok(there);
    }
    if let Some(located) = renamed(repository, tree, commit, wanted)? {
        return Ok(Some(located));
    }
    if let Some(located) = same_name(repository, tree, wanted)? {
        return Ok(Some(located));
    }
    Ok(there)
}

/// In the folder where the package is.
fn in_place(tree: &mut Tree, wanted: Wanted<'_>, declared: Option<&str>) -> Result<Option<Located>, Obstacle> {
    for registry in declared.into_iter().chain([wanted.registry]) {
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
    let (mut same, mut meant) = (Vec::new(), Vec::new());
    for path in tree.files(".toml")? {
        if name(tree, &path)?.as_deref() != Some(wanted_name) {
            continue;
        }
        let located = split(tree, &path, How::SameName)?;
        if is_there(&repository.top, &located, &path, wanted_name) {
            continue;
        }
        // A file that no manifest of the base names may have been laid there to be found.
        let is_declared = declared(tree, &located.prefix)?.as_deref() == Some(located.registry.as_str());
        let list = if is_declared { &mut meant } else { &mut same };
        list.push((path, located));
    }
    if !meant.is_empty() {
        same = meant;
    }
    match same.as_slice() {
        [] => Ok(None),
        [(_, located)] => Ok(Some(located.clone())),
        [(first, _), (second, _), ..] => Err(Obstacle::new(
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
        let is_there = name_now(&repository.top, &path).is_some() && has_manifest(&repository.top, prefix);
        if tree.is_file(&path)? && !is_there {
            gone.push(Located {
                prefix: prefix.to_owned(),
                registry,
                how: How::Unmoved,
            });
        }
    }
    Ok(gone)
}

/// The registries of the packages that the manifest in a folder makes members of its workspace, at the base. Members that only
/// a dependency by path makes are not known: for them cargo would have to run there.
pub(super) fn members(tree: &mut Tree, within: &str) -> Result<Vec<Located>, Obstacle> {
    let Some(text) = tree.text(&below(within, "Cargo.toml"))? else {
        return Ok(Vec::new());
    };
    let Ok(manifest) = Document::parse(text) else {
        return Ok(Vec::new());
    };
    let list = |key: &str| -> Vec<String> {
        let listed = manifest.get("workspace").and_then(|workspace| workspace.get(key));
        let items = listed.and_then(|list| list.as_array()).into_iter().flatten();
        let clean = |item: &str| normalize(Path::new(item)).to_string_lossy().replace('\\', "/");
        items.filter_map(|item| item.as_str()).map(clean).collect()
    };
    let (members, excluded) = (list("members"), list("exclude"));
    let mut found = Vec::new();
    for manifest in tree.files("Cargo.toml")? {
        let prefix = manifest
            .strip_suffix("Cargo.toml")
            .unwrap_or_default()
            .trim_end_matches('/');
        let inside = match within {
            "" => Some(prefix),
            within => prefix
                .strip_prefix(within)
                .filter(|rest| rest.is_empty() || rest.starts_with('/')),
        };
        let Some(folder) = inside.map(|folder| folder.trim_start_matches('/')) else {
            continue;
        };
        let is_out = excluded
            .iter()
            .any(|path| folder == path || folder.starts_with(&format!("{path}/")));
        let is_member = folder.is_empty() || members.iter().any(|pattern| matches(pattern, folder));
        if is_out || !is_member {
            continue;
        }
        let Some(registry) = declared(tree, prefix)? else {
            continue;
        };
        if tree.is_file(&below(prefix, &registry))? {
            found.push(Located {
                prefix: prefix.to_owned(),
                registry,
                how: How::Unmoved,
            });
        }
    }
    Ok(found)
}

/// Whether a path is one that a pattern of `members` means: `*` is any part of a name, `**` any folders.
fn matches(pattern: &str, path: &str) -> bool {
    fn folders(pattern: &[&str], path: &[&str]) -> bool {
        match (pattern.split_first(), path.split_first()) {
            (None, None) => true,
            (Some((&"**", rest)), _) => {
                folders(rest, path) || path.split_first().is_some_and(|(_, below)| folders(pattern, below))
            }
            (Some((wanted, pattern)), Some((name, path))) => part(wanted, name) && folders(pattern, path),
            _ => false,
        }
    }
    fn part(pattern: &str, name: &str) -> bool {
        match pattern.split_once('*') {
            None => pattern == name,
            Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
                let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
                ends.into_iter()
                    .any(|at| rest.get(at..).is_some_and(|rest| part(after, rest)))
            }),
        }
    }
    folders(
        &pattern.split('/').collect::<Vec<_>>(),
        &path.split('/').collect::<Vec<_>>(),
    )
}

/// Whether a registry of the base is still what it was: there, of that name, and in a package. Without its manifest it is a
/// file that nothing compiles.
fn is_there(top: &str, located: &Located, path: &str, name: &str) -> bool {
    name_now(top, path).as_deref() == Some(name) && has_manifest(top, &located.prefix)
}

/// Whether there is a manifest in a folder of the working tree.
fn has_manifest(top: &str, prefix: &str) -> bool {
    Path::new(top).join(prefix).join("Cargo.toml").is_file()
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
