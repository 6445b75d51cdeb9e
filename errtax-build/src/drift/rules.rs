//! The rules of drift: what may not change between what has shipped and what is to be built.

use crate::finding::Rule;
use crate::rules::rules;

/// The rules that are about the lock as a file, whatever the registry says.
pub(crate) const LOCK_FILE: [&Rule; 7] = [
    &LOCK_MISSING,
    &LOCK_UNREADABLE,
    &LOCK_CONFLICT,
    &LOCK_VERSION,
    &LOCK_EDITED,
    &LOCK_REORDERED,
    &LOCK_NOT_CANONICAL,
];

rules! {
    /// The rules of what has shipped.
    DRIFT: Drift {
        LOCK_MISSING = "lock-missing", CouldNotJudge, "Without the lock nobody knows what has shipped; to build as if nothing had would let every change through.";
        LOCK_UNREADABLE = "lock-unreadable", CouldNotJudge, "A lock that cannot be read may hold any promise; to go on as if it held none would break them all.";
        LOCK_CONFLICT = "lock-conflict", CouldNotJudge, "A half-merged lock says two things at once.";
        LOCK_VERSION = "lock-version", CouldNotJudge, "A lock of another format may mean something else by the same words.";
        LOCK_EDITED = "lock-edited", Tamper, "A lock that is edited to match says what somebody wanted to have shipped.";
        LOCK_REORDERED = "lock-reordered", Tamper, "One order keeps merges small; a lock in another one was merged or written by hand, and `freeze` puts it in order.";
        LOCK_NOT_CANONICAL = "lock-not-canonical", Warning, "A lock in any other form than the one that `freeze` writes changes as a whole the next time it is written.";
        LOCK_STALE = "lock-stale", Break, "What ships without being recorded can be changed unseen.";

        CODE_DELETED = "code-deleted", Break, "Agents in the field act on the code; one that is gone has no meaning for them any more. Retire it, with a tombstone.";
        CODE_RENAMED = "code-renamed", Break draft Note, "To an agent a renamed code is an unknown one.";
        CODE_RESPELLED = "code-respelled", Break draft Note, "Codes are compared byte by byte: another case or separator is another code.";
        CODE_THAWED = "code-thawed", Unamendable, "What has shipped cannot be taken back by calling it a draft.";
        CODE_RETIRED_EARLY = "code-retired-early", Break draft Note, "Who uses a code learns of its end from its deprecation; without one it vanishes unannounced.";
        TOMBSTONE_REMOVED = "tombstone-removed", Unamendable, "A name whose tombstone is gone is free to be taken again, with another meaning.";
        TOMBSTONE_REUSED = "tombstone-reused", Unamendable, "Old agents still act on what the retired code meant.";
        TOMBSTONE_REVIVED = "tombstone-revived", Break, "What was announced as gone for ever comes back, even if it means the same.";

        CLASS_CHANGED = "class-changed", Break, "Agents without this registry decide by the class.";
        ACTION_CHANGED = "action-changed", Break, "A code is its action: agents do something else from one release to the next.";
        RETRYABLE_CHANGED = "retryable-changed", Break, "A wrong repeat does the work twice; a missing one gives up on what a second try would have cured.";
        EXECUTED_CHANGED = "executed-changed", Break, "Agents repeat a call on the promise that it did nothing.";
        EXECUTED_STRENGTHENED = "executed-strengthened", Warning, "A stronger promise breaks nobody, if it is true: it is worth a second look.";
        IN_DOUBT_CHANGED = "in-doubt-changed", Break, "A write in doubt surfaces as another code.";
        NEXT_CHANGED = "next-changed", Break, "The next call is part of the instruction.";
        HTTP_CHANGED = "http-changed", Break, "Gateways and clients branch on the HTTP status.";
        GRPC_CHANGED = "grpc-changed", Break, "Clients branch on the gRPC status.";

        DETAIL_REMOVED = "detail-removed", Break, "Readers rely on what the payload has always carried.";
        DETAIL_RENAMED = "detail-renamed", Break, "To a reader a renamed detail is a missing one.";
        DETAIL_RETYPED = "detail-retyped", Break, "A reader that parses the old type fails on the new one.";
        DETAIL_NOW_OPTIONAL = "detail-now-optional", Break, "Readers rely on the detail being there.";
        DETAIL_SENSITIVITY_CHANGED = "detail-sensitivity-changed", Break draft Warning, "A detail either leaks from now on, or is missing from now on.";
        DETAIL_REQUIRED_ADDED = "detail-required-added", Note, "Readers ignore a detail that they do not know; whoever raises the code must fill it.";
        ENUM_VALUE_ADDED = "enum-value-added", Break, "A closed enum promised that there would be no other value.";
        ENUM_VALUE_REMOVED = "enum-value-removed", Warning, "Readers survive a value that never comes; what did it stand for, and what is sent instead?";
        ENUM_OPENED = "enum-opened", Break, "Readers of a closed enum have no branch for other values.";

        DEPRECATION_WITHDRAWN = "deprecation-withdrawn", Warning, "Users may have moved to the replacement already.";
        REPLACEMENT_CHANGED = "replacement-changed", Warning, "Users may have moved to the first replacement already.";
        SUNSET_ADVANCED = "sunset-advanced", Break, "Users plan by the day that was announced.";
        SINCE_CHANGED = "since-changed", Warning, "History does not move.";

        HINT_REWORDED = "hint-reworded", Warning deprecated Note, "For an agent the hint is behaviour: other words, other acts.";
        MESSAGE_REWORDED = "message-reworded", Note, "Who matches on the message, against all advice, must change.";
    }
}
