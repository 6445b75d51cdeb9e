//! `--stats`: what a log amounts to, and what of it no rule knew.
//!
//! A line is read (`entry`), decided as any other, and counted (`sums`, which takes messages of one `shape` together); the
//! sums are told to a person or a program (`human`, `json`).

mod entry;
mod human;
mod json;
mod shape;
mod sums;

use std::io::{self, Write as _};

use crate::arguments::{Arguments, ClassifyCommand, Format};
use crate::exit::Exit;

use super::contract::Contract;
use super::decide::decide;
use super::lines::Lines;
use super::{Done, Writing, host};

use sums::Sums;

/// Sums up the lines.
pub(super) fn run(arguments: &Arguments, command: &ClassifyCommand, contract: &Contract, lines: &mut Lines) -> Done {
    let mut sums = Sums::default();
    while let Some(line) = lines.next()? {
        let text = line.lossy();
        match entry::read(&text) {
            Ok(Some(case)) => {
                let decision = decide(&case, contract, command.effect, host(command));
                let because = decision.because(contract);
                sums.add(&case, &decision, because);
            }
            Ok(None) => {}
            Err(fault) => sums.add_fault(fault.told(line.number, &text)),
        }
    }
    Ok(told(arguments, command, contract, &sums).map_err(Writing))
}

fn told(arguments: &Arguments, command: &ClassifyCommand, contract: &Contract, sums: &Sums) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    match arguments.format {
        Format::Json => json::print(sums, contract, command, &mut out)?,
        Format::Human | Format::Github => human::print(sums, contract, command, &mut out)?,
    }
    out.flush()?;
    Ok(if sums.unread == 0 { Exit::Clean } else { Exit::Findings })
}

/// What is listed of these, and how many entries are not.
fn top<T>(all: &[T], most: usize) -> (&[T], &[T]) {
    all.split_at(all.len().min(most))
}
