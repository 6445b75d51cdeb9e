//! The steps of the comparison, in their order.

use super::amend::{self, Amended};
use super::baseline::Baseline;
use super::codes::Renamed;
use super::policy::{self, Levels};
use super::{around, codes, draft, extended, group, lock_file, rules, version};
use crate::analysis::{Analysis, USUAL, is_certain, lock_path, on_one_line, sorted};
use crate::drift::{Subject, name_files, rules as drift};
use crate::finding::{Finding, Level, Stage};
use crate::map::Set;
use crate::model::{Origin, Registry};
use crate::source::Place;
use crate::template::Template;

/// The two revisions, read into the same [`Sources`](crate::source::Sources).
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// What the change starts from. It decides what has shipped, and by which policy the change is judged. It need not be
    /// judged itself: [`crate::read_at`].
    pub base: &'a Analysis,
    /// What is to be merged, with all that is wrong with it: [`crate::analyse_at`].
    pub head: &'a Analysis,
    /// The day of the head commit, `YYYY-MM-DD`. Sunsets are judged by it alone.
    pub day: Option<&'a str>,
}

/// What the comparison found.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The findings, sorted by file, place and rule. Their place is in the head, that of the base stands in `related`.
    pub findings: Vec<Finding>,
    /// How many codes and tombstones that have shipped were compared.
    pub compared: usize,
    /// The changes that no amendment accepts, one by one, as an amendment is pinned to them. `findings` has them too; there,
    /// many of one cause are one.
    pub unamended: Vec<Finding>,
    levels: Levels,
    /// What the head's comparison with its lock says as well.
    repeated: Set<Change>,
    /// Where the findings say that a lock has gone.
    lock_deleted: Vec<Place>,
}

impl Verdict {
    /// Everything there is to tell about the head: `own`, what was found in it alone (by its analysis, its style), and
    /// what the comparison found. What both found is told once; all have the levels of the policy.
    #[must_use]
    pub fn with(self, own: Vec<Finding>) -> Vec<Finding> {
        let Self {
            findings,
            levels,
            repeated,
            lock_deleted,
            compared: _,
            unamended: _,
        } = self;
        let mut all: Vec<Finding> = own
            .into_iter()
            .filter(|finding| finding.rule.stage != Stage::Drift || !repeated.contains(&Change::of(finding)))
            .filter(|finding| finding.rule != &drift::LOCK_MISSING || !lock_deleted.contains(&finding.place))
            .collect();
        levels.apply(&mut all);
        all.extend(findings);
        all
    }
}

/// The same, and with it the registries of the package that the head extends: each is a contract of its own, with its own
/// lock, version, policy and amendments, and is compared with what it was. What is found in one of them and in whoever
/// extends it is told once, of the one that declares it.
#[must_use]
pub fn judge_all(sides: &Sides<'_>) -> Verdict {
    let mut all = judge(sides);
    let mut told: Set<(Place, Change)> = Set::new();
    let mut findings = Vec::new();
    for pair in extended::pairs(sides) {
        let Verdict {
            findings: found,
            unamended,
            repeated,
            lock_deleted,
            compared: _,
            levels: _,
        } = judge(&pair);
        let new = found.into_iter().filter(|finding| !told.contains(&at(finding)));
        let new: Vec<Finding> = new.collect();
        told.extend(new.iter().chain(&unamended).map(at));
        findings.extend(new);
        all.repeated.extend(repeated);
        all.lock_deleted.extend(lock_deleted);
    }
    all.findings.retain(|finding| !told.contains(&at(finding)));
    all.findings.extend(findings);
    all.findings = sorted(all.findings);
    all
}

fn at(finding: &Finding) -> (Place, Change) {
    (finding.place, Change::of(finding))
}

/// Gives findings the levels of a registry's own policy, for a check that compares with no base.
pub fn own_levels(registry: &Registry, findings: &mut [Finding]) {
    Levels::own(&registry.policy).apply(findings);
}

/// What one finding of a change is known by, and what an amendment pins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    rule: &'static str,
    code: Option<String>,
    field: Option<String>,
    old: Option<String>,
    new: Option<String>,
}

