//! From a plan to what is written: the same way for every command.

use std::io::{self, Write};
use std::path::Path;

use errtax_build::Analysis;
use errtax_build::drift::{
    self,
    rules::{LOCK_MISSING, LOCK_NOT_CANONICAL, LOCK_REORDERED, LOCK_STALE},
};
use errtax_build::finding::{Finding, Level, Rule, Stage};
use errtax_build::lock::{Lock, Row};
use errtax_build::model::{Code, Origin, Registry, Version};
use errtax_build::rules::{NO_CODES, TOML_SYNTAX};
use errtax_build::suggest;
use errtax_core::Status;

use crate::arguments::{Arguments, Deny, Format};
use crate::exit::Exit;
use crate::package::Package;
use crate::paths::{normalize, relative};
use crate::report::{self, Report, Written, count, counts};
use crate::style::{ERROR, HELP};
use crate::trouble::Trouble;
use crate::write;

use super::{Done, Files, Outcome, Raise, prove};

/// The rules that say no more than "the lock is behind, or not in its form", which the next freeze mends.
pub(crate) const MENDED: [&Rule; 4] = [&LOCK_MISSING, &LOCK_STALE, &LOCK_REORDERED, &LOCK_NOT_CANONICAL];

/// What a command finds.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) arguments: &'a Arguments,
    pub(crate) package: &'a Package,
    pub(crate) analysis: &'a Analysis,
    pub(crate) registry: &'a Registry,
}

/// What a command is about to do.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The files, edited.
    pub(crate) files: Files<'a>,
    /// What was done, in the order in which it is told.
    pub(crate) done: Vec<Done>,
    /// What is worth knowing.
    pub(crate) notes: Vec<String>,
    /// What the author has yet to do.
    pub(crate) left: Vec<String>,
    /// The rules that may be broken until that is done, each for one code.
    pub(crate) unfinished: Vec<(&'static Rule, String)>,
    /// The code whose style is spoken of.
    pub(crate) speaks_of: Option<String>,
    /// The lock, as it shall be.
    lock: Option<Lock>,
}

/// Why nothing is done.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What is asked for cannot be.
    Refused(Trouble),
    /// It cannot be told.
    CouldNot(Trouble),
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Self::CouldNot(trouble)
    }
}

/// How a command is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) dry_run: bool,
    /// Whether it rewrites a part of the lock, which must be whole for that.
    pub(crate) writes_lock: bool,
}

impl<'a> Plan<'a> {
    /// Nothing yet.
    pub(crate) fn new(ground: &Ground<'a>) -> Self {
        Self {
            files: Files::of(ground.package),
            done: Vec::new(),
            notes: Vec::new(),
            left: Vec::new(),
            unfinished: Vec::new(),
            speaks_of: None,
            lock: None,
        }
    }

    /// Raises the registry's version, where that is needed, and says so.
    pub(crate) fn raise(&mut self, ground: &Ground<'_>, raise: &Raise) -> Result<(), Trouble> {
        let Raise::To(version, because) = raise else {
            return Ok(());
        };
        let now = ground.registry.version;
        let instead = format!("write `version = \"{version}\"` under `[registry]` by hand, and run the command again");
        self.files.edit(&ground.package.registry, &instead, |toml| {
            toml.set(&["registry"], "version", &super::string(&version.to_string()), &["name"])
        })?;
        self.done.push(Done {
            did: "raised",
            would: "raise",
            codes: Vec::new(),
            said: format!("the version from {now} to {version}: {because}"),
        });
        Ok(())
    }

    /// Rewrites a part of the lock.
    pub(crate) fn lock(&mut self, ground: &Ground<'_>, edit: impl FnOnce(&mut Lock)) -> Result<(), Trouble> {
        let before = || ground.analysis.lock.clone().unwrap_or_default();
        let lock = self.lock.get_or_insert_with(before);
        edit(lock);
        self.files.put(&ground.package.lock(), lock.render())
    }
}

impl<'a> Ground<'a> {
    /// The registry's file, as shown.
    pub(crate) fn shown(&self) -> String {
        self.package.show(&self.package.registry)
    }

    /// A refusal about the registry as a whole.
    pub(crate) fn refuse(&self, message: impl std::fmt::Display, help: impl std::fmt::Display) -> Refusal {
        Refusal::Refused(Trouble::new(self.shown(), message, help))
    }

    /// A refusal about a code, at its place.
    pub(crate) fn refuse_at(
        &self,
        code: &Code,
        field: &str,
        message: impl std::fmt::Display,
        help: impl std::fmt::Display,
    ) -> Refusal {
        let place = code.places.get(field);
        let file = self.analysis.sources.file(place.file);
        Refusal::Refused(Trouble::new(self.package.show(&file.path), message, help).at(&file.text, place.start))
    }

