//! The closed sets of words, as data: those of the vocabulary, and the few that one key alone has.

use errtax_core::{Action, Class, DetailType, Effect, Executed, Role, Status};

/// One word, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written.
    pub word: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

macro_rules! vocabulary {
    ($name:ident = $set:ty) => {
        pub(crate) const $name: &[Word] = &{
            let mut words = [word("", ""); <$set>::ALL.len()];
            let mut at = 0;
            while at < words.len() {
                let value = <$set>::ALL[at];
                words[at] = word(value.as_str(), value.meaning());
                at += 1;
            }
            words
        };
    };
}

vocabulary!(CLASSES = Class);
vocabulary!(ACTIONS = Action);
vocabulary!(EXECUTED = Executed);
vocabulary!(STATUSES = Status);
vocabulary!(TYPES = DetailType);
vocabulary!(ROLES = Role);

/// What a tool does; whether a write may be repeated, other keys say.
pub(crate) const EFFECTS: &[Word] = &[
    word(Effect::Read.as_str(), Effect::Read.meaning()),
    word(Effect::Write.as_str(), Effect::Write.meaning()),
];

pub(super) const NOT_FOUND: &[Word] = &[word("not_landed", "A call that cannot be found did not land.")];
pub(super) const ACK: &[Word] = &[word("weak", "Success only means \"accepted\".")];

const fn word(word: &'static str, meaning: &'static str) -> Word {
    Word { word, meaning }
}
