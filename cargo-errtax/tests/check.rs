//! `cargo errtax check`: what it finds, where it says it, and how it ends.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;
use std::process::Command;

use common::{Package, REGISTRY, run_in};

/// Another meaning for a frozen code; line 11 of the registry.
fn drifted() -> Package {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "action    = \"ask_user\"   #",
        "action    = \"fix_state\"   #",
    );
    package
}

#[test]
fn an_edited_frozen_action_fails_and_shows_both_lines() {
    let lock = drifted().read("registry.lock");
    let shipped = "ACCOUNT_CLOSED.action = \"ask_user\"";
    let line = lock.lines().position(|line| line == shipped).unwrap() + 1;
    let run = drifted().run(&["check"]).ends(1).says(&[
        "--> registry.toml:11:13\n",
        "11 | action    = \"fix_state\"   # nobody else can reopen it",
        &format!("::: registry.lock:{line}:"),
        &format!("{line} | {shipped}"),
        "= help: ",
        "checked 4 codes of `bank` (2 frozen) against registry.lock: 1 error\n",
    ]);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
}

#[test]
fn a_missing_lock_is_not_a_clean_one() {
    Package::new(REGISTRY)
        .run(&["check"])
        .ends(2)
        .says(&["cargo errtax freeze", "without a lock: 1 error"]);
}

#[test]
fn what_keeps_it_from_judging_ends_with_two() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["check"])
        .ends(2)
        .says(&["there is no Cargo.toml here or in a folder above"]);
    let package = Package::locked();
    fs::write(package.path().join("registry.toml"), b"[registry]\nname = \"\xff\"\n").unwrap();
    package.run(&["check"]).ends(2).says(&["registry.toml:2"]);
    fs::remove_file(package.path().join("registry.toml")).unwrap();
    package
        .run(&["check"])
        .ends(2)
        .says(&["error: there is no registry: registry.toml is not a file", "help: "]);
    package.run(&["chekc"]).ends(2);
}

#[test]
fn every_mistake_is_shown_in_one_run() {
    let package = Package::locked();
    package.edit("registry.toml", "class     = \"not_found\"", "class     = \"notfound\"");
    package.edit(
        "registry.toml",
        "message   = \"The daily limit is reached.\"",
        "mesage    = \"The daily limit is reached.\"",
    );
    package.edit(
        "registry.toml",
        "hint      = \"Ask the user to lift the block; nothing else helps.\"",
        "hint      = \"\"",
    );
    let run = package.run(&["check"]);
    assert_eq!(run.code, 1, "{}", run.text());
    run.says(&[
        "registry.toml:25:13",
        "did you mean `not_found`",
        "did you mean `message`",
        "empty-text",
    ]);
}

#[test]
fn warnings_fail_only_where_they_are_denied() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "List the accounts once, then use one of them.",
        "List the accounts once and use one of them.",
    );
    package
        .run(&["check"])
        .ends(0)
        .says(&["warning[", "against registry.lock: 1 warning\n"]);
    package
        .run(&["check", "--deny", "warnings"])
        .ends(1)
        .says(&["1 warning (warnings are denied)"]);
}

#[test]
fn style_is_spoken_of_and_can_be_waived() {
    let package = Package::new(&REGISTRY.replace("LIMIT_REACHED", "LIMIT_TIMEOUT"));
    package.run(&["freeze"]).ends(0);
    package
        .run(&["check"])
        .ends(0)
        .says(&["warning[suffix-family]", "registry.toml:36:"]);
    package.edit(
        "registry.toml",
        "status    = \"draft\" ",
        "allow     = { suffix-family = \"named before the rule\" }\nstatus    = \"draft\" ",
    );
    package.run(&["check"]).ends(0).says(&["clean"]);
}

#[test]
fn the_package_is_found_from_anywhere() {
    let package = drifted();
    fs::create_dir_all(package.path().join("src/deep")).unwrap();
    run_in(&package.path().join("src/deep"), &["check"])
        .ends(1)
        .says(&["--> ../../registry.toml:11:13"]);
    let name = package.path().file_name().unwrap().to_str().unwrap();
    let manifest = format!("{name}/Cargo.toml");
    let run = run_in(
        package.path().parent().unwrap(),
        &["check", "--manifest-path", &manifest],
    )
    .ends(1);
    run.says(&[
        &format!("--> {name}/registry.toml:11:13"),
        &format!("::: {name}/registry.lock:"),
    ]);
}

#[test]
fn the_registry_may_stand_elsewhere() {
    let package = Package::new("");
    fs::remove_file(package.path().join("registry.toml")).unwrap();
    package.write("contracts/bank.toml", REGISTRY);
    package
        .run(&["freeze", "--registry", "contracts/bank.toml"])
        .ends(0)
        .says(&["wrote contracts/bank.lock"]);
    package.edit(
        "Cargo.toml",
        "[package]\n",
        "[package]\nmetadata.errtax.registry = \"contracts/bank.toml\"\n",
    );
    package
        .run(&["check"])
        .ends(0)
        .says(&["against contracts/bank.lock: clean"]);
    package
        .run(&["freeze", "LIMIT_REACHED"])
        .ends(0)
        .says(&["wrote contracts/bank.toml"]);
    package
        .run(&["check", "--registry", "../bank.toml"])
        .ends(2)
        .says(&["the registry ../bank.toml is outside of the package"]);
}

