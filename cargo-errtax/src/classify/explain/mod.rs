//! One failure, explained to a person step by step: what was found, what it proves, what that means for the call, and what
//! the agent is told.

mod authority;

use std::io::{self, Write};

use errtax::causes::{Again, Proof};
use errtax_core::{Action, Effect, Executed, Role, UpstreamSpec};

use crate::arguments::ClassifyCommand;
use crate::style::{HELP, STRONG};

use super::answer::milliseconds;
use super::contract::Contract;
use super::decide::{By, Decision};

/// Tells it.
pub(super) fn print(
    command: &ClassifyCommand,
    contract: &Contract,
    decision: &Decision,
    out: &mut impl Write,
) -> io::Result<()> {
    heading(out, "message")?;
    for (depth, message) in command.text.iter().enumerate() {
        let message = visible(message.trim_end()).replace('\n', "\n    ");
        match depth {
            0 => writeln!(out, "  {message}")?,
            _ => writeln!(out, "  caused by: {message}")?,
        }
    }
    match decision.by {
        By::Rule(at, rule, otherwise) => by_rule(at, rule, &otherwise, command.effect, contract, out)?,
        By::Proof(proof, role) => by_proof(&proof, role, command, decision, contract, out)?,
    }
    told(decision, out)?;
    verdict(decision, contract, out)
}

fn by_rule(
    at: usize,
    rule: &UpstreamSpec,
    otherwise: &Proof,
    effect: Effect,
    contract: &Contract,
    out: &mut impl Write,
) -> io::Result<()> {
    heading(out, "evidence")?;
    let place = contract.place(at);
    writeln!(out, "  the registry says what it is: {place}")?;
    let mut asked = Vec::new();
    if !rule.host.is_empty() {
        asked.push(format!("host \"{}\"", rule.host));
    }
    if !rule.status.is_empty() {
        let status: Vec<String> = rule.status.iter().map(u16::to_string).collect();
        asked.push(format!("status {}", status.join(" or ")));
    }
    if !rule.message.is_empty() {
        asked.push(format!("message \"{}\"", rule.message));
    }
    if !rule.pointer.is_empty() {
        asked.push(format!("{} \"{}\"", rule.pointer, rule.equals));
    }
    writeln!(out, "  {} ⇒ {}", asked.join(", "), rule.code.code)?;
    let verdict = otherwise.verdict(effect);
    writeln!(
        out,
        "  Its word counts before anything that can be inferred. That would have been {}, retryable {}: {}.",
        verdict.class, verdict.retryable, verdict.because
    )
}

fn by_proof(
    proof: &Proof,
    role: Option<Role>,
    command: &ClassifyCommand,
    decision: &Decision,
    contract: &Contract,
    out: &mut impl Write,
) -> io::Result<()> {
    heading(out, "evidence")?;
    if !contract.registry.upstream.is_empty() {
        writeln!(out, "  no `[[upstream]]` rule of `{}` fits", contract.registry.name)?;
    }
    writeln!(out, "  {STRONG}{}{STRONG:#}", proof.because)?;
    match authority::row(proof, &command.text) {
        Some(row) => writeln!(out, "  {} table: {}", row.family, row.authority)?,
        None if !proof.is_known() => {
            writeln!(
                out,
                "  No code, no status and no phrase of it is known, and nothing is guessed from single words.\n  \
                 {HELP}help{HELP:#}: where the server knows what happened, give that a code of its own; where a service \
                 says so, an\n  `[[upstream]]` rule with `message = \"…\"` gives it one"
            )?;
        }
        None if proof.because.is_text() => {
            writeln!(
                out,
                "  Nothing but words says so: a whole phrase, outside of quotes, URLs and paths."
            )?;
        }
        None => {}
    }
    let fact = proof.fact;
    heading(out, "what it proves")?;
    fact_line(out, "class", fact.class.as_str(), fact.class.meaning())?;
    fact_line(out, "executed", fact.executed.as_str(), executed(fact.executed))?;
    let (word, meaning) = again(fact.again);
    fact_line(out, "again", word, meaning)?;
    if let Some(wait) = proof.retry_after {
        let wait = format!("{} ms", milliseconds(wait));
        fact_line(out, "wait", &wait, "The other side asked for it.")?;
    }
    heading(out, "what that means for this call")?;
    fact_line(out, "effect", command.effect.as_str(), command.effect.meaning())?;
    writeln!(out, "  {}", consequence(proof, decision.retryable, command.effect))?;
    heading(out, "code")?;
    by_role(role, decision, contract, out)
}

