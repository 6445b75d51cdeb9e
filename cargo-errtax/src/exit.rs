//! How a command ends.

use std::process::ExitCode;

/// The three ways, the worst last: what a script branches on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing to say against it.
    Clean,
    /// There are findings, or the command refused.
    Findings,
    /// Nothing can be said: no registry, no lock, unreadable. Never the same as "clean".
    CouldNotJudge,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Clean => Self::from(0),
            Exit::Findings => Self::from(1),
            Exit::CouldNotJudge => Self::from(2),
        }
    }
}
