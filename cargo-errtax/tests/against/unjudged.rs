//! What keeps a change from being judged: always 2, always with what to type, and what is typed helps.

use std::fs;

use crate::common::{Package, REGISTRY, run_in};
use crate::repo::{Repo, check_in, git, succeed};

#[test]
fn outside_of_a_repository_there_is_no_base() {
    let package = Package::locked();
    check_in(package.path(), &["--against", "main"], &[]).cannot_judge(&[
        "error: the package is in no git repository",
        "help: ",
        "`--against path:../base`",
    ]);
}

#[test]
fn without_git_nothing_is_read() {
    let repo = Repo::branched();
    let empty = tempfile::tempdir().unwrap();
    check_in(
        repo.top(),
        &["--against", "main"],
        &[("PATH", empty.path().to_str().unwrap())],
    )
    .cannot_judge(&["error: git is not installed, or not on the PATH", "help: install git"]);
}

#[test]
fn a_repository_that_git_refuses_is_not_taken_for_none() {
    let repo = Repo::branched();
    repo.write(".git/config", "[core]\nrepositoryformatversion = 99\n");
    repo.judge()
        .cannot_judge(&["error: git refuses to read this repository", "`git status` says why"]);
}

#[test]
fn before_the_first_commit_nothing_parted() {
    let repo = Repo::new();
    repo.git(&["checkout", "-q", "--orphan", "new"]);
    let judged = repo.judge().cannot_judge(&["there is no commit yet"]);
    assert_eq!(judged.commands(), ["cargo errtax check --against main --exact"]);
    let judged = repo.check(&["--against", "main", "--exact"]).passes();
    assert!(judged.json["base"]["day"].is_null());
    judged.says(&["no commit here tells the day, so sunsets are not judged"]);
}

/// The page about the merge gate names the commands, too.
const PAGE: &str = include_str!("../../../docs/guide/merge-gate.md");

/// The first command of the help, typed, lets the same check judge.
#[track_caller]
fn helps(repo: &Repo, against: &str, message: &str) {
    let judged = repo.check(&["--against", against]).cannot_judge(&[message]);
    let commands = judged.commands();
    assert!(commands[0].starts_with("git fetch "), "{commands:?}");
    if against == "origin/main" && !(message.contains("names no commit") && commands[0].contains("--unshallow")) {
        assert!(PAGE.contains(&format!("`{}`", commands[0])), "{commands:?}");
    }
    repo.shell(&commands[0]);
    let again = commands
        .iter()
        .find_map(|command| command.strip_prefix("cargo errtax check --against "));
    repo.check(&["--against", again.unwrap_or(against)]).passes();
}

/// A repository with a branch `feature`, and on both branches some commits.
fn with_history() -> Repo {
    let repo = Repo::branched();
    for number in 0..4 {
        repo.write("notes.md", &format!("{number}\n"));
        repo.commit("work");
    }
    repo.git(&["checkout", "-q", "main"]);
    for number in 0..4 {
        repo.write("more.md", &format!("{number}\n"));
        repo.commit("main goes on");
    }
    repo.git(&["tag", "v1.2.0", "main~3"]);
    repo.git(&["checkout", "-q", "feature"]);
    repo
}

#[test]
fn a_ref_that_a_clone_lacks_is_fetched_by_what_the_help_says() {
    let origin = with_history();
    let one_branch = ["--single-branch", "--branch", "feature"];
    let absent = |name: &str| format!("error: `{name}` names no commit in this repository");
    helps(
        &Repo::clone_of(&origin, &one_branch),
        "origin/main",
        &absent("origin/main"),
    );
    helps(&Repo::clone_of(&origin, &one_branch), "main", &absent("main"));
    let no_tags = ["--single-branch", "--branch", "feature", "--no-tags"];
    helps(&Repo::clone_of(&origin, &no_tags), "v1.2.0", &absent("v1.2.0"));
    let commit = origin.git(&["rev-parse", "main"]);
    helps(
        &Repo::clone_of(&origin, &one_branch),
        commit.trim(),
        &absent(commit.trim()),
    );
    let shallow = ["--depth=1", "--branch", "feature"];
    helps(
        &Repo::clone_of(&origin, &shallow),
        "origin/main",
        &absent("origin/main"),
    );
    helps(&Repo::clone_of(&origin, &shallow), "main", &absent("main"));
    helps(&Repo::clone_of(&origin, &shallow), "v1.2.0", &absent("v1.2.0"));
    helps(
        &Repo::clone_of(&origin, &shallow),
        commit.trim(),
        &absent(commit.trim()),
    );
}

#[test]
fn a_commit_before_the_end_of_a_shallow_clone_is_fetched_with_its_history() {
    let origin = with_history();
    let clone = Repo::clone_of(&origin, &["--depth=1", "--branch", "feature"]);
    for name in ["HEAD~1", "HEAD^", "origin/feature~1"] {
        let judged = clone.check(&["--against", name]).ends(2);
        assert_eq!(
            judged.commands(),
            ["git fetch --unshallow origin", "actions/checkout", "fetch-depth: 0"],
            "{name}"
        );
    }
    clone.shell("git fetch --unshallow origin");
    clone.check(&["--against", "HEAD~1"]).passes();
    // All of history is there, and this is before it.
    clone
        .check(&["--against", "HEAD~100"])
        .cannot_judge(&["`HEAD~100` names no commit", "`git log --oneline`"]);
}

