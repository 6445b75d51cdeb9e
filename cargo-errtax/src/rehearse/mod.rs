//! `cargo errtax rehearse`: scripted tasks, run through the recovery engine on virtual time.
//!
//! | step | where |
//! |---|---|
//! | which codes are known | `known` |
//! | a line becomes a script, is run, and is held against what it expects | `errtax::recovery::testkit` |
//! | that is told: step by step, or as a line of JSON | `tell` |

mod known;
mod tell;

use std::fs;
use std::io::{self, BufWriter, IsTerminal as _, Read as _};
use std::path::Path;

use errtax::recovery::testkit::{NoScript, Random, Script};
use errtax::recovery::{Jitter, Reader};

use crate::arguments::{Arguments, RehearseCommand};
use crate::exit::Exit;
use crate::opened::open_sound;
use crate::package;
use crate::report;
use crate::trouble::Trouble;

use tell::{Place, Teller};

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &RehearseCommand) -> io::Result<Exit> {
    let declared = match arguments.registry.is_some() || arguments.manifest_path.is_some() {
        true => match open_sound(arguments)? {
            Ok(opened) => Some(opened),
            // Whatever is wrong with it, nothing was rehearsed.
            Err(_) => return Ok(Exit::CouldNotJudge),
        },
        false => None,
    };
    let known = known::registries(declared.as_ref().map(|opened| &opened.registry));
    let is_input = command.file == Path::new("-");
    let shown = match is_input {
        true => "standard input".to_owned(),
        false => command.file.display().to_string(),
    };
    let trouble = |message: &str, help: &str| {
        let trouble = Trouble::new(shown.clone(), message, help);
        report::trouble(&trouble, Exit::CouldNotJudge, arguments.format)
    };
    if is_input && io::stdin().is_terminal() {
        return trouble("there is nothing to rehearse", "name a file of tasks, or pipe it in");
    }
    let text = match read(&command.file) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("cannot read {shown}: {}", package::reason(&error));
            return trouble(&message, "name a file that can be read, or `-` for standard input");
        }
    };
    let tasks: Vec<_> = lines(&text)
        .map(|(number, line)| (number, Script::parse_with(line, known)))
        .filter(|(_, task)| is_meant(task, command.only.as_deref()))
        .collect();
    if tasks.is_empty() {
        let message = match &command.only {
            Some(id) => format!("{shown} has no task `{id}`"),
            None => format!("{shown} has no task"),
        };
        return trouble(
            &message,
            "a task is a line of JSON: `cargo errtax rehearse --help` shows one",
        );
    }
    let out = BufWriter::new(anstream::stdout().lock());
    let mut teller = Teller::new(arguments.format, out);
    let mut draw = sample(command);
    let reader = Reader::new(known);
    for (number, task) in tasks {
        let place = Place {
            file: &shown,
            line: number,
        };
        match task {
            Ok(task) => match task.run(reader, &mut draw) {
                Ok(trace) => teller.ended(&place, &task, &trace)?,
                Err(left) => teller.left_script(&place, &task, &left)?,
            },
            Err(wrong) => teller.no_script(&place, &wrong)?,
        }
    }
    teller.end()
}

fn read(file: &Path) -> io::Result<String> {
    if file != Path::new("-") {
        return fs::read_to_string(file);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

/// The lines that have something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// Whether it is the one that was asked for. A line that does not say which it is may be that.
fn is_meant(task: &Result<Script, NoScript>, only: Option<&str>) -> bool {
    let id = match task {
        Ok(task) => Some(task.id()),
        Err(wrong) => wrong.id(),
    };
    only.is_none_or(|only| id.is_none_or(|id| id == only))
}

/// The samples of jitter: always the same one, or a row that a seed begins.
fn sample(command: &RehearseCommand) -> impl FnMut() -> Jitter + use<> {
    let (jitter, mut random) = (Jitter::millis(command.jitter), command.seed.map(Random::seeded));
    move || random.as_mut().map_or(jitter, Random::jitter)
}
