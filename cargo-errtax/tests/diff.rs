//! `cargo errtax diff`: what changed, for whoever writes the agents.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;
use std::process::Command;

use common::{Package, REGISTRY, run_in};
use serde_json::Value;

fn git(package: &Package, words: &[&str]) -> String {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(words)
        .current_dir(package.path())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{words:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn commit(package: &Package, tag: &str) {
    git(package, &["add", "-A"]);
    git(package, &["commit", "--quiet", "--allow-empty", "-m", tag]);
    git(package, &["tag", tag]);
}

/// The bank as it was released, and what became of it since.
fn changed() -> Package {
    let package = Package::locked();
    git(&package, &["init", "--quiet"]);
    commit(&package, "v1.2.0");
    package.edit("registry.toml", "version = \"1.2.0\"", "version = \"2.0.0\"");
    // Broken, on the record.
    package.edit(
        "registry.toml",
        "action    = \"ask_user\"   # nobody",
        "action    = \"fix_state\"   # nobody",
    );
    // Shipped.
    package.edit(
        "registry.toml",
        "status    = \"draft\"      # until",
        "status    = \"frozen\"      # until",
    );
    // Reworded.
    package.edit(
        "registry.toml",
        "List the accounts once, then use one of them.",
        "List the accounts, then use one of them.",
    );
    // Gone, as a draft may.
    let text = package.read("registry.toml");
    let (kept, _) = text.split_once("\n[codes.PAYEE_BLOCKED]").unwrap();
    // More than there was.
    let kept = kept.replace(
        "branch  = {",
        "balance = { type = \"number\", optional = true, doc = \"What was left.\" }\nbranch  = {",
    );
    let kept = kept.replace(
        "http      = 404\n",
        "http      = 404\ndeprecated = { since = \"2.0.0\", replaced_by = \"NO_SUCH_ACCOUNT\", reason = \"It says too little.\", sunset = \"2027-06-30\" }\n",
    );
    package.write("registry.toml", &format!("{kept}{MORE}"));
    package
}

const MORE: &str = "
[codes.NO_SUCH_ACCOUNT]
class = \"not_found\"
action = \"read_state\"
retryable = false
executed = \"no\"
status = \"frozen\"
message = \"There is no account of this number.\"
hint = \"List the accounts once, then use one of them.\"

[codes.BANK_BUSY]
class = \"transient\"
action = \"retry\"
retryable = true
executed = \"no\"
message = \"The bank is busy.\"
hint = \"Send the same call again, at most twice.\"

[[amendments]]
code = \"ACCOUNT_CLOSED\"
field = \"action\"
from = \"ask_user\"
to = \"fix_state\"
reason = \"Agents can reopen accounts now.\"
issue = \"#12\"
version = \"2.0.0\"
";

fn kinds(document: &Value) -> Vec<(&str, &str)> {
    let changes = document["changes"].as_array().unwrap();
    changes
        .iter()
        .map(|change| {
            (
                change["kind"].as_str().unwrap(),
                change["codes"][0].as_str().unwrap_or_default(),
            )
        })
        .collect()
}

#[test]
fn every_kind_of_change_is_told_once_and_in_its_place() {
    let package = changed();
    let document = package.run(&["diff", "v1.2.0", "--format", "json"]).ends(0).json();
    assert_eq!(
        kinds(&document),
        [
            ("breaking", "ACCOUNT_CLOSED"),
            ("new_code", "NO_SUCH_ACCOUNT"),
            ("frozen", "LIMIT_REACHED"),
            ("deprecated", "ACCOUNT_NOT_FOUND"),
            ("details", "ACCOUNT_CLOSED"),
            ("text", "ACCOUNT_NOT_FOUND"),
            ("draft", "BANK_BUSY"),
            ("draft", "PAYEE_BLOCKED"),
        ]
    );
    let changes = document["changes"].as_array().unwrap();
    let broken = &changes[0];
    assert_eq!(
        (&broken["field"], &broken["old"], &broken["new"]),
        (&"action".into(), &"ask_user".into(), &"fix_state".into())
    );
    // An amendment makes a break no smaller for agents; it says why.
    assert_eq!(broken["why"], "Agents can reopen accounts now. (#12)");
    assert_eq!(broken["agents"], "Do the step that the hint names, then call again.");
    assert_eq!(changes[5]["old"], "List the accounts once, then use one of them.");
    assert_eq!(changes[5]["new"], "List the accounts, then use one of them.");
    let commit = git(&package, &["rev-parse", "v1.2.0"]);
    assert_eq!(
        document["old"],
        serde_json::json!({"name": "v1.2.0", "commit": commit, "file": format!("{}:registry.toml", &commit[..12]),
            "registry": "bank", "version": "1.2.0"})
    );
    assert_eq!(document["new"]["name"], Value::Null);
    assert_eq!(document["new"]["version"], "2.0.0");

    package.run(&["diff", "v1.2.0"]).ends(0).says(&[
        &format!("old: v1.2.0 ({}), bank 1.2.0", &commit[..12]),
        "new: the working tree, bank 2.0.0",
        "Breaking for agents: What agents and harnesses have learnt",
        "why: Agents can reopen accounts now. (#12)",
        "NO_SUCH_ACCOUNT: There is no account of this number",
        "ACCOUNT_NOT_FOUND: since 2.0.0, and NO_SUCH_ACCOUNT takes its place; it stays until 2027-06-30 at least",
        "ACCOUNT_CLOSED: `balance` (number) is sometimes there: What was left",
        "was: List the accounts once, then use one of them.",
        "it is gone: PAYEE_BLOCKED",
        "it is new: BANK_BUSY",
        "1 breaking change, 1 new code, 1 shipped draft, 1 deprecation, 1 new detail, 1 reworded text, 2 drafts",
    ]);
}

#[test]
fn the_changelog_is_grouped_by_what_it_asks_of_agents() {
    let package = changed();
    let changelog = package.run(&["diff", "v1.2.0", "--markdown"]).ends(0).stdout;
    let headings: Vec<&str> = changelog.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings,
        [
            "## bank 2.0.0 (from 1.2.0)",
            "### Breaking for agents",
            "### New codes",
            "### Drafts that have shipped",
            "### Deprecated",
            "### New details",
            "### Texts",
            "### Drafts",
        ]
    );
    for part in [
        "Agents now: Do the step that the hint names, then call again.\n  *Why:* Agents can reopen accounts now. (#12)\n",
        "- `read_state`: One fresh read to see where things stand, then move on.\n  - `NO_SUCH_ACCOUNT`: There is no account of this number\n",
        "  Was:\n\n  > List the accounts once, then use one of them.\n\n  Now:\n\n  > List the accounts, then use one of them.\n",
        "- it is gone: `PAYEE_BLOCKED`\n- it is new: `BANK_BUSY`\n",
    ] {
        assert!(changelog.contains(part), "{part}\n{changelog}");
    }
    assert_eq!(package.run(&["diff", "v1.2.0", "--markdown"]).ends(0).stdout, changelog);
}

#[test]
fn a_deprecated_code_that_is_broken_too_is_not_said_to_mean_what_it_meant() {
    const MEANT: &str = "They are still sent, and mean what they meant.";
    let package = changed();
    package.run(&["diff", "v1.2.0", "--markdown"]).ends(0).says(&[MEANT]);
    package.edit(
        "registry.toml",
        "action    = \"fix_state\"   # nobody",
        "deprecated = { since = \"2.0.0\", reason = \"It says too little.\" }\naction    = \"fix_state\"   # nobody",
    );
    for form in [&["--markdown"][..], &[]] {
        let run = package.run(&[&["diff", "v1.2.0"], form].concat()).ends(0);
        assert!(!run.stdout.contains(MEANT), "{}", run.stdout);
        run.says(&["but for those that are under \"Breaking for agents\" too"]);
    }
}

#[test]
fn nothing_differs_from_itself_whatever_it_is_called() {
    let package = changed();
    commit(&package, "v2.0.0");
    let folder = package.path().to_str().unwrap();
    for (old, new) in [
        ("v2.0.0", "HEAD"),
        ("HEAD", "."),
        (".", "registry.toml"),
        ("path:.", folder),
        ("v1.2.0", "v1.2.0:registry.toml"),
        ("HEAD:./registry.toml", "main"),
    ] {
        package
            .run(&["diff", old, new])
            .ends(0)
            .says(&["no difference that anybody could meet"]);
        let empty = package.run(&["diff", old, new, "--format", "json"]).ends(0).json();
        assert_eq!(empty["changes"], serde_json::json!([]), "{old} {new}");
        package
            .run(&["diff", old, new, "--markdown"])
            .ends(0)
            .says(&["No difference that an agent could meet."]);
    }
    package.run(&["diff", "HEAD"]).ends(0).says(&["no difference"]);
}

#[test]
fn the_other_way_round_it_reads_the_other_way_round() {
    let package = changed();
    commit(&package, "v2.0.0");
    let document = package
        .run(&["diff", "v2.0.0", "v1.2.0", "--format", "json"])
        .ends(0)
        .json();
    let breaking: Vec<(&str, &str)> = document["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|change| change["kind"] == "breaking")
        .map(|change| (change["codes"][0].as_str().unwrap(), change["field"].as_str().unwrap()))
        .collect();
    assert_eq!(
        breaking,
        [
            ("ACCOUNT_CLOSED", "action"),
            ("ACCOUNT_CLOSED", "details.balance"),
            ("LIMIT_REACHED", "status"),
            ("NO_SUCH_ACCOUNT", "name"),
        ]
    );
}

#[test]
fn retired_codes_and_files_outside_of_git_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let old = REGISTRY.replace("http      = 404\n", "http      = 404\ndeprecated = { since = \"1.1.0\", reason = \"It says too little.\", sunset = \"2027-06-30\" }\n");
    fs::write(folder.path().join("old.toml"), &old).unwrap();
    let (before, after) = old.split_once("[codes.ACCOUNT_NOT_FOUND]").unwrap();
    let (_, rest) = after.split_once("[codes.LIMIT_REACHED]").unwrap();
    let new = format!(
        "{before}[retired.ACCOUNT_NOT_FOUND]\nsince = \"1.2.0\"\nreason = \"Nobody used it.\"\n\n[codes.LIMIT_REACHED]{rest}"
    );
    fs::write(folder.path().join("new.toml"), new).unwrap();
    let document = run_in(folder.path(), &["diff", "old.toml", "new.toml", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(kinds(&document), [("retired", "ACCOUNT_NOT_FOUND")], "{document:#}");
    assert_eq!(
        document["changes"][0]["message"],
        "retired in 1.2.0, announced to stay until 2027-06-30"
    );
    assert_eq!(document["changes"][0]["why"], "Nobody used it.");
}

#[test]
fn a_moved_registry_is_found_and_a_prefix_renamed_is_one_change() {
    let package = Package::locked();
    git(&package, &["init", "--quiet"]);
    commit(&package, "v1");
    let text = package.read("registry.toml").replace("[codes.ACCOUNT_", "[codes.ACC_");
    fs::create_dir(package.path().join("contracts")).unwrap();
    package.write("contracts/bank.toml", &text);
    fs::remove_file(package.path().join("registry.toml")).unwrap();
    package.edit(
        "Cargo.toml",
        "edition = \"2024\"\n",
        "edition = \"2024\"\n\n[package.metadata.errtax]\nregistry = \"contracts/bank.toml\"\n",
    );
    let document = package.run(&["diff", "v1", "--format", "json"]).ends(0).json();
    let breaking: Vec<&Value> = document["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|change| change["kind"] == "breaking")
        .collect();
    assert_eq!(breaking.len(), 1, "{breaking:?}");
    assert_eq!(
        breaking[0]["codes"],
        serde_json::json!(["ACCOUNT_CLOSED", "ACCOUNT_NOT_FOUND"])
    );
}

#[test]
fn what_cannot_be_compared_is_said_with_what_to_type() {
    let package = changed();
    git(&package, &["branch", "both"]);
    fs::create_dir(package.path().join("both")).unwrap();
    git(&package, &["commit", "--quiet", "--allow-empty", "-m", "more"]);
    package.write("broken.toml", "[codes\n");
    for (words, says) in [
        (&["diff", "v9.9.9"][..], &["`v9.9.9` names no commit", "help: "][..]),
        (
            &["diff", "v1.2.0:nope.toml"],
            &["`v1.2.0` has no file nope.toml", "git ls-tree -r --name-only v1.2.0"],
        ),
        (
            &["diff", "both"],
            &[
                "`both` is a path here, and names a commit too",
                "`path:both` is the path, `refs/heads/both`",
            ],
        ),
        (
            &["diff", "path:both"],
            &["there is no registry: both/registry.toml is not a file"],
        ),
        (
            &["diff", "v1.2.0", "broken.toml"],
            &["broken.toml cannot be read: ", "broken.toml:1"],
        ),
    ] {
        let run = package.run(words).ends(2).says(says);
        assert!(!run.text().contains("--against"), "{}", run.text());
        let told = package.run(&[words, &["--format", "json"]].concat()).ends(2).json();
        assert!(
            told["trouble"]["help"].as_str().is_some_and(|help| !help.is_empty()),
            "{told}"
        );
    }
    // A refs of the same name is meant by its whole name.
    package.run(&["diff", "refs/heads/both"]).ends(0);
}
