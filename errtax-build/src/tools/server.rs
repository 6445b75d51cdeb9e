//! What every rule looks at: the registry, the list, and where things stand in both.

use crate::finding::{Finding, Rule};
use crate::model::{Registry, Tool};
use crate::source::{FileId, Place, Sources};

use super::Listing;
use super::listing::Listed;
use super::written::Written;

pub(super) struct Server<'a> {
    pub(super) registry: &'a Registry,
    pub(super) tools: &'a [Listed],
    file: FileId,
    written: Written,
}

impl<'a> Server<'a> {
    pub(super) fn new(registry: &'a Registry, sources: &mut Sources, listing: &'a Listing) -> Self {
        let written = Written::new(listing);
        Self {
            registry,
            tools: &listing.tools,
            file: sources.add_foreign("server", "tools/list", &*written.text),
            written,
        }
    }

    /// The tools, each with what the registry says of it.
    pub(super) fn known(&self) -> impl Iterator<Item = (usize, &'a Listed, &'a Tool)> {
        let registry = self.registry;
        let tools = self.tools.iter().enumerate();
        tools.filter_map(move |(number, listed)| Some((number, listed, registry.tools.get(&listed.name)?)))
    }

    pub(super) fn serves(&self, name: &str) -> bool {
        self.tools.iter().any(|tool| tool.name == name)
    }

    pub(super) fn served(&self, name: &str) -> Option<&'a Listed> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.tools.iter().map(|tool| tool.name.as_str())
    }

    /// Whether the registry lets this tool off.
    pub(super) fn waives(&self, rule: &Rule, tool: &str) -> bool {
        let declared = self.registry.tools.get(tool);
        declared.is_some_and(|tool| tool.allow.contains_key(rule.id))
    }

    /// Where a member of a tool stands in the list.
    pub(super) fn in_list(&self, number: usize, pointer: &str) -> Place {
        let range = self.written.place(number, pointer);
        Place {
            file: self.file,
            start: range.start,
            end: range.end,
        }
    }

    /// A finding about a member of a tool that the server offers: in the registry, beside the list, where the registry
    /// has the tool; else in the list.
    pub(super) fn offered(&self, rule: &'static Rule, number: usize, said: Said<'_>) -> Option<Finding> {
        let listed = self.tools.get(number)?;
        if self.waives(rule, &listed.name) {
            return None;
        }
        let at = self.in_list(number, said.pointer);
        let finding = match self.registry.tools.get(&listed.name) {
            Some(declared) => Finding::new(rule, declared.places.name, said.message, said.help).related(at, said.label),
            None => Finding::new(rule, at, said.message, said.help).label(said.label),
        };
        let member = said.pointer.trim_start_matches('/').replace('/', ".");
        Some(finding.field(format!("tools.{}.{member}", listed.name)))
    }

    /// A finding about what the registry says of a tool: at that key.
    pub(super) fn said(&self, rule: &'static Rule, name: &str, key: &str, said: Said<'_>) -> Option<Finding> {
        let declared = self.registry.tools.get(name)?;
        if self.waives(rule, name) {
            return None;
        }
        let mut finding = Finding::new(rule, declared.places.get(key), said.message, said.help)
            .label(said.label)
            .field(match key {
                "" => format!("tools.{name}"),
                key => format!("tools.{name}.{key}"),
            });
        if let Some(number) = self.tools.iter().position(|tool| tool.name == name) {
            if !said.pointer.is_empty() {
                finding = finding.related(self.in_list(number, said.pointer), "what the server offers");
            }
        }
        Some(finding)
    }
}

/// What a finding says.
pub(super) struct Said<'a> {
    pub(super) message: String,
    pub(super) help: String,
    pub(super) label: &'a str,
    /// Which member of the tool it is about.
    pub(super) pointer: &'a str,
}
