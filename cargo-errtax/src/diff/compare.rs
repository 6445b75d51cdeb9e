//! What changed. What breaks somebody, the merge gate's own rules say; what is new or on its way out is found here.

use std::collections::BTreeSet;

use errtax_build::finding::Finding;
use errtax_build::lock::Row;
use errtax_build::merge::{self, Sides};
use errtax_build::model::{Amendment, Code, Deprecated, Origin, Registry};
use errtax_build::source::Sources;
use errtax_core::Status;

use crate::trouble::Trouble;

use super::Change;
use super::kind::Kind;
use super::side::Side;

/// All of it, sorted.
pub(super) fn changes(old: &Side, new: &Side, sources: &Sources) -> Result<Vec<Change>, Trouble> {
    let (Some(before), Some(after)) = (old.registry(), new.registry()) else {
        return Ok(Vec::new());
    };
    let findings = findings(old, new, before);
    if let Some(finding) = findings.iter().find(|finding| is_about_all(finding)) {
        let file = sources.file(finding.place.file);
        let trouble = Trouble::new(&new.file, &finding.message, &finding.help);
        return Err(trouble.at(&file.text, finding.place.start));
    }
    let shipped: BTreeSet<&str> = shipped(before);
    let mut changes: Vec<Change> = findings
        .iter()
        .filter_map(|finding| judged(finding, before, after))
        .collect();
    let renamed: BTreeSet<&str> = changes
        .iter()
        .filter(|change| change.field.as_deref() == Some("name"))
        .filter_map(|change| change.new.as_deref())
        .collect();
    let mut found = Vec::new();
    for code in after.codes.values() {
        match before.codes.get(&code.name) {
            None if renamed.contains(code.name.as_str()) => {}
            None => found.push(added(code, after)),
            Some(then) => grown(then, code, shipped.contains(code.name.as_str()), &mut found),
        }
    }
    for (name, tombstone) in &after.retired {
        if let Some(then) = before.codes.get(name) {
            found.push(retired(then, &tombstone.reason, &tombstone.since.to_string()));
        }
    }
    for (name, code) in &before.codes {
        let gone = !after.codes.contains_key(name) && !after.retired.contains_key(name);
        if gone && !shipped.contains(name.as_str()) {
            found.push(about(Kind::Drafts, code, "it is gone".to_owned()));
        }
    }
    changes.extend(found);
    changes.sort();
    changes.dedup();
    Ok(changes)
}

/// What the merge gate finds. The amendments of the new side are not shown to it: an accepted break is a break for agents.
/// Nor are the locks: what is compared is what the registries say, whatever was recorded of it.
fn findings(old: &Side, new: &Side, before: &Registry) -> Vec<Finding> {
    let (mut base, mut head) = (old.analysis.clone(), new.analysis.clone());
    (base.lock, head.lock) = (None, None);
    if let Some(registry) = &mut head.registry {
        registry.amendments.clone_from(&before.amendments);
    }
    let sides = Sides {
        base: &base,
        head: &head,
        day: None,
    };
    let findings = merge::judge(&sides).findings;
    findings
        .into_iter()
        .filter(|finding| Kind::of(finding.rule).is_some() || is_about_all(finding))
        .collect()
}

/// Nothing else can be said then.
fn is_about_all(finding: &Finding) -> bool {
    [&merge::rules::BASE_UNREADABLE, &merge::rules::HEAD_EMPTY].contains(&finding.rule)
}

/// The codes that had shipped.
fn shipped(before: &Registry) -> BTreeSet<&str> {
    let frozen = before.codes.values().filter(|code| code.status == Status::Frozen);
    frozen.map(|code| code.name.as_str()).collect()
}

fn judged(finding: &Finding, before: &Registry, after: &Registry) -> Option<Change> {
    let kind = Kind::of(finding.rule)?;
    // At a level of its own, as a draft's rename is.
    let kind = match kind {
        Kind::Breaking if !finding.level.fails() => Kind::Drafts,
        kind => kind,
    };
    let amendment = after
        .amendments
        .iter()
        .filter(|amendment| !before.amendments.contains(amendment))
        .find(|amendment| is_about(amendment, finding));
    let now = finding.code.as_deref().and_then(|code| after.codes.get(code));
    let acted_on = matches!(finding.field.as_deref(), Some("action" | "retryable" | "class"));
    let codes = match &finding.code {
        Some(code) => vec![code.clone()],
        None => finding.codes.clone(),
    };
    Some(Change {
        kind,
        codes,
        field: finding.field.clone(),
        old: finding.old.clone(),
        new: finding.new.clone(),
        says: finding.message.clone(),
        now: now
            .filter(|_| kind == Kind::Breaking && acted_on)
            .map(|code| code.contract.action.meaning().to_owned()),
        why: amendment.map(|amendment| format!("{} ({})", amendment.reason, amendment.issue)),
    })
}

