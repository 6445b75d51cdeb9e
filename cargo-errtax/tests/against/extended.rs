//! A registry that extends another one of its package: two contracts, each with its own lock, version and amendments.

use crate::base::SHIPPED;
use crate::common::REGISTRY;
use crate::repo::{Judged, Repo};

const CHANGED: &str = "action-changed ACCOUNT_CLOSED";

/// `registry.toml` extends `shared.toml`, in which all but one of the codes stand.
fn extending() -> Repo {
    let repo = Repo::empty("");
    repo.manifest("");
    repo.write("shared.toml", &REGISTRY.replace("\"bank\"", "\"shared\""));
    repo.write(
        "registry.toml",
        &format!(
            "[registry]\nname = \"bank\"\nversion = \"1.3.0\"\nedition = \"2026\"\nextends = [\"shared.toml\"]\n{SHIPPED}"
        ),
    );
    freeze(&repo, "shared.toml");
    freeze(&repo, "registry.toml");
    repo.commit("the contracts");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

/// Writes a lock anew, whatever it said before.
fn freeze(repo: &Repo, registry: &str) {
    let _ = std::fs::remove_file(repo.path().join(registry.replace(".toml", ".lock")));
    repo.run(&["freeze", "--registry", registry]).ends(0);
}

fn mutate(repo: &Repo) {
    repo.edit("shared.toml", "\"ask_user\"   #", "\"fix_state\"   #");
}

/// Puts the change of [`mutate`] on the record of one registry.
fn amend(repo: &Repo, registry: &str) {
    let arguments = [
        "amend",
        "ACCOUNT_CLOSED",
        "action",
        "--reason",
        "Agents can reopen accounts since the spring.",
        "--issue",
        "#123",
        "--registry",
        registry,
    ];
    repo.run(&arguments).ends(0);
}

/// Each failing finding, with its file.
fn failing(judged: &Judged) -> Vec<String> {
    let findings = judged.json["findings"].as_array().unwrap().iter();
    let failing = findings.filter(|finding| finding["level"] != "note" && finding["level"] != "warning");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    failing
        .map(|finding| {
            format!(
                "{} {} {}",
                text(&finding["file"]),
                text(&finding["rule"]),
                text(&finding["code"])
            )
        })
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[test]
fn nothing_is_found_where_nothing_changed() {
    let repo = extending();
    assert_eq!(repo.judge().passes().all(), [""; 0]);
}

#[test]
fn a_change_of_the_extended_registry_with_its_lock_rewritten_is_refused_once_and_the_trick_is_named() {
    let repo = extending();
    mutate(&repo);
    freeze(&repo, "shared.toml");
    repo.commit("action and lock");
    // The build is content: the lock agrees.
    repo.run(&["check"]).ends(0);
    let judged = repo.judge().ends(1).says(&[
        "--registry shared.toml ACCOUNT_CLOSED action",
        "error[lock-rewritten]",
        "the lock was rewritten to match: ACCOUNT_CLOSED has shipped otherwise in the base",
    ]);
    assert_eq!(
        failing(&judged),
        [
            "shared.lock lock-rewritten ACCOUNT_CLOSED",
            "shared.toml action-changed ACCOUNT_CLOSED"
        ]
    );
    // The same without the lock at all, and without the rewriting.
    repo.remove("shared.lock");
    let judged = repo.judge().ends(1);
    assert_eq!(
        failing(&judged),
        ["shared.toml lock-deleted", "shared.toml action-changed ACCOUNT_CLOSED"]
    );
    repo.git(&["checkout", "-q", "main", "--", "shared.lock"]);
    assert_eq!(
        failing(&repo.judge().ends(1)),
        ["shared.toml action-changed ACCOUNT_CLOSED"]
    );
}

#[test]
fn a_lock_of_an_extended_registry_that_is_deleted_is_missed() {
    let repo = extending();
    repo.remove("shared.lock");
    let judged = repo
        .judge()
        .ends(1)
        .says(&[&format!("`git checkout {} -- shared.lock`", repo.short("main"))]);
    assert_eq!(failing(&judged), ["shared.toml lock-deleted"]);
    repo.remove("registry.lock");
    let judged = repo.judge().ends(1);
    assert_eq!(
        failing(&judged),
        ["registry.toml lock-deleted", "shared.toml lock-deleted"]
    );
}

#[test]
fn what_only_the_lock_of_an_extended_registry_records_has_shipped() {
    let repo = extending();
    // The registry calls it a draft, and the lock does not: whichever says that it has shipped, it has.
    repo.edit(
        "shared.toml",
        "status    = \"frozen\"\nsince     = \"1.0.0\"\nhttp      = 409",
        "since     = \"1.0.0\"\nhttp      = 409",
    );
    repo.commit("a draft after all");
    repo.git(&["checkout", "-q", "-B", "main"]);
    repo.git(&["checkout", "-q", "-B", "feature"]);
    mutate(&repo);
    freeze(&repo, "shared.toml");
    repo.commit("drafts may change");
    let judged = repo.judge().ends(1);
    assert_eq!(
        failing(&judged),
        [
            "shared.toml lock-rewritten ACCOUNT_CLOSED",
            "shared.toml action-changed ACCOUNT_CLOSED"
        ]
    );
}

#[test]
fn a_break_is_amended_in_both_contracts_and_quiet_ever_after() {
    let repo = extending();
    mutate(&repo);
    let before = repo.read("registry.toml");
    amend(&repo, "registry.toml");
    amend(&repo, "shared.toml");
    let amended = repo.read("registry.toml");
    // Who uses `bank` by its version has been promised the same.
    repo.write("registry.toml", &before);
    assert_eq!(repo.judge().ends(1).findings(), [CHANGED]);
    repo.write("registry.toml", &amended);
    for file in ["shared.toml", "registry.toml"] {
        assert!(repo.read(file).contains("\"2.0.0\""), "{file}");
    }
    repo.commit("amended");
    repo.judge().passes();
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "feature"]);
    repo.git(&["checkout", "-q", "-b", "next"]);
    assert_eq!(repo.judge().passes().all(), [""; 0]);
    // It is history in both.
    for file in ["shared.toml", "registry.toml"] {
        repo.edit(file, "since the spring", "since the autumn");
        let judged = repo.judge().ends(1);
        assert_eq!(failing(&judged), [format!("{file} amendment-rewritten ACCOUNT_CLOSED")]);
        repo.git(&["checkout", "-q", "."]);
    }
}

