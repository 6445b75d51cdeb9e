//! `--workspace`: every package that has a registry, in one report.

use std::fs;

use crate::common::REGISTRY;
use crate::repo::{Judged, Repo, check_in};

const DEPRECATED: &str = "status    = \"frozen\"";

/// A repository whose workspace has the packages `bank` and `cards` with a registry, and `tools` without one. Nothing
/// raises their codes, which is said as a warning and not of interest here.
fn workspace() -> Repo {
    let repo = Repo::empty("");
    repo.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n",
    );
    for (name, registry) in [
        ("bank", Some(REGISTRY.to_owned())),
        ("cards", Some(cards())),
        ("tools", None),
    ] {
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        repo.write(&format!("crates/{name}/Cargo.toml"), &manifest);
        repo.write(&format!("crates/{name}/src/main.rs"), "fn main() {}\n");
        if let Some(registry) = registry {
            repo.write(&format!("crates/{name}/registry.toml"), &registry);
            freeze(&repo, name);
        }
    }
    repo.write(".gitignore", "Cargo.lock\ntarget\n");
    repo.commit("the contracts");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

fn cards() -> String {
    REGISTRY
        .replace("ACCOUNT", "CARD")
        .replace("LIMIT", "CEILING")
        .replace("PAYEE", "SHOP")
        .replace("\"bank\"", "\"cards\"")
}

fn freeze(repo: &Repo, name: &str) {
    let _ = fs::remove_file(repo.top().join(format!("crates/{name}/registry.lock")));
    repo.run(&["freeze", "--manifest-path", &format!("crates/{name}/Cargo.toml")])
        .ends(0);
}

fn mutate(repo: &Repo, name: &str) {
    repo.edit(
        &format!("crates/{name}/registry.toml"),
        "\"ask_user\"   #",
        "\"fix_state\"   #",
    );
}

/// The findings that are no warnings either.
fn failing(judged: &Judged) -> Vec<String> {
    let findings = judged.json["findings"].as_array().unwrap().iter();
    let failing = findings.filter(|finding| finding["level"] != "note" && finding["level"] != "warning");
    failing
        .map(|finding| {
            format!(
                "{} {}",
                finding["file"].as_str().unwrap(),
                finding["rule"].as_str().unwrap()
            )
        })
        .collect()
}

const JUDGE: [&str; 3] = ["--workspace", "--against", "main"];

