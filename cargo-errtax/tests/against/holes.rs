//! Ways around the gate that somebody found: each is refused by what it is, or leads nowhere.

use crate::repo::{Judged, Repo};

/// Rewrites a frozen action, and the lock with it.
fn rewrite(repo: &Repo) {
    repo.mutate();
    repo.freeze();
    repo.commit("harmless");
}

/// What fails, but for codes that nothing raises.
fn refused(judged: &Judged) -> Vec<String> {
    let mut findings = judged.findings();
    findings.retain(|finding| !finding.starts_with("unraised-code"));
    findings.sort();
    findings
}

const REWRITTEN: [&str; 2] = ["action-changed ACCOUNT_CLOSED", "lock-rewritten ACCOUNT_CLOSED"];

#[test]
fn a_tag_with_the_name_of_a_remotes_branch_is_not_taken_for_it() {
    let origin = Repo::new();
    let clone = Repo::clone_of(&origin, &[]);
    clone.git(&["checkout", "-q", "-b", "feature"]);
    rewrite(&clone);
    for (make, take) in [
        (["tag", "origin/main"], ["tag", "-d"]),
        (["branch", "origin/main"], ["branch", "-D"]),
    ] {
        clone.git(&make);
        for typed in ["origin/main", "origin/main~0"] {
            clone.check(&["--against", typed]).cannot_judge(&[
                "is ambiguous: refs/",
                "and refs/remotes/origin/main name different commits",
                "--against refs/remotes/origin/main",
            ]);
        }
        let judged = clone.check(&["--against", "refs/remotes/origin/main"]).ends(1);
        assert_eq!(refused(&judged), REWRITTEN);
        clone.git(&[take[0], take[1], "origin/main"]);
    }
    // A whole name is what it says, even where somebody has made a tag of it.
    clone.git(&["tag", "refs/remotes/origin/main"]);
    let judged = clone.check(&["--against", "refs/remotes/origin/main"]).ends(1);
    assert_eq!(refused(&judged), REWRITTEN);
    clone.git(&["tag", "-d", "refs/remotes/origin/main"]);
    // Two names of one commit say the same.
    clone.git(&["tag", "origin/main", "refs/remotes/origin/main"]);
    clone.check(&["--against", "origin/main"]).ends(1);
}

#[test]
fn what_cannot_name_a_commit_is_not_sent_to_fetch() {
    let repo = Repo::branched();
    for (typed, help) in [
        ("", "Was a variable empty?"),
        ("origin/", "Was a variable empty?"),
        ("main..feature", "name one of the two"),
        ("HEAD:registry.toml", "name the commit alone"),
    ] {
        let judged = repo.check(&["--against", typed]).cannot_judge(&[help]);
        assert!(!judged.human.text().contains("git fetch"), "{}", judged.human.text());
    }
}

