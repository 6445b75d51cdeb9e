//! A workflow, run as a runner of GitHub runs it: a clone as `actions/checkout` makes it, then each step's shell.

use std::fs;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode as _, Yaml};

use crate::common::Run;
use crate::path::Machine;
use crate::repo::{Repo, succeed};

/// What started the run.
pub enum Event<'a> {
    /// A pull request of the branch `head` into `base`.
    PullRequest { head: &'a str, base: &'a str },
    /// A push to this branch.
    Push(&'a str),
}

/// What became of it.
pub struct Ran {
    /// The last step that ran.
    pub last: Run,
    /// What it runs.
    pub script: String,
    /// What was called of rustup and cargo.
    pub called: Vec<String>,
}

/// Runs the one job of a workflow.
pub fn run(workflow: &str, origin: &Repo, event: &Event<'_>) -> Ran {
    let documents = Yaml::load_from_str(workflow).unwrap();
    let [document] = documents.as_slice() else {
        panic!("one document")
    };
    let name = match event {
        Event::PullRequest { .. } => "pull_request",
        Event::Push(_) => "push",
    };
    assert!(document["on"].as_mapping_get(name).is_some(), "it starts on {name}");
    let machine = Machine::new();
    let clone = tempfile::tempdir().unwrap();
    let mut ran = None;
    let steps = document["jobs"]["check"]["steps"].as_sequence().unwrap();
    for step in steps {
        let condition = step.as_mapping_get("if").map(|condition| condition.as_str().unwrap());
        if condition.is_some_and(|condition| !holds(condition, name)) {
            continue;
        }
        if let Some(action) = step.as_mapping_get("uses") {
            assert!(action.as_str().unwrap().starts_with("actions/checkout@v"), "{action:?}");
            let depth = step
                .as_mapping_get("with")
                .and_then(|with| with.as_mapping_get("fetch-depth"));
            check_out(
                origin,
                clone.path(),
                event,
                depth.map_or(1, |depth| depth.as_integer().unwrap()),
            );
            continue;
        }
        let script = step["run"].as_str().unwrap();
        // What is pasted into a script is run as a part of it: names of branches are anybody's words.
        assert!(!script.contains("${{"), "{script}");
        let last = shell(script, clone.path(), &machine, event, name);
        let failed = last.code != 0;
        ran = Some((script.to_owned(), last));
        if failed {
            break;
        }
    }
    let (script, last) = ran.expect("a step");
    Ran {
        last,
        script,
        called: machine.called(),
    }
}

/// The two conditions that the page needs.
fn holds(condition: &str, name: &str) -> bool {
    let words: Vec<&str> = condition.split(' ').collect();
    match words.as_slice() {
        ["github.event_name", "==", word] => *word == format!("'{name}'"),
        ["github.event_name", "!=", word] => *word != format!("'{name}'"),
        _ => panic!("what does {condition:?} mean?"),
    }
}

/// `actions/checkout`: a pull request is what would be merged, detached; a push is a branch. With a depth, one commit of
/// one ref; with 0, everything.
fn check_out(origin: &Repo, clone: &Path, event: &Event<'_>, depth: i64) {
    let (there, here) = match event {
        Event::PullRequest { head, base } => {
            origin.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
            origin.git(&["checkout", "-q", "--detach", base]);
            origin.git(&["merge", "-q", "--no-ff", "-m", "what would be merged", head]);
            let commit = origin.git(&["rev-parse", "HEAD"]);
            origin.git(&["update-ref", "refs/pull/1/merge", "HEAD"]);
            (commit.trim().to_owned(), "refs/remotes/pull/1/merge".to_owned())
        }
        Event::Push(branch) => (format!("refs/heads/{branch}"), format!("refs/remotes/origin/{branch}")),
    };
    let url = format!("file://{}", origin.top().display());
    succeed(clone, &["init", "-q"]);
    succeed(clone, &["remote", "add", "origin", &url]);
    let only = format!("+{there}:{here}");
    let fetch = ["fetch", "-q", "--no-tags", "--prune", "--no-recurse-submodules"];
    let depth = format!("--depth={depth}");
    let rest = match depth.as_str() {
        "--depth=0" => vec![
            "origin",
            "+refs/heads/*:refs/remotes/origin/*",
            "+refs/tags/*:refs/tags/*",
            &only,
        ],
        depth => vec![depth, "origin", &only],
    };
    succeed(clone, &[&fetch[..], &rest].concat());
    match event {
        Event::PullRequest { .. } => succeed(clone, &["checkout", "-q", "--force", &here]),
        Event::Push(branch) => succeed(clone, &["checkout", "-q", "--force", "-B", branch, &here]),
    };
}

/// Runs a step's script as `run:` does where no shell is named.
fn shell(script: &str, clone: &Path, machine: &Machine, event: &Event<'_>, name: &str) -> Run {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), script).unwrap();
    let (reference, head, base) = match event {
        Event::PullRequest { head, base } => ("refs/pull/1/merge".to_owned(), *head, *base),
        Event::Push(branch) => (format!("refs/heads/{branch}"), "", ""),
    };
    let output = Command::new("bash")
        .arg("-e")
        .arg(file.path())
        .current_dir(clone)
        .envs(machine.environment())
        .envs([("CI", "true"), ("GITHUB_ACTIONS", "true"), ("GITHUB_EVENT_NAME", name)])
        .env("GITHUB_WORKSPACE", clone)
        .env("GITHUB_REF", reference)
        .env("GITHUB_HEAD_REF", head)
        .env("GITHUB_BASE_REF", base)
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
