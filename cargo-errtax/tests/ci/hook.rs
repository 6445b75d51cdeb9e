//! The hook of docs/ci.md.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::Run;
use crate::path::{Machine, executable};
use crate::repo::{Repo, succeed};
use crate::{common, copied, server};

const FILE: &str = ".githooks/pre-commit";

/// The hint that may be said otherwise, as a warning.
const HINT: (&str, &str) = ("Ask the user which open account to use instead.", "Ask the user.");

/// What breaks a promise.
const BREAK: (&str, &str) = ("\"ask_user\"   #", "\"fix_state\"   #");

/// A clone on a branch of its own, with the hook in it, and where its origin is.
fn clone() -> (Repo, Repo) {
    let origin = server();
    executable(&origin.top().join(FILE), &copied::file("docs/ci.md", FILE));
    origin.commit("the server and its hook");
    let clone = Repo::clone_of(&origin, &[]);
    switch_on(&clone);
    clone.git(&["checkout", "-q", "-b", "feature"]);
    (clone, origin)
}

fn switch_on(repo: &Repo) {
    repo.git(&["config", "core.hooksPath", ".githooks"]);
}

/// `git commit`, in a folder of the repository, on a machine.
fn commit_on(machine: &Machine, folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(["commit", "-q", "-m", "a commit"])
        .args(arguments)
        .current_dir(folder)
        .envs(machine.environment())
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn commit(repo: &Repo, arguments: &[&str]) -> Run {
    commit_on(&Machine::with_errtax(), repo.top(), arguments, &[])
}

/// What the hook must leave as it was.
#[derive(Debug, PartialEq)]
struct State {
    head: String,
    staged: String,
    not_staged: String,
    trees: String,
    index: String,
}

fn state(repo: &Repo) -> State {
    let git = |arguments: &[&str]| succeed(repo.top(), arguments);
    State {
        head: git(&["rev-parse", "HEAD"]),
        staged: git(&["diff", "--cached"]),
        not_staged: git(&["diff"]),
        trees: git(&["worktree", "list", "--porcelain"])
            .lines()
            .filter(|line| line.starts_with("worktree "))
            .collect(),
        index: git(&["ls-files", "--stage"]),
    }
}

#[track_caller]
fn refused(repo: &Repo, arguments: &[&str]) -> Run {
    let before = state(repo);
    let run = commit(repo, arguments).ends(1);
    assert_eq!(state(repo), before);
    run
}

#[track_caller]
fn accepted(repo: &Repo, arguments: &[&str]) -> Run {
    let before = state(repo);
    let run = commit(repo, arguments).ends(0);
    let after = state(repo);
    assert_ne!(after.head, before.head);
    assert_eq!(after.trees, before.trees);
    run
}

#[test]
fn a_commit_that_breaks_a_promise_is_refused_even_with_the_lock_rewritten() {
    let (clone, _origin) = clone();
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    clone.freeze();
    clone.git(&["add", "-A"]);
    refused(&clone, &[]).says(&[
        "error[lock-rewritten]",
        "--> registry.toml:11:13",
        "the merge base of refs/remotes/origin/main and HEAD",
        "cargo errtax supersede ACCOUNT_CLOSED NEW_CODE",
    ]);
}

#[test]
fn a_commit_that_keeps_every_promise_is_made_and_warnings_are_told() {
    let (clone, _origin) = clone();
    clone.edit("registry.toml", HINT.0, HINT.1);
    clone.freeze();
    clone.git(&["add", "-A"]);
    accepted(&clone, &[]).says(&["warning[hint-reworded]"]);
}

#[test]
fn what_is_staged_is_judged_and_nothing_else() {
    let (clone, _origin) = clone();
    // Staged wrong, mended in the file only.
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    clone.git(&["add", "-A"]);
    clone.edit("registry.toml", BREAK.1, BREAK.0);
    refused(&clone, &[]).says(&["error[action-changed]"]);
    // Staged right, broken in the file only; and a file that git does not know.
    clone.git(&["reset", "-q", "--hard"]);
    clone.edit("registry.toml", HINT.0, HINT.1);
    clone.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.2.1\"");
    clone.freeze();
    clone.git(&["add", "-A"]);
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    clone.write("notes.md", "Mine.\n");
    let unstaged = state(&clone).not_staged;
    assert!(unstaged.contains("fix_state"));
    accepted(&clone, &[]);
    assert_eq!(state(&clone).not_staged, unstaged);
    assert_eq!(clone.read("notes.md"), "Mine.\n");
}

