//! Entries become the [`Registry`]: defaults applied, names told apart, extended codes taken in.

use crate::map::Map;

use super::extends::Bases;
use super::{Doubts, Resolved, code, roles};
use crate::finding::Finding;
use crate::ident;
use crate::model::{Amendment, Code, Origin, Places, Registry, Retired, Tool, Version};
use crate::read::names;
use crate::read::raw::{RawRegistry, RawRetired, RawTool};
use crate::rules;
use crate::source::{Place, Spanned};
use crate::standard;

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
    let names = Names::of(raw.codes.iter().map(|code| &code.name));
    // What is declared here goes before what is extended: of equal names, the last stays.
    let extended = bases.codes.iter().map(|(name, code)| (name.clone(), code.clone()));
    let mut codes: Vec<(String, Code)> = extended.collect();
    for declared in raw.codes {
        if names.admit(&declared.name, "codes", findings) {
            let code = code::own(declared, &raw.defaults, bases, doubts, findings);
            codes.push((code.name.clone(), code));
        }
    }
    let codes = Map::from_unsorted(codes);
    let retired = retired(raw.retired, bases, &codes, findings);
    let mut amendments = raw.amendments.iter().collect();
    amendments_of(&bases.in_package, &mut amendments);
    given_up(&amendments, &codes, &retired, findings);
    similar(&codes, &retired, findings);
    if codes.is_empty() && !doubts.incomplete {
        let help = format!(
            "if there should be codes, name their files in `include`, or the right registry; else declare the first one, \
             `cargo errtax new PERIOD_LOCKED`, or take the standard ones over: {}",
            standard::extends()
        );
        let message = "this registry has no codes, so that no failure has one";
        findings.push(Finding::new(&rules::NO_CODES, place, message, help).label("nothing to judge"));
    }
    let tools = tools(raw.tools, bases, doubts, findings);
    if raw.promises.unread {
        doubts.add("", "contract");
    }
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
        policy: raw.policy,
        promises: raw.promises.promises,
        places: head.places.unwrap_or_else(|| Places::new(place)),
        place,
    }
}

/// The names of one kind that are declared, over all files, each with where it is declared first.
struct Names {
    first: Map<String, Place>,
}