#[test]
fn every_registry_is_checked_in_one_report_and_the_worst_decides() {
    let repo = workspace();
    let judged = repo.check(&JUDGE).ends(0).says(&[
        "checked 4 codes of `bank` (2 frozen) against crates/bank/registry.lock and 2 codes of the base: ",
        "checked 4 codes of `cards` (2 frozen) against crates/cards/registry.lock and 2 codes of the base: ",
    ]);
    assert_eq!(judged.human.stdout.matches("\nbase: ").count(), 1);
    assert_eq!(judged.json["compared"], 4);
    let files: Vec<&str> = judged.json["base"]["registries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["file"].as_str().unwrap())
        .collect();
    assert_eq!(files, ["crates/bank/registry.toml", "crates/cards/registry.toml"]);
    mutate(&repo, "cards");
    assert_eq!(
        failing(&repo.check(&JUDGE).ends(1)),
        ["crates/cards/registry.toml action-changed"]
    );
    repo.edit("crates/bank/registry.toml", "[registry]", "[registry");
    repo.write("crates/bank/registry.lock", "version = 2\n");
    let judged = repo.check(&JUDGE).ends(2);
    assert!(
        failing(&judged).contains(&"crates/cards/registry.toml action-changed".to_owned()),
        "{:?}",
        failing(&judged)
    );
}

#[test]
fn it_is_the_same_from_anywhere_in_the_workspace() {
    let repo = workspace();
    mutate(&repo, "cards");
    let inside = check_in(&repo.top().join("crates/tools/src"), &JUDGE, &[]).ends(1);
    assert_eq!(failing(&inside), ["../../cards/registry.toml action-changed"]);
    let plain = repo.check(&["--workspace"]).ends(1);
    assert!(plain.json["base"].is_null());
    assert_eq!(failing(&plain), ["crates/cards/registry.toml action-changed"]);
}

#[test]
fn one_code_in_two_registries_is_shown_at_both_places() {
    let repo = workspace();
    let text = repo
        .read("crates/cards/registry.toml")
        .replace("CEILING_REACHED", "LIMIT_REACHED");
    repo.write("crates/cards/registry.toml", &text);
    for arguments in [&JUDGE[..], &JUDGE[..1]] {
        let judged = repo.check(arguments).ends(1).says(&[
            "error[code-in-two-registries]: LIMIT_REACHED is also a code of `bank`",
            "--> crates/cards/registry.toml:35:8",
            "::: crates/bank/registry.toml:35:8",
        ]);
        assert_eq!(failing(&judged), ["crates/cards/registry.toml code-in-two-registries"]);
        assert!(
            judged.github.contains("crates/bank/registry.toml:35: and here"),
            "{}",
            judged.github
        );
    }
}

#[test]
fn a_standard_code_that_two_registries_declare_is_one_code() {
    let standard = "
[codes.CONFLICT]
class     = \"conflict\"
action    = \"read_state\"
retryable = false
executed  = \"no\"
http      = 409
grpc      = 10
message   = \"Someone else was there first.\"
hint      = \"Read the state once, then move on.\"
";
    let repo = workspace();
    for name in ["bank", "cards"] {
        let path = format!("crates/{name}/registry.toml");
        repo.edit(
            &path,
            "edition = \"2026\"\n",
            "edition = \"2026\"\nextends = [\"errtax@1.0\"]\n",
        );
        let text = repo.read(&path);
        repo.write(&path, &format!("{text}{standard}"));
    }
    let judged = repo.check(&JUDGE);
    assert!(
        !judged.human.text().contains("code-in-two-registries"),
        "{}",
        judged.human.text()
    );
    // Unless it is another code by the same name.
    repo.edit("crates/cards/registry.toml", "extends = [\"errtax@1.0\"]\n", "");
    repo.check(&JUDGE).ends(1).says(&["CONFLICT is also a code of `bank`"]);
}

#[cfg(unix)]
#[test]
fn a_registry_that_packages_share_by_a_link_is_one_registry() {
    let repo = workspace();
    repo.remove("crates/cards/registry.toml");
    repo.remove("crates/cards/registry.lock");
    for name in ["registry.toml", "registry.lock"] {
        std::os::unix::fs::symlink(format!("../bank/{name}"), repo.top().join("crates/cards").join(name)).unwrap();
    }
    repo.commit("shared");
    let judged = repo.check(&["--workspace", "--against", "HEAD"]).ends(0);
    assert_eq!(failing(&judged), [""; 0]);
}

#[test]
fn a_registry_that_no_package_continues_is_missed() {
    let repo = workspace();
    fs::remove_dir_all(repo.top().join("crates/cards")).unwrap();
    let base = repo.short("main");
    let lost = format!("the registry {base}:crates/cards/registry.toml is gone, and with it 2 codes that shipped");
    let judged = repo.check(&JUDGE).ends(1).says(&["error[registry-gone]", &lost]);
    // What the help names brings it back.
    assert!(
        judged
            .commands()
            .contains(&format!("git show {base}:crates/cards/registry.toml")),
        "{:?}",
        judged.commands()
    );
    // One that moved is not gone.
    repo.git(&["checkout", "-q", "."]);
    repo.git(&["mv", "crates/cards", "crates/plastic"]);
    let judged = repo.check(&JUDGE).ends(0);
    judged.says(&["crates/plastic/registry.toml was ", "git sees that it was renamed"]);
    // Nor is one of which nothing had shipped.
    repo.git(&["reset", "-q", "--hard"]);
    let path = "crates/cards/registry.toml";
    repo.write(path, &repo.read(path).replace(DEPRECATED, "status    = \"draft\""));
    freeze(&repo, "cards");
    repo.git(&["checkout", "-q", "-B", "main"]);
    repo.commit("drafts");
    repo.git(&["checkout", "-q", "-b", "next"]);
    fs::remove_dir_all(repo.top().join("crates/cards")).unwrap();
    repo.check(&JUDGE).ends(0);
}

#[test]
fn a_workspace_without_a_registry_is_not_clean() {
    let repo = workspace();
    for name in ["bank", "cards"] {
        repo.remove(&format!("crates/{name}/registry.toml"));
    }
    // What the base had is missed.
    let judged = repo.check(&JUDGE).ends(1);
    assert_eq!(judged.all(), ["registry-gone", "registry-gone"]);
    assert_eq!(judged.json["compared"], 4);
    // Without a base nothing says that there should be one.
    repo.check(&["--workspace"])
        .cannot_judge(&["no package of this workspace has a registry"]);
    repo.commit("gone");
    repo.check(&["--workspace", "--against", "HEAD"])
        .cannot_judge(&["no package of this workspace has a registry"]);
}

#[test]
fn a_registry_that_its_manifest_names_and_that_is_deleted_is_missed() {
    let repo = workspace();
    let manifest = repo.read("crates/cards/Cargo.toml");
    let names = format!("{manifest}[package.metadata.errtax]\nregistry = \"cards.toml\"\n");
    repo.write("crates/cards/Cargo.toml", &names);
    repo.git(&["mv", "crates/cards/registry.toml", "crates/cards/cards.toml"]);
    repo.git(&["mv", "crates/cards/registry.lock", "crates/cards/cards.lock"]);
    repo.git(&["checkout", "-q", "-B", "main"]);
    repo.commit("named");
    repo.git(&["checkout", "-q", "-b", "next"]);
    repo.remove("crates/cards/cards.toml");
    let judged = repo.check(&JUDGE).ends(1);
    assert_eq!(failing(&judged), ["crates/bank/registry.toml registry-gone"]);
    repo.check(&["--workspace"])
        .cannot_judge(&["there is no registry: crates/cards/cards.toml is not a file"]);
}

#[test]
fn a_package_that_is_left_out_is_not_judged() {
    let repo = workspace();
    mutate(&repo, "cards");
    let text = repo.read("crates/cards/registry.toml");
    repo.write("crates/cards/registry.toml", &format!("{text}\n{}", twice()));
    let without = ["--workspace", "--against", "main", "--exclude", "cards"];
    let judged = repo.check(&without).ends(0);
    assert_eq!(failing(&judged), [""; 0]);
    assert_eq!(judged.json["compared"], 2);
    repo.remove("crates/cards/registry.toml");
    repo.check(&without).ends(0);
    // A slip leaves nothing out.
    repo.check(&["--workspace", "--exclude", "crads"]).cannot_judge(&[
        "`--exclude crads` names no package of this workspace",
        "its packages are bank, cards, tools",
    ]);
    repo.run(&["check", "--exclude", "cards"])
        .ends(2)
        .says(&["--workspace"]);
}

/// A code that `bank` has too.
fn twice() -> String {
    let at = REGISTRY.find("[codes.PAYEE_BLOCKED]").unwrap();
    REGISTRY[at..].to_owned()
}

#[test]
fn a_folder_is_no_base_of_a_workspace_and_another_registry_none_of_it() {
    let repo = workspace();
    let judged = repo.check(&["--workspace", "--against", "path:crates"]).ends(2);
    assert_eq!(
        judged.commands(),
        ["cargo errtax check --manifest-path crates/bank/Cargo.toml --against path:crates"]
    );
    repo.run(&["check", "--workspace", "--registry", "registry.toml"])
        .ends(2)
        .says(&["cannot be used with"]);
}

#[test]
fn a_package_in_a_submodule_is_checked_by_itself() {
    let inner = Repo::new();
    inner.write("src/main.rs", "fn main() {}\n");
    inner.commit("a program");
    let repo = workspace();
    let url = format!("file://{}", inner.top().display());
    repo.git(&["submodule", "add", "-q", &url, "crates/vault"]);
    repo.edit("crates/vault/Cargo.toml", "\"bank\"", "\"vault\"");
    let text = repo
        .read("crates/vault/registry.toml")
        .replace("ACCOUNT", "VAULT")
        .replace("LIMIT", "SIZE")
        .replace("PAYEE", "KEY");
    repo.write("crates/vault/registry.toml", &text);
    let judged = repo.check(&JUDGE).ends(2);
    judged.says(&[
        "this package is in another repository than the first of the workspace",
        "`cargo errtax check --manifest-path crates/vault/Cargo.toml --against main`",
    ]);
}
