//! `cargo errtax amend`: a break on the record. The registry has the new value already, and the gate refuses it; this writes
//! what was decided, pinned to that one change, raises the major version once, and records the new value in the lock.

mod changes;
mod record;

use std::io;
use std::path::PathBuf;

use clap::Args;
use errtax_build::model::{Amendment, Version};

use crate::arguments::Arguments;
use crate::edit::{self, Block, Done, Ground, Plan, Refusal, Settings, Shipped, string};
use crate::exit::Exit;
use crate::records::Subject;

use changes::{Change, Changes};

/// `amend`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax amend PERIOD_LOCKED action retryable --reason 'Agents unlocked what auditors had locked.' --issue '#42'
                                                one amendment a field, with the value that has shipped and the new one
  cargo errtax amend PERIOD_LOCKED details.reason.values --to audit --reason '…' --issue '#42'
                                                of several changes of one field, this one
  cargo errtax amend PERIOD_LOCKED action --against origin/main --reason '…' --issue '#42'
                                                what only a comparison with a base shows
  cargo errtax amend PERIOD_LOCKED action       records in the lock what an amendment in the registry says already

Change the registry first; FIELD is what the finding names: action, http, details.limit.type. `name` is for a code that is
gone or renamed, `status` for one that was retired at once. A new code beside the old one breaks nobody: see `cargo errtax
supersede --help` first.
Exit codes: 0 written, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct AmendCommand {
    /// The code, as it has shipped; `registry` for what belongs to none.
    #[arg(value_name = "CODE")]
    pub(crate) code: String,

    /// What changed about it.
    #[arg(value_name = "FIELD", required = true)]
    pub(crate) fields: Vec<String>,

    /// Why it has to change, for whoever it breaks.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,

    /// Where it was decided.
    #[arg(long, value_name = "TEXT")]
    pub(crate) issue: Option<String>,

    /// Of several changes of one field, that of this value.
    #[arg(long, value_name = "VALUE")]
    pub(crate) from: Option<String>,

    /// Of several changes of one field, that to this value.
    #[arg(long, value_name = "VALUE")]
    pub(crate) to: Option<String>,

    /// What has shipped: a ref, or `path:DIR`. The lock where left out.
    #[arg(long, value_name = "REF")]
    pub(crate) against: Option<String>,

    /// The decision record that says so. Where left out, and `[policy] records` asks for one, it is drafted.
    #[arg(long, value_name = "PATH")]
    pub(crate) record: Option<PathBuf>,

    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &AmendCommand) -> io::Result<Exit> {
    let settings = Settings {
        dry_run: command.dry_run,
        writes_lock: true,
    };
    edit::run(arguments, settings, |ground| plan(ground, command))
}

fn plan<'a>(ground: &Ground<'a>, command: &AmendCommand) -> Result<Plan<'a>, Refusal> {
    let code = command.code.as_str();
    let changes = Changes::of(ground, command)?;
    let mut chosen = Vec::new();
    for field in &command.fields {
        let change = changes.one(ground, command, field)?;
        if !chosen.contains(&change) {
            chosen.push(change);
        }
    }
    let shipped = Shipped::of(ground, command.against.as_deref())?;
    let raise = shipped.major(ground.version());
    let version = raise.version();
    let mut plan = Plan::new(ground);
    let new: Vec<&Change> = chosen
        .iter()
        .filter(|change| !on_record(ground, change, version))
        .collect();
    let record = match new.is_empty() {
        true => None,
        false => edit::record(ground, &mut plan, command.record.as_deref(), |_| {
            subject(command, &new, version)
        })?,
    };
    for change in &chosen {
        let there = !new.contains(&change);
        if !there {
            write(ground, command, change, version, record.as_deref(), &mut plan)?;
        }
        plan.done.push(Done::code(
            if there { "recorded" } else { "amended" },
            if there { "record" } else { "amend" },
            code,
            format!(
                "{} of {code}: {} → {}{}",
                change.field,
                shown(&change.from),
                shown(&change.to),
                if there {
                    ", as the registry's amendment says"
                } else {
                    ""
                }
            ),
        ));
    }
    plan.raise(ground, &raise)?;
    plan.lock(ground, |lock| {
        for change in &chosen {
            record::apply(lock, ground.registry, change);
        }
    })?;
    let left = changes.left(&chosen);
    if !left.is_empty() {
        plan.left.push(format!(
            "{code} is still refused for {}: put that back, or amend it too: `cargo errtax amend {code} {} --reason '…' --issue \
             '…'`",
            left.join(", "),
            left.join(" ")
        ));
    }
    Ok(plan)
}

