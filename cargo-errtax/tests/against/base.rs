//! Which base it is, and that the report says so.

use std::fs;

use crate::common::REGISTRY;
use crate::repo::{Repo, check_in, git, init, succeed};

/// A code that is frozen from the start.
pub const SHIPPED: &str = "
[codes.PAYEE_UNKNOWN]
class     = \"not_found\"
action    = \"read_state\"
retryable = false
executed  = \"no\"
status    = \"frozen\"
since     = \"1.3.0\"
http      = 404
message   = \"There is no such payee.\"
hint      = \"List the payees once, then use one of them.\"
";

/// `main` ships one more code.
fn main_ships_more(repo: &Repo) {
    repo.git(&["checkout", "-q", "main"]);
    repo.write("registry.toml", &format!("{REGISTRY}{SHIPPED}"));
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.3.0\"");
    repo.freeze();
    repo.commit("one more code");
    repo.git(&["checkout", "-q", "feature"]);
}

#[test]
fn a_branch_is_compared_with_where_it_parted_and_says_so() {
    let repo = Repo::branched();
    repo.mutate();
    repo.commit("another meaning");
    let base = repo.short("main");
    let judged = repo.judge().ends(1).says(&[
        &format!("base: {base}, the merge base of main and HEAD\n"),
        "--> registry.toml:11:13\n",
        "11 | action    = \"fix_state\"   # nobody else can reopen it",
        &format!("::: {base}:registry.toml:11:13\n"),
        "11 | action    = \"ask_user\"   # nobody else can reopen it",
        "against registry.lock and 2 codes of the base: ",
    ]);
    let commit = repo.git(&["rev-parse", "main"]);
    assert_eq!(judged.json["base"]["ref"], "main");
    assert_eq!(judged.json["base"]["commit"], commit.trim());
    assert_eq!(judged.json["base"]["merge_base"], true);
    assert_eq!(judged.json["base"]["day"], "2026-11-30");
    assert_eq!(judged.json["compared"], 2);
    let finding = &judged.json["findings"][0];
    assert_eq!(
        (&finding["old"], &finding["new"]),
        (&"ask_user".into(), &"fix_state".into())
    );
    assert_eq!(finding["old_file"], format!("{base}:registry.toml"));
    assert_eq!(finding["old_line"], 11);
    let notice = "::notice file=registry.toml,line=1,col=1,title=errtax%3A base::compared 2 codes with ";
    assert!(
        judged
            .github
            .starts_with(&format!("{notice}{base}, the merge base of main and HEAD\n")),
        "{}",
        judged.github
    );
    // What is named there can be shown.
    let shown = repo.git(&["show", finding["old_file"].as_str().unwrap()]);
    assert_eq!(
        shown.lines().nth(10),
        Some("action    = \"ask_user\"   # nobody else can reopen it")
    );
}

#[test]
fn a_branch_behind_main_is_not_blamed_for_what_main_added() {
    let repo = Repo::branched();
    repo.write("notes.md", "work\n");
    repo.commit("work");
    main_ships_more(&repo);
    repo.judge()
        .passes()
        .says(&["against registry.lock and 2 codes of the base: clean"]);
    // After the merge the base has them.
    repo.git(&["merge", "-q", "main"]);
    repo.judge()
        .passes()
        .says(&["against registry.lock and 3 codes of the base: clean"]);
}

#[test]
fn exact_compares_with_the_ref_itself() {
    let repo = Repo::branched();
    main_ships_more(&repo);
    let judged = repo.check(&["--against", "main", "--exact"]);
    assert!(
        judged.findings().contains(&"code-deleted PAYEE_UNKNOWN".to_owned()),
        "{:?}",
        judged.findings()
    );
    let main = repo.short("main");
    let judged = judged.ends(1).says(&[&format!("base: {main}, the commit of main\n")]);
    assert_eq!(judged.json["base"]["merge_base"], false);
}

