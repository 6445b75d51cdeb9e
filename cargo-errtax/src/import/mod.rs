//! `cargo errtax import`: drafts the registry entries of an error enum that exists, and the attributes that tie it to them.
//!
//! a file (`read`) → its enums, whose messages (`message`) and fields (`types`) say much and whose names (`suggest`) hint at
//! the rest → entries (`draft`, `entries`) and edits of the source (`attributes`). What is a guess is marked `# decide:`.

mod attributes;
mod draft;
mod entries;
mod message;
mod read;
mod suggest;
mod types;

use std::io::{self, Write};

use errtax_build::Analysis;
use errtax_build::finding::Finding;
use serde::Serialize;

use crate::arguments::{Arguments, Format, ImportCommand};
use crate::edit::{self, Done, Plan, Refusal, Settings};
use crate::exit::Exit;
use crate::opened::{self, Opened};
use crate::package::reason;
use crate::paths::{normalize, relative};
use crate::report::{self, count};
use crate::style::HELP;
use crate::trouble::Trouble;
use crate::write::Change;

use draft::Draft;

/// What comes of a file.
#[derive(Debug)]
struct Imported {
    /// The file, in the package.
    path: String,
    /// The registry, in the package.
    registry: String,
    /// The entries, as TOML.
    entries: String,
    /// The codes of them.
    codes: Vec<String>,
    /// The source with its attributes.
    source: String,
    /// What the author has yet to do.
    left: Vec<String>,
}

#[derive(Serialize)]
struct Document<'a> {
    file: &'a str,
    registry: &'a str,
    codes: &'a [String],
    entries: &'a str,
    source: &'a str,
    left: &'a [String],
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &ImportCommand) -> io::Result<Exit> {
    if command.write {
        return write(arguments, command);
    }
    let opened = match opened::open_sound(arguments)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let shown = match import(&opened, command) {
        Ok(imported) => proven(&opened, imported),
        Err(trouble) => Err(trouble),
    };
    let (imported, changes) = match shown {
        Ok(shown) => shown,
        Err(trouble) => return report::trouble(&trouble, Exit::Findings, arguments.format),
    };
    let mut out = anstream::stdout().lock();
    if arguments.format == Format::Json {
        let document = Document {
            file: &imported.path,
            registry: &imported.registry,
            codes: &imported.codes,
            entries: &imported.entries,
            source: &imported.source,
            left: &imported.left,
        };
        serde_json::to_writer_pretty(&mut out, &document)?;
        writeln!(out)?;
        out.flush()?;
        return Ok(Exit::Clean);
    }
    if !imported.entries.is_empty() {
        writeln!(
            out,
            "# to be added to {}\n\n{}",
            opened.package.show(&imported.registry),
            imported.entries
        )?;
    }
    let of_source = changes
        .iter()
        .filter(|change| change.path == opened.package.path(&imported.path));
    of_source
        .into_iter()
        .try_for_each(|change| edit::diff(&mut out, change))?;
    out.flush()?;
    let mut err = anstream::stderr().lock();
    for step in &imported.left {
        writeln!(err, "{HELP}left to do{HELP:#}: {step}")?;
    }
    writeln!(err, "nothing was changed; `--write` writes both")?;
    Ok(Exit::Clean)
}

/// The same into the files.
fn write(arguments: &Arguments, command: &ImportCommand) -> io::Result<Exit> {
    let settings = Settings {
        dry_run: false,
        writes_lock: false,
    };
    let imported = match opened::open_sound(arguments)? {
        Ok(opened) => import(&opened, command),
        Err(exit) => return Ok(exit),
    };
    let imported = match imported {
        Ok(imported) => imported,
        Err(trouble) => return report::trouble(&trouble, Exit::Findings, arguments.format),
    };
    edit::run(arguments, settings, |ground| {
        let mut plan = Plan::new(ground);
        let registry = plan.files.text(&imported.registry)?.unwrap_or_default();
        plan.files
            .put(&imported.registry, appended(&registry, &imported.entries))?;
        plan.files.put(&imported.path, imported.source.clone())?;
        if !imported.codes.is_empty() {
            plan.done.push(Done {
                did: "drafted",
                would: "draft",
                codes: imported.codes.clone(),
                said: imported.codes.join(", "),
            });
        }
        plan.left.clone_from(&imported.left);
        Ok::<_, Refusal>(plan)
    })
}

