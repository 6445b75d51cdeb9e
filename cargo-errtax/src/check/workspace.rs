//! `check --workspace`: every package that has a registry, in one report.

use std::path::Path;

use crate::against::{Against, Lost, Obstacle, Side};
use crate::arguments::{Arguments, CheckCommand};
use crate::package::{self, Package, USUAL};
use crate::raised;
use crate::report::count;
use crate::trouble::Trouble;

use super::{Checked, open, shared};

/// The packages of a workspace.
#[derive(Default)]
struct Members {
    /// Those that have a registry.
    with: Vec<Package>,
    /// Those whose manifest names one that is not there.
    lacking: Vec<Package>,
    /// All others.
    without: Vec<Package>,
    /// Those that nobody asks for.
    excluded: Vec<Package>,
}

pub(super) fn checked(
    arguments: &Arguments,
    command: &CheckCommand,
) -> Result<(Option<Against>, Vec<Checked>), Trouble> {
    let (manifest, shown) = package::manifest(arguments)?;
    let directory = manifest.parent().unwrap_or(&manifest);
    let (root, members) =
        raised::members(directory).map_err(|obstacle| Trouble::new(&shown, obstacle.message, obstacle.help))?;
    let Members {
        with,
        lacking,
        without,
        excluded,
    } = sorted(&root, &members, &command.exclude, &shown)?;
    let Some(first) = with.iter().chain(&lacking).chain(&without).next() else {
        return Err(nothing(&shown));
    };
    if let Some(typed) = command.against.as_ref().filter(|typed| typed.starts_with("path:")) {
        return Err(Trouble::new(
            shown,
            "a folder is the base of one package, not of a workspace",
            format!(
                "check each by itself: `cargo errtax check --manifest-path {} --against {typed}`",
                first.show("Cargo.toml")
            ),
        ));
    }
    let against = open(first, command)?;
    let mut checked: Vec<Checked> = with
        .into_iter()
        .map(|package| Checked::of(package, against.as_ref(), false, command.fix))
        .collect::<Result<_, _>>()?;
    shared::judge(&mut checked);
    let lost = match &against {
        Some(against) => {
            let sides: Vec<&Side> = checked.iter().filter_map(|checked| checked.side.as_ref()).collect();
            let trouble = |obstacle: Obstacle| obstacle.at(&shown);
            let lost = against.lost(Some(&root), &sides, &excluded).map_err(trouble)?;
            let uncovered = against.uncovered(&root, &sides).map_err(trouble)?;
            let out = uncovered.iter().find(|(folder, out)| {
                let folder_now = root.join(folder);
                let is_member = members
                    .iter()
                    .any(|(_, manifest)| manifest.parent() == Some(folder_now.as_path()));
                let is_told = lost.iter().any(|lost| lost.shown == out.shown);
                !is_member && !is_told && !command.exclude.contains(folder)
            });
            if let Some((folder, out)) = out {
                return Err(left(&shown, folder, out, &against.base().reference));
            }
            lost
        }
        None => Vec::new(),
    };
    if lost.is_empty() {
        // What no base explains is a slip in the manifest.
        if let Some(package) = lacking.first() {
            return Err(package.no_registry());
        }
    } else if checked.is_empty() {
        let mut nothing = lacking.into_iter().chain(without).map(Checked::nothing);
        if let Some(mut stand_in) = nothing.next() {
            stand_in.compared = Some(lost.iter().map(|lost| lost.codes).sum());
            checked.push(stand_in);
        }
    }
    match checked.first_mut() {
        Some(first) => lost.iter().for_each(|lost| first.gone(lost)),
        None => return Err(nothing(&shown)),
    }
    checked.iter_mut().for_each(Checked::sort);
    Ok((against, checked))
}

/// A package that was in this workspace, that has shipped something, and that nothing here would look at.
fn left(shown: &str, folder: &str, out: &Lost, against: &str) -> Trouble {
    Trouble::new(
        shown,
        format!(
            "{folder} is in this workspace no longer, so its registry is not judged: {} of {} have shipped",
            count(out.codes, "code"),
            out.shown
        ),
        format!(
            "put it back into `members`; or, if it is meant to go its own way, check it by itself, \
             `cargo errtax check --manifest-path {folder}/Cargo.toml --against {against}`, and leave it out here: `--exclude {folder}`"
        ),
    )
}

fn sorted(
    root: &Path,
    members: &[(String, std::path::PathBuf)],
    exclude: &[String],
    shown: &str,
) -> Result<Members, Trouble> {
    let known = |name: &&String| members.iter().any(|(member, _)| member == *name);
    // What has left the workspace is named by its folder.
    let is_folder = |name: &&String| root.join(name.as_str()).join("Cargo.toml").is_file();
    if let Some(unknown) = exclude.iter().find(|name| !known(name) && !is_folder(name)) {
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        return Err(Trouble::new(
            shown,
            format!("`--exclude {unknown}` names no package of this workspace"),
            format!("its packages are {}", names.join(", ")),
        ));
    }
    let mut sorted = Members::default();
    for (name, manifest) in members {
        let package = Package::named_by(manifest)?;
        let list = if exclude.contains(name) {
            &mut sorted.excluded
        } else if package.path(&package.registry).is_file() {
            &mut sorted.with
        } else if package.registry != USUAL {
            &mut sorted.lacking
        } else {
            &mut sorted.without
        };
        list.push(package);
    }
    Ok(sorted)
}

fn nothing(shown: &str) -> Trouble {
    Trouble::new(
        shown,
        "no package of this workspace has a registry",
        "write a registry.toml beside the Cargo.toml of the package whose errors it is about",
    )
}
