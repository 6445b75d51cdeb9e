//! `cargo errtax new`: drafts a code.

pub(crate) mod facts;
mod file;
pub(crate) mod name;

use std::io;
use std::path::PathBuf;

use clap::Args;
use errtax_build::rules::EMPTY_TEXT;
use errtax_build::template::Template;
use errtax_core::{Action, DetailType};

use crate::arguments::Arguments;
use crate::edit::{self, Block, Done, Ground, Plan, Refusal, Settings, Toml, string};
use crate::exit::Exit;

use facts::{Answer, Facts};
use file::Target;

/// `new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax new VOUCHER_NOT_FOUND --class not_found
                                                drafts the code; message and hint are left to write
  cargo errtax new PERIOD_LOCKED --class precondition --action fix_state \\
      --message 'Fiscal period {period_id} is locked.' --hint 'Call unlock_period first.'
                                                whole; the detail period_id is declared as a string
  cargo errtax new BANK_TIMEOUT --class transient --action retry --executed unknown --in-doubt OUTCOME_UNKNOWN
  cargo errtax new SALARY_LOCKED --class precondition --action ask_user --file codes/salary.toml

What the class settles need not be said: not_found means read_state, and that nothing was executed. What it leaves open is
asked for and never guessed. `retryable` follows from the action and is written out.
The code goes where the codes are that begin like it. It is a draft until `cargo errtax freeze CODE`.
Exit codes: 0 written, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct NewCommand {
    /// Its name: PERIOD_LOCKED.
    #[arg(value_name = "CODE")]
    pub(crate) code: String,

    #[command(flatten)]
    pub(crate) facts: Facts,

    /// A detail that it carries, and its type: period_id=string. What message and hint name and this does not is a string.
    #[arg(long = "detail", value_name = "NAME=TYPE")]
    pub(crate) details: Vec<String>,

    /// The file: the registry, or one that it includes.
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Option<PathBuf>,

    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &NewCommand) -> io::Result<Exit> {
    let settings = Settings {
        dry_run: command.dry_run,
        writes_lock: false,
    };
    edit::run(arguments, settings, |ground| plan(ground, command))
}

fn plan<'a>(ground: &Ground<'a>, command: &NewCommand) -> Result<Plan<'a>, Refusal> {
    let name = command.code.as_str();
    name::check(ground, name, "new")?;
    let answer = facts::answer(ground, &command.facts, &format!("new {name}"), name)?;
    let details = details(ground, command, answer.action)?;
    let Target { file, below } = file::target(ground, name, command.file.as_deref())?;
    let mut plan = Plan::new(ground);
    let fields = fields(ground, &command.facts, &answer, &mut plan);
    let mut blocks = vec![Block::table(&["codes", name], fields)];
    if !details.is_empty() {
        let details = details
            .iter()
            .map(|(name, kind)| (name.as_str(), string(kind.as_str())));
        blocks.push(Block::table(&["codes", name, "details"], details.collect()));
    }
    let instead = format!("write `[codes.{name}]` there by hand");
    plan.files.edit(&file, &instead, |toml| {
        let family = below.as_deref().unwrap_or_default();
        toml.append(&[&["codes", family], &["codes"]], &blocks)
    })?;
    if edit::read_back(ground, &plan, name).is_err() {
        let shown = ground.package.show(&file);
        return Err(ground.refuse(
            format!("the registry does not include {shown}: a code in it would be nobody's"),
            format!("take it in first, under `[registry]`: `include = [\"{file}\"]`; or name another file"),
        ));
    }
    let shown = format!("{}:{}", ground.package.show(&file), line(&mut plan, &file, name)?);
    tell(ground, command, &answer, &details, &shown, &mut plan);
    Ok(plan)
}

/// The fields, in the order in which an author writes them.
fn fields(ground: &Ground<'_>, facts: &Facts, answer: &Answer, plan: &mut Plan<'_>) -> Vec<(&'static str, String)> {
    let defaults = defaults(plan, ground);
    let mut fields = vec![
        ("class", string(answer.class.as_str())),
        ("action", string(answer.action.as_str())),
        ("retryable", answer.action.retryable().to_string()),
        ("executed", string(answer.executed.as_str())),
    ];
    fields.extend(answer.in_doubt.as_ref().map(|twin| ("in_doubt", string(twin))));
    fields.push(("status", string("draft")));
    // A convention of this registry's authors, not of ours: what all codes of the class say, the new one says too.
    let class = answer.class;
    let http = facts::usual(ground, class, |contract| contract.http);
    let grpc = facts::usual(ground, class, |contract| contract.grpc);
    for (key, said, usual) in [
        (
            "http",
            facts.http.map(|said| said.to_string()),
            http.map(|(most, all)| (most.to_string(), all)),
        ),
        (
            "grpc",
            facts.grpc.map(|said| said.to_string()),
            grpc.map(|(most, all)| (most.to_string(), all)),
        ),
    ] {
        let default = defaults.iter().find(|(name, _)| *name == key).map(|(_, value)| value);
        match (said, usual, default) {
            (Some(said), _, _) => fields.push((key, said)),
            (None, Some((most, _)), Some(default)) if most == *default => {}
            (None, Some((most, true)), _) => {
                plan.notes.push(format!("`{key} = {most}`, as in every other code of class `{class}`"));
                fields.push((key, most));
            }
            (None, Some((most, false)), Some(default)) => plan.notes.push(format!(
                "its `{key}` is {default}, from [defaults]; most codes of class `{class}` have {most}: write `{key} = {most}` if \
                 it has that too"
            )),
            (None, None, Some(default)) => {
                plan.notes.push(format!("its `{key}` is {default}, from [defaults]; write `{key}` where it has another"));
            }
            (None, _, None) => {}
        }
    }
    for (key, text) in [("message", &facts.message), ("hint", &facts.hint)] {
        fields.push((key, string(text.as_deref().unwrap_or_default())));
    }
    fields
}