#[test]
fn what_commit_stages_by_itself_is_judged() {
    let (clone, _origin) = clone();
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    clone.freeze();
    clone.write("README.md", "The server.\n");
    clone.git(&["add", "README.md"]);
    refused(&clone, &["--all"]).says(&["error[action-changed]"]);
    refused(&clone, &["registry.toml"]).says(&["error[action-changed]"]);
    refused(&clone, &["--include", "registry.toml"]).says(&["error[action-changed]"]);
    // What is left out is not judged.
    accepted(&clone, &["README.md"]);
    accepted(&clone, &["--allow-empty"]);
}

#[test]
fn where_nothing_but_rust_is_staged_nothing_is_started() {
    let (clone, _origin) = clone();
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    clone.write("src/main.rs", "fn main() { println!(\"hello\"); }\n");
    clone.write("Cargo.lock", "version = 4\n");
    clone.git(&["add", "src", "Cargo.lock"]);
    let machine = Machine::with_errtax();
    commit_on(&machine, clone.top(), &[], &[]).ends(0);
    assert_eq!(machine.called(), [""; 0]);
    // A file of codes, a lock alone, a manifest, a record: each may change what has shipped, or be judged itself.
    for name in [
        "codes/a.errs",
        "reg.conf",
        "registry.lock",
        "Cargo.toml",
        "docs/0001-why.md",
        "My-Cargo.lock",
    ] {
        clone.git(&["reset", "-q", "--hard"]);
        let text = fs::read_to_string(clone.top().join(name)).unwrap_or_default();
        clone.write(name, &format!("{text}# More.\n"));
        clone.git(&["add", name]);
        let machine = Machine::with_errtax();
        commit_on(&machine, clone.top(), &[], &[]);
        assert!(!machine.called().is_empty(), "{name}");
    }
}

#[test]
fn what_belongs_to_the_contract_is_judged_whatever_it_is_called() {
    let origin = server();
    let (head, codes) = common::REGISTRY.split_once("# Shipped with").unwrap();
    let head = head.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\ninclude = [\"codes/a.errs\"]\n",
    );
    origin.remove("registry.toml");
    origin.remove("registry.lock");
    origin.write("reg.conf", &head);
    origin.write("codes/a.errs", &format!("# Shipped with{codes}"));
    origin.manifest("\n[package.metadata.errtax]\nregistry = \"reg.conf\"\n");
    origin.run(&["freeze"]).ends(0);
    executable(&origin.top().join(FILE), &copied::file("docs/ci.md", FILE));
    origin.commit("the server and its hook");
    let clone = Repo::clone_of(&origin, &[]);
    switch_on(&clone);
    clone.edit("codes/a.errs", BREAK.0, BREAK.1);
    clone.git(&["add", "-A"]);
    refused(&clone, &[]).says(&["error[action-changed]"]);
    clone.git(&["reset", "-q", "--hard"]);
    clone.edit("reg.conf", "include = [\"codes/a.errs\"]\n", "");
    clone.git(&["add", "-A"]);
    refused(&clone, &[]);
    // Moved to where nobody looks: that it is gone is seen all the same.
    clone.git(&["reset", "-q", "--hard"]);
    clone.git(&["mv", "codes/a.errs", "src/a.rs"]);
    refused(&clone, &[]);
}

#[test]
fn it_works_from_a_folder_below_and_with_everything_that_git_can_set() {
    let (clone, _origin) = clone();
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    executable(&clone.top().join(".githooks/post-checkout"), "#!/bin/sh\nexit 3\n");
    clone.git(&["add", "-A"]);
    let machine = Machine::with_errtax();
    let before = state(&clone);
    let said = ["error[action-changed]"];
    commit_on(&machine, &clone.top().join("src"), &[], &[])
        .ends(1)
        .says(&said);
    let elsewhere = tempfile::tempdir().unwrap();
    let index = elsewhere.path().join("index");
    fs::copy(clone.top().join(".git/index"), &index).unwrap();
    let set = [("GIT_INDEX_FILE", index.to_str().unwrap())];
    commit_on(&machine, clone.top(), &[], &set).ends(1).says(&said);
    assert_eq!(state(&clone), before);
    // A repository that is not in the tree at all.
    let directory = elsewhere.path().join("repository");
    fs::rename(clone.top().join(".git"), &directory).unwrap();
    let set = [
        ("GIT_DIR", directory.to_str().unwrap()),
        ("GIT_WORK_TREE", clone.top().to_str().unwrap()),
    ];
    commit_on(&machine, elsewhere.path(), &[], &set).ends(1).says(&said);
    fs::rename(&directory, clone.top().join(".git")).unwrap();
    assert_eq!(state(&clone), before);
}

