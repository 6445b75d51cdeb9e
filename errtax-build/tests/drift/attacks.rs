//! What somebody tries who wants a broken promise to pass. Each is refused, in words that name the trick; an honest
//! break passes once.

use errtax_build::finding::{Finding, Level, Stage};
use errtax_build::merge::Verdict;

use crate::case::{apply, common, earlier};
use crate::pair::{DAY, Files, Pair, lock};

/// The common base with its lock.
fn base() -> Files {
    let mut files = common();
    files.push(("registry.lock".into(), lock(&files, Some(&earlier()))));
    files
}

fn patch(files: &Files, path: &str, hunk: &str) -> Files {
    let mut files = files.clone();
    let hunk: Vec<String> = hunk.lines().map(str::to_owned).collect();
    apply(&mut files, path, &hunk, "attack");
    files
}

fn action(files: &Files) -> Files {
    let hunk = " [codes.PERIOD_LOCKED]\n class = \"precondition\"\n-action = \"fix_state\"\n+action = \"ask_user\"";
    patch(files, "registry.toml", hunk)
}

/// The lock as if it were written anew.
fn regenerate(files: &Files) -> Files {
    let before = files
        .iter()
        .find(|(path, _)| path == "registry.lock")
        .map(|(_, text)| text.clone());
    let mut files: Files = files
        .iter()
        .filter(|(path, _)| path != "registry.lock")
        .cloned()
        .collect();
    files.push(("registry.lock".into(), lock(&files, before.as_deref())));
    files
}

fn judge(base: &Files, head: &Files) -> Pair {
    Pair::judge(base, head, Some(DAY))
}

/// The finding of a rule, which fails.
fn refused<'a>(pair: &'a Pair, rule: &str) -> &'a Finding {
    let found = pair.verdict.findings.iter().find(|finding| finding.rule.id == rule);
    let found = found.unwrap_or_else(|| panic!("{rule} among {:#?}", pair.lines()));
    assert!(found.level.fails(), "{found:?}");
    found
}

fn builds(pair: &Pair) -> bool {
    !pair.head.fails()
}

#[test]
fn a_lock_that_was_regenerated_to_match_satisfies_the_build_alone() {
    let pair = judge(&base(), &regenerate(&action(&base())));
    assert!(builds(&pair), "{:#?}", pair.head.findings);
    refused(&pair, "action-changed");
    let found = refused(&pair, "lock-rewritten");
    assert_eq!(found.level, Level::Tamper);
    assert!(
        found.message.starts_with("the lock was rewritten to match"),
        "{}",
        found.message
    );
    assert_eq!(pair.sources.file(found.place.file).path, "registry.lock");
}

#[test]
fn a_lock_that_was_deleted_does_not_make_the_registry_new() {
    let head: Files = action(&base())
        .into_iter()
        .filter(|(path, _)| path != "registry.lock")
        .collect();
    let pair = judge(&base(), &head);
    refused(&pair, "action-changed");
    let found = refused(&pair, "lock-deleted");
    assert!(
        found.message.starts_with("the lock is gone, and the base has one"),
        "{}",
        found.message
    );
    let ids: Vec<&str> = pair.told().iter().map(|finding| finding.rule.id).collect();
    assert!(!ids.contains(&"lock-missing"), "told once: {ids:?}");
}

#[test]
fn a_status_that_is_downgraded_first_frees_nothing() {
    let thaw = " action = \"fix_state\"\n retryable = false\n executed = \"no\"\n-status = \"frozen\"\n+status = \"draft\"\n grpc = 9";
    let thawed = patch(&base(), "registry.toml", thaw);
    // One change does both.
    let pair = judge(&base(), &regenerate(&action(&thawed)));
    assert_eq!(refused(&pair, "code-thawed").level, Level::Unamendable);
    refused(&pair, "action-changed");
    // The first change alone is refused.
    refused(&judge(&base(), &regenerate(&thawed)), "code-thawed");
    // Had it got in all the same, with the lock still there: what has shipped is what either of the two says.
    let next = judge(&thawed, &action(&thawed));
    refused(&next, "action-changed");
    assert!(
        !next.lines().iter().any(|line| line.contains("code-thawed")),
        "that was wrong before"
    );
    let next = judge(&thawed, &regenerate(&action(&thawed)));
    refused(&next, "action-changed");
    refused(&next, "lock-rewritten");
    // Nor does the lock forget in a change of its own.
    refused(&judge(&thawed, &regenerate(&thawed)), "lock-rewritten");
}