fn is_about(amendment: &Amendment, finding: &Finding) -> bool {
    let values = (
        finding.old.as_deref().unwrap_or_default(),
        finding.new.as_deref().unwrap_or_default(),
    );
    let named = match &finding.code {
        Some(code) => *code == amendment.code,
        None => finding.codes.contains(&amendment.code) || finding.codes.is_empty() && amendment.code == "registry",
    };
    named
        && finding.field.as_ref() == Some(&amendment.field)
        && values == (amendment.from.as_str(), amendment.to.as_str())
}

fn about(kind: Kind, code: &Code, says: String) -> Change {
    Change {
        kind,
        codes: vec![code.name.clone()],
        field: None,
        old: None,
        new: None,
        says,
        now: None,
        why: None,
    }
}

/// A code that was not there.
fn added(code: &Code, after: &Registry) -> Change {
    let from = match &code.origin {
        Origin::Own => String::new(),
        Origin::Extended(registry) => format!(" (from `{registry}`, which `{}` extends)", after.name),
    };
    let kind = match code.status {
        Status::Frozen => Kind::New,
        Status::Draft => Kind::Drafts,
    };
    let says = match kind {
        Kind::New => format!("{}{from}", code.message.trim_end_matches('.')),
        _ => format!("it is new{from}"),
    };
    Change {
        new: Some(code.contract.action.as_str().to_owned()),
        field: Some("action".to_owned()),
        now: Some(code.contract.action.meaning().to_owned()),
        ..about(kind, code, says)
    }
}

/// What is new about a code that was there.
fn grown(then: &Code, now: &Code, shipped: bool, found: &mut Vec<Change>) {
    if !shipped {
        if now.status == Status::Frozen {
            found.push(Change {
                new: Some(now.contract.action.as_str().to_owned()),
                field: Some("action".to_owned()),
                now: Some(now.contract.action.meaning().to_owned()),
                ..about(Kind::Frozen, now, now.message.trim_end_matches('.').to_owned())
            });
        } else if Row::of(then) != Row::of(now) {
            found.push(about(Kind::Drafts, now, "it changed".to_owned()));
        }
        return;
    }
    if let (None, Some(deprecated)) = (&then.deprecated, &now.deprecated) {
        found.push(deprecated_now(now, deprecated));
    }
    for (name, detail) in &now.contract.details {
        let field = Some(format!("details.{name}"));
        match then.contract.details.get(name) {
            None if detail.sensitive => {}
            None => {
                let presence = if detail.optional { "sometimes" } else { "always" };
                let meaning = if detail.doc.trim().is_empty() {
                    String::new()
                } else {
                    format!(": {}", detail.doc.trim().trim_end_matches('.'))
                };
                found.push(Change {
                    field,
                    new: Some(detail.kind.as_str().to_owned()),
                    ..about(
                        Kind::Details,
                        now,
                        format!("`{name}` ({}) is {presence} there{meaning}", detail.kind),
                    )
                });
            }
            Some(was) => {
                let values: Vec<String> = detail
                    .values
                    .iter()
                    .filter(|value| !was.values.contains(value))
                    .map(|value| format!("`{value}`"))
                    .collect();
                // A closed enum that grows is a break, and told as one.
                if !values.is_empty() && !was.closed && was.kind == detail.kind {
                    found.push(Change {
                        field,
                        ..about(
                            Kind::Details,
                            now,
                            format!("`{name}` may also be {}", values.join(", ")),
                        )
                    });
                }
            }
        }
    }
}

fn deprecated_now(code: &Code, deprecated: &Deprecated) -> Change {
    let Deprecated {
        since,
        replaced_by,
        reason,
        sunset,
        record: _,
    } = deprecated;
    let until = sunset
        .as_ref()
        .map(|day| format!("; it stays until {day} at least"))
        .unwrap_or_default();
    let instead = replaced_by
        .as_ref()
        .map(|code| format!(", and {code} takes its place"))
        .unwrap_or_default();
    Change {
        field: Some("deprecated".to_owned()),
        new: replaced_by.clone(),
        why: reason.clone(),
        ..about(Kind::Deprecated, code, format!("since {since}{instead}{until}"))
    }
}

fn retired(then: &Code, reason: &str, since: &str) -> Change {
    let announced = then.deprecated.as_ref();
    let instead = announced.and_then(|deprecated| deprecated.replaced_by.clone());
    let sunset = announced.and_then(|deprecated| deprecated.sunset.as_ref());
    let until = sunset
        .map(|day| format!(", announced to stay until {day}"))
        .unwrap_or_default();
    let by = instead
        .as_ref()
        .map(|code| format!(", replaced by {code}"))
        .unwrap_or_default();
    let kind = match then.status {
        Status::Frozen => Kind::Retired,
        Status::Draft => Kind::Drafts,
    };
    Change {
        new: instead,
        why: Some(reason.to_owned()),
        ..about(kind, then, format!("retired in {since}{by}{until}"))
    }
}
