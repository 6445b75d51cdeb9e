//! Whether an edit may be made at all, and what it would make worse.

use std::collections::BTreeSet;

use errtax_build::Analysis;
use errtax_build::drift::{
    self,
    rules::{LOCK_MISSING, LOCK_NOT_CANONICAL, LOCK_REORDERED, LOCK_STALE},
};
use errtax_build::finding::{Finding, Level, Rule, Stage};
use errtax_build::lock::Lock;
use errtax_build::merge;
use errtax_build::rules::{NO_CODES, TOML_SYNTAX};

use super::{Ground, Plan};

/// The rules that say no more than "the lock is behind, or not in its form", which the next freeze mends.
pub(crate) const MENDED: [&Rule; 4] = [&LOCK_MISSING, &LOCK_STALE, &LOCK_REORDERED, &LOCK_NOT_CANONICAL];

/// What keeps any edit from being judged: files that cannot be read, and, where the lock is rewritten, a lock that is not
/// what was committed.
pub(super) fn stops(analysis: &Analysis, writes_lock: bool) -> Vec<Finding> {
    let stops = |finding: &&Finding| match finding.rule.stage {
        Stage::Drift => writes_lock && finding.level >= Level::Tamper && finding.rule != &LOCK_REORDERED,
        _ => (finding.level == Level::CouldNotJudge && finding.rule != &NO_CODES) || finding.rule == &TOML_SYNTAX,
    };
    analysis.findings.iter().filter(stops).cloned().collect()
}

/// What the change makes worse: what fails that did not before, and what else there is to say of it. It is compared with
/// the lock as it was too, so that no edit hides a change of what has shipped.
pub(super) fn worse(ground: &Ground<'_>, plan: &Plan<'_>, proven: &mut Analysis) -> (Vec<Finding>, Vec<Finding>) {
    let mut known: BTreeSet<Key> = ground.analysis.findings.iter().map(Key::of).collect();
    let mut all = proven.findings.clone();
    if let Some(registry) = proven.registry.as_ref().filter(|_| plan.reads) {
        known.extend(errtax_build::style(ground.registry).iter().map(Key::of));
        all.extend(errtax_build::style(registry));
    }
    let lock = ground.package.lock();
    let before = ground.analysis.sources.files().iter().find(|file| file.path == lock);
    if let (Some(before), Some(registry)) = (before, &proven.registry) {
        // Read again, so that its places are among the sources of what is proven.
        let file = proven.sources.add(&lock, before.text.as_str());
        if let Ok(before) = Lock::parse(&before.text, file) {
            all.extend(drift::judge(&before, registry));
        }
    }
    if let Some(registry) = &proven.registry {
        merge::own_levels(registry, &mut all);
    }
    // What is wrong with the registry, the lock repeats in its own words.
    let of_registry = |finding: &Finding| finding.rule.stage != Stage::Drift && finding.level.fails();
    if all
        .iter()
        .any(|finding| of_registry(finding) && !known.contains(&Key::of(finding)))
    {
        all.retain(|finding| !(finding.rule.stage == Stage::Drift && finding.level == Level::CouldNotJudge));
    }
    let may_be = |finding: &Finding| {
        let named = |(rule, code): &(&Rule, String)| *rule == finding.rule && finding.code.as_ref() == Some(code);
        MENDED.contains(&finding.rule) || plan.unfinished.iter().any(named)
    };
    let (mut wrong, mut remarks) = (Vec::new(), Vec::new());
    for finding in all {
        // Told once, though the files and the lock as it was both show it.
        if may_be(&finding) || !known.insert(Key::of(&finding)) {
            continue;
        }
        if finding.level.fails() {
            wrong.push(finding);
        } else {
            remarks.push(finding);
        }
    }
    (wrong, remarks)
}

/// What makes two findings of two analyses the same one: places move.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
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
