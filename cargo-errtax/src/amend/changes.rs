//! The changes that the gate refuses, and the one that is meant.

use errtax_build::drift::rules::{CODE_DELETED, CODE_RENAMED, CODE_RESPELLED, CODE_RETIRED_EARLY, TOMBSTONE_REVIVED};
use errtax_build::finding::{Finding, Level, Stage};
use errtax_build::merge::{self, Sides};
use errtax_build::source::Sources;
use errtax_build::suggest;
use errtax_core::Status;

use crate::against::Against;
use crate::edit::{Ground, Refusal};

use super::AmendCommand;

/// What an amendment calls a change that is about no code.
const REGISTRY: &str = "registry";

/// What has shipped, where nobody says otherwise.
const USUAL_BASE: &str = "origin/main";

/// One change, as an amendment names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) code: String,
    pub(super) field: String,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) rule: &'static str,
    pub(super) why: &'static str,
    pub(super) level: Level,
    pub(super) message: String,
    pub(super) help: String,
}

/// Those of one code.
#[derive(Debug)]
pub(super) struct Changes {
    of_code: Vec<Change>,
    /// Where they come from, as shown.
    baseline: String,
    /// That is the lock.
    of_lock: bool,
}

impl Changes {
    /// What differs from the base that was named, else from the lock.
    pub(super) fn of(ground: &Ground<'_>, command: &AmendCommand) -> Result<Self, Refusal> {
        let (findings, baseline) = match &command.against {
            Some(reference) => (at_base(ground, reference)?, reference.clone()),
            None => (at_lock(ground), ground.package.show(&ground.package.lock())),
        };
        let all: Vec<Change> = findings.iter().filter_map(change).collect();
        let of_code: Vec<Change> = all
            .iter()
            .filter(|change| change.code == command.code)
            .cloned()
            .collect();
        if of_code.is_empty() {
            return Err(nothing(ground, command, &all, &baseline));
        }
        Ok(Self {
            of_code,
            baseline,
            of_lock: command.against.is_none(),
        })
    }

    /// The one change of a field.
    pub(super) fn one(&self, ground: &Ground<'_>, command: &AmendCommand, field: &str) -> Result<Change, Refusal> {
        let code = &command.code;
        let of_field: Vec<&Change> = self.of_code.iter().filter(|change| change.field == field).collect();
        let meant = |change: &&&Change| {
            let is = |said: &Option<String>, value: &str| said.as_deref().is_none_or(|said| said == value);
            is(&command.from, &change.from) && is(&command.to, &change.to)
        };
        let meant: Vec<&Change> = of_field.iter().filter(meant).copied().collect();
        match meant.as_slice() {
            [one] => {
                self.amendable(ground, one)?;
                self.shown(ground, command, one)?;
                Ok((*one).clone())
            }
            [] if of_field.is_empty() => {
                let fields: Vec<&str> = self.of_code.iter().map(|change| change.field.as_str()).collect();
                let help = match suggest::nearest(field, fields.iter().copied()) {
                    Some(near) => format!("did you mean `cargo errtax amend {code} {near}`?"),
                    None if self.of_lock => format!(
                        "what differs is {}; for what only the merge gate refuses, add `--against {USUAL_BASE}`",
                        listed(&fields)
                    ),
                    None => format!("what differs is {}", listed(&fields)),
                };
                Err(ground.refuse(
                    format!("`{field}` of {code} is what has shipped, by {}", self.baseline),
                    help,
                ))
            }
            [] => Err(ground.refuse(
                format!("no change of `{field}` of {code} is from or to that value"),
                format!("what changed is {}", ways(&of_field)),
            )),
            several => Err(ground.refuse(
                format!(
                    "`{field}` of {code} changed in {} ways, and an amendment is for one",
                    several.len()
                ),
                format!("say which: {}", ways(several)),
            )),
        }
    }

    /// Refuses what has no exception, and what needs none.
    fn amendable(&self, ground: &Ground<'_>, change: &Change) -> Result<(), Refusal> {
        let Change { code, field, rule, .. } = change;
        match change.level {
            Level::Break => Ok(()),
            Level::Note | Level::Warning => Err(ground.refuse(
                format!("`{field}` of {code} breaks no promise ({rule}), and needs no amendment"),
                match self.of_lock {
                    true => "`cargo errtax freeze` records it",
                    false => "nothing has to be done: it passes as it is",
                },
            )),
            _ => Err(ground.refuse(
                format!("{} ({rule}); it cannot be amended: {}", change.message, change.why),
                &change.help,
            )),
        }
    }

    /// Refuses a change of which neither value is known: an amendment from nothing to nothing pins nothing. The lock has of
    /// texts no more than a hash.
    fn shown(&self, ground: &Ground<'_>, command: &AmendCommand, change: &Change) -> Result<(), Refusal> {
        let Change {
            code, field, from, to, ..
        } = change;
        if !from.is_empty() || !to.is_empty() {
            return Ok(());
        }
        let message = format!(
            "{} does not show what `{field}` of {code} was, and an amendment says what changed into what",
            self.baseline
        );
        Err(match self.of_lock {
            true => ground.refuse(
                message,
                format!("compare with what has shipped: {}", at_usual_base(command)),
            ),
            false => ground.refuse(
                message,
                "its registry is not what its lock recorded; name a base where the two agree, or put the value back",
            ),
        })
    }

    /// The fields of the code that are refused beside those that were chosen.
    pub(super) fn left(&self, chosen: &[Change]) -> Vec<String> {
        let refused = self.of_code.iter().filter(|change| change.level.fails());
        let mut left: Vec<String> = Vec::new();
        for change in refused.filter(|change| !chosen.contains(change)) {
            if !left.contains(&change.field) {
                left.push(change.field.clone());
            }
        }
        left
    }
}

