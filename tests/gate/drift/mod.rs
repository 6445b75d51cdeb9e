//! Each way to drift from what has shipped: the build fails, the message shows where and what to do, and putting it back
//! builds.

mod codes;
mod details;
mod fields;
mod lock;

use std::fs;

use crate::support::{Package, REGISTRY, line, rule, shows, workspace};

/// A change of the registry that the lock does not allow.
struct Drift {
    what: &'static str,
    /// Replacements in the registry, each of something that stands there once.
    edits: &'static [(&'static str, &'static str)],
    /// Every rule that complains; the first is the one that the rest is about.
    rules: &'static [&'static str],
    /// What the line has that the message must show, as it is after the edits.
    registry_line: &'static str,
    /// The code in the lock, and what the line of it has that the message must show; empty for its first line.
    lock_line: (&'static str, &'static str),
    /// What has shipped and what to do about it.
    says: &'static [&'static str],
}

const LOCKED: &str = "PERIOD_LOCKED";
const AMEND: &str = "lead its users to a new code: `cargo errtax supersede ";

fn drift_and_back(package: &str, table: &[Drift]) {
    let package = Package::new(package);
    package.check().succeeds("before anything drifts");
    for Drift {
        what,
        edits,
        rules,
        registry_line,
        lock_line,
        says,
    } in table
    {
        for (from, to) in *edits {
            package.edit("registry.toml", from, to);
        }
        let registry = package.read("registry.toml");
        let build = package.check();
        assert!(!build.ok, "{what} compiles");
        let mut found = build.rules();
        let mut expected: Vec<&str> = rules.to_vec();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{what}\n{}", build.errors().join("\n\n"));
        let error = build
            .errors()
            .into_iter()
            .find(|error| rule(error) == rules.first().copied())
            .unwrap();

        let fragment = if registry_line.is_empty() {
            edits[0].1.lines().last().unwrap()
        } else {
            registry_line
        };
        let (number, text) = line(&registry, fragment);
        assert!(
            error.starts_with(&format!("registry.toml:{number}:")),
            "{what}: line {number}\n{error}"
        );
        assert!(shows(&error, number, text), "{what}: `{text}`\n{error}");
        let (block, fragment) = *lock_line;
        if !block.is_empty() {
            let (number, text) = in_block(&package.read("registry.lock"), block, fragment);
            assert!(
                error.contains(&format!("::: registry.lock:{number}:")),
                "{what}: line {number} of the lock\n{error}"
            );
            assert!(shows(&error, number, &text), "{what}: `{text}`\n{error}");
        }
        for fragment in *says {
            assert!(error.contains(fragment), "{what}: {fragment}\n{error}");
        }
        assert!(error.contains(" = help: "), "{what}\n{error}");

        package.write("registry.toml", REGISTRY);
        package.check().succeeds(what);
    }
}

/// The line of a code in the lock that begins with `fragment`.
fn in_block(lock: &str, code: &str, fragment: &str) -> (usize, String) {
    let start = format!("{code}.{fragment}");
    let (number, line) = lock
        .lines()
        .enumerate()
        .find(|(_, line)| line.starts_with(&start))
        .unwrap();
    (number + 1, line.to_owned())
}

#[test]
fn a_field_of_a_frozen_code_does_not_change() {
    drift_and_back("drift-fields", fields::FIELDS);
}

#[test]
fn a_detail_of_a_frozen_code_does_not_change() {
    drift_and_back("drift-details", details::DETAILS);
}

#[test]
fn a_frozen_code_stays() {
    drift_and_back("drift-codes", codes::CODES);
}

#[test]
fn the_message_reaches_a_terminal_and_readers_of_json_alike() {
    let package = Package::new("drift-message");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let build = package.check();
    let [error] = &build.errors()[..] else {
        panic!("one error: {:?}", build.errors())
    };
    let [rendered] = &build.rendered()[..] else {
        panic!("one error: {:?}", build.rendered())
    };
    let terminal = package.terminal();
    // Compilers indent the lines of a message below the first.
    for line in error.lines() {
        assert!(rendered.contains(line), "`{line}` in\n{rendered}");
        assert!(terminal.contains(line), "`{line}` in\n{terminal}");
    }
    assert!(terminal.contains("error: registry.toml:"), "{terminal}");
    // For the crate that does not include the generated file there is one line more.
    assert!(
        terminal.contains("registry.toml has a problem, first registry.toml:"),
        "{terminal}"
    );
}

