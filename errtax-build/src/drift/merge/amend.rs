//! Amendments: which changes are accepted, and which amendments say something else than what happened.
//!
//! Those of the base are history, append-only. One that is new in the head accepts exactly one change: code, field, the
//! value that has shipped and the new one. Afterwards the base contains the change, and nobody speaks of it again.

use super::gate::{Change, Comparison};
use super::rules;
use crate::analysis::Analysis;
use crate::finding::{Finding, Level, Stage};
use crate::map::{Map, Set};
use crate::model::{Amendment, Version};
use crate::suggest;

/// What an amendment calls a change that is about no code: of a tool, of a role.
pub(super) const REGISTRY: &str = "registry";

/// The changes, and what the amendments say about them.
pub(super) struct Amended<'a> {
    /// The changes that no amendment accepts.
    pub(super) unamended: Vec<Finding>,
    /// Those that one accepts.
    pub(super) accepted: Vec<Accepted<'a>>,
    /// What is wrong with the amendments.
    pub(super) findings: Vec<Finding>,
    /// The amendments that this change adds.
    pub(super) new: Vec<New<'a>>,
}

/// An amendment that this change adds.
pub(super) struct New<'a> {
    pub(super) amendment: &'a Amendment,
}

/// A change on the record.
pub(super) struct Accepted<'a> {
    pub(super) finding: Finding,
    amendment: &'a Amendment,
}

/// Code and field of a change, as an amendment names them.
fn subject(finding: &Finding) -> (&str, &str) {
    (
        finding.code.as_deref().unwrap_or(REGISTRY),
        finding.field.as_deref().unwrap_or_default(),
    )
}

fn values(finding: &Finding) -> (&str, &str) {
    (
        finding.old.as_deref().unwrap_or_default(),
        finding.new.as_deref().unwrap_or_default(),
    )
}

pub(super) fn judge<'a>(comparison: &Comparison<'a>, changes: Vec<Finding>) -> Amended<'a> {
    let (new, mut findings) = history(comparison);
    let mut by_code: Map<&str, Vec<usize>> = Map::new();
    for (at, change) in changes.iter().enumerate() {
        let (code, _) = subject(change);
        match by_code.get_mut(code) {
            Some(list) => list.push(at),
            None => {
                by_code.insert(code, vec![at]);
            }
        }
    }
    let mut taken: Map<usize, &Amendment> = Map::new();
    for New { amendment } in &new {
        let of_code: Vec<(usize, &Finding)> = by_code
            .get(amendment.code.as_str())
            .into_iter()
            .flatten()
            .filter_map(|at| Some((*at, changes.get(*at)?)))
            .collect();
        let free = |at: usize| !taken.contains_key(&at);
        match pinned(comparison, amendment, &of_code, &free) {
            Err(finding) => findings.push(finding),
            Ok(at) => match taken.get(&at) {
                Some(first) => findings.push(
                    complaint(
                        &rules::AMENDMENT_REPEATED,
                        amendment,
                        "code",
                        format!("`{}` of {} is amended twice", amendment.field, amendment.code),
                        "keep one of the two".to_owned(),
                    )
                    .related(first.places.name, "the first amendment"),
                ),
                None => {
                    taken.insert(at, amendment);
                }
            },
        }
    }
    let (mut unamended, mut accepted) = (Vec::new(), Vec::new());
    for (at, change) in changes.into_iter().enumerate() {
        match taken.get(&at) {
            Some(amendment) => accepted.push(Accepted {
                finding: change,
                amendment,
            }),
            None => unamended.push(change),
        }
    }
    findings.extend(reverted(comparison, &unamended, &accepted));
    for change in &mut unamended {
        crate::drift::advise(change);
    }
    Amended {
        unamended,
        accepted,
        findings,
        new,
    }
}

