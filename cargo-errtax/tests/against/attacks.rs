//! A reviewer's attacks, commit by commit: what an author in a hurry, or one with bad intent, does to get a shipped meaning
//! changed. Each is refused, and the message names the trick.

use crate::common::REGISTRY;
use crate::repo::{Judged, Repo};

/// The pinned amendment of [`Repo::mutate`].
const AMENDMENT: &str = "
[[amendments]]
code    = \"ACCOUNT_CLOSED\"
field   = \"action\"
from    = \"ask_user\"
to      = \"fix_state\"
reason  = \"Agents can reopen accounts since the spring.\"
issue   = \"#123\"
version = \"2.0.0\"
";

/// Makes the change an honest one: amended, with the major version, the lock rewritten.
fn amend(repo: &Repo) {
    repo.mutate();
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"2.0.0\"");
    let text = repo.read("registry.toml");
    repo.write("registry.toml", &format!("{text}{AMENDMENT}"));
    repo.freeze();
}

#[track_caller]
fn has(judged: &Judged, finding: &str) {
    assert!(
        judged.findings().contains(&finding.to_owned()),
        "{finding} is not in {:?}",
        judged.findings()
    );
}

const CHANGED: &str = "action-changed ACCOUNT_CLOSED";

#[test]
fn a_lock_that_is_rewritten_to_match_is_seen() {
    let repo = Repo::branched();
    repo.mutate();
    repo.freeze();
    repo.commit("action and lock");
    // The build is content: the lock agrees.
    repo.run(&["check"]).ends(0);
    let judged = repo.judge().ends(1).says(&["error[lock-rewritten]"]);
    has(&judged, CHANGED);
    assert_eq!(judged.findings().len(), 2, "{:?}", judged.findings());
}

#[test]
fn a_code_and_its_row_that_go_together_are_missed() {
    let repo = Repo::branched();
    let text = repo.read("registry.toml");
    let from = text.find("[codes.ACCOUNT_NOT_FOUND]").unwrap();
    let to = text.find("[codes.LIMIT_REACHED]").unwrap();
    repo.write("registry.toml", &format!("{}{}", &text[..from], &text[to..]));
    repo.freeze();
    repo.commit("one code less");
    repo.run(&["check"]).ends(0);
    has(&repo.judge().ends(1), "code-deleted ACCOUNT_NOT_FOUND");
}

