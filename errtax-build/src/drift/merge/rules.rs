//! The rules of the merge gate: what only a comparison with another revision shows.
//!
//! They are data, and known to every build: a registry's `[policy.levels]` may name them.

use crate::rules::rules;

rules! {
    /// The rules of the merge gate.
    MERGE: Merge {
        BASE_UNREADABLE = "base-unreadable", CouldNotJudge, "A base that cannot be read is no empty base; to go on would let every change through.";
        BASE_MISSING = "base-missing", CouldNotJudge, "A registry that its base does not have is new only if nothing before it was there.";
        REGISTRY_GONE = "registry-gone", Unamendable, "With its registry every code of a contract is gone at once, and nothing is left that could say why.";
        FIRST_INTRODUCTION = "first-introduction", Note, "Where nothing has shipped, nothing can break; it is said, so that nobody takes it for a comparison.";
        CODE_IN_TWO_REGISTRIES = "code-in-two-registries", Invalid, "One code with two owners gets two meanings: agents see the code, not the package it came from.";
        HEAD_EMPTY = "head-empty", CouldNotJudge, "A registry that loses all of its codes at once was pointed at another file more often than it was given up.";

        LOCK_DELETED = "lock-deleted", Tamper, "Without the lock the next build knows nothing of what has shipped, and lets every change through.";
        LOCK_REWRITTEN = "lock-rewritten", Tamper, "A lock that is regenerated after the change agrees with it; that is what the base is compared for.";
        LEVEL_LOWERED = "level-lowered", Note, "Whoever lowers a level must not profit from it in the same change: it counts from the next one on.";
        RECORDS_DROPPED = "records-dropped", Note, "A change that does away with decision records is the last one that needs them.";
        RECORDS_RELAXED = "records-relaxed", Note, "Whoever moves the day before which records may lack their alternatives must not profit from it in the same change.";
        WAIVER_ADDED = "waiver-added", Note, "A waiver silences a rule for this code from now on; who reviews the change should know.";
        REGISTRY_RENAMED = "registry-renamed", Warning, "A registry under another name is still the same contract; who finds it by its name does not find it.";
        EDITION_CHANGED = "edition-changed", Warning, "The edition decides which rules hold; what it no longer asks for goes unseen.";

        VERSION_LOWERED = "version-lowered", Unamendable, "A version that has been used means the contract it was used for; the next one is a later one.";
        MAJOR_NOT_RAISED = "major-not-raised", Break, "Who uses a contract learns of a broken promise by its major version alone.";
        VERSION_RAISED_ALONE = "version-raised-alone", Warning, "A major version announces a broken promise; an amendment says which one, and why.";
        MINOR_NOT_RAISED = "minor-not-raised", Warning, "What is new or on its way out is found by its version: users read on from the one they know.";
        PATCH_NOT_RAISED = "patch-not-raised", Warning, "Two texts under one version cannot be told apart by whoever reports what an agent was told.";

        AMENDMENT_MISMATCH = "amendment-mismatch", Invalid, "An amendment accepts one change, from one value to one other; what is pinned to anything else accepts what nobody has seen.";
        AMENDMENT_UNMATCHED = "amendment-unmatched", Invalid, "An amendment that nothing matches is a slip, or waits for a change that nobody will look at any more.";
        AMENDMENT_TOO_BROAD = "amendment-too-broad", Invalid, "An amendment accepts one change; two changes are two decisions.";
        AMENDMENT_REPEATED = "amendment-repeated", Invalid, "Of two amendments for one change nobody knows which reason holds.";
        AMENDMENT_OF_UNAMENDABLE = "amendment-of-unamendable", Invalid, "Some promises have no exception: old agents act on a retired code for ever, and what has shipped has shipped.";
        AMENDMENT_REWRITTEN = "amendment-rewritten", Tamper, "Amendments are history: who reads them later must find what was decided then.";
        AMENDMENT_VERSION = "amendment-version", Invalid, "An amendment belongs to the version that carries it: the one that this change raises.";
        AMENDMENT_NOT_IN_LOCK = "amendment-not-in-lock", Break, "The build compares with the lock; until it records the accepted change, no build passes.";
        AMENDMENT_REVERTED = "amendment-reverted", Note, "What an amendment changed is changed back: agents that have adapted must adapt again.";
        RECORD_MISSING = "record-missing", Invalid, "The policy of this registry wants to know why: who reads the change in a year has nothing else.";

        FROZEN_AT_ONCE = "frozen-at-once", Note, "A code that ships with the change that adds it was never tried as a draft.";
        RETIRED_BEFORE_SUNSET = "retired-before-sunset", Break, "Users plan by the day that was announced; until then the code is there.";
        SUNSET_NOT_JUDGED = "sunset-not-judged", CouldNotJudge, "Whether a day has come depends on a day; without one nobody can say.";
        DOC_REWORDED = "doc-reworded", Warning, "The longer text says what a code means; whether it still means the same, only a person can tell.";
        DETAIL_DOC_REWORDED = "detail-doc-reworded", Warning, "Unit and meaning of a detail stand in its documentation alone: seconds that become milliseconds are the same integer.";
        DETAIL_NOW_REQUIRED = "detail-now-required", Warning, "Readers are not harmed; every place that raises the code must fill the detail from now on, or does not compile.";

        ROLE_CHANGED = "role-changed", Warning, "The library's own failures come under another code; who counts or catches the old one no longer sees them.";
        ROLE_MEANING_CHANGED = "role-meaning-changed", Break, "The library's own failures ask for something else from one release to the next.";
        DOCS_MOVED = "docs-moved", Note, "Every answer carries the address of its page; the old pages are still linked from logs.";
        DOCS_REMOVED = "docs-removed", Warning, "Answers lose the address of their page; who looked there has nowhere to look.";
        TOOL_PROMISE_WEAKENED = "tool-promise-weakened", Warning, "Agents repeat a call on the promise that it does no harm; what they have learnt is no longer true.";
        TOOL_PROMISE_STRENGTHENED = "tool-promise-strengthened", Warning, "Calls are repeated on this promise: if the server does not keep it, writes happen twice.";
        TOOL_REMOVED = "tool-removed", Warning, "A tool that nothing is known of counts as a plain write: what could be repeated no longer is.";
        TOOL_VERIFY_CHANGED = "tool-verify-changed", Warning, "After a write in doubt the agent is told to look elsewhere; that read must show the same thing.";
        TOOL_UNDO_CHANGED = "tool-undo-changed", Warning, "An undo that no longer matches its write takes back another one, or none.";
        TOOL_TUNING_CHANGED = "tool-tuning-changed", Warning, "Too short a wait takes a slow write for a lost one; a harness counts what it is told to count.";
        TOOL_SCOPE_CHANGED = "tool-scope-changed", Warning, "Who was granted the one scope may not have the other; who has it may do more than before.";
        CONTRACT_LOOSENED = "contract-loosened", Warning, "A promise about all tools that is dropped with the change that breaks it was no promise.";
        UPSTREAM_CODE_CHANGED = "upstream-code-changed", Warning, "The same foreign failure comes under another code: agents do something else about it.";
        UPSTREAM_RULE_REMOVED = "upstream-rule-removed", Warning, "A foreign failure that had a code of its own falls back to a general one.";
        UPSTREAM_RULE_ADDED = "upstream-rule-added", Warning, "A foreign failure that came under a general code gets one of its own.";
        UPSTREAM_HINT_REWORDED = "upstream-hint-reworded", Warning, "For an agent the hint is behaviour: other words, other acts.";
        REDACTION_REMOVED = "redaction-removed", Break, "What was taken out of a foreign answer reaches agents and their logs from now on.";
    }
}