#[test]
fn a_branch_that_only_the_remote_has_is_named_by_it() {
    let clone = Repo::clone_of(&with_history(), &["--branch", "feature"]);
    let judged = clone.check(&["--against", "main"]).ends(2);
    assert_eq!(judged.commands(), ["cargo errtax check --against origin/main"]);
    clone.check(&["--against", "origin/main"]).passes();
}

#[test]
fn a_misspelt_ref_without_a_remote_has_a_help_too() {
    Repo::branched().check(&["--against", "origin/mian"]).cannot_judge(&[
        "error: `origin/mian` names no commit",
        "help: `git branch` and `git tag` list",
    ]);
}

#[test]
fn a_shallow_clone_without_the_merge_base_is_deepened_by_what_the_help_says() {
    let origin = with_history();
    let clone = Repo::clone_of(&origin, &["--depth=2", "--no-single-branch", "--branch", "feature"]);
    let message = "error: this clone is shallow: the merge base of origin/main and HEAD is not in it";
    helps(&clone, "origin/main", message);
    // With a commit that no remote knows yet.
    let clone = Repo::clone_of(&origin, &["--depth=2", "--no-single-branch", "--branch", "feature"]);
    clone.write("local.md", "local\n");
    clone.commit("local");
    helps(&clone, "origin/main", message);
    let judged = clone.check(&["--against", "origin/main"]).passes();
    assert_eq!(
        judged.json["base"]["commit"],
        origin.git(&["rev-parse", "main~4"]).trim()
    );
}

#[test]
fn a_shallow_clone_that_has_the_merge_base_is_judged() {
    let origin = with_history();
    let clone = Repo::clone_of(&origin, &["--depth=5", "--no-single-branch", "--branch", "feature"]);
    let judged = clone.check(&["--against", "origin/main"]).passes();
    assert_eq!(
        judged.json["base"]["commit"],
        origin.git(&["rev-parse", "main~4"]).trim()
    );
    // As a workflow checks out the merge of a pull request.
    origin.git(&["checkout", "-q", "-b", "merge", "main"]);
    origin.git(&["merge", "-q", "feature"]);
    let clone = Repo::clone_of(&origin, &["--depth=2", "--branch", "merge"]);
    clone.git(&["fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main"]);
    let judged = clone.check(&["--against", "origin/main"]).passes();
    assert_eq!(judged.json["base"]["commit"], origin.git(&["rev-parse", "main"]).trim());
}

#[test]
fn a_shallow_clone_may_hide_the_merge_base_behind_an_older_one() {
    // main: contract - old - fork; feature: merges a side branch from `contract`, and its own line from `fork`.
    let origin = Repo::new();
    origin.git(&["checkout", "-q", "-b", "side"]);
    origin.write("side.md", "side\n");
    origin.commit("side");
    origin.git(&["checkout", "-q", "main"]);
    for number in 0..3 {
        origin.write("main.md", &format!("{number}\n"));
        origin.commit("main");
    }
    origin.git(&["checkout", "-q", "-b", "feature"]);
    for number in 0..5 {
        origin.write("feature.md", &format!("{number}\n"));
        origin.commit("feature");
    }
    origin.git(&["merge", "-q", "side"]);
    origin.git(&["checkout", "-q", "main"]);
    origin.write("main.md", "last\n");
    origin.commit("main");
    origin.git(&["checkout", "-q", "feature"]);
    let clone = Repo::clone_of(&origin, &["--depth=5", "--no-single-branch", "--branch", "feature"]);
    // git finds one, which is not the right one.
    let found = clone.git(&["merge-base", "HEAD", "origin/main"]);
    assert_ne!(found, origin.git(&["merge-base", "feature", "main"]));
    helps(
        &clone,
        "origin/main",
        "error: this clone is shallow: the merge base of origin/main and HEAD is not in it",
    );
}

#[test]
fn histories_that_have_nothing_in_common_have_no_merge_base() {
    let repo = Repo::new();
    repo.git(&["checkout", "-q", "--orphan", "other"]);
    repo.commit("a second beginning");
    let judged = repo
        .judge()
        .cannot_judge(&["error: HEAD and main have no commit in common"]);
    assert_eq!(judged.commands(), ["cargo errtax check --against main --exact"]);
    repo.check(&["--against", "main", "--exact"]).passes();
}

#[test]
fn branches_that_were_merged_both_ways_have_two_bases_and_none_is_chosen() {
    let repo = Repo::branched();
    repo.write("a.md", "a\n");
    repo.commit("a");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("b.md", "b\n");
    repo.commit("b");
    repo.git(&["branch", "b"]);
    repo.git(&["merge", "-q", "feature"]);
    repo.git(&["checkout", "-q", "feature"]);
    repo.git(&["merge", "-q", "b"]);
    let judged = repo
        .judge()
        .cannot_judge(&["error: HEAD and main parted at several commits"]);
    assert_eq!(judged.commands()[0], "git merge main");
    repo.git(&["merge", "-q", "main"]);
    repo.judge().passes();
}