#[test]
fn a_lock_that_is_deleted_is_missed() {
    let repo = Repo::branched();
    repo.remove("registry.lock");
    repo.commit("no lock");
    let judged = repo.judge().ends(1).says(&["error[lock-deleted]"]);
    assert_eq!(judged.findings(), ["lock-deleted"]);
    // The same with a change that the lock would have shown.
    repo.mutate();
    repo.commit("and another meaning");
    has(&repo.judge().ends(1), CHANGED);
    // And with the lock begun anew.
    repo.freeze();
    repo.commit("a new lock");
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn a_lock_that_is_edited_by_hand_is_seen() {
    let repo = Repo::branched();
    repo.mutate();
    repo.edit(
        "registry.lock",
        "ACCOUNT_CLOSED.action = \"ask_user\"",
        "ACCOUNT_CLOSED.action = \"fix_state\"",
    );
    repo.commit("by hand");
    let judged = repo.judge().ends(1);
    has(&judged, CHANGED);
    has(&judged, "lock-edited ACCOUNT_CLOSED");
}

#[test]
fn a_status_that_is_lowered_first_unlocks_nothing() {
    let repo = Repo::branched();
    repo.edit(
        "registry.toml",
        "status    = \"frozen\"\nsince     = \"1.0.0\"\nhttp      = 409",
        "since     = \"1.0.0\"\nhttp      = 409",
    );
    repo.freeze();
    repo.commit("only a draft after all");
    has(&repo.judge().ends(1), "code-thawed ACCOUNT_CLOSED");
    repo.mutate();
    repo.freeze();
    repo.commit("drafts may change");
    let judged = repo.judge().ends(1);
    has(&judged, "code-thawed ACCOUNT_CLOSED");
    has(&judged, CHANGED);
    // Deprecation unlocks nothing either.
    let repo = Repo::branched();
    repo.edit(
        "registry.toml",
        "http      = 409",
        "http      = 409\ndeprecated = { since = \"1.2.0\", reason = \"Nobody raises it.\" }",
    );
    repo.mutate();
    repo.freeze();
    repo.commit("deprecated, and changed");
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn a_level_that_is_lowered_in_the_same_change_does_not_count_yet() {
    let policy = |level: &str| format!("\n[policy.levels]\nhint-reworded = \"{level}\"\n");
    let repo = Repo::new();
    repo.write("registry.toml", &format!("{REGISTRY}{}", policy("error")));
    repo.freeze();
    repo.commit("hints are held");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.edit(
        "registry.toml",
        "Ask the user which open account to use instead.",
        "Take any other account.",
    );
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.2.1\"");
    repo.freeze();
    repo.commit("another hint");
    has(&repo.judge().ends(1), "hint-reworded ACCOUNT_CLOSED");
    repo.edit("registry.toml", "hint-reworded = \"error\"", "hint-reworded = \"note\"");
    repo.freeze();
    repo.commit("and a lower level");
    let judged = repo.judge().ends(1).says(&["note[level-lowered]"]);
    has(&judged, "hint-reworded ACCOUNT_CLOSED");
    // The table taken away is the same trick.
    let text = repo.read("registry.toml");
    repo.write("registry.toml", text.split("\n[policy.levels]").next().unwrap());
    let judged = repo.judge().ends(1);
    has(&judged, "hint-reworded ACCOUNT_CLOSED");
    assert!(judged.all().contains(&"level-lowered".to_owned()), "{:?}", judged.all());
}

#[test]
fn no_level_makes_a_broken_promise_pass() {
    let repo = Repo::branched();
    repo.mutate();
    let text = repo.read("registry.toml");
    repo.write(
        "registry.toml",
        &format!("{text}\n[policy.levels]\naction-changed = \"note\"\n"),
    );
    repo.freeze_any();
    repo.commit("a policy");
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn a_waiver_is_no_way_around_a_broken_promise() {
    let repo = Repo::branched();
    repo.mutate();
    repo.edit(
        "registry.toml",
        "http      = 409",
        "http      = 409\nallow     = { action-changed = \"we know\" }",
    );
    repo.freeze_any();
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn a_registry_under_another_name_is_the_same_registry() {
    let repo = Repo::branched();
    repo.mutate();
    repo.edit("registry.toml", "\"bank\"", "\"safe\"");
    repo.freeze();
    repo.commit("a new name");
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn a_version_that_is_raised_alone_accepts_nothing() {
    let repo = Repo::branched();
    repo.mutate();
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"2.0.0\"");
    repo.freeze();
    repo.commit("2.0.0");
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn a_wildcard_accepts_nothing() {
    for (from, to) in [
        ("\"ACCOUNT_CLOSED\"", "\"*\""),
        ("\"ACCOUNT_CLOSED\"", "\"ACCOUNT_*\""),
        ("\"action\"", "\"*\""),
        ("\"ask_user\"", "\"*\""),
        ("\"fix_state\"", "\"*\""),
        ("\"fix_state\"", "\"\""),
    ] {
        let repo = Repo::branched();
        amend(&repo);
        let (head, amendment) = {
            let text = repo.read("registry.toml");
            let at = text.find("[[amendments]]").unwrap();
            (text[..at].to_owned(), text[at..].to_owned())
        };
        assert_eq!(amendment.matches(from).count(), 1);
        repo.write("registry.toml", &format!("{head}{}", amendment.replace(from, to)));
        repo.freeze_any();
        repo.commit("amended at large");
        has(&repo.judge().ends(1), CHANGED);
    }
}

#[test]
fn an_honest_break_passes_once_and_is_quiet_ever_after() {
    let repo = Repo::branched();
    amend(&repo);
    repo.commit("an honest break");
    let judged = repo.judge().passes().says(&["2 codes of the base"]);
    assert_eq!(judged.findings(), [""; 0]);
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "--no-ff", "-m", "merged", "feature"]);
    repo.git(&["checkout", "-q", "-b", "next"]);
    repo.write("notes.md", "next\n");
    repo.commit("next");
    let judged = repo.judge().passes();
    assert_eq!(judged.all(), [""; 0], "history is not told again");
    // Once more: the old amendment is spent.
    repo.edit("registry.toml", "\"fix_state\"   #", "\"ask_user\"   #");
    repo.freeze();
    has(&repo.judge().ends(1), CHANGED);
}

#[test]
fn an_amendment_without_its_major_version_accepts_nothing() {
    let repo = Repo::branched();
    amend(&repo);
    repo.edit(
        "registry.toml",
        "[registry] # head\nname    = \"bank\"\nversion = \"2.0.0\"",
        "[registry] # head\nname    = \"bank\"\nversion = \"1.3.0\"",
    );
    repo.freeze_any();
    repo.commit("not a major one");
    assert_ne!(repo.judge().ends(1).findings(), [""; 0]);
}

#[test]
fn an_amendment_that_was_merged_is_history() {
    let repo = Repo::branched();
    amend(&repo);
    repo.commit("an honest break");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "feature"]);
    for (old, new) in [
        ("Agents can reopen accounts since the spring.", "Because."),
        (AMENDMENT, "\n"),
        ("issue   = \"#123\"", "issue   = \"#124\""),
    ] {
        repo.git(&["checkout", "-q", "-B", "next", "main"]);
        repo.edit("registry.toml", old, new);
        repo.freeze();
        repo.commit("history, rewritten");
        let judged = repo.judge().ends(1).says(&["error[amendment-rewritten]"]);
        assert!(
            judged
                .findings()
                .iter()
                .any(|finding| finding.starts_with("amendment-rewritten"))
        );
    }
}

