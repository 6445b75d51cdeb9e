//! `path:DIR`: a folder as the base.

use std::fs;

use crate::common::{Package, REGISTRY};
use crate::repo::{Repo, check_in};

/// A package as it was, in a folder beside the repository's files.
fn old(repo: &Repo, name: &str, manifest: &str, registry: &str) {
    repo.write(&format!("{name}/Cargo.toml"), manifest);
    let path = if manifest.contains("contracts") {
        "contracts/bank"
    } else {
        "registry"
    };
    repo.write(&format!("{name}/{path}.toml"), registry);
    let lock = repo.read("registry.lock");
    repo.write(&format!("{name}/{path}.lock"), &lock);
}

const MANIFEST: &str = "[package]\nname = \"bank\"\nversion = \"1.2.0\"\n";

#[test]
fn a_folder_is_a_base_too() {
    let repo = Repo::new();
    old(&repo, "old", MANIFEST, REGISTRY);
    let judged = repo.check(&["--against", "path:old"]).passes().says(&[
        "base: the folder old\n",
        "against registry.lock and 2 codes of the base: clean",
    ]);
    let base = &judged.json["base"];
    assert_eq!(
        (&base["ref"], &base["commit"], &base["merge_base"]),
        (&"path:old".into(), &serde_json::Value::Null, &false.into())
    );
    assert_eq!(base["registries"][0]["old_file"], "old/registry.toml");
    assert_eq!(base["registries"][0]["found"], "folder");
    assert_eq!(base["day"], "2026-11-30");
    repo.mutate();
    let judged = repo
        .check(&["--against", "path:old/"])
        .ends(1)
        .says(&["::: old/registry.toml:11:13"]);
    assert_eq!(judged.json["findings"][0]["old_file"], "old/registry.toml");
}

#[test]
fn an_unpacked_crate_names_its_registry_itself() {
    let repo = Repo::new();
    let manifest = format!("{MANIFEST}[package.metadata.errtax]\nregistry = \"contracts/bank.toml\"\n");
    old(&repo, "bank-1.2.0", &manifest, REGISTRY);
    repo.mutate();
    let judged = repo.check(&["--against", "path:bank-1.2.0"]).ends(1);
    assert_eq!(judged.json["findings"][0]["old_file"], "bank-1.2.0/contracts/bank.toml");
    // A folder without a manifest has its registry where the package has it.
    fs::remove_file(repo.path().join("bank-1.2.0/Cargo.toml")).unwrap();
    repo.check(&["--against", "path:bank-1.2.0"])
        .cannot_judge(&["has no registry"]);
    fs::rename(
        repo.path().join("bank-1.2.0/contracts/bank.toml"),
        repo.path().join("bank-1.2.0/registry.toml"),
    )
    .unwrap();
    repo.check(&["--against", "path:bank-1.2.0"]).ends(1);
}

#[test]
fn without_a_repository_no_day_is_known_and_the_report_says_so() {
    let package = Package::locked();
    let base = Package::locked();
    let path = format!("path:../{}", base.path().file_name().unwrap().to_str().unwrap());
    let judged = check_in(package.path(), &["--against", &path], &[])
        .passes()
        .says(&["no commit here tells the day, so sunsets are not judged"]);
    assert!(judged.json["base"]["day"].is_null());
    assert!(judged.github.contains("sunsets are not judged"), "{}", judged.github);
    // What needs the day is not judged.
    let deprecated =
        "http      = 409\ndeprecated = { since = \"1.2.0\", reason = \"Unused.\", sunset = \"2020-06-30\" }";
    base.edit("registry.toml", "http      = 409", deprecated);
    base.run(&["freeze"]).ends(0);
    let text = base.read("registry.toml");
    let (from, to) = (
        text.find("# Shipped").unwrap(),
        text.find("[codes.ACCOUNT_NOT_FOUND]").unwrap(),
    );
    let tombstone = "[retired.ACCOUNT_CLOSED]\nsince = \"1.3.0\"\nreason = \"Unused.\"\n\n";
    package.write(
        "registry.toml",
        &text
            .replace(&text[from..to], tombstone)
            .replace("version = \"1.2.0\"", "version = \"1.3.0\""),
    );
    package.write("registry.lock", &base.read("registry.lock"));
    package.run(&["freeze"]).ends(0);
    let judged = check_in(package.path(), &["--against", &path], &[]).ends(2);
    assert!(
        judged
            .findings()
            .contains(&"sunset-not-judged ACCOUNT_CLOSED".to_owned()),
        "{:?}",
        judged.findings()
    );
}