#[test]
fn a_partial_clone_is_completed_by_what_the_help_says() {
    let origin = with_history();
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    origin.git(&["checkout", "-q", "main"]);
    origin.edit(
        "registry.toml",
        "Ask the user to lift the block; nothing else helps.",
        "Ask the user to lift the block.",
    );
    origin.commit("a draft's hint");
    origin.git(&["checkout", "-q", "feature"]);
    let clone = Repo::clone_of(&origin, &["--filter=blob:none", "--branch", "feature"]);
    let against = ["--against", "origin/main", "--exact"];
    let judged = clone.check(&against).cannot_judge(&["the repository lacks object"]);
    assert!(
        PAGE.contains(&format!("`{}`", judged.commands()[0])),
        "{:?}",
        judged.commands()
    );
    clone.shell(&judged.commands()[0]);
    clone.check(&against).passes();
}

#[test]
fn a_base_that_cannot_be_read_is_no_empty_base() {
    for (file, text, why) in [
        ("registry.toml", "[registry\n", "this is no TOML"),
        ("registry.toml", "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "conflict"),
        (
            "registry.lock",
            "version = 2\n",
            "a format that this errtax does not know",
        ),
        ("registry.lock", "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "conflict"),
        ("registry.lock", "not a lock", "lock"),
    ] {
        let repo = Repo::new();
        repo.write(file, text);
        repo.commit("broken");
        let broken = repo.short("HEAD");
        repo.git(&["checkout", "-q", "-b", "feature"]);
        repo.write("registry.toml", REGISTRY);
        repo.freeze();
        repo.commit("mended");
        let judged = repo.judge().ends(2);
        assert_eq!(judged.findings(), ["base-unreadable"], "{file} {text:?}");
        judged.says(&[&format!("{broken}:{file}"), "the base cannot be read: ", why]);
        // The way out that the help names.
        repo.check(&["--against", "main~1", "--exact"]).passes();
    }
}

#[test]
fn a_base_without_a_lock_is_judged_by_its_registry() {
    let repo = Repo::new();
    repo.remove("registry.lock");
    repo.commit("the lock is lost");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.freeze();
    repo.commit("and written again");
    repo.judge().passes().says(&["2 codes of the base"]);
    repo.mutate();
    repo.freeze();
    let judged = repo.judge().ends(1);
    assert!(
        judged.findings().contains(&"action-changed ACCOUNT_CLOSED".to_owned()),
        "{:?}",
        judged.findings()
    );
}

#[test]
fn a_registry_that_loses_every_code_is_not_judged_code_by_code() {
    let repo = Repo::branched();
    repo.write(
        "registry.toml",
        "[registry]\nname = \"bank\"\nversion = \"1.2.0\"\nedition = \"2026\"\n",
    );
    repo.freeze_any();
    let judged = repo.judge().ends(2);
    assert!(judged.all().contains(&"head-empty".to_owned()), "{:?}", judged.all());
    judged.says(&["the base has 2 codes that have shipped"]);
}

#[test]
fn a_folder_that_is_no_base_says_what_is_missing() {
    let repo = Repo::branched();
    let base = tempfile::tempdir_in(repo.top()).unwrap();
    let name = base.path().file_name().unwrap().to_str().unwrap();
    fs::write(repo.top().join("file"), "").unwrap();
    for (against, message) in [
        (
            "path:../nowhere".to_owned(),
            "error: the base `../nowhere` cannot be read: it does not exist",
        ),
        ("path:file".to_owned(), "error: the base `file` is not a folder"),
        (format!("path:{name}"), "has no registry: registry.toml is not a file"),
    ] {
        repo.check(&["--against", &against])
            .cannot_judge(&[message, "help: name "]);
    }
    repo.check(&["--against", "path:.", "--exact"])
        .cannot_judge(&["`--exact` is about refs"]);
}

#[test]
fn exact_without_a_ref_is_refused() {
    let repo = Repo::branched();
    run_in(repo.top(), &["check", "--exact"])
        .ends(2)
        .says(&["--against <REF|path:DIR>"]);
}

#[test]
fn a_damaged_repository_is_not_taken_for_an_empty_one() {
    let repo = Repo::branched();
    // The tree of the base, gone.
    let tree = repo.git(&["rev-parse", "main^{tree}"]);
    let (folder, file) = tree.trim().split_at(2);
    let path = repo.top().join(".git/objects").join(folder).join(file);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    #[allow(clippy::permissions_set_readonly_false)]
    permissions.set_readonly(false);
    fs::set_permissions(&path, permissions).unwrap();
    fs::remove_file(path).unwrap();
    repo.judge()
        .cannot_judge(&["the repository lacks object", "`git fsck`"]);
    assert!(!git(repo.top(), &["fsck"], "2026-11-30T12:00:00+00:00").status.success());
    let _ = succeed(repo.top(), &["rev-parse", "main"]);
}
