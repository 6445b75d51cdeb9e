//! The stages in their order, up to and including the comparison with what has shipped.

use std::path::{Path, PathBuf};

use crate::drift::{self, Subject};
use crate::finding::Finding;
use crate::lint;
use crate::lock::Lock;
use crate::model::Registry;
use crate::read::is_invisible;
use crate::resolve::{Doubts, Resolved, Resolver, Unreadable};
use crate::source::Sources;

/// The registry that the command line takes where none is named.
pub(crate) const USUAL: &str = "registry.toml";

/// What was read, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The files that were read.
    pub sources: Sources,
    /// The registry; `None` where its file cannot be read.
    pub registry: Option<Registry>,
    /// What of it has shipped; `None` where the lock cannot be read.
    pub lock: Option<Lock>,
    /// Everything that is wrong, without style: sorted by file, place and rule.
    pub findings: Vec<Finding>,
    /// The files and folders that the answer depends on, relative to the package, whether or not they exist.
    pub read: Vec<PathBuf>,
    /// The registry's file, relative to the package.
    #[cfg(feature = "merge")]
    pub(crate) path: String,
    /// What of the registry is a stand-in for what was wrong or not read.
    #[cfg(feature = "merge")]
    pub(crate) doubts: Doubts,
    /// A merge left its markers in one of the files.
    #[cfg(feature = "merge")]
    pub(crate) half_merged: bool,
    /// The registries of the package that this one extends, each a contract with a lock of its own. What is wrong with
    /// them stands among [`Analysis::findings`] too.
    #[cfg(feature = "merge")]
    pub(crate) extended: Vec<Analysis>,
}

impl Analysis {
    /// Whether a finding stops the build.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.findings.iter().any(|finding| finding.level.fails())
    }
}

/// Reads the registry at `registry`, a path relative to `package`, with everything that belongs to it, and judges it.
///
/// All problems are found in one run; a registry that cannot be read is a finding like any other.
#[must_use]
pub fn analyse(package: &Path, registry: &str) -> Analysis {
    let mut sources = Sources::default();
    let analysis = analyse_at(&mut sources, package, registry, None);
    Analysis { sources, ..analysis }
}

/// The same as [`analyse`], with the files put into `sources`: so two revisions of a registry can stand in one finding.
/// The [`Analysis::sources`] of what is returned are empty.
///
/// `revision` is shown with every file of it (`origin/main`); `None` for the working tree.
#[must_use]
pub fn analyse_at(sources: &mut Sources, package: &Path, registry: &str, revision: Option<&str>) -> Analysis {
    analysis(sources, package, registry, revision, true)
}

/// The same without a judgement: only what keeps a file from being understood is a finding. What a base does wrong is
/// not the fault of a change, so that nobody asks.
#[cfg(feature = "merge")]
#[must_use]
pub fn read_at(sources: &mut Sources, package: &Path, registry: &str, revision: &str) -> Analysis {
    analysis(sources, package, registry, Some(revision), false)
}

fn analysis(sources: &mut Sources, package: &Path, registry: &str, revision: Option<&str>, judged: bool) -> Analysis {
    sources.revision = revision.map(str::to_owned);
    let mut resolver = Resolver::new(package, sources);
    let resolved = resolver.registry(registry);
    let read = std::mem::take(&mut resolver.read);
    let mut work = Work {
        package,
        sources,
        judged,
        findings: Vec::new(),
        read,
        done: Vec::new(),
    };
    let analysis = match resolved {
        Ok(resolved) => work.registry(resolved, true),
        Err(Unreadable(problems)) => {
            work.findings = problems;
            Analysis::default()
        }
    };
    let Work { findings, read, .. } = work;
    sources.revision = None;
    Analysis {
        findings: sorted(findings),
        read,
        ..analysis
    }
}

/// The files and folders that [`analyse`] reads, relative to the package, whether or not they exist: for whoever has to
/// bring them there first, as from a revision. What is named by a file that is missing is not in it yet.
#[must_use]
pub fn inputs(package: &Path, registry: &str) -> Vec<PathBuf> {
    let mut sources = Sources::default();
    let mut resolver = Resolver::new(package, &mut sources);
    let resolved = resolver.registry(registry);
    let mut read = std::mem::take(&mut resolver.read);
    let mut registries: Vec<&Resolved> = resolved.iter().collect();
    while let Some(resolved) = registries.pop() {
        read.push(PathBuf::from(lock_path(&resolved.path)));
        registries.extend(&resolved.extended);
    }
    read
}

