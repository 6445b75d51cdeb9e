//! Where the registry was: renamed, moved, linked, introduced or gone.

use std::fs;

use crate::base::SHIPPED;
use crate::common::REGISTRY;
use crate::repo::{Judged, Repo, check_in, init, succeed};

/// What a Cargo.toml says of a registry that is elsewhere.
const ELSEWHERE: &str = "\n[package.metadata.errtax]\nregistry = \"contracts/bank.toml\"\n";

/// Moves the registry and its lock within the package.
fn rename(repo: &Repo) {
    repo.manifest(ELSEWHERE);
    fs::create_dir_all(repo.path().join("contracts")).unwrap();
    for (old, new) in [
        ("registry.toml", "contracts/bank.toml"),
        ("registry.lock", "contracts/bank.lock"),
    ] {
        fs::rename(repo.path().join(old), repo.path().join(new)).unwrap();
    }
}

/// Another meaning for the frozen `ACCOUNT_CLOSED` and a lock that agrees, in the renamed registry.
fn mutate(repo: &Repo) {
    repo.edit("contracts/bank.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    repo.remove("contracts/bank.lock");
    repo.run(&["freeze"]).ends(0);
}

#[track_caller]
fn refused(judged: Judged, found: &str) {
    assert!(
        judged.findings().contains(&"action-changed ACCOUNT_CLOSED".to_owned()),
        "{:?}",
        judged.findings()
    );
    assert_eq!(judged.json["base"]["registries"][0]["found"], found);
    assert_eq!(judged.json["compared"], 2);
    judged.ends(1);
}

#[test]
fn a_renamed_registry_is_compared_with_what_the_base_called_it() {
    let repo = Repo::branched();
    rename(&repo);
    let base = repo.short("main");
    let judged = repo.judge().passes().says(&[&format!(
        "base: contracts/bank.toml was {base}:registry.toml: the base's Cargo.toml names it\n"
    )]);
    assert_eq!(judged.json["base"]["registries"][0]["file"], "contracts/bank.toml");
    assert_eq!(
        judged.json["base"]["registries"][0]["old_file"],
        format!("{base}:registry.toml")
    );
    assert!(judged.github.contains("bank.toml was "), "{}", judged.github);
    repo.commit("moved");
    repo.judge().passes();
    mutate(&repo);
    refused(repo.judge(), "manifest");
}

#[test]
fn pointing_the_manifest_at_a_fresh_registry_hides_nothing() {
    let repo = Repo::branched();
    repo.manifest(ELSEWHERE);
    repo.write(
        "contracts/bank.toml",
        &REGISTRY
            .replace("\"ask_user\"   #", "\"fix_state\"   #")
            .replace("bank", "safe"),
    );
    repo.run(&["freeze"]).ends(0);
    refused(repo.judge(), "manifest");
    repo.remove("registry.toml");
    refused(repo.judge(), "manifest");
}

#[test]
fn a_registry_that_was_elsewhere_is_found_where_the_bases_manifest_has_it() {
    let repo = Repo::new();
    rename(&repo);
    repo.commit("in contracts");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.manifest("");
    repo.git(&["mv", "contracts/bank.toml", "registry.toml"]);
    repo.git(&["mv", "contracts/bank.lock", "registry.lock"]);
    repo.judge()
        .passes()
        .says(&[":contracts/bank.toml: the base's Cargo.toml names it"]);
}

#[test]
fn a_moved_package_is_found_by_the_rename_that_git_sees() {
    let repo = Repo::at("server");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    fs::create_dir_all(repo.top().join("crates")).unwrap();
    repo.git(&["mv", "server", "crates/bank"]);
    let check = || check_in(&repo.top().join("crates/bank"), &["--against", "main"], &[]);
    let base = repo.short("main");
    let shown = format!("registry.toml was {base}:server/registry.toml: git sees that it was renamed");
    check().passes().says(&[&shown]);
    repo.git(&["commit", "-q", "-m", "moved"]);
    check().passes().says(&[&shown]);
    let path = repo.top().join("crates/bank/registry.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"ask_user\"   #", "\"fix_state\"   #")).unwrap();
    let judged = check();
    let old = format!("{base}:server/registry.toml");
    assert_eq!(judged.json["findings"][0]["old_file"], old);
    assert!(
        judged
            .github
            .contains("::error file=crates/bank/registry.toml,line=11,"),
        "{}",
        judged.github
    );
    refused(judged, "renamed");
}