#[test]
fn a_backport_is_compared_with_the_release_that_is_named() {
    let repo = Repo::new();
    repo.git(&["tag", "-a", "v1.2.0", "-m", "the release"]);
    repo.git(&["checkout", "-q", "-b", "support/1.2", "v1.2.0"]);
    let release = repo.short("v1.2.0^{commit}");
    repo.check(&["--against", "v1.2.0", "--exact"])
        .passes()
        .says(&[&format!("base: {release}, the commit of v1.2.0")]);
    repo.mutate();
    repo.freeze();
    repo.commit("a change that must not be in 1.2.1");
    let judged = repo.check(&["--against", "v1.2.0", "--exact"]).ends(1);
    assert!(judged.findings().contains(&"action-changed ACCOUNT_CLOSED".to_owned()));
}

#[test]
fn going_back_to_an_old_release_is_judged_by_the_merge_base() {
    let repo = Repo::new();
    repo.git(&["tag", "v1.2.0"]);
    repo.git(&["checkout", "-q", "-b", "feature"]);
    main_ships_more(&repo);
    repo.git(&["reset", "-q", "--hard", "main"]);
    repo.git(&["checkout", "-q", "v1.2.0", "--", "."]);
    repo.commit("back to 1.2.0");
    let judged = repo.judge().ends(1);
    assert!(
        judged.findings().contains(&"code-deleted PAYEE_UNKNOWN".to_owned()),
        "{:?}",
        judged.findings()
    );
}

#[test]
fn edits_that_are_not_committed_are_judged() {
    let repo = Repo::branched();
    repo.mutate();
    let judged = repo.judge().ends(1);
    assert_eq!(judged.findings(), ["action-changed ACCOUNT_CLOSED"]);
    // On main itself too, where HEAD is the base.
    repo.git(&["checkout", "-q", "main"]);
    assert_eq!(repo.judge().ends(1).findings(), ["action-changed ACCOUNT_CLOSED"]);
    repo.git(&["add", "-A"]);
    assert_eq!(repo.judge().ends(1).findings(), ["action-changed ACCOUNT_CLOSED"]);
}

#[test]
fn whatever_names_a_commit_can_be_the_base() {
    let repo = Repo::branched();
    repo.git(&["tag", "-a", "v1", "-m", "tagged"]);
    let commit = repo.git(&["rev-parse", "HEAD"]);
    repo.commit("work");
    for name in [
        "main",
        "heads/main",
        "refs/heads/main",
        "v1",
        "HEAD~1",
        "@{-1}",
        commit.trim(),
        &commit[..9],
        ":/contract",
    ] {
        let judged = repo.check(&["--against", name]).passes();
        assert_eq!(judged.json["base"]["commit"], commit.trim(), "{name}");
        assert_eq!(judged.json["base"]["ref"], name);
    }
    for name in ["", "HEAD:registry.toml", "main..HEAD", "-x", "--all", "HEAD^{tree}"] {
        let judged = repo.check(&[&format!("--against={name}")]).ends(2);
        assert!(
            judged
                .human
                .text()
                .contains(&format!("`{name}` names no commit in this repository")),
            "{name}"
        );
    }
}

#[test]
fn the_package_may_be_anywhere_in_the_repository() {
    let repo = Repo::at("crates/server");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.mutate();
    let base = repo.short("main");
    let old = format!("{base}:crates/server/registry.toml");
    let judged = repo
        .judge()
        .ends(1)
        .says(&["--> registry.toml:11:13", &format!("::: {old}:11:13")]);
    assert_eq!(judged.json["findings"][0]["old_file"], old);
    repo.git(&["show", &old]);
    assert!(
        judged
            .github
            .contains("::error file=crates/server/registry.toml,line=11,"),
        "{}",
        judged.github
    );
    // From elsewhere, by its manifest.
    fs::create_dir_all(repo.top().join("docs")).unwrap();
    for (folder, manifest, shown) in [
        ("", "crates/server/Cargo.toml", "crates/server/registry.toml"),
        ("docs", "../crates/server/Cargo.toml", "../crates/server/registry.toml"),
    ] {
        let arguments = ["--against", "main", "--manifest-path", manifest];
        check_in(&repo.top().join(folder), &arguments, &[])
            .ends(1)
            .says(&[&format!("--> {shown}:11:13"), &format!("::: {old}:11:13")]);
    }
}

