//! The commands in a repository: the version rises above what others have, once; and what they write passes the gate that
//! others are guarded by.

use std::process::Command;

use crate::common::{Package, REGISTRY, Run};
use crate::{WHY, amend};

/// Runs git, which must end well.
#[track_caller]
fn git(package: &Package, arguments: &[&str]) {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(["-c", "init.defaultBranch=main"])
        .args(arguments)
        .current_dir(package.path())
        .env("GIT_CONFIG_GLOBAL", package.path().join("none"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn commit(package: &Package) {
    git(package, &["add", "-A"]);
    git(package, &["commit", "-q", "-m", "x"]);
}

/// With [`REGISTRY`] and its lock committed.
fn committed() -> Package {
    let package = Package::locked();
    git(&package, &["init", "-q"]);
    commit(&package);
    package
}

fn gate(package: &Package, against: &str) -> Run {
    package.run(&["check", "--against", against])
}

const OVER: [&str; 4] = ["deprecate", "ACCOUNT_NOT_FOUND", "--replaced-by", "ACCOUNT_CLOSED"];

#[test]
fn the_version_rises_above_what_is_committed_and_then_no_more() {
    let package = committed();
    package
        .run(&OVER)
        .ends(0)
        .says(&["since 1.3.0", "raised the version from 1.2.0 to 1.3.0: HEAD has 1.2.0"]);
    let run = package
        .run(&["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT", "--freeze"])
        .ends(0);
    assert!(!run.text().contains("raised"), "{}", run.text());
    let run = gate(&package, "HEAD").ends(0);
    assert!(!run.text().contains("not-raised]"), "{}", run.text());
    // What is committed is history: the next change is another version.
    commit(&package);
    package
        .run(&["deprecate", "ACCOUNT_SHUT", "--reason", "Nothing is shut."])
        .ends(1)
        .says(&["error[replacement-unusable]"]);
    amend_http(&package).says(&["raised the version from 1.3.0 to 2.0.0: HEAD has 1.3.0"]);
}

fn amend_http(package: &Package) -> Run {
    package.edit("registry.toml", "http      = 404", "http      = 410");
    amend(package, &["ACCOUNT_NOT_FOUND", "http"]).ends(0)
}

#[test]
fn on_a_branch_it_is_what_the_remote_has_that_counts() {
    let package = committed();
    let origin = tempfile::tempdir().unwrap();
    let url = origin.path().to_str().unwrap();
    git(&package, &["init", "-q", "--bare", url]);
    git(&package, &["remote", "add", "origin", url]);
    git(&package, &["push", "-q", "origin", "HEAD:main"]);
    git(&package, &["fetch", "-q", "origin"]);
    git(&package, &["remote", "set-head", "origin", "main"]);
    git(&package, &["checkout", "-q", "-b", "topic"]);
    package.run(&OVER).ends(0).says(&[
        "raised the version from 1.2.0 to 1.3.0: the merge base with origin/HEAD, ",
        ", has 1.2.0",
    ]);
    commit(&package);
    let run = package
        .run(&["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT", "--freeze"])
        .ends(0);
    assert!(!run.text().contains("raised"), "{}", run.text());
    // Another one can be named.
    git(&package, &["checkout", "-q", "--", "."]);
    package
        .run(&[
            "supersede",
            "ACCOUNT_CLOSED",
            "ACCOUNT_SHUT",
            "--freeze",
            "--against",
            "topic",
        ])
        .ends(0)
        .says(&["raised the version from 1.3.0 to 1.4.0"]);
    git(&package, &["checkout", "-q", "--", "."]);
    let before = package.read("registry.toml");
    package
        .run(&["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT", "--against", "nowhere"])
        .ends(2)
        .says(&["`nowhere` names no commit in this repository"]);
    assert_eq!(package.read("registry.toml"), before);
}

#[test]
fn what_was_announced_in_the_same_change_is_not_retired() {
    let package = committed();
    package.run(&OVER).ends(0);
    let before = package.files();
    let retire = ["retire", "ACCOUNT_NOT_FOUND", "--reason", "Say which."];
    package.run(&retire).ends(1).says(&[
        "HEAD does not say yet that ACCOUNT_NOT_FOUND is deprecated: nobody has been told",
        "commit the deprecation and release it; retire ACCOUNT_NOT_FOUND in a later change",
    ]);
    assert_eq!(package.files(), before);
    commit(&package);
    package.run(&retire).ends(0).says(&[
        "retired ACCOUNT_NOT_FOUND since 1.4.0",
        "raised the version from 1.3.0 to 1.4.0: HEAD has 1.3.0",
    ]);
    gate(&package, "HEAD").ends(0).says(&[": clean"]);
}

#[test]
fn an_amended_break_passes_the_gate_once_and_is_quiet_ever_after() {
    let package = committed();
    package.edit(
        "registry.toml",
        "class     = \"precondition\"\naction    = \"ask_user\"   #",
        "class     = \"conflict\"\naction    = \"read_state\"   #",
    );
    gate(&package, "HEAD")
        .ends(1)
        .says(&["error[action-changed]", "error[class-changed]"]);
    amend(&package, &["ACCOUNT_CLOSED", "action"]).ends(0);
    gate(&package, "HEAD").ends(1).says(&["error[class-changed]"]);
    amend(&package, &["ACCOUNT_CLOSED", "class"]).ends(0);
    package.run(&["check"]).ends(0);
    gate(&package, "HEAD").ends(0);
    commit(&package);
    gate(&package, "HEAD").ends(0).says(&[": clean"]);
    // The next break is another major version, though the lock knows none above.
    package.edit("registry.toml", "http      = 409", "http      = 423");
    amend(&package, &["ACCOUNT_CLOSED", "http"])
        .ends(0)
        .says(&["raised the version from 2.0.0 to 3.0.0: HEAD has 2.0.0"]);
    gate(&package, "HEAD").ends(0);
}

#[test]
fn a_lock_that_was_rewritten_to_match_is_put_on_the_record_by_the_base() {
    let package = committed();
    package.edit("registry.toml", "http      = 404", "http      = 410");
    std::fs::remove_file(package.path().join("registry.lock")).unwrap();
    package.run(&["freeze"]).ends(0);
    package.run(&["check"]).ends(0);
    gate(&package, "HEAD").ends(1).says(&["error[http-changed]"]);
    amend(&package, &["ACCOUNT_NOT_FOUND", "http"]).ends(1).says(&[
        "there is nothing to amend",
        "compare with what has shipped: `cargo errtax amend ACCOUNT_NOT_FOUND http --against origin/main ",
    ]);
    let words = [&["amend", "ACCOUNT_NOT_FOUND", "http", "--against", "HEAD"][..], &WHY].concat();
    package
        .run(&words)
        .ends(0)
        .says(&["amended http of ACCOUNT_NOT_FOUND: 404 → 410"]);
    gate(&package, "HEAD").ends(0);
}

#[test]
fn a_default_that_changes_many_codes_is_amended_code_by_code() {
    let package = Package::new(&format!("{REGISTRY}\n[defaults]\ngrpc = 9\n"));
    package.run(&["freeze"]).ends(0);
    git(&package, &["init", "-q"]);
    commit(&package);
    package.edit("registry.toml", "grpc = 9", "grpc = 5");
    gate(&package, "HEAD")
        .ends(1)
        .says(&["one default changes `grpc` of what has shipped, 2 codes"]);
    for against in [&[][..], &["--against", "HEAD"]] {
        let before = package.files();
        for code in ["ACCOUNT_CLOSED", "ACCOUNT_NOT_FOUND"] {
            amend(&package, &[&[code, "grpc"], against].concat())
                .ends(0)
                .says(&[&format!("amended grpc of {code}: 9 → 5")]);
        }
        gate(&package, "HEAD").ends(0);
        for (path, bytes) in before {
            std::fs::write(path, bytes).unwrap();
        }
    }
}

#[test]
fn what_belongs_to_no_code_is_amended_by_the_base_alone() {
    let package = Package::new(&format!(
        "{}\n[tools.list]\neffect = \"read\"\n",
        REGISTRY.replace(
            "edition = \"2026\"\n",
            "edition = \"2026\"\ndocs = \"https://example.com/{code}\"\n"
        )
    ));
    package.run(&["freeze"]).ends(0);
    git(&package, &["init", "-q"]);
    commit(&package);
    package.edit("registry.toml", "effect = \"read\"", "effect = \"write\"");
    amend(&package, &["registry", "tools.list.effect"]).ends(1).says(&[
        "registry.lock records codes, and nothing of what belongs to none",
        "`cargo errtax amend registry tools.list.effect --against origin/main --reason '…' --issue '…'`",
    ]);
    amend(&package, &["registry", "tools.list.effect", "--against", "HEAD"])
        .ends(1)
        .says(&[
            "breaks no promise (tool-promise-weakened), and needs no amendment",
            "it passes as it is",
        ]);
}

#[test]
fn where_records_are_kept_one_that_is_there_is_named() {
    let package = Package::new(&format!("{REGISTRY}\n[policy]\nrecords = \"docs/decisions\"\n"));
    package.run(&["freeze"]).ends(0);
    package.write("docs/decisions/accepted/0001-reopen.md", "# Reopen accounts\n");
    package.edit(
        "registry.toml",
        "action    = \"ask_user\"   #",
        "action    = \"fix_state\"   #",
    );
    let record = ["--record", "docs/decisions/accepted/0001-reopen.md"];
    let run = amend(&package, &[&["ACCOUNT_CLOSED", "action"], &record[..]].concat()).ends(0);
    assert!(!run.text().contains("decision record"), "{}", run.text());
    assert!(
        package
            .read("registry.toml")
            .contains("record  = \"docs/decisions/accepted/0001-reopen.md\"\n")
    );
    let before = package.files();
    package
        .run(&[
            "deprecate",
            "ACCOUNT_NOT_FOUND",
            "--reason",
            "Say which.",
            "--record",
            "docs/decisions/0002.md",
        ])
        .ends(1)
        .says(&["there is no record docs/decisions/0002.md"]);
    assert_eq!(package.files(), before);
}
