//! Entries become the [`Registry`]: defaults applied, names told apart, extended codes taken in.

use crate::map::Map;

use super::extends::Bases;
use super::{Doubts, code, roles};
use crate::finding::Finding;
use crate::ident;
use crate::model::{Code, Origin, Registry, Retired, Tool, Version};
use crate::read::names;
use crate::read::raw::{RawRegistry, RawRetired, RawTool};
use crate::rules;
use crate::source::{Place, Spanned};

/// Builds the registry.
pub(super) fn registry(
    raw: RawRegistry,
    bases: &Bases,
    start: Place,
    doubts: &mut Doubts,
    findings: &mut Vec<Finding>,
) -> Registry {
    let head = raw.head;
    let place = head.place.unwrap_or(start);
    if head.place.is_none() && !doubts.incomplete {
        let help = "add `[registry]` with `name = \"my-server\"`, `version = \"1.0.0\"` and `edition = \"2026\"`";
        findings.push(
            Finding::new(&rules::MISSING_KEY, start, "there is no `[registry]`", help).label("`[registry]` is missing"),
        );
    }
    if head.version.value().is_none() {
        doubts.add("", "version");
    }
    if head.name.value().is_none() {
        doubts.add("", "name");
    }
    let mut codes = Map::new();
    let mut names = Names::default();
    for declared in raw.codes {
        if names.admit(&declared.name, "codes", findings) {
            let code = code::own(declared, &raw.defaults, bases, doubts, findings);
            codes.insert(code.name.clone(), code);
        }
    }
    for (name, code) in &bases.codes {
        if !codes.contains_key(name) {
            codes.insert(name.clone(), code.clone());
        }
    }
    let retired = retired(raw.retired, bases, &codes, findings);
    similar(&codes, &retired, findings);
    if codes.is_empty() && !doubts.incomplete {
        let help = "declare one: `[codes.NOT_FOUND]`, or `extends = [\"errtax@1.0\"]`";
        findings
            .push(Finding::new(&rules::NO_CODES, place, "this registry has no codes", help).label("nothing to judge"));
    }
    let tools = tools(raw.tools, bases, doubts, findings);
    let (roles, role_places) = roles::roles(raw.roles, &codes, doubts, findings);
    Registry {
        name: head.name.value().cloned().unwrap_or_else(|| "registry".to_owned()),
        version: head.version.value().copied().unwrap_or_default(),
        edition: head.edition.value().copied().unwrap_or(2026),
        docs: head.docs.value().cloned(),
        extends: head.extends.into_iter().map(|entry| entry.value).collect(),
        codes,
        retired,
        roles,
        role_places,
        tools,
        upstream: raw.upstream,
        amendments: raw.amendments,
        artifacts: raw.artifacts,
        place,
    }
}

/// The names of one kind that were declared, over all files.
#[derive(Default)]
struct Names {
    seen: Map<String, Place>,
}

impl Names {
    /// Whether this is the first declaration of the name.
    fn admit(&mut self, name: &Spanned<String>, table: &str, findings: &mut Vec<Finding>) -> bool {
        let Some(first) = self.seen.get(&name.value) else {
            self.seen.insert(name.value.clone(), name.place);
            return true;
        };
        let message = format!("`[{table}.{}]` is declared twice", name.value);
        let finding = Finding::new(
            &rules::DUPLICATE_DECLARATION,
            name.place,
            message,
            "keep one of the two",
        )
        .label("declared again")
        .related(*first, "first declared here");
        findings.push(if table == "codes" {
            finding.code(&name.value)
        } else {
            finding
        });
        false
    }
}

fn retired(
    raw: Vec<RawRetired>,
    bases: &Bases,
    codes: &Map<String, Code>,
    findings: &mut Vec<Finding>,
) -> Map<String, Retired> {
    let mut retired = bases.retired.clone();
    let mut names = Names::default();
    for entry in raw {
        if !names.admit(&entry.name, "retired", findings) {
            continue;
        }
        retired.insert(
            entry.name.value,
            Retired {
                since: entry.since.value().copied().unwrap_or(Version::default()),
                reason: entry.reason.value().cloned().unwrap_or_default(),
                origin: Origin::Own,
                place: entry.name.place,
            },
        );
    }
    for (name, tombstone) in &retired {
        if let Some(code) = codes.get(name) {
            let help = format!("give the code a new name; `{name}` stays retired");
            let finding = Finding::new(
                &rules::RETIRED_CODE_DECLARED,
                code.places.name,
                format!("`{name}` is retired"),
                help,
            );
            findings.push(
                finding
                    .label("declared again")
                    .related(tombstone.place, "retired here")
                    .code(name),
            );
        }
    }
    retired
}

/// Codes that case and separators alone tell apart.
fn similar(codes: &Map<String, Code>, retired: &Map<String, Retired>, findings: &mut Vec<Finding>) {
    let mut seen: Map<String, (&str, Place, bool)> = Map::new();
    let mut names: Vec<(&str, Place, bool)> = codes
        .values()
        .map(|code| (code.name.as_str(), code.places.name, code.origin == Origin::Own))
        .collect();
    names.extend(
        retired
            .iter()
            .filter(|(name, _)| !codes.contains_key(*name))
            .map(|(name, tombstone)| (name.as_str(), tombstone.place, false)),
    );
    // What is not ours to change, then what is spelt right, then what comes first in the file: the other one is reported.
    names.sort_by_key(|(name, place, own)| (*own, !names::is_code(name), *place));
    for (name, place, own) in names {
        if name.contains(crate::read::is_invisible) {
            continue;
        }
        let folded = ident::folded(name);
        match seen.get(&folded) {
            Some((other, first, _)) if own => {
                let (message, label) = (
                    format!("`{name}` and `{other}` differ in case or separators alone"),
                    "too much like another code",
                );
                let finding = Finding::new(
                    &rules::SIMILAR_CODE,
                    place,
                    message,
                    format!("use `{other}`, or find a name that says the difference"),
                );
                findings.retain(|finding| finding.rule != &rules::CODE_GRAMMAR || finding.place != place);
                findings.push(
                    finding
                        .label(label)
                        .related(*first, format!("`{other}` is declared here"))
                        .code(name),
                );
            }
            Some(_) => {}
            None => {
                seen.insert(folded, (name, place, own));
            }
        }
    }
}

fn tools(raw: Vec<RawTool>, bases: &Bases, doubts: &mut Doubts, findings: &mut Vec<Finding>) -> Map<String, Tool> {
    let mut tools = bases.tools.clone();
    let mut names = Names::default();
    for entry in raw {
        if names.admit(&entry.name, "tools", findings) {
            if entry.effect_wrong {
                doubts.add("", format!("tools.{}", entry.name.value));
            }
            tools.insert(entry.name.value, entry.tool);
        }
    }
    tools
}