/// The one change that an amendment is pinned to; or what is wrong with it.
fn pinned(
    comparison: &Comparison<'_>,
    amendment: &Amendment,
    of_code: &[(usize, &Finding)],
    free: &dyn Fn(usize) -> bool,
) -> Result<usize, Finding> {
    let Amendment {
        code, field, from, to, ..
    } = amendment;
    let of_field: Vec<&(usize, &Finding)> = of_code
        .iter()
        .filter(|(_, change)| subject(change).1 == field)
        .collect();
    let exact = of_field
        .iter()
        .filter(|(_, change)| values(change) == (from.as_str(), to.as_str()));
    // Two rules for foreign failures may change in the same words: each is one change, and takes one amendment.
    if let Some((at, change)) = exact.max_by_key(|(at, _)| (free(*at), std::cmp::Reverse(*at))) {
        return match change.level {
            Level::Break => Ok(*at),
            Level::Note | Level::Warning => Err(unneeded(amendment, change)),
            _ => Err(unamendable(amendment, change)),
        };
    }
    if let Some((_, change)) = of_code.iter().find(|(_, change)| forbids(change, field)) {
        return Err(unamendable(amendment, change));
    }
    if let Some((_, change)) = of_field.first() {
        let (old, new) = values(change);
        let (key, written, is, what) = if old == from {
            ("to", to, new, "is now")
        } else {
            ("from", from, old, "has shipped as")
        };
        let message =
            format!("the amendment of `{field}` of {code} says `{key} = \"{written}\"`, but it {what} `{is}`");
        let help = match of_field.len() {
            1 => format!("write `from = \"{old}\"` and `to = \"{new}\"`, if that is what was decided"),
            several => format!(
                "`{field}` changed in {several} ways: write one amendment for each, with its own `from` and `to`"
            ),
        };
        return Err(complaint(&rules::AMENDMENT_MISMATCH, amendment, key, message, help)
            .label(format!("it is `{is}`"))
            .related(change.place, "the change"));
    }
    let below: Vec<&Finding> = of_code
        .iter()
        .map(|(_, change)| *change)
        .filter(|change| {
            let rest = subject(change).1.strip_prefix(field.as_str());
            rest.is_some_and(|rest| rest.starts_with('.'))
        })
        .collect();
    if let Some(first) = below.first() {
        let fields = suggest::list(below.iter().map(|change| subject(change).1));
        let rule = match below.len() {
            1 => &rules::AMENDMENT_MISMATCH,
            _ => &rules::AMENDMENT_TOO_BROAD,
        };
        let message = format!("the amendment of {code} names `{field}`, and what changed is {fields}");
        let help = format!("write one amendment for each of them, with its own `from` and `to`: {fields}");
        return Err(complaint(rule, amendment, "field", message, help).related(first.place, "a change"));
    }
    Err(unmatched(comparison, amendment, of_code))
}

/// Whether a change is one that has no exception, and the amendment of this field can only mean it.
fn forbids(change: &Finding, field: &str) -> bool {
    let about = change.field.as_deref();
    change.level == Level::Unamendable && (about == Some(field) || matches!(field, "name" | "status" | "code"))
}

fn unneeded(amendment: &Amendment, change: &Finding) -> Finding {
    let message = format!(
        "`{}` of {} breaks no promise (`{}` is {}), and is amended all the same",
        amendment.field,
        amendment.code,
        change.rule.id,
        if change.level == Level::Note {
            "a note"
        } else {
            "a warning"
        },
    );
    let help = "remove the amendment; an amendment is for what is refused without one".to_owned();
    complaint(&rules::AMENDMENT_UNMATCHED, amendment, "field", message, help).related(change.place, "the change")
}

fn unamendable(amendment: &Amendment, change: &Finding) -> Finding {
    let message = format!(
        "`{}` of {} cannot be amended: {}",
        amendment.field,
        amendment.code,
        decapitalized(change.rule.why.trim_end_matches('.'))
    );
    let help = format!("remove the amendment, and {}", change.help);
    complaint(&rules::AMENDMENT_OF_UNAMENDABLE, amendment, "field", message, help).related(change.place, "the change")
}

fn decapitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

