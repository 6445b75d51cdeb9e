//! `cargo errtax freeze`: records what has shipped.
//!
//! analyse → select the codes → refuse what would rewrite history → edit and render → prove the result → write. Nothing is
//! written before everything is known to hold.

mod edit;
mod prove;
mod refuse;
mod select;
mod show;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use errtax_build::Analysis;
use errtax_build::lock::Lock;
use errtax_build::model::Registry;

use crate::arguments::{Arguments, Deny, Format, FreezeCommand};
use crate::exit::Exit;
use crate::package::{Package, reason};
use crate::report::{self, Report, Written};
use crate::trouble::Trouble;
use crate::write::{self, Change};

use select::Selected;
use show::Outcome;

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &FreezeCommand) -> io::Result<Exit> {
    let format = arguments.format;
    let package = match Package::find(arguments) {
        Ok(package) => package,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let analysis = errtax_build::analyse(&package.directory, &package.registry);
    let selected = match &analysis.registry {
        Some(registry) => select::select(registry, &command.codes, &package.show(&package.registry)),
        None => Ok(Vec::new()),
    };
    let selected = match selected {
        Ok(selected) => selected,
        Err(trouble) => return report::trouble(&trouble, Exit::Findings, format),
    };
    let refused = refuse::findings(&analysis, &selected, arguments.deny == Some(Deny::Warnings));
    let Some(registry) = analysis.registry.as_ref().filter(|_| refused.is_empty()) else {
        return refuse::print(&Report::new(&package, &analysis, refused, arguments), format);
    };
    let changes = match changes(&package, &analysis, registry, &selected) {
        Ok(changes) => changes,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let proven = match prove::analyse(&package, &analysis, &changes) {
        Ok(proven) => proven,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let unsound = refuse::unsound(&proven, analysis.lock.as_ref());
    if !unsound.is_empty() || proven.registry.is_none() {
        // Shown where the author finds it: in the files as they are, unless the trouble only comes with the change.
        let wrong = refuse::wrong_by_itself(&analysis);
        let report = match wrong.is_empty() {
            true => Report::new(&package, &proven, unsound, arguments),
            false => Report::new(&package, &analysis, wrong, arguments),
        };
        return refuse::print(&report, format);
    }
    if !command.dry_run
        && let Err(message) = write::all(&changes)
    {
        let trouble = Trouble::new(
            package.show(&package.registry),
            message,
            "nothing was changed; make it writable and run the command again",
        );
        return report::trouble(&trouble, Exit::CouldNotJudge, format);
    }
    let mut report = Report::new(&package, &analysis, refuse::remarks(&analysis), arguments);
    let recorded = recorded(&analysis, &proven);
    if format == Format::Json {
        report.written = Some(Written {
            dry_run: command.dry_run,
            files: changes.into_iter().map(|change| change.shown).collect(),
            recorded,
        });
        report.print(format)?;
    } else {
        report.print_findings(format)?;
        let outcome = Outcome {
            proven: &proven,
            selected: &selected,
            recorded: &recorded,
            changes: &changes,
            dry_run: command.dry_run,
        };
        show::print(&package, &outcome)?;
    }
    Ok(Exit::Clean)
}

/// The codes of which the lock has nothing yet.
fn recorded(analysis: &Analysis, proven: &Analysis) -> Vec<String> {
    let codes = |analysis: &Analysis| -> BTreeSet<String> {
        let locked = analysis.lock.iter().flat_map(|lock| lock.codes.keys());
        locked.cloned().collect()
    };
    codes(proven).difference(&codes(analysis)).cloned().collect()
}

/// The files that the selected codes and the lock change, the lock last: should the machine stop between two of them, the
/// lock is merely behind, which `check` says and the next `freeze` mends.
fn changes(
    package: &Package,
    analysis: &Analysis,
    registry: &Registry,
    selected: &[Selected],
) -> Result<Vec<Change>, Trouble> {
    let mut files: BTreeMap<&str, Vec<&Selected>> = BTreeMap::new();
    for code in selected {
        files
            .entry(analysis.sources.file(code.place.file).path.as_str())
            .or_default()
            .push(code);
    }
    let mut changes = Vec::new();
    for (file, codes) in files {
        let shown = package.show(file);
        let old = read(package, file)?.unwrap_or_default();
        let new = edit::freeze(&old, &codes).map_err(|message| {
            let help = format!("write `status = \"frozen\"` there by hand, then run `cargo errtax freeze`: {message}");
            Trouble::new(&shown, format!("cannot edit {shown}"), help)
        })?;
        changes.push(Change {
            path: package.path(file),
            shown,
            old: Some(old),
            new,
        });
    }
    let file = package.lock();
    let old = read(package, &file)?;
    // The earlier lock knows what a tombstone's code meant.
    let new = Lock::after(&select::frozen(registry, selected), analysis.lock.as_ref()).render();
    if old.as_ref() != Some(&new) {
        changes.push(Change {
            path: package.path(&file),
            shown: package.show(&file),
            old,
            new,
        });
    }
    Ok(changes)
}

/// The file as it is on the disk, to the byte; `None` where there is none.
fn read(package: &Package, file: &str) -> Result<Option<String>, Trouble> {
    match std::fs::read_to_string(package.path(file)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => {
            let shown = package.show(file);
            let message = format!("cannot read {shown}: {}", reason(&error));
            Err(Trouble::new(
                shown,
                message,
                "make it readable and run the command again",
            ))
        }
    }
}
