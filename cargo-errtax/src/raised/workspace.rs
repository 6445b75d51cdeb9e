//! Which crates can raise the codes of a package: its own, and those of the workspace that depend on it. Cargo is asked,
//! because only cargo knows what all the ways to write a manifest come to.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::package::{Package, reason};

/// What `cargo metadata` says; of many keys, the ones that are needed.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Listed>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Listed {
    name: String,
    manifest_path: PathBuf,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
}

/// The crates whose sources count.
#[derive(Debug)]
pub(super) struct Crates {
    /// The package's own first, then those that depend on it, by name.
    pub(super) packages: Vec<Sources>,
    /// Where cargo puts what it builds.
    pub(super) target_directory: PathBuf,
}

/// Where the sources of one package are.
#[derive(Debug)]
pub(super) struct Sources {
    /// The package's name.
    pub(super) name: String,
    /// Its folder.
    pub(super) directory: PathBuf,
    /// The root files of its library and its programs.
    pub(super) roots: Vec<PathBuf>,
    /// The root files of all else: tests, benches, examples, the build script.
    pub(super) others: Vec<PathBuf>,
    /// Whether it has a program.
    pub(super) is_program: bool,
}

/// Why the crates are not known.
#[derive(Debug)]
pub(crate) struct Obstacle {
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

/// The crates that can raise the codes of `package`, as far as they are known; `None` where it has no Rust code at all.
pub(super) fn find(package: &Package) -> Option<(Crates, Option<Obstacle>)> {
    if package.has_no_target() {
        return None;
    }
    match listed(package) {
        Ok(crates) if crates.packages.iter().all(|package| package.roots.is_empty()) => None,
        Ok(crates) => Some((crates, None)),
        Err(obstacle) => Some((usual(&package.directory), Some(obstacle))),
    }
}

/// The root of the workspace that a folder belongs to, and its packages: name and manifest, by manifest.
pub(crate) fn members(directory: &Path) -> Result<(PathBuf, Vec<(String, PathBuf)>), Obstacle> {
    let metadata = ask_cargo(directory)?;
    let members = metadata.packages.into_iter();
    let mut members: Vec<(String, PathBuf)> = members.map(|listed| (listed.name, listed.manifest_path)).collect();
    members.sort_by(|a, b| a.1.cmp(&b.1));
    Ok((metadata.workspace_root, members))
}

/// The package alone, with its code where cargo looks for it.
fn usual(directory: &Path) -> Crates {
    let roots = ["src/lib.rs", "src/main.rs"].iter().map(|path| directory.join(path));
    let programs = std::fs::read_dir(directory.join("src/bin")).into_iter().flatten();
    let programs = programs.flatten().map(|entry| entry.path());
    let own = Sources {
        name: String::new(),
        directory: directory.to_owned(),
        roots: roots.chain(programs).filter(|root| root.is_file()).collect(),
        others: Vec::new(),
        is_program: true,
    };
    Crates {
        packages: vec![own],
        target_directory: directory.join("target"),
    }
}

fn listed(package: &Package) -> Result<Crates, Obstacle> {
    let metadata = ask_cargo(&package.directory)?;
    let own = metadata.packages.iter().find(|listed| {
        let directory = listed.manifest_path.parent().unwrap_or(&listed.manifest_path);
        same(directory, &package.directory)
    });
    let Some(own) = own else {
        return Err(Obstacle {
            message: "cargo does not list this package".to_owned(),
            help: "`cargo metadata --no-deps` shows what it lists; mend the workspace, then check again",
        });
    };
    let mut packages = vec![sources(own)];
    packages.extend(dependants(own, &metadata.packages).into_iter().map(sources));
    Ok(Crates {
        packages,
        target_directory: metadata.target_directory,
    })
}

fn ask_cargo(directory: &Path) -> Result<Metadata, Obstacle> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"])
        .arg(directory.join("Cargo.toml"))
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Obstacle {
            message: format!("cargo cannot be run ({})", reason(&error)),
            help: "call this as `cargo errtax check`, or put cargo on the PATH",
        })?;
    // What cargo says names absolute paths, which differ from machine to machine.
    let unreadable = || Obstacle {
        message: "cargo cannot read the manifests of this workspace".to_owned(),
        help: "`cargo metadata --no-deps` shows why; mend that, then check again",
    };
    if !output.status.success() {
        return Err(unreadable());
    }
    serde_json::from_slice(&output.stdout).map_err(|_| unreadable())
}

/// Every member that depends on `own`, directly or through others. Tests and build scripts raise nothing that is sent, so
/// what only they depend on does not count.
fn dependants<'a>(own: &Listed, members: &'a [Listed]) -> Vec<&'a Listed> {
    let mut names = vec![own.name.as_str()];
    let mut at = 0;
    while let Some(name) = names.get(at).copied() {
        for member in members {
            let depends = member
                .dependencies
                .iter()
                .any(|dependency| dependency.kind.is_none() && dependency.name == name);
            if depends && !names.contains(&member.name.as_str()) {
                names.push(&member.name);
            }
        }
        at += 1;
    }
    let mut found: Vec<&Listed> = members
        .iter()
        .filter(|member| member.name != own.name && names.contains(&member.name.as_str()))
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn sources(listed: &Listed) -> Sources {
    let mut sources = Sources {
        name: listed.name.clone(),
        directory: listed
            .manifest_path
            .parent()
            .unwrap_or(&listed.manifest_path)
            .to_owned(),
        roots: Vec::new(),
        others: Vec::new(),
        is_program: false,
    };
    for target in &listed.targets {
        let is = |kind: &str| target.kind.iter().any(|word| word == kind);
        if is("test") || is("bench") || is("example") || is("custom-build") {
            sources.others.push(target.src_path.clone());
        } else {
            sources.roots.push(target.src_path.clone());
            sources.is_program |= is("bin");
        }
    }
    sources
}

/// Whether two paths lead to one folder, by their words or through links.
fn same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
