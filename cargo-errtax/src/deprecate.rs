//! `cargo errtax deprecate`: says that a code is on its way out. It keeps its whole contract until it is retired.

use std::io;
use std::path::PathBuf;

use clap::Args;
use errtax_build::drift::rules::REPLACEMENT_CHANGED;
use errtax_build::lock::{DeprecatedRow, Lock};
use errtax_build::model::{Code, Origin, Version};
use errtax_build::suggest;
use errtax_core::Status;

use crate::arguments::Arguments;
use crate::edit::{self, Done, Ground, Plan, Refusal, Settings, Shipped, before, inline, string};
use crate::exit::Exit;
use crate::records::Subject;

/// `deprecate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax deprecate PERIOD_SHUT --replaced-by PERIOD_LOCKED
  cargo errtax deprecate PERIOD_SHUT --reason 'No period is shut any more.' --sunset 2027-06-30
  cargo errtax deprecate PERIOD_SHUT --sunset 2027-12-31          announces a day, or a later one

It writes `deprecated` beside the status, and into registry.lock. The code keeps its meaning and is still sent; Rust that names
it gets a warning. The contract version rises by a minor step, unless it is above what others have already: the merge base
with origin/HEAD, else HEAD, else what the lock knows; --against names another.
Exit codes: 0 written, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct DeprecateCommand {
    /// The code.
    #[arg(value_name = "CODE")]
    pub(crate) code: String,

    #[command(flatten)]
    pub(crate) advice: Advice,

    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// What users of the code are told.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Advice {
    /// The code to use instead: a frozen one that is not deprecated.
    #[arg(long, value_name = "CODE")]
    pub(crate) replaced_by: Option<String>,

    #[command(flatten)]
    pub(crate) notice: Notice,
}

/// What is announced, apart from the replacement.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Notice {
    /// Why.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,

    /// The day after which it may be retired.
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) sunset: Option<String>,

    /// The decision record that says why. Where left out, and `[policy] records` asks for one, it is drafted: that is so
    /// where a replacement is named.
    #[arg(long, value_name = "PATH")]
    pub(crate) record: Option<PathBuf>,

    /// What has the contract version that this change is to be above: a ref, or `path:DIR`.
    #[arg(long, value_name = "REF")]
    pub(crate) against: Option<String>,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &DeprecateCommand) -> io::Result<Exit> {
    let settings = Settings {
        dry_run: command.dry_run,
        writes_lock: true,
    };
    edit::run(arguments, settings, |ground| plan(ground, command))
}

fn plan<'a>(ground: &Ground<'a>, command: &DeprecateCommand) -> Result<Plan<'a>, Refusal> {
    let name = command.code.as_str();
    let code = ground.shipped(name, "deprecate")?;
    let advice = &command.advice;
    if let Some(target) = &advice.replaced_by {
        replacement(ground, code, target)?;
    }
    let mut plan = Plan::new(ground);
    match &code.deprecated {
        None => announce(ground, code, advice, &mut plan)?,
        Some(_) => extend(ground, code, advice, &mut plan)?,
    }
    Ok(plan)
}

/// Refuses what nobody can move to.
fn replacement(ground: &Ground<'_>, code: &Code, target: &str) -> Result<(), Refusal> {
    let registry = ground.registry;
    let command = format!("cargo errtax deprecate {} --replaced-by", code.name);
    if target == code.name {
        return Err(ground.refuse(
            format!("{target} cannot replace itself"),
            format!("`{command} OTHER_CODE`, or say why it goes: `--reason`"),
        ));
    }
    let Some(other) = registry.codes.get(target) else {
        let message = match registry.retired.get(target) {
            Some(retired) => format!("{target} is retired since {}: nobody can move to it", retired.since),
            None => format!("the registry `{}` has no code `{target}`", registry.name),
        };
        let standing = registry.codes.values().filter(|code| code.deprecated.is_none());
        let help = match suggest::nearest(target, standing.map(|code| code.name.as_str())) {
            Some(near) => format!("did you mean `{command} {near}`?"),
            None => format!(
                "draft it from {0} and lead over in one step: `cargo errtax supersede {0} {target}`",
                code.name
            ),
        };
        return Err(ground.refuse(message, help));
    };
    if let Some(deprecated) = &other.deprecated {
        let help = match &deprecated.replaced_by {
            Some(next) => format!("lead straight to the code after it: `{command} {next}`"),
            None => "name a code that will stay, or say why this one goes: `--reason`".to_owned(),
        };
        return Err(ground.refuse(format!("{target} is deprecated itself"), help));
    }
    if other.status == Status::Draft {
        return Err(ground.refuse_at(
            other,
            "status",
            format!("{target} is a draft, which may still change or go: nobody can move to it yet"),
            format!("freeze it first: `cargo errtax freeze {target}`"),
        ));
    }
    Ok(())
}