#[test]
fn drafts_are_free_and_what_takes_nothing_away_needs_no_amendment() {
    let package = Package::new("drift-free");
    for (what, edits, freeze) in [
        (
            "a draft changed",
            &[(
                "class = \"internal\"\naction = \"stop\"",
                "class = \"auth\"\naction = \"stop\"",
            )][..],
            false,
        ),
        ("a draft removed", &[("[codes.BROKEN]", "[codes.WORN]")], false),
        (
            "a message reworded",
            &[("\"Too many calls.\"", "\"There were too many calls.\"")],
            false,
        ),
        (
            "a hint reworded",
            &[("\"Do not call again.\"", "\"Stop here.\"")],
            false,
        ),
        (
            "an enum grown",
            &[("[\"soft\", \"hard\"]", "[\"soft\", \"hard\", \"final\"]")],
            true,
        ),
        (
            "an optional detail added",
            &[(
                "landed = \"integer\"",
                "landed = \"integer\"\nnote = { type = \"string\", optional = true }",
            )],
            true,
        ),
        (
            "a code deprecated",
            &[(
                "hint = \"Wait as told",
                "deprecated = { since = \"1.2.0\", reason = \"Unused.\" }\nhint = \"Wait as told",
            )],
            true,
        ),
    ] {
        for (from, to) in edits {
            package.edit("registry.toml", from, to);
        }
        if let ("a draft changed", registry) = (what, package.read("registry.toml")) {
            package.write(
                "registry.toml",
                &registry.replace(
                    "executed = \"unknown\"\nmessage = \"The server failed.\"",
                    "executed = \"no\"\nmessage = \"The server failed.\"",
                ),
            );
        }
        if freeze {
            let build = package.check();
            assert_eq!(
                build.rules(),
                ["lock-stale"],
                "{what} is to be recorded\n{}",
                build.errors().join("\n\n")
            );
            package.lock();
        }
        package.check().succeeds(what);
    }
}

#[test]
fn the_examples_contract_is_held_file_by_file() {
    let package = Package::new("drift-example");
    let example = workspace().join("examples/accounting");
    for file in ["registry.toml", "registry.lock"] {
        package.write(file, &fs::read_to_string(example.join(file)).unwrap());
    }
    for file in fs::read_dir(example.join("codes")).unwrap() {
        let file = file.unwrap();
        let path = format!("codes/{}", file.file_name().to_str().unwrap());
        package.write(&path, &fs::read_to_string(file.path()).unwrap());
    }
    package.check().succeeds("the example's registry");

    let shipped = package.read("codes/bookkeeping.toml");
    let (before, block) = shipped.split_once("[codes.PERIOD_LOCKED]\n").unwrap();
    let action = block.lines().find(|line| line.starts_with("action")).unwrap();
    let changed = action.replace("fix_state", "ask_user");
    assert_ne!(changed, action);
    let text = format!("{before}[codes.PERIOD_LOCKED]\n{}", block.replacen(action, &changed, 1));
    package.write("codes/bookkeeping.toml", &text);
    let build = package.check();
    assert!(!build.ok);
    assert_eq!(build.rules(), ["action-changed"], "{}", build.errors().join("\n\n"));
    let error = &build.errors()[0];
    let number = before.lines().count() + 2 + block.lines().position(|line| line == action).unwrap();
    assert!(
        error.starts_with(&format!("codes/bookkeeping.toml:{number}:")) && shows(error, number, &changed),
        "{error}"
    );
    let (number, line) = in_block(&package.read("registry.lock"), LOCKED, "action = ");
    assert!(
        error.contains(&format!("::: registry.lock:{number}:")) && shows(error, number, &line),
        "{error}"
    );
    assert!(error.contains("put it back: `action = \"fix_state\"`"), "{error}");
    package.write("codes/bookkeeping.toml", &shipped);
    package.check().succeeds("put back");
}