#[test]
fn a_moved_package_that_git_does_not_know_yet_is_found_by_its_name() {
    let repo = Repo::at("server");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    fs::create_dir_all(repo.top().join("crates")).unwrap();
    fs::rename(repo.top().join("server"), repo.top().join("crates/bank")).unwrap();
    let judged = check_in(&repo.top().join("crates/bank"), &["--against", "main"], &[]).passes();
    judged.says(&[":server/registry.toml: it has the same name and is no longer there"]);
}

#[test]
fn two_registries_of_one_name_that_are_gone_are_not_guessed_between() {
    let repo = Repo::at("a");
    for name in ["Cargo.toml", "registry.toml", "registry.lock"] {
        fs::create_dir_all(repo.top().join("b")).unwrap();
        fs::copy(repo.path().join(name), repo.top().join("b").join(name)).unwrap();
    }
    repo.commit("twins");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    fs::rename(repo.top().join("a"), repo.top().join("c")).unwrap();
    fs::remove_dir_all(repo.top().join("b")).unwrap();
    let judged = check_in(&repo.top().join("c"), &["--against", "main"], &[]).ends(2);
    judged.says(&[
        "error[base-missing]",
        "a/registry.toml and b/registry.toml both have the name `bank`",
    ]);
}

#[test]
fn a_first_registry_is_introduced_and_said_to_be() {
    let repo = Repo::empty("");
    repo.manifest("");
    repo.commit("no contract yet");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("registry.toml", REGISTRY);
    repo.freeze();
    for committed in [false, true] {
        if committed {
            repo.commit("the contract");
        }
        let judged = repo.judge().passes().says(&["note[first-introduction]"]);
        assert_eq!(judged.json["compared"], 0);
        assert_eq!(
            judged.json["base"]["registries"][0]["old_file"],
            serde_json::Value::Null
        );
        assert!(judged.all().contains(&"first-introduction".to_owned()));
        assert!(
            judged.github.contains("::notice file=registry.toml,line="),
            "{}",
            judged.github
        );
    }
}

#[test]
fn a_registry_beside_another_one_is_introduced_too() {
    let repo = Repo::at("server");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let second = repo.top().join("second");
    fs::create_dir_all(&second).unwrap();
    fs::write(second.join("Cargo.toml"), "[package]\nname = \"second\"\n").unwrap();
    fs::write(
        second.join("registry.toml"),
        REGISTRY.replace("ACCOUNT", "CARD").replace("bank", "cards"),
    )
    .unwrap();
    check_in(&second, &["--against", "main"], &[]).ends(2);
    crate::repo::run_in(&second, &["freeze"], &[]).ends(0);
    check_in(&second, &["--against", "main"], &[])
        .passes()
        .says(&["note[first-introduction]"]);
}

#[test]
fn a_registry_that_was_deleted_once_is_not_new() {
    let repo = Repo::new();
    repo.remove("registry.toml");
    repo.remove("registry.lock");
    repo.commit("no contract");
    repo.write("notes.md", "time passes\n");
    repo.commit("time passes");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write(
        "registry.toml",
        &REGISTRY.replace("\"ask_user\"   #", "\"fix_state\"   #"),
    );
    repo.freeze();
    repo.commit("a new beginning");
    let judged = repo.judge().ends(2);
    let gone = repo.short("main~1");
    assert_eq!(judged.findings(), ["base-missing"]);
    let command = format!("cargo errtax check --against {gone}~1 --exact");
    assert_eq!(judged.commands(), [command.as_str()]);
    judged.says(&[&format!(
        "the base has no registry.toml, but there was one: commit {gone} took it away"
    )]);
    refused(repo.check(&["--against", &format!("{gone}~1"), "--exact"]), "unmoved");
}

#[test]
fn a_registry_that_was_deleted_on_a_branch_that_was_merged_is_not_new() {
    let repo = Repo::empty("");
    repo.manifest("");
    repo.commit("nothing");
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write("registry.toml", REGISTRY);
    repo.freeze();
    repo.commit("the contract");
    repo.remove("registry.toml");
    repo.remove("registry.lock");
    repo.commit("not yet");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "--no-ff", "-m", "nothing in the end", "side"]);
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("registry.toml", REGISTRY);
    repo.freeze();
    repo.judge().ends(2).says(&["error[base-missing]", "but there was one"]);
}