impl Change {
    pub(super) fn of(finding: &Finding) -> Self {
        // A lock knows a text by its hash: the same change has words on one side only.
        let told = finding.rule != &drift::HINT_REWORDED && finding.rule != &drift::MESSAGE_REWORDED;
        let text = |text: &Option<String>| text.clone().filter(|_| told);
        Self {
            rule: finding.rule.id,
            code: finding.code.clone(),
            field: finding.field.clone(),
            old: text(&finding.old),
            new: text(&finding.new),
        }
    }
}

/// What is compared.
pub(super) struct Comparison<'a> {
    pub(super) base: &'a Registry,
    pub(super) head: &'a Registry,
    pub(super) baseline: &'a Baseline,
    pub(super) day: Option<&'a str>,
}

/// Compares two revisions.
///
/// What is wrong with the head by itself is not repeated: see [`Verdict::with`]. A head that cannot be read gives
/// nothing, for its own findings say so; a base that cannot be read is a finding.
#[must_use]
pub fn judge(sides: &Sides<'_>) -> Verdict {
    let Sides { base, head, day } = *sides;
    if let Some(finding) = unreadable(base) {
        return Verdict {
            findings: vec![finding],
            ..Verdict::default()
        };
    }
    let (Some(base_registry), Some(head_registry)) = (&base.registry, &head.registry) else {
        return Verdict::default();
    };
    if head.half_merged {
        return Verdict::default();
    }
    let baseline = Baseline::of(base, base_registry);
    let compared = baseline.len();
    if let Some(finding) = emptied(base_registry, head_registry, &baseline) {
        return Verdict {
            findings: vec![finding],
            compared,
            ..Verdict::default()
        };
    }
    let comparison = Comparison {
        base: base_registry,
        head: head_registry,
        baseline: &baseline,
        day,
    };
    let levels = Levels::of(&base_registry.policy, &head_registry.policy);

    let (mut changes, old) = changes(sides, &comparison);
    let renamed = Renamed::of(&changes);
    levels.apply(&mut changes);
    let (quiet, changes): (Vec<Finding>, Vec<Finding>) = changes.into_iter().partition(says_more);
    let Amended {
        mut unamended,
        accepted,
        mut findings,
        new: amendments,
    } = amend::judge(&comparison, changes);

    let broken = unamended.iter().any(|finding| finding.level.fails());
    findings.extend(amend::unrecorded(&accepted, head));
    findings.extend(lock_file::judge(sides, &unamended, &old, &amendments));
    findings.extend(version::judge(&comparison, &amendments, broken, &renamed));
    findings.extend(policy::judge(&comparison, &amendments));
    findings.extend(around::head(&comparison));
    levels.apply(&mut findings);

    let accepted = accepted.iter().map(|accepted| &accepted.finding);
    let repeated = unamended.iter().chain(accepted).chain(&quiet);
    let repeated = repeated.map(Change::of).collect();
    let deleted = findings.iter().filter(|finding| finding.rule == &rules::LOCK_DELETED);
    let lock_deleted = deleted.map(|finding| finding.place).collect();
    findings.extend(group::group(&comparison, unamended.clone()));
    on_one_line(&mut unamended);
    let subject = Subject {
        path: &head.path,
        usual: head.path == USUAL,
    };
    for finding in &mut findings {
        name_files(&mut finding.help, subject, &lock_path(&head.path));
    }
    Verdict {
        findings: sorted(findings),
        compared,
        unamended,
        levels,
        repeated,
        lock_deleted,
    }
}

/// Every change that an amendment could be about; and what the base already did to what has shipped, which is not the
/// fault of this change.
fn changes(sides: &Sides<'_>, comparison: &Comparison<'_>) -> (Vec<Finding>, Vec<Finding>) {
    let mut changes = codes::judge(comparison);
    let claimed = Renamed::of(&changes);
    changes.extend(draft::judge(comparison, &claimed));
    // While nothing has shipped, nobody relies on what stands around the codes.
    if !comparison.baseline.is_empty() {
        changes.extend(around::judge(comparison));
    }
    changes.retain(|finding| {
        is_certain(finding, comparison.head, &sides.head.doubts)
            && (comparison.baseline.is_certain(finding.code.as_deref())
                || is_certain(finding, comparison.base, &sides.base.doubts))
    });
    mended(comparison, &mut changes);
    if !comparison.baseline.torn {
        return (changes, Vec::new());
    }
    let before = codes::contract(comparison, comparison.base);
    let before: Set<Change> = before.iter().map(Change::of).collect();
    changes
        .into_iter()
        .partition(|finding| !before.contains(&Change::of(finding)))
}

