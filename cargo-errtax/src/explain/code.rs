//! Everything about one code, for a person or a program.

use std::io::{self, Write};

use errtax_build::model::{Code, Contract, Deprecated, Detail, Origin, Registry, Retired, RoleCode};
use errtax_build::write;
use errtax_core::{Action, Role, Status};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::arguments::{Arguments, Format};
use crate::exit::Exit;
use crate::facts::{self, CodeFacts, RetiredFacts};
use crate::opened::Opened;
use crate::style::{HELP, STRONG};

use super::rust::{self, Raised};
use super::wire::{self, Examples};

#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    facts: CodeFacts<'a>,
    /// Whether registry.lock records it.
    locked: bool,
    roles: Vec<&'static str>,
    /// What an agent receives.
    wire: Box<RawValue>,
    /// The same for a plain write, where that is something else.
    wire_in_doubt: Option<Box<RawValue>>,
    rust: RustEntry,
}

#[derive(Serialize)]
struct RustEntry {
    variant: String,
    without_enum: String,
}

/// Tells it.
pub(super) fn explain(arguments: &Arguments, opened: &Opened, code: &Code) -> io::Result<Exit> {
    let examples = wire::examples(&opened.registry, code);
    let raised = rust::raised(code);
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        let Raised { variant, without_enum } = raised;
        let document = Document {
            facts: CodeFacts::of(opened, code),
            locked: is_locked(opened, code),
            roles: roles(&opened.registry, code),
            wire: RawValue::from_string(examples.usual)?,
            wire_in_doubt: examples.in_doubt.map(RawValue::from_string).transpose()?,
            rust: RustEntry { variant, without_enum },
        };
        serde_json::to_writer_pretty(&mut out, &document)?;
        writeln!(out)?;
    } else {
        head(&mut out, opened, code)?;
        contract(&mut out, opened, code)?;
        details(&mut out, code)?;
        life(&mut out, opened, code)?;
        received(&mut out, &examples)?;
        in_rust(&mut out, code, &raised)?;
    }
    out.flush()?;
    opened.warn()?;
    Ok(Exit::Clean)
}