#[test]
fn a_level_that_is_lowered_in_the_same_change_counts_from_the_next_one() {
    let base = patch(
        &base(),
        "registry.toml",
        "-message-reworded = \"warning\"\n+hint-reworded = \"error\"",
    );
    let head = patch(
        &base,
        "registry.toml",
        "-hint-reworded = \"error\"\n+hint-reworded = \"note\"",
    );
    let hunk = "-hint = \"Report it with the number of the voucher.\"\n+hint = \"Send it again.\"";
    let head = patch(&head, "registry.toml", hunk);
    let pair = judge(&base, &head);
    refused(&pair, "hint-reworded");
    let lowered = pair
        .verdict
        .findings
        .iter()
        .find(|finding| finding.rule.id == "level-lowered")
        .unwrap();
    assert!(
        lowered
            .message
            .contains("lowered from `error` to `note`; this change is judged by `error`"),
        "{}",
        lowered.message
    );
    // A rule that fails cannot be lowered at all.
    let head = patch(
        &base,
        "registry.toml",
        "-hint-reworded = \"error\"\n+action-changed = \"note\"",
    );
    let pair = judge(&base, &action(&head));
    assert!(
        pair.head
            .findings
            .iter()
            .any(|finding| finding.rule.id == "policy-too-low")
    );
    refused(&pair, "action-changed");
}

#[test]
fn a_registry_under_another_name_is_the_same_registry() {
    let head = patch(
        &base(),
        "registry.toml",
        "-name = \"accounting\"\n+name = \"accounting2\"",
    );
    let pair = judge(&base(), &regenerate(&action(&head)));
    refused(&pair, "action-changed");
    let renamed = pair
        .verdict
        .findings
        .iter()
        .find(|finding| finding.rule.id == "registry-renamed")
        .unwrap();
    assert!(
        renamed.message.contains("judged as the same registry"),
        "{}",
        renamed.message
    );
}

#[test]
fn a_version_that_rises_alone_accepts_nothing() {
    let head = patch(&base(), "registry.toml", "-version = \"1.3.0\"\n+version = \"2.0.0\"");
    let pair = judge(&base(), &regenerate(&action(&head)));
    refused(&pair, "action-changed");
    let found = refused(&pair, "version-raised-alone");
    assert!(found.message.contains("a version accepts nothing"), "{}", found.message);
}

fn amendment(code: &str, field: &str, from: &str, to: &str) -> String {
    format!(
        "+\n+[[amendments]]\n+code = \"{code}\"\n+field = \"{field}\"\n+from = \"{from}\"\n+to = \"{to}\"\n+reason = \"Nobody can \
         unlock it.\"\n+issue = \"#7\"\n+version = \"2.0.0\""
    )
}

fn amended(amendment: &str) -> Files {
    let head = patch(&base(), "registry.toml", "-version = \"1.3.0\"\n+version = \"2.0.0\"");
    patch(&action(&head), "registry.toml", amendment)
}

#[test]
fn an_amendment_with_a_wildcard_accepts_nothing() {
    for pattern in [
        amendment("*", "action", "fix_state", "ask_user"),
        amendment("PERIOD_*", "action", "fix_state", "ask_user"),
        amendment("all", "action", "fix_state", "ask_user"),
        amendment("PERIOD_LOCKED", "*", "fix_state", "ask_user"),
        amendment("PERIOD_LOCKED", "action", "*", "ask_user"),
        amendment("PERIOD_LOCKED", "action", "fix_state", "*"),
    ] {
        let pair = judge(&base(), &regenerate(&amended(&pattern)));
        refused(&pair, "action-changed");
        let own = pair.told();
        let found = own
            .iter()
            .find(|finding| finding.rule.id == "amendment-wildcard")
            .unwrap();
        assert!(found.message.contains("is a pattern"), "{}", found.message);
        assert_eq!(found.level, Level::Invalid);
    }
}