fn unmatched(comparison: &Comparison<'_>, amendment: &Amendment, of_code: &[(usize, &Finding)]) -> Finding {
    let Amendment { code, field, .. } = amendment;
    let Comparison {
        base, head, baseline, ..
    } = comparison;
    let shipped = baseline.shipped.codes.contains_key(code) || baseline.shipped.retired.contains_key(code);
    if !shipped && code != REGISTRY {
        let known: Vec<&str> = baseline.shipped.codes.keys().map(String::as_str).collect();
        let (message, help) = if base.codes.contains_key(code) || head.codes.contains_key(code) {
            (
                format!("{code} is amended, but it has not shipped"),
                "remove the amendment: what has not shipped may change without one".to_owned(),
            )
        } else {
            (
                format!("{code} is amended, and there is no such code"),
                suggest::help(code, &known, "name a code that has shipped, or remove the amendment"),
            )
        };
        return complaint(&rules::AMENDMENT_UNMATCHED, amendment, "code", message, help);
    }
    let others: Vec<&str> = of_code.iter().map(|(_, change)| subject(change).1).collect();
    let message = format!("`{field}` of {code} is amended, but it does not change here");
    let help = match suggest::nearest(field, others.iter().copied()) {
        Some(other) => format!("did you mean `{other}`?"),
        None if !others.is_empty() => format!("what changes about {code} is {}", suggest::list(others)),
        None => "remove the amendment: it goes into the change that needs it, not before and not after".to_owned(),
    };
    complaint(&rules::AMENDMENT_UNMATCHED, amendment, "field", message, help)
}

/// A finding about one key of an amendment.
fn complaint(
    rule: &'static crate::finding::Rule,
    amendment: &Amendment,
    key: &str,
    message: String,
    help: String,
) -> Finding {
    Finding::new(rule, amendment.places.get(key), message, help)
        .code(&amendment.code)
        .field(format!("amendments.{key}"))
}

/// What an amendment says, apart from where its record lies.
fn words(amendment: &Amendment) -> [(&'static str, &str); 6] {
    // A field that is added to an amendment does not compile until it is history as well.
    let Amendment {
        code,
        field,
        from,
        to,
        reason,
        issue,
        version: _,
        record: _,
        places: _,
    } = amendment;
    [
        ("code", code),
        ("field", field),
        ("from", from),
        ("to", to),
        ("reason", reason),
        ("issue", issue),
    ]
}

type Words<'a> = ([(&'static str, &'a str); 6], Version);

fn key(amendment: &Amendment) -> Words<'_> {
    (words(amendment), amendment.version)
}

/// Tells the amendments that this change adds from history, and finds what was done to history.
fn history<'a>(comparison: &Comparison<'a>) -> (Vec<New<'a>>, Vec<Finding>) {
    let (base, head) = (comparison.base, comparison.head);
    let mut kept: Map<Words<'a>, Vec<&'a Amendment>> = Map::new();
    for amendment in &base.amendments {
        match kept.get_mut(&key(amendment)) {
            Some(list) => list.push(amendment),
            None => {
                kept.insert(key(amendment), vec![amendment]);
            }
        }
    }
    let mut findings = Vec::new();
    let mut new: Vec<&Amendment> = Vec::new();
    for amendment in &head.amendments {
        match kept.get_mut(&key(amendment)).and_then(Vec::pop) {
            Some(then) => findings.extend(record_replaced(then, amendment)),
            None => new.push(amendment),
        }
    }
    // What is left was edited, or deleted. The one that says most of the same is the edited one.
    let mut missing: Vec<&Amendment> = kept.into_values().flatten().collect();
    missing.sort_unstable_by_key(|amendment| amendment.places.name);
    for then in missing {
        let nearest = new
            .iter()
            .enumerate()
            .filter(|(_, now)| now.code == then.code && now.field == then.field)
            .map(|(at, now)| (alike(then, now), at))
            .max();
        let edited = nearest.filter(|(alike, _)| *alike >= 4);
        findings.push(match edited {
            Some((_, at)) => edited_since(then, new.remove(at)),
            None => deleted(then, head.places.name),
        });
    }
    (new.into_iter().map(|amendment| New { amendment }).collect(), findings)
}

/// In how many words two amendments agree.
fn alike(then: &Amendment, now: &Amendment) -> usize {
    let pairs = words(then).into_iter().zip(words(now));
    pairs.filter(|(then, now)| then == now).count() + usize::from(then.version == now.version)
}

fn edited_since(then: &Amendment, now: &Amendment) -> Finding {
    let pairs = words(then).into_iter().zip(words(now));
    let mut changed: Vec<(&str, String, String)> = pairs
        .filter(|(then, now)| then != now)
        .map(|((key, then), (_, now))| (key, then.to_owned(), now.to_owned()))
        .collect();
    if then.version != now.version {
        changed.push(("version", then.version.to_string(), now.version.to_string()));
    }
    let keys = suggest::list(changed.iter().map(|(key, ..)| *key));
    let (key, old, new) = changed.into_iter().next().unwrap_or_default();
    let message = format!(
        "an amendment that is history was edited: {keys} of that of `{}` of {}",
        then.field, then.code
    );
    let help = format!(
        "put it back: `{key} = {}`; what is decided anew is a new amendment",
        crate::write::text(&old)
    );
    complaint(&rules::AMENDMENT_REWRITTEN, now, key, message, help)
        .label("not what was decided")
        .related(then.places.get(key), "in the base")
        .change(old, new)
}

