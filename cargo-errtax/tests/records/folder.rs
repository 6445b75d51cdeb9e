//! What the folder must be, and what may stand in it.

use std::fs;

use crate::common::{Package, REGISTRY};
use crate::{PATH, POLICY, RECORD, found, kept};

const ACCEPTED: &str = "docs/decisions/accepted";

#[test]
fn without_a_policy_nothing_is_asked() {
    let package = Package::locked();
    package.write("docs/decisions/accepted/whatever.md", "");
    package.run(&["check", "--deny", "warnings"]).ends(0);
}

#[test]
fn a_folder_that_is_missing_or_empty_is_told_and_made() {
    for make in [false, true] {
        let package = Package::new(&format!("{REGISTRY}{POLICY}"));
        package.run(&["freeze"]).ends(0);
        if make {
            fs::create_dir_all(package.path().join(ACCEPTED)).unwrap();
        }
        let line = REGISTRY.lines().count() + 2;
        assert_eq!(found(&package), [format!("record-index-stale registry.toml:{line}:2")]);
        let said = match make {
            true => "docs/decisions/README.md is not there: the index of the decision records",
            false => "docs/decisions is not there, and `[policy]` names it as the folder of the decision records",
        };
        package
            .run(&["check"])
            .ends(1)
            .says(&[said, "`cargo errtax check --fix`"]);
        package
            .run(&["check", "--fix"])
            .ends(0)
            .says(&["wrote docs/decisions/README.md"]);
        assert!(
            package
                .read("docs/decisions/README.md")
                .ends_with("\nNo decision is on record yet.\n")
        );
        assert_eq!(found(&package), [""; 0]);
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_is_told() {
    let package = Package::new(&format!("{REGISTRY}{POLICY}"));
    package.run(&["freeze"]).ends(0);
    package.write("docs/decisions", "");
    let at = REGISTRY.lines().count() + 2;
    assert_eq!(found(&package), [format!("record-unreadable registry.toml:{at}:2")]);
    package.run(&["check", "--fix"]).ends(2).says(&[
        "docs/decisions, which decision records are kept in, cannot be read: it is a file, and a folder belongs there",
    ]);
    let package = kept();
    package.write("docs/decisions/rejected", "");
    package
        .run(&["check"])
        .ends(2)
        .says(&["docs/decisions/rejected", "it is a file, and a folder belongs there"]);
}

#[test]
fn a_name_is_a_number_and_words() {
    for (name, title, new) in [
        ("ask.md", "# Ask", "0002-ask.md"),
        ("2-ask.md", "# Ask", "0002-ask.md"),
        ("0002_Ask_Them.md", "# Ask", "0002-ask-them.md"),
        ("0002-ask.MD", "# Ask", "0002-ask.md"),
        ("0002-ask.txt", "# Ask", "0002-ask.md"),
        ("0001-ask.markdown", "# Ask", "0002-ask.md"),
        ("README.md", "# Ask", "0002-readme.md"),
    ] {
        let package = kept();
        let path = format!("{ACCEPTED}/{name}");
        package.write(&path, &RECORD.replace("# 1. Ask the user", title));
        assert_eq!(found(&package), [format!("record-name {path}:1:1")], "{name}");
        package
            .run(&["check"])
            .ends(1)
            .says(&[&format!("`git mv {path} {ACCEPTED}/{new}`")]);
    }
}

#[test]
fn a_number_is_given_once_in_all_three_folders() {
    let package = kept();
    let path = "docs/decisions/rejected/0001-let-agents-reopen.md";
    package.write(path, &RECORD.replace("accepted", "rejected"));
    package.run(&["check", "--fix"]).ends(1);
    assert_eq!(found(&package), [format!("record-number-taken {path}:1:1")]);
    package.run(&["check"]).ends(1).says(&[
        "the number 1 is that of two records: docs/decisions/accepted/0001-ask-the-user.md has it too",
        "`git mv docs/decisions/rejected/0001-let-agents-reopen.md docs/decisions/rejected/0002-let-agents-reopen.md`",
    ]);
    // Its title may have moved before it.
    package.edit(path, "# 1. ", "# 2. ");
    package.run(&["check", "--fix"]).ends(1);
    assert_eq!(found(&package), [format!("record-number-taken {path}:1:1")]);
}

#[test]
fn what_stands_in_no_folder_of_a_status_is_misplaced() {
    for path in [
        "docs/decisions/0002-ask.md",
        "docs/decisions/template.md",
        "docs/decisions/superseded/0002-ask.md",
        "docs/decisions/accepted/2026/deep/0002-ask.md",
    ] {
        let package = kept();
        package.write(path, RECORD);
        assert_eq!(found(&package), [format!("record-misplaced {path}:1:1")]);
        package
            .run(&["check"])
            .ends(1)
            .says(&[&format!("`git mv {path} {ACCEPTED}/0002-")]);
    }
    // What is no page is nobody's business, nor is what the system puts there.
    let package = kept();
    for path in [
        "accepted/picture.png",
        ".gitkeep",
        "accepted/.x.md.swp",
        "accepted/.draft.md",
        ".notes.md",
        "pictures/a.svg",
        "proposed/.gitkeep",
    ] {
        package.write(&format!("docs/decisions/{path}"), "");
    }
    assert_eq!(found(&package), [""; 0]);
}

#[test]
fn what_is_no_text_is_not_taken_for_one() {
    let package = kept();
    fs::write(package.path().join(PATH), b"# 1. Ask\n\nSt\xe4tus: accepted\n").unwrap();
    assert_eq!(found(&package), [format!("record-unreadable {PATH}:1:1")]);
    package
        .run(&["check"])
        .ends(2)
        .says(&[&format!("{PATH} cannot be read: line 3 is not UTF-8")]);
    // What the index should say nobody knows then, so it stays.
    let before = package.files();
    package.run(&["check", "--fix"]).ends(2);
    assert_eq!(package.files(), before);
    package.run(&["check"]).ends(2);
    let package = kept();
    fs::remove_file(package.path().join(PATH)).unwrap();
    fs::create_dir(package.path().join(PATH)).unwrap();
    package.run(&["check"]).ends(2).says(&["it is a folder"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_those_that_lead_nowhere_are_told() {
    use std::os::unix::fs::symlink;
    let package = kept();
    let top = package.path().join("docs");
    // The whole folder may stand elsewhere.
    fs::rename(top.join("decisions"), top.join("real")).unwrap();
    symlink("real", top.join("decisions")).unwrap();
    assert_eq!(found(&package), [""; 0]);
    // So may one record.
    fs::rename(package.path().join(PATH), top.join("elsewhere.md")).unwrap();
    symlink("../../elsewhere.md", package.path().join(PATH)).unwrap();
    assert_eq!(found(&package), [""; 0]);
    // A link to a folder above is not followed for ever.
    symlink("..", top.join("real/loop")).unwrap();
    assert_eq!(found(&package), [""; 0]);
    fs::remove_file(top.join("elsewhere.md")).unwrap();
    package
        .run(&["check"])
        .ends(2)
        .says(&[PATH, "cannot be read: it is a link that leads nowhere"]);
    fs::remove_dir_all(top.join("real")).unwrap();
    package
        .run(&["check"])
        .ends(2)
        .says(&["docs/decisions", "it is a link that leads nowhere"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let package = kept();
    let pipe = package.path().join("docs/decisions/accepted/0002-pipe.md");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(pipe)
            .status()
            .unwrap()
            .success()
    );
    package
        .run(&["check"])
        .ends(2)
        .says(&["0002-pipe.md cannot be read: it is no file"]);
}
