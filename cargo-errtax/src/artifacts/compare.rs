//! Compares the files that `[artifacts]` names with what they should be, and says what to write where they are not.

use std::io;

use errtax_build::Analysis;
use errtax_build::drift::rules::{LOCK_NOT_CANONICAL, LOCK_REORDERED};
use errtax_build::finding::{Finding, Level, Stage};
use errtax_build::rules::{ARTIFACT_MISPLACED, ARTIFACT_STALE};
use errtax_build::source::Place;

use crate::opened::wrong;
use crate::package::{Package, reason};
use crate::write::Change;

use super::{Artifact, Kind, named};

/// What one file is, beside what it should be.
enum State {
    Fresh,
    /// It is not there.
    Missing,
    /// It was generated from something else.
    Stale {
        old: String,
    },
    /// It is something else.
    Foreign {
        why: String,
    },
}

/// The findings about the files that the registry names. Files that are shown in them are added to the sources.
///
/// Where the registry is wrong by itself nothing is compared: what the files should be, nobody knows yet.
pub(crate) fn judge(package: &Package, analysis: &mut Analysis) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(registry) = analysis
        .registry
        .as_ref()
        .filter(|_| wrong(&analysis.findings).next().is_none())
    else {
        return findings;
    };
    let mut shown = Vec::new();
    for artifact in named(&registry.artifacts) {
        let text = artifact.kind.text(registry);
        let (path, kind) = (&artifact.path, artifact.kind);
        let finding = match state(package, analysis, &artifact, &text) {
            State::Fresh => continue,
            State::Missing => {
                let message = format!(
                    "{path} is not there, and `[artifacts]` names it as the checked-in {}",
                    noun(kind)
                );
                let finding = Finding::new(&ARTIFACT_STALE, artifact.place, message, WRITE_IT);
                finding.label("nothing is there")
            }
            State::Stale { old } => {
                let message = format!("{path} is not what the registry says now");
                shown.push((findings.len(), path.clone(), difference(&old, &text), old));
                let help = "write it anew: `cargo errtax check --fix`, and commit it with the registry".to_owned();
                Finding::new(&ARTIFACT_STALE, artifact.place, message, help).label("stale")
            }
            State::Foreign { why } => {
                let help = format!(
                    "name another file: `{} = \"…\"` under `[artifacts]`; or, if {path} may go, delete it and run \
                     `cargo errtax check --fix`",
                    kind.word()
                );
                Finding::new(&ARTIFACT_MISPLACED, artifact.place, why, help).label("nothing is written here")
            }
        };
        findings.push(finding.field(format!("artifacts.{}", kind.word())));
    }
    for (at, path, start, old) in shown {
        let end = old
            .get(start..)
            .and_then(|rest| rest.find('\n'))
            .map_or(old.len(), |end| start + end);
        let file = analysis.sources.add(path, old);
        if let Some(finding) = findings.get_mut(at) {
            finding
                .related
                .push((Place { file, start, end }, "differs from here on".to_owned()));
        }
    }
    findings
}

const WRITE_IT: &str = "write it: `cargo errtax check --fix`, and commit it with the registry";

/// What would make the findings of [`judge`] go away, and with them those about the mere form of the lock: its content is
/// what it was. What cannot be mended without asking is left.
pub(crate) fn fixes(package: &Package, analysis: &Analysis) -> Vec<Change> {
    let mut changes = Vec::new();
    if let Some(registry) = analysis
        .registry
        .as_ref()
        .filter(|_| wrong(&analysis.findings).next().is_none())
    {
        for artifact in named(&registry.artifacts) {
            let text = artifact.kind.text(registry);
            let (old, new) = match state(package, analysis, &artifact, &text) {
                State::Missing => (None, text),
                State::Stale { old } => {
                    let new = with_ends_of(&old, text);
                    (Some(old), new)
                }
                State::Fresh | State::Foreign { .. } => continue,
            };
            changes.push(change(package, &artifact.path, old, new));
        }
    }
    changes.extend(lock(package, analysis));
    changes
}

