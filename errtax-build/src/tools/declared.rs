//! Server and registry have the same tools, and say the same of what they do.

use crate::finding::Finding;
use crate::rules;
use crate::suggest::nearest;
use crate::write::key;

use super::listing::Listed;
use super::server::{Said, Server};

pub(super) fn judge(server: &Server<'_>, findings: &mut Vec<Finding>) {
    undeclared(server, findings);
    not_served(server, findings);
    twice(server, findings);
    annotations(server, findings);
    recourse(server, findings);
}

fn undeclared(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (number, tool) in server.tools.iter().enumerate() {
        let name = &tool.name;
        if server.registry.tools.contains_key(name) {
            continue;
        }
        let left = server.registry.tools.keys().map(String::as_str);
        let help = match nearest(name, left.filter(|other| !server.serves(other))) {
            Some(other) => format!(
                "did you mean `[tools.{}]` where the registry has `[tools.{}]`?",
                key(name),
                key(other)
            ),
            None => {
                let effect = match tool.hint("readOnlyHint") {
                    Some(true) => "read",
                    _ => "write",
                };
                format!(
                    "add `[tools.{}]` with `effect = \"{effect}\"` to the registry",
                    key(name)
                )
            }
        };
        let message = format!(
            "the server offers `{name}`, and the registry does not declare it: a call of it counts as a plain write"
        );
        findings.extend(server.offered(
            &rules::TOOL_UNDECLARED,
            number,
            Said {
                message,
                help,
                label: "not declared",
                pointer: "/name",
            },
        ));
    }
}

fn not_served(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for name in server.registry.tools.keys().filter(|name| !server.serves(name)) {
        let left = server
            .names()
            .filter(|other| !server.registry.tools.contains_key(*other));
        let help = match nearest(name, left) {
            Some(other) => format!("did you mean `[tools.{}]`?", key(other)),
            None => format!(
                "remove `[tools.{}]`; or, where the server offers it only at times, say so: \
                 `allow = {{ tool-not-served = \"…\" }}`",
                key(name)
            ),
        };
        findings.extend(server.said(
            &rules::TOOL_NOT_SERVED,
            name,
            "",
            Said {
                message: format!("the registry declares `{name}`, and the server does not offer it"),
                help,
                label: "no such tool",
                pointer: "",
            },
        ));
    }
}

fn twice(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (number, tool) in server.tools.iter().enumerate() {
        let before = server.tools.get(..number).unwrap_or_default();
        if before.iter().any(|other| other.name == tool.name) {
            findings.extend(server.offered(
                &rules::TOOL_LISTED_TWICE,
                number,
                Said {
                    message: format!("the server lists `{}` more than once", tool.name),
                    help: "register it once; where the list has pages, let each begin after the last tool of the one before"
                        .to_owned(),
                    label: "again",
                    pointer: "/name",
                },
            ));
        }
    }
}

