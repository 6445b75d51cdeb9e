//! A command that does not end well has changed no byte, and a dry run shows what would be written.

use crate::common::{Package, REGISTRY};
use crate::{WHY, deprecated, drifted};

/// Each command as it would succeed, and a package in which it does.
fn succeeding() -> Vec<(Vec<&'static str>, Package)> {
    vec![
        (
            vec![
                "new",
                "ACCOUNT_ODD",
                "--class",
                "not_found",
                "--message",
                "It is odd.",
                "--hint",
                "List the accounts once.",
            ],
            Package::locked(),
        ),
        (
            vec!["deprecate", "ACCOUNT_NOT_FOUND", "--replaced-by", "ACCOUNT_CLOSED"],
            Package::locked(),
        ),
        (
            vec!["retire", "ACCOUNT_NOT_FOUND", "--reason", "Say which."],
            deprecated(),
        ),
        (
            vec!["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT", "--freeze"],
            Package::locked(),
        ),
        ([&["amend", "ACCOUNT_CLOSED", "action"][..], &WHY].concat(), drifted()),
    ]
}

#[test]
fn a_dry_run_changes_nothing_and_shows_the_very_lines_that_are_written() {
    for (arguments, package) in succeeding() {
        let before = package.files();
        let run = package.run(&[&arguments[..], &["--dry-run"]].concat()).ends(0).says(&[
            "nothing was changed (--dry-run)\n",
            "--- registry.toml\n+++ registry.toml\n",
            "would write registry.toml",
        ]);
        assert_eq!(package.files(), before, "{arguments:?}");
        let old = package.read("registry.toml") + &package.read("registry.lock");
        package.run(&arguments).ends(0);
        let new = package.read("registry.toml") + &package.read("registry.lock");
        let (removed, added) = crate::changed(&old, &new);
        let shown = |mark: char| -> Vec<String> {
            let lines = run
                .stdout
                .lines()
                .filter(|line| line.starts_with(mark) && !line.starts_with(&mark.to_string().repeat(3)));
            let mut lines: Vec<String> = lines.map(|line| line[1..].to_owned()).collect();
            lines.sort();
            lines
        };
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        // Empty lines and lines that only moved may be shown and not count as changed.
        for (mark, lines) in [('-', removed), ('+', added)] {
            let shown = shown(mark);
            for line in sorted(lines) {
                assert!(shown.contains(&line), "{arguments:?}: {mark}{line}\n{}", run.stdout);
            }
        }
    }
}

#[test]
fn checked_in_files_that_were_fresh_stay_fresh() {
    for (arguments, package) in succeeding() {
        let text = package.read("registry.toml");
        let artifacts = "\n[artifacts]\nschema = \"docs/errors.json\"\ndocs = \"docs/errors.md\"\n";
        package.write("registry.toml", &format!("{text}{artifacts}"));
        let drifted = arguments[0] == "amend";
        package.run(&["check", "--fix"]).ends(i32::from(drifted));
        let docs = package.read("docs/errors.md");
        let run = package
            .run(&[&arguments[..], &["--dry-run"]].concat())
            .ends(0)
            .says(&["would write docs/errors.md\n"]);
        assert!(
            !run.stdout.contains("+++ docs/errors.md"),
            "not line by line: {}",
            run.stdout
        );
        assert_eq!(package.read("docs/errors.md"), docs);
        package.run(&arguments).ends(0).says(&["wrote docs/errors.md\n"]);
        assert_ne!(package.read("docs/errors.md"), docs);
        let run = package.run(&["check"]);
        assert!(!run.text().contains("artifact-stale"), "{}", run.text());
        package.run(&["freeze", "PAYEE_BLOCKED"]);
        let run = package.run(&["check"]);
        assert!(!run.text().contains("artifact-stale"), "{}", run.text());
    }
}

#[test]
fn every_command_refuses_a_registry_or_a_lock_that_is_half_merged() {
    for (arguments, package) in succeeding() {
        let (text, lock) = (package.read("registry.toml"), package.read("registry.lock"));
        package.write(
            "registry.toml",
            &format!("<<<<<<< HEAD\n{text}=======\n>>>>>>> other\n"),
        );
        let before = package.files();
        package
            .run(&arguments)
            .ends(2)
            .says(&["error[merge-conflict]", "refused: nothing was written"]);
        assert_eq!(package.files(), before);
        package.write(
            "registry.toml",
            &text.replace("[codes.LIMIT_REACHED]", "[codes.LIMIT_REACHED"),
        );
        let before = package.files();
        package
            .run(&arguments)
            .ends(1)
            .says(&["error[toml-syntax]", "refused: nothing was written"]);
        assert_eq!(package.files(), before);
        if arguments[0] == "new" {
            continue;
        }
        package.write("registry.toml", &text);
        package.write(
            "registry.lock",
            &format!("<<<<<<< HEAD\n{lock}=======\n>>>>>>> other\n"),
        );
        let before = package.files();
        package
            .run(&arguments)
            .ends(2)
            .says(&["error[lock-conflict]", "refused: nothing was written"]);
        assert_eq!(package.files(), before);
    }
}