impl Names {
    fn of<'a>(names: impl DoubleEndedIterator<Item = &'a Spanned<String>>) -> Self {
        let first = names.rev().map(|name| (name.value.clone(), name.place));
        Self {
            first: Map::from_unsorted(first.collect()),
        }
    }

    /// Whether this is the first declaration of the name.
    fn admit(&self, name: &Spanned<String>, table: &str, findings: &mut Vec<Finding>) -> bool {
        let Some(first) = self.first.get(&name.value).filter(|first| **first != name.place) else {
            return true;
        };
        let message = format!(
            "`[{table}.{}]` is declared twice: one of the two would be lost without a word",
            name.value
        );
        let help = "keep one of the two; if both are meant, give one another name";
        let finding = Finding::new(&rules::DUPLICATE_DECLARATION, name.place, message, help)
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
    let names = Names::of(raw.iter().map(|entry| &entry.name));
    let mut retired: Vec<(String, Retired)> = bases.retired.clone().into_iter().collect();
    for entry in raw {
        if names.admit(&entry.name, "retired", findings) {
            let tombstone = Retired {
                since: entry.since.value().copied().unwrap_or(Version::default()),
                reason: entry.reason.value().cloned().unwrap_or_default(),
                record: entry.record.value().cloned(),
                origin: Origin::Own,
                place: entry.name.place,
            };
            retired.push((entry.name.value, tombstone));
        }
    }
    let retired = Map::from_unsorted(retired);
    for (name, tombstone) in &retired {
        if let Some(code) = codes.get(name) {
            let help = format!("give the code a new name; `[retired.{name}]` stays");
            let finding = Finding::new(
                &rules::RETIRED_CODE_DECLARED,
                code.places.name,
                format!("`{name}` is retired: agents in the field still act on what it meant"),
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

/// Those of extended registries, and of the ones that these extend.
fn amendments_of<'a>(extended: &'a [Resolved], all: &mut Vec<&'a Amendment>) {
    for base in extended {
        all.extend(&base.registry.amendments);
        amendments_of(&base.extended, all);
    }
}

/// Names that an amendment gave up, declared again. A deletion or a rename on the record frees the code, never its name.
fn given_up(
    amendments: &[&Amendment],
    codes: &Map<String, Code>,
    retired: &Map<String, Retired>,
    findings: &mut Vec<Finding>,
) {
    let of_name = amendments.iter().filter(|amendment| amendment.field == "name");
    let names = of_name.flat_map(|amendment| [(&amendment.code, *amendment), (&amendment.from, *amendment)]);
    // Of several amendments of one name, the first stays: that is when it was given up.
    let names: Vec<(&str, &Amendment)> = names
        .filter(|(name, amendment)| **name != amendment.to && !retired.contains_key(*name))
        .map(|(name, amendment)| (name.as_str(), amendment))
        .rev()
        .collect();
    for (name, amendment) in &Map::from_unsorted(names) {
        let Some(code) = codes.get(*name) else { continue };
        let version = amendment.version;
        let finding = Finding::new(
            &rules::RETIRED_CODE_DECLARED,
            code.places.name,
            format!(
                "the name `{name}` was given up in version {version}: agents in the field still act on what it meant"
            ),
            format!(
                "give the code another name; only if {version} has not shipped, and the code is back as it was, remove the \
                 amendment instead"
            ),
        );
        findings.push(
            finding
                .label("declared again")
                .related(
                    amendment.places.get("code"),
                    format!("given up here, in version {version}"),
                )
                .code(*name),
        );
    }
}

/// Codes that case and separators alone tell apart.
fn similar(codes: &Map<String, Code>, retired: &Map<String, Retired>, findings: &mut Vec<Finding>) {
    let declared = codes
        .values()
        .map(|code| (code.origin == Origin::Own, code.places.name, code.name.as_str()));
    let buried = retired.iter().filter(|(name, _)| !codes.contains_key(*name));
    let buried = buried.map(|(name, tombstone)| (false, tombstone.place, name.as_str()));
    // What is not ours to change, then what is spelt right, then what comes first in the file: the other one is reported.
    let mut names: Vec<(bool, bool, Place, &str)> = declared
        .chain(buried)
        .filter(|(_, _, name)| !name.contains(crate::read::is_invisible))
        .map(|(own, place, name)| (own, !names::is_code(name), place, name))
        .collect();
    names.sort();
    let first = names.iter().rev();
    let first = first.map(|(_, _, place, name)| (ident::folded(name), (*name, *place)));
    let first: Map<String, (&str, Place)> = Map::from_unsorted(first.collect());
    for (own, _, place, name) in names {
        let Some((other, first)) = first
            .get(&ident::folded(name))
            .filter(|(other, _)| own && *other != name)
        else {
            continue;
        };
        let finding = Finding::new(
            &rules::SIMILAR_CODE,
            place,
            format!(
                "`{name}` and `{other}` differ in case or separators alone: agents take one for the other, and Rust has \
                 one name for both"
            ),
            format!("use `{other}`, or find a name that says the difference"),
        );
        findings.retain(|finding| finding.rule != &rules::CODE_GRAMMAR || finding.place != place);
        findings.push(
            finding
                .label("too much like another code")
                .related(*first, format!("`{other}` is declared here"))
                .code(name),
        );
    }
}

fn tools(raw: Vec<RawTool>, bases: &Bases, doubts: &mut Doubts, findings: &mut Vec<Finding>) -> Map<String, Tool> {
    let mut tools = bases.tools.clone();
    let names = Names::of(raw.iter().map(|entry| &entry.name));
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
