//! `cargo errtax check`: are the rules kept, does every frozen code still mean what has shipped, and, against a base, does
//! this change keep what the base had promised?

mod fix;
mod gone;
mod shared;
mod workspace;

use std::io;

use errtax_build::Analysis;
use errtax_build::finding::{Finding, Rule};
use errtax_build::merge::rules::{BASE_MISSING, BASE_UNREADABLE, FIRST_INTRODUCTION};
use errtax_build::merge::{self, Sides};
use errtax_build::model::Policy;
use errtax_build::rules::MERGE_CONFLICT;
use errtax_build::source::{Place, Sources};

use crate::against::{Against, Base, Lost, Side, short};
use crate::arguments::{Arguments, CheckCommand};
use crate::artifacts;
use crate::exit::Exit;
use crate::package::Package;
use crate::raised;
use crate::records::{self, Asked};
use crate::report::{self, Check, Compared, Report, count};
use crate::trouble::Trouble;

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &CheckCommand) -> io::Result<Exit> {
    match checked(arguments, command) {
        Ok((against, packages)) => {
            let check = Check {
                base: against.as_ref().map(Against::base),
                fixed: command
                    .fix
                    .then(|| packages.iter().flat_map(|package| package.fixed.clone()).collect()),
                packages: packages.iter().map(|package| package.report(arguments)).collect(),
            };
            check.print(arguments.format)?;
            Ok(check.exit())
        }
        Err(trouble) => report::trouble(&trouble, Exit::CouldNotJudge, arguments.format),
    }
}

fn checked(arguments: &Arguments, command: &CheckCommand) -> Result<(Option<Against>, Vec<Checked>), Trouble> {
    if command.workspace {
        return workspace::checked(arguments, command);
    }
    let package = Package::named(arguments)?;
    let against = open(&package, command)?;
    let typed = arguments.registry.is_some();
    if !package.path(&package.registry).is_file() {
        let against = against.filter(|_| !typed);
        let gone = gone::alone(package, against.as_ref())?;
        return Ok((against, vec![gone]));
    }
    let mut checked = Checked::of(package, against.as_ref(), typed, command.fix)?;
    if let Some(against) = against.as_ref().filter(|_| checked.introduced) {
        // What is new here and what is gone there may be one and the same.
        match against.lost(None, &[], &[]) {
            Ok(lost) => lost.first().into_iter().for_each(|lost| checked.unlike(lost)),
            Err(obstacle) => checked.tell(&BASE_UNREADABLE, obstacle.message, obstacle.help),
        }
    }
    checked.sort();
    Ok((against, vec![checked]))
}

fn open(package: &Package, command: &CheckCommand) -> Result<Option<Against>, Trouble> {
    let Some(typed) = &command.against else {
        return Ok(None);
    };
    let opened = Against::open(package, typed, command.exact);
    opened
        .map(Some)
        .map_err(|obstacle| obstacle.at(package.show(&package.registry)))
}

/// A help with the base in what is to be typed.
fn with_base(help: &str, base: &Base) -> String {
    let amend = format!("cargo errtax amend --against {} ", base.reference);
    // Without a reason it records in the lock what an amendment says already, and needs no base.
    let mut help = match help.contains("--reason") {
        true => help.replace("cargo errtax amend ", &amend),
        false => help.to_owned(),
    };
    if let Some(commit) = &base.commit {
        help = help.replace("git checkout HEAD -- ", &format!("git checkout {} -- ", short(commit)));
    }
    help
}

/// One package, and what was found.
#[derive(Debug)]
struct Checked {
    package: Package,
    analysis: Analysis,
    findings: Vec<Finding>,
    /// The files that were mended before.
    fixed: Vec<String>,
    /// The package at the base.
    side: Option<Side>,
    /// Whether this change introduces the registry.
    introduced: bool,
    /// How many codes of the base were compared; `None` where there is no base.
    compared: Option<usize>,
}

impl Checked {
    fn of(package: Package, against: Option<&Against>, typed: bool, fix: bool) -> Result<Self, Trouble> {
        let fixed = match fix {
            true => fix::fix(&package)?,
            false => Vec::new(),
        };
        let mut analysis = errtax_build::analyse(&package.directory, &package.registry);
        let mut findings = analysis.findings.clone();
        // How a half-merged registry reads, nobody will know before it is one again.
        let whole = !findings.iter().any(|finding| finding.rule == &MERGE_CONFLICT);
        if let Some(registry) = analysis.registry.as_ref().filter(|_| whole) {
            findings.extend(errtax_build::style(registry));
            findings.extend(raised::unraised(&package, &mut analysis));
            findings.extend(artifacts::judge(&package, &mut analysis));
        }
        let mut checked = Self {
            package,
            analysis,
            findings,
            fixed,
            side: None,
            introduced: false,
            compared: None,
        };
        match against {
            Some(against) => checked.compare(against, typed),
            None => {
                checked.records(None);
                if let Some(registry) = &checked.analysis.registry {
                    merge::own_levels(registry, &mut checked.findings);
                }
            }
        }
        Ok(checked)
    }

