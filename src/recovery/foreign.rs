//! Objects of servers that speak none of this: the one table of what they call things.

use std::borrow::Cow;

use errtax_core::__json::{borrowed_text, members};
use errtax_core::Executed;

use super::waits::{Waits, millis, seconds};

/// What a member of a foreign object means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    /// The code, or an object that has it.
    Code,
    /// An object with more of this.
    Inside,
    /// Whether the server would have the call repeated.
    Retryable,
    /// Whether it was carried out, in errtax's word: what is left of an object of errtax's own that somebody cut down.
    Executed,
    /// A wait in seconds.
    Seconds,
    /// A wait in milliseconds.
    Millis,
}

/// Names as servers write them. A unit stands in the name or is that of `Retry-After`; it is never guessed.
const TABLE: &[(&str, Means)] = &[
    ("code", Means::Code),
    ("error", Means::Code),
    ("error_code", Means::Code),
    ("errorCode", Means::Code),
    ("type", Means::Code),
    ("reason", Means::Code),
    ("category", Means::Code),
    ("status", Means::Code),
    ("data", Means::Inside),
    ("details", Means::Inside),
    ("failure", Means::Inside),
    ("toolFailure", Means::Inside),
    ("_meta", Means::Inside),
    ("retryable", Means::Retryable),
    ("isRetryable", Means::Retryable),
    ("is_retryable", Means::Retryable),
    ("executed", Means::Executed),
    ("retry_after", Means::Seconds),
    ("retryAfter", Means::Seconds),
    ("retry_after_s", Means::Seconds),
    ("retryAfterS", Means::Seconds),
    ("retry_after_seconds", Means::Seconds),
    ("retryAfterSeconds", Means::Seconds),
    ("retry_after_ms", Means::Millis),
    ("retryAfterMs", Means::Millis),
    ("retry_after_millis", Means::Millis),
];

/// How deep objects are looked into.
const DEPTH: u32 = 3;

/// What a foreign object says.
#[derive(Debug, Default)]
pub(super) struct Said<'t> {
    /// Everything that may be the code, the likeliest first.
    pub(super) codes: Vec<Cow<'t, str>>,
    /// Whether it calls itself retryable. "No" wins.
    pub(super) retryable: Option<bool>,
    /// What it says instead of "no" of whether the call was carried out.
    pub(super) doubt: Option<Executed>,
    pub(super) waits: Waits,
}

/// Reads an object; none where the text is something else.
pub(super) fn read(object: &str) -> Option<Said<'_>> {
    let mut said = Said::default();
    said.hear(object, DEPTH).then_some(said)
}

impl<'t> Said<'t> {
    fn hear(&mut self, object: &'t str, depth: u32) -> bool {
        let Ok(members) = members(object) else { return false };
        for (known, means) in TABLE {
            let Some((_, value)) = members.iter().find(|(name, _)| name == known) else {
                continue;
            };
            match means {
                Means::Code | Means::Inside if value.starts_with('{') => {
                    if depth > 0 {
                        self.hear(value, depth - 1);
                    }
                }
                // A number is a status or a number of JSON-RPC, and says less than the words beside it.
                Means::Code => self.codes.extend(borrowed_text(value).filter(|code| is_code(code))),
                Means::Inside => {}
                Means::Retryable => {
                    if let Ok(says) = value.parse::<bool>() {
                        self.retryable = Some(says && self.retryable != Some(false));
                    }
                }
                Means::Executed => {
                    let says = borrowed_text(value).and_then(|word| word.parse().ok());
                    let says = says.unwrap_or(Executed::Unknown);
                    if says != Executed::No {
                        self.doubt.get_or_insert(says);
                    }
                }
                Means::Seconds => self.waits.add(seconds(&plain(value))),
                Means::Millis => self.waits.add(millis(&plain(value))),
            }
        }
        true
    }
}

/// Codes have no spaces; what has some is a message.
fn is_code(text: &str) -> bool {
    !text.is_empty() && text.len() <= 128 && !text.contains(char::is_whitespace)
}

/// A number, also where it stands in a string.
fn plain(value: &str) -> Cow<'_, str> {
    borrowed_text(value).unwrap_or(Cow::Borrowed(value))
}
