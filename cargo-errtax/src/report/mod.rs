//! How findings are told: one module for each reader. All of them say the same.

mod base;
pub(crate) mod github;
mod human;
mod json;

use std::collections::BTreeSet;
use std::io::{self, Write};

use errtax_build::Analysis;
use errtax_build::finding::{Finding, Level, Stage};
use errtax_build::merge::rules::REGISTRY_GONE;
use errtax_build::model::Origin;
use errtax_build::source::{FileId, Place};
use errtax_core::Status;

use crate::against::{Base, Side};
use crate::arguments::{Arguments, Deny, Format};
use crate::edit::Done;
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
    /// Of a check against a base: what that gave.
    pub(crate) compared: Option<Compared<'a>>,
    /// Of a command that writes: what it did.
    pub(crate) written: Option<Written>,
    /// Of a server that was asked: what it offers.
    pub(crate) offered: Option<Offered>,
}

/// What a server offers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered {
    /// How many tools.
    pub(crate) tools: usize,
    /// What their definitions cost a client.
    pub(crate) tokens: usize,
}

/// What of a package was compared with its base.
#[derive(Debug)]
pub(crate) struct Compared<'a> {
    /// The package at the base; `None` where that has no registry yet, or cannot be read.
    pub(crate) side: Option<&'a Side>,
    /// How many codes of the base were compared.
    pub(crate) codes: usize,
}

/// What a check found, of one package or of all in a workspace.
#[derive(Debug)]
pub(crate) struct Check<'a> {
    /// What was compared with, where that was asked for.
    pub(crate) base: Option<&'a Base>,
    /// The files that were mended before, where that was asked for.
    pub(crate) fixed: Option<Vec<String>>,
    /// The packages, by their folders; at least one.
    pub(crate) packages: Vec<Report<'a>>,
}

/// What a command wrote, or would write.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// It only would.
    pub(crate) dry_run: bool,
    /// The files, as shown.
    pub(crate) files: Vec<String>,
    /// The codes of which the lock had nothing before.
    pub(crate) recorded: Vec<String>,
    /// What was done, in the order in which it is told.
    pub(crate) done: Vec<Done>,
    /// What is worth knowing.
    pub(crate) notes: Vec<String>,
    /// What the author has yet to do.
    pub(crate) left: Vec<String>,
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
            compared: None,
            written: None,
            offered: None,
        }
    }

    /// How the command ends.
    pub(crate) fn exit(&self) -> Exit {
        let worst = self.findings.iter().map(|finding| finding.level).max();
        match worst {
            Some(Level::CouldNotJudge) => Exit::CouldNotJudge,
            // A file that could not be read whole may still leave findings of other levels.
            _ if self.analysis.registry.is_none() && !self.is_gone() => Exit::CouldNotJudge,
            Some(level) if level.fails() || (self.deny_warnings && level == Level::Warning) => Exit::Findings,
            _ => Exit::Clean,
        }
    }

    /// Whether there is no registry any more, which is all there is to say.
    fn is_gone(&self) -> bool {
        self.analysis.registry.is_none() && self.findings.iter().any(|finding| finding.rule == &REGISTRY_GONE)
    }

    /// The lock, as shown, where it could be read.
    fn lock(&self) -> Option<String> {
        self.analysis
            .lock
            .as_ref()
            .map(|_| self.package.show(&self.package.lock()))
    }

    /// How many codes were compared: those of the base, else those of the lock.
    fn compared(&self) -> usize {
        if self.offered.is_some() {
            return 0;
        }
        match (&self.compared, &self.analysis.lock) {
            (Some(compared), _) => compared.codes,
            (None, Some(lock)) => lock.codes.len() + lock.retired.len(),
            (None, None) => 0,
        }
    }

    /// The place of what has shipped: at the base, else in a lock.
    fn shipped(&self, finding: &Finding) -> Option<Place> {
        let places = || std::iter::once(finding.place).chain(finding.related.iter().map(|(place, _)| *place));
        let sources = &self.analysis.sources;
        // What a server offers was never compared with anything that has shipped.
        if finding.rule.stage == Stage::Tools {
            return None;
        }
        let at_base = places().find(|place| sources.file(place.file).revision.is_some());
        at_base.or_else(|| places().find(|place| sources.file(place.file).path.ends_with(".lock")))
    }

    /// How a file is named to whoever runs the command. One of the base has its revision before it.
    fn show(&self, file: FileId) -> String {
        let file = self.analysis.sources.file(file);
        match (&file.revision, &self.compared) {
            (None, _) => self.package.show(&file.path),
            (Some(_), Some(Compared { side: Some(side), .. })) => side.show(&file.path),
            (Some(revision), _) => format!("{revision}:{}", file.path),
        }
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

impl Check<'_> {
    /// How the command ends: as the worst of the packages.
    pub(crate) fn exit(&self) -> Exit {
        let all = self.packages.iter().map(Report::exit);
        all.max().unwrap_or(Exit::CouldNotJudge)
    }

    /// Tells it.
    pub(crate) fn print(&self, format: Format) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        match format {
            Format::Human => human::check(self, &mut out)?,
            Format::Json => json::check(self, &mut out)?,
            Format::Github => github::check(self, &mut out)?,
        }
        out.flush()
    }
}

/// How many codes have shipped: frozen in the registry or recorded in its lock, tombstones too.
pub(crate) fn shipped(analysis: &Analysis) -> usize {
    let mut names = BTreeSet::new();
    if let Some(registry) = &analysis.registry {
        let codes = registry.codes.values();
        names.extend(
            codes
                .filter(|code| code.origin == Origin::Own && code.status == Status::Frozen)
                .map(|code| &code.name),
        );
        let retired = registry
            .retired
            .iter()
            .filter(|(_, retired)| retired.origin == Origin::Own);
        names.extend(retired.map(|(name, _)| name));
    }
    if let Some(lock) = &analysis.lock {
        names.extend(lock.codes.keys().chain(lock.retired.keys()));
    }
    names.len()
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
