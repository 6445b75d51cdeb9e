//! What is said about tools, and the tools that codes name.

use super::Context;
use crate::finding::{Finding, Rule};
use crate::model::{Code, Next, Tool};
use crate::source::Place;
use crate::{rules, suggest};

// What it means for the agent that a tool is named which is not there.
const UNVERIFIED: &str = "an agent in doubt could not look";
const NOT_UNDONE: &str = "nobody could tell what was taken back";
const CALLED: &str = "an agent that calls it runs into a second failure";

/// Checks the facts of every tool.
pub(super) fn check(context: &mut Context<'_>) {
    let tools = &context.registry.tools;
    for (name, tool) in tools {
        let sure = context.doubts.sure("", &format!("tools.{name}"));
        if !tool.writes && sure {
            if let Some(key) = &tool.dedupe_key {
                let message = format!(
                    "`{name}` only reads, yet names the key `{key}` to dedupe by: if it does write, agents repeat it \
                     without the key"
                );
                let help = "write `effect = \"write\"`, or remove `dedupe_key`";
                let finding = Finding::new(&rules::DEDUPE_ON_READ, tool.places.get("dedupe_key"), message, help);
                context.add(
                    finding
                        .label("nothing to dedupe")
                        .related(tool.places.get("effect"), "the effect"),
                );
            }
        }
        if let Some(verify) = &tool.verify {
            let place = tool.places.get("verify");
            if let Some(read) = known(context, &rules::UNKNOWN_TOOL, verify, place, ("verify", UNVERIFIED)) {
                if read.writes && context.doubts.sure("", &format!("tools.{verify}")) {
                    let message = format!(
                        "`{name}` is verified with `{verify}`, which writes: who looks whether a call landed would \
                         change something again"
                    );
                    let help = format!(
                        "name a tool that reads, or remove `verify`; if `{verify}` only reads, write `effect = \"read\"` \
                         for it"
                    );
                    let finding = Finding::new(&rules::VERIFY_WRITES, place, message, help).label("writes");
                    context.add(finding.related(read.places.get("effect"), "its effect"));
                }
            }
        }
        if let Some(undoes) = &tool.undoes {
            let place = tool.places.get("undoes");
            if let Some(undone) = known(context, &rules::UNKNOWN_TOOL, undoes, place, ("undoes", NOT_UNDONE)) {
                if !undone.writes && context.doubts.sure("", &format!("tools.{undoes}")) {
                    let message = format!("`{name}` undoes `{undoes}`, which only reads: nothing would be taken back");
                    let help = "name the tool whose work it takes back, or remove `undoes`";
                    let finding = Finding::new(&rules::UNDOES_READ, place, message, help).label("nothing to undo");
                    context.add(finding.related(undone.places.get("effect"), "its effect"));
                }
            }
        }
        for (key, there, needs, absent) in [
            (
                "not_found",
                tool.not_found_means_not_landed,
                "verify",
                tool.verify.is_none(),
            ),
            ("match_on", !tool.match_on.is_empty(), "undoes", tool.undoes.is_none()),
        ] {
            // A `verify` or `undoes` that is there but wrong is said already.
            if there && absent && tool.places.get(needs) == tool.places.name {
                let message = format!("`{key}` of `{name}` means nothing without `{needs}`");
                let help = format!("add `{needs} = \"…\"`, or remove `{key}`");
                context.add(
                    Finding::new(&rules::MISSING_KEY, tool.places.get(key), message, help)
                        .label(format!("`{needs}` is missing")),
                );
            }
        }
    }
}

/// The next call of a code must be of a tool that exists.
pub(super) fn check_next(context: &mut Context<'_>, code: &Code) {
    let Some(Next::Tool { tool, .. }) = &code.contract.next else {
        return;
    };
    let before = context.findings.len();
    known(
        context,
        &rules::NEXT_UNKNOWN_TOOL,
        tool,
        code.places.get("next.tool"),
        ("next", CALLED),
    );
    for finding in context.findings.iter_mut().skip(before) {
        finding.code = Some(code.name.clone());
        finding.field = Some("next".to_owned());
    }
}

/// The tool of this name; one that is not declared is reported, with the key that names it and what that means.
fn known<'a>(
    context: &mut Context<'a>,
    rule: &'static Rule,
    name: &str,
    place: Place,
    (key, consequence): (&str, &str),
) -> Option<&'a Tool> {
    let tool = context.registry.tools.get(name);
    if tool.is_none() && !context.doubts.incomplete {
        let tools: Vec<&str> = context.registry.tools.keys().map(String::as_str).collect();
        let help = match suggest::nearest(name, tools.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare `[tools.{name}]` with its `effect`, or name a tool that is declared"),
        };
        let message = format!("`{key}` names the unknown tool `{name}`: {consequence}");
        context.add(Finding::new(rule, place, message, help).label("no such tool"));
    }
    tool
}