#[test]
fn an_amendment_of_what_did_not_change_waits_for_nothing() {
    let repo = Repo::branched();
    let text = repo.read("registry.toml");
    repo.write("registry.toml", &format!("{text}{AMENDMENT}"));
    repo.edit(
        "registry.toml",
        "name    = \"bank\"\nversion = \"1.2.0\"",
        "name    = \"bank\"\nversion = \"2.0.0\"",
    );
    repo.freeze();
    repo.commit("for later");
    let judged = repo.judge().ends(1);
    assert!(
        judged
            .findings()
            .iter()
            .any(|finding| finding.starts_with("amendment-unmatched")),
        "{:?}",
        judged.findings()
    );
}

#[test]
fn one_amendment_accepts_one_change() {
    let repo = Repo::branched();
    amend(&repo);
    repo.edit("registry.toml", "http      = 409", "http      = 410");
    repo.freeze();
    repo.commit("and another change");
    let judged = repo.judge().ends(1);
    has(&judged, "http-changed ACCOUNT_CLOSED");
    assert!(
        !judged.findings().contains(&CHANGED.to_owned()),
        "{:?}",
        judged.findings()
    );
}

#[test]
fn what_was_wrong_at_the_base_is_not_blamed_on_the_next_change() {
    let repo = Repo::new();
    // Broken on main: a meaning that changed while the lock stayed.
    repo.mutate();
    repo.git(&["commit", "-q", "-a", "-m", "slipped through"]);
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("notes.md", "work\n");
    repo.commit("work");
    let judged = repo.judge().ends(1);
    // The lock still says so; the base is no second accuser.
    assert_eq!(judged.findings(), [CHANGED]);
    assert_eq!(judged.json["findings"][0]["old_file"], "registry.lock");
    // Whoever mends it is not stopped.
    repo.edit("registry.toml", "\"fix_state\"   #", "\"ask_user\"   #");
    repo.commit("mended");
    let judged = repo.judge();
    assert_eq!(judged.human.code, 0, "{}", judged.human.text());
}