#[test]
fn a_work_tree_of_its_own_is_a_head_of_its_own() {
    let repo = Repo::new();
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("feature");
    repo.git(&["worktree", "add", "-q", "-b", "feature", tree.to_str().unwrap()]);
    assert!(tree.join(".git").is_file());
    check_in(&tree, &["--against", "main"], &[]).passes();
    let text = fs::read_to_string(tree.join("registry.toml")).unwrap();
    fs::write(
        tree.join("registry.toml"),
        text.replace("\"ask_user\"   #", "\"fix_state\"   #"),
    )
    .unwrap();
    let judged = check_in(&tree, &["--against", "main"], &[]).ends(1);
    assert_eq!(judged.findings(), ["action-changed ACCOUNT_CLOSED"]);
    // The first one is as it was.
    repo.judge().passes();
}

#[test]
fn a_package_in_a_submodule_is_compared_within_it() {
    let inner = Repo::new();
    let outer = tempfile::tempdir().unwrap();
    init(outer.path());
    let url = format!("file://{}", inner.top().display());
    succeed(outer.path(), &["submodule", "add", "-q", &url, "server"]);
    succeed(outer.path(), &["commit", "-q", "-m", "a submodule"]);
    let server = outer.path().join("server");
    assert!(server.join(".git").is_file());
    let text = fs::read_to_string(server.join("registry.toml")).unwrap();
    fs::write(
        server.join("registry.toml"),
        text.replace("\"ask_user\"   #", "\"fix_state\"   #"),
    )
    .unwrap();
    let base = inner.short("main");
    for (folder, arguments) in [
        (&server, vec!["--against", "origin/main"]),
        (
            &outer.path().to_owned(),
            vec!["--against", "origin/main", "--manifest-path", "server/Cargo.toml"],
        ),
    ] {
        let judged = check_in(folder, &arguments, &[])
            .ends(1)
            .says(&[&format!("base: {base}, the merge base of origin/main and HEAD")]);
        assert_eq!(judged.findings(), ["action-changed ACCOUNT_CLOSED"]);
    }
}

#[test]
fn nothing_in_the_environment_leads_to_another_repository() {
    let repo = Repo::branched();
    repo.mutate();
    // Another repository, in which the mutation has shipped.
    let other = Repo::new();
    other.mutate();
    other.freeze();
    other.commit("the same change, there");
    let git_folder = other.top().join(".git");
    let of_other = |name: &str| git_folder.join(name).to_str().unwrap().to_owned();
    let expected = repo.judge().ends(1);
    for (name, value) in [
        ("GIT_DIR", of_other("")),
        ("GIT_WORK_TREE", other.top().to_str().unwrap().to_owned()),
        ("GIT_COMMON_DIR", of_other("")),
        ("GIT_INDEX_FILE", of_other("index")),
        ("GIT_OBJECT_DIRECTORY", of_other("objects")),
        ("GIT_NAMESPACE", "elsewhere".to_owned()),
        ("GIT_PREFIX", "src/".to_owned()),
        ("GIT_LITERAL_PATHSPECS", "1".to_owned()),
        ("GIT_PAGER", "false".to_owned()),
        ("GIT_EXTERNAL_DIFF", "false".to_owned()),
        ("LC_ALL", "de_DE.UTF-8".to_owned()),
        ("LANGUAGE", "de".to_owned()),
    ] {
        let judged = check_in(repo.top(), &["--against", "main"], &[(name, &value)]);
        assert_eq!(judged.human.stdout, expected.human.stdout, "{name}");
        assert_eq!(judged.human.code, 1, "{name}");
    }
}

#[test]
fn what_stands_in_for_a_commit_is_not_what_was_committed() {
    let repo = Repo::branched();
    repo.mutate();
    repo.freeze();
    repo.commit("another meaning");
    repo.git(&["replace", "main", "HEAD"]);
    let judged = repo.judge().ends(1);
    assert!(
        judged.findings().contains(&"action-changed ACCOUNT_CLOSED".to_owned()),
        "{:?}",
        judged.findings()
    );
}

