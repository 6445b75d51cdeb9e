//! Finds the phrases in a message, in one pass.
//!
//! Each word is looked up once by its first eight bytes. Of the phrases that begin with it, those whose next eight bytes are
//! not the ones that follow are passed over without a look at the rest.

use std::sync::OnceLock;

use super::phrases::{self, Code, Meaning};
use super::plain::{BLANK, is_word};

/// A phrase that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) phrase: &'static str,
    pub(super) meaning: Meaning,
    /// Where it ends.
    pub(super) end: usize,
    /// The number that stood at `#`.
    pub(super) number: Option<i64>,
    /// The word that stood at `*`: from, to.
    pub(super) word: (usize, usize),
}

/// Calls `each` for every phrase in a message, in the order in which they begin; of those that begin at the same word the
/// longest, and none that lies inside one which began before.
pub(super) fn scan(text: &[u8], mut each: impl FnMut(Hit)) {
    let index = INDEX.get_or_init(Index::new);
    let (mut at, mut covered) = (0, 0);
    while let Some(&byte) = text.get(at) {
        if !is_word(byte) {
            at += 1;
            continue;
        }
        let end = run(text, at + 1, is_word);
        if let Some(hit) = index.longest(text, at, end).filter(|hit| hit.end > covered) {
            covered = hit.end;
            each(hit);
        }
        at = end;
    }
}

static INDEX: OnceLock<Index> = OnceLock::new();

/// The phrases by their first word.
struct Index {
    /// For each hash of a first word, where its phrases are.
    slots: Vec<Slot>,
    /// Sorted by the slot, then the longest first.
    begins: Vec<Begin>,
    /// In the same order.
    phrases: Vec<(&'static str, Meaning)>,
}

/// The phrases of one hash.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Where they begin and end in `phrases`.
    from: u16,
    to: u16,
    /// How they go on: see [`goes_on`].
    followers: u64,
}

/// A bit for what follows a word: the next three signs, mixed. Most words are passed over because none of their phrases goes on
/// like that.
fn goes_on(next: u64) -> u64 {
    1 << ((next & 0xFF_FFFF).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}

/// What a phrase begins with: all that most words are compared with.
#[derive(Clone, Copy)]
struct Begin {
    /// The first word, as far as it counts.
    first: u64,
    /// What follows it, and which bytes of that are fixed.
    next: u64,
    mask: u64,
}

impl Begin {
    fn new(text: &'static str, meaning: Meaning) -> Self {
        let bytes = text.as_bytes();
        let (first, end) = match bytes.first() {
            Some(b'#') if matches!(meaning, Meaning::Reads(Code::Grpc)) => (SMALL_NUMBER, 1),
            Some(b'#') => (STATUS, 1),
            _ => {
                let end = run(bytes, 0, is_word);
                (head(bytes, 0, end), end)
            }
        };
        let fixed = run(bytes, end, |b| !matches!(b, b'#' | b'*' | b'$'));
        let mask = mask((fixed - end).min(8));
        Self {
            first,
            next: eight(bytes, end) & mask,
            mask,
        }
    }

    /// The ways in which it can go on.
    fn followers(&self) -> u64 {
        // One word, or one that much may follow, goes on in every way.
        if self.mask.count_ones() < 24 {
            u64::MAX
        } else {
            goes_on(self.next)
        }
    }
}

/// A power of two well above the number of first words.
const SLOTS: usize = 8192;

/// What stands for a number from 400 to 599, and for one of one or two digits. No word has a zero in it, and no phrase begins
/// with another number.
const STATUS: u64 = 0xFF00;
const SMALL_NUMBER: u64 = 0xFE00;

impl Index {
    fn new() -> Self {
        let mut phrases: Vec<_> = phrases::all().collect();
        // A number is more than a word, where both fit.
        phrases.sort_by_key(|(text, meaning)| {
            let slot = slot(Begin::new(text, *meaning).first);
            (slot, usize::MAX - text.len(), text.contains('*'))
        });
        let begins: Vec<_> = phrases
            .iter()
            .map(|(text, meaning)| Begin::new(text, *meaning))
            .collect();
        let mut slots = vec![Slot::default(); SLOTS];
        for (at, begin) in begins.iter().enumerate() {
            if let (Some(range), Ok(at)) = (slots.get_mut(slot(begin.first)), u16::try_from(at)) {
                if range.to == 0 {
                    range.from = at;
                }
                range.to = at + 1;
                range.followers |= begin.followers();
            }
        }
        Self { slots, begins, phrases }
    }

    fn longest(&self, text: &[u8], at: usize, end: usize) -> Option<Hit> {
        let word = text.get(at..end)?;
        let first = match *word.first()? {
            digit if !digit.is_ascii_digit() => head(text, at, end),
            _ if !word.iter().all(u8::is_ascii_digit) => return None,
            b'4' | b'5' if word.len() == 3 => STATUS,
            _ if word.len() <= 2 => SMALL_NUMBER,
            _ => return None,
        };
        let Slot { from, to, followers } = *self.slots.get(slot(first))?;
        let next = eight(text, end);
        if followers & goes_on(next) == 0 {
            return None;
        }
        for at_phrase in usize::from(from)..usize::from(to) {
            let begin = self.begins.get(at_phrase)?;
            if next & begin.mask != begin.next || begin.first != first {
                continue;
            }
            let (phrase, meaning) = *self.phrases.get(at_phrase)?;
            if let Some((end, number, word)) = fits(phrase.as_bytes(), text, at) {
                return Some(Hit {
                    phrase,
                    meaning,
                    end,
                    number,
                    word,
                });
            }
        }
        None
    }
}

fn slot(first: u64) -> usize {
    (first.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51) as usize % SLOTS
}

/// The first eight bytes of a word.
fn head(text: &[u8], at: usize, end: usize) -> u64 {
    eight(text, at) & mask((end - at).min(8))
}

/// The eight bytes that stand here; zeros behind the end.
fn eight(text: &[u8], at: usize) -> u64 {
    if let Some(bytes) = text.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()) {
        return u64::from_le_bytes(bytes);
    }
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(text.get(at..).unwrap_or_default()) {
        *to = *from;
    }
    u64::from_le_bytes(bytes)
}

