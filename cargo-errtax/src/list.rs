//! `cargo errtax list`: the codes of a registry, one a line.

use std::io::{self, Write};

use errtax_build::model::{Code, Origin, Retired};
use errtax_core::Status;
use serde::Serialize;

use crate::arguments::{Arguments, Format, ListCommand, StatusWord};
use crate::exit::Exit;
use crate::facts::{CodeFacts, RetiredFacts};
use crate::opened::{self, Opened};
use crate::report::count;
use crate::style::{GOOD, HELP, STRONG};

#[derive(Serialize)]
struct Document<'a> {
    registry: &'a str,
    version: String,
    codes: Vec<CodeFacts<'a>>,
    retired: Vec<RetiredFacts<'a>>,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &ListCommand) -> io::Result<Exit> {
    let opened = match opened::open(arguments)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let wanted = Wanted::of(command);
    let codes: Vec<&Code> = opened
        .registry
        .codes
        .values()
        .filter(|code| wanted.code(code))
        .collect();
    let retired: Vec<(&str, &Retired)> = opened
        .registry
        .retired
        .iter()
        .map(|(name, retired)| (name.as_str(), retired))
        .filter(|(name, retired)| wanted.retired(name, retired))
        .collect();
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        let document = Document {
            registry: &opened.registry.name,
            version: opened.registry.version.to_string(),
            codes: codes.iter().map(|code| CodeFacts::of(&opened, code)).collect(),
            retired: retired
                .iter()
                .map(|(name, retired)| RetiredFacts::of(&opened, name, retired))
                .collect(),
        };
        serde_json::to_writer_pretty(&mut out, &document)?;
        writeln!(out)?;
    } else {
        table(&mut out, &opened, &codes, &retired, command.all)?;
    }
    out.flush()?;
    if arguments.format != Format::Json {
        opened.warn()?;
        let listed = codes.len() + retired.len();
        writeln!(anstream::stderr().lock(), "{}", summary(&opened, command, listed))?;
    }
    Ok(Exit::Clean)
}

/// What the filters ask for.
struct Wanted<'a> {
    command: &'a ListCommand,
    text: Option<String>,
}

impl<'a> Wanted<'a> {
    fn of(command: &'a ListCommand) -> Self {
        Self {
            command,
            text: command.text.as_ref().map(|text| text.to_lowercase()),
        }
    }

    fn code(&self, code: &Code) -> bool {
        let ListCommand {
            all,
            class,
            action,
            status,
            text: _,
            deprecated,
        } = self.command;
        let status_is = |wanted: &StatusWord| match wanted {
            StatusWord::Draft => code.status == Status::Draft,
            StatusWord::Frozen => code.status == Status::Frozen,
            StatusWord::Retired => false,
        };
        (*all || code.origin == Origin::Own)
            && (class.is_empty() || class.contains(&code.contract.class))
            && (action.is_empty() || action.contains(&code.contract.action))
            && (status.is_empty() || status.iter().any(status_is))
            && (!deprecated || code.deprecated.is_some())
            && self.says(texts(code))
    }

    /// A tombstone is listed where it is asked for: it has neither class nor action any more.
    fn retired(&self, name: &str, retired: &Retired) -> bool {
        let ListCommand {
            all,
            class,
            action,
            status,
            text: _,
            deprecated,
        } = self.command;
        status.contains(&StatusWord::Retired)
            && (*all || retired.origin == Origin::Own)
            && class.is_empty()
            && action.is_empty()
            && !deprecated
            && self.says([name, retired.reason.as_str()].into_iter())
    }

    fn says<'t>(&self, mut texts: impl Iterator<Item = &'t str>) -> bool {
        match &self.text {
            Some(wanted) => texts.any(|text| text.to_lowercase().contains(wanted)),
            None => true,
        }
    }
}

/// Where `--text` looks.
fn texts(code: &Code) -> impl Iterator<Item = &str> {
    let details = code.contract.details.iter();
    [code.name.as_str(), &code.message, &code.hint, &code.doc]
        .into_iter()
        .chain(details.flat_map(|(name, detail)| [name.as_str(), detail.doc.as_str()]))
}

fn table(
    out: &mut impl Write,
    opened: &Opened,
    codes: &[&Code],
    retired: &[(&str, &Retired)],
    with_registry: bool,
) -> io::Result<()> {
    let mut head = vec!["code", "class", "action", "retryable", "executed", "status"];
    if with_registry {
        head.push("registry");
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for code in codes {
        let contract = &code.contract;
        let retryable = if contract.retryable { "yes" } else { "no" };
        let mut row = vec![
            code.name.clone(),
            contract.class.as_str().to_owned(),
            contract.action.as_str().to_owned(),
            retryable.to_owned(),
            contract.executed.as_str().to_owned(),
            status(code),
        ];
        if with_registry {
            row.push(opened.declared_by(code).to_owned());
        }
        rows.push(row);
    }
    for (name, tombstone) in retired {
        let mut row = vec![(*name).to_owned()];
        row.extend(["-"; 4].map(str::to_owned));
        row.push(format!("retired {}: {}", tombstone.since, tombstone.reason));
        rows.push(row);
    }
    if rows.is_empty() {
        return Ok(());
    }
    let width = |column: usize| {
        let cells = rows
            .iter()
            .filter(|row| column + 1 < row.len())
            .filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or_default();
        widest.max(head.get(column).map_or(0, |cell| cell.len()))
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let cells: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    writeln!(out, "{STRONG}{}{STRONG:#}", line(&cells, &widths))?;
    for row in &rows {
        let text = line(row, &widths);
        let name = row.first().map_or(0, String::len);
        let (name, rest) = text.split_at_checked(name).unwrap_or((&text, ""));
        writeln!(out, "{HELP}{name}{HELP:#}{rest}")?;
    }
    Ok(())
}

/// The cells below each other; the last one of a line ends it.
fn line(cells: &[String], widths: &[usize]) -> String {
    let mut text = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        text.push_str(cell);
        text.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count()) + 2));
    }
    text.trim_end().to_owned()
}

fn status(code: &Code) -> String {
    match &code.deprecated {
        Some(_) => format!("{}, deprecated", code.status),
        None => code.status.to_string(),
    }
}

fn summary(opened: &Opened, command: &ListCommand, listed: usize) -> String {
    let own = |origin: &Origin| command.all || *origin == Origin::Own;
    let all = opened.registry.codes.values().filter(|code| own(&code.origin)).count();
    let name = &opened.registry.name;
    let extended = opened.registry.codes.len()
        - opened
            .registry
            .codes
            .values()
            .filter(|code| code.origin == Origin::Own)
            .count();
    let more = if command.all || extended == 0 {
        String::new()
    } else {
        format!(
            "; {} of {} with --all",
            count(extended, "more code"),
            opened.registry.extends.join(", ")
        )
    };
    let filtered = Wanted::of(command).text.is_some()
        || command.deprecated
        || !(command.class.is_empty() && command.action.is_empty() && command.status.is_empty());
    match (filtered, listed) {
        (false, _) => format!("{GOOD}listed{GOOD:#} {} of `{name}`{more}", count(listed, "code")),
        (true, 0) => format!("no code of `{name}` is like that; without filters there are {all}{more}"),
        (true, _) => format!(
            "{GOOD}listed{GOOD:#} {listed} of {} of `{name}`{more}",
            count(all, "code")
        ),
    }
}
