//! Two revisions of a package in a temporary folder, judged.

use std::fs;
use std::path::Path;

use errtax_build::finding::{Finding, Level};
use errtax_build::lock::Lock;
use errtax_build::merge::{Sides, Verdict, judge};
use errtax_build::source::Sources;
use errtax_build::{Analysis, analyse_at, read_at};

/// The files of one revision, by path; the lock among them.
pub(crate) type Files = Vec<(String, String)>;

/// The day of the head commit where a case says nothing else.
pub(crate) const DAY: &str = "2027-01-15";

/// Both revisions, read.
pub(crate) struct Pair {
    pub(crate) sources: Sources,
    pub(crate) base: Analysis,
    pub(crate) head: Analysis,
    pub(crate) verdict: Verdict,
}

impl Pair {
    pub(crate) fn judge(base: &Files, head: &Files, day: Option<&str>) -> Self {
        let mut sources = Sources::default();
        let base = in_folder(base, |folder| read_at(&mut sources, folder, "registry.toml", "main"));
        let head = read(&mut sources, head);
        let verdict = judge(&Sides {
            base: &base,
            head: &head,
            day,
        });
        Self {
            sources,
            base,
            head,
            verdict,
        }
    }

    /// What is found, each in one line, sorted.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .verdict
            .findings
            .iter()
            .map(|finding| line(finding, &self.sources))
            .collect();
        lines.sort();
        lines
    }

    /// Everything there is to tell about the head.
    pub(crate) fn told(&self) -> Vec<Finding> {
        self.verdict.clone().with(self.head.findings.clone())
    }

    pub(crate) fn rendered(&self) -> String {
        let shown = self.verdict.findings.iter();
        let shown = shown.map(|finding| errtax_build::render::plain(finding, &self.sources));
        shown.collect::<Vec<_>>().join("\n\n")
    }
}

fn read(sources: &mut Sources, files: &Files) -> Analysis {
    in_folder(files, |folder| analyse_at(sources, folder, "registry.toml", None))
}

fn in_folder(files: &Files, read: impl FnOnce(&Path) -> Analysis) -> Analysis {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files);
    read(folder.path())
}

fn write(folder: &Path, files: &Files) {
    for (path, text) in files {
        let target = folder.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, text).unwrap();
    }
}

/// The lock that `freeze` or `amend` writes for these files, after an earlier one.
pub(crate) fn lock(files: &Files, before: Option<&str>) -> String {
    let mut sources = Sources::default();
    let analysis = read(&mut sources, files);
    let registry = analysis.registry.expect("a registry that can be read");
    let before = before.and_then(|text| Lock::parse(text, sources.add("registry.lock", text)).ok());
    Lock::after(&registry, before.as_ref()).render()
}

pub(crate) fn word(level: Level) -> &'static str {
    match level {
        Level::Note => "note",
        Level::Warning => "warn",
        Level::Break => "break",
        Level::Unamendable => "break!",
        Level::Invalid => "invalid",
        Level::Tamper => "tamper",
        Level::CouldNotJudge => "error2",
    }
}

/// `break action-changed PERIOD_LOCKED action registry.toml:20 fix_state → stop`
fn line(finding: &Finding, sources: &Sources) -> String {
    let file = sources.file(finding.place.file);
    assert_eq!(
        file.revision.is_some(),
        finding.rule.id == "base-unreadable",
        "a finding stands in the head: {finding:?}"
    );
    let codes = match &finding.code {
        Some(code) => code.clone(),
        None if finding.codes.is_empty() => "-".to_owned(),
        None => finding.codes.join(","),
    };
    let mut line = format!(
        "{} {} {codes} {} {}:{}",
        word(finding.level),
        finding.rule.id,
        finding.field.as_deref().unwrap_or("-"),
        file.path,
        sources.line_column(finding.place).line,
    );
    if let (Some(old), Some(new)) = (&finding.old, &finding.new) {
        line.push_str(&format!(" {} → {}", shown(old), shown(new)));
    }
    line
}

fn shown(value: &str) -> &str {
    if value.is_empty() { "∅" } else { value }
}