#[test]
fn an_amendment_in_an_included_file_accepts_nothing() {
    let head = patch(&base(), "registry.toml", "-version = \"1.3.0\"\n+version = \"2.0.0\"");
    let hidden = amendment("PERIOD_LOCKED", "action", "fix_state", "ask_user");
    let head = patch(&action(&head), "codes/rates.toml", &hidden);
    let pair = judge(&base(), &regenerate(&head));
    refused(&pair, "action-changed");
    assert!(
        pair.head
            .findings
            .iter()
            .any(|finding| finding.rule.id == "misplaced-table")
    );
}

#[test]
fn an_honest_break_passes_once_and_is_quiet_ever_after() {
    let head = regenerate(&amended(&amendment("PERIOD_LOCKED", "action", "fix_state", "ask_user")));
    let pair = judge(&base(), &head);
    assert_eq!(pair.lines(), Vec::<String>::new());
    assert!(builds(&pair));
    assert_eq!(pair.told(), []);
    // Merged, it is the base of the next change.
    let next = patch(
        &head,
        "codes/rates.toml",
        "-hint = \"Send the same call again after a minute.\"\n+hint = \"Send the same call again soon.\"",
    );
    let lines = judge(&head, &next).lines();
    assert_eq!(lines.len(), 2, "the new change alone: {lines:#?}");
    assert!(lines[0].contains("hint-reworded RATE_SERVICE_DOWN") && lines[1].contains("patch-not-raised"));
    // And it cannot be used a second time.
    let again = patch(
        &head,
        "registry.toml",
        " [codes.PERIOD_LOCKED]\n class = \"precondition\"\n-action = \"ask_user\"\n+action = \"fix_state\"",
    );
    refused(&judge(&head, &regenerate(&again)), "action-changed");
}

#[test]
fn an_amended_change_that_the_lock_does_not_record_is_told_once() {
    let head = amended(&amendment("PERIOD_LOCKED", "action", "fix_state", "ask_user"));
    let pair = judge(&base(), &head);
    let told = pair.told();
    let about: Vec<&str> = told
        .iter()
        .filter(|finding| finding.code.as_deref() == Some("PERIOD_LOCKED"))
        .map(|finding| finding.rule.id)
        .collect();
    assert_eq!(about, ["amendment-not-in-lock"]);
    assert!(
        told[0].help.contains("cargo errtax amend PERIOD_LOCKED action"),
        "{}",
        told[0].help
    );
}

#[test]
fn what_both_gates_find_is_told_once_with_the_base_beside_it() {
    let pair = judge(&base(), &action(&base()));
    assert!(
        pair.head
            .findings
            .iter()
            .any(|finding| finding.rule.id == "action-changed")
    );
    let told = pair.told();
    let found: Vec<&Finding> = told
        .iter()
        .filter(|finding| finding.rule.id == "action-changed")
        .collect();
    let [finding] = found.as_slice() else {
        panic!("{found:#?}")
    };
    let (place, _) = finding.related.first().unwrap();
    assert_eq!(pair.sources.file(place.file).revision.as_deref(), Some("main"));
    assert_eq!(pair.sources.show(*place), "main:registry.toml:21:10");
}

#[test]
fn a_code_that_moves_to_an_extended_registry_with_another_meaning_is_found() {
    let hunk = "-[codes.ACCOUNT_BLOCKED]\n-class = \"precondition\"\n-action = \"ask_user\"\n-retryable = false\n-executed = \"no\"\n-status \
                = \"frozen\"\n-message = \"The account {account} is blocked.\"\n-hint = \"Ask a person to unblock the \
                account.\"\n-\n-[codes.ACCOUNT_BLOCKED.details]\n-account = \"string\"";
    let head = patch(&base(), "registry.toml", hunk);
    let moved = "+\n+[codes.ACCOUNT_BLOCKED]\n+class = \"precondition\"\n+action = \"fix_state\"\n+retryable = false\n+executed = \
                 \"no\"\n+status = \"frozen\"\n+message = \"The account is blocked.\"\n+hint = \"Unblock the account first.\"";
    let pair = judge(&base(), &regenerate(&patch(&head, "shared.toml", moved)));
    refused(&pair, "action-changed");
    refused(&pair, "detail-removed");
}