/// What the registries of one package have in common.
struct Work<'a> {
    package: &'a Path,
    sources: &'a mut Sources,
    /// Whether more is asked than how they read.
    judged: bool,
    /// What was found in all of them.
    findings: Vec<Finding>,
    read: Vec<PathBuf>,
    /// Those that were met: two may extend the same one.
    done: Vec<String>,
}

impl Work<'_> {
    /// One registry by itself and against its lock, and before it those that it extends.
    fn registry(&mut self, resolved: Resolved, outermost: bool) -> Analysis {
        let Resolved {
            path,
            registry,
            doubts,
            findings: mut own,
            half_merged,
            extended: bases,
        } = resolved;
        let mut extended = Vec::new();
        for base in bases {
            if !self.done.contains(&base.path) {
                self.done.push(base.path.clone());
                extended.push(self.registry(base, false));
            }
        }
        if self.judged && !half_merged {
            own.extend(lint::structure(&registry, self.sources, &doubts));
        }
        let (lock, drift) = self.lock(&path, &registry, outermost);
        own.extend(drift.into_iter().filter(|finding| match half_merged {
            _ if !self.judged => true,
            true => drift::rules::LOCK_FILE.contains(&finding.rule),
            false => is_certain(finding, &registry, &doubts),
        }));
        #[cfg(not(feature = "merge"))]
        drop(extended);
        let findings = match outermost {
            // Those of the outermost are put together with all others.
            true => Vec::new(),
            false => own.clone(),
        };
        self.findings.extend(own);
        Analysis {
            registry: Some(registry),
            lock,
            findings,
            #[cfg(feature = "merge")]
            path,
            #[cfg(feature = "merge")]
            doubts,
            #[cfg(feature = "merge")]
            half_merged,
            #[cfg(feature = "merge")]
            extended,
            ..Analysis::default()
        }
    }

    /// The lock of a registry, and what the two disagree about.
    fn lock(&mut self, path: &str, registry: &Registry, outermost: bool) -> (Option<Lock>, Vec<Finding>) {
        if !self.judged {
            return drift::recorded(registry, self.sources, self.package, &lock_path(path));
        }
        let subject = Subject {
            path,
            usual: outermost && path == USUAL,
        };
        let file = PathBuf::from(lock_path(path));
        if !self.read.contains(&file) {
            self.read.push(file);
        }
        drift::compare(registry, self.sources, self.package, subject)
    }
}

/// The lock of a registry: beside it, `registry.lock` for `registry.toml`.
#[must_use]
pub fn lock_path(registry: &str) -> String {
    let stem = registry.strip_suffix(".toml").unwrap_or(registry);
    format!("{stem}.lock")
}

/// Whether a finding of drift is about what the files say, not about a stand-in for what was wrong or not read.
pub(crate) fn is_certain(finding: &Finding, registry: &Registry, doubts: &Doubts) -> bool {
    let Some(code) = &finding.code else { return true };
    let there = registry.codes.contains_key(code) || registry.retired.contains_key(code);
    if doubts.incomplete && !there {
        return false;
    }
    let mut field = finding.field.as_deref();
    while let Some(name) = field {
        if !doubts.sure(code, name) {
            return false;
        }
        field = name.rsplit_once('.').map(|(outer, _)| outer);
    }
    true
}

/// What reads badly in a registry: findings that only `cargo errtax check` speaks of. What `allow` waives is left out.
#[must_use]
pub fn style(registry: &Registry) -> Vec<Finding> {
    sorted(lint::style(registry))
}

/// By file, place and rule, each once, each word of them on one line.
pub(crate) fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    on_one_line(&mut findings);
    findings.sort_by(|a, b| (a.place, a.rule.id, &a.message).cmp(&(b.place, b.rule.id, &b.message)));
    findings.dedup();
    findings
}

/// Every word of findings that is told to somebody.
pub(crate) fn on_one_line(findings: &mut [Finding]) {
    for finding in findings {
        let related = finding.related.iter_mut().map(|(_, text)| text);
        for text in [&mut finding.message, &mut finding.label, &mut finding.help]
            .into_iter()
            .chain(related)
        {
            one_line(text);
        }
    }
}

/// The longest name or value that a message repeats in full, and some words around it.
const LONGEST: usize = 400;

/// What a file says is repeated in messages. A terminal or a log must not be told by it to start a line, move the
/// cursor or hide a character.
fn one_line(text: &mut String) {
    if text.contains(|c: char| c == '\n' || c == '\t' || is_invisible(c)) {
        *text = text
            .chars()
            .map(|c| {
                if c == '\n' || c == '\t' || is_invisible(c) {
                    c.escape_unicode().to_string()
                } else {
                    c.to_string()
                }
            })
            .collect();
    }
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
}
