//! Every rule of reading, structure and style finds what it is for, exactly where it stands, and leaves alone what is
//! nearly the same.
//!
//! A case is text in which `«…»` marks what is to be found. `@HEAD` stands for a valid `[registry]`, `@PLAIN` for the
//! fields of a valid code, `@TEXT` for message and hint alone, `@LONG` for 505 characters, `--- path` begins another file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod read;
mod structure;
mod style;
mod together;

use std::collections::BTreeSet;
use std::path::Path;

use errtax_build::finding::{Finding, Stage};
use errtax_build::source::Sources;
use errtax_build::{analyse, rules};

/// One rule: what it finds, and what it must not find.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) rule: &'static str,
    pub(crate) bad: &'static str,
    pub(crate) good: &'static str,
}

const HEAD: &str = "[registry]\nname = \"t\"\nversion = \"1.2.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n";
const TEXT: &str = "message = \"It is not ready.\"\nhint = \"Make it ready, then call again.\"\n";
const PLAIN: &str = "class = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n";

/// A package on disk, and what stands between the marks: path, line, column and text.
#[derive(Debug)]
pub(crate) struct Package {
    folder: tempfile::TempDir,
    pub(crate) marks: Vec<(String, usize, usize, String)>,
}

impl Package {
    pub(crate) fn new(case: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut marks = Vec::new();
        let case = case
            .replace("@HEAD", HEAD)
            .replace("@PLAIN", &format!("{PLAIN}{TEXT}"))
            .replace("@TEXT", TEXT);
        let case = case.replace("@LONG", &"long ".repeat(101));
        let mut path = "registry.toml".to_owned();
        let mut text = String::new();
        let mut files = Vec::new();
        for line in case.split_inclusive('\n') {
            if let Some(next) = line.strip_prefix("--- ") {
                files.push((path, text));
                path = next.trim().to_owned();
                text = String::new();
            } else {
                text.push_str(line);
            }
        }
        files.push((path, text));
        for (path, text) in files {
            let plain = unmark(&path, &text, &mut marks);
            let target = folder.path().join(&path);
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::write(target, plain).unwrap();
        }
        Self { folder, marks }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The findings of every stage but drift, with the sources they point into.
    pub(crate) fn findings(&self) -> (Vec<Finding>, Sources) {
        let analysis = analyse(self.path(), "registry.toml");
        let mut findings = analysis.findings;
        if let Some(registry) = &analysis.registry {
            findings.extend(errtax_build::style(registry));
        }
        findings.retain(|finding| finding.rule.stage != Stage::Drift);
        (findings, analysis.sources)
    }
}

/// Takes the marks out and notes where they stood.
fn unmark(path: &str, text: &str, marks: &mut Vec<(String, usize, usize, String)>) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, marked)) = rest.split_once('«') {
        let (inside, after) = marked.split_once('»').expect("a mark is closed");
        plain.push_str(before);
        let line = plain.matches('\n').count() + 1;
        let column = plain.rsplit('\n').next().unwrap().chars().count() + 1;
        marks.push((path.to_owned(), line, column, inside.to_owned()));
        plain.push_str(inside);
        rest = after;
    }
    plain.push_str(rest);
    plain
}

/// What was found, in the form of the marks.
pub(crate) fn found(findings: &[Finding], sources: &Sources) -> Vec<(String, usize, usize, String)> {
    findings
        .iter()
        .map(|finding| {
            let file = sources.file(finding.place.file);
            let at = sources.line_column(finding.place);
            let text = file
                .text
                .get(finding.place.start..finding.place.end)
                .expect("a place is inside its file");
            (file.path.clone(), at.line, at.column, text.to_owned())
        })
        .collect()
}

fn rendered(findings: &[Finding], sources: &Sources) -> String {
    findings
        .iter()
        .map(|finding| errtax_build::render::plain(finding, sources))
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn cases() -> Vec<&'static Case> {
    read::CASES.iter().chain(structure::CASES).chain(style::CASES).collect()
}

#[test]
fn each_rule_finds_its_mistake_where_it_stands_and_nothing_else() {
    for case in cases() {
        let package = Package::new(case.bad);
        let (findings, sources) = package.findings();
        let shown = rendered(&findings, &sources);
        assert_eq!(
            found(&findings, &sources),
            package.marks,
            "{}: {}\n{shown}",
            case.rule,
            case.bad
        );
        let ids: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(ids, BTreeSet::from([case.rule]), "{}\n{shown}", case.bad);
        for finding in &findings {
            assert!(!finding.help.is_empty(), "no help: {shown}");
            assert!(
                !finding.message.is_empty() && !finding.message.ends_with('.'),
                "{shown}"
            );
        }
    }
}

#[test]
fn what_is_nearly_the_mistake_is_left_alone() {
    for case in cases() {
        let package = Package::new(case.good);
        let (findings, sources) = package.findings();
        assert!(
            findings.is_empty(),
            "{}: {}\n{}",
            case.rule,
            case.good,
            rendered(&findings, &sources)
        );
    }
}

#[test]
fn every_rule_before_drift_has_a_case() {
    let covered: BTreeSet<&str> = cases()
        .iter()
        .map(|case| case.rule)
        .chain(together::ELSEWHERE.iter().copied())
        .collect();
    let rules: BTreeSet<&str> = rules::RULES
        .iter()
        // The others need a lock, another revision or further files: each has tests where it is judged.
        .filter(|rule| !matches!(rule.stage, Stage::Drift | Stage::Merge | Stage::Files))
        .map(|rule| rule.id)
        .collect();
    assert_eq!(rules, covered);
}

#[test]
fn rules_have_names_of_their_own_and_say_why() {
    let mut ids = BTreeSet::new();
    for rule in rules::RULES {
        assert!(ids.insert(rule.id), "{} twice", rule.id);
        assert!(
            rule.id
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
            "{}",
            rule.id
        );
        assert!(rule.why.ends_with(['.', '?']) && rule.why.len() > 20, "{}", rule.id);
    }
}
