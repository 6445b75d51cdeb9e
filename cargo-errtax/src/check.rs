//! `cargo errtax check`: are the rules kept, does every frozen code still mean what has shipped, and, against a base, does
//! this change keep what the base had promised?

mod fix;
mod shared;

use std::io;

use errtax_build::Analysis;
use errtax_build::finding::{Finding, Rule};
use errtax_build::merge::rules::{BASE_MISSING, BASE_UNREADABLE, FIRST_INTRODUCTION, REGISTRY_GONE};
use errtax_build::merge::{self, Sides};
use errtax_build::rules::MERGE_CONFLICT;
use errtax_build::source::{Place, Sources};

use crate::against::{Against, Lost, Side};
use crate::arguments::{Arguments, CheckCommand};
use crate::artifacts;
use crate::exit::Exit;
use crate::package::{self, Package};
use crate::raised;
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
        return workspace(arguments, command);
    }
    let package = Package::named(arguments)?;
    let against = open(&package, command)?;
    if !package.path(&package.registry).is_file() {
        return Err(without_registry(&package, against.as_ref()));
    }
    let typed = arguments.registry.is_some();
    let mut checked = Checked::of(package, against.as_ref(), typed, command.fix)?;
    if let Some(against) = against.as_ref().filter(|_| checked.introduced) {
        // What is new here and what is gone there may be one and the same.
        match against.lost(None, &[]) {
            Ok(lost) => lost.first().into_iter().for_each(|lost| checked.unlike(lost)),
            Err(obstacle) => checked.tell(&BASE_UNREADABLE, obstacle.message, obstacle.help),
        }
    }
    checked.sort();
    Ok((against, vec![checked]))
}

fn workspace(arguments: &Arguments, command: &CheckCommand) -> Result<(Option<Against>, Vec<Checked>), Trouble> {
    let (manifest, shown) = package::manifest(arguments)?;
    let directory = manifest.parent().unwrap_or(&manifest);
    let (root, manifests) =
        raised::members(directory).map_err(|obstacle| Trouble::new(&shown, obstacle.message, obstacle.help))?;
    let mut packages = Vec::new();
    for manifest in manifests {
        packages.extend(Package::of_manifest(&manifest)?);
    }
    let Some(first) = packages.first() else {
        return Err(Trouble::new(
            shown,
            "no package of this workspace has a registry",
            "write a registry.toml beside the Cargo.toml of the package whose errors it is about",
        ));
    };
    if let Some(typed) = command.against.as_ref().filter(|typed| typed.starts_with("path:")) {
        return Err(Trouble::new(
            shown,
            "a folder is the base of one package, not of a workspace",
            format!(
                "check each by itself: `cargo errtax check --manifest-path {} --against {typed}`",
                first.show("Cargo.toml")
            ),
        ));
    }
    let against = open(first, command)?;
    let mut checked: Vec<Checked> = packages
        .into_iter()
        .map(|package| Checked::of(package, against.as_ref(), false, command.fix))
        .collect::<Result<_, _>>()?;
    shared::judge(&mut checked);
    if let Some(against) = &against {
        let sides: Vec<&Side> = checked.iter().filter_map(|checked| checked.side.as_ref()).collect();
        let lost = against
            .lost(Some(&root), &sides)
            .map_err(|obstacle| obstacle.at(&shown))?;
        if let Some(first) = checked.first_mut() {
            lost.iter().for_each(|lost| first.gone(lost));
        }
    }
    checked.iter_mut().for_each(Checked::sort);
    Ok((against, checked))
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

/// A registry that is not there, with what that means for a base that has it.
fn without_registry(package: &Package, against: Option<&Against>) -> Trouble {
    let mut trouble = package.no_registry();
    if let Some(codes) = against
        .and_then(|against| against.shipped(package).ok())
        .filter(|codes| *codes > 0)
    {
        trouble.message.push_str(&format!(
            "; the base has {} that shipped, and here there are 0",
            count(codes, "code")
        ));
    }
    trouble
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
                if let Some(registry) = &checked.analysis.registry {
                    merge::own_levels(registry, &mut checked.findings);
                }
            }
        }
        Ok(checked)
    }

    fn compare(&mut self, against: &Against, typed: bool) {
        self.compared = Some(0);
        let name = self.analysis.registry.as_ref().map(|registry| registry.name.as_str());
        let side = match against.side(&self.package, name, typed) {
            Ok(Some(side)) => side,
            Ok(None) => {
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
                return self.tell(rule, obstacle.message, obstacle.help);
            }
        };
        let sources = &mut self.analysis.sources;
        let base = errtax_build::read_at(sources, side.directory(), &side.registry, &side.label);
        let verdict = merge::judge(&Sides {
            base: &base,
            head: &self.analysis,
            day: against.base().day.as_deref(),
        });
        self.compared = Some(verdict.compared);
        self.findings = verdict.with(std::mem::take(&mut self.findings));
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

    /// A registry of the base that nothing here continues.
    fn gone(&mut self, lost: &Lost) {
        let Lost { shown, codes } = lost;
        let codes = count(*codes, "code");
        self.tell(
            &REGISTRY_GONE,
            format!("the base has the registry {shown} with {codes} that shipped, and no package here has it"),
            format!("put it back: `git show {shown}` has it. Codes are deprecated and retired, one by one, before a registry goes"),
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