fn head(out: &mut impl Write, opened: &Opened, code: &Code) -> io::Result<()> {
    let (file, line) = opened.line(code.places.name);
    writeln!(out, "{HELP}{}{HELP:#}", code.name)?;
    writeln!(
        out,
        "{} in the registry `{}`",
        place(&file, line),
        opened.declared_by(code)
    )?;
    writeln!(out, "\n  {}\n  {}", code.message, code.hint)?;
    if !code.doc.trim().is_empty() {
        writeln!(out)?;
        for line in code.doc.trim().lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

fn contract(out: &mut impl Write, opened: &Opened, code: &Code) -> io::Result<()> {
    let Contract {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        details: _,
    } = &code.contract;
    let yes_no = if *retryable {
        "The same call may be sent again."
    } else {
        "The same call must not be sent again as it is."
    };
    heading(out, "contract")?;
    for (name, word, meaning) in [
        ("class", class.as_str(), class.meaning()),
        ("action", action.as_str(), action.meaning()),
        ("retryable", if *retryable { "true" } else { "false" }, yes_no),
        ("executed", executed.as_str(), executed_meaning(code)),
    ] {
        writeln!(
            out,
            "  {name:9}  {STRONG}{word}{STRONG:#}{:pad$}  {meaning}",
            "",
            pad = 15_usize.saturating_sub(word.len())
        )?;
    }
    if let Some(twin) = in_doubt {
        let message = opened.registry.codes.get(twin).map_or("", |twin| twin.message.as_str());
        writeln!(
            out,
            "  {:9}  {STRONG}{twin}{STRONG:#}: what a plain write gets instead. {message}",
            "in_doubt"
        )?;
    }
    if let Some(next) = next {
        writeln!(out, "  {:9}  {}", "next", write::next(next))?;
    }
    if let Some(http) = http {
        writeln!(out, "  {:9}  {http}", "http")?;
    }
    if let Some(grpc) = grpc {
        writeln!(out, "  {:9}  {grpc}", "grpc")?;
    }
    if let Some(page) = facts::page(opened, code) {
        writeln!(out, "  {:9}  {page}", "docs")?;
    }
    Ok(())
}

/// The vocabulary answers the question whether the call took effect; here it needs the question too.
fn executed_meaning(code: &Code) -> &'static str {
    use errtax_core::Executed;
    match code.contract.executed {
        Executed::No => "This call took no effect.",
        Executed::Unknown => "Nobody knows whether this call took effect.",
        Executed::Partial => "Some of this call took effect.",
        Executed::Yes => "This call took effect.",
    }
}

fn details(out: &mut impl Write, code: &Code) -> io::Result<()> {
    if code.contract.details.is_empty() {
        return Ok(());
    }
    heading(out, "details")?;
    let rows: Vec<[String; 4]> = code
        .contract
        .details
        .iter()
        .map(|(name, detail)| row(name, detail))
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let (name, kind, presence) = (width(0), width(1), width(2));
    for [detail, its_kind, its_presence, doc] in &rows {
        let line = format!("  {detail:name$}  {its_kind:kind$}  {its_presence:presence$}  {doc}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn row(name: &str, detail: &Detail) -> [String; 4] {
    let Detail {
        kind,
        optional,
        sensitive,
        values,
        closed,
        doc,
    } = detail;
    let mut presence = if *optional { "optional" } else { "required" }.to_owned();
    if *sensitive {
        presence.push_str(", sensitive: never sent");
    }
    let mut text = doc.trim().to_owned();
    if !values.is_empty() {
        let more = if *closed {
            "no others ever"
        } else {
            "others may be added"
        };
        let values = values.join(", ");
        text = format!("{text} One of {values}; {more}.").trim_start().to_owned();
    }
    [name.to_owned(), kind.as_str().to_owned(), presence, text]
}

fn life(out: &mut impl Write, opened: &Opened, code: &Code) -> io::Result<()> {
    heading(out, "status")?;
    let since = code.since.map(|since| format!(", since {since}")).unwrap_or_default();
    let status = match code.status {
        Status::Draft => "it may still change",
        Status::Frozen => "it has shipped, and its meaning stays",
    };
    writeln!(out, "  {STRONG}{}{STRONG:#}{since}: {status}", code.status)?;
    if code.origin == Origin::Own {
        let lock = opened.package.show(&opened.package.lock());
        match (code.status, is_locked(opened, code)) {
            (Status::Frozen, false) => writeln!(out, "  {lock} does not record it yet: `cargo errtax freeze`")?,
            (Status::Draft, false) => writeln!(out, "  when it ships: `cargo errtax freeze {}`", code.name)?,
            (_, true) => writeln!(out, "  {lock} records it")?,
        }
    }
    if let Some(deprecated) = &code.deprecated {
        let Deprecated {
            since,
            replaced_by,
            reason,
            sunset,
            record,
        } = deprecated;
        let instead = replaced_by
            .as_ref()
            .map(|code| format!("; use {code} instead"))
            .unwrap_or_default();
        writeln!(out, "  {STRONG}deprecated{STRONG:#} since {since}{instead}")?;
        let sunset = sunset.as_ref().map(|day| format!("it may be retired after {day}"));
        let record = record.as_ref().map(|path| format!("see {path}"));
        for line in [reason.clone(), sunset, record].into_iter().flatten() {
            writeln!(out, "  {line}")?;
        }
    }
    let roles = roles(&opened.registry, code);
    if !roles.is_empty() {
        let word = if roles.len() == 1 { "the role" } else { "the roles" };
        writeln!(out, "  it has {word} {}: `[roles]` says so", roles.join(", "))?;
    }
    for (rule, reason) in &code.allow {
        writeln!(out, "  {rule} is waived: {reason}")?;
    }
    Ok(())
}

fn received(out: &mut impl Write, examples: &Examples) -> io::Result<()> {
    heading(out, "what an agent receives")?;
    writeln!(out, "  {}", examples.usual)?;
    if let Some(in_doubt) = &examples.in_doubt {
        writeln!(out, "  from a write that must not be repeated:\n  {in_doubt}")?;
    }
    Ok(())
}

fn in_rust(out: &mut impl Write, code: &Code, raised: &Raised) -> io::Result<()> {
    heading(out, "how Rust raises it")?;
    let Raised { variant, without_enum } = raised;
    writeln!(
        out,
        "  #[derive(Debug, errtax::ToolError)]\n  pub enum MyError {{\n      {variant}\n  }}"
    )?;
    writeln!(out, "  or, on a variant of another name: #[tool_error({})]", code.ident)?;
    writeln!(out, "  or, without an enum: {without_enum}")?;
    if code.contract.action == Action::Wait {
        writeln!(
            out,
            "  the wait: a field `#[tool_error(retry_after)] wait: std::time::Duration`"
        )?;
    }
    Ok(())
}

/// Tells a tombstone.
pub(super) fn explain_retired(
    arguments: &Arguments,
    opened: &Opened,
    name: &str,
    retired: &Retired,
) -> io::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        #[derive(Serialize)]
        struct Tombstone<'a> {
            status: &'static str,
            #[serde(flatten)]
            facts: RetiredFacts<'a>,
        }
        let tombstone = Tombstone {
            status: "retired",
            facts: RetiredFacts::of(opened, name, retired),
        };
        serde_json::to_writer_pretty(&mut out, &tombstone)?;
        writeln!(out)?;
    } else {
        let (file, line) = opened.line(retired.place);
        writeln!(out, "{HELP}{name}{HELP:#}\n{}", place(&file, line))?;
        writeln!(
            out,
            "\n  {STRONG}retired{STRONG:#} since {}: {}",
            retired.since, retired.reason
        )?;
        writeln!(
            out,
            "  Nothing raises it any more, and its name is never used again: old agents still act on what it meant."
        )?;
        if let Some(record) = &retired.record {
            writeln!(out, "  see {record}")?;
        }
    }
    out.flush()?;
    opened.warn()?;
    Ok(Exit::Clean)
}

fn heading(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "\n{STRONG}{text}{STRONG:#}")
}

fn place(file: &str, line: usize) -> String {
    format!("{file}:{line}")
}

fn is_locked(opened: &Opened, code: &Code) -> bool {
    code.origin == Origin::Own
        && opened
            .analysis
            .lock
            .as_ref()
            .is_some_and(|lock| lock.codes.contains_key(&code.name))
}

/// The roles that the code has.
fn roles(registry: &Registry, code: &Code) -> Vec<&'static str> {
    let plays = |role: &&Role| match registry.roles.get(*role) {
        Some(RoleCode::Here(name)) => *name == code.name,
        Some(RoleCode::Standard(_)) | None => false,
    };
    Role::ALL.iter().filter(plays).map(|role| role.as_str()).collect()
}
