//! The drafts that commands write.

use std::fs;

use crate::common::{Package, REGISTRY};
use crate::{POLICY, found, kept};

const WHY: [&str; 4] = ["--reason", "Agents can reopen it by now.", "--issue", "#42"];

/// A record is on file, and a frozen code has another meaning.
fn drifted() -> Package {
    let package = kept();
    package.edit("registry.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    package.edit("registry.toml", "http      = 404", "http      = 410");
    package
}

#[test]
fn amend_writes_what_it_knows_and_leaves_the_rest_with_its_line() {
    let package = drifted();
    let path = "docs/decisions/accepted/0002-amend-action-of-account-closed.md";
    let run = package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(0)
        .says(&[
            &format!("wrote {path}\n"),
            "wrote docs/decisions/README.md\n",
            &format!(
                "left to do: say in the decision record what only you know: \"Alternatives considered\" ({path}:17) and \
                 \"Consequences\" ({path}:21); `cargo errtax check` fails until it is said"
            ),
        ]);
    assert!(!run.text().contains("record = "), "{}", run.text());
    assert_eq!(
        package.read(path),
        "\
# 2. Amend action of ACCOUNT_CLOSED

Status: accepted

Issue: #42

## Problem

Agents can reopen it by now.

## Decision

- `action` of ACCOUNT_CLOSED: `ask_user` → `fix_state`, with version 2.0.0

## Alternatives considered

TODO: what else could have been done, and why it was not: a new code beside the old one, for one (`cargo errtax supersede`).

## Consequences

TODO: what follows for agents, for those who write them and for this server, the unwelcome part too.
"
    );
    assert!(
        package
            .read("registry.toml")
            .ends_with(&format!("record  = \"{path}\"\n"))
    );
    assert!(
        package
            .read("docs/decisions/README.md")
            .contains("- [0002](accepted/0002-amend-action-of-account-closed.md) Amend action of ACCOUNT_CLOSED\n")
    );
    let findings = found(&package);
    assert_eq!(
        findings[..2],
        [
            format!("record-unfinished {path}:17:1"),
            format!("record-unfinished {path}:21:1")
        ]
    );
    assert!(findings[2].starts_with("http-changed"), "{findings:?}");
}

#[test]
fn several_fields_amended_at_once_are_one_decision() {
    let package = kept();
    package.edit("registry.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    package.edit("registry.toml", "http      = 409\n", "");
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action", "http"], &WHY[..]].concat())
        .ends(0);
    let path = "docs/decisions/accepted/0002-amend-action-and-http-of-account-closed.md";
    let text = package.read(path);
    assert!(
        text.contains(
            "- `action` of ACCOUNT_CLOSED: `ask_user` → `fix_state`, with version 2.0.0\n- `http` of ACCOUNT_CLOSED: `409` → \
             nothing, with version 2.0.0\n"
        ),
        "{text}"
    );
    assert_eq!(package.read("registry.toml").matches(path).count(), 2);
    assert_eq!(found(&package).len(), 2);
}

#[test]
fn a_retirement_and_a_supersession_are_decisions_and_a_deprecation_alone_is_none() {
    let package = kept();
    package
        .run(&[
            "supersede",
            "ACCOUNT_NOT_FOUND",
            "ACCOUNT_UNKNOWN",
            "--reason",
            "It was never there.",
            "--freeze",
        ])
        .ends(0);
    let path = "docs/decisions/accepted/0002-supersede-account-not-found-by-account-unknown.md";
    let text = package.read(path);
    assert!(text.starts_with("# 2. Supersede ACCOUNT_NOT_FOUND by ACCOUNT_UNKNOWN\n\nStatus: accepted\n\n## Problem\n\nIt was never there.\n"), "{text}");
    assert!(
        text.contains(
            "## Decision\n\n- added and froze ACCOUNT_UNKNOWN as a copy of ACCOUNT_NOT_FOUND\n- ACCOUNT_NOT_FOUND is deprecated since \
             version 1.2.0 in favour of ACCOUNT_UNKNOWN\n"
        ),
        "{text}"
    );
    assert!(package.read("registry.toml").contains(&format!("record = \"{path}\"")));

    package
        .run(&["deprecate", "ACCOUNT_CLOSED", "--reason", "No account is closed."])
        .ends(0);
    assert!(
        !package
            .path()
            .join("docs/decisions/accepted/0003-supersede-account-closed-by.md")
            .exists()
    );
    assert_eq!(
        fs::read_dir(package.path().join("docs/decisions/accepted"))
            .unwrap()
            .count(),
        2
    );

    package
        .run(&["retire", "ACCOUNT_NOT_FOUND", "--reason", "ACCOUNT_UNKNOWN says it."])
        .ends(0);
    let path = "docs/decisions/accepted/0003-retire-account-not-found.md";
    let text = package.read(path);
    assert!(
        text.contains("retired with version 1.4.0, and its name is never used again. It was deprecated in 1.2.0 in favour of ACCOUNT_UNKNOWN."),
        "{text}"
    );
    assert!(package.read("registry.toml").contains(&format!("record = \"{path}\"")));
}

#[test]
fn what_nobody_said_is_left_too() {
    let package = kept();
    let run = package
        .run(&["deprecate", "ACCOUNT_NOT_FOUND", "--replaced-by", "ACCOUNT_CLOSED"])
        .ends(0);
    let path = "docs/decisions/accepted/0002-supersede-account-not-found-by-account-closed.md";
    assert!(
        run.text().contains(&format!("\"Problem\" ({path}:7)")),
        "{}",
        run.text()
    );
    let unfinished = found(&package);
    let unfinished = unfinished
        .iter()
        .filter(|finding| finding.starts_with("record-unfinished"));
    assert_eq!(unfinished.count(), 3);
}

#[test]
fn the_first_record_makes_its_folders_and_the_number_follows_the_highest() {
    let package = Package::new(&format!("{REGISTRY}{POLICY}"));
    package.run(&["freeze"]).ends(0);
    package.edit("registry.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(0);
    assert!(
        package
            .read("docs/decisions/accepted/0001-amend-action-of-account-closed.md")
            .starts_with("# 1. ")
    );
    package.write("docs/decisions/rejected/0041-no.md", "");
    package.edit("registry.toml", "http      = 404", "http      = 410");
    package
        .run(&[&["amend", "ACCOUNT_NOT_FOUND", "http"], &WHY[..]].concat())
        .ends(0);
    assert!(
        package
            .read("docs/decisions/accepted/0042-amend-http-of-account-not-found.md")
            .starts_with("# 42. ")
    );
}

#[test]
fn record_and_registry_are_written_together_or_not_at_all() {
    // What the gate does not accept is not written down either.
    let package = drifted();
    let before = package.files();
    package
        .run(&["amend", "ACCOUNT_CLOSED", "action", "--reason", "…", "--issue", "#42"])
        .ends(1);
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action", "--dry-run"], &WHY[..]].concat())
        .ends(0)
        .says(&[
            "+# 2. Amend action of ACCOUNT_CLOSED",
            "would write docs/decisions/accepted/0002-amend-action-of-account-closed.md",
        ]);
    assert_eq!(package.files(), before);
    // No folder for the record: no amendment.
    fs::rename(
        package.path().join("docs/decisions/accepted"),
        package.path().join("docs/x"),
    )
    .unwrap();
    package.write("docs/decisions/accepted", "");
    let before = package.files();
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(2)
        .says(&[
            "cannot number the decision record: docs/decisions/accepted cannot be read",
            "`--record PATH`",
        ]);
    assert_eq!(package.files(), before);
}

#[cfg(unix)]
#[test]
fn a_record_that_cannot_be_written_leaves_the_registry_as_it_was() {
    let package = drifted();
    let index = package.path().join("docs/decisions/README.md");
    let mut permissions = fs::metadata(&index).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&index, permissions).unwrap();
    let before = package.files();
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(2)
        .says(&["cannot write docs/decisions/README.md", "nothing was changed"]);
    assert_eq!(package.files(), before);
}

#[test]
fn an_index_that_somebody_wrote_stays_and_the_record_is_written() {
    let package = drifted();
    package.write("docs/decisions/README.md", "# Mine\n");
    package.write("docs/decisions/index.md", "# Mine too\n");
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(0);
    assert_eq!(package.read("docs/decisions/README.md"), "# Mine\n");
    assert_eq!(package.read("docs/decisions/index.md"), "# Mine too\n");
    package.run(&["check"]).ends(1).says(&["error[record-index-misplaced]"]);
}

#[test]
fn whatever_a_reason_says_the_record_keeps_its_form() {
    for reason in [
        "## Decision",
        "```\nx",
        "<!-- x",
        "# 9. Other\n\nStatus: rejected\n\n## Problem\n~~~",
    ] {
        let package = drifted();
        package
            .run(&[
                "amend",
                "ACCOUNT_CLOSED",
                "action",
                "--issue",
                "## Problem",
                "--reason",
                reason,
            ])
            .ends(0);
        let rules: Vec<String> = found(&package)
            .iter()
            .map(|finding| finding.split(' ').next().unwrap().to_owned())
            .collect();
        assert_eq!(
            rules,
            ["record-unfinished", "record-unfinished", "http-changed"],
            "{reason}"
        );
    }
}

#[test]
fn without_a_policy_no_record_is_drafted() {
    let package = Package::locked();
    package.edit("registry.toml", "\"ask_user\"   #", "\"fix_state\"   #");
    package
        .run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(0);
    assert!(!package.path().join("docs").exists());
}
