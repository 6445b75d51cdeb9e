//! The command line of errtax. See the README for what it does; each command is a module that takes the arguments and
//! returns how it ended.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod against;
mod amend;
mod arguments;
mod artifacts;
mod check;
mod classify;
mod deprecate;
mod diff;
mod edit;
mod exit;
mod explain;
mod facts;
mod freeze;
mod import;
mod init;
mod leaked;
mod list;
mod new;
mod opened;
mod package;
mod paths;
mod raised;
mod records;
mod rehearse;
mod report;
mod retire;
mod rules;
mod style;
mod supersede;
mod tools;
mod trouble;
mod write;

use std::io;
use std::process::ExitCode;

use crate::arguments::{Arguments, Command};
use crate::exit::Exit;

fn main() -> ExitCode {
    let arguments = Arguments::read(std::env::args_os());
    arguments.color.apply();
    let ended = match &arguments.command {
        Command::Check(command) => check::run(&arguments, command),
        Command::New(command) => new::run(&arguments, command),
        Command::Freeze(command) => freeze::run(&arguments, command),
        Command::Deprecate(command) => deprecate::run(&arguments, command),
        Command::Supersede(command) => supersede::run(&arguments, command),
        Command::Retire(command) => retire::run(&arguments, command),
        Command::Amend(command) => amend::run(&arguments, command),
        Command::Init(command) => init::run(&arguments, command),
        Command::Import(command) => import::run(&arguments, command),
        Command::List(command) => list::run(&arguments, command),
        Command::Explain(command) => explain::run(&arguments, command),
        Command::Diff(command) => diff::run(&arguments, command),
        Command::Docs(command) => artifacts::docs(&arguments, command),
        Command::Schema(command) => artifacts::schema(&arguments, command),
        Command::Rules(command) => rules::table(&arguments, command),
        Command::Tools(command) => tools::run(&arguments, command),
        Command::Classify(command) => classify::run(&arguments, command),
        Command::Rehearse(command) => rehearse::run(&arguments, command),
    };
    match ended {
        Ok(exit) => exit.into(),
        // Whoever read the output has seen enough (`… | head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Clean.into(),
        Err(error) => {
            anstream::eprintln!("error: cannot write the output: {error}");
            Exit::CouldNotJudge.into()
        }
    }
}
