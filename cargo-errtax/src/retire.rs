//! `cargo errtax retire`: buries a code that was deprecated.

use std::io;
use std::path::PathBuf;

use clap::Args;
use errtax_build::lock::{Entry, Tombstone};
use errtax_build::model::{Code, Deprecated, Places, Version};

use crate::arguments::Arguments;
use crate::edit::{self, Block, Done, Ground, Plan, Refusal, Settings, Shipped, string};
use crate::exit::Exit;
use crate::records::Subject;

/// `retire`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax retire PERIOD_SHUT --reason 'PERIOD_LOCKED says the same and names the way out.'
  cargo errtax retire PERIOD_SHUT --reason '…' --dry-run

It takes the code out and writes its tombstone where it stood, in registry.lock too: the name is never used again. Only a
deprecated code can be retired, in a later version than the one that deprecated it, and after its sunset: the day is judged by
`cargo errtax check --against`. The contract version rises by a minor step, unless it is above what others have already.
Exit codes: 0 written, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct RetireCommand {
    /// The code.
    #[arg(value_name = "CODE")]
    pub(crate) code: String,

    /// Why, and what took its place.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,

    /// The decision record that says so. Where left out, and `[policy] records` asks for one, it is drafted.
    #[arg(long, value_name = "PATH")]
    pub(crate) record: Option<PathBuf>,

    /// What has the contract version that this change is to be above: a ref, or `path:DIR`.
    #[arg(long, value_name = "REF")]
    pub(crate) against: Option<String>,

    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &RetireCommand) -> io::Result<Exit> {
    let settings = Settings {
        dry_run: command.dry_run,
        writes_lock: true,
    };
    edit::run(arguments, settings, |ground| plan(ground, command))
}

fn plan<'a>(ground: &Ground<'a>, command: &RetireCommand) -> Result<Plan<'a>, Refusal> {
    let name = command.code.as_str();
    let code = ground.shipped(name, "retire")?;
    let Some(deprecated) = &code.deprecated else {
        return Err(not_deprecated(ground, code));
    };
    let shipped = Shipped::of(ground, command.against.as_deref())?;
    announced(ground, code, &shipped)?;
    let raise = shipped.minor(ground.version(), Some(deprecated.since));
    let since = raise.version();
    let mut plan = Plan::new(ground);
    let mut fields = vec![
        ("since", string(&since.to_string())),
        ("reason", string(&command.reason)),
    ];
    let record = edit::record(ground, &mut plan, command.record.as_deref(), |_| Subject {
        title: format!("Retire {name}"),
        reason: command.reason.clone(),
        decided: vec![buried(name, deprecated, since)],
        ..Subject::default()
    })?;
    fields.extend(record.map(|record| ("record", string(&record))));
    let tombstone = Block::table(&["retired", name], fields);
    let instead =
        format!("put `[retired.{name}]` in the place of `[codes.{name}]` by hand, then run `cargo errtax freeze`");
    plan.files.edit(ground.file_of(code), &instead, |toml| {
        toml.replace(&["codes", name], &[&["retired"], &["codes"]], &tombstone)
    })?;
    plan.done.push(Done::code(
        "retired",
        "retire",
        name,
        format!("{name} since {since}; it was deprecated in {}", deprecated.since),
    ));
    plan.raise(ground, &raise)?;
    plan.lock(ground, |lock| {
        let contract = lock.codes.remove(name).map(|entry| entry.row.contract_hash());
        let row = Tombstone { since, contract };
        let places = Places::new(code.places.name);
        lock.retired.insert(
            name.to_owned(),
            Entry {
                row,
                places,
                hash: None,
            },
        );
    })?;
    if let Some(day) = &deprecated.sunset {
        plan.notes.push(format!(
            "{day} is its sunset: `cargo errtax check --against` refuses to retire it before that day"
        ));
    }
    plan.left.push(format!(
        "take it out of the Rust that names it: `Code::{}` is gone, and so are its details",
        code.ident
    ));
    Ok(plan)
}

/// What becomes of the code, for the record of the decision.
fn buried(name: &str, deprecated: &Deprecated, since: Version) -> String {
    let led = deprecated.replaced_by.as_ref();
    let led = led.map_or(String::new(), |other| format!(" in favour of {other}"));
    format!(
        "{name} is retired with version {since}, and its name is never used again. It was deprecated in {}{led}.",
        deprecated.since
    )
}

/// Refuses to retire in one change with the deprecation, where it can be told.
fn announced(ground: &Ground<'_>, code: &Code, shipped: &Shipped) -> Result<(), Refusal> {
    let before = shipped
        .registry
        .as_ref()
        .and_then(|registry| registry.codes.get(&code.name));
    let Some(before) = before.filter(|before| before.deprecated.is_none()) else {
        return Ok(());
    };
    let name = &before.name;
    Err(ground.refuse_at(
        code,
        "deprecated",
        format!(
            "{} does not say yet that {name} is deprecated: nobody has been told",
            shipped.says
        ),
        format!("commit the deprecation and release it; retire {name} in a later change"),
    ))
}

fn not_deprecated(ground: &Ground<'_>, code: &Code) -> Refusal {
    let name = &code.name;
    ground.refuse_at(
        code,
        "",
        format!("{name} is not deprecated: whoever uses it has not been told that it goes"),
        format!(
            "say so first, and release that: `cargo errtax deprecate {name} --replaced-by CODE`, or `--reason '…'`; retire it in \
             a later release"
        ),
    )
}