    /// The file of a code, in the package.
    pub(crate) fn file_of(&self, code: &Code) -> &'a str {
        &self.analysis.sources.file(code.places.name.file).path
    }

    /// A path as it was typed, relative to the package; `what` it is of.
    pub(crate) fn in_package(&self, typed: &Path, what: &str) -> Result<String, Refusal> {
        let here = std::env::current_dir().map_err(|error| {
            Trouble::new(
                self.shown(),
                format!("cannot tell the current directory: {error}"),
                "change to a directory that exists",
            )
        })?;
        match relative(&normalize(&here.join(typed)), &self.package.directory) {
            Some(file) if !file.is_empty() && file != ".." && !file.starts_with("../") => Ok(file),
            _ => Err(self.refuse(
                format!("{} is outside of the package: {what} belongs in it", typed.display()),
                "name a file of the package, from where you are",
            )),
        }
    }

    /// A code that this registry itself declares. `command` is what was typed before its name.
    pub(crate) fn own(&self, name: &str, command: &str) -> Result<&'a Code, Refusal> {
        let registry = self.registry;
        let Some(code) = registry.codes.get(name) else {
            if let Some(retired) = registry.retired.get(name) {
                let message = format!("{name} is retired since {}: it is no code any more", retired.since);
                return Err(self.refuse(message, "nothing is left to do about it; its tombstone stays"));
            }
            let message = format!("the registry `{}` has no code `{name}`", registry.name);
            let own = registry.codes.values().filter(|code| code.origin == Origin::Own);
            let help = match suggest::nearest(name, own.map(|code| code.name.as_str())) {
                Some(near) => format!("did you mean `cargo errtax {command} {near}`?"),
                None => "`cargo errtax list` shows the codes there are".to_owned(),
            };
            return Err(self.refuse(message, help));
        };
        if let Origin::Extended(origin) = &code.origin {
            let message = format!("{name} is a code of the registry `{origin}`, and only that can change it");
            return Err(self.refuse(message, format!("name a code that `{}` itself declares", registry.name)));
        }
        Ok(code)
    }

    /// A code that has shipped, is recorded in the lock, and is declared here.
    pub(crate) fn shipped(&self, name: &str, command: &str) -> Result<&'a Code, Refusal> {
        let code = self.own(name, command)?;
        let recorded = self.analysis.lock.as_ref().is_some_and(|lock| lock.codes.contains_key(name));
        if code.status == Status::Draft && !recorded {
            return Err(self.refuse_at(
                code,
                "status",
                format!("{name} is a draft: it has not shipped, so nobody has to be led away from it"),
                format!(
                    "change, rename or delete `[codes.{name}]` as you like; if it has shipped, freeze it first: `cargo errtax \
                     freeze {name}`"
                ),
            ));
        }
        if !recorded {
            return Err(self.refuse_at(
                code,
                "status",
                format!("{name} says that it is frozen, and the lock does not record it"),
                "run `cargo errtax freeze`, then this again".to_owned(),
            ));
        }
        Ok(code)
    }

    /// The version of the registry.
    pub(crate) fn version(&self) -> Version {
        self.registry.version
    }
}

