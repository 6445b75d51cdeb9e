//! The registries of the package that a registry extends, each beside what it was.

use super::gate::Sides;
use crate::analysis::Analysis;
use crate::model::Registry;

/// Every registry that both revisions extend, those first that others build on.
pub(super) fn pairs<'a>(sides: &Sides<'a>) -> Vec<Sides<'a>> {
    let (base, head) = (all(sides.base), all(sides.head));
    let stays = |path: &str| head.iter().any(|now| now.path == path);
    let pairs = head.iter().filter_map(|now| {
        let same = base.iter().find(|then| then.path == now.path);
        // One that was moved keeps its name.
        let moved = || base.iter().find(|then| !stays(&then.path) && name(then) == name(now));
        Some(Sides {
            base: *same.or_else(moved)?,
            head: now,
            day: sides.day,
        })
    });
    pairs.collect()
}

/// All that a registry extends, directly and through others, each once.
fn all(analysis: &Analysis) -> Vec<&Analysis> {
    let mut found: Vec<&Analysis> = Vec::new();
    for extended in &analysis.extended {
        for one in all(extended).into_iter().chain([extended]) {
            if !found.iter().any(|known| known.path == one.path) {
                found.push(one);
            }
        }
    }
    found
}

fn name(analysis: &Analysis) -> Option<&str> {
    analysis.registry.as_ref().map(|Registry { name, .. }| name.as_str())
}
