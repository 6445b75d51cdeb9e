//! `retire`.

use crate::common::{Package, REGISTRY};
use crate::deprecated;

const RETIRE: [&str; 4] = ["retire", "ACCOUNT_NOT_FOUND", "--reason", "ACCOUNT_CLOSED says more."];

#[test]
fn the_tombstone_stands_where_the_code_stood_and_the_lock_keeps_what_it_meant() {
    let package = deprecated();
    package.run(&RETIRE).ends(0).says(&[
        "retired ACCOUNT_NOT_FOUND since 1.2.0; it was deprecated in 1.1.0\n",
        "wrote registry.lock: 1 code frozen\n",
        "note: 2027-06-30 is its sunset",
        "left to do: take it out of the Rust that names it: `Code::AccountNotFound` is gone",
    ]);
    let (before, rest) = REGISTRY.split_once("[codes.ACCOUNT_NOT_FOUND]\n").unwrap();
    let (_, after) = rest.split_once("\n[codes.LIMIT_REACHED]").unwrap();
    let tombstone = "[retired.ACCOUNT_NOT_FOUND]\nsince  = \"1.2.0\"\nreason = \"ACCOUNT_CLOSED says more.\"\n";
    assert_eq!(
        package.read("registry.toml"),
        format!("{before}{tombstone}\n[codes.LIMIT_REACHED]{after}")
    );
    let lock = package.read("registry.lock");
    assert!(
        lock.contains("[retired]\n\nACCOUNT_NOT_FOUND.since = \"1.2.0\"\nACCOUNT_NOT_FOUND.contract = "),
        "{lock}"
    );
    assert!(!lock.contains("ACCOUNT_NOT_FOUND.class"), "{lock}");
    package.run(&["check", "--deny", "warnings"]).ends(0).says(&["clean"]);
    package.run(&["freeze"]).ends(0).says(&["up to date"]);
    // The name is gone for good.
    package
        .run(&["new", "ACCOUNT_NOT_FOUND", "--class", "not_found"])
        .ends(1)
        .says(&["ACCOUNT_NOT_FOUND is retired since 1.2.0"]);
    package
        .run(&RETIRE)
        .ends(1)
        .says(&["ACCOUNT_NOT_FOUND is retired since 1.2.0: it is no code any more"]);
}

#[test]
fn a_code_with_details_is_taken_out_whole() {
    let text = REGISTRY
        .replace(
            "http      = 409\n",
            "http      = 409\ndeprecated = { since = \"1.1.0\", reason = \"Say which.\" }\n",
        )
        .replace("[codes.ACCOUNT_NOT_FOUND]", "# Not there.\n[codes.ACCOUNT_NOT_FOUND]");
    let package = Package::new(&text);
    package.run(&["freeze"]).ends(0);
    package
        .run(&["retire", "ACCOUNT_CLOSED", "--reason", "Say which."])
        .ends(0);
    let (before, rest) = text.split_once("[codes.ACCOUNT_CLOSED]").unwrap();
    let (_, after) = rest.split_once("\n# Not there.\n").unwrap();
    let tombstone = "[retired.ACCOUNT_CLOSED]\nsince  = \"1.2.0\"\nreason = \"Say which.\"\n";
    assert_eq!(
        package.read("registry.toml"),
        format!("{before}{tombstone}\n# Not there.\n{after}")
    );
    package.run(&["check"]).ends(0);
}

#[test]
fn only_what_was_announced_is_retired() {
    let package = Package::locked();
    let before = package.files();
    package.run(&RETIRE).ends(1).says(&[
        "ACCOUNT_NOT_FOUND is not deprecated: whoever uses it has not been told that it goes",
        " --> registry.toml:24:8",
        "`cargo errtax deprecate ACCOUNT_NOT_FOUND --replaced-by CODE`, or `--reason '…'`; retire it in a later release",
    ]);
    package
        .run(&["retire", "LIMIT_REACHED", "--reason", "Gone."])
        .ends(1)
        .says(&[
            "LIMIT_REACHED is a draft",
            "change, rename or delete `[codes.LIMIT_REACHED]` as you like",
        ]);
    package
        .run(&["retire", "ACCOUNT_NOT_FOUND"])
        .ends(2)
        .says(&["--reason <TEXT>"]);
    // Deprecated in the registry alone: no lock, and so no release, has said so.
    package.edit(
        "registry.toml",
        "http      = 404\n",
        "http      = 404\ndeprecated = { since = \"1.1.0\", reason = \"Say which.\" }\n",
    );
    let announced = package.files();
    package
        .run(&RETIRE)
        .ends(1)
        .says(&["error[code-retired-early]", "refused: nothing was written"]);
    assert_eq!(package.files(), announced);
    assert_ne!(announced, before);
}

#[test]
fn a_code_that_others_name_stays() {
    let package = deprecated();
    package.edit(
        "registry.toml",
        "edition = \"2026\"\n",
        "edition = \"2026\"\n\n[roles]\nnot_found = \"ACCOUNT_NOT_FOUND\"\n",
    );
    let before = package.files();
    package
        .run(&RETIRE)
        .ends(1)
        .says(&["error[unknown-code]", "refused: nothing was written"]);
    assert_eq!(package.files(), before);
}

#[test]
fn it_is_retired_in_a_later_version_than_the_one_that_deprecated_it() {
    let package = Package::locked();
    package
        .run(&["deprecate", "ACCOUNT_NOT_FOUND", "--reason", "Say which."])
        .ends(0);
    package.run(&RETIRE).ends(0).says(&[
        "retired ACCOUNT_NOT_FOUND since 1.3.0; it was deprecated in 1.2.0",
        "raised the version from 1.2.0 to 1.3.0",
    ]);
    package.run(&["check"]).ends(0);
}