/// What the lock would record of a code, read from the files as they are edited so far.
pub(crate) fn read_back(ground: &Ground<'_>, plan: &Plan<'_>, code: &str) -> Result<Row, Refusal> {
    let proven = prove(ground.package, ground.analysis, &plan.files.changes())?;
    let read = proven.registry.as_ref().and_then(|registry| registry.codes.get(code));
    read.map(Row::of).ok_or_else(|| {
        ground.refuse(
            format!("the edit of {code} cannot be read back"),
            "leave the command alone and edit the file by hand",
        )
    })
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
    let Plan {
        files,
        done,
        notes,
        left,
        unfinished,
        speaks_of,
        lock: _,
    } = plan;
    let changes = files.changes();
    let mut proven = match prove(package, analysis, &changes) {
        Ok(proven) => proven,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, format),
    };
    let (wrong, remarks) = worse(ground, &mut proven, &unfinished);
    let denied = arguments.deny == Some(Deny::Warnings) && remarks.iter().any(|finding| finding.level == Level::Warning);
    if !wrong.is_empty() || denied || proven.registry.is_none() {
        let mut help = vec!["what the command would write does not hold; the places above are as they would be".to_owned()];
        if wrong.is_empty() && denied {
            help = vec!["warnings are denied; without `--deny warnings` it is written".to_owned()];
        }
        let all = wrong.into_iter().chain(remarks).collect();
        return refused(&Report::new(package, &proven, all, arguments), &help, format);
    }
    if !dry_run && let Err(message) = write::all(&changes) {
        let help = "nothing was changed; make it writable and run the command again";
        let trouble = Trouble::new(ground.shown(), message, help);
        return report::trouble(&trouble, Exit::CouldNotJudge, format);
    }
    let mut remarks = remarks;
    if let (Some(code), Some(registry)) = (&speaks_of, &proven.registry) {
        let style = errtax_build::style(registry).into_iter();
        remarks.extend(style.filter(|finding| finding.code.as_ref() == Some(code)));
    }
    let mut report = Report::new(package, &proven, remarks, arguments);
    if format == Format::Json {
        report.written = Some(Written {
            dry_run,
            files: changes.into_iter().map(|change| change.shown).collect(),
            recorded: Vec::new(),
            done,
            left,
        });
        report.print(format)?;
        return Ok(Exit::Clean);
    }
    report.print_findings(format)?;
    let (_, frozen) = counts(&proven);
    super::print(&Outcome {
        done: &done,
        changes: &changes,
        lock: (
            package.show(&package.lock()),
            format!("{} frozen", count(frozen, "code")),
        ),
        notes: &notes,
        left: &left,
        dry_run,
    })?;
    Ok(Exit::Clean)
}

/// What keeps any edit from being judged: files that cannot be read, and, where the lock is rewritten, a lock that is not
/// what was committed.
fn stops(analysis: &Analysis, writes_lock: bool) -> Vec<Finding> {
    let stops = |finding: &&Finding| match finding.rule.stage {
        Stage::Drift => writes_lock && finding.level >= Level::Tamper && finding.rule != &LOCK_REORDERED,
        _ => (finding.level == Level::CouldNotJudge && finding.rule != &NO_CODES) || finding.rule == &TOML_SYNTAX,
    };
    analysis.findings.iter().filter(stops).cloned().collect()
}

/// What the change makes worse: what fails that did not before, and what else there is to say of it. It is compared with
/// the lock as it was too, so that no edit hides a change of what has shipped.
fn worse(
    ground: &Ground<'_>,
    proven: &mut Analysis,
    unfinished: &[(&'static Rule, String)],
) -> (Vec<Finding>, Vec<Finding>) {
    let known: Vec<Key> = ground.analysis.findings.iter().map(Key::of).collect();
    let mut all = proven.findings.clone();
    let lock = ground.package.lock();
    let before = ground.analysis.sources.files().iter().find(|file| file.path == lock);
    if let (Some(before), Some(registry)) = (before, &proven.registry) {
        // Read again, so that its places are among the sources of what is proven.
        let file = proven.sources.add(&lock, before.text.as_str());
        if let Ok(before) = Lock::parse(&before.text, file) {
            all.extend(drift::judge(&before, registry));
        }
    }
    // What is wrong with the registry, the lock repeats in its own words.
    let of_registry = |finding: &Finding| finding.rule.stage != Stage::Drift && finding.level.fails();
    if all.iter().any(|finding| of_registry(finding) && !known.contains(&Key::of(finding))) {
        all.retain(|finding| !(finding.rule.stage == Stage::Drift && finding.level == Level::CouldNotJudge));
    }
    let may_be = |finding: &Finding| {
        let named = |(rule, code): &(&Rule, String)| *rule == finding.rule && finding.code.as_ref() == Some(code);
        MENDED.contains(&finding.rule) || unfinished.iter().any(named)
    };
    let mut seen: Vec<Key> = Vec::new();
    let (mut wrong, mut remarks) = (Vec::new(), Vec::new());
    for finding in all {
        let key = Key::of(&finding);
        if known.contains(&key) || seen.contains(&key) || may_be(&finding) {
            continue;
        }
        seen.push(key);
        if finding.level.fails() {
            wrong.push(finding);
        } else {
            remarks.push(finding);
        }
    }
    (wrong, remarks)
}

/// What makes two findings of two analyses the same one: places move.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    rule: &'static str,
    code: Option<String>,
    field: Option<String>,
    change: (Option<String>, Option<String>),
    /// Where no code tells it apart.
    message: Option<String>,
}

impl Key {
    fn of(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.id,
            code: finding.code.clone(),
            field: finding.field.clone(),
            change: (finding.old.clone(), finding.new.clone()),
            message: finding.code.is_none().then(|| finding.message.clone()),
        }
    }
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
