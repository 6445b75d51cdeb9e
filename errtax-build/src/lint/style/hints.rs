//! What a hint tells the agent, beside what the action tells it.

use errtax_core::{Action, Class};

use super::Around;
use super::words::{clauses, negates, says, words};
use crate::finding::Finding;
use crate::model::Code;
use crate::rules;

/// A code that means "wait" speaks of waiting.
pub(super) fn rate_limit_without_wait(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    const WAITING: &[&str] = &[
        "wait",
        "waiting",
        "waits",
        "pause",
        "back off",
        "backoff",
        "backing off",
        "retry_after_ms",
        "retry-after",
        "retry_after",
        "later",
        "second",
        "seconds",
        "minute",
        "minutes",
        "hour",
        "hours",
        "moment",
        "slow down",
        "slower",
        "delay",
        "hold back",
        "stay quiet",
        "once",
        "until",
        "after",
        "let",
    ];
    let waits = code.contract.class == Class::RateLimit || code.contract.action == Action::Wait;
    let text = format!("{} {}", code.message, code.hint);
    if !waits || code.hint.trim().is_empty() || WAITING.iter().any(|word| says(&text, word)) {
        return;
    }
    findings.push(
        Finding::new(
            &rules::RATE_LIMIT_WITHOUT_WAIT,
            code.places.get("hint"),
            format!(
                "`{}` means to wait, and neither message nor hint says so: agents try again at once",
                code.name
            ),
            "say how long: \"Wait the time given in retry_after_ms, then send the same call again.\"",
        )
        .label("no word of waiting")
        .field("hint"),
    );
}

/// A 4xx has a hint that says more than its message.
pub(super) fn client_error_without_hint(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let is_client_error = code.contract.http.is_some_and(|status| (400..500).contains(&status));
    let hint = words(&code.hint);
    if !is_client_error || code.hint.trim().is_empty() || hint.len() > 2 && hint != words(&code.message) {
        return;
    }
    let (problem, label) = match hint.len() {
        0..=2 => ("says next to nothing", "too short to act on"),
        _ => ("repeats the message", "the message again"),
    };
    findings.push(
        Finding::new(
            &rules::CLIENT_ERROR_WITHOUT_HINT,
            code.places.get("hint"),
            format!(
                "the hint of `{}`, a client error, {problem}: the caller cannot tell what to mend",
                code.name
            ),
            "say what to do now, in a sentence: \"Correct the date, then make one new call.\"",
        )
        .label(label)
        .field("hint"),
    );
}

/// What the hint tells the agent to do is not the opposite of the action.
pub(super) fn hint_contradicts_action(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let action = code.contract.action;
    let told = if action.retryable() {
        forbids_repeat(&code.hint)
    } else {
        asks_for_repeat(&code.hint, action)
    };
    let Some(told) = told else { return };
    findings.push(
        Finding::new(
            &rules::HINT_CONTRADICTS_ACTION,
            code.places.get("hint"),
            format!("the hint says \"{told}\", the action says `{action}`: some agents do the one, some the other"),
            format!("strike \"{told}\" from the hint, or change the action if the hint is right"),
        )
        .label("contradicts the action")
        .related(code.places.get("action"), "the action")
        .field("hint"),
    );
}

/// The clause that tells the agent to send the very same call again, where the action is another.
fn asks_for_repeat(hint: &str, action: Action) -> Option<String> {
    const OPENINGS: &[&str] = &[
        "retry",
        "try again",
        "resend",
        "repeat the call",
        "repeat this call",
        "call again",
        "send it again",
    ];
    const PHRASES: &[&str] = &[
        "send the same call again",
        "retry the same call",
        "retry the call",
        "retry this call",
        "repeat the same call",
        "make the same call again",
        "try again later",
        "try the same call again",
    ];
    // After the state is mended, or seen not to have changed, the same call is in order.
    let may_follow = matches!(
        action,
        Action::FixState | Action::Verify | Action::Reauthenticate | Action::AskUser
    );
    clauses(hint).into_iter().find(|clause| {
        if negates(clause) || says(clause, "if") || says(clause, "once") || says(clause, "only") {
            return false;
        }
        let opens = OPENINGS.iter().any(|phrase| {
            let (clause, phrase) = (words(clause), words(phrase));
            clause.starts_with(&phrase)
        });
        opens || !may_follow && PHRASES.iter().any(|phrase| says(clause, phrase))
    })
}

/// The clause that tells the agent not to repeat, where the action is to repeat.
fn forbids_repeat(hint: &str) -> Option<String> {
    const PHRASES: &[&str] = &[
        "do not retry",
        "don't retry",
        "never retry",
        "do not repeat",
        "never repeat",
        "do not resend",
        "never resend",
        "do not call again",
        "do not try again",
        "do not send it again",
        "do not send the same call again",
        "never call again",
    ];
    // "Do not retry before …" says when, not whether.
    const LIMITS: &[&str] = &[
        "before",
        "until",
        "sooner",
        "earlier",
        "immediately",
        "at once",
        "more than",
        "faster",
        "without",
        "in parallel",
        "unless",
        "with",
        "after",
        "while",
        "other",
    ];
    clauses(hint).into_iter().find(|clause| {
        PHRASES.iter().any(|phrase| says(clause, phrase)) && !LIMITS.iter().any(|limit| says(clause, limit))
    })
}

/// The hint of a code that is to be retried speaks of the repeat.
pub(super) fn retry_without_hint(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    const REPEATING: &[&str] = &[
        "again",
        "retry",
        "retries",
        "retried",
        "retrying",
        "repeat",
        "repeated",
        "repeating",
        "resend",
        "once more",
        "try",
        "tries",
        "anew",
        "attempt",
        "attempts",
        "second time",
    ];
    let is_empty = code.hint.trim().is_empty();
    if code.contract.action != Action::Retry || is_empty || REPEATING.iter().any(|word| says(&code.hint, word)) {
        return;
    }
    findings.push(
        Finding::new(
            &rules::RETRY_WITHOUT_HINT,
            code.places.get("hint"),
            format!(
                "`{}` is to be retried, and the hint does not say so: agents that read the hint give up",
                code.name
            ),
            "say how often: \"Send the same call again after a short pause, at most twice.\"",
        )
        .label("no word of a repeat")
        .field("hint"),
    );
}