#[test]
fn a_head_whose_values_are_stand_ins_is_not_judged_by_them() {
    let hunk = " [codes.PERIOD_LOCKED]\n class = \"precondition\"\n-action = \"fix_state\"\n+action = \"fix_stat\"";
    let pair = judge(&base(), &patch(&base(), "registry.toml", hunk));
    assert_eq!(pair.lines(), Vec::<String>::new());
    let ids: Vec<&str> = pair.told().iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["unknown-action"]);
}

#[test]
fn a_base_that_contradicts_its_own_lock_can_be_mended() {
    // Main says one thing, its lock another; no build of it passes.
    let torn = action(&base());
    let mended = base();
    let pair = judge(&torn, &mended);
    assert_eq!(pair.lines(), Vec::<String>::new());
    // To something that neither of the two says, it cannot be mended.
    let hunk = " [codes.PERIOD_LOCKED]\n class = \"precondition\"\n-action = \"ask_user\"\n+action = \"stop\"";
    refused(&judge(&torn, &patch(&torn, "registry.toml", hunk)), "action-changed");
}

#[test]
fn an_entry_of_the_base_that_cannot_be_read_counts_as_the_lock_has_it() {
    let wrong = " [codes.PERIOD_LOCKED]\n class = \"precondition\"\n-action = \"fix_state\"\n+action = \"fix_stat\"";
    let wrong = patch(&base(), "registry.toml", wrong);
    assert_eq!(
        judge(&wrong, &base()).lines(),
        Vec::<String>::new(),
        "the slip is mended"
    );
    let hunk = " [codes.PERIOD_LOCKED]\n class = \"precondition\"\n-action = \"fix_stat\"\n+action = \"ask_user\"";
    refused(&judge(&wrong, &patch(&wrong, "registry.toml", hunk)), "action-changed");
}

#[test]
fn an_edition_that_falls_is_said_and_one_that_rises_is_noted() {
    for (then, now, level) in [(2027, 2026, Level::Warning), (2026, 2027, Level::Note)] {
        let mut pair = judge(&base(), &base());
        pair.base.registry.as_mut().unwrap().edition = then;
        pair.head.registry.as_mut().unwrap().edition = now;
        let verdict = errtax_build::merge::judge(&errtax_build::merge::Sides {
            base: &pair.base,
            head: &pair.head,
            day: None,
        });
        let [finding] = verdict.findings.as_slice() else {
            panic!("{:#?}", verdict.findings)
        };
        assert_eq!((finding.rule.id, finding.level), ("edition-changed", level));
        assert_eq!(finding.rule.stage, Stage::Merge);
    }
}

#[test]
fn without_a_base_the_registry_s_own_policy_holds() {
    let hunk = "-message-reworded = \"warning\"\n+message-reworded = \"error\"";
    let head = patch(&base(), "registry.toml", hunk);
    let head = patch(
        &head,
        "registry.toml",
        "-message = \"The period is shut.\"\n+message = \"It is shut.\"",
    );
    let pair = judge(&base(), &head);
    let mut own = pair.head.findings.clone();
    errtax_build::merge::own_levels(pair.head.registry.as_ref().unwrap(), &mut own);
    let levels: Vec<(&str, Level)> = own.iter().map(|finding| (finding.rule.id, finding.level)).collect();
    assert_eq!(levels, [("message-reworded", Level::Break)]);
}

#[test]
fn a_name_cannot_move_the_cursor_of_whoever_is_told_of_it() {
    let code = "+[codes.\"A\\u001b[2JB\"]\n+class = \"internal\"\n+action = \"stop\"\n+retryable = false\n+executed = \"no\"\n\
                +status = \"frozen\"\n+message = \"It broke.\"\n+hint = \"Report it.\"";
    let pair = judge(&base(), &patch(&base(), "registry.toml", code));
    let Verdict {
        findings, unamended, ..
    } = &pair.verdict;
    for told in [findings, unamended] {
        let named = |finding: &&Finding| finding.message.contains("A\\u{1b}[2JB");
        let found = told.iter().find(named).unwrap_or_else(|| panic!("{told:#?}"));
        for text in [&found.message, &found.label, &found.help] {
            assert!(!text.contains(char::is_control), "{text:?}");
        }
    }
}
