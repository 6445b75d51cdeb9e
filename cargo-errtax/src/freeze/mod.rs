//! `cargo errtax freeze`: records what has shipped.
//!
//! analyse → select the codes → refuse what would rewrite history → edit and render → prove the result → write. Nothing is
//! written before everything is known to hold.

mod refuse;
mod select;
mod show;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use errtax_build::Analysis;
use errtax_build::lock::Lock;
use errtax_build::model::Registry;
use errtax_core::Status;

use crate::arguments::{Arguments, Deny, Format, FreezeCommand};
use crate::edit::{self, Files, Toml};
use crate::exit::Exit;
use crate::package::Package;
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
    let mut changes = match changes(&package, &analysis, registry, &selected) {
        Ok(changes) => changes,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let proven = match edit::prove(&package, &analysis, &changes) {
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
    let edited = changes.len();
    if edited > 0 {
        changes.extend(edit::generated(&package, &proven));
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
    let outcome = Outcome {
        proven: &proven,
        selected: &selected,
        recorded: &recorded,
        changes: &changes,
        edited,
        dry_run: command.dry_run,
    };
    if format == Format::Json {
        report.written = Some(Written {
            dry_run: command.dry_run,
            files: changes.iter().map(|change| change.shown.clone()).collect(),
            done: show::done(&outcome),
            notes: show::notes(&package, &outcome),
            left: Vec::new(),
            recorded,
        });
        report.print(format)?;
    } else {
        report.print_findings(format)?;
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

/// The files that the selected codes and the lock change.
fn changes(
    package: &Package,
    analysis: &Analysis,
    registry: &Registry,
    selected: &[Selected],
) -> Result<Vec<Change>, Trouble> {
    let mut codes: BTreeMap<&str, Vec<&Selected>> = BTreeMap::new();
    for code in selected {
        let file = analysis.sources.file(code.place.file).path.as_str();
        codes.entry(file).or_default().push(code);
    }
    let mut files = Files::of(package);
    for (file, codes) in codes {
        let instead = "write `status = \"frozen\"` there by hand, then run `cargo errtax freeze`";
        files.edit(file, instead, |toml| freeze(toml, &codes))?;
    }
    // The earlier lock knows what a tombstone's code meant.
    let lock = Lock::after(&select::frozen(registry, selected), analysis.lock.as_ref());
    files.put_lock(&lock)?;
    Ok(files.changes())
}

/// Writes that the codes have shipped.
fn freeze(toml: &mut Toml, codes: &[&Selected]) -> Result<(), String> {
    let mut status = Vec::new();
    let mut since = Vec::new();
    for Selected { code, since: new, .. } in codes {
        let path = ["codes", code.as_str()];
        status.push((path, edit::string(Status::Frozen.as_str())));
        since.extend(new.as_ref().map(|version| (path, edit::string(version))));
    }
    toml.set_each("status", edit::before("status"), &status)?;
    toml.set_each("since", &["status"], &since)
}
