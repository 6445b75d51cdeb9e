//! The command line of errtax. See the README for what it does; each command is a module that takes the arguments and
//! returns how it ended.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod arguments;
mod check;
mod exit;
mod freeze;
mod package;
mod paths;
mod report;
mod rules;
mod style;
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
        Command::Check(_) => check::run(&arguments),
        Command::Freeze(command) => freeze::run(&arguments, command),
        Command::Explain(command) => rules::explain(&arguments, command),
        Command::Rules(_) => rules::table(&arguments),
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