#[test]
fn an_amendment_that_its_lock_does_not_know_is_recorded_by_what_the_help_says() {
    let repo = extending();
    mutate(&repo);
    amend(&repo, "registry.toml");
    amend(&repo, "shared.toml");
    repo.git(&["checkout", "-q", "shared.lock"]);
    let judged = repo.judge().ends(1);
    assert_eq!(failing(&judged), ["shared.toml amendment-not-in-lock ACCOUNT_CLOSED"]);
    let commands = judged.commands();
    assert_eq!(
        commands,
        ["cargo errtax amend --registry shared.toml ACCOUNT_CLOSED action"]
    );
    let words: Vec<&str> = commands[0].split(' ').skip(2).collect();
    repo.run(&words).ends(0);
    repo.judge().passes();
}

#[test]
fn an_amendment_of_the_one_that_extends_accepts_nothing_for_the_other() {
    let repo = extending();
    mutate(&repo);
    amend(&repo, "registry.toml");
    let judged = repo.judge().ends(1);
    assert_eq!(failing(&judged), ["shared.toml action-changed ACCOUNT_CLOSED"]);
    freeze(&repo, "shared.toml");
    let judged = repo.judge().ends(1);
    assert_eq!(
        failing(&judged),
        [
            "shared.lock lock-rewritten ACCOUNT_CLOSED",
            "shared.toml action-changed ACCOUNT_CLOSED"
        ]
    );
}