#[test]
fn in_a_shallow_clone_nothing_is_called_new() {
    let origin = Repo::empty("");
    origin.manifest("");
    origin.commit("no contract yet");
    origin.commit("nor here");
    let clone = Repo::clone_of(&origin, &["--depth=1"]);
    clone.write("registry.toml", REGISTRY);
    clone.freeze();
    let judged = clone.check(&["--against", "origin/main"]).ends(2);
    assert_eq!(judged.findings(), ["base-missing"]);
    clone.shell(&judged.commands()[0]);
    clone
        .check(&["--against", "origin/main"])
        .passes()
        .says(&["note[first-introduction]"]);
}

#[test]
fn a_contract_that_moved_under_another_name_is_not_introduced() {
    let repo = Repo::at("server");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let moved = repo.top().join("crates/bank");
    fs::create_dir_all(moved.parent().unwrap()).unwrap();
    fs::rename(repo.top().join("server"), &moved).unwrap();
    let text = REGISTRY
        .replace("\"bank\"", "\"safe\"")
        .replace("\"ask_user\"   #", "\"fix_state\"   #");
    fs::write(moved.join("registry.toml"), text).unwrap();
    let judged = check_in(&moved, &["--against", "main"], &[]).ends(2);
    assert!(
        judged.findings().contains(&"base-missing".to_owned()),
        "{:?}",
        judged.findings()
    );
    judged.says(&[
        ":server/registry.toml with 2 codes that shipped is gone",
        "give it the `name` that it had",
    ]);
}

#[test]
fn a_registry_that_is_gone_takes_every_code_with_it() {
    let repo = Repo::branched();
    let base = repo.short("main");
    for file in ["registry.toml", "registry.lock"] {
        repo.remove(file);
        let judged = repo.judge().ends(1).says(&[
            &format!(
                "error[registry-gone]: the registry {base}:registry.toml is gone, and with it 2 codes that shipped"
            ),
            &format!("base: {base}, the merge base of main and HEAD\n"),
            "registry.toml is gone, with 2 codes of the base: 1 error\n",
        ]);
        assert_eq!(judged.all(), ["registry-gone"]);
        assert_eq!(judged.json["compared"], 2);
        assert_eq!(judged.json["findings"][0]["level"], "unamendable");
        // What the help names brings it back.
        let commands = judged.commands();
        assert!(
            commands.contains(&format!("git show {base}:registry.toml")),
            "{commands:?}"
        );
    }
    // A tombstone is a promise too: its name is never used again.
    let repo = Repo::empty("");
    repo.manifest("");
    let retired = "[retired.ACCOUNT_LOST]\nsince = \"1.1.0\"\nreason = \"Accounts are never lost.\"\n";
    repo.write(
        "registry.toml",
        &format!("{}{retired}", &REGISTRY[..REGISTRY.find("# Shipped").unwrap()]),
    );
    repo.freeze_any();
    repo.commit("all retired");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.remove("registry.toml");
    repo.judge().ends(1).says(&["and with it 1 code that shipped"]);
    repo.write("src/main.rs", "fn main() {}\n");
    repo.check(&["--workspace", "--against", "main"])
        .ends(1)
        .says(&["error[registry-gone]"]);
}

#[test]
fn a_registry_that_is_not_there_is_no_finding_where_nothing_has_shipped_or_the_manifest_is_wrong() {
    let missing = |file: &str| format!("error: there is no registry: {file} is not a file");
    let repo = Repo::empty("");
    repo.manifest("");
    repo.write("registry.toml", &REGISTRY.replace("\"frozen\"", "\"draft\""));
    repo.freeze();
    repo.commit("drafts");
    repo.remove("registry.toml");
    repo.judge().cannot_judge(&[&missing("registry.toml")]);
    // It is there, and the manifest names another file.
    let repo = Repo::branched();
    repo.write("src/main.rs", "fn main() {}\n");
    repo.manifest("[package.metadata.errtax]\nregistry = \"contract.toml\"\n");
    repo.judge().cannot_judge(&[&missing("contract.toml")]);
    repo.check(&["--workspace", "--against", "main"])
        .cannot_judge(&[&missing("contract.toml")]);
    // Who names a file on the command line means that file.
    let repo = Repo::branched();
    repo.remove("registry.toml");
    repo.check(&["--against", "main", "--registry", "registry.toml"])
        .cannot_judge(&["registry.toml is not a file"]);
    repo.run(&["check"]).ends(2).says(&[&missing("registry.toml")]);
    // A folder is a base as well.
    repo.git(&["worktree", "add", "-q", "base", "main"]);
    let judged = repo.check(&["--against", "path:base"]).ends(1);
    judged.says(&["error[registry-gone]: the registry base/registry.toml is gone"]);
}