#[test]
fn a_sunset_is_judged_by_the_day_of_the_head_commit() {
    let repo = Repo::new();
    repo.edit(
        "registry.toml",
        "http      = 409",
        "http      = 409\ndeprecated = { since = \"1.2.0\", reason = \"Nobody raises it.\", sunset = \"2027-06-30\" }",
    );
    repo.freeze();
    repo.commit("deprecated");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let text = repo.read("registry.toml");
    let (from, to) = (
        text.find("# Shipped").unwrap(),
        text.find("[codes.ACCOUNT_NOT_FOUND]").unwrap(),
    );
    let tombstone = "[retired.ACCOUNT_CLOSED]\nsince = \"1.3.0\"\nreason = \"Nobody raised it.\"\n\n";
    repo.write("registry.toml", &format!("{}{tombstone}{}", &text[..from], &text[to..]));
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.3.0\"");
    repo.run(&["freeze"]).ends(0);
    repo.git(&["add", "-A"]);
    let commit = |time: &str| {
        let output = crate::repo::git(
            repo.top(),
            &["commit", "-q", "--amend", "--allow-empty", "-m", "retired"],
            time,
        );
        assert!(output.status.success());
    };
    repo.git(&["commit", "-q", "-m", "retired"]);
    commit("2027-06-30T12:00:00+00:00");
    has(&repo.judge().ends(1), "retired-before-sunset ACCOUNT_CLOSED");
    commit("2027-07-01T00:00:00+00:00");
    repo.judge().passes();
    // The clock of whoever looks means nothing, nor does the time zone of who commits.
    commit("2027-07-01T01:00:00+02:00");
    has(&repo.judge().ends(1), "retired-before-sunset ACCOUNT_CLOSED");
}

#[test]
fn an_amendment_that_the_lock_does_not_know_is_recorded_by_what_the_help_says() {
    let block = |name: &str| {
        let from = REGISTRY.find(&format!("[codes.{name}]")).unwrap();
        let to = from + REGISTRY[from..].find("\n\n").unwrap() + 2;
        REGISTRY[from..to].to_owned()
    };
    let not_found = block("ACCOUNT_NOT_FOUND");
    let detail = "branch  = { type = \"string\", optional = true }\n";
    let retired = "[retired.ACCOUNT_NOT_FOUND]\nsince = \"2.0.0\"\nreason = \"Accounts are never lost.\"\n\n";
    // What changes, and what the amendment of it says: code, field, old and new value.
    let changes = [
        (
            "\"ask_user\"   #",
            "\"fix_state\"   #",
            ["ACCOUNT_CLOSED", "action", "ask_user", "fix_state"],
        ),
        (
            "http      = 404",
            "http      = 410",
            ["ACCOUNT_NOT_FOUND", "http", "404", "410"],
        ),
        (detail, "", ["ACCOUNT_CLOSED", "details.branch", "string", ""]),
        (&not_found, "", ["ACCOUNT_NOT_FOUND", "name", "ACCOUNT_NOT_FOUND", ""]),
        (
            &not_found,
            retired,
            ["ACCOUNT_NOT_FOUND", "status", "frozen", "retired"],
        ),
    ];
    for (old, new, [code, field, from, to]) in changes {
        let repo = Repo::branched();
        repo.edit("registry.toml", old, new);
        repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"2.0.0\"");
        let amendment = format!(
            "\n[[amendments]]\ncode = \"{code}\"\nfield = \"{field}\"\nfrom = \"{from}\"\nto = \"{to}\"\nreason = \"It has \
             to.\"\nissue = \"#7\"\nversion = \"2.0.0\"\n"
        );
        repo.write("registry.toml", &format!("{}{amendment}", repo.read("registry.toml")));
        let judged = repo.judge().ends(1);
        assert_eq!(judged.findings(), [format!("amendment-not-in-lock {code}")], "{field}");
        let commands = judged.commands();
        assert_eq!(commands, [format!("cargo errtax amend {code} {field}")]);
        let words: Vec<&str> = commands[0].split(' ').skip(2).collect();
        repo.run(&words).ends(0);
        repo.judge().passes();
    }
}
