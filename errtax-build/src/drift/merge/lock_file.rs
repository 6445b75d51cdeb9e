//! The lock as a file of the change: whether it was deleted, or regenerated after the registry, so that the build passes.

use super::amend::New;
use super::gate::Sides;
use super::rules;
use crate::drift::rules as drift;
use crate::finding::{Finding, Level, Stage};
use crate::map::Set;
use crate::source::Place;

/// `broken` are the changes that nothing accepts, `old` those that the base had made already. Of a code that an amendment
/// names, the amendment speaks: it may be wrong, but nothing was done behind anybody's back.
pub(super) fn judge(sides: &Sides<'_>, broken: &[Finding], old: &[Finding], amendments: &[New<'_>]) -> Option<Finding> {
    let (Some(before), Some(registry)) = (&sides.base.lock, &sides.head.registry) else {
        return None;
    };
    let Some(after) = &sides.head.lock else {
        // One that is there but cannot be read is said by the head's own analysis.
        let missing = sides
            .head
            .findings
            .iter()
            .find(|finding| finding.rule == &drift::LOCK_MISSING)?;
        let recorded = before.codes.len() + before.retired.len();
        let message = match recorded {
            0 => "the lock is gone, and the base has one".to_owned(),
            1 => "the lock is gone, and the base has one, with 1 code that has shipped".to_owned(),
            some => format!("the lock is gone, and the base has one, with {some} codes that have shipped"),
        };
        let help = "put it back: `git checkout HEAD -- registry.lock`, or from the branch that you merge into; deleting it does not \
                    make the registry new";
        let place = before.codes.values().map(|entry| entry.places.name).next();
        let mut finding = Finding::new(&rules::LOCK_DELETED, missing.place, message, help).label("has lost its lock");
        finding
            .related
            .extend(place.map(|place| (place, "what the lock of the base records".to_owned())));
        return Some(finding);
    };
    // Whatever breaks a promise, the head's lock objects to, unless it no longer records the promise.
    let objected: Set<(Option<&str>, Option<&str>)> = sides
        .head
        .findings
        .iter()
        .filter(|finding| finding.rule.stage == Stage::Drift)
        .map(subject)
        .collect();
    let silent: Vec<&Finding> = broken
        .iter()
        .chain(old)
        .filter(|finding| finding.rule.stage == Stage::Drift && finding.rule.level >= Level::Break)
        .filter(|finding| {
            let code = finding.code.as_deref().unwrap_or_default();
            let named = amendments.iter().any(|New { amendment }| amendment.code == code);
            !named && (before.codes.contains_key(code) || before.retired.contains_key(code))
        })
        .filter(|finding| !objected.contains(&subject(finding)))
        .collect();
    let first = silent.first()?;
    let mut codes: Vec<&str> = silent.iter().filter_map(|finding| finding.code.as_deref()).collect();
    codes.sort_unstable();
    codes.dedup();
    let (code, field) = subject(first);
    let (code, field) = (code.unwrap_or_default(), field.unwrap_or_default());
    let row = after.codes.get(code).map(|entry| &entry.places);
    let row = row.or_else(|| after.retired.get(code).map(|entry| &entry.places));
    let then = before.codes.get(code).map(|entry| &entry.places);
    let then = then.or_else(|| before.retired.get(code).map(|entry| &entry.places));
    let place: Place = match row {
        Some(places) => places.get(field),
        None => registry.place,
    };
    let message = format!(
        "the lock was rewritten to match: {} in the base, and here the lock agrees with the change",
        match codes.as_slice() {
            [code] => format!("{code} has shipped otherwise"),
            codes => format!(
                "{} codes have shipped otherwise ({})",
                codes.len(),
                super::group::list(codes)
            ),
        }
    );
    let help = "put the lock back as it is in the branch that you merge into, and undo the change; a lock that agrees makes no \
                promise good. `cargo errtax freeze` refuses this, `cargo errtax amend` does it on the record";
    let mut finding = Finding::new(&rules::LOCK_REWRITTEN, place, message, help).label(match row {
        Some(_) => "rewritten",
        None => "no longer in the lock",
    });
    finding
        .related
        .extend(then.map(|places| (places.get(field), "as the base records it".to_owned())));
    match codes.as_slice() {
        [code] => finding.code = Some((*code).to_owned()),
        codes => finding.codes = codes.iter().map(|code| (*code).to_owned()).collect(),
    }
    Some(finding)
}

fn subject(finding: &Finding) -> (Option<&str>, Option<&str>) {
    (finding.code.as_deref(), finding.field.as_deref())
}
