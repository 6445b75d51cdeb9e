//! The records that a registry names.

use crate::common::{Package, REGISTRY};
use crate::{PATH, POLICY, RECORD, found, kept};

const AMENDED: &str = "\n[[amendments]]\ncode = \"ACCOUNT_CLOSED\"\nfield = \"action\"\nfrom = \"stop\"\nto = \"ask_user\"\nreason = \
                       \"Somebody can.\"\nissue = \"#1\"\nversion = \"1.0.0\"\nrecord = \"RECORD\"\n";
const RETIRED: &str = "\n[retired.ACCOUNT_SHUT]\nsince = \"1.1.0\"\nreason = \"Closed.\"\nrecord = \"RECORD\"\n";
const DEPRECATED: &str = "http      = 404\ndeprecated = { since = \"1.2.0\", replaced_by = \"ACCOUNT_CLOSED\", record = \"RECORD\" }\nallow = { replacement-differs = \"Both are final.\" }\n";

/// A package in which an amendment, a tombstone and a supersession name this record.
fn naming(record: &str) -> Package {
    let registry = REGISTRY.replace("http      = 404\n", DEPRECATED);
    let package = Package::new(&format!("{registry}{RETIRED}{AMENDED}{POLICY}").replace("RECORD", record));
    package.write(PATH, RECORD);
    package.write(
        "docs/decisions/rejected/0002-let-agents-reopen.md",
        &RECORD
            .replace("1. Ask the user", "2. Let agents reopen")
            .replace("accepted", "rejected"),
    );
    package.write(
        "docs/decisions/proposed/0003-reopen-by-hand.md",
        &RECORD
            .replace("1. Ask the user", "3. Reopen by hand")
            .replace("accepted", "proposed"),
    );
    package.run(&["freeze"]).ends(0);
    package.run(&["check", "--fix"]);
    package
}

#[test]
fn they_are_there_and_accepted() {
    assert_eq!(found(&naming(PATH)), [""; 0]);
    assert_eq!(
        found(&naming("docs/./decisions/accepted/0001-ask-the-user.md")),
        [""; 0]
    );
    for (record, rule, said, help) in [
        (
            "docs/decisions/rejected/0002-let-agents-reopen.md",
            "record-not-accepted",
            "was rejected: it says that this is not done",
            "undo the change",
        ),
        (
            "docs/decisions/proposed/0003-reopen-by-hand.md",
            "record-not-accepted",
            "is a proposal: nothing is decided yet, and the change ships",
            "`git mv docs/decisions/proposed/0003-reopen-by-hand.md docs/decisions/accepted/0003-reopen-by-hand.md`",
        ),
        (
            "docs/decisions/accepted/0002-let-agents-reopen.md",
            "record-not-found",
            "there is no decision record docs/decisions/accepted/0002-let-agents-reopen.md",
            "did you mean `record = \"docs/decisions/rejected/0002-let-agents-reopen.md\"`?",
        ),
        (
            "docs/decisions/accepted/0001-ask-the-usr.md",
            "record-not-found",
            "there is no decision record",
            "did you mean `record = \"docs/decisions/accepted/0001-ask-the-user.md\"`?",
        ),
        (
            "docs/adr/9.md",
            "record-not-found",
            "docs/adr/9.md is none of the decision records, which `[policy]` keeps in docs/decisions",
            "write it, and name it: `record = \"docs/decisions/accepted/0004-title.md\"`",
        ),
        (
            "docs/decisions/README.md",
            "record-not-found",
            "there is no decision record docs/decisions/README.md",
            "write it",
        ),
    ] {
        let package = naming(record);
        let findings = found(&package);
        assert_eq!(findings.len(), 3, "{record}: {findings:?}");
        let text = package.read("registry.toml");
        for finding in findings {
            let (told, place) = finding.split_once(" registry.toml:").unwrap();
            let line = text
                .lines()
                .nth(place.split(':').next().unwrap().parse::<usize>().unwrap() - 1)
                .unwrap();
            assert_eq!(told, rule);
            assert!(
                line.contains(record) || line == "[retired.ACCOUNT_SHUT]",
                "{finding}: {line}"
            );
        }
        package.run(&["check"]).ends(1).says(&[said, help]);
    }
}

#[test]
fn without_a_policy_they_are_not_looked_for() {
    let package = naming("docs/decisions/accepted/0009-none.md");
    package.edit("registry.toml", POLICY, "");
    assert_eq!(found(&package), [""; 0]);
}

#[test]
fn a_record_that_was_typed_must_be_one_that_can_be_named() {
    for (path, said) in [
        ("docs/decisions/accepted/0009-none.md", "there is no record"),
        ("docs/decisions/rejected/0002-let-agents-reopen.md", "was rejected"),
        ("docs/decisions/proposed/0003-reopen-by-hand.md", "is a proposal"),
        ("docs/decisions/README.md", "there is no decision record"),
        ("registry.toml", "registry.toml is none of the decision records"),
    ] {
        let package = naming(PATH);
        package.edit("registry.toml", "\"ask_user\"   #", "\"fix_state\"   #");
        let before = package.files();
        package
            .run(&[
                "amend",
                "ACCOUNT_CLOSED",
                "action",
                "--reason",
                "So.",
                "--issue",
                "#2",
                "--record",
                path,
            ])
            .ends(1)
            .says(&[said]);
        assert_eq!(package.files(), before, "{path}");
    }
}

/// Who takes over the codes of a registry does not owe its records.
#[test]
fn a_registry_that_extends_another_is_not_asked_for_the_records_of_that() {
    let shared = kept();
    let package = Package::new(&REGISTRY.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\nextends = [\"errtax@1.0\", \"shared.toml\"]\n",
    ));
    let text = shared.read("registry.toml").replace("\"bank\"", "\"shared\"");
    package.write(
        "shared.toml",
        &format!("{}{AMENDED}", text.replace("ACCOUNT_", "SHARED_")).replace("ACCOUNT_", "SHARED_"),
    );
    package.run(&["freeze", "--registry", "shared.toml"]).ends(0);
    package.run(&["freeze"]).ends(0);
    assert_eq!(found(&package), [""; 0]);
    // That one itself is.
    let run = package.run(&["check", "--registry", "shared.toml", "--format", "json"]);
    assert!(run.stdout.contains("record-not-found"), "{}", run.stdout);
}
