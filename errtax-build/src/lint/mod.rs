//! Findings about a resolved registry: what is wrong by itself, and what reads badly. A file per idea.

mod contract;
mod deprecation;
mod names;
mod promises;
mod roles;
mod style;
mod templates;
mod tools;
mod upstream;
mod versions;

pub use style::family;
pub(crate) use style::style;
#[cfg(feature = "tools")]
pub(crate) use style::tools as tools_in_hints;

use crate::map::Map;

use crate::finding::Finding;
use crate::model::{Code, Detail, Origin, Registry};
use crate::resolve::Doubts;
use crate::source::{Place, Sources};
use crate::{rules, suggest};

/// What every structure rule looks at.
struct Context<'a> {
    registry: &'a Registry,
    sources: &'a Sources,
    doubts: &'a Doubts,
    findings: Vec<Finding>,
    /// What to do about each unknown code. One name that is missing may be named by thousands of codes.
    advice: Map<String, String>,
}

/// What is wrong with the registry by itself. Nothing is concluded from what is in doubt.
pub(crate) fn structure(registry: &Registry, sources: &Sources, doubts: &Doubts) -> Vec<Finding> {
    let mut context = Context {
        registry,
        sources,
        doubts,
        findings: Vec::new(),
        advice: Map::new(),
    };
    for code in registry.codes.values() {
        if code.origin == Origin::Own {
            contract::check(&mut context, code);
            templates::check(&mut context, code);
            tools::check_next(&mut context, code);
            versions::check(&mut context, code);
        }
        contract::check_twin(&mut context, code);
    }
    deprecation::check(&mut context);
    roles::check(&mut context);
    tools::check(&mut context);
    promises::check(&mut context);
    upstream::check(&mut context);
    versions::check_registry(&mut context);
    names::check(&mut context);
    context.findings
}

impl<'a> Context<'a> {
    fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The code of this name. One that no registry declares is reported at `place`, unless it may stand in what could
    /// not be read.
    fn code(&mut self, name: &str, place: Place, about: Option<(&Code, &str)>) -> Option<&'a Code> {
        let code = self.registry.codes.get(name);
        if code.is_none() && !self.doubts.incomplete {
            let retired = self.registry.retired.get(name);
            let mut finding = match retired {
                Some(tombstone) => {
                    let field = about.map_or("code", |(_, field)| field);
                    let message = format!("`{field}` names `{name}`, which is retired: {}", without(field));
                    Finding::new(&rules::UNKNOWN_CODE, place, message, suggest::EXISTING)
                }
                .label("no longer a code")
                .related(tombstone.place, "retired here"),
                None => {
                    let field = about.map_or("code", |(_, field)| field);
                    let message = format!("`{field}` names the unknown code `{name}`: {}", without(field));
                    Finding::new(&rules::UNKNOWN_CODE, place, message, self.advice(name)).label("no such code")
                }
            };
            if let Some((code, field)) = about {
                finding = finding.code(&code.name).field(field);
            }
            self.add(finding);
        }
        code
    }

    /// What to do about a code of this name that no registry declares.
    fn advice(&mut self, name: &str) -> String {
        if let Some(advice) = self.advice.get(name) {
            return advice.clone();
        }
        let known: Vec<&str> = self.registry.codes.keys().map(String::as_str).collect();
        let advice = suggest::code(name, &known);
        self.advice.insert(name.to_owned(), advice.clone());
        advice
    }

    /// Where bytes of a text stand in the file: exactly, unless escapes make that a guess.
    fn inside(&self, value: Place, text: &str, range: &std::ops::Range<usize>) -> Place {
        let file = &self.sources.file(value.file).text;
        let written = file.get(value.start..value.end).unwrap_or_default();
        let at = |offset: usize| {
            let start = value.start + offset;
            Place {
                file: value.file,
                start,
                end: start + range.len(),
            }
        };
        for quotes in ["\"\"\"", "'''", "\"", "'"] {
            let Some(rest) = written.strip_prefix(quotes) else {
                continue;
            };
            // TOML drops a line break that follows the opening quotes.
            let breaks = if quotes.len() == 3 {
                rest.len() - rest.trim_start_matches(['\r', '\n']).len()
            } else {
                0
            };
            if rest
                .get(breaks..)
                .is_some_and(|rest| rest.strip_suffix(quotes) == Some(text))
            {
                return at(quotes.len() + breaks + range.start);
            }
        }
        let wanted = text.get(range.clone()).unwrap_or_default();
        let nth = text
            .get(..range.start)
            .map_or(0, |before| before.matches(wanted).count());
        match written.match_indices(wanted).nth(nth) {
            Some((offset, _)) if !wanted.is_empty() => at(offset),
            _ => value,
        }
    }
}

/// What a code that is named and not there means for whoever gets the error.
fn without(field: &str) -> &'static str {
    match field {
        "in_doubt" => "a write that may have landed would have no answer",
        "deprecated.replaced_by" => "whoever is told to move would find nothing there",
        _ => "the failure would go out without a code",
    }
}

/// What to do about a required detail that cannot be filled: make it optional, where the code is this registry's own.
fn optional_or(code: &Code, detail: &str, declared: &Detail, otherwise: &str) -> String {
    match code.origin {
        // An enum has more to write than fits here.
        Origin::Own if declared.values.is_empty() => format!(
            "write `{detail} = {{ type = \"{}\", optional = true }}`, or {otherwise}",
            declared.kind
        ),
        Origin::Own => format!("add `optional = true` to the detail `{detail}`, or {otherwise}"),
        Origin::Extended(_) => otherwise.to_owned(),
    }
}

/// The required details of a code.
fn required(code: &Code) -> Map<&str, &Detail> {
    code.contract
        .details
        .iter()
        .filter(|(_, detail)| !detail.optional)
        .map(|(name, detail)| (name.as_str(), detail))
        .collect()
}