/// The first word of it.
fn announce(ground: &Ground<'_>, code: &Code, advice: &Advice, plan: &mut Plan<'_>) -> Result<(), Refusal> {
    let notice = &advice.notice;
    if advice.replaced_by.is_none() && notice.reason.is_none() {
        let name = &code.name;
        return Err(ground.refuse(
            format!("whoever uses {name} has to know what to do instead"),
            format!(
                "name what takes its place, or say why it goes: `cargo errtax deprecate {name} --replaced-by CODE`, \
                 `cargo errtax deprecate {name} --reason '…'`"
            ),
        ));
    }
    deprecate(ground, code, advice, plan).map(drop)
}

/// Writes the deprecation into registry and lock, and raises the version. What is advised is whole.
pub(crate) fn deprecate(
    ground: &Ground<'_>,
    code: &Code,
    advice: &Advice,
    plan: &mut Plan<'_>,
) -> Result<Version, Refusal> {
    let Advice { replaced_by, notice } = advice;
    let shipped = Shipped::of(ground, notice.against.as_deref())?;
    let raise = shipped.minor(ground.version(), None);
    let since = raise.version();
    let name = &code.name;
    let record = match (&notice.record, replaced_by) {
        (None, None) => None,
        (typed, _) => edit::record(ground, plan, typed.as_deref(), |plan| {
            subject(name, advice, since, &plan.done)
        })?,
    };
    let mut fields = vec![("since", string(&since.to_string()))];
    for (key, text) in [
        ("replaced_by", replaced_by),
        ("reason", &notice.reason),
        ("sunset", &notice.sunset),
        ("record", &record),
    ] {
        fields.extend(text.as_ref().map(|text| (key, string(text))));
    }
    let value = inline(&fields);
    let instead = format!("write `deprecated = {value}` there by hand, then run `cargo errtax freeze`");
    plan.files.edit(ground.file_of(code), &instead, |toml| {
        toml.set(&["codes", &code.name], "deprecated", &value, before("deprecated"))
    })?;
    let mut said = format!("{} since {since}", code.name);
    for (word, text) in [("replaced by", replaced_by), ("until", &notice.sunset)] {
        said.extend(text.as_ref().map(|text| format!(", {word} {text}")));
    }
    plan.done.push(Done::code("deprecated", "deprecate", &code.name, said));
    plan.raise(ground, &raise)?;
    let row = DeprecatedRow {
        since,
        replaced_by: replaced_by.clone(),
        sunset: notice.sunset.clone(),
    };
    plan.lock(ground, |lock| announce_in(lock, &code.name, row))?;
    if let Some(target) = replaced_by {
        lead_on(ground, code, target, plan)?;
    }
    Ok(since)
}

/// What the decision record is about. `done` is what the command did about the replacement.
fn subject(name: &str, advice: &Advice, since: Version, done: &[Done]) -> Subject {
    let target = advice.replaced_by.as_deref().unwrap_or_default();
    let mut led = format!("{name} is deprecated since version {since} in favour of {target}");
    if let Some(day) = &advice.notice.sunset {
        led.push_str(&format!(", and may be retired from {day} on"));
    }
    let of_target = done.iter().map(|done| format!("{} {}", done.did, done.said));
    Subject {
        title: format!("Supersede {name} by {target}"),
        reason: advice.notice.reason.clone().unwrap_or_default(),
        decided: of_target.chain([led]).collect(),
        ..Subject::default()
    }
}

