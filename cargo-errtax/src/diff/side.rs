//! One of the two revisions: a ref, a file of a ref, a folder, a file, or the working tree.

use std::path::{Path, PathBuf};

use errtax_build::Analysis;
use errtax_build::drift::rules::LOCK_MISSING;
use errtax_build::finding::{Finding, Level};
use errtax_build::model::Registry;
use errtax_build::rules::{NO_CODES, TOML_SYNTAX};
use errtax_build::source::Sources;

use crate::against::{self, Against, Obstacle};
use crate::arguments::Arguments;
use crate::package::{Package, USUAL};
use crate::paths::normalize;
use crate::trouble::Trouble;

/// A revision that was read.
#[derive(Debug)]
pub(super) struct Side {
    /// As it was typed; `None` for the working tree.
    pub(super) typed: Option<String>,
    /// The commit, where it is one.
    pub(super) commit: Option<String>,
    /// Where its registry is, as `git show` or a shell wants it.
    pub(super) file: String,
    /// What was read.
    pub(super) analysis: Analysis,
}

/// What a name means.
enum Meaning {
    /// The working tree.
    Here,
    /// A folder with a package, or a registry.
    Path(PathBuf),
    /// A commit.
    Ref,
    /// A file of a commit.
    File { reference: String, path: String },
}

impl Side {
    /// Reads what a name means, with its files among the sources.
    pub(super) fn open(arguments: &Arguments, typed: Option<&str>, sources: &mut Sources) -> Result<Self, Trouble> {
        let side = match meaning(typed)? {
            Meaning::Here => {
                let package = Package::find(arguments)?;
                let analysis = errtax_build::analyse_at(sources, &package.directory, &package.registry, None);
                Self {
                    typed: None,
                    commit: None,
                    file: package.show(&package.registry),
                    analysis,
                }
            }
            Meaning::Path(path) => at_path(typed.unwrap_or_default(), &path, sources)?,
            Meaning::Ref => at_ref(arguments, typed.unwrap_or_default(), sources)?,
            Meaning::File { reference, path } => {
                at_file(arguments, typed.unwrap_or_default(), &reference, &path, sources)?
            }
        };
        match unreadable(&side.analysis) {
            Some(finding) => Err(trouble(&side, finding, sources)),
            None => Ok(side),
        }
    }

    /// The registry, which every side has that was opened.
    pub(super) fn registry(&self) -> Option<&Registry> {
        self.analysis.registry.as_ref()
    }

    /// `v1.2.0 (3f2a91c4d5e6)`, `the working tree`.
    pub(super) fn shown(&self) -> String {
        match (&self.typed, &self.commit) {
            (None, _) => "the working tree".to_owned(),
            (Some(typed), None) => typed.clone(),
            (Some(typed), Some(commit)) => {
                let short = against::short(commit);
                if commit.starts_with(typed.as_str()) {
                    short.to_owned()
                } else {
                    format!("{typed} ({short})")
                }
            }
        }
    }
}

fn meaning(typed: Option<&str>) -> Result<Meaning, Trouble> {
    let Some(typed) = typed else { return Ok(Meaning::Here) };
    if let Some(path) = typed.strip_prefix("path:") {
        return Ok(Meaning::Path(PathBuf::from(path)));
    }
    let path = Path::new(typed);
    if path.exists() {
        if against::names_commit(typed) {
            return Err(Trouble::new(
                typed,
                format!("`{typed}` is a path here, and names a commit too"),
                format!(
                    "say which: `path:{typed}` is the path, `refs/heads/{typed}` or `refs/tags/{typed}` the commit"
                ),
            ));
        }
        return Ok(Meaning::Path(path.to_owned()));
    }
    Ok(match typed.split_once(':') {
        Some((reference, path)) if !reference.is_empty() && !path.is_empty() => Meaning::File {
            reference: reference.to_owned(),
            path: path.to_owned(),
        },
        _ => Meaning::Ref,
    })
}

