//! What kind a change is: what it asks of those who write agents.

use errtax_build::drift::rules as drift;
use errtax_build::finding::{Rule, Stage};
use errtax_build::merge::rules as merge;

/// The kinds, in the order in which they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What an agent has learnt no longer holds.
    Breaking,
    /// A code that was not there.
    New,
    /// A draft that has shipped.
    Frozen,
    /// It is on its way out.
    Deprecated,
    /// It is no more.
    Retired,
    /// A payload carries more.
    Details,
    /// Other words.
    Texts,
    /// Worth knowing.
    Other,
    /// What may change at any time, and did.
    Drafts,
}

impl Kind {
    pub(super) const ALL: [Self; 9] = [
        Self::Breaking,
        Self::New,
        Self::Frozen,
        Self::Deprecated,
        Self::Retired,
        Self::Details,
        Self::Texts,
        Self::Other,
        Self::Drafts,
    ];

    /// The advice about deprecated codes where some of them are broken too.
    pub(super) const DEPRECATED_AND_BROKEN: &'static str = "They are still sent, and mean what they meant, but for those that are under \"Breaking for agents\" too. Get ready for what takes their place.";

    /// For machines.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::New => "new_code",
            Self::Frozen => "frozen",
            Self::Deprecated => "deprecated",
            Self::Retired => "retired",
            Self::Details => "details",
            Self::Texts => "text",
            Self::Other => "other",
            Self::Drafts => "draft",
        }
    }

    /// Over the changes of this kind.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Breaking => "Breaking for agents",
            Self::New => "New codes",
            Self::Frozen => "Drafts that have shipped",
            Self::Deprecated => "Deprecated",
            Self::Retired => "Retired",
            Self::Details => "New details",
            Self::Texts => "Texts",
            Self::Other => "Also changed",
            Self::Drafts => "Drafts",
        }
    }

    /// What to do about them.
    pub(super) fn advice(self) -> &'static str {
        match self {
            Self::Breaking => {
                "What agents and harnesses have learnt about these codes no longer holds: change them before they meet this version."
            }
            Self::New => {
                "An agent that does not know them acts on their class and action, so nothing has to change at once."
            }
            Self::Frozen => "From now on their meaning stays.",
            Self::Deprecated => "They are still sent, and mean what they meant. Get ready for what takes their place.",
            Self::Retired => "They are no longer sent. What handles them can go.",
            Self::Details => "Readers that ignore what they do not know need no change.",
            Self::Texts => "For an agent a hint is behaviour: read those that it relies on.",
            Self::Other => "Not part of any code, or no harm to anybody; worth knowing all the same.",
            Self::Drafts => "Nothing of a draft is promised yet.",
        }
    }

    /// The kind of what a rule finds; `None` for what is between the authors of the registry and the gates.
    pub(super) fn of(rule: &'static Rule) -> Option<Self> {
        if rule.stage != Stage::Drift && rule.stage != Stage::Merge {
            return None;
        }
        let is_in = |rules: &[&'static Rule]| rules.contains(&rule);
        if is_in(&BOOKS) || is_in(&TOLD_OTHERWISE) {
            None
        } else if is_in(&TEXTS) {
            Some(Self::Texts)
        } else if rule.level.fails() {
            Some(Self::Breaking)
        } else {
            Some(Self::Other)
        }
    }
}

const TEXTS: [&Rule; 4] = [
    &drift::HINT_REWORDED,
    &drift::MESSAGE_REWORDED,
    &merge::DOC_REWORDED,
    &merge::DETAIL_DOC_REWORDED,
];

/// What `compare` says itself, more fully.
const TOLD_OTHERWISE: [&Rule; 4] = [
    &drift::DETAIL_REQUIRED_ADDED,
    &merge::SUNSET_NOT_JUDGED,
    &merge::FROZEN_AT_ONCE,
    &merge::RETIRED_BEFORE_SUNSET,
];