#[test]
fn a_registry_that_is_typed_is_compared_with_the_same_file() {
    let repo = Repo::new();
    repo.write(
        "contracts/cards.toml",
        &REGISTRY.replace("ACCOUNT", "CARD").replace("\"bank\"", "\"cards\""),
    );
    repo.run(&["freeze", "--registry", "contracts/cards.toml"]).ends(0);
    repo.commit("a second one");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let arguments = ["--against", "main", "--registry", "contracts/cards.toml"];
    repo.check(&arguments).passes();
    repo.edit("contracts/cards.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    assert_eq!(
        repo.check(&arguments).ends(1).findings(),
        ["action-changed CARD_CLOSED"]
    );
    repo.judge().passes();
}

/// A registry whose codes are in files of their own.
fn in_files(repo: &Repo, folder: &str) {
    let (head, codes) = REGISTRY.split_at(REGISTRY.find("# Shipped").unwrap());
    let include = format!("edition = \"2026\"\ninclude = [\"{folder}/*.toml\"]\n");
    repo.write("registry.toml", &head.replace("edition = \"2026\"\n", &include));
    repo.write(&format!("{folder}/bank.toml"), codes);
    repo.freeze();
}

#[test]
fn included_files_are_read_from_the_base() {
    let repo = Repo::at("server");
    in_files(&repo, "codes");
    repo.write("codes/notes.txt", "no registry\n");
    repo.commit("in files");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.judge().passes().says(&["2 codes of the base"]);
    repo.edit("codes/bank.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    let judged = repo.judge().ends(1);
    let base = repo.short("main");
    assert_eq!(
        judged.json["findings"][0]["old_file"],
        format!("{base}:server/codes/bank.toml")
    );
    assert_eq!(judged.json["findings"][0]["file"], "codes/bank.toml");
    repo.git(&["checkout", "-q", "."]);
    // Where a code stands means nothing.
    repo.remove("codes/bank.toml");
    repo.remove("codes/notes.txt");
    repo.write("registry.toml", REGISTRY);
    repo.judge().passes().says(&["2 codes of the base"]);
    repo.commit("one file again");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "feature"]);
    repo.git(&["checkout", "-q", "-b", "back"]);
    in_files(&repo, "parts");
    repo.judge().passes().says(&["2 codes of the base"]);
}

