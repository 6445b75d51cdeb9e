//! The hotfix of docs/guide/hotfix.md, from its first block to its last: commands are run in a clone, what is pushed goes
//! through the workflow of docs/ci.md, and what agents see is asked of the command that shows it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{Run, run_in};
use crate::copied::{self, Block};
use crate::path::{Machine, executable};
use crate::repo::Repo;
use crate::runner::{Event, run};

const SOURCE: &str = "\
#[derive(Debug, errtax::ToolError)]
pub enum PostingError {
    PostingTimeout { voucher_id: String },
}
";

/// The page's server, where nobody can push to `main`.
fn origin(registry: &str) -> Repo {
    let origin = Repo::empty("");
    origin.manifest("");
    origin.write("src/main.rs", "mod posting;\n\nfn main() {}\n");
    origin.write("src/posting.rs", SOURCE);
    origin.write("registry.toml", registry);
    origin.freeze();
    origin.commit("the server");
    origin.git(&["tag", "v1.4.0"]);
    let protected = "#!/bin/sh\n[ \"$1\" != refs/heads/main ] || exit 1\n";
    executable(&origin.top().join(".git/hooks/update"), protected);
    // Its owner is on no branch, as on a code host.
    origin.git(&["checkout", "-q", "--detach"]);
    origin
}

/// Runs the commands of a block.
fn shell(machine: &Machine, folder: &Path, script: &str) -> Run {
    let output = Command::new("bash")
        .args(["-e", "-c", script])
        .current_dir(folder)
        .envs(machine.environment())
        .envs([("GIT_AUTHOR_NAME", "a"), ("GIT_AUTHOR_EMAIL", "a@example.com")])
        .envs([("GIT_COMMITTER_NAME", "a"), ("GIT_COMMITTER_EMAIL", "a@example.com")])
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Merges what was pushed, if the workflow lets it.
fn merge(origin: &Repo, head: &str) {
    let event = Event::PullRequest { head, base: "main" };
    let workflow = copied::file("docs/ci.md", ".github/workflows/error-contract.yml");
    let ran = run(&workflow, origin, &event);
    assert!(ran.script.contains("--deny warnings"), "{}", ran.script);
    ran.last.ends(0);
    origin.git(&["update-ref", "refs/heads/main", "refs/pull/1/merge"]);
}

fn version(clone: &Repo) -> String {
    let text = clone.read("registry.toml");
    let line = text.lines().find_map(|line| line.strip_prefix("version = ")).unwrap();
    line.trim_matches('"').to_owned()
}

/// Follows the page, with this at the end of its registry; says what the clone is then.
fn follow(more: &str) -> Repo {
    let page = copied::blocks("docs/guide/hotfix.md");
    let registry = page.iter().find(|block| block.language == "toml").unwrap();
    let origin = origin(&format!("{}{more}", registry.text));
    let clone = Repo::clone_of(&origin, &[]);
    let machine = Machine::with_errtax();
    let mut versions = vec![version(&clone)];
    for Block { language, text } in &page {
        match language.as_str() {
            "toml" => {}
            "sh" => {
                if text.contains("cargo errtax check") {
                    complete_records(&clone);
                }
                let run = shell(&machine, clone.top(), text).ends(0);
                if text.contains("cargo errtax check") {
                    assert!(!run.text().contains("warning["), "{}", run.text());
                    versions.push(version(&clone));
                }
                if let Some((_, branch)) = text.trim_end().rsplit_once("git push origin ") {
                    merge(&origin, branch);
                }
            }
            "diff" => {
                fs::write(clone.top().join(".git/page.diff"), text).unwrap();
                clone.git(&["apply", ".git/page.diff"]);
                if text.contains("registry.toml") {
                    refused_until_amended(&clone);
                }
            }
            "json" => shown(&clone, text),
            other => panic!("what is {other}?"),
        }
    }
    assert_eq!(versions, ["1.4.0", "1.5.0", "2.0.0", "2.0.0"]);
    // It is quiet, and stays so for whoever changes something else.
    assert_eq!(clone.check(&["--against", "origin/main"]).passes().all(), [""; 0]);
    clone.write("notes.md", "Work.\n");
    clone.commit("work");
    assert_eq!(clone.check(&["--against", "origin/main"]).passes().all(), [""; 0]);
    run_in(clone.top(), &["diff", "v1.4.0", "--markdown"]).says(&["POSTING_TIMEOUT", "POSTING_UNKNOWN"]);
    clone
}

#[test]
fn every_command_works_and_agents_see_what_is_shown() {
    let clone = follow("");
    assert!(!clone.top().join("docs").exists());
}

#[test]
fn it_is_the_same_where_decisions_are_recorded() {
    let clone = follow("\n[policy]\nrecords = \"docs/decisions\"\n");
    assert_eq!(records(&clone).len(), 2);
    let registry = clone.read("registry.toml");
    assert_eq!(registry.matches("record = \"docs/decisions/accepted/").count(), 1 + 4);
}

fn records(clone: &Repo) -> Vec<std::path::PathBuf> {
    let folder = fs::read_dir(clone.top().join("docs/decisions/accepted"));
    folder
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .collect()
}

/// Writes the sections that the drafts leave to their author. Without them nothing passes.
fn complete_records(clone: &Repo) {
    for path in records(clone) {
        let text = fs::read_to_string(&path).unwrap();
        if !text.contains("\nTODO: ") {
            continue;
        }
        assert_eq!(clone.run(&["check"]).code, 1);
        let lines = text.lines().map(|line| match line.starts_with("TODO: ") {
            true => "Agents must not post twice.\n".to_owned(),
            false => format!("{line}\n"),
        });
        fs::write(&path, lines.collect::<String>()).unwrap();
    }
}

#[test]
fn nobody_can_push_to_main() {
    let page = copied::blocks("docs/guide/hotfix.md");
    let origin = origin(&page.iter().find(|block| block.language == "toml").unwrap().text);
    let clone = Repo::clone_of(&origin, &["--branch", "main"]);
    clone.commit("work");
    let pushed = shell(&Machine::new(), clone.top(), "git push -q origin HEAD:main");
    pushed.ends(1).says(&["hook declined"]);
}

/// Four fields, each with its command.
fn refused_until_amended(clone: &Repo) {
    let judged = clone.check(&["--against", "origin/main"]).ends(1);
    let mut fields = Vec::new();
    for finding in judged.json["findings"].as_array().unwrap() {
        if finding["level"] == "break" {
            let field = finding["field"].as_str().unwrap();
            let command = format!("cargo errtax amend POSTING_TIMEOUT {field} ");
            assert!(finding["help"].as_str().unwrap().contains(&command), "{finding}");
            fields.push(field);
        }
    }
    assert_eq!(fields, ["class", "action", "retryable", "executed"]);
}

/// What `explain` says that agents receive.
fn shown(clone: &Repo, object: &str) {
    let value: Value = serde_json::from_str(object).unwrap();
    let code = value["error"]["code"].as_str().unwrap();
    let explained = run_in(clone.top(), &["explain", code]).ends(0);
    let line = format!("\n  {}\n", object.trim_end());
    assert!(explained.stdout.contains(&line), "{object}\n{}", explained.stdout);
}