#[test]
fn a_work_tree_of_its_own_is_judged_by_its_own_index() {
    let (clone, _origin) = clone();
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    clone.git(&["worktree", "add", "-q", "-b", "other", tree.to_str().unwrap(), "main"]);
    let machine = Machine::with_errtax();
    let registry = tree.join("registry.toml");
    let text = fs::read_to_string(&registry).unwrap();
    fs::write(&registry, text.replace(BREAK.0, BREAK.1)).unwrap();
    let before = state(&clone);
    commit_on(&machine, &tree, &["--all"], &[])
        .ends(1)
        .says(&["error[action-changed]"]);
    fs::write(&registry, format!("{text}# The end.\n")).unwrap();
    commit_on(&machine, &tree, &["--all"], &[]).ends(0);
    assert_eq!(state(&clone), before);
    assert!(tree.is_dir());
}

#[test]
fn a_merge_is_compared_with_where_it_parted_from_the_branch_it_takes_in() {
    let (clone, origin) = clone();
    // Another branch has broken a promise on the record, and it is merged.
    origin.edit("registry.toml", BREAK.0, BREAK.1);
    origin
        .run(&[
            "amend",
            "ACCOUNT_CLOSED",
            "action",
            "--reason",
            "Agents can reopen accounts since the spring.",
            "--issue",
            "#123",
        ])
        .ends(0);
    origin.commit("amended");
    clone.git(&["fetch", "-q"]);
    clone.write("notes.md", "Mine.\n");
    clone.git(&["add", "-A"]);
    accepted(&clone, &[]);
    clone.git(&["merge", "-q", "--no-ff", "--no-commit", "origin/main"]);
    let run = accepted(&clone, &[]);
    assert!(!run.text().contains("[major"), "{}", run.text());
    run.says(&[&format!("base: {}, ", origin.short("main"))]);
}

#[test]
fn without_the_base_it_refuses_and_says_what_to_fetch() {
    let (clone, _origin) = clone();
    clone.git(&["update-ref", "refs/remotes/origin/other", "HEAD"]);
    clone.git(&["update-ref", "-d", "refs/remotes/origin/main"]);
    clone.edit("registry.toml", HINT.0, HINT.1);
    clone.git(&["add", "-A"]);
    refused(&clone, &[]).says(&["`git fetch origin main:refs/remotes/origin/main`"]);
}

#[test]
fn the_first_commit_of_all_is_checked_without_a_base() {
    let repo = server();
    executable(&repo.top().join(FILE), &copied::file("docs/ci.md", FILE));
    switch_on(&repo);
    repo.git(&["add", "-A"]);
    let registry = repo.read("registry.toml");
    repo.edit(
        "registry.toml",
        "executed  = \"no\"\nmessage   = \"The payee",
        "message   = \"The payee",
    );
    repo.git(&["add", "-A"]);
    commit(&repo, &[]).ends(1).says(&["error[missing-key]"]);
    repo.write("registry.toml", &registry);
    repo.git(&["add", "-A"]);
    commit(&repo, &[]).ends(0).says(&["against registry.lock: clean"]);
}

#[test]
fn a_repository_that_knows_no_remote_is_compared_with_its_own_last_commit() {
    let repo = server();
    executable(&repo.top().join(FILE), &copied::file("docs/ci.md", FILE));
    repo.commit("the server and its hook");
    switch_on(&repo);
    repo.edit("registry.toml", HINT.0, HINT.1);
    repo.freeze();
    repo.git(&["add", "-A"]);
    let base = repo.short("HEAD");
    accepted(&repo, &[]).says(&["warning[hint-reworded]", &format!("base: {base}, ")]);
    repo.edit("registry.toml", BREAK.0, BREAK.1);
    repo.freeze();
    repo.git(&["add", "-A"]);
    refused(&repo, &[]).says(&["error[lock-rewritten]"]);
    // A remote to which nothing was pushed yet is no base either.
    repo.git(&["remote", "add", "origin", "https://example.com/server.git"]);
    refused(&repo, &[]).says(&["error[lock-rewritten]"]);
}

#[test]
fn a_tag_of_the_bases_name_makes_no_difference() {
    let (clone, _origin) = clone();
    clone.edit("registry.toml", BREAK.0, BREAK.1);
    clone.freeze();
    clone.git(&["add", "-A"]);
    let broken = clone.git(&["write-tree"]);
    let broken = clone.git(&["commit-tree", broken.trim(), "-p", "HEAD", "-m", "broken"]);
    clone.git(&["tag", "origin/main", broken.trim()]);
    refused(&clone, &[]).says(&["error[lock-rewritten]"]);
}
