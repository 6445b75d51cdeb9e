//! How findings are told: one module for each reader. All of them say the same.

mod github;
mod human;
mod json;

use std::io::{self, Write};

use errtax_build::Analysis;
use errtax_build::finding::{Finding, Level};
use errtax_build::model::Origin;
use errtax_build::source::Place;
use errtax_core::Status;

use crate::arguments::{Arguments, Deny, Format};
use crate::exit::Exit;
use crate::package::Package;
use crate::trouble::Trouble;

pub(crate) use human::paragraph;

/// What was looked at and what was found.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    /// The package.
    pub(crate) package: &'a Package,
    /// The registry and the files it is made of.
    pub(crate) analysis: &'a Analysis,
    /// What is wrong, in the order in which it is told.
    pub(crate) findings: Vec<Finding>,
    /// Whether warnings fail.
    pub(crate) deny_warnings: bool,
    /// Of a command that writes: what it did.
    pub(crate) written: Option<Written>,
}

/// What a command wrote, or would write.
#[derive(Debug)]
pub(crate) struct Written {
    /// It only would.
    pub(crate) dry_run: bool,
    /// The files, as shown.
    pub(crate) files: Vec<String>,
    /// The codes of which the lock had nothing before.
    pub(crate) recorded: Vec<String>,
}

impl<'a> Report<'a> {
    /// A report of `findings`.
    pub(crate) fn new(
        package: &'a Package,
        analysis: &'a Analysis,
        findings: Vec<Finding>,
        arguments: &Arguments,
    ) -> Self {
        let deny_warnings = arguments.deny == Some(Deny::Warnings);
        Self {
            package,
            analysis,
            findings,
            deny_warnings,
            written: None,
        }
    }

    /// How the command ends.
    pub(crate) fn exit(&self) -> Exit {
        let worst = self.findings.iter().map(|finding| finding.rule.level).max();
        match worst {
            Some(Level::CouldNotJudge) => Exit::CouldNotJudge,
            // A file that could not be read whole may still leave findings of other levels.
            _ if self.analysis.registry.is_none() => Exit::CouldNotJudge,
            Some(level) if level.fails() || (self.deny_warnings && level == Level::Warning) => Exit::Findings,
            _ => Exit::Clean,
        }
    }

    /// The lock, as shown, where it could be read.
    pub(crate) fn base(&self) -> Option<String> {
        self.analysis
            .lock
            .as_ref()
            .map(|_| self.package.show(&self.package.lock()))
    }

    /// The place of what has shipped: in a lock.
    fn shipped(&self, finding: &Finding) -> Option<Place> {
        let mut places = std::iter::once(finding.place).chain(finding.related.iter().map(|(place, _)| *place));
        places.find(|place| self.analysis.sources.file(place.file).path.ends_with(".lock"))
    }

    /// Tells it.
    pub(crate) fn print(&self, format: Format) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        match format {
            Format::Human => human::print(self, &mut out)?,
            Format::Json => json::print(self, &mut out)?,
            Format::Github => github::print(self, &mut out)?,
        }
        out.flush()
    }

    /// Tells the findings alone, without what a check says at its end.
    pub(crate) fn print_findings(&self, format: Format) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        match format {
            Format::Human => human::findings(self, &mut out)?,
            Format::Json => json::print(self, &mut out)?,
            Format::Github => github::findings(self, &mut out)?,
        }
        out.flush()
    }
}

/// How many codes the registry itself declares, and how many of them have shipped.
pub(crate) fn counts(analysis: &Analysis) -> (usize, usize) {
    let codes = analysis.registry.iter().flat_map(|registry| registry.codes.values());
    let own = codes.filter(|code| code.origin == Origin::Own);
    own.fold((0, 0), |(all, frozen), code| {
        (all + 1, frozen + usize::from(code.status == Status::Frozen))
    })
}

/// The word of a level in what machines read.
pub(crate) fn level_word(level: Level) -> &'static str {
    match level {
        Level::Note => "note",
        Level::Warning => "warning",
        Level::Break => "break",
        Level::Unamendable => "unamendable",
        Level::Invalid => "invalid",
        Level::Tamper => "tamper",
        Level::CouldNotJudge => "could_not_judge",
    }
}

/// Tells what kept a command from judging or from writing.
pub(crate) fn trouble(trouble: &Trouble, exit: Exit, format: Format) -> io::Result<Exit> {
    match format {
        Format::Human => human::trouble(trouble, &mut anstream::stderr().lock())?,
        Format::Json => json::trouble(trouble, &mut anstream::stdout().lock())?,
        Format::Github => github::trouble(trouble, &mut anstream::stdout().lock())?,
    }
    Ok(exit)
}

/// `1 code`, `2 codes`.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{number} {one}s")
    }
}
