//! `cargo errtax supersede`: a new code for what an old one should have said, and the old one deprecated in its favour.
//! Nobody's promise is broken: agents that know the old code keep what they were told, and the server raises the new one.

use std::io;

use clap::Args;
use errtax_build::ident;
use errtax_build::lock::Entry;
use errtax_build::model::{Code, RoleCode, Version};
use errtax_build::rules::{REPLACEMENT_DIFFERS, REPLACEMENT_UNUSABLE};
use errtax_core::{Action, Status};

use crate::arguments::Arguments;
use crate::deprecate::{Advice, Notice, deprecate};
use crate::edit::{self, Done, Ground, Plan, Refusal, Settings, Toml, before, inline, string};
use crate::exit::Exit;
use crate::new::facts::{self, Answer, Facts};
use crate::new::name;

/// `supersede`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax supersede RATE_SERVICE_TIMEOUT RATE_SERVICE_DOWN
                                                drafts a copy to edit; then `cargo errtax freeze RATE_SERVICE_DOWN`
  cargo errtax supersede PERIOD_SHUT PERIOD_LOCKED --action ask_user \\
      --hint 'Ask the user to have the period unlocked.' --freeze
                                                all at once, for a release tonight

OLD is deprecated with `replaced_by`, NEW begins as its copy: what is said on the command line differs, all else is the same.
What the class settles follows from it, and `retryable` from the action. Without --freeze NEW is a draft, and the build
refuses it as a replacement until it is frozen.
Exit codes: 0 written, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct SupersedeCommand {
    /// The code that does not say what it should.
    #[arg(value_name = "OLD")]
    pub(crate) old: String,

    /// The name of the code that does.
    #[arg(value_name = "NEW")]
    pub(crate) new: String,

    #[command(flatten)]
    pub(crate) facts: Facts,

    #[command(flatten)]
    pub(crate) notice: Notice,

    /// NEW ships as it is: `status = "frozen"`, and into registry.lock.
    #[arg(long)]
    pub(crate) freeze: bool,

    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &SupersedeCommand) -> io::Result<Exit> {
    let settings = Settings {
        dry_run: command.dry_run,
        writes_lock: true,
    };
    edit::run(arguments, settings, |ground| plan(ground, command))
}

fn plan<'a>(ground: &Ground<'a>, command: &SupersedeCommand) -> Result<Plan<'a>, Refusal> {
    let (old, new) = (command.old.as_str(), command.new.as_str());
    let code = ground.shipped(old, "supersede")?;
    if let Some(deprecated) = &code.deprecated {
        let message = match &deprecated.replaced_by {
            Some(other) => format!("{old} is deprecated already, in favour of {other}"),
            None => format!("{old} is deprecated already"),
        };
        let help = format!(
            "draft the code by itself (`cargo errtax new {new}`), freeze it, and lead over to it: `cargo errtax deprecate {old} \
             --replaced-by {new}`"
        );
        return Err(ground.refuse_at(code, "deprecated", message, help));
    }
    if ground.registry.codes.contains_key(new) && new != old {
        return Err(ground.refuse(
            format!("{new} is there already"),
            format!("to lead over to it: `cargo errtax deprecate {old} --replaced-by {new}`"),
        ));
    }
    name::check(ground, new, &format!("supersede {old}"))?;
    let answer = changed(ground, command, code)?;
    let mut plan = Plan::new(ground);
    let instead = format!("write `[codes.{new}]` there by hand, and `deprecated` for {old}");
    plan.files.edit(ground.file_of(code), &instead, |toml| {
        toml.copy(&["codes", old], new)?;
        adapt(toml, command, code, answer.as_ref())
    })?;
    let said = match &answer {
        Some(answer) => format!("{new} from {old}: class {}, action {}", answer.class, answer.action),
        None => format!("{new} as a copy of {old}"),
    };
    plan.done.push(match command.freeze {
        true => Done::code("added and froze", "add and freeze", new, said),
        false => Done::code("drafted", "draft", new, said),
    });
    let advice = Advice {
        replaced_by: Some(new.to_owned()),
        notice: command.notice.clone(),
    };
    let since = deprecate(ground, code, &advice, &mut plan)?;
    if let Some(answer) = answer.as_ref().filter(|answer| answer.action != code.contract.action) {
        meant(ground, command, code, answer, &mut plan)?;
    }
    if command.freeze {
        freeze(ground, command, code, since, &mut plan)?;
    } else {
        let led = plan.done.iter().flat_map(|done| done.codes.clone());
        let led: Vec<_> = led.map(|code| (&REPLACEMENT_UNUSABLE, code)).collect();
        plan.unfinished.extend(led);
        let place = ground.package.show(ground.file_of(code));
        plan.left.push(format!(
            "make `[codes.{new}]` in {place} say what it should, then `cargo errtax freeze {new}`; until it is frozen the build \
             refuses it as a replacement"
        ));
    }
    plan.left.extend(still_named(ground, old, new));
    plan.left.push(format!(
        "raise {new} where the server raises {old}: in a derived enum `#[tool_error({})]`; the compiler warns wherever {old} is \
         still named",
        ident::variant(new)
    ));
    Ok(plan)
}

/// Where else the registry names the old code: none of it is changed without the author, for each is a promise of its own.
fn still_named(ground: &Ground<'_>, old: &str, new: &str) -> Option<String> {
    let registry = ground.registry;
    let here = RoleCode::Here(old.to_owned());
    let roles = registry.roles.iter().filter(|(_, code)| **code == here);
    let roles = roles.map(|(role, _)| format!("the role `{role}`"));
    let twins = registry.codes.values();
    let twins = twins.filter(|code| code.contract.in_doubt.as_deref() == Some(old));
    let twins = twins.map(|code| format!("the twin of {}", code.name));
    let upstream = registry.upstream.iter().any(|rule| rule.code == old);
    let upstream = upstream.then(|| "an `[[upstream]]` rule".to_owned());
    let named: Vec<String> = roles.chain(twins).chain(upstream).collect();
    (!named.is_empty()).then(|| format!("{} still names {old}: {new} may belong there", named.join(", ")))
}