/// The lowest so many bytes.
fn mask(bytes: usize) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

/// Where a phrase that begins here ends, with the number and the word that its `#` and `*` stand for.
fn fits(phrase: &[u8], text: &[u8], mut at: usize) -> Option<(usize, Option<i64>, (usize, usize))> {
    let (mut number, mut word) = (None, (0, 0));
    for sign in phrase {
        match sign {
            b'#' => {
                let digits = run(text, at, |b| b.is_ascii_digit());
                if digits == at {
                    return None;
                }
                number = std::str::from_utf8(text.get(at..digits)?).ok()?.parse().ok();
                at = digits;
            }
            b'*' => {
                let end = if text.get(at) == Some(&BLANK) {
                    at + 1
                } else {
                    // A full stop that ends the sentence is no part of the word.
                    let end = run(text, at, |b| is_word(b) || matches!(b, b'.' | b':' | b'/'));
                    end - usize::from(end > at && matches!(text.get(end - 1), Some(b'.' | b':')))
                };
                if end == at {
                    return None;
                }
                word = (at, end);
                at = end;
            }
            b'$' => {
                let rest = text.get(at..)?;
                let is_end = rest.iter().all(|b| matches!(b, b' ' | b'.' | b')' | b']' | b'}'));
                return is_end.then_some((at, number, word));
            }
            _ if text.get(at) == Some(sign) => at += 1,
            _ => return None,
        }
    }
    // It ends with a word, so that word has to end as well. A version or an amount goes on behind a point.
    let last = *phrase.last()?;
    if last == b'#' {
        let goes_on = text.get(at).copied().is_some_and(is_word)
            || (text.get(at) == Some(&b'.') && text.get(at + 1).is_some_and(u8::is_ascii_digit));
        return (!goes_on).then_some((at, number, word));
    }
    let ends = !is_word(last) || last == b'_' || !text.get(at).copied().is_some_and(is_word);
    ends.then_some((at, number, word))
}

/// The first byte from here on that is no part.
fn run(text: &[u8], from: usize, is_part: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len())
}