/// Who was led to the code is led straight on: a replacement that is deprecated itself is none.
fn lead_on(ground: &Ground<'_>, code: &Code, target: &str, plan: &mut Plan<'_>) -> Result<(), Refusal> {
    let own = ground
        .registry
        .codes
        .values()
        .filter(|other| other.origin == Origin::Own);
    for other in own {
        let Some(deprecated) = &other.deprecated else { continue };
        if deprecated.replaced_by.as_ref() != Some(&code.name) {
            continue;
        }
        let instead = format!("write `replaced_by = \"{target}\"` for {} by hand", other.name);
        plan.files.edit(ground.file_of(other), &instead, |toml| {
            toml.set(
                &["codes", &other.name, "deprecated"],
                "replaced_by",
                &string(target),
                &["since"],
            )
        })?;
        let said = format!("{} to {target}: it led to {}", other.name, code.name);
        plan.done.push(Done::code("led", "lead", &other.name, said));
        // Said just now.
        plan.unfinished.push((&REPLACEMENT_CHANGED, other.name.clone()));
        plan.lock(ground, |lock| {
            let row = lock
                .codes
                .get_mut(&other.name)
                .and_then(|entry| entry.row.deprecated.as_mut());
            if let Some(row) = row {
                row.replaced_by = Some(target.to_owned());
            }
        })?;
    }
    Ok(())
}

/// More of it.
fn extend(ground: &Ground<'_>, code: &Code, advice: &Advice, plan: &mut Plan<'_>) -> Result<(), Refusal> {
    let Some(deprecated) = &code.deprecated else {
        return Ok(());
    };
    let Advice { replaced_by, notice } = advice;
    let name = &code.name;
    let record = match &notice.record {
        Some(typed) => Some(edit::typed_record(ground, typed)?),
        None => None,
    };
    let changes: Vec<(&str, &str)> = [
        ("replaced_by", replaced_by, &deprecated.replaced_by),
        ("reason", &notice.reason, &deprecated.reason),
        ("sunset", &notice.sunset, &deprecated.sunset),
        ("record", &record, &deprecated.record),
    ]
    .into_iter()
    .filter_map(|(key, said, there)| said.as_deref().filter(|_| said != there).map(|said| (key, said)))
    .collect();
    if changes.is_empty() {
        let message = format!("{name} is deprecated since {} already", deprecated.since);
        let help = match deprecated.since < ground.version() {
            true => format!("when it is time: `cargo errtax retire {name} --reason '…'`"),
            false => format!("release it; in a later one: `cargo errtax retire {name} --reason '…'`"),
        };
        return Err(ground.refuse_at(code, "deprecated", message, help));
    }
    let instead = "change `deprecated` there by hand, then run `cargo errtax freeze`";
    plan.files.edit(ground.file_of(code), instead, |toml| {
        let path = ["codes", name.as_str(), "deprecated"];
        changes.iter().try_for_each(|(key, value)| {
            toml.set(
                &path,
                key,
                &string(value),
                &["since", "replaced_by", "reason", "sunset"],
            )
        })
    })?;
    let said: Vec<String> = changes.iter().map(|(key, value)| format!("{key} {value}")).collect();
    plan.done.push(Done::code(
        "changed",
        "change",
        name,
        format!("the deprecation of {name}: {}", said.join(", ")),
    ));
    let row = DeprecatedRow {
        since: deprecated.since,
        replaced_by: replaced_by.clone().or(deprecated.replaced_by.clone()),
        sunset: notice.sunset.clone().or(deprecated.sunset.clone()),
    };
    plan.lock(ground, |lock| announce_in(lock, name, row))?;
    Ok(())
}

fn announce_in(lock: &mut Lock, name: &str, row: DeprecatedRow) {
    if let Some(entry) = lock.codes.get_mut(name) {
        entry.row.deprecated = Some(row);
    }
}
