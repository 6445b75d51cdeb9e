//! What a script says of the calls that are planned: the facts of their tools, and what whoever sends them can do.

use std::sync::Arc;
use std::time::Duration;

use errtax_core::Registry;
use serde_json::Value;

use super::read::{Member, NoScript, Object};
use crate::recovery::{Hints, Limits, Name, Names, Tool, Trust};

/// The name of a tool that is not named.
pub(super) const UNNAMED: &str = "tool";
/// The argument that carries the key, where the script says only that there is one.
const KEY: &str = "request_id";

/// What a context or an operation may say of a call.
const FACTS: &[&str] = &[
    "ack",
    "args",
    "arguments",
    "batch",
    "dedupe_key",
    "dedupe_key_field",
    "effect",
    "fixer",
    "has_key_field",
    "idempotent",
    "idempotent_hint",
    "key_field",
    "loop_ignore",
    "match_on",
    "min_time",
    "min_time_ms",
    "name",
    "not_found",
    "not_found_means_not_landed",
    "poll",
    "probe",
    "probe_404",
    "read_only_hint",
    "recheck",
    "server_trusted",
    "settle",
    "settle_ms",
    "state_ignore",
    "steps",
    "timeout_ms",
    "tool",
    "trust",
    "trusted",
    "trusted_server",
    "undo_of",
    "undoes",
    "untrusted",
    "verify",
];
/// What only a context says.
const OF_TASK: &[&str] = &["cancel_at_ms", "limits", "ops"];
const LIMITS: &[&str] = &["attempts_per_call", "recovery_calls", "recovery_time_ms"];

/// The planned calls of a task.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) limits: Limits,
    pub(super) cancel_at: Option<u64>,
    pub(super) calls: Vec<Planned>,
}

/// A planned call.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) tool: Arc<Tool>,
    pub(super) name: Option<Name>,
    pub(super) arguments: Option<String>,
    pub(super) items: Vec<Name>,
    pub(super) has_probe: bool,
    pub(super) is_fixable: bool,
    /// What it is fixed to; none for anything else than it was.
    pub(super) fixed: Option<String>,
    pub(super) has_steps: bool,
    pub(super) always_verify: bool,
    pub(super) timeout: Option<u64>,
}

impl Plan {
    pub(super) fn read(
        context: Option<&Object<'_>>,
        known: &[&Registry],
        unknown: &mut Vec<String>,
    ) -> Result<Self, NoScript> {
        let facts = Facts {
            known,
            own: None,
            all: context,
        };
        let mut plan = Self {
            limits: Limits::DEFAULT,
            cancel_at: None,
            calls: Vec::new(),
        };
        let Some(context) = context else {
            plan.calls.push(facts.planned()?);
            return Ok(plan);
        };
        unknown.extend(context.unknown(&[FACTS, OF_TASK].concat()));
        plan.cancel_at = context.millis("cancel_at_ms")?;
        if let Some(limits) = context.at("limits") {
            plan.limits = self::limits(&limits.object()?, unknown)?;
        }
        let Some(operations) = context.at("ops") else {
            plan.calls.push(facts.planned()?);
            return Ok(plan);
        };
        for operation in operations.list()? {
            let own = operation.object()?;
            unknown.extend(own.unknown(FACTS));
            plan.calls.push(
                Facts {
                    own: Some(&own),
                    ..facts
                }
                .planned()?,
            );
        }
        Ok(plan)
    }
}

fn limits(said: &Object<'_>, unknown: &mut Vec<String>) -> Result<Limits, NoScript> {
    unknown.extend(said.unknown(LIMITS));
    let count = |name: &str, otherwise: u32| {
        let number = said.millis(name)?;
        Ok(number.map_or(otherwise, |number| u32::try_from(number).unwrap_or(u32::MAX)))
    };
    let usual = Limits::DEFAULT;
    Ok(Limits {
        attempts_per_call: count("attempts_per_call", usual.attempts_per_call)?,
        recovery_calls: count("recovery_calls", usual.recovery_calls)?,
        recovery_time: said
            .millis("recovery_time_ms")?
            .map_or(usual.recovery_time, Duration::from_millis),
    })
}

/// What holds of one call: what its operation says, else the context.
#[derive(Clone, Copy)]
struct Facts<'f, 'v> {
    known: &'f [&'f Registry],
    own: Option<&'f Object<'v>>,
    all: Option<&'f Object<'v>>,
}