fn import(opened: &Opened, command: &ImportCommand) -> Result<Imported, Trouble> {
    let package = &opened.package;
    let shown = command.file.display().to_string();
    let help = "name a Rust file of this package: `cargo errtax import src/error.rs`";
    let here =
        std::env::current_dir().map_err(|error| Trouble::new(&shown, error, "change to a directory that exists"))?;
    let absolute = normalize(&here.join(&command.file));
    let path = relative(&absolute, &package.directory).filter(|path| !path.starts_with(".."));
    let path =
        path.ok_or_else(|| Trouble::new(&shown, format!("{shown} is not in the package of the registry"), help))?;
    let text = std::fs::read_to_string(&absolute)
        .map_err(|error| Trouble::new(&shown, format!("cannot read {shown}: {}", reason(&error)), help))?;
    let file = read::file(&text).map_err(|mistake| {
        Trouble::new(
            &shown,
            format!("{shown} is no Rust: {}", mistake.message),
            "mend it; `cargo check` shows it too",
        )
        .at(&text, mistake.at)
    })?;
    let enums =
        read::enums(&file, command.r#type.as_deref()).map_err(|(message, help)| Trouble::new(&shown, message, help))?;
    let draft = Draft::of(&enums, &read::coded(&file), &opened.registry, &shown);
    let source = attributes::add(&text, &draft.edits);
    if read::file(&source).is_err() {
        return Err(Trouble::new(
            &shown,
            format!("the attributes do not fit into {shown}"),
            "this file is written in a way that is not understood; add `#[derive(errtax::ToolError)]` by hand",
        ));
    }
    let mut left = draft.left;
    let guesses = draft.entries.matches("# decide:").count();
    if guesses > 0 {
        left.insert(
            0,
            format!(
                "decide what is marked `# decide:`, {}: class and action are guesses from names, hints are general",
                count(guesses, "line")
            ),
        );
    }
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).unwrap_or_default();
    if !manifest.contains("errtax") {
        left.push("let the crate depend on errtax, and its build compile the registry: `cargo errtax init`".to_owned());
    }
    Ok(Imported {
        path,
        registry: package.registry.clone(),
        entries: draft.entries,
        codes: draft.codes,
        source,
        left,
    })
}

/// What would be wrong with the registry then is left to the author, by name.
fn proven(opened: &Opened, mut imported: Imported) -> Result<(Imported, Vec<Change>), Trouble> {
    let package = &opened.package;
    let read = |path: &str| std::fs::read_to_string(package.path(path)).unwrap_or_default();
    let change = |path: &str, new: String| Change {
        path: package.path(path),
        shown: package.show(path),
        old: Some(read(path)),
        new,
    };
    let registry = appended(&read(&imported.registry), &imported.entries);
    let changes = vec![
        change(&imported.registry, registry),
        change(&imported.path, imported.source.clone()),
    ];
    let proven: Analysis = edit::prove(package, &opened.analysis, &changes)?;
    let known: Vec<&Finding> = opened.analysis.findings.iter().collect();
    let new =
        opened::wrong(&proven.findings).filter(|finding| !known.iter().any(|known| known.message == finding.message));
    imported
        .left
        .extend(new.map(|finding| format!("{}: {}", finding.message, finding.help)));
    Ok((imported, changes))
}

/// The registry with the entries at its end, with its line ends.
fn appended(registry: &str, entries: &str) -> String {
    if entries.is_empty() {
        return registry.to_owned();
    }
    let newline = if registry.contains("\r\n") { "\r\n" } else { "\n" };
    let before = registry.trim_end();
    let gap = if before.is_empty() { "" } else { "\n\n" };
    let added = format!("{gap}{}", entries.trim_end()).replace('\n', newline);
    format!("{before}{added}{newline}")
}
