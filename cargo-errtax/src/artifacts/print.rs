//! `cargo errtax schema` and `cargo errtax docs`: the texts themselves, on standard output or in a file.

use std::io::{self, Write as _};
use std::path::Path;

use errtax_build::generate::editor;

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
        SchemaOf::Check => fixed(arguments, CHECK, output),
        SchemaOf::Registry => fixed(arguments, &editor::registry(), output),
        SchemaOf::Include => fixed(arguments, &editor::included(), output),
    }
}

/// One that is the same for every registry. An older one of it is known by its title.
fn fixed(arguments: &Arguments, text: &str, output: Option<&Path>) -> io::Result<Exit> {
    let Some(path) = output else {
        return print(text);
    };
    let title = |text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).ok()?;
        Some(json.get("title")?.as_str()?.to_owned())
    };
    let made = |old: &str| old.trim().is_empty() || title(old).is_some_and(|old| Some(old) == title(text));
    match save(path, text, made) {
        Ok(saved) => told(&saved),
        Err(trouble) => report::trouble(&trouble, Exit::Findings, arguments.format),
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
    let saved = match save(path, &text, |old| old.trim().is_empty() || kind.made(old)) {
        Ok(saved) => saved,
        Err(trouble) => return report::trouble(&trouble, Exit::Findings, arguments.format),
    };
    if arguments.format != Format::Json {
        return told(&saved);
    }
    let mut report = Report::new(&opened.package, &opened.analysis, Vec::new(), arguments);
    report.written = Some(Written {
        files: saved.changed.then_some(saved.file).into_iter().collect(),
        notes: saved
            .folder
            .map(|folder| format!("created the folder {folder}"))
            .into_iter()
            .collect(),
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

/// A file that is as it shall be now.
#[derive(Debug)]
struct Saved {
    file: String,
    /// Whether it was not so before.
    changed: bool,
    /// The innermost folder that was not there before.
    folder: Option<String>,
}

fn told(saved: &Saved) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if let Some(folder) = &saved.folder {
        paragraph(&mut out, "created", &format!("the folder {folder}"))?;
    }
    paragraph(&mut out, "wrote", &saved.file)?;
    out.flush()?;
    Ok(Exit::Clean)
}

/// Writes a file, unless it is there and not one to overwrite.
fn save(path: &Path, text: &str, may_go: impl Fn(&str) -> bool) -> Result<Saved, Trouble> {
    let shown = path.display().to_string();
    let old = match std::fs::read_to_string(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            let message = format!("cannot read {shown}, which would be overwritten: {}", reason(&error));
            return Err(Trouble::new(shown, message, "name another file: `--output FILE`"));
        }
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let folder = folder.map(|folder| folder.display().to_string());
    let changed = old.as_deref() != Some(text);
    let saved = Saved {
        file: shown.clone(),
        changed,
        folder,
    };
    if !changed {
        return Ok(saved);
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
        Ok(()) => Ok(saved),
        Err(message) => Err(Trouble::new(
            shown,
            message,
            "make it writable and run the command again",
        )),
    }
}