/// What nobody meets who only receives errors: how the change is recorded, and whether that was done by the rules.
const BOOKS: [&Rule; 35] = [
    &drift::LOCK_MISSING,
    &drift::LOCK_UNREADABLE,
    &drift::LOCK_CONFLICT,
    &drift::LOCK_VERSION,
    &drift::LOCK_EDITED,
    &drift::LOCK_REORDERED,
    &drift::LOCK_NOT_CANONICAL,
    &drift::LOCK_STALE,
    &merge::BASE_UNREADABLE,
    &merge::BASE_MISSING,
    &merge::REGISTRY_GONE,
    &merge::FIRST_INTRODUCTION,
    &merge::CODE_IN_TWO_REGISTRIES,
    &merge::HEAD_EMPTY,
    &merge::LOCK_DELETED,
    &merge::LOCK_REWRITTEN,
    &merge::LEVEL_LOWERED,
    &merge::RECORDS_DROPPED,
    &merge::RECORDS_RELAXED,
    &merge::WAIVER_ADDED,
    &merge::EDITION_CHANGED,
    &merge::VERSION_LOWERED,
    &merge::MAJOR_NOT_RAISED,
    &merge::VERSION_RAISED_ALONE,
    &merge::MINOR_NOT_RAISED,
    &merge::PATCH_NOT_RAISED,
    &merge::AMENDMENT_MISMATCH,
    &merge::AMENDMENT_UNMATCHED,
    &merge::AMENDMENT_TOO_BROAD,
    &merge::AMENDMENT_REPEATED,
    &merge::AMENDMENT_OF_UNAMENDABLE,
    &merge::AMENDMENT_REWRITTEN,
    &merge::AMENDMENT_VERSION,
    &merge::AMENDMENT_NOT_IN_LOCK,
    &merge::RECORD_MISSING,
];

#[cfg(test)]
mod tests {
    use errtax_build::finding::Level;
    use errtax_build::rules::RULES;

    use super::*;

    /// A rule that is added has to be put somewhere: what it finds is a break for agents, worth knowing, or neither.
    #[test]
    fn what_breaks_agents_and_what_is_merely_worth_knowing() {
        let of = |kind: Option<Kind>| {
            let rules = RULES
                .iter()
                .filter(|rule| matches!(rule.stage, Stage::Drift | Stage::Merge));
            let mut ids: Vec<&str> = rules
                .filter(|rule| Kind::of(rule) == kind)
                .map(|rule| rule.id)
                .collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(of(Some(Kind::Breaking)), BREAKING);
        assert_eq!(of(Some(Kind::Other)), OTHER);
        let told = |rule: &&&'static Rule| Kind::of(rule).is_some();
        assert!(
            RULES
                .iter()
                .filter(told)
                .all(|rule| !matches!(rule.level, Level::Tamper | Level::CouldNotJudge))
        );
    }

    const BREAKING: &[&str] = &[
        "action-changed",
        "class-changed",
        "code-deleted",
        "code-renamed",
        "code-respelled",
        "code-retired-early",
        "code-thawed",
        "detail-now-optional",
        "detail-removed",
        "detail-renamed",
        "detail-retyped",
        "detail-sensitivity-changed",
        "enum-opened",
        "enum-value-added",
        "executed-changed",
        "grpc-changed",
        "http-changed",
        "in-doubt-changed",
        "next-changed",
        "redaction-removed",
        "retryable-changed",
        "role-meaning-changed",
        "sunset-advanced",
        "tombstone-removed",
        "tombstone-reused",
        "tombstone-revived",
    ];
    const OTHER: &[&str] = &[
        "amendment-reverted",
        "contract-loosened",
        "deprecation-withdrawn",
        "detail-now-required",
        "docs-moved",
        "docs-removed",
        "enum-value-removed",
        "executed-strengthened",
        "registry-renamed",
        "replacement-changed",
        "role-changed",
        "since-changed",
        "tool-promise-strengthened",
        "tool-promise-weakened",
        "tool-removed",
        "tool-scope-changed",
        "tool-tuning-changed",
        "tool-undo-changed",
        "tool-verify-changed",
        "upstream-code-changed",
        "upstream-hint-reworded",
        "upstream-rule-added",
        "upstream-rule-removed",
    ];
}