fn deleted(then: &Amendment, place: crate::source::Place) -> Finding {
    let message = format!(
        "an amendment that is history is gone: that of `{}` of {} in {}",
        then.field, then.code, then.version
    );
    let help = "put it back as it was; amendments are only ever added";
    Finding::new(&rules::AMENDMENT_REWRITTEN, place, message, help)
        .code(&then.code)
        .field("amendments")
        .label("no longer has it")
        .related(then.places.name, "in the base")
        .change(format!("{} → {}", then.from, then.to), "")
}

/// A record may move to another folder, as its status changes; it stays the same record.
fn record_replaced(then: &Amendment, now: &Amendment) -> Option<Finding> {
    let before = then.record.as_deref()?;
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let after = now.record.as_deref().unwrap_or_default();
    if name(before) == name(after) {
        return None;
    }
    let message = format!(
        "an amendment that is history names another record: that of `{}` of {}",
        then.field, then.code
    );
    let help = format!("put it back: `record = \"{before}\"`; a record that is superseded says so itself");
    Some(
        complaint(&rules::AMENDMENT_REWRITTEN, now, "record", message, help)
            .label("not what was decided")
            .related(then.places.get("record"), "in the base")
            .change(before, after),
    )
}

/// Changes that take back what an amendment of the base did.
fn reverted(comparison: &Comparison<'_>, unamended: &[Finding], accepted: &[Accepted<'_>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let history = &comparison.base.amendments;
    if history.is_empty() {
        return findings;
    }
    let changes = unamended
        .iter()
        .chain(accepted.iter().map(|accepted| &accepted.finding));
    for change in changes.filter(|change| change.level == Level::Break) {
        let (code, field) = subject(change);
        let (old, new) = values(change);
        let back = history
            .iter()
            .rev()
            .find(|then| then.code == code && then.field == field && then.to == old && then.from == new);
        if let Some(then) = back {
            let message = format!("`{field}` of {code} is what it was before {}: `{new}`", then.version);
            let help = format!(
                "{}: {} has what was decided then; to go back is a break of its own, and needs an amendment of its own",
                if new.is_empty() { "read first" } else { "read it first" },
                then.issue
            );
            findings.push(
                Finding::new(&rules::AMENDMENT_REVERTED, change.place, message, help)
                    .code(code)
                    .field(field)
                    .label("changed back")
                    .related(then.places.name, "what had changed it")
                    .change(old, new),
            );
        }
    }
    findings
}

/// Accepted changes that the lock does not know: until it does, no build passes. What an extended registry declares
/// stands in its lock, and is recorded there.
pub(super) fn unrecorded(accepted: &[Accepted<'_>], head: &Analysis) -> Vec<Finding> {
    let in_lock = |code: &str| {
        let lock = head.lock.as_ref();
        lock.is_some_and(|lock| lock.codes.contains_key(code) || lock.retired.contains_key(code))
    };
    let refused: Set<Change> = head
        .findings
        .iter()
        .filter(|finding| finding.rule.stage == Stage::Drift && finding.level.fails())
        .map(Change::of)
        .collect();
    let left = accepted
        .iter()
        .filter(|accepted| refused.contains(&Change::of(&accepted.finding)))
        .filter(|accepted| accepted.finding.code.as_deref().is_some_and(in_lock));
    left.map(|Accepted { finding, amendment }| {
        let (code, field) = subject(finding);
        let (old, _) = values(finding);
        let message = format!("the change of `{field}` of {code} is amended, but the lock still records `{old}`");
        let help = format!("record it: `cargo errtax amend {code} {field}`, and commit the lock with the amendment");
        complaint(&rules::AMENDMENT_NOT_IN_LOCK, amendment, "code", message, help)
            .label("not in the lock")
            .related(finding.place, "the change")
    })
    .collect()
}