/// What is acted on, where the command line says something about it.
fn changed(ground: &Ground<'_>, command: &SupersedeCommand, code: &Code) -> Result<Option<Answer>, Refusal> {
    let Facts {
        class,
        action,
        executed,
        in_doubt,
        ..
    } = &command.facts;
    if class.is_none() && action.is_none() && executed.is_none() && in_doubt.is_none() {
        return Ok(None);
    }
    // What is not said stays, unless something else that is said rules it out; then the class settles it, or it is asked for.
    let contract = &code.contract;
    let class = class.unwrap_or(contract.class);
    let kept = |action: &Action| class.actions().contains(action);
    let action = action.or(Some(contract.action).filter(kept));
    let executed = executed.or(Some(contract.executed).filter(|executed| class.executed().contains(executed)));
    let needs_twin = action.is_some_and(Action::retryable) && executed == Some(errtax_core::Executed::Unknown);
    let facts = Facts {
        class: Some(class),
        action,
        executed,
        in_doubt: in_doubt.clone().or(contract.in_doubt.clone().filter(|_| needs_twin)),
        ..Facts::default()
    };
    let typed = format!("supersede {} {}", command.old, command.new);
    facts::answer(ground, &facts, &typed, &command.new).map(Some)
}

/// Turns the copy into the new code.
fn adapt(toml: &mut Toml, command: &SupersedeCommand, code: &Code, answer: Option<&Answer>) -> Result<(), String> {
    let path = ["codes", command.new.as_str()];
    let mut set = |key: &str, value: String| toml.set(&path, key, &value, before(key));
    if let Some(answer) = answer {
        set("class", string(answer.class.as_str()))?;
        set("action", string(answer.action.as_str()))?;
        set("retryable", answer.action.retryable().to_string())?;
        set("executed", string(answer.executed.as_str()))?;
        if let Some(twin) = &answer.in_doubt {
            set("in_doubt", string(twin))?;
        }
    }
    let facts = &command.facts;
    for (key, value) in [
        ("http", facts.http.map(|status| status.to_string())),
        ("grpc", facts.grpc.map(|status| status.to_string())),
        ("message", facts.message.as_deref().map(string)),
        ("hint", facts.hint.as_deref().map(string)),
    ] {
        value.map_or(Ok(()), |value| set(key, value))?;
    }
    set("status", string(Status::Draft.as_str()))?;
    // A step that the new action does not ask for is taken by nobody, or by everybody.
    let steps = |answer: &&Answer| answer.action != code.contract.action && !asks_for_a_step(answer.action);
    let next = answer.filter(steps).map(|_| "next");
    let twin = answer.filter(|answer| answer.in_doubt.is_none()).map(|_| "in_doubt");
    for key in ["since", "replaces"].into_iter().chain(next).chain(twin) {
        let path = ["codes", command.new.as_str(), key];
        if toml.has(&path) {
            toml.remove(&path)?;
        }
    }
    Ok(())
}

/// Says on the old code that the new one is to ask for something else: whoever follows `replaced_by` should not wonder.
fn meant(
    ground: &Ground<'_>,
    command: &SupersedeCommand,
    code: &Code,
    answer: &Answer,
    plan: &mut Plan<'_>,
) -> Result<(), Refusal> {
    let rule = REPLACEMENT_DIFFERS.id;
    if code.allow.contains_key(rule) {
        return Ok(());
    }
    let said = format!("{} is to ask for `{}`", command.new, answer.action);
    let why = string(command.notice.reason.as_deref().unwrap_or(&said));
    let instead = format!("write `allow = {{ {rule} = {why} }}` for {} by hand", code.name);
    plan.files.edit(ground.file_of(code), &instead, |toml| {
        let path = ["codes", code.name.as_str()];
        match toml.has(&[path[0], path[1], "allow"]) {
            true => toml.set(&[path[0], path[1], "allow"], rule, &why, &[]),
            false => toml.set(&path, "allow", &inline(&[(rule, why.clone())]), before("allow")),
        }
    })?;
    Ok(())
}

/// Whether the action means a call that `next` can name.
fn asks_for_a_step(action: Action) -> bool {
    match action {
        Action::FixState | Action::Verify | Action::ReadState | Action::FixInput | Action::RedoMissing => true,
        Action::Retry | Action::Wait | Action::Reauthenticate | Action::AskUser | Action::Stop => false,
    }
}

/// Ships the new code with the version that the deprecation carries.
fn freeze(
    ground: &Ground<'_>,
    command: &SupersedeCommand,
    code: &Code,
    since: Version,
    plan: &mut Plan<'_>,
) -> Result<(), Refusal> {
    let new = command.new.as_str();
    let instead = format!("leave `--freeze` out, and run `cargo errtax freeze {new}` after it");
    plan.files.edit(ground.file_of(code), &instead, |toml| {
        let path = ["codes", new];
        toml.set(&path, "status", &string(Status::Frozen.as_str()), before("status"))?;
        toml.set(&path, "since", &string(&since.to_string()), &["status"])
    })?;
    // What the lock records is read from the edited files, like everything that ships.
    let row = edit::read_back(ground, plan, new)?;
    plan.lock(ground, |lock| {
        let places = code.places.clone();
        lock.codes.insert(
            new.to_owned(),
            Entry {
                row,
                places,
                hash: None,
            },
        );
    })?;
    Ok(())
}