/// The code of a role, as `infer` gives it.
fn by_role(role: Option<Role>, decision: &Decision, contract: &Contract, out: &mut impl Write) -> io::Result<()> {
    let raised = contract.registry.roles.get(role.unwrap_or(Role::Unknown));
    match role {
        Some(role) => writeln!(
            out,
            "  the role `{role}` ({}) is played by {HELP}{}{HELP:#}",
            role.meaning().trim_end_matches('.'),
            raised.code
        )?,
        None => {
            writeln!(
                out,
                "  No role stands for it. `#[tool_error(infer, X)]` gives the code X of the variant, unless X may be sent \
                 again; else, and\n  without one, the role `unknown` is played by {HELP}{}{HELP:#}",
                raised.code
            )?;
        }
    }
    if raised.code != decision.code.code {
        writeln!(
            out,
            "  A plain write in doubt gets its `in_doubt` twin: {HELP}{}{HELP:#}",
            decision.code.code
        )?;
    }
    Ok(())
}

fn told(decision: &Decision, out: &mut impl Write) -> io::Result<()> {
    let code = decision.code;
    heading(out, "what the agent is told")?;
    fact_line(out, "code", code.code, code.message)?;
    fact_line(out, "action", code.action.as_str(), code.action.meaning())?;
    let hint = match decision.by {
        By::Rule(_, rule, _) if !rule.hint.is_empty() && rule.code.code == code.code => rule.hint,
        _ => code.hint,
    };
    fact_line(out, "hint", hint, "")?;
    if let (Action::Wait, Some(wait)) = (code.action, decision.retry_after) {
        fact_line(out, "wait", &format!("{} ms", milliseconds(wait)), "")?;
    }
    Ok(())
}

/// The same as the line of JSON has it.
fn verdict(decision: &Decision, contract: &Contract, out: &mut impl Write) -> io::Result<()> {
    let wait = match decision.retry_after {
        Some(wait) => format!(", retry_after_ms {}", milliseconds(wait)),
        None => String::new(),
    };
    writeln!(
        out,
        "\n{STRONG}{}{STRONG:#}: retryable {}, executed {}, scope {}{wait}, because {}",
        decision.class,
        decision.retryable,
        decision.executed,
        decision.scope,
        decision.because(contract)
    )
}

fn consequence(proof: &Proof, retryable: bool, effect: Effect) -> &'static str {
    match (retryable, proof.fact.executed) {
        (true, Executed::No) => "Nothing was carried out, so it may be sent again.",
        (true, _) if effect == Effect::Read => "A read does no harm when it is repeated, so it may be sent again.",
        (true, _) => {
            "A second one does no more than the first, so it may be sent again. Whether the first landed is not known."
        }
        (false, _) if !proof.is_known() => "Nothing is known of it, so it must not be sent again.",
        (false, Executed::Unknown | Executed::Partial | Executed::Yes)
            if effect == Effect::Write && proof.fact.again != Again::No =>
        {
            "Nobody knows whether it landed, and a second one could land as well: it must not be sent again."
        }
        (false, _) => "Sending it again does not help, whatever the call does.",
    }
}

fn executed(executed: Executed) -> &'static str {
    match executed {
        Executed::No => "The call took no effect.",
        Executed::Unknown => "Nobody knows whether the call took effect.",
        Executed::Partial => "Some of the call took effect.",
        Executed::Yes => "The call took effect.",
    }
}

fn again(again: Again) -> (&'static str, &'static str) {
    match again {
        Again::No => ("no", "The same call fails the same way."),
        Again::Once => ("once", "One more attempt makes sense, not more."),
        Again::Yes => ("yes", "The same call may succeed, after backoff."),
        Again::ToLearn => (
            "to_learn",
            "A write that the server dedupes may be sent again, to learn what came of the first; nothing else helps.",
        ),
        Again::Reads => ("reads", "A read may be tried once more; a write is not sent again."),
    }
}

/// A message of somebody else's must not steer the terminal.
fn visible(message: &str) -> String {
    let visible = |c: char| {
        if c.is_control() && c != '\n' {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    message.chars().map(visible).collect()
}

fn fact_line(out: &mut impl Write, name: &str, word: &str, meaning: &str) -> io::Result<()> {
    if meaning.is_empty() {
        return writeln!(out, "  {name:8}  {word}");
    }
    let pad = 16_usize.saturating_sub(word.chars().count());
    writeln!(out, "  {name:8}  {STRONG}{word}{STRONG:#}{:pad$}  {meaning}", "")
}

fn heading(out: &mut impl Write, text: &str) -> io::Result<()> {
    let line = if text == "message" { "" } else { "\n" };
    writeln!(out, "{line}{STRONG}{text}{STRONG:#}")
}