/// A folder with a package or a registry, or a registry itself.
fn at_path(typed: &str, path: &Path, sources: &mut Sources) -> Result<Side, Trouble> {
    let help = "name a folder with a registry.toml, a registry, or a ref";
    let here =
        std::env::current_dir().map_err(|error| Trouble::new(typed, error, "change to a directory that exists"))?;
    let path = normalize(&here.join(path));
    let (directory, registry, file) = if path.is_dir() {
        let manifest = path.join("Cargo.toml");
        let package = match manifest.is_file() {
            true => Package::of_manifest(&manifest)?,
            false => None,
        };
        let registry = package.map_or(USUAL.to_owned(), |package| package.registry);
        let file = format!("{}/{registry}", typed.trim_start_matches("path:").trim_end_matches('/'));
        (path, registry, file)
    } else {
        let parent = path.parent().unwrap_or(&path);
        let directory = parent.ancestors().find(|folder| folder.join("Cargo.toml").is_file());
        let directory = directory.unwrap_or(parent).to_owned();
        let registry = path
            .strip_prefix(&directory)
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        (directory, registry, typed.trim_start_matches("path:").to_owned())
    };
    if !directory.join(&registry).is_file() {
        return Err(Trouble::new(
            typed,
            format!("there is no registry: {file} is not a file"),
            help,
        ));
    }
    let analysis = errtax_build::analyse_at(sources, &directory, &registry, Some(typed));
    Ok(Side {
        typed: Some(typed.to_owned()),
        commit: None,
        file,
        analysis,
    })
}

/// The package of the working tree, as it was.
fn at_ref(arguments: &Arguments, typed: &str, sources: &mut Sources) -> Result<Side, Trouble> {
    let package = Package::named(arguments)?;
    let shown = package.show(&package.registry);
    let told = |obstacle: Obstacle| for_diff(obstacle, &shown);
    let against = Against::open(&package, typed, true).map_err(told)?;
    let is_here = package.path(&package.registry).is_file();
    let name = match is_here {
        true => errtax_build::analyse(&package.directory, &package.registry)
            .registry
            .map(|registry| registry.name),
        false => None,
    };
    let side = against
        .side(&package, name.as_deref(), arguments.registry.is_some())
        .map_err(told)?;
    let Some(side) = side else {
        return Err(Trouble::new(
            &shown,
            format!("at {typed} there was no registry yet"),
            format!("name a later one: `git log --oneline -- {shown}` shows where it begins"),
        ));
    };
    let analysis = errtax_build::analyse_at(sources, side.directory(), &side.registry, Some(&side.label));
    Ok(Side {
        typed: Some(typed.to_owned()),
        commit: against.base().commit.clone(),
        file: side.show(&side.registry),
        analysis,
    })
}

/// A file of a commit, as `git show` takes it.
fn at_file(
    arguments: &Arguments,
    typed: &str,
    reference: &str,
    path: &str,
    sources: &mut Sources,
) -> Result<Side, Trouble> {
    let (manifest, shown) = crate::package::manifest(arguments)?;
    let directory = manifest.parent().unwrap_or(&manifest);
    let told = |obstacle: Obstacle| for_diff(obstacle, &shown);
    let (side, commit) = against::file(directory, reference, path).map_err(told)?;
    let analysis = errtax_build::analyse_at(sources, side.directory(), &side.registry, Some(&side.label));
    Ok(Side {
        typed: Some(typed.to_owned()),
        commit: Some(commit),
        file: side.show(&side.registry),
        analysis,
    })
}

/// What an obstacle of the merge gate advises, for this command.
fn for_diff(obstacle: Obstacle, shown: &str) -> Trouble {
    let mut trouble = obstacle.at(shown);
    trouble.help = trouble
        .help
        .replace("cargo errtax check --against ", "cargo errtax diff ")
        .replace(" --exact`", "`");
    trouble
}

/// Why nothing can be compared with it. A lock is of no need here, and a registry may be empty.
fn unreadable(analysis: &Analysis) -> Option<&Finding> {
    let bad = |finding: &&Finding| {
        let fine = [&LOCK_MISSING, &NO_CODES].contains(&finding.rule);
        (finding.level == Level::CouldNotJudge && !fine) || finding.rule == &TOML_SYNTAX
    };
    let found = analysis.findings.iter().find(bad);
    found.or_else(|| analysis.findings.iter().find(|_| analysis.registry.is_none()))
}

fn trouble(side: &Side, finding: &Finding, sources: &Sources) -> Trouble {
    let file = sources.file(finding.place.file);
    Trouble::new(
        sources.show(finding.place),
        format!("{} cannot be read: {}", side.shown(), finding.message),
        &finding.help,
    )
    .at(&file.text, finding.place.start)
}
