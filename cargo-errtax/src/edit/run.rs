//! From a plan to what is written: the same way for every command.

use std::io::{self, Write};

use errtax_build::Analysis;
use errtax_build::finding::Level;

use crate::arguments::{Arguments, Deny, Format};
use crate::artifacts;
use crate::exit::Exit;
use crate::package::Package;
use crate::report::{self, Report, Written, count, counts};
use crate::style::{ERROR, HELP};
use crate::trouble::Trouble;
use crate::write::{self, Change};

use super::judge::{stops, worse};
use super::{Ground, Outcome, Plan, Refusal, prove};

/// How a command is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) dry_run: bool,
    /// Whether it rewrites a part of the lock, which must be whole for that.
    pub(crate) writes_lock: bool,
}

/// Runs a command that writes.
pub(crate) fn run<'a>(
    arguments: &'a Arguments,
    settings: Settings,
    plan: impl for<'g> FnOnce(&Ground<'g>) -> Result<Plan<'g>, Refusal>,
) -> io::Result<Exit> {
    let format = arguments.format;
    let package = match Package::find(arguments) {
        Ok(package) => package,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let analysis = errtax_build::analyse(&package.directory, &package.registry);
    let stops = stops(&analysis, settings.writes_lock);
    let Some(registry) = analysis.registry.as_ref().filter(|_| stops.is_empty()) else {
        let help = ["mend that first, then run the command again".to_owned()];
        return refused(&Report::new(&package, &analysis, stops, arguments), &help, format);
    };
    let ground = Ground {
        arguments,
        package: &package,
        analysis: &analysis,
        registry,
    };
    let plan = match plan(&ground) {
        Ok(plan) => plan,
        Err(Refusal::Refused(trouble)) => return report::trouble(&trouble, Exit::Findings, format),
        Err(Refusal::CouldNot(trouble)) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    carry_out(&ground, plan, settings.dry_run)
}

fn carry_out(ground: &Ground<'_>, plan: Plan<'_>, dry_run: bool) -> io::Result<Exit> {
    let Ground {
        arguments,
        package,
        analysis,
        ..
    } = *ground;
    let format = arguments.format;
    let mut changes = plan.files.changes();
    let mut proven = match prove(package, analysis, &changes) {
        Ok(proven) => proven,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let (wrong, remarks) = worse(ground, &plan, &mut proven);
    let denied =
        arguments.deny == Some(Deny::Warnings) && remarks.iter().any(|finding| finding.level == Level::Warning);
    if !wrong.is_empty() || denied || proven.registry.is_none() {
        let mut help =
            vec!["what the command would write does not hold; the places above are as they would be".to_owned()];
        if wrong.is_empty() && denied {
            help = vec!["warnings are denied; without `--deny warnings` it is written".to_owned()];
        }
        let all = wrong.into_iter().chain(remarks).collect();
        return refused(&Report::new(package, &proven, all, arguments), &help, format);
    }
    let edited = changes.len();
    changes.extend(generated(package, &proven));
    if !dry_run && let Err(message) = write::all(&changes) {
        let help = "nothing was changed; make it writable and run the command again";
        let trouble = Trouble::new(ground.shown(), message, help);
        return report::trouble(&trouble, Exit::CouldNotJudge, format);
    }
    let mut report = Report::new(package, &proven, remarks, arguments);
    if format == Format::Json {
        report.written = Some(Written {
            dry_run,
            files: changes.into_iter().map(|change| change.shown).collect(),
            recorded: Vec::new(),
            done: plan.done,
            notes: plan.notes,
            left: plan.left,
        });
        report.print(format)?;
        return Ok(Exit::Clean);
    }
    report.print_findings(format)?;
    let (_, frozen) = counts(&proven);
    super::print(&Outcome {
        done: &plan.done,
        changes: &changes,
        edited,
        lock: (
            package.show(&package.lock()),
            format!("{} frozen", count(frozen, "code")),
        ),
        notes: &plan.notes,
        left: &plan.left,
        dry_run,
    })?;
    Ok(Exit::Clean)
}

/// The checked-in files that follow from the registry, where they would be stale.
pub(crate) fn generated(package: &Package, proven: &Analysis) -> Vec<Change> {
    let lock = package.show(&package.lock());
    let fixes = artifacts::fixes(package, proven).into_iter();
    fixes.filter(|change| change.shown != lock).collect()
}

/// Tells the findings, that nothing was written, and what to do.
pub(crate) fn refused(report: &Report<'_>, help: &[String], format: Format) -> io::Result<Exit> {
    report.print_findings(format)?;
    if format != Format::Json {
        let mut err = anstream::stderr().lock();
        writeln!(err, "{ERROR}refused{ERROR:#}: nothing was written")?;
        for line in help {
            writeln!(err, "{HELP}help{HELP:#}: {line}")?;
        }
    }
    // Not even a refusal without a finding of its own may look like success.
    Ok(match report.exit() {
        Exit::Clean => Exit::Findings,
        exit => exit,
    })
}
