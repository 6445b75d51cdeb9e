//! The workflow of docs/ci.md.

use saphyr::{LoadableYamlNode as _, Yaml};

use crate::repo::Repo;
use crate::runner::{Event, run};
use crate::{copied, server};

const FILE: &str = ".github/workflows/error-contract.yml";

const PULL_REQUEST: Event<'_> = Event::PullRequest {
    head: "feature",
    base: "main",
};

/// A server whose `main` has moved on since `feature` was made.
fn origin() -> Repo {
    let repo = server();
    repo.commit("the server");
    repo.git(&["branch", "feature"]);
    repo.write("notes.md", "Later.\n");
    repo.commit("main moves on");
    repo.git(&["checkout", "-q", "feature"]);
    repo
}

#[test]
fn it_may_read_and_has_all_of_history() {
    let workflow = copied::file("docs/ci.md", FILE);
    let document = &Yaml::load_from_str(&workflow).unwrap()[0];
    let permissions = document["permissions"].as_mapping().unwrap();
    assert_eq!(permissions.len(), 1, "{permissions:?}");
    assert_eq!(document["permissions"]["contents"].as_str(), Some("read"));
    assert!(document["jobs"]["check"].as_mapping_get("permissions").is_none());
    let steps = document["jobs"]["check"]["steps"].as_sequence().unwrap();
    let with = &steps.iter().find(|step| step.as_mapping_get("uses").is_some()).unwrap()["with"];
    assert_eq!(with["fetch-depth"].as_integer(), Some(0));
    assert_eq!(with["persist-credentials"].as_bool(), Some(false));
}

#[test]
fn a_pull_request_that_keeps_every_promise_passes() {
    let repo = origin();
    repo.write("src/more.rs", "// Work.\n");
    repo.commit("work");
    let ran = run(&copied::file("docs/ci.md", FILE), &repo, &PULL_REQUEST);
    let last = ran.last.ends(0);
    let base = repo.short("main");
    let said = format!(
        "::notice file=registry.toml,line=1,col=1,title=errtax%3A base::compared 2 codes with {base}, the merge base of \
         refs/remotes/origin/main and HEAD\n"
    );
    assert!(last.stdout.starts_with(&said), "{}", last.stdout);
    assert!(last.stdout.ends_with(": 0 findings\n"), "{}", last.stdout);
    assert!(ran.script.contains("--against"), "{}", ran.script);
    assert_eq!(
        ran.called[..2],
        [
            "rustup toolchain install stable --profile minimal",
            "cargo +stable install cargo-errtax --locked"
        ]
    );
}

#[test]
fn a_pull_request_that_breaks_a_promise_and_rewrites_the_lock_fails_at_its_line() {
    let repo = origin();
    repo.mutate();
    repo.freeze();
    repo.commit("another meaning");
    let last = run(&copied::file("docs/ci.md", FILE), &repo, &PULL_REQUEST)
        .last
        .ends(1);
    let line = last
        .stdout
        .lines()
        .find(|line| line.starts_with("::error file=registry.toml,line=11,"));
    assert!(
        line.is_some_and(|line| line.contains("action-changed")),
        "{}",
        last.stdout
    );
    assert!(
        last.stdout.contains("title=errtax%3A lock-rewritten::"),
        "{}",
        last.stdout
    );
}

#[test]
fn nothing_that_the_pull_request_brings_takes_the_place_of_the_base_or_the_command() {
    let repo = origin();
    repo.mutate();
    repo.freeze();
    repo.write(".cargo/config.toml", "[alias]\nerrtax = \"--version\"\n");
    repo.commit("another meaning");
    repo.git(&["tag", "origin/main"]);
    let ran = run(&copied::file("docs/ci.md", FILE), &repo, &PULL_REQUEST);
    let last = ran.last.ends(1);
    assert!(
        last.stdout.contains("title=errtax%3A lock-rewritten::"),
        "{}",
        last.stdout
    );
    assert!(ran.script.starts_with("cargo-errtax errtax check "), "{}", ran.script);
}

