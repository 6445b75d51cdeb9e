//! Every rule of reading, structure and style finds what it is for, exactly where it stands, and leaves alone what is
//! nearly the same.
//!
//! A case is text in which `«…»` marks what is to be found. `@HEAD` stands for a valid `[registry]`, `@PLAIN` for the
//! fields of a valid code, `@TEXT` for message and hint alone, `@LONG` for 505 characters, `--- path` begins another file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advice;
mod package;
mod read;
mod structure;
mod style;
mod together;

use std::collections::BTreeSet;

use errtax_build::finding::{Finding, Stage};
use errtax_build::rules;
use errtax_build::source::Sources;

pub(crate) use package::{Case, Package};

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
        // The others need a lock, another revision, further files or a server: each has tests where it is judged.
        .filter(|rule| !matches!(rule.stage, Stage::Drift | Stage::Merge | Stage::Files | Stage::Tools))
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
