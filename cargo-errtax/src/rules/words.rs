//! What the words of the rule table mean.

use errtax_build::finding::{Level, Rule, Stage};

/// The stages in the order in which they look at a registry.
pub(super) const STAGES: [Stage; 7] = [
    Stage::Read,
    Stage::Structure,
    Stage::Style,
    Stage::Drift,
    Stage::Merge,
    Stage::Files,
    Stage::Tools,
];

/// Its name.
pub(super) fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "read",
        Stage::Structure => "structure",
        Stage::Style => "style",
        Stage::Drift => "drift",
        Stage::Merge => "merge",
        Stage::Files => "files",
        Stage::Tools => "tools",
    }
}

/// What it looks at.
pub(super) fn stage_meaning(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "the files themselves",
        Stage::Structure => "the registry by itself",
        Stage::Style => {
            "what reads badly; only `cargo errtax check` speaks of it, and a code's `allow` waives it with a reason"
        }
        Stage::Drift => "what differs from what has shipped, as registry.lock records it",
        Stage::Merge => {
            "what only a comparison with another revision shows: `cargo errtax check --against origin/main`"
        }
        Stage::Files => "the checked-in files that go with the registry; only `cargo errtax check` speaks of them",
        Stage::Tools => {
            "what a running server offers; only `cargo errtax tools` speaks of it, and a tool's `allow` waives it with a reason"
        }
    }
}

/// What becomes of a finding of this rule.
pub(super) fn level_meaning(rule: &Rule) -> String {
    // What a build does not judge it does not fail for.
    let fails = match rule.stage {
        Stage::Merge => "fails `check --against`",
        Stage::Files => "fails `check`",
        Stage::Tools => "fails `tools`",
        Stage::Read | Stage::Structure | Stage::Style | Stage::Drift => "fails build and check",
    };
    let because = match rule.level {
        Level::Note => return "worth knowing; never fails anything".to_owned(),
        Level::Warning => return "fails only with `--deny warnings`".to_owned(),
        Level::CouldNotJudge => return format!("{fails} (exit code 2): nothing can be said until it is mended"),
        Level::Unamendable => return format!("{fails}, and only putting it back makes it right"),
        Level::Break if rule.stage == Stage::Files => "`cargo errtax check --fix` writes the file anew",
        Level::Break => {
            "agents in the field act on what has shipped; put it back, or keep the code, deprecate it and add a new one"
        }
        Level::Invalid if rule.stage == Stage::Files => {
            "the file is wrong by itself, or the registry names the wrong one"
        }
        Level::Invalid if rule.stage == Stage::Merge => "what the change says about itself does not hold",
        Level::Invalid if rule.stage == Stage::Tools => {
            "mend the server or the registry, or waive it for the one tool that is different"
        }
        Level::Invalid => "the registry is wrong by itself",
        Level::Tamper => "the record of what has shipped was changed by other means than `cargo errtax freeze`",
    };
    format!("{fails}: {because}")
}
