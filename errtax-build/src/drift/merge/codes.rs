//! What changed about codes that have shipped: all that the compile gate sees, with the base's own lines beside it, and
//! what only two registries can show: texts, documentation, days.

use errtax_core::Status;

use super::baseline::Baseline;
use super::gate::Comparison;
use super::rules;
use crate::drift::rules as drift;
use crate::finding::Finding;
use crate::lock::{Row, fnv1a};
use crate::map::Set;
use crate::model::{Code, Contract, Deprecated, Detail, Origin, Registry, Retired};

/// Everything about shipped codes.
pub(super) fn judge(comparison: &Comparison<'_>) -> Vec<Finding> {
    let mut findings = contract(comparison, comparison.head);
    for finding in &mut findings {
        show_texts(comparison, finding);
    }
    for (name, now) in &comparison.head.codes {
        let (Some(row), Some(then)) = (comparison.baseline.alive(name), comparison.base.codes.get(name)) else {
            continue;
        };
        documentation(then, now, row, &mut findings);
        required(then, now, row, &mut findings);
    }
    for (name, tombstone) in &comparison.head.retired {
        retired(comparison, name, tombstone, &mut findings);
    }
    let renamed = Renamed::of(&findings);
    findings.extend(at_once(comparison, &renamed));
    findings
}

/// What looks like another name of something that has shipped, and so is not new.
#[derive(Default)]
pub(super) struct Renamed {
    codes: Set<String>,
    /// Code and detail.
    details: Set<(String, String)>,
}

impl Renamed {
    pub(super) fn of(changes: &[Finding]) -> Self {
        let mut renamed = Self::default();
        for finding in changes {
            let (Some(code), Some(new)) = (&finding.code, &finding.new) else {
                continue;
            };
            if finding.rule == &drift::CODE_RENAMED || finding.rule == &drift::CODE_RESPELLED {
                renamed.codes.insert(new.clone());
            } else if finding.rule == &drift::DETAIL_RENAMED {
                renamed.details.insert((code.clone(), new.clone()));
            }
        }
        renamed
    }

    pub(super) fn code(&self, code: &str) -> bool {
        self.codes.contains(code)
    }
}

/// What the compile gate would find, were the baseline its lock.
pub(super) fn contract(comparison: &Comparison<'_>, head: &Registry) -> Vec<Finding> {
    let Comparison { base, baseline, .. } = comparison;
    let known = |code: &str| base.codes.contains_key(code) || base.retired.contains_key(code);
    let mut findings = crate::drift::code::judge(&baseline.shipped, head, &known);
    // Whether the head's lock is up to date, its own comparison says.
    findings.retain(|finding| finding.rule != &drift::LOCK_STALE);
    findings
}

/// A lock knows a text by its hash. The base has the words.
fn show_texts(comparison: &Comparison<'_>, finding: &mut Finding) {
    let is_hint = finding.rule == &drift::HINT_REWORDED;
    if !is_hint && finding.rule != &drift::MESSAGE_REWORDED {
        return;
    }
    let name = finding.code.as_deref().unwrap_or_default();
    let codes = (comparison.base.codes.get(name), comparison.head.codes.get(name));
    let (Some(then), Some(now), Some(row)) = (codes.0, codes.1, comparison.baseline.alive(name)) else {
        return;
    };
    let (field, old, new, shipped) = if is_hint {
        ("hint", &then.hint, &now.hint, row.hint_hash)
    } else {
        ("message", &then.message, &now.message, row.message_hash)
    };
    if fnv1a(old.as_bytes()) != shipped {
        return;
    }
    finding.message = format!("the {field} of {name} is not the one that has shipped");
    finding.label = "reworded".to_owned();
    finding.related = vec![(then.places.get(field), "as it has shipped".to_owned())];
    finding.old = Some(old.clone());
    finding.new = Some(new.clone());
    finding.help = if is_hint {
        format!(
            "read both as an agent would: if it would do something else now, put the old hint back, or add a code beside {name}"
        )
    } else {
        "nothing, if it still says the same; a sentence that names another failure belongs to another code".to_owned()
    };
}

