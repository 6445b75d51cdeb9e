//! `[policy]`: the base's holds, and the head's where it is stricter. What a change makes laxer counts from the next one.

use super::amend::New;
use super::gate::Comparison;
use super::rules;
use crate::finding::{Finding, Level, Rule, Stage};
use crate::map::Map;
use crate::model::{Origin, Places, Policy, PolicyLevel};
use crate::rules::find;
use crate::source::Place;

/// The levels by which a change is judged.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    base: Map<String, PolicyLevel>,
    head: Map<String, PolicyLevel>,
}

impl Levels {
    pub(super) fn of(base: &Policy, head: &Policy) -> Self {
        Self {
            base: named(base),
            head: named(head),
        }
    }

    /// Where there is nothing to compare with, the registry's own levels hold, lower ones too.
    pub(super) fn own(policy: &Policy) -> Self {
        Self::of(policy, policy)
    }

    pub(super) fn apply(&self, findings: &mut [Finding]) {
        if self.base.is_empty() && self.head.is_empty() {
            return;
        }
        for finding in findings {
            finding.level = self.level(finding);
        }
    }

    fn level(&self, finding: &Finding) -> Level {
        // What fails has no lower level; some of it is a warning elsewhere.
        if finding.level.fails() {
            return finding.level;
        }
        let (base, head) = (self.base.get(finding.rule.id), self.head.get(finding.rule.id));
        let present = if finding.level == Level::Note {
            PolicyLevel::Note
        } else {
            PolicyLevel::Warning
        };
        let from_base = base.copied().unwrap_or(present);
        match from_base.max(head.copied().unwrap_or(from_base)) {
            PolicyLevel::Note => Level::Note,
            PolicyLevel::Warning => Level::Warning,
            // A change that the team refuses is one that it may accept on the record.
            PolicyLevel::Error if matches!(finding.rule.stage, Stage::Drift | Stage::Merge) => Level::Break,
            PolicyLevel::Error => Level::Invalid,
        }
    }
}

fn named(policy: &Policy) -> Map<String, PolicyLevel> {
    let levels = policy.levels.iter();
    levels.map(|(rule, level)| (rule.clone(), level.value)).collect()
}

/// What the change does to the policy, and what it owes to the policy.
pub(super) fn judge(comparison: &Comparison<'_>, amendments: &[New<'_>]) -> Vec<Finding> {
    let (base, head) = (&comparison.base.policy, &comparison.head.policy);
    let Policy {
        records,
        alternatives_since: _,
        levels: _,
        place: _,
    } = head;
    let mut findings = lowered(comparison);
    let section = head.place.unwrap_or(comparison.head.place);
    findings.extend(relaxed(comparison, section));
    if let (Some(before), None) = (&base.records, records) {
        let message = format!("`records = \"{before}\"` is gone; this change still owes its records");
        let help =
            format!("put it back under `[policy]`: `records = \"{before}\"`; without it, later changes need no record");
        findings.push(
            Finding::new(&rules::RECORDS_DROPPED, section, message, help)
                .field("policy.records")
                .label("no `records` any more")
                .related(base.place.unwrap_or(comparison.base.place), "the policy in the base")
                .change(before, ""),
        );
    }
    if base.records.is_some() || records.is_some() {
        findings.extend(without_record(comparison, amendments));
    }
    findings.extend(waivers(comparison));
    findings
}

/// A later day up to which records may lack their alternatives.
fn relaxed(comparison: &Comparison<'_>, section: Place) -> Option<Finding> {
    let (base, head) = (&comparison.base.policy, &comparison.head.policy);
    base.records.as_ref()?;
    let now = head.alternatives_since.as_deref()?;
    let before = base.alternatives_since.as_deref();
    if before.is_some_and(|before| now <= before) {
        return None;
    }
    let was = before.map_or("no record might".to_owned(), |before| {
        format!("only those older than {before} might")
    });
    let message = format!(
        "decision records older than {now} may lack their alternatives; {was}, and this change is judged by that"
    );
    let help = format!(
        "nothing, if the team wants it so: `alternatives_since = \"{now}\"` counts once this is merged. It lets nothing in this \
         change through"
    );
    let finding = Finding::new(&rules::RECORDS_RELAXED, section, message, help)
        .field("policy.alternatives_since")
        .label("counts from the next change on")
        .related(base.place.unwrap_or(comparison.base.place), "the policy in the base");
    Some(finding.change(before.unwrap_or_default(), now))
}

