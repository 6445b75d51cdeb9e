//! What stands around the codes: roles, pages, name and rule set. Nothing of it is frozen, but agents, harnesses and
//! whoever reads the logs go by it as soon as a code has shipped.

use errtax_core::Role;

use super::gate::Comparison;
use super::{promises, rules, tools, upstream};
use crate::finding::{Finding, Level};
use crate::model::{Contract, Registry, RoleCode};
use crate::source::Place;
use crate::standard;

/// The changes, each of which an amendment may be about.
pub(super) fn judge(comparison: &Comparison<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // What is added to the registry does not compile until it has a verdict here, or is said to have one elsewhere.
    let Registry {
        docs: _,
        roles,
        tools,
        upstream,
        promises,
        // By `codes` and `draft`, as resolved: which file, default or other registry a value comes from is all the same.
        codes: _,
        retired: _,
        extends: _,
        // By `head` below.
        name: _,
        edition: _,
        // By `version`, `amend` and `policy`.
        version: _,
        amendments: _,
        policy: _,
        // Which checked-in files are kept fresh is between the team and `check`; their content follows from the rest.
        artifacts: _,
        place: _,
        places: _,
        role_places: _,
    } = comparison.head;
    findings.extend(docs(comparison));
    for (role, now) in roles {
        if let Some(then) = comparison.base.roles.get(role) {
            findings.extend(self::role(comparison, *role, then, now));
        }
    }
    tools::judge(comparison, tools, &mut findings);
    promises::judge(comparison, promises, &mut findings);
    upstream::judge(comparison, upstream, &mut findings);
    findings
}

/// What is said of the registry as such, and accepts no amendment.
pub(super) fn head(comparison: &Comparison<'_>) -> Vec<Finding> {
    let (base, head) = (comparison.base, comparison.head);
    let mut findings = Vec::new();
    if base.name != head.name {
        let message = format!(
            "the registry `{}` is called `{}` now; it is judged as the same registry, by all that has shipped under the old name",
            base.name, head.name
        );
        let help = format!(
            "put it back: `name = \"{}\"`, or tell whoever knows the registry by its name",
            base.name
        );
        findings.push(changed(
            comparison,
            &rules::REGISTRY_RENAMED,
            "name",
            message,
            help,
            &base.name,
            &head.name,
        ));
    }
    if base.edition != head.edition {
        let (level, help) = if head.edition < base.edition {
            (
                Level::Warning,
                format!(
                    "put it back: `edition = \"{}\"`; rules that it brought no longer hold",
                    base.edition
                ),
            )
        } else {
            (
                Level::Note,
                "nothing: the rules that it brings hold from now on".to_owned(),
            )
        };
        let (then, now) = (base.edition.to_string(), head.edition.to_string());
        let message = format!("the edition goes from {then} to {now}");
        findings.push(
            changed(
                comparison,
                &rules::EDITION_CHANGED,
                "edition",
                message,
                help,
                &then,
                &now,
            )
            .level(level),
        );
    }
    findings
}

/// The page of a code, which every answer carries.
fn docs(comparison: &Comparison<'_>) -> Option<Finding> {
    let (base, head) = (comparison.base, comparison.head);
    let then = base.docs.as_deref()?;
    match head.docs.as_deref() {
        Some(now) if now == then => None,
        Some(now) => {
            let message = format!("the pages of the codes move from `{then}` to `{now}`");
            let help = "let the old addresses lead to the new ones: logs and conversations keep them";
            Some(changed(
                comparison,
                &rules::DOCS_MOVED,
                "docs",
                message,
                help.to_owned(),
                then,
                now,
            ))
        }
        None => {
            let message = format!("answers no longer carry the page of their code (`{then}`)");
            let help = format!("put it back: `docs = \"{then}\"`");
            Some(changed(
                comparison,
                &rules::DOCS_REMOVED,
                "docs",
                message,
                help,
                then,
                "",
            ))
        }
    }
}

/// One key of `[registry]`.
fn changed(
    comparison: &Comparison<'_>,
    rule: &'static crate::finding::Rule,
    key: &str,
    message: String,
    help: String,
    then: &str,
    now: &str,
) -> Finding {
    Finding::new(rule, comparison.head.places.get(key), message, help)
        .field(key)
        .label(if now.is_empty() {
            format!("no `{key}` any more")
        } else {
            format!("now `{now}`")
        })
        .related(comparison.base.places.get(key), format!("`{then}` in the base"))
        .change(then, now)
}

/// Which code stands for what the library itself says.
fn role(comparison: &Comparison<'_>, role: Role, then: &RoleCode, now: &RoleCode) -> Option<Finding> {
    let (base, head) = (comparison.base, comparison.head);
    let (old, new) = (name(then), name(now));
    if old == new {
        return None;
    }
    let same = match (contract(base, then), contract(head, now)) {
        (Some(old), Some(new)) => acts_alike(&old, &new),
        // A code that is not declared is said by the head's own findings.
        _ => return None,
    };
    let place = |registry: &Registry| -> Place { registry.role_places.get(&role).copied().unwrap_or(registry.place) };
    let field = format!("roles.{role}");
    let (rule, message, help) = if same {
        (
            &rules::ROLE_CHANGED,
            format!("what the library reports as `{role}` was {old}, and is {new} now; both ask for the same"),
            format!("tell whoever counts {old}, or put it back: `[roles] {role} = \"{old}\"`"),
        )
    } else {
        (
            &rules::ROLE_MEANING_CHANGED,
            format!("what the library reports as `{role}` was {old}, and is {new} now, which asks for something else"),
            format!("put it back: `[roles] {role} = \"{old}\"`"),
        )
    };
    Some(
        Finding::new(rule, place(head), message, help)
            .code(old)
            .field(&field)
            .label(format!("now {new}"))
            .related(place(base), format!("{old} in the base"))
            .change(old, new),
    )
}

fn name(code: &RoleCode) -> &str {
    match code {
        RoleCode::Here(code) | RoleCode::Standard(code) => code,
    }
}

/// What the code of a role says, whoever declares it.
fn contract(registry: &Registry, code: &RoleCode) -> Option<Contract> {
    match code {
        RoleCode::Here(code) => registry.codes.get(code).map(|code| code.contract.clone()),
        RoleCode::Standard(code) => standard::contract(code),
    }
}

/// Whether an agent does the same about both.
fn acts_alike(old: &Contract, new: &Contract) -> bool {
    let Contract {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        // How a gateway counts it, and what else it carries, is the code's own: roles have no details that are required.
        http: _,
        grpc: _,
        details: _,
    } = new;
    old.class == *class
        && old.action == *action
        && old.retryable == *retryable
        && old.executed == *executed
        && old.in_doubt == *in_doubt
        && old.next == *next
}