#[test]
fn a_registry_that_the_base_extends_is_read_with_it() {
    let repo = Repo::new();
    repo.write("shared.toml", &REGISTRY.replace("\"bank\"", "\"shared\""));
    repo.run(&["freeze", "--registry", "shared.toml"]).ends(0);
    let own = format!(
        "[registry]\nname = \"bank\"\nversion = \"1.3.0\"\nedition = \"2026\"\nextends = [\"shared.toml\"]\n{SHIPPED}"
    );
    repo.write("registry.toml", &own);
    repo.freeze();
    repo.commit("extends");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.judge().passes();
    repo.edit("shared.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    repo.remove("shared.lock");
    repo.run(&["freeze", "--registry", "shared.toml"]).ends(0);
    let judged = repo.judge().ends(1);
    assert!(
        judged.findings().contains(&"action-changed ACCOUNT_CLOSED".to_owned()),
        "{:?}",
        judged.findings()
    );
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A registry that is a link to one that packages share, and codes in a folder that is one.
    fn linked() -> Repo {
        let repo = Repo::at("server");
        in_files(&repo, "codes");
        let shared = repo.top().join("shared");
        fs::create_dir_all(&shared).unwrap();
        for name in ["registry.toml", "registry.lock", "codes"] {
            fs::rename(repo.path().join(name), shared.join(name)).unwrap();
            symlink(format!("../shared/{name}"), repo.path().join(name)).unwrap();
        }
        repo.commit("shared");
        repo.git(&["checkout", "-q", "-b", "feature"]);
        repo
    }

    #[test]
    fn links_are_followed_within_the_commit() {
        let repo = linked();
        repo.judge().passes().says(&["2 codes of the base"]);
        repo.edit("codes/bank.toml", "\"ask_user\"   #", "\"fix_state\"   #");
        let lock = repo.read("registry.lock");
        refused(repo.judge(), "unmoved");
        // A link that becomes a file, and a file that becomes a link, is still the same contract.
        repo.git(&["checkout", "-q", "."]);
        repo.remove("registry.lock");
        repo.write("registry.lock", &lock);
        repo.judge().passes();
    }

    #[test]
    fn a_link_that_leads_out_of_the_repository_is_not_followed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("registry.toml"), REGISTRY).unwrap();
        for target in [
            outside.path().join("registry.toml").to_str().unwrap().to_owned(),
            "../../x".to_owned(),
            "registry.toml".to_owned(),
        ] {
            let repo = Repo::new();
            repo.remove("registry.toml");
            symlink(target, repo.path().join("registry.toml")).unwrap();
            repo.commit("a link");
            repo.git(&["checkout", "-q", "-b", "feature"]);
            repo.remove("registry.toml");
            repo.write("registry.toml", REGISTRY);
            let judged = repo.judge().ends(2);
            assert_eq!(judged.findings(), ["base-unreadable"]);
            judged.says(&["at the base, registry.toml is a link "]);
        }
    }

    #[test]
    fn a_package_that_is_reached_through_a_link_is_the_same_package() {
        let repo = Repo::at("server");
        repo.git(&["checkout", "-q", "-b", "feature"]);
        repo.mutate();
        symlink("server", repo.top().join("alias")).unwrap();
        let judged = check_in(&repo.top().join("alias"), &["--against", "main"], &[]).ends(1);
        assert_eq!(judged.findings(), ["action-changed ACCOUNT_CLOSED"]);
    }
}

#[test]
fn codes_in_a_submodule_are_read_from_its_own_commits() {
    let contract = Repo::empty("");
    let (head, codes) = REGISTRY.split_at(REGISTRY.find("# Shipped").unwrap());
    contract.write("bank.toml", codes);
    contract.commit("the contract");
    let repo = Repo::empty("server");
    repo.manifest("");
    let url = format!("file://{}", contract.top().display());
    succeed(repo.top(), &["submodule", "add", "-q", &url, "server/codes"]);
    repo.write(
        "registry.toml",
        &head.replace(
            "edition = \"2026\"\n",
            "edition = \"2026\"\ninclude = [\"codes/*.toml\"]\n",
        ),
    );
    repo.freeze();
    repo.commit("with a submodule");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.judge().passes().says(&["2 codes of the base"]);
    // The submodule moves on.
    contract.edit("bank.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    contract.commit("another meaning");
    succeed(&repo.path().join("codes"), &["pull", "-q"]);
    repo.freeze();
    repo.commit("the newer contract");
    refused(repo.judge(), "unmoved");
    // Where it is not there, nothing is guessed.
    repo.git(&["submodule", "deinit", "-q", "-f", "server/codes"]);
    repo.write("codes/bank.toml", codes);
    repo.judge()
        .cannot_judge(&["server/codes is a submodule, and its commit at the base is not in this clone"]);
}

#[test]
fn a_repository_may_be_of_the_other_kind_of_names() {
    let folder = tempfile::tempdir().unwrap();
    succeed(folder.path(), &["init", "-q", "-b", "main", "--object-format=sha256"]);
    let repo = Repo::new();
    for name in ["Cargo.toml", "registry.toml", "registry.lock"] {
        fs::copy(repo.path().join(name), folder.path().join(name)).unwrap();
    }
    succeed(folder.path(), &["add", "-A"]);
    succeed(folder.path(), &["commit", "-q", "-m", "the contract"]);
    let judged = check_in(folder.path(), &["--against", "main"], &[]).passes();
    assert_eq!(judged.json["base"]["commit"].as_str().unwrap().len(), 64);
    init(folder.path());
}