impl<'f, 'v> Facts<'f, 'v> {
    fn at(&self, name: &str) -> Option<Member<'v>> {
        let own = self.own.filter(|own| own.has(name));
        own.or(self.all)?.at(name)
    }

    fn flag(&self, name: &str) -> Result<bool, NoScript> {
        Ok(self.may_be(name)?.unwrap_or(false))
    }

    fn may_be(&self, name: &str) -> Result<Option<bool>, NoScript> {
        self.at(name).map(|member| member.flag()).transpose()
    }

    fn text(&self, name: &str) -> Result<Option<String>, NoScript> {
        self.at(name).map(|member| member.text()).transpose()
    }

    fn millis(&self, name: &str) -> Result<Option<u64>, NoScript> {
        self.at(name).map(|member| member.number()).transpose()
    }

    fn duration(&self, name: &str, otherwise: Duration) -> Result<Duration, NoScript> {
        let said = match self.millis(name)? {
            Some(said) => Some(said),
            // The unit may be left out, where there is only one.
            None => self.millis(name.trim_end_matches("_ms"))?,
        };
        Ok(said.map_or(otherwise, Duration::from_millis))
    }

    fn names(&self, name: &str, otherwise: Names) -> Result<Names, NoScript> {
        self.at(name).map_or(Ok(otherwise), |member| Ok(member.names()?.into()))
    }

    fn planned(&self) -> Result<Planned, NoScript> {
        let tool = self.tool()?;
        let arguments = self.at("args").or_else(|| self.at("arguments"));
        let verify = self.verify()?;
        let fixed = self.at("fixer").filter(|fixer| fixer.value.is_object());
        Ok(Planned {
            name: self.text("name")?.map(Name::from),
            arguments: arguments.map(|arguments| arguments.value.to_string()),
            items: self.at("batch").map_or(Ok(Vec::new()), |batch| batch.names())?,
            has_probe: match self.probe()? {
                Some(has_probe) => has_probe,
                None => verify == Verify::ByRead || !tool.verify.is_empty(),
            },
            is_fixable: match &fixed {
                Some(_) => true,
                None => self.flag("fixer")?,
            },
            fixed: fixed.map(|fixed| fixed.value.to_string()),
            has_steps: self.flag("steps")?,
            always_verify: verify == Verify::Always,
            timeout: self.millis("timeout_ms")?,
            tool: Arc::new(tool),
        })
    }

    /// What a registry declares of the tool, with what the script says of it instead.
    fn tool(&self) -> Result<Tool, NoScript> {
        let name = self.text("tool")?.unwrap_or_else(|| UNNAMED.to_owned());
        let spec = self.known.iter().find_map(|registry| registry.tool(&name));
        let known = spec.map_or_else(|| Tool::unknown(name), Tool::declared);
        let effect = self.effect()?;
        let writes = effect.map_or(known.writes, |effect| effect != Effect::Read);
        let by_effect = effect.map_or(known.idempotent, |effect| effect == Effect::Idempotent);
        let idempotent = self.may_be("idempotent")?.unwrap_or(false) || by_effect;
        let hints = Hints {
            read_only: self.may_be("read_only_hint")?,
            idempotent: self.may_be("idempotent_hint")?,
        };
        let tool = Tool {
            writes,
            idempotent,
            dedupe_key: self.dedupe_key(effect, known.dedupe_key)?,
            not_found_means_not_landed: self.not_found()?.unwrap_or(known.not_found_means_not_landed),
            undoes: self.undoes(&known.name)?.unwrap_or(known.undoes),
            match_on: self.match_on(known.match_on)?,
            poll: self.may_be("poll")?.unwrap_or(known.poll),
            loop_ignore: self.names("loop_ignore", known.loop_ignore)?,
            state_ignore: self.names("state_ignore", known.state_ignore)?,
            settle: self.duration("settle_ms", known.settle)?,
            recheck: self.recheck()?.unwrap_or(known.recheck),
            min_time: self.duration("min_time_ms", known.min_time)?,
            weak_ack: self.weak_ack()?.unwrap_or(known.weak_ack),
            // A hint of a server that is trusted makes a write repeatable, and no more.
            declared: known.declared || !writes || idempotent,
            ..known
        };
        Ok(tool.hinted(hints, self.trust()?))
    }

    fn effect(&self) -> Result<Option<Effect>, NoScript> {
        let Some(member) = self.at("effect") else {
            return Ok(None);
        };
        match member.text()?.to_ascii_lowercase().as_str() {
            "read" | "read_only" => Ok(Some(Effect::Read)),
            "write" => Ok(Some(Effect::Write)),
            "idempotent_write" | "idempotent" => Ok(Some(Effect::Idempotent)),
            "keyed_write" | "keyed" => Ok(Some(Effect::Keyed)),
            _ => Err(member.wrong("is none of read, write, idempotent_write and keyed_write")),
        }
    }

    /// A script trusts its server, unless it says otherwise.
    fn trust(&self) -> Result<Trust, NoScript> {
        let mut trusted = None;
        for name in ["trusted", "trusted_server", "server_trusted"] {
            trusted = trusted.or(self.may_be(name)?);
        }
        let is_trusted = match (self.at("trust"), trusted) {
            (Some(member), _) if member.value == "trusted" => true,
            (Some(member), _) if member.value == "untrusted" => false,
            (Some(member), _) => member.flag()?,
            (None, Some(is_trusted)) => is_trusted,
            (None, None) => !self.flag("untrusted")?,
        };
        Ok(if is_trusted { Trust::Trusted } else { Trust::Untrusted })
    }

    /// Whether there is a key, or the argument that carries it.
    fn dedupe_key(&self, effect: Option<Effect>, known: Name) -> Result<Name, NoScript> {
        let mut usual = if known.is_empty() { KEY.into() } else { known.clone() };
        for name in ["key_field", "dedupe_key_field"] {
            usual = self.text(name)?.map_or(usual, Name::from);
        }
        let Some(member) = self.at("dedupe_key") else {
            return Ok(if effect == Some(Effect::Keyed) { usual } else { known });
        };
        match (member.flag(), member.value) {
            (Ok(true), _) => Ok(usual),
            (Ok(false), _) => Ok(Name::default()),
            (Err(_), Value::String(argument)) => Ok(argument.clone().into()),
            (Err(wrong), _) => Err(wrong),
        }
    }

    fn undo(&self) -> Option<Member<'v>> {
        self.at("undoes").or_else(|| self.at("undo_of"))
    }

    /// The tool that it takes back: by its name, in an object that may say by which arguments, as the name or the place of the
    /// operation; or an object that says so of several tools.
    fn undoes(&self, tool: &str) -> Result<Option<Name>, NoScript> {
        let Some(member) = self.undo() else {
            return Ok(None);
        };
        let undone = match (member.object(), member.list().as_deref()) {
            (Ok(pair), _) => pair.at("tool").or_else(|| pair.at(tool)),
            (Err(_), Ok([only])) => Some(only.clone()),
            (Err(_), _) => Some(member),
        };
        undone.map(|undone| self.tool_of(&undone)).transpose()
    }

    /// A tool, or that of an operation.
    fn tool_of(&self, member: &Member<'_>) -> Result<Name, NoScript> {
        let said = member.text()?;
        let planned = self.all.and_then(|all| all.at("ops")).map(|ops| ops.list());
        let planned = planned.transpose()?.unwrap_or_default();
        for (place, operation) in planned.iter().enumerate() {
            let operation = operation.object()?;
            let is_it = |name: &str| operation.at(name).is_some_and(|named| named.value == said.as_str());
            if (member.value == place || is_it("name")) && !is_it("tool") {
                let tool = operation.at("tool").or_else(|| self.all?.at("tool"));
                return Ok(tool.map_or(Ok(UNNAMED.to_owned()), |tool| tool.text())?.into());
            }
        }
        Ok(said.into())
    }

    fn match_on(&self, otherwise: Names) -> Result<Names, NoScript> {
        let pair = self.undo().and_then(|undoes| undoes.object().ok());
        match pair
            .filter(|pair| pair.has("tool"))
            .and_then(|pair| pair.at("match_on"))
        {
            Some(arguments) => Ok(arguments.names()?.into()),
            None => self.names("match_on", otherwise),
        }
    }

    fn not_found(&self) -> Result<Option<bool>, NoScript> {
        match self.at("not_found").or_else(|| self.at("probe_404")) {
            None => self.may_be("not_found_means_not_landed"),
            Some(member) if member.value == "not_landed" => Ok(Some(true)),
            Some(member) if member.value == "unclear" => Ok(Some(false)),
            Some(member) => Err(member.wrong("is neither not_landed nor unclear")),
        }
    }

    /// How often; or whether, which is once.
    fn recheck(&self) -> Result<Option<u32>, NoScript> {
        let Some(member) = self.at("recheck") else {
            return Ok(None);
        };
        match member.flag() {
            Ok(is_set) => Ok(Some(u32::from(is_set))),
            Err(_) => Ok(Some(u32::try_from(member.number()?).unwrap_or(u32::MAX))),
        }
    }

    fn weak_ack(&self) -> Result<Option<bool>, NoScript> {
        match self.at("ack") {
            None => Ok(None),
            Some(member) if member.value == "weak" => Ok(Some(true)),
            Some(member) if member.value == "strong" => Ok(Some(false)),
            Some(member) => Err(member.wrong("is neither strong nor weak")),
        }
    }

    /// Whether a read can tell, or which.
    fn probe(&self) -> Result<Option<bool>, NoScript> {
        let Some(member) = self.at("probe") else {
            return Ok(None);
        };
        match (member.flag(), member.value) {
            (Err(_), Value::String(tool)) => Ok(Some(!tool.is_empty())),
            // What is read, and how.
            (Err(_), Value::Object(_)) => Ok(Some(true)),
            (flag, _) => flag.map(Some),
        }
    }

    /// As the registry names a read, or as a harness believes no success without one.
    fn verify(&self) -> Result<Verify, NoScript> {
        let Some(member) = self.at("verify") else {
            return Ok(Verify::No);
        };
        match (member.flag(), member.value) {
            (Ok(true), _) => Ok(Verify::ByRead),
            (Ok(false), _) => Ok(Verify::No),
            (Err(_), Value::String(word)) if word == "always" => Ok(Verify::Always),
            (Err(_), Value::String(tool)) if !tool.is_empty() => Ok(Verify::ByRead),
            (Err(_), _) => Err(member.wrong("is neither a tool nor `always`")),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Read,
    Write,
    Idempotent,
    Keyed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verify {
    No,
    ByRead,
    Always,
}