/// A message that shows one detail more takes nothing from its readers: what it shows is in the payload as well. A lock,
/// which has no words, cannot tell; unless the policy wants to hear of every word, it is not told.
fn says_more(finding: &Finding) -> bool {
    let (Some(old), Some(new)) = (&finding.old, &finding.new) else {
        return false;
    };
    let told = finding.rule != &drift::MESSAGE_REWORDED || finding.level != Level::Note;
    if told {
        return false;
    }
    let (old, new) = (Template::parse(old), Template::parse(new));
    let names =
        |template: &Template| -> Set<String> { template.placeholders().map(|(name, _)| name.to_owned()).collect() };
    let (old, new) = (names(&old), names(&new));
    new.len() > old.len() && old.iter().all(|name| new.contains(name))
}

/// Takes out what breaks a promise of the base's registry that the base's lock has never heard of.
fn mended(comparison: &Comparison<'_>, changes: &mut Vec<Finding>) {
    let disputed = &comparison.baseline.disputed;
    if disputed.codes.is_empty() {
        return;
    }
    let subject = |finding: &Finding| (finding.code.clone(), finding.field.clone());
    let from_lock = crate::drift::code::judge(disputed, comparison.head, &|_| false);
    let from_lock: Set<_> = from_lock.iter().map(subject).collect();
    changes.retain(|finding| {
        let code = finding.code.as_deref().unwrap_or_default();
        let breaks = finding.rule.stage == Stage::Drift && finding.level.fails();
        !breaks || !disputed.codes.contains_key(code) || from_lock.contains(&subject(finding))
    });
}

/// A base of which nothing can be said. That it has no lock, or no codes, can be said.
fn unreadable(base: &Analysis) -> Option<Finding> {
    let judged = |finding: &&Finding| {
        let readable = [&drift::LOCK_MISSING, &crate::rules::NO_CODES].contains(&finding.rule);
        finding.level == Level::CouldNotJudge && !readable || finding.rule == &crate::rules::TOML_SYNTAX
    };
    let why = base.findings.iter().find(judged)?;
    let message = format!("the base cannot be read: {}", why.message);
    let help = "mend it there first, or compare with an earlier commit that can be read: `cargo errtax check --against COMMIT \
                --exact`";
    let mut finding = Finding::new(&rules::BASE_UNREADABLE, why.place, message, help).label(&why.label);
    finding.related.clone_from(&why.related);
    Some(finding)
}

/// A head that has nothing left of all that has shipped.
fn emptied(base: &Registry, head: &Registry, baseline: &Baseline) -> Option<Finding> {
    let own = |registry: &Registry| {
        let codes = registry.codes.values().map(|code| &code.origin);
        let retired = registry.retired.values().map(|retired| &retired.origin);
        codes.chain(retired).filter(|origin| **origin == Origin::Own).count()
    };
    let shipped = base
        .codes
        .values()
        .filter(|code| code.origin == Origin::Own && baseline.alive(&code.name).is_some());
    let shipped = shipped.count();
    if shipped == 0 || own(head) > 0 {
        return None;
    }
    let message = format!(
        "the base has {shipped} {} shipped, and here the registry declares none at all",
        if shipped == 1 {
            "code that has"
        } else {
            "codes that have"
        }
    );
    let help = "make sure that this is the right file: `--registry PATH`, `[package.metadata.errtax]` in Cargo.toml, and \
                `include` under `[registry]` say which; codes are retired, never emptied out";
    Some(
        Finding::new(&rules::HEAD_EMPTY, head.place, message, help)
            .label("nothing of what has shipped is here")
            .related(base.place, "the registry in the base"),
    )
}
