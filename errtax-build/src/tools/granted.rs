//! What `[contract]` asks of a tool beside its output: a scope, and a test. Asked for those that are offered: the others can be
//! called by nobody, and that they are not there is said, or waived, as such.

use std::collections::BTreeSet;
use std::path::Path;

use crate::finding::Finding;
use crate::rules;
use crate::source::Spanned;
use crate::suggest::{either, nearest};

use super::mentions::mentions;
use super::server::{Said, Server};

/// What nobody has granted is refused: a tool without a scope is found. One that the registry does not declare has none either;
/// that it is not declared says enough.
pub(super) fn scopes(server: &Server<'_>, findings: &mut Vec<Finding>) {
    let scopes = &server.registry.promises.scopes;
    if scopes.is_empty() {
        return;
    }
    let known = either(scopes.iter().map(String::as_str));
    for (_, listed, tool) in server.known() {
        let name = &listed.name;
        if tool.scope.is_some() {
            continue;
        }
        let message = format!(
            "`{name}` has no scope, and `[contract]` lists those there are: nobody has decided who may call it"
        );
        let finding = server.said(
            &rules::TOOL_WITHOUT_SCOPE,
            name,
            "",
            Said {
                message,
                help: format!("add `scope = \"…\"` to `[tools.{}]`: {known}", crate::write::key(name)),
                label: "no `scope`",
                pointer: "",
            },
        );
        findings.extend(finding.map(|finding| related(server, finding, "scopes")));
    }
}

/// Each write is named by a test. What a file that cannot be read says, nobody knows.
pub(super) fn tests(server: &Server<'_>, package: &Path, findings: &mut Vec<Finding>) {
    let promises = &server.registry.promises;
    if promises.tests.is_empty() {
        return;
    }
    let mut named = BTreeSet::new();
    let mut all_read = true;
    for test in &promises.tests {
        match std::fs::read(package.join(&test.value)).map(String::from_utf8) {
            Ok(Ok(text)) => named.extend(mentions(&test.value, &text)),
            Ok(Err(_)) => {
                all_read = false;
                findings.push(unreadable(test, "it is not UTF-8"));
            }
            Err(error) => {
                all_read = false;
                findings.push(unreadable(test, &error.kind().to_string()));
            }
        }
    }
    if !all_read {
        return;
    }
    let files: Vec<&str> = promises.tests.iter().map(|test| test.value.as_str()).collect();
    for (_, listed, tool) in server.known() {
        let name = &listed.name;
        if !tool.writes || named.contains(name) {
            continue;
        }
        let help = match nearest(name, named.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{name}` where the tests have `{near}`?"),
            None => format!("call `{name}` in a test of {}", either(files.iter().copied())),
        };
        let finding = server.said(
            &rules::WRITE_UNTESTED,
            name,
            "",
            Said {
                message: format!("`{name}` writes, and no test names it"),
                help,
                label: "not tested",
                pointer: "",
            },
        );
        findings.extend(finding.map(|finding| related(server, finding, "tests")));
    }
}

fn related(server: &Server<'_>, finding: Finding, key: &str) -> Finding {
    match &server.registry.promises.places {
        Some(places) => finding.related(places.get(key), "asked for here"),
        None => finding,
    }
}

fn unreadable(test: &Spanned<String>, why: &str) -> Finding {
    let Spanned { value: path, place } = test;
    let message = format!("cannot read `{path}`: {why}; whether the writing tools are tested cannot be told");
    let help = format!("create `{path}`, or name the file that has the tests of the writing tools");
    Finding::new(&rules::UNREADABLE_FILE, *place, message, help)
        .label("not read")
        .field("contract.tests")
}
