//! The tables: what a code proves, one file a family, each row with its authority.
//!
//! A function `prove` of each family answers `None` where the family knows nothing, so that the next evidence is asked.
//! Rows are written for who reads them; [`index`] finds one without reading them all. [`listed`] has all of them for people.

pub(super) mod grpc;
pub(super) mod http;
mod index;
pub(super) mod kafka;
mod listed;
pub(super) mod mongo;
pub(super) mod mysql;
pub(super) mod oracle;
pub(super) mod redis;
pub(super) mod sql_server;
pub(super) mod sqlite;
pub(super) mod sqlstate;

pub use listed::{Entry, rows};

use super::proof::Fact;

/// One row: what a code proves, and who says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<K: 'static> {
    /// The codes it is about.
    pub(super) keys: &'static [K],
    /// Phrases of which the message has one, for codes that stand for more than one thing; none where it does not matter.
    pub(super) says: &'static [&'static str],
    /// What they prove.
    pub(super) fact: Fact,
    /// Who says so, and why: for the reader of the table.
    pub(super) authority: &'static str,
}

impl<K> Row<K> {
    pub(super) const fn new(keys: &'static [K], fact: Fact, authority: &'static str) -> Self {
        Self {
            keys,
            says: &[],
            fact,
            authority,
        }
    }

    /// The same for a message that has one of these phrases, case aside.
    pub(super) const fn saying(mut self, says: &'static [&'static str]) -> Self {
        self.says = says;
        self
    }
}

/// The most of a message that is read: what tells a code apart stands at its beginning.
const MAX_MESSAGE: usize = 1_024;

/// A message in which phrases are looked for. It knows which pairs of letters it has, so that a phrase that it does not
/// have costs next to nothing: some codes have dozens.
struct Message<'a> {
    text: &'a [u8],
    pairs: [u64; 4],
}

impl<'a> Message<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.as_bytes();
        let text = text.get(..MAX_MESSAGE).unwrap_or(text);
        let mut pairs = [0; 4];
        for pair in text.windows(2) {
            let (word, bit) = place(pair);
            if let Some(word) = pairs.get_mut(word) {
                *word |= bit;
            }
        }
        Self { text, pairs }
    }

    /// Whether it has this phrase, case aside. Beyond ASCII, case counts.
    fn has(&self, phrase: &str) -> bool {
        let phrase = phrase.as_bytes();
        let has_pair = |pair: &[u8]| {
            let (word, bit) = place(pair);
            self.pairs.get(word).is_some_and(|word| word & bit != 0)
        };
        phrase.windows(2).all(has_pair)
            && self
                .text
                .windows(phrase.len())
                .any(|window| window.eq_ignore_ascii_case(phrase))
    }

    /// The first of these phrases that it has.
    fn first(&self, phrases: &'static [&'static str]) -> Option<&'static str> {
        if self.text.is_empty() {
            return None;
        }
        phrases.iter().copied().find(|phrase| self.has(phrase))
    }
}

/// Where a pair of letters is noted: the same for both cases, and for some others.
fn place(pair: &[u8]) -> (usize, u64) {
    let place = pair
        .iter()
        .fold(0_u8, |place, byte| place.wrapping_mul(7) ^ (byte | 0x20));
    (usize::from(place >> 6), 1 << (place & 63))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::Message;

    #[test]
    fn a_phrase_is_found_wherever_it_stands_and_nowhere_else() {
        let message = Message::new("ERROR: Canceling statement due to Statement Timeout");
        assert!(message.has("canceling statement") && message.has("statement timeout") && message.has("error"));
        assert!(!message.has("statement timeouts") && !message.has("lock timeout") && !message.has("tt"));
        assert!(!Message::new("").has("x") && !Message::new("x").has("xx"));
    }

    proptest! {
        #[test]
        fn what_is_left_out_unread_is_never_there(text in "[a-cA-C ]{0,40}", phrase in "[a-cA-C ]{1,4}") {
            let plain = text.to_ascii_lowercase().contains(&phrase.to_ascii_lowercase());
            prop_assert_eq!(Message::new(&text).has(&phrase), plain);
        }
    }
}