/// What codes have that do not say.
fn defaults(plan: &mut Plan<'_>, ground: &Ground<'_>) -> Vec<(&'static str, String)> {
    let text = plan
        .files
        .text(&ground.package.registry)
        .ok()
        .flatten()
        .unwrap_or_default();
    let Ok(toml) = Toml::new(text) else { return Vec::new() };
    let value = |key| Some((key, toml.value(&["defaults", key])?));
    ["http", "grpc"].into_iter().filter_map(value).collect()
}

/// Those that were named, and those that the texts name.
fn details(ground: &Ground<'_>, command: &NewCommand, action: Action) -> Result<Vec<(String, DetailType)>, Refusal> {
    let mut details: Vec<(String, DetailType)> = Vec::new();
    for said in &command.details {
        let (name, kind) = said.split_once('=').unwrap_or((said, "string"));
        let parsed = kind.parse::<DetailType>().ok().filter(|kind| *kind != DetailType::Enum);
        let Some(kind) = parsed else {
            let kinds: Vec<&str> = DetailType::ALL
                .iter()
                .filter(|kind| **kind != DetailType::Enum)
                .map(|kind| kind.as_str())
                .collect();
            return Err(ground.refuse(
                format!("`{kind}` is no type that a detail can be given here"),
                format!(
                    "one of {}; an enum has values, so write it into the file",
                    kinds.join(", ")
                ),
            ));
        };
        details.push((name.to_owned(), kind));
    }
    let facts = &command.facts;
    for text in [&facts.message, &facts.hint].into_iter().flatten() {
        for (name, _) in Template::parse(text).placeholders() {
            let built_in = name == "verify" && action == Action::Verify;
            if !built_in && !details.iter().any(|(other, _)| other == name) {
                details.push((name.to_owned(), DetailType::String));
            }
        }
    }
    Ok(details)
}

/// The line at which the code stands then.
fn line(plan: &mut Plan<'_>, file: &str, name: &str) -> Result<usize, Refusal> {
    let text = plan.files.text(file)?.unwrap_or_default();
    let header = format!("[codes.{name}]");
    let line = text.lines().position(|line| line.trim() == header);
    Ok(line.map_or(1, |line| line + 1))
}

fn tell(
    ground: &Ground<'_>,
    command: &NewCommand,
    answer: &Answer,
    details: &[(String, DetailType)],
    shown: &str,
    plan: &mut Plan<'_>,
) {
    let name = command.code.as_str();
    let repeat = if answer.action.retryable() {
        "retryable"
    } else {
        "not retryable"
    };
    plan.done.push(Done::code(
        "drafted",
        "draft",
        name,
        format!(
            "{name}: class {}, action {}, {repeat}, executed {}",
            answer.class, answer.action, answer.executed
        ),
    ));
    let guessed: Vec<&str> = details
        .iter()
        .filter(|(name, _)| !command.details.iter().any(|said| said.split('=').next() == Some(name)))
        .map(|(name, _)| name.as_str())
        .collect();
    if !guessed.is_empty() {
        plan.notes.push(format!(
            "declared as a string, because a text names it: {}; change the type where it is another",
            guessed.join(", ")
        ));
    }
    plan.notes.extend(name::nearly(ground, name));
    let facts = &command.facts;
    let missing: Vec<&str> = [("message", &facts.message), ("hint", &facts.hint)]
        .into_iter()
        .filter(|(_, text)| text.is_none())
        .map(|(key, _)| key)
        .collect();
    if !missing.is_empty() {
        plan.reads = false;
        plan.unfinished.push((&EMPTY_TEXT, name.to_owned()));
        plan.left.push(format!(
            "write its {} at {shown}; until then the build refuses the empty text",
            missing.join(" and ")
        ));
    }
    plan.left.push(format!(
        "raise it, and with the release that ships it: `cargo errtax freeze {name}`"
    ));
}