/// What the decision record is about.
fn subject(command: &AmendCommand, new: &[&Change], version: Version) -> Subject {
    let fields: Vec<&str> = new.iter().map(|change| change.field.as_str()).collect();
    let code = &command.code;
    Subject {
        title: format!("Amend {} of {code}", and(&fields)),
        reason: command.reason.clone().unwrap_or_default(),
        decided: new
            .iter()
            .map(|change| {
                let (from, to) = (as_code(&change.from), as_code(&change.to));
                format!("`{}` of {code}: {from} → {to}, with version {version}", change.field)
            })
            .collect(),
        instead: "a new code beside the old one, for one (`cargo errtax supersede`)",
        issue: command.issue.clone().unwrap_or_default(),
    }
}

/// A value in Markdown; nothing is `nothing`.
fn as_code(value: &str) -> String {
    match value {
        "" => "nothing".to_owned(),
        value if value.contains('`') => value.to_owned(),
        value => format!("`{value}`"),
    }
}

/// `action, http and grpc`.
fn and(words: &[&str]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.concat(),
    }
}

/// Whether the registry has the amendment of this very change: one of the version that carries it, or of a later one.
fn on_record(ground: &Ground<'_>, change: &Change, version: Version) -> bool {
    let same = |amendment: &&Amendment| {
        amendment.code == change.code
            && amendment.field == change.field
            && amendment.from == change.from
            && amendment.to == change.to
            && amendment.version.major >= version.major
    };
    ground.registry.amendments.iter().any(|amendment| same(&amendment))
}

/// The entry.
fn write(
    ground: &Ground<'_>,
    command: &AmendCommand,
    change: &Change,
    version: Version,
    record: Option<&str>,
    plan: &mut Plan<'_>,
) -> Result<(), Refusal> {
    let (Some(reason), Some(issue)) = (&command.reason, &command.issue) else {
        let missing = match (&command.reason, &command.issue) {
            (None, None) => "`--reason` and no `--issue`",
            (None, Some(_)) => "`--reason`",
            _ => "`--issue`",
        };
        return Err(ground.refuse(
            format!("an amendment says why, and where that was decided: there is no {missing}"),
            format!(
                "`cargo errtax amend {} {} --reason 'why agents must act otherwise' --issue '#42'`",
                command.code,
                command.fields.join(" ")
            ),
        ));
    };
    let mut fields = vec![
        ("code", string(&change.code)),
        ("field", string(&change.field)),
        ("from", string(&change.from)),
        ("to", string(&change.to)),
        ("reason", string(reason)),
        ("issue", string(issue)),
        ("version", string(&version.to_string())),
    ];
    fields.extend(record.map(|record| ("record", string(record))));
    let entry = Block::entry("amendments", fields);
    let instead = "write the `[[amendments]]` entry there by hand, then run the command again";
    plan.files.edit(&ground.package.registry, instead, |toml| {
        toml.append(&[&["amendments"]], std::slice::from_ref(&entry))
    })?;
    Ok(())
}

/// A value as it is told; nothing is `nothing`.
fn shown(value: &str) -> &str {
    if value.is_empty() { "nothing" } else { value }
}