#[test]
fn its_own_version_and_policy_hold_for_an_extended_registry() {
    let repo = extending();
    let policy = "\n[policy.levels]\nhint-reworded = \"error\"\n";
    repo.write("shared.toml", &format!("{}{policy}", repo.read("shared.toml")));
    repo.git(&["checkout", "-q", "-B", "main"]);
    repo.commit("hints are held");
    repo.git(&["checkout", "-q", "-B", "feature"]);
    repo.edit(
        "shared.toml",
        "Ask the user which open account to use instead.",
        "Take any other account.",
    );
    repo.edit("shared.toml", "hint-reworded = \"error\"", "hint-reworded = \"note\"");
    freeze(&repo, "shared.toml");
    let judged = repo.judge().ends(1).says(&["note[level-lowered]"]);
    assert_eq!(failing(&judged), ["shared.toml hint-reworded ACCOUNT_CLOSED"]);
    // Whose text changed, that one's version stays behind.
    let behind = judged.json["findings"].as_array().unwrap().iter();
    let behind: Vec<&str> = behind
        .filter(|finding| finding["rule"] == "patch-not-raised")
        .map(|finding| finding["file"].as_str().unwrap())
        .collect();
    assert_eq!(behind, ["shared.toml"]);
}

#[test]
fn an_extended_registry_that_moves_is_found_by_its_name() {
    let repo = extending();
    repo.git(&["mv", "shared.toml", "common.toml"]);
    repo.git(&["mv", "shared.lock", "common.lock"]);
    repo.edit("registry.toml", "\"shared.toml\"", "\"common.toml\"");
    repo.commit("moved");
    assert_eq!(repo.judge().passes().all(), [""; 0]);
    repo.edit("common.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    freeze(&repo, "common.toml");
    let judged = repo.judge().ends(1);
    assert_eq!(
        failing(&judged),
        [
            "common.lock lock-rewritten ACCOUNT_CLOSED",
            "common.toml action-changed ACCOUNT_CLOSED"
        ]
    );
}

#[test]
fn what_two_registries_extend_is_told_once() {
    let repo = extending();
    for name in ["left", "right"] {
        let head = format!("[registry]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2026\"\n");
        repo.write(&format!("{name}.toml"), &format!("{head}extends = [\"shared.toml\"]\n"));
        freeze(&repo, &format!("{name}.toml"));
    }
    repo.edit("registry.toml", "\"shared.toml\"", "\"left.toml\", \"right.toml\"");
    repo.commit("a diamond");
    repo.git(&["checkout", "-q", "-B", "main"]);
    repo.git(&["checkout", "-q", "-B", "feature"]);
    mutate(&repo);
    freeze(&repo, "shared.toml");
    let judged = repo.judge().ends(1);
    assert_eq!(
        failing(&judged),
        [
            "shared.lock lock-rewritten ACCOUNT_CLOSED",
            "shared.toml action-changed ACCOUNT_CLOSED"
        ]
    );
}

#[test]
fn codes_that_are_no_longer_extended_are_missed() {
    let repo = extending();
    repo.edit("registry.toml", "extends = [\"shared.toml\"]\n", "");
    let judged = repo.judge().ends(1);
    assert_eq!(failing(&judged), ["registry.toml code-deleted"]);
    judged.says(&["ACCOUNT_CLOSED, ACCOUNT_NOT_FOUND"]);
    // Taken over word by word, they are the same codes for whoever uses `bank`.
    let text = repo.read("shared.toml");
    let codes = &text[text.find("# Shipped").unwrap()..];
    repo.write("registry.toml", &format!("{}\n{codes}", repo.read("registry.toml")));
    repo.run(&["freeze"]).ends(0);
    for file in ["shared.toml", "shared.lock"] {
        repo.remove(file);
    }
    repo.judge().passes();
}