/// `main` with a registry in no package, laid where the package will move to.
fn with_decoy() -> Repo {
    let repo = Repo::new();
    let decoy = repo
        .read("registry.toml")
        .replace("\"ask_user\"   #", "\"fix_state\"   #");
    repo.write("later/registry.toml", &decoy);
    repo.write("Cargo.toml.later", "");
    repo.commit("a file that nobody compiles");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

#[test]
fn a_registry_that_was_nobodys_is_no_base_for_a_package_that_moves_there() {
    for leaves_the_old_one in [false, true] {
        let repo = with_decoy();
        repo.git(&["mv", "Cargo.toml", "later/Cargo.toml"]);
        if !leaves_the_old_one {
            repo.git(&["rm", "-q", "registry.toml", "registry.lock"]);
        }
        repo.run(&["freeze", "--manifest-path", "later/Cargo.toml"]).ends(0);
        repo.commit("move");
        let judged = repo
            .check(&["--against", "main", "--manifest-path", "later/Cargo.toml"])
            .ends(1);
        let findings = judged.findings();
        assert!(
            findings.contains(&"action-changed ACCOUNT_CLOSED".to_owned()),
            "{findings:?}"
        );
    }
}

/// A workspace with a registry in `server`, and one in `lib`.
fn workspace() -> Repo {
    let repo = Repo::at("server");
    let put = |name: &str, text: &str| {
        let path = repo.top().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"s*r\", \"lib\"]\n",
    );
    put(
        "lib/Cargo.toml",
        "[package]\nname = \"lib\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    );
    put("server/src/main.rs", "fn main() {}\n");
    put("lib/src/lib.rs", "");
    put(
        "lib/registry.toml",
        &repo
            .read("registry.toml")
            .replace("\"bank\"", "\"lib\"")
            .replace("ACCOUNT", "CARD")
            .replace("LIMIT", "TOP")
            .replace("PAYEE", "SHOP"),
    );
    repo.run(&["freeze", "--manifest-path", "../lib/Cargo.toml"]).ends(0);
    put(".gitignore", "Cargo.lock\ntarget\n");
    repo.commit("the workspace");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

#[test]
fn a_package_that_leaves_the_workspace_is_still_asked_for() {
    for (manifest, own) in [
        (
            "[workspace]\nresolver = \"3\"\nmembers = [\"lib\"]\nexclude = [\"server\"]\n",
            "",
        ),
        (
            "[workspace]\nresolver = \"3\"\nmembers = [\"lib\"]\n",
            "\n[workspace]\n",
        ),
    ] {
        let repo = workspace();
        rewrite(&repo);
        std::fs::write(repo.top().join("Cargo.toml"), manifest).unwrap();
        repo.manifest(own);
        repo.commit("slim down");
        let check = |more: &[&str]| {
            let arguments = [
                &[
                    "--workspace",
                    "--against",
                    "main",
                    "--manifest-path",
                    "../lib/Cargo.toml",
                ],
                more,
            ]
            .concat();
            repo.check(&arguments)
        };
        check(&[]).cannot_judge(&[
            "server is in this workspace no longer, so its registry is not judged: 2 codes of",
            "cargo errtax check --manifest-path server/Cargo.toml --against main",
            "`--exclude server`",
        ]);
        check(&["--exclude", "server"]).ends(0);
        let alone = repo.check(&["--against", "main"]).ends(1);
        assert_eq!(refused(&alone), REWRITTEN);
    }
}

#[test]
fn a_package_that_never_was_in_the_workspace_is_not_asked_for() {
    let repo = workspace();
    std::fs::create_dir_all(repo.top().join("other/src")).unwrap();
    for file in ["Cargo.toml", "registry.toml", "registry.lock"] {
        std::fs::copy(repo.path().join(file), repo.top().join("other").join(file)).unwrap();
    }
    repo.commit("a package of its own");
    repo.git(&["branch", "-f", "main"]);
    repo.check(&["--workspace", "--against", "main"]).ends(0);
}

#[test]
fn what_only_the_gate_sees_is_amended_by_the_command_that_its_help_names() {
    let repo = Repo::branched();
    rewrite(&repo);
    let judged = repo.check(&["--against", "main"]).ends(1);
    let findings = judged.json["findings"].as_array().unwrap();
    let action = findings
        .iter()
        .find(|finding| finding["rule"] == "action-changed")
        .unwrap();
    let help = action["help"].as_str().unwrap();
    assert!(
        help.contains("`cargo errtax amend --against main ACCOUNT_CLOSED action"),
        "{help}"
    );
    repo.run(&[
        "amend",
        "--against",
        "main",
        "ACCOUNT_CLOSED",
        "action",
        "--reason",
        "It can be reopened.",
        "--issue",
        "#7",
    ])
    .ends(0);
}

#[test]
fn a_deleted_lock_is_brought_back_by_the_command_that_its_help_names() {
    let repo = Repo::branched();
    repo.remove("registry.lock");
    repo.commit("tidy up");
    let judged = repo.check(&["--against", "main"]);
    let help = judged.json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|finding| finding["rule"] == "lock-deleted");
    let help = help.unwrap()["help"].as_str().unwrap().to_owned();
    let command = help.split('`').find(|part| part.starts_with("git checkout")).unwrap();
    repo.shell(command);
    repo.check(&["--against", "main"]).passes();
}
