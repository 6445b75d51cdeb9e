//! What the commands that only read have in common: a registry that could be read, or why not.

use std::io::{self, Write};

use errtax_build::Analysis;
use errtax_build::finding::{Finding, Level, Stage};
use errtax_build::model::{Code, Origin, Registry};
use errtax_build::rules::{NO_CODES, TOML_SYNTAX};
use errtax_build::source::Place;

use crate::arguments::Arguments;
use crate::exit::Exit;
use crate::package::Package;
use crate::report::{self, Report, count};
use crate::style::STRONG;

/// A package and its registry.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The package.
    pub(crate) package: Package,
    /// All that was read.
    pub(crate) analysis: Analysis,
    /// The registry. Where something is wrong with it, as much as could be read.
    pub(crate) registry: Registry,
}

/// Reads the registry that the arguments mean. Where it cannot be read, that is told and the command ends so.
pub(crate) fn open(arguments: &Arguments) -> io::Result<Result<Opened, Exit>> {
    let package = match Package::find_to_read(arguments) {
        Ok(package) => package,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format).map(Err),
    };
    let analysis = errtax_build::analyse(&package.directory, &package.registry);
    // What is no TOML has no meaning, although some of it may have been read.
    let is_readable = |finding: &Finding| finding.level != Level::CouldNotJudge && finding.rule != &TOML_SYNTAX;
    let readable = wrong(&analysis.findings).all(|finding| is_readable(finding) || finding.rule == &NO_CODES);
    match analysis.registry.clone().filter(|_| readable) {
        Some(registry) => Ok(Ok(Opened {
            package,
            analysis,
            registry,
        })),
        None => {
            let report = Report::new(&package, &analysis, analysis.findings.clone(), arguments);
            report.print(arguments.format)?;
            Ok(Err(Exit::CouldNotJudge))
        }
    }
}

/// The same, for a command whose output is nothing to rely on unless the registry is right. Drift does not count: it is
/// about another time, not about what the registry says now.
pub(crate) fn open_sound(arguments: &Arguments) -> io::Result<Result<Opened, Exit>> {
    let opened = match open(arguments)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(Err(exit)),
    };
    let wrong: Vec<Finding> = opened.wrong().cloned().collect();
    if wrong.is_empty() {
        return Ok(Ok(opened));
    }
    let report = Report::new(&opened.package, &opened.analysis, wrong, arguments);
    report.print(arguments.format)?;
    Ok(Err(report.exit()))
}

impl Opened {
    /// What is wrong with the registry by itself.
    pub(crate) fn wrong(&self) -> impl Iterator<Item = &Finding> {
        wrong(&self.analysis.findings)
    }

    /// Says so, where something is: what was shown may not be what is meant.
    pub(crate) fn warn(&self) -> io::Result<()> {
        let wrong = self.wrong().count();
        if wrong > 0 {
            let errors = count(wrong, "error");
            writeln!(
                anstream::stderr().lock(),
                "{STRONG}note{STRONG:#}: the registry has {errors}, so this may not be all that is meant; `cargo errtax check` \
                 shows what is wrong"
            )?;
        }
        Ok(())
    }

    /// Where a place is: the file as shown, and the line.
    pub(crate) fn line(&self, place: Place) -> (String, usize) {
        let sources = &self.analysis.sources;
        let path = &sources.file(place.file).path;
        (self.package.show(path), sources.line_column(place).line)
    }

    /// The name of the registry that declares a code.
    pub(crate) fn declared_by<'a>(&'a self, code: &'a Code) -> &'a str {
        match &code.origin {
            Origin::Own => &self.registry.name,
            Origin::Extended(name) => name,
        }
    }
}

/// The findings that are about a registry by itself, and fail.
pub(crate) fn wrong(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings
        .iter()
        .filter(|finding| finding.level.fails() && matches!(finding.rule.stage, Stage::Read | Stage::Structure))
}
