//! The lock under real merges: what two branches record side by side goes together again.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::process::Command;

use common::{Package, REGISTRY};

/// A code; they differ in name, texts and details alone, so that their contracts have every line in common.
fn code(name: &str) -> String {
    format!(
        "\n[codes.{name}]\nclass = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\n\
         status = \"frozen\"\nsince = \"1.2.0\"\nhttp = 400\nmessage = \"{name} it is.\"\nhint = \"Mend what {name} says.\"\n\n\
         [codes.{name}.details]\nlimit = \"integer\"\n"
    )
}

/// Runs git and says how it ended.
fn git(package: &Package, arguments: &[&str]) -> bool {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(["-c", "merge.conflictStyle=merge", "-c", "init.defaultBranch=main"])
        .args(arguments)
        .current_dir(package.path())
        .env("GIT_CONFIG_GLOBAL", package.path().join("none"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    output.status.success()
}

/// A repository in which `ours` and `theirs` each added and froze codes, each in a file of its own, merged as far as git
/// does it. Says whether git needed no hand.
fn merged(before: &[&str], ours: &[&str], theirs: &[&str]) -> (Package, bool) {
    let head = REGISTRY.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\ninclude = [\"codes/*.toml\"]\n",
    );
    let package = Package::new(&head);
    package.write("codes/before.toml", &codes(before));
    package.run(&["freeze"]).ends(0);
    assert!(git(&package, &["init", "-q"]));
    commit(&package);
    for (branch, names) in [("ours", ours), ("theirs", theirs)] {
        assert!(git(&package, &["checkout", "-q", "-b", branch, "main"]));
        package.write(&format!("codes/{branch}.toml"), &codes(names));
        package.run(&["freeze"]).ends(0);
        commit(&package);
    }
    assert!(git(&package, &["checkout", "-q", "ours"]));
    let clean = git(&package, &["merge", "-q", "theirs"]);
    (package, clean)
}

fn codes(names: &[&str]) -> String {
    names.iter().map(|name| code(name)).collect()
}

fn commit(package: &Package) {
    assert!(git(package, &["add", "-A"]) && git(package, &["commit", "-q", "-m", "x"]));
}

/// The lock that a freeze of everything writes.
fn canonical(package: &Package) -> String {
    let written = package.read("registry.lock");
    std::fs::remove_file(package.path().join("registry.lock")).unwrap();
    package.run(&["freeze"]).ends(0);
    let lock = package.read("registry.lock");
    package.write("registry.lock", &written);
    lock
}

fn is_marker(line: &str) -> bool {
    ["<<<<<<<", "=======", ">>>>>>>"]
        .iter()
        .any(|marker| line.starts_with(marker))
}

#[test]
fn neighbours_frozen_on_two_branches_are_merged_by_keeping_both_sides() {
    let long = "\n".to_owned();
    for (before, ours, theirs) in [
        (
            &["VOUCHER_ALL", "VOUCHER_ZERO"][..],
            &["VOUCHER_BAD"][..],
            &["VOUCHER_BENT"][..],
        ),
        (&["VOUCHER_ALL", "VOUCHER_ZERO"], &["VOUCHER_BENT"], &["VOUCHER_BAD"]),
        // Several at once, interleaved by name; and as the first, the last and the only codes.
        (
            &["VOUCHER_ALL", "VOUCHER_ZERO"],
            &["VOUCHER_B1", "VOUCHER_B4"],
            &["VOUCHER_B2", "VOUCHER_B3", "VOUCHER_B5"],
        ),
        (&[], &["AAA", "ZZZ"], &["AAB", "ZZY"]),
    ] {
        let (package, clean) = merged(before, ours, theirs);
        assert!(!clean, "neighbours are in each other's way");
        let conflict = package.read("registry.lock");
        package
            .run(&["check"])
            .ends(2)
            .says(&["error[lock-conflict]", "keep the lines of both sides"]);
        // Both ways to take the markers out: the lines alone, and with an empty line in their place.
        for instead in [None, Some(&long)] {
            let lines = conflict.split_inclusive('\n');
            let both: String = lines
                .filter_map(|line| {
                    if is_marker(line) {
                        instead.map(String::as_str)
                    } else {
                        Some(line)
                    }
                })
                .collect();
            package.write("registry.lock", &both);
            let said = package.run(&["freeze"]).ends(0);
            assert!(!said.text().contains("first time"), "nothing is lost: {}", said.text());
            assert_eq!(package.read("registry.lock"), canonical(&package), "{both}");
            package.run(&["check", "--deny", "warnings"]).ends(0);
        }
    }
}

#[test]
fn no_two_codes_share_a_line() {
    let (package, _) = merged(&["VOUCHER_ALL"], &["VOUCHER_BAD"], &["VOUCHER_BENT"]);
    let conflict = package.read("registry.lock");
    assert_eq!(
        conflict.matches("<<<<<<<").count(),
        1,
        "one conflict, not one a run of lines:\n{conflict}"
    );
    let lock = canonical(&package);
    let mut lines: Vec<&str> = lock.lines().filter(|line| !line.is_empty()).collect();
    let all = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), all, "{lock}");
}