/// The longer text of a code, and those of its details: what it means.
fn documentation(then: &Code, now: &Code, row: &Row, findings: &mut Vec<Finding>) {
    // Everything else about a code is judged elsewhere, or means nothing to anybody: see each line.
    let Code {
        name,
        doc,
        contract:
            Contract {
                details,
                // By `contract`, as the compile gate does.
                class: _,
                action: _,
                retryable: _,
                executed: _,
                in_doubt: _,
                next: _,
                http: _,
                grpc: _,
            },
        // By `contract`: as it is, or by its hash.
        status: _,
        since: _,
        message: _,
        hint: _,
        deprecated: _,
        // Follows from the name.
        ident: _,
        // Whose a code is makes no difference to an agent, as long as it means the same; that is compared.
        origin: _,
        replaces: _,
        // By `policy`: what the team tells the linter.
        allow: _,
        places: _,
    } = now;
    let level = |rule: &crate::finding::Rule| match row.deprecated {
        Some(_) => rule.deprecated,
        None => rule.level,
    };
    // Where nothing was said, whatever is said now takes nothing back.
    if !then.doc.is_empty() && *doc != then.doc {
        let (message, label) = match doc.is_empty() {
            true => (format!("`doc` of {name} is gone"), "no `doc` any more"),
            false => (format!("`doc` of {name} was reworded"), "reworded"),
        };
        let help = "make sure that it still describes the same failure; another failure needs a code of its own";
        findings.push(
            Finding::new(&rules::DOC_REWORDED, now.places.get("doc"), message, help)
                .level(level(&rules::DOC_REWORDED))
                .code(name)
                .field("doc")
                .label(label)
                .related(then.places.get("doc"), "as it has shipped")
                .change(&then.doc, doc),
        );
    }
    for (detail, now_detail) in details {
        let Some(then_detail) = then.contract.details.get(detail) else {
            continue;
        };
        let Detail {
            doc,
            // By `contract`.
            kind: _,
            optional: _,
            sensitive: _,
            values: _,
            closed: _,
        } = now_detail;
        if then_detail.doc.is_empty() || *doc == then_detail.doc {
            continue;
        }
        let field = format!("details.{detail}.doc");
        let message = format!("the documentation of the detail `{detail}` of {name} was reworded");
        let help = format!(
            "make sure that `{detail}` still carries the same thing in the same unit; where it does not, give the new value a \
             detail of its own"
        );
        findings.push(
            Finding::new(&rules::DETAIL_DOC_REWORDED, now.places.get(&field), message, help)
                .level(level(&rules::DETAIL_DOC_REWORDED))
                .code(name)
                .field(&field)
                .label(if doc.is_empty() {
                    "no `doc` any more"
                } else {
                    "reworded"
                })
                .related(then.places.get(&field), "as it has shipped")
                .change(&then_detail.doc, doc),
        );
    }
}

/// Details that every failure must fill from now on.
fn required(then: &Code, now: &Code, row: &Row, findings: &mut Vec<Finding>) {
    for (detail, new) in &now.contract.details {
        let Some(old) = row.details.get(detail) else { continue };
        if !old.optional || new.optional || old.kind != new.kind {
            continue;
        }
        let field = format!("details.{detail}.optional");
        let message = format!(
            "the detail `{detail}` of {} was optional, and is now required",
            now.name
        );
        let help = format!(
            "fill `{detail}` wherever {} is raised; where that cannot be done, leave it `optional = true`",
            now.name
        );
        findings.push(
            Finding::new(&rules::DETAIL_NOW_REQUIRED, now.places.get(&field), message, help)
                .code(&now.name)
                .field(&field)
                .label("required")
                .related(then.places.get(&field), "shipped as optional")
                .change("true", "false"),
        );
    }
}

/// A tombstone that is new: whether its day has come. That it was announced at all, the compile gate asks as well.
fn retired(comparison: &Comparison<'_>, name: &str, tombstone: &Retired, findings: &mut Vec<Finding>) {
    let Retired {
        place,
        // By `contract`, where the base has the tombstone already.
        since: _,
        origin: _,
        // By `policy`.
        record: _,
        // Prose, and free.
        reason: _,
    } = tombstone;
    let Some(entry) = comparison.baseline.shipped.codes.get(name) else {
        return;
    };
    if comparison.head.codes.contains_key(name) {
        return;
    }
    let sunset = entry.row.deprecated.as_ref().and_then(|row| row.sunset.as_deref());
    let Some(sunset) = sunset else { return };
    let finding = match comparison.day {
        Some(day) if day > sunset => return,
        Some(day) => Finding::new(
            &rules::RETIRED_BEFORE_SUNSET,
            *place,
            format!("{name} is retired on {day}, but it was announced to stay until {sunset}"),
            format!("put `[codes.{name}]` back, and retire it after {sunset}"),
        ),
        None => Finding::new(
            &rules::SUNSET_NOT_JUDGED,
            *place,
            format!("{name} is retired, and was announced to stay until {sunset}; nothing here tells which day it is"),
            "run the check in a git repository: the date of the commit is the day",
        ),
    };
    findings.push(
        finding
            .code(name)
            .field("status")
            .label("too early")
            .related(entry.places.get("deprecated.sunset"), format!("until {sunset}"))
            .change("deprecated", "retired"),
    );
}

