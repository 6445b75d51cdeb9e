//! `cargo errtax init`: gives a crate that exists a registry, and what a build needs for it.
//!
//! Each part is by itself: `template` is the registry, `manifest` the dependencies, `build_script` and `root` the two lines
//! of Rust. What is there stays, so running it again completes what is missing. What cannot be added for sure is left to the
//! author, with the very line.

mod build_script;
mod manifest;
mod root;
mod template;

use std::io;

use errtax_build::Analysis;
use errtax_build::finding::Finding;
use errtax_build::generate::editor;
use errtax_build::lock::Lock;

use crate::arguments::{Arguments, Format, InitCommand};
use crate::edit::{self, Done, Files, Outcome};
use crate::exit::Exit;
use crate::package::Package;
use crate::report::{self, Report, Written};
use crate::trouble::Trouble;
use crate::write;

use manifest::Manifest;

/// What is to be done, and said.
#[derive(Debug, Default)]
struct Steps {
    done: Vec<Done>,
    notes: Vec<String>,
    left: Vec<String>,
}

impl Steps {
    fn added(&mut self, what: impl Into<String>) {
        self.done.push(Done {
            did: "added",
            would: "add",
            codes: Vec::new(),
            said: what.into(),
        });
    }
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &InitCommand) -> io::Result<Exit> {
    let package = match Package::named(arguments) {
        Ok(package) => package,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format),
    };
    let mut files = Files::of(&package);
    let steps = match plan(&package, &mut files) {
        Ok(steps) => steps,
        Err(trouble) => return report::trouble(&trouble, Exit::Findings, arguments.format),
    };
    let mut changes = files.changes();
    // What is generated is not shown line by line, and goes last.
    let schema = package.path(&schema_path(&package.registry));
    changes.sort_by_key(|change| change.path == schema);
    let edited = changes.iter().filter(|change| change.path != schema).count();
    let before = match package.path(&package.registry).is_file() {
        true => errtax_build::analyse(&package.directory, &package.registry),
        false => Analysis::default(),
    };
    let proven = match edit::prove(&package, &before, &changes) {
        Ok(proven) => proven,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format),
    };
    // A registry that was there may be wrong; that is for `check` to say.
    let wrong: Vec<Finding> = match before.registry {
        Some(_) => Vec::new(),
        None => proven.findings.clone(),
    };
    if !wrong.is_empty() {
        let help = ["mend the registry that is there, then run this again".to_owned()];
        return edit::refused(
            &Report::new(&package, &proven, wrong, arguments),
            &help,
            arguments.format,
        );
    }
    if !command.dry_run
        && let Err(message) = write::all(&changes)
    {
        let help = "nothing was changed; make it writable and run the command again";
        let trouble = Trouble::new(package.show("Cargo.toml"), message, help);
        return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format);
    }
    let Steps { done, notes, left } = steps;
    if arguments.format == Format::Json {
        let mut report = Report::new(&package, &proven, Vec::new(), arguments);
        report.written = Some(Written {
            dry_run: command.dry_run,
            files: changes.into_iter().map(|change| change.shown).collect(),
            recorded: Vec::new(),
            done,
            notes,
            left,
        });
        report.print(arguments.format)?;
        return Ok(Exit::Clean);
    }
    edit::print(&Outcome {
        done: &done,
        changes: &changes,
        edited,
        lock: (package.show(&package.lock()), "0 codes frozen".to_owned()),
        notes: &notes,
        left: &left,
        dry_run: command.dry_run,
    })?;
    Ok(Exit::Clean)
}

fn plan(package: &Package, files: &mut Files<'_>) -> Result<Steps, Trouble> {
    let mut steps = Steps::default();
    let manifest = Manifest::read(package, files)?;
    let root = root::find(package, &manifest)?;
    registry(package, files, &manifest, &mut steps)?;
    build_script::add(package, files, &manifest, &mut steps)?;
    manifest::add(package, files, &manifest, &mut steps)?;
    root::add(package, files, &manifest, &root, &mut steps)?;
    if steps.done.is_empty() && steps.left.is_empty() {
        steps
            .notes
            .push("everything is there already; `cargo errtax check` says what it makes of it".to_owned());
    }
    Ok(steps)
}

/// The registry and its lock; a lock alone is what is left of something that was lost.
fn registry(package: &Package, files: &mut Files<'_>, manifest: &Manifest, steps: &mut Steps) -> Result<(), Trouble> {
    let (registry, lock) = (&package.registry, package.lock());
    let is_there = |path: &str| package.path(path).exists();
    let shown = package.show(registry);
    match (is_there(registry), is_there(&lock)) {
        (false, true) => Err(Trouble::new(
            &shown,
            format!("{} is there, and its registry {shown} is not", package.show(&lock)),
            format!(
                "bring back what was committed: `git checkout -- {shown}`; or name the registry: `--registry PATH`"
            ),
        )),
        (false, false) => {
            let schema = schema(package, files, steps)?;
            files.put(registry, template::registry(&manifest.name, schema.as_deref()))?;
            // It exists from the start: a build without it could not tell that nothing has shipped.
            files.put(&lock, Lock::default().render())?;
            let example = template::EXAMPLE;
            steps.added(format!("{shown}, with {example} as an example"));
            steps.left.push(format!(
                "declare your failures in {shown} and delete {example}; `cargo errtax import src/error.rs` drafts them from an \
                 enum"
            ));
            Ok(())
        }
        (true, there) => {
            steps
                .notes
                .push(format!("{shown} is there already, and stays as it is"));
            if !there {
                steps
                    .left
                    .push("record what of it has shipped, if only that nothing has: `cargo errtax freeze`".to_owned());
            }
            Ok(())
        }
    }
}

/// Where the schema of a registry goes: `registry.schema.json` for `registry.toml`.
fn schema_path(registry: &str) -> String {
    format!("{}.schema.json", registry.strip_suffix(".toml").unwrap_or(registry))
}

/// The schema by which editors know a registry, beside it. No build and no check reads it, so that an update of errtax makes
/// nothing fail; the command that writes it again is in it. Says its name, unless another file has that.
fn schema(package: &Package, files: &mut Files<'_>, steps: &mut Steps) -> Result<Option<String>, Trouble> {
    let path = schema_path(&package.registry);
    let shown = package.show(&path);
    if package.path(&path).exists() {
        let word = "is there already, and stays as it is: `cargo errtax schema registry` prints the schema for editors";
        steps.notes.push(format!("{shown} {word}"));
        return Ok(None);
    }
    files.put(&path, editor::registry())?;
    steps.added(format!("{shown}, by which editors complete and explain the registry"));
    Ok(path.rsplit('/').next().map(str::to_owned))
}
