//! Tools that hints and next calls lead to are there.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Finding;
use crate::lint::tools_in_hints::{known_names, tokens};
use crate::map::Set;
use crate::model::{Next, Origin};
use crate::rules;
use crate::source::Place;
use crate::suggest::nearest;

use super::server::Server;

/// One that leads to a tool: what it is called, where it is, and whose it is.
struct Lead<'a> {
    what: String,
    place: Place,
    code: &'a str,
    field: &'a str,
}

/// One finding for each tool that is not there, however many lead to it.
pub(super) fn judge(server: &Server<'_>, findings: &mut Vec<Finding>) {
    let mut absent: BTreeMap<&str, Vec<Lead<'_>>> = BTreeMap::new();
    let names = known_names(server.registry);
    for code in server.registry.codes.values().filter(|code| code.origin == Origin::Own) {
        let mut lead = |tool, what: String, field| {
            absent.entry(tool).or_default().push(Lead {
                what,
                place: code.places.get(field),
                code: &code.name,
                field,
            });
        };
        if let Some(Next::Tool { tool, .. }) = &code.contract.next {
            if !server.serves(tool) {
                lead(tool, format!("the next call of {}", code.name), "next");
            }
        }
        for name in in_hint(server, &names, &code.hint) {
            lead(name, format!("the hint of {}", code.name), "hint");
        }
    }
    for rule in &server.registry.upstream {
        for name in in_hint(server, &names, &rule.hint) {
            absent.entry(name).or_default().push(Lead {
                what: format!("the hint of an upstream rule of {}", rule.code),
                place: rule.places.get("hint"),
                code: &rule.code,
                field: "upstream.hint",
            });
        }
    }
    findings.extend(absent.iter().filter_map(|(name, leads)| finding(server, name, leads)));
}

/// How many places one finding shows.
const SHOWN: usize = 4;

fn finding(server: &Server<'_>, name: &str, leads: &[Lead<'_>]) -> Option<Finding> {
    let waived = |rule| server.waives(rule, name);
    // Whoever says why the tool is not there has said why it is named all the same.
    if waived(&rules::NAMES_ABSENT_TOOL) || waived(&rules::TOOL_NOT_SERVED) {
        return None;
    }
    let (first, others) = leads.split_first()?;
    let help = match nearest(name, server.names()) {
        Some(other) => format!("did you mean `{other}`?"),
        None => format!("let the server offer `{name}`, or name a tool that it has"),
    };
    let more = match others.len() {
        0 => String::new(),
        more => format!(", like {more} more,"),
    };
    let message = format!(
        "{}{more} leads to `{name}`, which the server does not offer: an agent that calls it fails again",
        first.what
    );
    let mut finding = Finding::new(&rules::NAMES_ABSENT_TOOL, first.place, message, help)
        .label(format!("`{name}`?"))
        .code(first.code)
        .field(first.field);
    for lead in others.iter().take(SHOWN) {
        finding = finding.related(lead.place, lead.what.as_str());
    }
    if !others.is_empty() {
        let codes: BTreeSet<&str> = leads.iter().map(|lead| lead.code).collect();
        finding.codes = codes.into_iter().map(str::to_owned).collect();
    }
    Some(finding)
}

/// The names in a hint that are meant as tools, and are none of the server's.
fn in_hint<'a>(server: &Server<'_>, names: &Set<&str>, hint: &'a str) -> Vec<&'a str> {
    let registry = server.registry;
    let mut absent: Vec<&str> = Vec::new();
    for token in tokens(hint) {
        let name = token.name;
        if server.serves(name) || absent.contains(&name) {
            continue;
        }
        // One that the registry declares is a tool. Others may be arguments, unless they are called, or all but a tool's.
        let meant = registry.tools.contains_key(name)
            || !names.contains(name) && (token.called || nearest(name, server.names()).is_some());
        if meant && !is_argument(server, name) {
            absent.push(name);
        }
    }
    absent
}

fn is_argument(server: &Server<'_>, name: &str) -> bool {
    let mut tools = server.tools.iter();
    tools.any(|tool| super::schemas::arguments(&tool.value).contains(&name))
}
