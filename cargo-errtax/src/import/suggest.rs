//! What a name hints at. Names are chosen by people who did not think of agents, so every guess is marked as one; where a
//! name hints at nothing, the code says the one thing that does no harm: stop, and nobody knows what happened.

use errtax_core::{Action, Class, Executed};

/// What a code may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) class: Class,
    pub(super) action: Action,
    pub(super) executed: Executed,
    /// The words that it was guessed from; none where nothing was found.
    pub(super) from: Option<&'static str>,
}

/// Words of names, and what they are taken for; the first that fits counts.
const WORDS: &[(&str, Class, Action)] = &[
    ("MISSING_FIELD", Class::BadInput, Action::FixInput),
    ("MISSING_ARGUMENT", Class::BadInput, Action::FixInput),
    ("MISSING_PARAMETER", Class::BadInput, Action::FixInput),
    ("NOT_FOUND", Class::NotFound, Action::ReadState),
    ("NO_SUCH", Class::NotFound, Action::ReadState),
    ("DOES_NOT_EXIST", Class::NotFound, Action::ReadState),
    ("MISSING", Class::NotFound, Action::ReadState),
    ("RATE_LIMIT", Class::RateLimit, Action::Wait),
    ("RATE_LIMITED", Class::RateLimit, Action::Wait),
    ("THROTTLED", Class::RateLimit, Action::Wait),
    ("TOO_MANY_REQUESTS", Class::RateLimit, Action::Wait),
    ("TIMEOUT", Class::Transient, Action::Retry),
    ("TIMED_OUT", Class::Transient, Action::Retry),
    ("UNAVAILABLE", Class::Transient, Action::Retry),
    ("CONNECTION", Class::Transient, Action::Retry),
    ("DISCONNECTED", Class::Transient, Action::Retry),
    ("BUSY", Class::Transient, Action::Retry),
    ("UNAUTHENTICATED", Class::Auth, Action::Reauthenticate),
    ("UNAUTHORIZED", Class::Auth, Action::Reauthenticate),
    ("CREDENTIALS", Class::Auth, Action::Reauthenticate),
    ("TOKEN_EXPIRED", Class::Auth, Action::Reauthenticate),
    ("FORBIDDEN", Class::Auth, Action::AskUser),
    ("PERMISSION_DENIED", Class::Auth, Action::AskUser),
    ("ACCESS_DENIED", Class::Auth, Action::AskUser),
    ("NOT_ALLOWED", Class::Auth, Action::AskUser),
    ("ALREADY", Class::Conflict, Action::ReadState),
    ("DUPLICATE", Class::Conflict, Action::ReadState),
    ("CONFLICT", Class::Conflict, Action::ReadState),
    ("LOCKED", Class::Precondition, Action::AskUser),
    ("CLOSED", Class::Precondition, Action::AskUser),
    ("NOT_READY", Class::Precondition, Action::AskUser),
    ("DISABLED", Class::Precondition, Action::AskUser),
    ("INSUFFICIENT", Class::Precondition, Action::AskUser),
    ("CANCELLED", Class::Cancelled, Action::Stop),
    ("CANCELED", Class::Cancelled, Action::Stop),
    ("PARTIAL", Class::Partial, Action::RedoMissing),
    ("PARTIALLY", Class::Partial, Action::RedoMissing),
    ("INVALID", Class::BadInput, Action::FixInput),
    ("MALFORMED", Class::BadInput, Action::FixInput),
    ("UNSUPPORTED", Class::BadInput, Action::FixInput),
    ("OUT_OF_RANGE", Class::BadInput, Action::FixInput),
    ("TOO_LARGE", Class::BadInput, Action::FixInput),
    ("TOO_LONG", Class::BadInput, Action::FixInput),
    ("TOO_MANY", Class::BadInput, Action::FixInput),
    ("EMPTY", Class::BadInput, Action::FixInput),
    ("REQUIRED", Class::BadInput, Action::FixInput),
    ("UNBALANCED", Class::BadInput, Action::FixInput),
    ("PARSE", Class::BadInput, Action::FixInput),
];

/// What nothing is known of.
pub(super) const UNKNOWN: Guess = Guess {
    class: Class::Internal,
    action: Action::Stop,
    executed: Executed::Unknown,
    from: None,
};

/// What a name of the form `PERIOD_LOCKED` hints at. `twin` says whether there is a code for a write in doubt, without which
/// nothing whose effect is unknown may be retried.
pub(super) fn guess(name: &str, twin: bool) -> Guess {
    let padded = format!("_{name}_");
    let found = WORDS.iter().find(|(words, ..)| padded.contains(&format!("_{words}_")));
    let Some((words, class, action)) = found else {
        return UNKNOWN;
    };
    let executed = match class {
        // Whether a lost attempt did nothing, no name says.
        Class::Transient if twin => Executed::Unknown,
        Class::Transient => return UNKNOWN,
        Class::Cancelled => Executed::Unknown,
        class => class.executed().first().copied().unwrap_or(Executed::Unknown),
    };
    Guess {
        class: *class,
        action: *action,
        executed,
        from: Some(words),
    }
}

/// A hint that is true of every code with this action. It is meant to be replaced: what to do here, only the author knows.
pub(super) fn hint(action: Action) -> &'static str {
    match action {
        Action::Retry => "This call is safe to repeat: send the same call again after a pause, at most twice.",
        Action::Wait => {
            "Wait the time given in retry_after_ms, or back off if there is none, then send the same call again."
        }
        Action::Verify => "Use {verify} to see whether it landed before anything is sent again.",
        Action::FixInput => "Correct the arguments as the message says, then make one new call.",
        Action::FixState => "Put in order what the message names, then call again.",
        Action::Reauthenticate => "Renew the credential, then call again; if that fails too, report it.",
        Action::AskUser => "Tell the user what stands in the way; no call of yours can change it.",
        Action::ReadState => "Read the current state once and go on from what you find there.",
        Action::RedoMissing => "Read back what landed, and redo only the rest.",
        Action::Stop => "Report this; another call would not help.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guess_is_one_that_a_registry_may_make() {
        for (words, class, action) in WORDS {
            assert!(class.actions().contains(action), "{words}");
            let guess = guess(&format!("THE_{words}"), true);
            assert!(class.executed().contains(&guess.executed), "{words}");
        }
    }

    #[test]
    fn a_name_is_read_by_its_words() {
        for (name, class) in [
            ("VOUCHER_NOT_FOUND", Class::NotFound),
            ("PERIOD_LOCKED", Class::Precondition),
            ("TIMEOUT", Class::Transient),
            ("CLOCKED_IN", Class::Internal),
            ("STORE_IO", Class::Internal),
        ] {
            assert_eq!(guess(name, true).class, class, "{name}");
        }
        assert_eq!(guess("TIMEOUT", false), UNKNOWN);
    }
}