#[test]
fn what_is_not_side_by_side_needs_no_hand() {
    for (ours, theirs) in [
        (&["VOUCHER_BAD"][..], &["VOUCHER_MAD"][..]),
        (&["VOUCHER_MAD", "VOUCHER_ZOO"], &["VOUCHER_BAD", "AAA"]),
    ] {
        let (package, clean) = merged(&["VOUCHER_ALL", "VOUCHER_KEPT", "VOUCHER_ZERO"], ours, theirs);
        assert!(clean, "{}", package.read("registry.lock"));
        assert_eq!(package.read("registry.lock"), canonical(&package));
        package.run(&["freeze"]).ends(0).says(&["up to date"]);
        package.run(&["check", "--deny", "warnings"]).ends(0);
    }
}

#[test]
fn a_change_of_one_code_and_a_new_neighbour_need_no_hand() {
    let (package, _) = merged(&["VOUCHER_ALL"], &[], &[]);
    assert!(git(&package, &["checkout", "-q", "-b", "detail", "main"]));
    let detail = "limit = \"integer\"\nmost = { type = \"integer\", optional = true }\n";
    package.edit("codes/before.toml", "limit = \"integer\"\n", detail);
    package.run(&["freeze"]).ends(0);
    commit(&package);
    assert!(git(&package, &["checkout", "-q", "-b", "neighbour", "main"]));
    package.write("codes/theirs.toml", &code("VOUCHER_BAD"));
    package.run(&["freeze"]).ends(0);
    commit(&package);
    assert!(
        git(&package, &["merge", "-q", "detail"]),
        "{}",
        package.read("registry.lock")
    );
    assert_eq!(package.read("registry.lock"), canonical(&package));
    package.run(&["check"]).ends(0);
}

#[test]
fn a_code_that_both_sides_changed_is_merged_by_keeping_one_of_them() {
    let (package, _) = merged(&["VOUCHER_ALL"], &[], &[]);
    for (branch, line) in [
        (
            "left",
            "least = { type = \"integer\", optional = true }\nlimit = \"integer\"\n",
        ),
        (
            "right",
            "limit = \"integer\"\nmost = { type = \"integer\", optional = true }\n",
        ),
    ] {
        assert!(git(&package, &["checkout", "-q", "-b", branch, "main"]));
        package.edit("codes/before.toml", "limit = \"integer\"\n", line);
        package.run(&["freeze"]).ends(0);
        commit(&package);
    }
    assert!(!git(&package, &["merge", "-q", "left"]));
    let both = "least = { type = \"integer\", optional = true }\nlimit = \"integer\"\nmost = { type = \"integer\", optional = true }\n";
    package.write(
        "codes/before.toml",
        &code("VOUCHER_ALL").replace("limit = \"integer\"\n", both),
    );
    let conflict = package.read("registry.lock");
    let kept: String = conflict.split_inclusive('\n').filter(|line| !is_marker(line)).collect();
    package.write("registry.lock", &kept);
    package.run(&["freeze"]).ends(2).says(&[
        "the lock records `VOUCHER_ALL` twice",
        "keep the lines of one of the two",
    ]);
    // As the help says: the lines of one side.
    assert!(git(&package, &["checkout", "--ours", "registry.lock"]));
    package.run(&["freeze"]).ends(0);
    assert_eq!(package.read("registry.lock"), canonical(&package));
    package.run(&["check"]).ends(0);
}