#[test]
fn a_hint_can_be_reworded_on_purpose_once_its_level_was_lowered_before() {
    let repo = origin();
    let page = copied::blocks("docs/ci.md");
    let levels = page.iter().find(|block| block.language == "toml").unwrap();
    let workflow = copied::file("docs/ci.md", FILE);
    let lowered = format!("{}\n{}", repo.read("registry.toml"), levels.text);
    repo.write("registry.toml", &lowered);
    repo.commit("a lower level");
    run(&workflow, &repo, &PULL_REQUEST).last.ends(0);
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["reset", "-q", "--hard", "refs/pull/1/merge"]);
    repo.git(&["checkout", "-q", "-B", "feature"]);
    let hint = "Ask the user which open account to use instead.";
    repo.edit("registry.toml", hint, "Ask the user for an open account.");
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.2.1\"");
    repo.freeze();
    repo.commit("another hint");
    let last = run(&workflow, &repo, &PULL_REQUEST).last.ends(0);
    assert!(
        last.stdout.contains("title=errtax%3A hint-reworded::"),
        "{}",
        last.stdout
    );
}

#[test]
fn a_pull_request_that_rewords_a_hint_fails_because_warnings_are_denied() {
    let repo = origin();
    repo.edit(
        "registry.toml",
        "Ask the user which open account to use instead.",
        "Ask the user for an open account.",
    );
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.2.1\"");
    repo.freeze();
    repo.commit("another hint");
    let workflow = copied::file("docs/ci.md", FILE);
    let last = run(&workflow, &repo, &PULL_REQUEST).last.ends(1);
    assert!(
        last.stdout.contains("title=errtax%3A hint-reworded::"),
        "{}",
        last.stdout
    );
    run(&workflow.replace(" --deny warnings", ""), &repo, &PULL_REQUEST)
        .last
        .ends(0);
}

#[test]
fn a_clone_as_it_is_made_by_default_cannot_be_judged_and_says_what_to_set() {
    let repo = origin();
    repo.mutate();
    repo.freeze();
    repo.commit("another meaning");
    let workflow = copied::file("docs/ci.md", FILE);
    let at = workflow.find("          fetch-depth: 0").unwrap();
    let end = at + workflow[at..].find('\n').unwrap() + 1;
    let shallow = format!("{}{}", &workflow[..at], &workflow[end..]);
    let last = run(&shallow, &repo, &PULL_REQUEST).last.ends(2);
    let said = "in a GitHub workflow, give `actions/checkout` a `fetch-depth: 0`";
    assert!(last.stdout.starts_with("::error file="), "{}", last.stdout);
    assert!(last.stdout.contains(said), "{}", last.stdout);
    // A branch that is only deep enough for its own last commits is no base either.
    let some = format!("{}          fetch-depth: 2\n{}", &workflow[..at], &workflow[end..]);
    let last = run(&some, &repo, &PULL_REQUEST).last.ends(2);
    assert!(last.stdout.contains(said), "{}", last.stdout);
}

#[test]
fn a_push_is_checked_by_itself() {
    let repo = origin();
    repo.git(&["checkout", "-q", "main"]);
    let workflow = copied::file("docs/ci.md", FILE);
    let ran = run(&workflow, &repo, &Event::Push("main"));
    let last = ran.last.ends(0);
    assert!(
        last.stdout.ends_with("checked 4 codes (2 frozen): 0 findings\n"),
        "{}",
        last.stdout
    );
    assert!(!ran.script.contains("--against"), "{}", ran.script);
    // What two branches have added, each by itself in order.
    let twice = "\n[codes.PAYEE_BLOCKED]\nclass = \"precondition\"\n";
    repo.write("registry.toml", &format!("{}{twice}", repo.read("registry.toml")));
    repo.commit("merged");
    let last = run(&workflow, &repo, &Event::Push("main")).last.ends(1);
    assert!(
        last.stdout.contains("title=errtax%3A duplicate-key::"),
        "{}",
        last.stdout
    );
}
