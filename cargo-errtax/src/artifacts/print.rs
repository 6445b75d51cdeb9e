//! `cargo errtax schema` and `cargo errtax docs`: the texts themselves, on standard output or in a file.

use std::io::{self, Write as _};
use std::path::Path;

use crate::arguments::{Arguments, DocsCommand, Format, SchemaCommand, SchemaOf};
use crate::exit::Exit;
use crate::opened;
use crate::package::reason;
use crate::report::{self, Report, Written, paragraph};
use crate::trouble::Trouble;
use crate::write::{self, Change};

use super::Kind;

/// The one of `check --format json`.
const CHECK: &str = include_str!("../../schema/check.schema.json");

/// Runs `schema`.
pub(crate) fn schema(arguments: &Arguments, command: &SchemaCommand) -> io::Result<Exit> {
    let output = command.output.as_deref();
    match command.of {
        SchemaOf::Wire => of_registry(arguments, Kind::Schema, output),
        SchemaOf::Check => match output {
            None => print(CHECK),
            Some(path) => match save(path, CHECK, |_| true) {
                Ok(_) => told(path),
                Err(trouble) => report::trouble(&trouble, Exit::Findings, arguments.format),
            },
        },
    }
}

/// Runs `docs`.
pub(crate) fn docs(arguments: &Arguments, command: &DocsCommand) -> io::Result<Exit> {
    of_registry(arguments, Kind::Docs, command.output.as_deref())
}

fn of_registry(arguments: &Arguments, kind: Kind, output: Option<&Path>) -> io::Result<Exit> {
    let opened = match opened::open_sound(arguments)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let text = kind.text(&opened.registry);
    let Some(path) = output else {
        return print(&text);
    };
    let changed = match save(path, &text, |old| old.trim().is_empty() || kind.made(old)) {
        Ok(changed) => changed,
        Err(trouble) => return report::trouble(&trouble, Exit::Findings, arguments.format),
    };
    if arguments.format != Format::Json {
        return told(path);
    }
    let mut report = Report::new(&opened.package, &opened.analysis, Vec::new(), arguments);
    report.written = Some(Written {
        files: changed.into_iter().collect(),
        ..Written::default()
    });
    report.print(arguments.format)?;
    Ok(Exit::Clean)
}

/// To the byte: not through what takes styles away.
fn print(text: &str) -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Clean)
}

fn told(path: &Path) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    paragraph(&mut out, "wrote", &path.display().to_string())?;
    out.flush()?;
    Ok(Exit::Clean)
}

/// Writes a file, unless it is there and not one to overwrite; says which, unless it was the same already.
fn save(path: &Path, text: &str, may_go: impl Fn(&str) -> bool) -> Result<Option<String>, Trouble> {
    let shown = path.display().to_string();
    let old = match std::fs::read_to_string(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            let message = format!("cannot read {shown}, which would be overwritten: {}", reason(&error));
            return Err(Trouble::new(shown, message, "name another file: `--output FILE`"));
        }
    };
    if old.as_deref() == Some(text) {
        return Ok(None);
    }
    if old.as_deref().is_some_and(|old| !may_go(old)) {
        let message = format!("{shown} is there, and was not written by `cargo errtax`");
        let help = format!("name another file, or delete {shown} first");
        return Err(Trouble::new(shown, message, help));
    }
    let change = Change {
        path: path.to_owned(),
        shown: shown.clone(),
        old,
        new: text.to_owned(),
    };
    match write::all(&[change]) {
        Ok(()) => Ok(Some(shown)),
        Err(message) => Err(Trouble::new(
            shown,
            message,
            "make it writable and run the command again",
        )),
    }
}