/// What is left out has a default that errs on the safe side, and the dispatch point fills it in: no contradiction.
fn annotations(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (_, listed, tool) in server.known() {
        let name = &listed.name;
        let reads = listed.hint("readOnlyHint");
        let effect = if tool.writes { "write" } else { "read" };
        if let Some(hint) = reads.filter(|hint| *hint == tool.writes) {
            let what = match hint {
                true => "clients call it without asking and as often as they like",
                false => "clients ask before each call and do not repeat it",
            };
            let other = if tool.writes { "read" } else { "write" };
            let said = Said {
                message: format!("`{name}` is annotated `readOnlyHint: {hint}`, and its effect is `{effect}`: {what}"),
                help: format!("annotate `readOnlyHint: {}`, or write `effect = \"{other}\"`", !hint),
                label: "another effect",
                pointer: "/annotations/readOnlyHint",
            };
            findings.extend(server.said(&rules::ANNOTATION_CONTRADICTS, name, "effect", said));
        }
        // Of a read MCP gives the hint no meaning.
        if !tool.writes || reads == Some(true) {
            continue;
        }
        let destroys = listed.hint("destructiveHint").filter(|hint| *hint != tool.destructive);
        if destroys == Some(false) {
            let said = Said {
                message: format!(
                    "`{name}` is annotated `destructiveHint: false`, and the registry does not say that it only adds: clients \
                     call it without asking"
                ),
                help: "write `destructive = false` if it changes and removes nothing that is there, or annotate \
                       `destructiveHint: true`"
                    .to_owned(),
                label: "may destroy",
                pointer: "/annotations/destructiveHint",
            };
            findings.extend(server.said(&rules::ANNOTATION_CONTRADICTS, name, "effect", said));
        }
        if destroys == Some(true) {
            let said = Said {
                message: format!(
                    "`{name}` is annotated `destructiveHint: true`, and the registry says that it only adds: clients ask \
                     before each call, and need not"
                ),
                help:
                    "annotate `destructiveHint: false`, or leave `destructive` out if it changes or removes something"
                        .to_owned(),
                label: "only adds",
                pointer: "/annotations/destructiveHint",
            };
            findings.extend(server.said(&rules::ANNOTATION_CONTRADICTS, name, "destructive", said));
        }
        match listed.hint("idempotentHint") {
            Some(true) if !tool.idempotent && !key_is_required(listed, tool.dedupe_key.as_deref()) => {
                let help = match &tool.dedupe_key {
                    Some(key) => format!(
                        "annotate `idempotentHint: false`: without `{key}`, which may be left out, a repeat writes again"
                    ),
                    None => {
                        "annotate `idempotentHint: false`, or write `idempotent = true` if a repeat really changes nothing"
                            .to_owned()
                    }
                };
                let said = Said {
                    message: format!(
                        "`{name}` is annotated `idempotentHint: true`, and the registry does not call it idempotent: \
                         clients repeat a write that then lands twice"
                    ),
                    help,
                    label: "not idempotent",
                    pointer: "/annotations/idempotentHint",
                };
                findings.extend(server.said(&rules::ANNOTATION_CONTRADICTS, name, "idempotent", said));
            }
            Some(false) if tool.idempotent => {
                let said = Said {
                    message: format!(
                        "`{name}` is annotated `idempotentHint: false`, and the registry calls it idempotent: clients do \
                         not repeat what they could"
                    ),
                    help: "annotate `idempotentHint: true`, or leave `idempotent` out if a repeat changes more"
                        .to_owned(),
                    label: "idempotent",
                    pointer: "/annotations/idempotentHint",
                };
                findings.extend(server.said(&rules::ANNOTATION_CONTRADICTS, name, "idempotent", said));
            }
            _ => {}
        }
    }
}

/// The same arguments then hold the same key, which the server dedupes by.
fn key_is_required(listed: &Listed, key: Option<&str>) -> bool {
    let required = listed
        .value
        .pointer("/inputSchema/required")
        .and_then(|list| list.as_array());
    key.is_some_and(|key| required.is_some_and(|list| list.iter().any(|name| name == key)))
}

/// A write whose answer is lost can be repeated, or looked up.
fn recourse(server: &Server<'_>, findings: &mut Vec<Finding>) {
    for (_, listed, tool) in server.known() {
        let name = &listed.name;
        if !tool.writes || tool.idempotent || tool.dedupe_key.is_some() || tool.verify.is_some() {
            continue;
        }
        let candidate = super::schemas::arguments(&listed.value)
            .into_iter()
            .find(|argument| super::keys::is_key(argument));
        let help = match candidate {
            Some(key) => format!("if the server dedupes by it, write `dedupe_key = \"{key}\"`; or name a read: `verify = \"…\"`"),
            None => {
                "let the server dedupe and write `dedupe_key = \"idempotency_key\"`, or name the read that shows a call: \
                 `verify = \"…\"`"
                    .to_owned()
            }
        };
        let message = format!(
            "`{name}` writes, and has neither a `dedupe_key` nor a `verify`: after a lost answer the agent can only ask a person"
        );
        findings.extend(server.said(
            &rules::WRITE_WITHOUT_RECOURSE,
            name,
            "",
            Said {
                message,
                help,
                label: "no way to tell whether a call landed",
                pointer: "",
            },
        ));
    }
}
