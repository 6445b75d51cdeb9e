//! The lock as a file: whether it is there, whole, and as `freeze` wrote it.

use std::io::ErrorKind;
use std::path::Path;

use super::rules;
use crate::finding::Finding;
use crate::lock::{self, Lock};
use crate::model::Registry;
use crate::source::{FileId, Place, Sources};

/// What to type to write the lock.
pub(super) const FREEZE: &str = "run `cargo errtax freeze`";

/// What to type to have the lock as it was.
const RESTORE: &str = "restore the lock from version control: `git checkout -- registry.lock`; only `cargo errtax freeze` \
                       writes it";

pub(super) fn read(
    registry: &Registry,
    sources: &mut Sources,
    package: &Path,
    path: &str,
) -> (Option<Lock>, Vec<Finding>) {
    let bytes = match std::fs::read(package.join(path)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let message = format!("there is no `{path}`, so nothing is known about what has shipped");
            let help = format!(
                "{FREEZE}, which creates it (or, if there was one, restore it: `git checkout -- registry.lock`); commit \
                 it, and keep it in the package"
            );
            return (
                None,
                vec![Finding::new(&rules::LOCK_MISSING, registry.place, message, help).label("has no lock")],
            );
        }
        Err(error) => {
            let message = format!("`{path}` cannot be read: {}", error.kind());
            let help = "make it a file that this user can read";
            return (
                None,
                vec![Finding::new(&rules::LOCK_UNREADABLE, registry.place, message, help)],
            );
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        let message = format!("`{path}` is not UTF-8");
        return (
            None,
            vec![Finding::new(
                &rules::LOCK_UNREADABLE,
                registry.place,
                message,
                lock::MEND,
            )],
        );
    };
    let file = sources.add(path, text.as_str());
    of_text(&text, file)
}

/// The lock of this text, and what is wrong with it.
pub(super) fn of_text(text: &str, file: FileId) -> (Option<Lock>, Vec<Finding>) {
    match Lock::read(text, file) {
        Err(findings) => (None, findings),
        Ok((lock, None)) => (Some(lock), Vec::new()),
        Ok((lock, Some(canonical))) => {
            let findings = integrity(&lock, text, &canonical, file);
            (Some(lock), findings)
        }
    }
}

/// In what the text is not what `freeze` writes for what it says, which is `canonical`.
fn integrity(lock: &Lock, text: &str, canonical: &str, file: FileId) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, places) in lock.edited() {
        let message = format!("the lock's block of {name} was edited: its hash is that of another text");
        findings.push(
            Finding::new(&rules::LOCK_EDITED, places.get("hash"), message, RESTORE)
                .code(name)
                .label("does not belong to this block")
                .related(places.name, "the block"),
        );
    }
    // A checkout may have turned the line ends over; git does that by itself.
    if !findings.is_empty() {
        return findings;
    }
    let (written, expected) = (facts(text), facts(canonical));
    let first = written
        .iter()
        .zip(&expected)
        .position(|(written, expected)| written != expected);
    let line = first.and_then(|at| written.get(at).copied());
    let mut sorted = [written.clone(), expected];
    sorted.iter_mut().for_each(|lines| lines.sort_unstable());
    match line {
        Some(line) if sorted[0] == sorted[1] => findings.push(
            Finding::new(
                &rules::LOCK_REORDERED,
                find(text, file, line),
                "the lock is not in its order: codes sorted, then tombstones, the lines of a block as `freeze` writes them",
                FREEZE,
            )
            .label("not its place"),
        ),
        line => {
            let place = line.map_or(Place { file, start: 0, end: 0 }, |line| find(text, file, line));
            findings.push(Finding::new(
                &rules::LOCK_NOT_CANONICAL,
                place,
                "the lock says what it should, but not in the form that `freeze` writes",
                FREEZE,
            ));
        }
    }
    findings
}

/// The lines that say something.
fn facts(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

fn find(text: &str, file: FileId, line: &str) -> Place {
    let start = text.find(line).unwrap_or(0);
    Place {
        file,
        start,
        end: (start + line.len()).min(text.len()),
    }
}
