//! A change, with its amendments, through the merge gate.
//!
//! The input is the head; after a line `=== base` the base, which otherwise is the one that the fixtures start from. Either
//! may leave out its lock, and all other files of that fixture.

use errtax_build::finding::{Finding, Stage};
use errtax_build::lock::Lock;
use errtax_build::merge::{Sides, Verdict, judge, judge_all};
use errtax_build::source::Sources;
use errtax_build::{Analysis, analyse_at, read_at};

use crate::files::{Files, LOCK, REGISTRY};
use crate::{lock, places, registry};

const DAY: &str = "2027-01-15";
const BASE: &str = "=== base\n";

/// It is answered, and always the same; nothing that can be read differs from itself; and a change of which nothing is said
/// leaves what has shipped as it was.
pub fn check(text: &str) {
    let (head, base) = match text.split_once(BASE) {
        Some((head, base)) => (Files::split(head), Files::split(base)),
        None => (Files::split(text), lock::common().0.clone()),
    };
    let base = completed(base, None);
    let head = completed(head, base.text(LOCK));
    let mut sources = Sources::default();
    let base_folder = base.write();
    let base = read_at(&mut sources, base_folder.path(), REGISTRY, "main");
    let head_folder = head.write();
    let head = analyse_at(&mut sources, head_folder.path(), REGISTRY, None);
    let sides = Sides {
        base: &base,
        head: &head,
        day: Some(DAY),
    };
    let verdict = judge_all(&sides);
    for folder in [&base_folder, &head_folder] {
        places::check(&verdict.findings, &sources, folder.path());
        places::check(&verdict.unamended, &sources, folder.path());
    }
    kept(&base, &head, &judge(&sides));
    if registry::thorough(text) {
        assert_eq!(
            judge_all(&sides).findings,
            verdict.findings,
            "a second answer is another one"
        );
        itself(&head);
        itself(&base);
    }
}

/// Fills in what was left out.
fn completed(files: Files, lock_before: Option<&str>) -> Files {
    let mut files = files;
    for (path, text) in &lock::common().0.0 {
        if files.text(path).is_none() {
            files.0.push((path.clone(), text.clone()));
        }
    }
    if files.text(LOCK).is_some() {
        return files;
    }
    let lock = lock_before.map(str::to_owned).or_else(|| {
        let folder = files.write();
        let registry = errtax_build::analyse(folder.path(), REGISTRY).registry?;
        Some(Lock::of(&registry).render())
    });
    files.with(LOCK, lock.unwrap_or_default())
}

/// A code whose contract changed, although it had shipped in a base and head that can be read, is in some finding.
fn kept(base: &Analysis, head: &Analysis, verdict: &Verdict) {
    let (Some(before), Some(after)) = (&base.registry, &head.registry) else {
        return;
    };
    let (Some(lock), false) = (&base.lock, base.fails() || head.fails()) else {
        return;
    };
    let told = |code: &str| {
        let names =
            |finding: &Finding| finding.code.as_deref() == Some(code) || finding.codes.iter().any(|one| one == code);
        let one_for_many = |finding: &Finding| finding.rule.stage == Stage::Merge && finding.rule.id == "head-empty";
        verdict
            .findings
            .iter()
            .any(|finding| names(finding) || one_for_many(finding))
            || after.amendments.iter().any(|amendment| amendment.code == code)
    };
    for (name, entry) in &lock.codes {
        let Some(code) = before.codes.get(name) else { continue };
        let same = |row: &errtax_build::lock::Row| row.contract_hash() == entry.row.contract_hash();
        let now = after.codes.get(name).map(errtax_build::lock::Row::of);
        let moved = now.as_ref().is_none_or(|row| !same(row));
        // Where the base's own two records disagree, that is not the fault of this change.
        let certain = same(&errtax_build::lock::Row::of(code));
        assert!(
            !moved || !certain || told(name),
            "{name} is another one, and nothing is said"
        );
    }
}

/// A revision that can be read, and in which nothing is wrong, does not differ from itself.
fn itself(analysis: &Analysis) {
    if analysis.registry.is_none() || analysis.fails() {
        return;
    }
    let sides = Sides {
        base: analysis,
        head: analysis,
        day: Some(DAY),
    };
    let verdict = judge(&sides);
    assert_eq!(verdict.findings, [], "it differs from itself");
}
