//! What is wrong, as a value: every stage returns these, and one module each renders them for a terminal or a machine.

use crate::source::Place;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing; never fails anything.
    Note,
    /// Fails only where warnings are denied.
    Warning,
    /// A frozen code's meaning changed.
    Break,
    /// A frozen code's meaning changed in a way that cannot be made right but by putting it back.
    Unamendable,
    /// The registry is wrong by itself.
    Invalid,
    /// The record of what has shipped was changed by other means than the command that writes it.
    Tamper,
    /// Nothing can be said about the registry until this is mended.
    CouldNotJudge,
}

impl Level {
    /// Whether the finding stops a build.
    #[must_use]
    pub fn fails(self) -> bool {
        self >= Self::Break
    }
}

/// Which stage a rule belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The files themselves: TOML, keys, types.
    Read,
    /// What is wrong with the registry by itself. Fails the build.
    Structure,
    /// What reads badly. Only `cargo errtax check` speaks of it; waivable with `allow`.
    Style,
    /// What differs from what has shipped. Fails the build.
    Drift,
    /// What only a comparison with another revision shows: texts, policy, amendments, a lock that was rewritten to match.
    /// Only `cargo errtax check --against` speaks of it.
    Merge,
    /// The checked-in files that go with a registry, beside its lock. Only `cargo errtax check` speaks of them, so that an
    /// update of errtax, which may write them otherwise, never breaks a published crate.
    Files,
    /// What a running server offers, beside what the registry says of it. Only `cargo errtax tools` speaks of it; waivable
    /// with `allow`, tool by tool.
    Tools,
}

/// One entry of the rule table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, kebab-case; what `allow` and `cargo errtax explain` take.
    pub id: &'static str,
    /// How much a finding of it weighs, where nothing else is said: about a frozen code.
    pub level: Level,
    /// The same about a code that was deprecated.
    pub deprecated: Level,
    /// The same about a draft; `None` where a draft may change so, as it may in most ways.
    pub draft: Option<Level>,
    /// Which stage it belongs to.
    pub stage: Stage,
    /// Why it exists, in one line.
    pub why: &'static str,
}

/// One thing that is wrong, at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How much it weighs: what the rule says, unless the code's status or the registry's `[policy]` says otherwise.
    pub level: Level,
    /// The code it is about, where it is about one.
    pub code: Option<String>,
    /// The codes it is about, where one cause is told once for several: a changed default, a renamed prefix.
    pub codes: Vec<String>,
    /// The field it is about: `action`, `details.limit`.
    pub field: Option<String>,
    /// Where.
    pub place: Place,
    /// What was found, in one sentence without the place.
    pub message: String,
    /// What stands under the caret: a few words; may be empty.
    pub label: String,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<(Place, String)>,
    /// What has shipped, where something changed.
    pub old: Option<String>,
    /// What it is now, where something changed.
    pub new: Option<String>,
    /// What to do about it; can be typed.
    pub help: String,
}

impl Finding {
    /// A finding of `rule` at `place`; the rest is filled in with the methods below.
    #[must_use]
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            rule,
            level: rule.level,
            code: None,
            codes: Vec::new(),
            field: None,
            place,
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            old: None,
            new: None,
            help: help.into(),
        }
    }

    /// Says how much it weighs.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Says which code it is about.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Says which field it is about.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Says what stands under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn related(mut self, place: Place, text: impl Into<String>) -> Self {
        self.related.push((place, text.into()));
        self
    }

    /// Says what it was and what it is.
    #[must_use]
    pub fn change(mut self, old: impl Into<String>, new: impl Into<String>) -> Self {
        self.old = Some(old.into());
        self.new = Some(new.into());
        self
    }
}