#[test]
fn it_runs_without_cargo_in_front() {
    let package = Package::locked();
    let status = Command::new(env!("CARGO_BIN_EXE_cargo-errtax"))
        .arg("check")
        .current_dir(package.path())
        .output()
        .unwrap();
    assert_eq!(status.status.code(), Some(0));
}

#[test]
fn colour_comes_as_the_environment_wants_it() {
    let package = drifted();
    let coloured = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-errtax"));
        command.arg("check").args(arguments).current_dir(package.path());
        command
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env_remove("CLICOLOR_FORCE")
            .env("TERM", "xterm");
        command.envs(variable);
        String::from_utf8(command.output().unwrap().stdout)
            .unwrap()
            .contains('\u{1b}')
    };
    assert!(!coloured(&[], None), "not a terminal");
    assert!(coloured(&["--color", "always"], None));
    assert!(
        coloured(&["--color", "always"], Some(("NO_COLOR", "1"))),
        "what is typed wins"
    );
    assert!(coloured(&[], Some(("CLICOLOR_FORCE", "1"))));
    assert!(!coloured(&["--color", "never"], Some(("CLICOLOR_FORCE", "1"))));
}

#[test]
fn json_has_every_field_of_every_finding() {
    let package = drifted();
    let document = package.run(&["check", "--format", "json"]).ends(1).json();
    assert!(document["base"].is_null(), "there is one only with --against");
    assert_eq!(document["compared"], 2);
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{document}");
    let finding = findings[0].as_object().unwrap();
    let keys: Vec<&str> = finding.keys().map(String::as_str).collect();
    let mut expected = [
        "rule", "level", "code", "field", "file", "line", "column", "old", "new", "old_file", "old_line", "message",
        "help",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(finding["level"], "break");
    assert_eq!(finding["code"], "ACCOUNT_CLOSED");
    assert_eq!(finding["field"], "action");
    assert_eq!(
        (&finding["file"], &finding["line"], &finding["column"]),
        (&"registry.toml".into(), &11.into(), &13.into())
    );
    assert_eq!(
        (&finding["old"], &finding["new"]),
        (&"ask_user".into(), &"fix_state".into())
    );
    assert_eq!(finding["old_file"], "registry.lock");
    let lock = package.read("registry.lock");
    let line = usize::try_from(finding["old_line"].as_u64().unwrap()).unwrap();
    assert_eq!(lock.lines().nth(line - 1), Some("ACCOUNT_CLOSED.action = \"ask_user\""));
    // Same input, same bytes.
    assert_eq!(
        package.run(&["check", "--format", "json"]).stdout,
        package.run(&["check", "--format", "json"]).stdout
    );
}

#[test]
fn json_is_a_document_even_where_nothing_could_be_judged() {
    let folder = tempfile::tempdir().unwrap();
    let document = run_in(folder.path(), &["check", "--format", "json"]).ends(2).json();
    assert_eq!(
        (&document["base"], &document["compared"]),
        (&serde_json::Value::Null, &0.into())
    );
    assert!(
        document["trouble"]["message"]
            .as_str()
            .unwrap()
            .contains("no Cargo.toml")
    );
    let document = Package::new(REGISTRY)
        .run(&["check", "--format", "json"])
        .ends(2)
        .json();
    assert_eq!(
        (&document["base"], &document["compared"]),
        (&serde_json::Value::Null, &0.into())
    );
    assert_eq!(document["findings"][0]["level"], "could_not_judge");
}

#[test]
fn github_annotations_always_have_file_and_line() {
    let broken = Package::locked();
    broken.edit("registry.toml", "class     = \"not_found\"", "class     = \"notfound\"");
    fs::create_dir(broken.path().join(".git")).unwrap();
    let empty = tempfile::tempdir().unwrap();
    let runs = [
        drifted().run(&["check", "--format", "github"]).ends(1),
        broken.run(&["check", "--format", "github"]),
        Package::new(REGISTRY).run(&["check", "--format", "github"]).ends(2),
        Package::new("").run(&["check", "--format", "github"]),
        run_in(empty.path(), &["check", "--format", "github"]).ends(2),
    ];
    for run in runs {
        assert_ne!(run.code, 0);
        let annotations: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("::")).collect();
        assert!(!annotations.is_empty(), "{run:?}");
        for line in annotations {
            let rest = line.strip_prefix("::error file=").unwrap_or_else(|| panic!("{line}"));
            let (file, rest) = rest.split_once(",line=").unwrap_or_else(|| panic!("{line}"));
            let (at, _) = rest.split_once(',').unwrap();
            assert!(!file.is_empty() && !file.starts_with('/'), "{line}");
            assert!(at.parse::<usize>().unwrap() >= 1, "{line}");
        }
    }
}

#[test]
fn github_names_files_from_the_top_of_the_repository() {
    let top = tempfile::tempdir().unwrap();
    fs::create_dir(top.path().join(".git")).unwrap();
    let server = top.path().join("crates/server");
    fs::create_dir_all(&server).unwrap();
    fs::write(server.join("Cargo.toml"), "[package]\nname = \"bank\"\n").unwrap();
    fs::write(server.join("registry.toml"), REGISTRY).unwrap();
    let run = run_in(&server, &["check", "--format", "github"]).ends(2);
    assert!(
        run.stdout.starts_with("::error file=crates/server/registry."),
        "{}",
        run.stdout
    );
}