#[test]
fn it_works_inside_a_hook() {
    let repo = Repo::new();
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("feature");
    repo.git(&["worktree", "add", "-q", "-b", "feature", tree.to_str().unwrap()]);
    let hook = repo.top().join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    let binary = env!("CARGO_BIN_EXE_cargo-errtax");
    fs::write(&hook, format!("#!/bin/sh\nexec {binary} check --against main\n")).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let noon = "2026-11-30T12:00:00+00:00";
    let commit = || git(&tree, &["commit", "-q", "-a", "--allow-empty", "-m", "x"], noon);
    assert!(commit().status.success());
    let text = fs::read_to_string(tree.join("registry.toml")).unwrap();
    fs::write(
        tree.join("registry.toml"),
        text.replace("\"ask_user\"   #", "\"fix_state\"   #"),
    )
    .unwrap();
    let refused = commit();
    assert!(!refused.status.success());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned() + &String::from_utf8_lossy(&refused.stdout);
    assert!(said.contains("error[action-changed]"), "{said}");
}

#[test]
fn the_same_commits_give_the_same_bytes_in_every_clone() {
    let repo = Repo::branched();
    repo.mutate();
    repo.commit("another meaning");
    let said = |repo: &Repo| {
        let judged = repo.check(&["--against", "origin/main"]).ends(1);
        (judged.human.stdout, judged.json.to_string(), judged.github)
    };
    let (first, second) = (Repo::clone_of(&repo, &[]), Repo::clone_of(&repo, &["--no-hardlinks"]));
    // How many digits of a commit git shows depends on what else a clone holds.
    second.git(&["config", "core.abbrev", "20"]);
    assert_eq!(said(&first), said(&second));
}

#[test]
fn the_day_is_that_of_the_head_commit_in_utc() {
    let repo = Repo::branched();
    git(
        repo.top(),
        &["commit", "-q", "--allow-empty", "-m", "late"],
        "2027-01-01T00:30:00+02:00",
    );
    repo.write("notes.md", "not committed\n");
    assert_eq!(repo.judge().passes().json["base"]["day"], "2026-12-31");
}

#[test]
fn names_of_folders_may_be_anything() {
    for package in ["größe/server", "with space", "a'b\"c", "-x", "[a]*"] {
        let repo = Repo::at(package);
        repo.git(&["checkout", "-q", "-b", "feature"]);
        repo.judge().passes();
        repo.mutate();
        let judged = repo.judge().ends(1);
        let old = judged.json["findings"][0]["old_file"].as_str().unwrap();
        assert_eq!(old, format!("{}:{package}/registry.toml", repo.short("main")));
        repo.git(&["show", old]);
    }
}

#[test]
fn line_ends_that_a_checkout_turns_over_change_nothing() {
    let repo = Repo::new();
    let doc = "http      = 404\ndoc       = \"\"\"\nFirst line.\nSecond line.\n\"\"\"\n";
    repo.edit("registry.toml", "http      = 404\n", doc);
    repo.commit("a longer text");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    for name in ["registry.toml", "registry.lock", "Cargo.toml"] {
        repo.write(name, &repo.read(name).replace('\n', "\r\n"));
    }
    repo.judge().passes();
}

#[test]
fn one_cause_that_is_told_once_names_every_code_that_it_is_about() {
    let with_default = |http: &str| {
        let registry = REGISTRY
            .replace("http      = 409\n", "")
            .replace("http      = 404\n", "");
        format!("{registry}\n[defaults]\nhttp = {http}\n")
    };
    let repo = Repo::branched();
    repo.git(&["checkout", "-q", "main"]);
    repo.write("registry.toml", &with_default("409"));
    repo.freeze();
    repo.commit("one default");
    repo.git(&["checkout", "-q", "-B", "feature"]);
    repo.write("registry.toml", &with_default("410"));
    repo.commit("another default");
    let judged = repo.judge().ends(1);
    let findings = judged.json["findings"].as_array().unwrap();
    let changed = findings
        .iter()
        .find(|finding| finding["rule"] == "http-changed")
        .unwrap();
    assert_eq!(changed["code"], serde_json::Value::Null);
    assert_eq!(
        changed["codes"],
        serde_json::json!(["ACCOUNT_CLOSED", "ACCOUNT_NOT_FOUND"])
    );
    // One that is about one code, or none, has no list.
    repo.write("registry.toml", &with_default("409"));
    repo.mutate();
    let judged = repo.judge().ends(1);
    for finding in judged.json["findings"].as_array().unwrap() {
        assert!(finding.get("codes").is_none(), "{finding:#}");
    }
}