fn at_lock(ground: &Ground<'_>) -> Vec<Finding> {
    let all = ground.analysis.findings.iter();
    let mut findings: Vec<Finding> = all
        .filter(|finding| finding.rule.stage == Stage::Drift)
        .cloned()
        .collect();
    merge::own_levels(ground.registry, &mut findings);
    findings
}

fn at_base(ground: &Ground<'_>, reference: &str) -> Result<Vec<Finding>, Refusal> {
    let package = ground.package;
    let shown = ground.shown();
    let could_not = |obstacle: crate::against::Obstacle| Refusal::CouldNot(obstacle.at(shown.as_str()));
    let against = Against::open(package, reference, false).map_err(could_not)?;
    let name = Some(ground.registry.name.as_str());
    let typed = ground.arguments.registry.is_some();
    let Some(side) = against.side(package, name, typed).map_err(could_not)? else {
        return Err(ground.refuse(
            format!("{reference} does not have this registry yet: nothing has shipped that could be amended"),
            "change the registry as you like",
        ));
    };
    let mut sources = Sources::default();
    let base = errtax_build::analyse_at(&mut sources, side.directory(), &side.registry, Some(&side.label));
    let head = errtax_build::analyse_at(&mut sources, &package.directory, &package.registry, None);
    let verdict = merge::judge(&Sides {
        base: &base,
        head: &head,
        day: against.base().day.as_deref(),
    });
    if let Some(finding) = verdict
        .findings
        .iter()
        .find(|finding| finding.level == Level::CouldNotJudge)
    {
        return Err(Refusal::CouldNot(crate::trouble::Trouble::new(
            shown,
            &finding.message,
            &finding.help,
        )));
    }
    // Not `findings`: there, many changes of one cause are one, and an amendment is for each.
    Ok(verdict.unamended)
}

/// What an amendment can be pinned to.
fn change(finding: &Finding) -> Option<Change> {
    let of_code = [&CODE_DELETED, &CODE_RENAMED, &CODE_RESPELLED];
    let of_status = [&CODE_RETIRED_EARLY, &TOMBSTONE_REVIVED];
    let field = match &finding.field {
        Some(field) => field.clone(),
        None if of_code.contains(&finding.rule) => "name".to_owned(),
        None if of_status.contains(&finding.rule) => "status".to_owned(),
        None => return None,
    };
    Some(Change {
        code: finding.code.clone().unwrap_or_else(|| REGISTRY.to_owned()),
        field,
        from: finding.old.clone().unwrap_or_default(),
        to: finding.new.clone().unwrap_or_default(),
        rule: finding.rule.id,
        why: finding.rule.why,
        level: finding.level,
        message: finding.message.clone(),
        help: finding.help.clone(),
    })
}

fn nothing(ground: &Ground<'_>, command: &AmendCommand, all: &[Change], baseline: &str) -> Refusal {
    let code = command.code.as_str();
    let registry = ground.registry;
    let lock = ground.analysis.lock.iter();
    let locked = lock.flat_map(|lock| lock.codes.keys().chain(lock.retired.keys()));
    let names = registry.codes.keys().chain(registry.retired.keys()).chain(locked);
    let names: Vec<&str> = names.map(String::as_str).collect();
    if !names.contains(&code) && code != REGISTRY {
        let changed = all.iter().map(|change| change.code.as_str());
        let near = suggest::nearest(code, changed).or_else(|| suggest::nearest(code, names));
        return ground.refuse(
            format!("there is no code `{code}`, and none has shipped, by {baseline}"),
            match near {
                Some(near) => format!("did you mean `cargo errtax amend {near} {}`?", command.fields.join(" ")),
                None if command.against.is_none() => format!(
                    "`cargo errtax check` names what is refused, code and field; for what only the merge gate refuses, add \
                     `--against {USUAL_BASE}`"
                ),
                None => "`cargo errtax check` names what is refused, code and field".to_owned(),
            },
        );
    }
    let shipped = ground
        .analysis
        .lock
        .as_ref()
        .is_some_and(|lock| lock.codes.contains_key(code));
    if let Some(draft) = registry
        .codes
        .get(code)
        .filter(|draft| draft.status == Status::Draft && !shipped)
    {
        let message = format!("{code} is a draft: it has not shipped, and may change without an amendment");
        return ground.refuse_at(draft, "status", message, "nothing has to be done");
    }
    if code == REGISTRY && command.against.is_none() {
        return ground.refuse(
            format!("{baseline} records codes, and nothing of what belongs to none"),
            format!("compare with what has shipped: {}", at_usual_base(command)),
        );
    }
    let help = match &command.against {
        Some(_) => "change the registry first: an amendment records what was changed".to_owned(),
        None => format!(
            "change the registry first: an amendment records what was changed. For what only the merge gate refuses, because \
             the lock was rewritten to match or does not record it, compare with what has shipped: {}",
            at_usual_base(command)
        ),
    };
    ground.refuse(
        format!("{code} means what has shipped, by {baseline}: there is nothing to amend"),
        help,
    )
}

/// The command again, with a base.
fn at_usual_base(command: &AmendCommand) -> String {
    format!(
        "`cargo errtax amend {} {} --against {USUAL_BASE} --reason '…' --issue '…'`",
        command.code,
        command.fields.join(" ")
    )
}

/// `` `--to audit` or `--to merger` ``.
fn ways(changes: &[&Change]) -> String {
    let ways: Vec<String> = changes
        .iter()
        .map(|change| match change.to.is_empty() {
            true => format!("`--from {}`", change.from),
            false => format!("`--to {}`", change.to),
        })
        .collect();
    ways.join(" or ")
}

fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
