//! What a team copies out of docs/ci.md and docs/guide/hotfix.md, run in real repositories: the workflow's steps as a runner
//! runs them, the hook by `git commit`, the hotfix from its first command to its last.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod copied;
mod hook;
mod hotfix;
mod path;
#[path = "../against/repo.rs"]
#[allow(dead_code, reason = "shared with the tests of the merge gate")]
mod repo;
mod runner;
mod workflow;

use repo::Repo;

/// Raises both frozen codes, so that there is nothing to warn about.
const PROGRAM: &str = "\
#[derive(Debug, errtax::ToolError)]
pub enum BankError {
    AccountClosed { account: String },
    AccountNotFound,
}

fn main() {}
";

/// A repository whose `main` has a server that is in order.
fn server() -> Repo {
    let repo = Repo::empty("");
    repo.manifest("");
    repo.write("src/main.rs", PROGRAM);
    repo.write("registry.toml", common::REGISTRY);
    repo.write(".gitignore", "target\n");
    repo.freeze();
    repo
}