/// Codes that ship with the change that adds them: one finding, however many they are.
fn at_once(comparison: &Comparison<'_>, renamed: &Renamed) -> Option<Finding> {
    let Comparison {
        base, head, baseline, ..
    } = comparison;
    let known = |name: &str| base.codes.contains_key(name) || base.retired.contains_key(name) || renamed.code(name);
    let new: Vec<&Code> = head
        .codes
        .values()
        .filter(|code| code.origin == Origin::Own && code.status == Status::Frozen)
        .filter(|code| !known(&code.name) && !has_shipped(baseline, &code.name))
        .collect();
    let first = *new.first()?;
    let names: Vec<&str> = new.iter().map(|code| code.name.as_str()).collect();
    let message = match names.as_slice() {
        [name] => format!("{name} ships with the change that adds it"),
        names => format!(
            "{} codes ship with the change that adds them: {}",
            names.len(),
            super::group::list(names)
        ),
    };
    let help = "nothing, if you are sure of it; as long as a code is a draft (`status = \"draft\"`), everything about it may \
                still change";
    let mut finding = Finding::new(&rules::FROZEN_AT_ONCE, first.places.get("status"), message, help)
        .field("status")
        .label("frozen at once");
    match names.as_slice() {
        [name] => finding = finding.code(*name),
        names => finding.codes = names.iter().map(|name| (*name).to_owned()).collect(),
    }
    Some(finding)
}

fn has_shipped(baseline: &Baseline, code: &str) -> bool {
    baseline.shipped.codes.contains_key(code) || baseline.shipped.retired.contains_key(code)
}

/// What shipped codes newly say: what a minor version is raised for, and what a patch is raised for.
#[derive(Default)]
pub(super) struct News {
    /// Codes that are frozen, deprecated or retired now, and details that are new: each a few words.
    pub(super) minor: Vec<String>,
    /// Texts.
    pub(super) patch: Vec<String>,
}

impl News {
    pub(super) fn of(comparison: &Comparison<'_>, renamed: &Renamed) -> Self {
        let Comparison {
            base, head, baseline, ..
        } = comparison;
        let mut news = Self::default();
        for code in head.codes.values().filter(|code| code.origin == Origin::Own) {
            let name = &code.name;
            let Some(row) = baseline.alive(name) else {
                if code.status == Status::Frozen && !has_shipped(baseline, name) && !renamed.code(name) {
                    news.minor.push(format!("{name} ships"));
                }
                continue;
            };
            match (&row.deprecated, &code.deprecated) {
                (None, Some(_)) => news.minor.push(format!("{name} is deprecated")),
                (Some(_), Some(now)) => {
                    // Announced to users as well as the rest of it, but in words alone.
                    let Deprecated {
                        reason,
                        since: _,
                        replaced_by: _,
                        sunset: _,
                        record: _,
                    } = now;
                    let then = base.codes.get(name).and_then(|code| code.deprecated.as_ref());
                    if then.is_some_and(|then| then.reason != *reason) {
                        news.patch.push(format!("why {name} is deprecated"));
                    }
                }
                (_, None) => {}
            }
            let added: Set<&str> = code
                .contract
                .details
                .keys()
                .filter(|detail| !row.details.contains_key(*detail))
                .filter(|detail| !renamed.details.contains(&(name.clone(), (*detail).clone())))
                .map(String::as_str)
                .collect();
            news.minor.extend(
                added
                    .iter()
                    .map(|detail| format!("{name} has the new detail `{detail}`")),
            );
            for (field, text, hash) in [
                ("message", &code.message, row.message_hash),
                ("hint", &code.hint, row.hint_hash),
            ] {
                if fnv1a(text.as_bytes()) != hash {
                    news.patch.push(format!("the {field} of {name}"));
                }
            }
            if base.codes.get(name).is_some_and(|then| then.doc != code.doc) {
                news.patch.push(format!("`doc` of {name}"));
            }
        }
        let buried = head.retired.iter().filter(|(name, _)| baseline.alive(name).is_some());
        let buried = buried.filter(|(name, _)| !head.codes.contains_key(*name));
        news.minor.extend(buried.map(|(name, _)| format!("{name} is retired")));
        news
    }
}
