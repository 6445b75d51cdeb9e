//! The command `git`, asked so that its answer depends on the repository alone: not on the caller's environment, language
//! or pager, and never on the network.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::package::reason;

use super::obstacle::Obstacle;

/// What leads git to another repository than that of the folder, or to other paths in it. A hook or an alias has some of
/// them set, for the repository that it runs in; the package may be in a submodule of it.
const REDIRECTS: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_NAMESPACE",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_REPLACE_REF_BASE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
];

/// What holds for every call.
const SETTINGS: &[(&str, &str)] = &[
    ("LC_ALL", "C"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    // What was committed, not what somebody put in its place.
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    // A partial clone would fetch what it lacks.
    ("GIT_NO_LAZY_FETCH", "1"),
];

/// git in one folder.
#[derive(Clone, Debug)]
pub(super) struct Git {
    directory: PathBuf,
}

impl Git {
    pub(super) fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
        }
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// A call, not run yet.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .args(["--no-pager", "-c", "core.quotepath=off", "-c", "core.fsmonitor=false"])
            .args(arguments)
            .current_dir(&self.directory)
            .stdin(Stdio::null());
        for name in REDIRECTS {
            command.env_remove(name);
        }
        command.envs(SETTINGS.iter().copied());
        command
    }

    /// Runs it to its end.
    pub(super) fn output(&self, arguments: &[&str]) -> Result<Output, Obstacle> {
        self.command(arguments).output().map_err(|error| cannot_run(&error))
    }

    /// What it says, without the last line end; `None` where it fails.
    pub(super) fn line(&self, arguments: &[&str]) -> Result<Option<String>, Obstacle> {
        let output = self.output(arguments)?;
        if !output.status.success() {
            return Ok(None);
        }
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.ends_with('\n') {
            text.pop();
        }
        Ok(Some(text))
    }

    /// What it says, by lines; a failure is an obstacle.
    pub(super) fn lines(&self, arguments: &[&str]) -> Result<Vec<String>, Obstacle> {
        let Some(text) = self.line(arguments)? else {
            return Err(failed(arguments));
        };
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// What it says, cut at each NUL; a failure is an obstacle. A part that is no UTF-8 is left out: no file of a registry
    /// has such a name.
    pub(super) fn parts(&self, arguments: &[&str]) -> Result<Vec<String>, Obstacle> {
        let output = self.output(arguments)?;
        if !output.status.success() {
            return Err(failed(arguments));
        }
        let parts = output.stdout.split(|byte| *byte == 0).filter(|part| !part.is_empty());
        Ok(parts
            .map(|part| String::from_utf8(part.to_vec()).unwrap_or_default())
            .collect())
    }
}

pub(super) fn cannot_run(error: &io::Error) -> Obstacle {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "git is not installed, or not on the PATH".to_owned(),
        _ => format!("git cannot be run: {}", reason(error)),
    };
    Obstacle::new(
        message,
        "install git; or compare with a folder that holds the base: `--against path:../base`",
    )
}

fn failed(arguments: &[&str]) -> Obstacle {
    let command = arguments.join(" ");
    Obstacle::new(
        format!("`git {command}` fails in this repository"),
        format!("run `git {command}` to see what git says, and mend that; `git fsck` finds what is damaged"),
    )
}
