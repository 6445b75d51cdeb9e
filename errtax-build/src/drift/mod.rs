//! Drift: what differs between what has shipped and what is to be built.
//!
//! The baseline is the lock. [`compare`] reads it; [`judge`] has the verdicts, and takes any baseline. Every change of
//! a field has one rule, in [`rules`].

mod code;
mod contract;
mod detail;
mod lifecycle;
mod lock_file;
pub mod merge;
pub mod rules;
#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic)]
mod tests;

use std::path::Path;

use crate::analysis::lock_path;
use crate::finding::{Finding, Level};
use crate::lock::{Entry, Lock, Row};
use crate::model::{Places, Registry};
use crate::source::{Place, Sources};

/// The command that writes the lock.
const FREEZE: &str = "cargo errtax freeze";

/// The command that leads users from a code to another one.
const SUPERSEDE: &str = "cargo errtax supersede";

/// The command that changes what has shipped.
const AMEND: &str = "cargo errtax amend";

/// The command that says that a code is on its way out.
const DEPRECATE: &str = "cargo errtax deprecate";

/// Every command that a help may name.
const COMMANDS: [&str; 4] = [FREEZE, SUPERSEDE, DEPRECATE, AMEND];

/// Which registry it is, so that what a help says can be typed.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The registry's file, relative to the package.
    pub path: &'a str,
    /// Whether a command that names no registry means this one.
    pub usual: bool,
}

/// Compares a registry with its lock, which is read from beside it and added to `sources`.
///
/// The lock is `None` where it could not be read; the findings then say why.
#[must_use]
pub fn compare(
    registry: &Registry,
    sources: &mut Sources,
    package: &Path,
    subject: Subject<'_>,
) -> (Option<Lock>, Vec<Finding>) {
    let lock_path = lock_path(subject.path);
    let (lock, mut findings) = recorded(registry, sources, package, &lock_path);
    if let Some(lock) = &lock {
        findings.extend(judge(lock, registry));
    }
    for finding in &mut findings {
        advise(finding);
        name_files(&mut finding.help, subject, &lock_path);
    }
    (lock, findings)
}

/// The lock at `path`, and what is wrong with it as a file.
pub(crate) fn recorded(
    registry: &Registry,
    sources: &mut Sources,
    package: &Path,
    path: &str,
) -> (Option<Lock>, Vec<Finding>) {
    lock_file::read(registry, sources, package, path)
}

/// Says how to break a promise on the record, where that can be done.
fn advise(finding: &mut Finding) {
    let plain = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
    };
    let (code, field) = (finding.code.as_deref(), finding.field.as_deref());
    let (Some(code), Some(field)) = (code, field.filter(|field| plain(field))) else {
        return;
    };
    if finding.level == Level::Break {
        finding.help = format!(
            "{}. To break the promise on the record: `{AMEND} {code} {field} --reason \"…\" --issue \"…\"`",
            finding.help.trim_end_matches('.')
        );
    }
}

/// Turns the usual names in a help into those of this registry.
pub(crate) fn name_files(help: &mut String, subject: Subject<'_>, lock_path: &str) {
    if !subject.usual {
        for command in COMMANDS {
            *help = help.replace(command, &format!("{command} --registry {}", subject.path));
        }
    }
    *help = help.replace("-- registry.lock`", &format!("-- {lock_path}`"));
}

/// What changed since `baseline`. Of a block that was edited by hand nothing is concluded: what has shipped is not known.
#[must_use]
pub fn judge(baseline: &Lock, registry: &Registry) -> Vec<Finding> {
    code::judge(baseline, registry, &|_| false)
}

/// One code, then and now.
struct Pair<'a> {
    name: &'a str,
    base: &'a Entry<Row>,
    head: &'a Row,
    /// Where the code's fields stand in the registry.
    places: &'a Places,
}

/// What is recorded in other words than it is now, while no promise was broken.
struct Unrecorded {
    place: Place,
    what: String,
    /// It is a code of which the lock has nothing.
    lost: bool,
}

impl Pair<'_> {
    /// `shipped as `stop``, with the version where it is known.
    fn shipped(&self, as_what: &str) -> String {
        match self.base.row.since {
            Some(since) => format!("{as_what}, since {since}"),
            None => as_what.to_owned(),
        }
    }
}