    /// The decision records, by the policy of the registry and of its base.
    fn records(&mut self, base: Option<&Policy>) {
        // How a half-merged registry reads, nobody will know before it is one again.
        let half_merged = |finding: &Finding| finding.rule == &MERGE_CONFLICT;
        if self.findings.iter().any(half_merged) {
            return;
        }
        let registry = self.analysis.registry.as_ref();
        if let Some(asked) = registry.and_then(|registry| Asked::of(&registry.policy, base)) {
            self.findings
                .extend(records::judge(&self.package, &mut self.analysis, &asked));
        }
    }

    fn compare(&mut self, against: &Against, typed: bool) {
        self.compared = Some(0);
        let name = self.analysis.registry.as_ref().map(|registry| registry.name.as_str());
        let side = match against.side(&self.package, name, typed) {
            Ok(Some(side)) => side,
            Ok(None) => {
                self.records(None);
                self.introduced = true;
                let message = "the base has no registry yet: this change introduces it, and nothing has shipped before";
                let help = "look at the codes that it declares frozen: from now on they are what has shipped";
                return self.tell(&FIRST_INTRODUCTION, message, help);
            }
            Err(obstacle) => {
                let rule = match obstacle.is_missing {
                    true => &BASE_MISSING,
                    false => &BASE_UNREADABLE,
                };
                self.records(None);
                return self.tell(rule, obstacle.message, obstacle.help);
            }
        };
        let sources = &mut self.analysis.sources;
        let base = errtax_build::read_at(sources, side.directory(), &side.registry, &side.label);
        self.records(base.registry.as_ref().map(|registry| &registry.policy));
        let verdict = merge::judge_all(&Sides {
            base: &base,
            head: &self.analysis,
            day: against.base().day.as_deref(),
        });
        self.compared = Some(verdict.compared);
        let alone: Vec<(&str, Place)> = self
            .findings
            .iter()
            .map(|finding| (finding.rule.id, finding.place))
            .collect();
        let mut findings = verdict.with(self.findings.clone());
        for finding in &mut findings {
            // What the lock does not show, the commands that read it do not find either.
            if !alone.contains(&(finding.rule.id, finding.place)) {
                finding.help = with_base(&finding.help, against.base());
            }
        }
        self.findings = findings;
        self.side = Some(side);
    }

    /// A finding about the registry as a whole.
    fn tell(&mut self, rule: &'static Rule, message: impl Into<String>, help: impl Into<String>) {
        let place = match &self.analysis.registry {
            Some(registry) => registry.place,
            None => {
                let file = self.analysis.sources.add(&*self.package.registry, "");
                Place { file, start: 0, end: 0 }
            }
        };
        self.findings.push(Finding::new(rule, place, message, help));
    }

    /// The registry is new, and another one is gone.
    fn unlike(&mut self, lost: &Lost) {
        let Lost { shown, codes } = lost;
        let codes = count(*codes, "code");
        self.tell(
            &BASE_MISSING,
            format!("this registry is new, while {shown} with {codes} that shipped is gone: if it is the same contract, its codes cannot be compared"),
            "if it was moved, give it the `name` that it had; if it is another contract, take the old one away in a change of its own",
        )
    }

    /// By file, place and rule: the same order on every machine, and the order in which one mends them.
    fn sort(&mut self) {
        let sources = &self.analysis.sources;
        sort(&mut self.findings, sources);
    }

    fn report(&self, arguments: &Arguments) -> Report<'_> {
        let mut report = Report::new(&self.package, &self.analysis, self.findings.clone(), arguments);
        report.compared = self.compared.map(|codes| Compared {
            side: self.side.as_ref(),
            codes,
        });
        report
    }
}

fn sort(findings: &mut Vec<Finding>, sources: &Sources) {
    let path = |finding: &Finding| sources.file(finding.place.file).path.clone();
    findings.sort_by(|a, b| {
        let place = |finding: &Finding| (finding.place.start, finding.place.end, finding.rule.id);
        path(a)
            .cmp(&path(b))
            .then_with(|| place(a).cmp(&place(b)))
            .then_with(|| a.message.cmp(&b.message))
    });
    findings.dedup();
}