/// The lock in its canonical form, where that is all that is wrong with it.
fn lock(package: &Package, analysis: &Analysis) -> Option<Change> {
    let form = [&LOCK_NOT_CANONICAL, &LOCK_REORDERED];
    let mut of_lock = analysis
        .findings
        .iter()
        .filter(|finding| finding.rule.stage == Stage::Drift);
    let is_form = |finding: &Finding| form.contains(&finding.rule);
    let only = of_lock
        .clone()
        .all(|finding| is_form(finding) || finding.level < Level::Tamper);
    if !only || !of_lock.any(is_form) {
        return None;
    }
    let path = package.lock();
    let old = std::fs::read_to_string(package.path(&path)).ok()?;
    let new = with_ends_of(&old, analysis.lock.as_ref()?.render());
    (old != new).then(|| change(package, &path, Some(old), new))
}

fn change(package: &Package, path: &str, old: Option<String>, new: String) -> Change {
    Change {
        path: package.path(path),
        shown: package.show(path),
        old,
        new,
    }
}

fn state(package: &Package, analysis: &Analysis, artifact: &Artifact, text: &str) -> State {
    let Artifact { kind, path, place: _ } = artifact;
    let is_source = analysis
        .sources
        .files()
        .iter()
        .any(|file| file.revision.is_none() && file.path == *path);
    if is_source || *path == package.lock() || path == "Cargo.toml" {
        let why = format!(
            "{path} belongs to the registry itself; the {} needs a file of its own",
            noun(*kind)
        );
        return State::Foreign { why };
    }
    match std::fs::read_to_string(package.path(path)) {
        Ok(old) if same(&old, text) => State::Fresh,
        // What is empty is nobody's work.
        Ok(old) if old.trim().is_empty() || kind.made(&old) => State::Stale { old },
        Ok(_) => {
            let why = format!(
                "{path} was not written by `cargo errtax`: it is no {} that was generated",
                noun(*kind)
            );
            State::Foreign { why }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => State::Missing,
        Err(error) => {
            let why = format!("{path} cannot be read: {}", reason(&error));
            State::Foreign { why }
        }
    }
}

fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Schema => "schema",
        Kind::Docs => "catalogue",
    }
}

/// Byte for byte, but for what a checkout on Windows does to every line.
pub(crate) fn same(old: &str, new: &str) -> bool {
    old == new || (old.contains("\r\n") && old.replace("\r\n", "\n") == new)
}

/// The text with the line ends that the file had.
pub(crate) fn with_ends_of(old: &str, new: String) -> String {
    if old.contains("\r\n") {
        new.replace('\n', "\r\n")
    } else {
        new
    }
}

/// Where the line of `old` begins that `new` does not have there.
pub(crate) fn difference(old: &str, new: &str) -> usize {
    let mut start = 0;
    let mut lines = new.lines();
    for line in old.split_inclusive('\n') {
        if lines.next() != Some(line.trim_end_matches('\n').trim_end_matches('\r')) {
            return start;
        }
        start += line.len();
    }
    // What is missing is missing at the end: the last line says so.
    old.trim_end().rfind('\n').map_or(0, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_a_windows_checkout_are_no_difference_and_stay() {
        assert!(same("a\r\nb\r\n", "a\nb\n"));
        assert!(!same("a\r\nb", "a\nb\n"));
        assert!(!same("a\n\nb\n", "a\nb\n"));
        assert_eq!(with_ends_of("x\r\n", "a\nb\n".to_owned()), "a\r\nb\r\n");
        assert_eq!(with_ends_of("x\n", "a\nb\n".to_owned()), "a\nb\n");
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        for (old, new, start) in [
            ("a\nb\nc\n", "a\nx\nc\n", 2),
            ("a\r\nb\r\n", "a\nx\n", 3),
            ("a\nb\n", "a\nb\nc\n", 2),
            ("a\nb\nc\n", "a\nb\n", 4),
            ("", "a\n", 0),
        ] {
            assert_eq!(difference(old, new), start, "{old:?} {new:?}");
        }
    }
}