#[test]
fn a_lock_that_is_missing_or_was_edited_is_not_rewritten() {
    for (arguments, package) in succeeding().into_iter().filter(|(arguments, _)| arguments[0] != "new") {
        let lock = package.read("registry.lock");
        package.write(
            "registry.lock",
            &lock.replace("ACCOUNT_CLOSED.http = 409", "ACCOUNT_CLOSED.http = 410"),
        );
        let before = package.files();
        package
            .run(&arguments)
            .ends(1)
            .says(&["error[lock-edited]", "refused: nothing was written"]);
        assert_eq!(package.files(), before);
        std::fs::remove_file(package.path().join("registry.lock")).unwrap();
        let before = package.files();
        package
            .run(&arguments)
            .ends(2)
            .says(&["error[lock-missing]", "refused: nothing was written"]);
        assert_eq!(package.files(), before);
    }
}

#[test]
fn drift_of_another_code_is_neither_hidden_nor_in_the_way() {
    for (arguments, package) in succeeding() {
        package.edit("registry.toml", "[codes.PAYEE_BLOCKED]", "[codes.PAYEE_STOPPED]");
        package.edit(
            "registry.toml",
            "branch  = { type = \"string\"",
            "branch  = { type = \"integer\"",
        );
        package.run(&arguments).ends(0);
        package.run(&["check"]).ends(1).says(&["error[detail-retyped]"]);
    }
}

#[test]
fn without_a_registry_nothing_is_judged_or_written() {
    for (arguments, package) in succeeding() {
        std::fs::remove_file(package.path().join("registry.toml")).unwrap();
        let before = package.files();
        package
            .run(&arguments)
            .ends(2)
            .says(&["there is no registry: registry.toml is not a file"]);
        assert_eq!(package.files(), before);
    }
}

#[test]
fn when_one_file_cannot_be_written_none_is() {
    for file in ["registry.toml", "registry.lock"] {
        for (arguments, package) in succeeding() {
            let path = package.path().join(file);
            let read_only = |read_only: bool| {
                let mut permissions = std::fs::metadata(&path).unwrap().permissions();
                permissions.set_readonly(read_only);
                std::fs::set_permissions(&path, permissions).unwrap();
            };
            let before = package.files();
            read_only(true);
            let run = package.run(&arguments);
            read_only(false);
            if arguments[0] == "new" && file == "registry.lock" {
                run.ends(0);
                continue;
            }
            run.ends(2).says(&[
                &format!("cannot write {file}: permission denied"),
                "nothing was changed",
            ]);
            assert_eq!(package.files(), before, "{arguments:?}");
        }
    }
}

#[test]
fn a_registry_that_is_a_file_of_another_place_is_edited_there() {
    let package = Package::new("");
    std::fs::remove_file(package.path().join("registry.toml")).unwrap();
    package.write("contracts/bank.toml", REGISTRY);
    package.run(&["freeze", "--registry", "contracts/bank.toml"]).ends(0);
    package
        .run(&[
            "deprecate",
            "ACCOUNT_NOT_FOUND",
            "--reason",
            "Say which.",
            "--registry",
            "contracts/bank.toml",
        ])
        .ends(0)
        .says(&[
            "wrote contracts/bank.toml\n",
            "wrote contracts/bank.lock: 2 codes frozen",
        ]);
    package.run(&["check", "--registry", "contracts/bank.toml"]).ends(0);
}

#[test]
fn a_code_of_another_registry_is_edited_where_it_is_declared() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "edition = \"2026\"\n",
        "edition = \"2026\"\nextends = [\"errtax@1.0\", \"base/codes.toml\"]\n",
    );
    let base = REGISTRY
        .replace("ACCOUNT_", "BASE_")
        .replace("LIMIT_", "BASE_LIMIT_")
        .replace("PAYEE_", "BASE_PAYEE_")
        .replace("\"bank\"", "\"base\"");
    package.write("base/codes.toml", &base);
    package.run(&["freeze", "--registry", "base/codes.toml"]).ends(0);
    package
        .run(&["deprecate", "BASE_NOT_FOUND", "--reason", "Gone."])
        .ends(1)
        .says(&[
            "BASE_NOT_FOUND is a code of the registry `base`, and only that can change it",
            "`cargo errtax deprecate BASE_NOT_FOUND --registry base/codes.toml`",
        ]);
    package
        .run(&["deprecate", "RATE_LIMITED", "--reason", "Gone."])
        .ends(1)
        .says(&["name a code that `bank` itself declares"]);
    let there = [
        "deprecate",
        "BASE_NOT_FOUND",
        "--reason",
        "Gone.",
        "--registry",
        "base/codes.toml",
    ];
    package
        .run(&there)
        .ends(0)
        .says(&["wrote base/codes.toml\n", "wrote base/codes.lock"]);
    package.run(&["check"]).ends(0);
}

#[test]
fn warnings_that_are_denied_stop_what_would_bring_one() {
    let package = deprecated();
    let before = package.files();
    let change = ["deprecate", "ACCOUNT_NOT_FOUND", "--replaced-by", "PAYEE_BLOCKED"];
    package.run(&["freeze", "PAYEE_BLOCKED"]).ends(0);
    let frozen = package.files();
    package
        .run(&[&change[..], &["--deny", "warnings"]].concat())
        .ends(1)
        .says(&[
            "warning[replacement-changed]",
            "help: warnings are denied; without `--deny warnings` it is written",
        ]);
    assert_eq!(package.files(), frozen);
    assert_ne!(before, frozen);
    package.run(&change).ends(0).says(&["warning[replacement-changed]"]);
}
