//! `cargo errtax classify`: what failures prove, and which codes agents would get.
//!
//! | step | where |
//! |---|---|
//! | whose codes and rules count | `contract` |
//! | a file or standard input becomes lines, one at a time | `lines` |
//! | a line becomes a case, by the table of kinds; else a fault in its place | `object`, `case`, `fields`, `kinds`, `words`; `fault` |
//! | a case is decided: by a rule of the registry, else by what `errtax::causes` proves | `decide` |
//! | that is told: as a line of JSON, step by step for one message, or summed up | `answer`, `explain`, `stats/` |

mod answer;
mod case;
mod contract;
mod decide;
mod explain;
mod fault;
mod fields;
mod kinds;
mod lines;
mod object;
mod stats;
mod words;

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use crate::arguments::{Arguments, ClassifyCommand, Format};
use crate::exit::Exit;
use crate::package;
use crate::report::{self, count};
use crate::style::STRONG;
use crate::trouble::Trouble;

use case::Case;
use contract::Contract;
use decide::decide;
use lines::{Line, Lines};

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &ClassifyCommand) -> io::Result<Exit> {
    let contract = match Contract::find(arguments)? {
        Ok(contract) => contract,
        Err(exit) => return Ok(exit),
    };
    if !command.text.is_empty() {
        return message(arguments, command, &contract);
    }
    let file = command.file.as_deref().filter(|path| *path != Path::new("-"));
    let shown = file.map_or_else(|| "standard input".to_owned(), |path| path.display().to_string());
    if file.is_none() && io::stdin().is_terminal() {
        let help = "name a file: `cargo errtax classify failures.jsonl`; pipe lines into it; or give a message: \
                    `cargo errtax classify --text \"connection reset by peer\"`";
        let trouble = Trouble::new(shown, "there is nothing to classify", help);
        return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format);
    }
    let done = Lines::open(file).and_then(|mut lines| match command.stats {
        true => stats::run(arguments, command, &contract, &mut lines),
        false => answered(command, &contract, &mut lines),
    });
    match done {
        Ok(done) => done.map_err(|Writing(error)| error),
        Err(error) => {
            let message = format!("cannot read {shown}: {}", package::reason(&error));
            let trouble = Trouble::new(
                shown,
                message,
                "name a file that can be read, or `-` for standard input",
            );
            report::trouble(&trouble, Exit::CouldNotJudge, arguments.format)
        }
    }
}

/// That an answer could not be written: whoever reads them may have seen enough, which is no trouble with what was read.
struct Writing(io::Error);

/// What a command ends with: the outer error is one of reading.
type Done = io::Result<Result<Exit, Writing>>;

/// One message, or a chain of them.
fn message(arguments: &Arguments, command: &ClassifyCommand, contract: &Contract) -> io::Result<Exit> {
    let case = Case::of_messages(command.text.clone());
    let decision = decide(&case, contract, command.effect, host(command));
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        answer::decided(None, &decision, contract, &mut out)?;
    } else {
        explain::print(command, contract, &decision, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// Each line, answered in its place.
fn answered(command: &ClassifyCommand, contract: &Contract, lines: &mut Lines) -> Done {
    let mut out = BufWriter::new(anstream::stdout().lock());
    let (mut all, mut failed) = (0_usize, 0_usize);
    loop {
        // Whoever sends a line and waits for its answer gets it.
        if lines.would_wait()
            && let Err(error) = out.flush()
        {
            return Ok(Err(Writing(error)));
        }
        let Some(line) = lines.next()? else { break };
        all += 1;
        match one(command, contract, &line, &mut out) {
            Ok(true) => {}
            Ok(false) => failed += 1,
            Err(error) => return Ok(Err(Writing(error))),
        }
    }
    Ok(end(out, all, failed).map_err(Writing))
}

/// Answers a line; says whether it could be read.
fn one(command: &ClassifyCommand, contract: &Contract, line: &Line<'_>, out: &mut impl Write) -> io::Result<bool> {
    let (text, id, case) = match line.text() {
        Ok(text) => {
            let (id, case) = Case::of_line(text);
            (text, id, case)
        }
        Err((fault, text)) => (text, None, Err(fault)),
    };
    match case {
        Ok(case) => {
            let decision = decide(&case, contract, command.effect, host(command));
            answer::decided(id, &decision, contract, out)?;
            Ok(true)
        }
        Err(fault) => {
            answer::failed(id, fault.told(line.number, text), out)?;
            Ok(false)
        }
    }
}

fn end(mut out: impl Write, all: usize, failed: usize) -> io::Result<Exit> {
    out.flush()?;
    if failed == 0 {
        return Ok(Exit::Clean);
    }
    writeln!(
        anstream::stderr().lock(),
        "{STRONG}note{STRONG:#}: {failed} of {} could not be read; each has an `error` in its place that says why",
        count(all, "line")
    )?;
    Ok(Exit::Findings)
}

fn host(command: &ClassifyCommand) -> &str {
    command.host.as_deref().unwrap_or_default()
}
