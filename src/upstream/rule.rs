//! Which of the registry's `[[upstream]]` rules fits.

use errtax_core::{RawJson, UpstreamSpec};

use super::answer::Answer;

/// The first that fits. The registry compiler has sorted them, the most specific first.
pub(super) fn find(rules: &'static [UpstreamSpec], answer: &Answer) -> Option<&'static UpstreamSpec> {
    let mut body = Body::Unread;
    rules.iter().find(|rule| {
        host(rule.host, &answer.host)
            && (rule.status.is_empty() || answer.status.is_some_and(|status| rule.status.contains(&status)))
            && (rule.message.is_empty() || body.says(&answer.body, rule.message))
            && (rule.pointer.is_empty() || body.has(&answer.body, rule.pointer, rule.equals))
    })
}

/// Whether a host is the one that is meant: exactly, or for `*.` and a suffix a true subdomain. Names have no case, and a
/// dot at the end (the root) is no difference.
fn host(pattern: &str, host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    match pattern.strip_prefix("*.") {
        _ if pattern.is_empty() => true,
        None => pattern.eq_ignore_ascii_case(host),
        Some(suffix) => {
            let before = host
                .len()
                .checked_sub(suffix.len())
                .and_then(|at| host.split_at_checked(at));
            before.is_some_and(|(before, end)| {
                end.eq_ignore_ascii_case(suffix) && before.len() > 1 && before.ends_with('.')
            })
        }
    }
}

/// A body, which is read as JSON once at most.
enum Body {
    Unread,
    Json(RawJson),
    Text,
}

impl Body {
    fn read(&mut self, body: &str) -> &Self {
        if matches!(self, Self::Unread) {
            *self = body.parse().map_or(Self::Text, Self::Json);
        }
        self
    }

    /// Whether a phrase stands in the body: as it is written, case aside, and not as a part of longer words.
    fn says(&mut self, body: &str, phrase: &str) -> bool {
        match self.read(body) {
            // Escapes are not what was said: the texts themselves are searched.
            Self::Json(json) => texts(json.as_str()).any(|text| has_phrase(&text, phrase)),
            Self::Unread | Self::Text => has_phrase(body, phrase),
        }
    }

    /// Whether a JSON pointer points to this: a text by its text, anything else as it is written.
    fn has(&mut self, body: &str, pointer: &str, wanted: &str) -> bool {
        match self.read(body) {
            Self::Json(json) => match json.pointer(pointer) {
                Some(value) if value.starts_with('"') => json.text(pointer).as_deref() == Some(wanted),
                found => found == Some(wanted),
            },
            Self::Unread | Self::Text => false,
        }
    }
}

/// All texts of a JSON value, names of members included. It is valid JSON, so a quote opens a text or closes it.
fn texts(json: &str) -> impl Iterator<Item = String> {
    let mut rest = json;
    std::iter::from_fn(move || {
        let start = rest.find('"')?;
        let inside = rest.get(start + 1..)?;
        let mut end = 0;
        loop {
            end += inside.get(end..)?.find(['"', '\\'])?;
            if inside.as_bytes().get(end) == Some(&b'"') {
                break;
            }
            end += 2;
        }
        let (text, after) = (rest.get(start..start + end + 2)?, inside.get(end + 1..)?);
        rest = after;
        // Not reached for a text that was validated; one that cannot be read says nothing.
        Some(
            text.parse::<RawJson>()
                .ok()
                .and_then(|text| text.text(""))
                .unwrap_or_default(),
        )
    })
}

fn has_phrase(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (text.to_lowercase(), phrase.to_lowercase());
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let opens = is_word(phrase.chars().next());
    let closes = is_word(phrase.chars().next_back());
    text.match_indices(&phrase).any(|(at, found)| {
        let (before, after) = (text.get(..at), text.get(at + found.len()..));
        let joined_before = opens && is_word(before.and_then(|before| before.chars().next_back()));
        let joined_after = closes && is_word(after.and_then(|after| after.chars().next()));
        !joined_before && !joined_after
    })
}