/// Levels that are lower than before.
fn lowered(comparison: &Comparison<'_>) -> Vec<Finding> {
    let (base, head) = (&comparison.base.policy, &comparison.head.policy);
    let mut named: Vec<&String> = base.levels.keys().chain(head.levels.keys()).collect();
    named.sort_unstable();
    named.dedup();
    let mut findings = Vec::new();
    for name in named {
        let Some(rule) = find(name) else { continue };
        let level = |policy: &Policy| policy.levels.get(name).map_or(own(rule), |level| level.value);
        let (before, now) = (level(base), level(head));
        if now >= before {
            continue;
        }
        let place = match head.levels.get(name) {
            Some(level) => level.place,
            None => head.place.unwrap_or(comparison.head.place),
        };
        let then = match base.levels.get(name) {
            Some(level) => level.place,
            None => base.place.unwrap_or(comparison.base.place),
        };
        let (before, now) = (before.as_str(), now.as_str());
        let message =
            format!("the level of `{name}` is lowered from `{before}` to `{now}`; this change is judged by `{before}`");
        let help = format!(
            "nothing, if the team wants it so: `{now}` counts once this is merged. It lets nothing in this change through"
        );
        findings.push(
            Finding::new(&rules::LEVEL_LOWERED, place, message, help)
                .field(format!("policy.levels.{name}"))
                .label("counts from the next change on")
                .related(then, format!("`{before}` in the base"))
                .change(before, now),
        );
    }
    findings
}

/// The level of a rule that no policy speaks of.
fn own(rule: &Rule) -> PolicyLevel {
    match rule.level {
        Level::Note => PolicyLevel::Note,
        Level::Warning => PolicyLevel::Warning,
        _ => PolicyLevel::Error,
    }
}

/// What has to name its decision record and does not: amendments, retirements and supersessions that are new.
fn without_record(comparison: &Comparison<'_>, amendments: &[New<'_>]) -> Vec<Finding> {
    let folder = comparison
        .head
        .policy
        .records
        .as_ref()
        .or(comparison.base.policy.records.as_ref());
    let folder = folder.map_or("", String::as_str);
    let help = format!("write down why in `{folder}`, and name it: `record = \"{folder}/accepted/0001-title.md\"`");
    let mut findings = Vec::new();
    for New { amendment } in amendments {
        if amendment.record.is_none() {
            let message = format!(
                "the amendment of `{}` of {} names no decision record",
                amendment.field, amendment.code
            );
            findings.push(
                Finding::new(&rules::RECORD_MISSING, amendment.places.name, message, &help)
                    .code(&amendment.code)
                    .field("record")
                    .label("no `record`"),
            );
        }
    }
    for (name, tombstone) in &comparison.head.retired {
        let new = tombstone.origin == Origin::Own && comparison.baseline.alive(name).is_some();
        if new && tombstone.record.is_none() {
            let message = format!("the retirement of {name} names no decision record");
            findings.push(
                Finding::new(&rules::RECORD_MISSING, tombstone.place, message, &help)
                    .code(name)
                    .field("record")
                    .label("no `record`"),
            );
        }
    }
    for code in comparison.head.codes.values().filter(|code| code.origin == Origin::Own) {
        let was = comparison.baseline.alive(&code.name);
        let new = was.is_some_and(|row| row.deprecated.is_none());
        let superseded = code
            .deprecated
            .as_ref()
            .filter(|deprecated| deprecated.replaced_by.is_some());
        if new && superseded.is_some_and(|deprecated| deprecated.record.is_none()) {
            let message = format!("{} is superseded, and no decision record is named", code.name);
            findings.push(
                Finding::new(&rules::RECORD_MISSING, code.places.get("deprecated"), message, &help)
                    .code(&code.name)
                    .field("deprecated.record")
                    .label("no `record`"),
            );
        }
    }
    findings
}

/// Rules that codes and tools of the base are let off from now on.
fn waivers(comparison: &Comparison<'_>) -> Vec<Finding> {
    let codes = comparison.head.codes.values().filter_map(|now| {
        let then = comparison.base.codes.get(&now.name)?;
        (now.origin == Origin::Own).then(|| Waivers {
            of: &now.name,
            code: Some(&now.name),
            then: (&then.allow, then.places.name),
            now: (&now.allow, &now.places),
        })
    });
    let tools = comparison.head.tools.iter().filter_map(|(name, now)| {
        let then = comparison.base.tools.get(name)?;
        Some(Waivers {
            of: name,
            code: None,
            then: (&then.allow, then.places.name),
            now: (&now.allow, &now.places),
        })
    });
    codes.chain(tools).flat_map(|waivers| waivers.added()).collect()
}

/// What one code or tool is let off, at the base and now.
struct Waivers<'a> {
    of: &'a str,
    code: Option<&'a str>,
    then: (&'a Map<String, String>, Place),
    now: (&'a Map<String, String>, &'a Places),
}

impl Waivers<'_> {
    fn added(&self) -> Vec<Finding> {
        let (then, was) = self.then;
        let (now, places) = self.now;
        let added = now.iter().filter(|(rule, _)| !then.contains_key(*rule));
        added
            .map(|(rule, reason)| {
                let message = format!("`{rule}` no longer speaks of {}: \"{reason}\"", self.of);
                let help = "nothing, if the reason holds; whoever reviews this change decides that";
                let field = match self.code {
                    Some(_) => format!("allow.{rule}"),
                    None => format!("tools.{}.allow.{rule}", self.of),
                };
                let finding = Finding::new(&rules::WAIVER_ADDED, places.get("allow"), message, help)
                    .field(field)
                    .label("waived from now on")
                    .related(was, "not waived in the base");
                match self.code {
                    Some(code) => finding.code(code),
                    None => finding,
                }
            })
            .collect()
    }
}
