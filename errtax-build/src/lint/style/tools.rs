//! Tools that hints name, and next calls that no action asks for.

use crate::map::Set;

use errtax_core::Action;

use super::Around;
use crate::finding::Finding;
use crate::model::{Code, Next, Registry};
use crate::{rules, suggest};

/// Names of the wire and of its surroundings, which hints may mention.
const WIRE_NAMES: &[&str] = &[
    "retry_after_ms",
    "retry_after",
    "correlation_id",
    "in_doubt",
    "idempotency_key",
    "docs_url",
    "is_error",
    "structured_content",
];

/// A hint names only tools that exist. Quiet where no tools are declared.
pub(super) fn hint_unknown_tool(around: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let Around { tools, names, .. } = around;
    if tools.is_empty() {
        return;
    }
    let mut reported = Set::new();
    for token in tokens(&code.hint) {
        if names.contains(token.name) || !token.name.contains('_') {
            continue;
        }
        // A name in passing may be an argument of a tool. One that is called, or all but a tool's, is meant as a tool.
        let meant = suggest::nearest(token.name, tools.iter().copied());
        if (token.called || meant.is_some()) && reported.insert(token.name) {
            findings.push(
                Finding::new(
                    &rules::HINT_UNKNOWN_TOOL,
                    code.places.get("hint"),
                    format!(
                        "the hint names `{}`, and there is no such tool: an agent that calls it runs into a second failure",
                        token.name
                    ),
                    match meant {
                        Some(tool) => format!("did you mean `{tool}`?"),
                        None => format!("declare `[tools.{}]` with its `effect`, or name a tool that is declared", token.name),
                    },
                )
                .label(format!("`{}`?", token.name))
                .field("hint"),
            );
        }
    }
}

/// Names that are no tools and yet look like one: details, arguments, keys, values, and the words of the contract.
pub(crate) fn known_names(registry: &Registry) -> Set<&str> {
    let mut known: Vec<&str> = WIRE_NAMES.to_vec();
    known.extend(registry.tools.keys().map(String::as_str));
    for tool in registry.tools.values() {
        known.extend(tool.dedupe_key.as_deref());
        known.extend(
            tool.match_on
                .iter()
                .chain(&tool.loop_ignore)
                .chain(&tool.state_ignore)
                .map(String::as_str),
        );
    }
    for code in registry.codes.values() {
        for (name, detail) in &code.contract.details {
            known.push(name);
            known.extend(detail.values.iter().map(String::as_str));
        }
        if let Some(Next::Tool { args, .. }) = &code.contract.next {
            known.extend(args.keys().map(String::as_str));
        }
    }
    Set::from_unsorted(known)
}

/// A name in lower case with underscores.
pub(crate) struct Token<'a> {
    pub(crate) name: &'a str,
    /// It stands where a tool is called: after `call` or `run`, or before `first` or `()`.
    pub(crate) called: bool,
}

/// The names in a hint that may be tools.
pub(crate) fn tokens(hint: &str) -> Vec<Token<'_>> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let mut tokens = Vec::new();
    let mut last = "";
    let mut words = hint.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let bare =
            word.trim_matches(|c: char| matches!(c, '`' | ',' | '.' | ';' | ':' | '"' | '\'' | '(' | ')' | '!' | '?'));
        let sound =
            bare.starts_with(|c: char| c.is_ascii_lowercase()) && bare.chars().all(is_name) && bare.contains('_');
        if sound {
            let after_call = ["call", "run", "invoke", "calling"].contains(&last.to_lowercase().as_str());
            let before_first =
                words.peek().is_some_and(|next| next.starts_with("first")) && !word.ends_with([',', '.', ';', ':']);
            let parentheses = word.contains("()");
            tokens.push(Token {
                name: bare,
                called: after_call || before_first || parentheses,
            });
        }
        last = bare;
    }
    tokens
}

/// `next` belongs to an action that means a further call.
pub(super) fn next_unused(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let action = code.contract.action;
    let calls = matches!(
        action,
        Action::FixState | Action::Verify | Action::ReadState | Action::FixInput | Action::RedoMissing
    );
    if code.contract.next.is_none() || calls {
        return;
    }
    findings.push(
        Finding::new(
            &rules::NEXT_UNUSED,
            code.places.get("next"),
            format!("`next` names a call, and the action `{action}` asks for none: some agents make it, most do not"),
            "remove `next`, or choose `fix_state`, `verify` or `read_state`",
        )
        .label("who makes this call?")
        .related(code.places.get("action"), "the action")
        .field("next"),
    );
}
