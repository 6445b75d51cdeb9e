//! The text of `#[error("…")]` as a message of a registry: a sentence, with the details by name. What a registry's message
//! cannot show, its sources above all, is taken out.

use proc_macro2::{TokenStream, TokenTree};

/// A format string, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// As it stands in the source.
    pub(super) text: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A field, by its name or its position.
    Field(String),
    /// Something that is worked out from fields.
    Other,
}

/// A message, and whether something of the format string is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) lossy: bool,
}

/// The longest message that the wire takes.
const LONGEST: usize = errtax_core::MAX_TEXT_CHARS;

/// Reads what stands in the parentheses; `None` where it is no text.
pub(super) fn read(tokens: TokenStream) -> Option<Format> {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    let behind = trees.split_off(trees.iter().position(is_comma).unwrap_or(trees.len()));
    let literal: syn::LitStr = syn::parse2(trees.into_iter().collect()).ok()?;
    let arguments = Arguments::read(&behind);
    let text = literal.value();
    Some(Format {
        parts: parts(&text, &arguments),
        text,
    })
}

fn is_comma(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// What stands behind the format string.
#[derive(Default)]
struct Arguments {
    positional: Vec<Option<String>>,
    named: Vec<(String, Option<String>)>,
}

impl Arguments {
    fn read(trees: &[TokenTree]) -> Self {
        let mut arguments = Self::default();
        for argument in trees.split(is_comma).filter(|argument| !argument.is_empty()) {
            match argument {
                [TokenTree::Ident(name), TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' => {
                    arguments.named.push((name.to_string(), field(value)));
                }
                value => arguments.positional.push(field(value)),
            }
        }
        arguments
    }
}

/// `.name`, `.0`, `name`: a field as it is.
fn field(trees: &[TokenTree]) -> Option<String> {
    match trees {
        [TokenTree::Punct(dot), TokenTree::Ident(name)] if dot.as_char() == '.' => Some(name.to_string()),
        [TokenTree::Punct(dot), TokenTree::Literal(position)] if dot.as_char() == '.' => Some(position.to_string()),
        [TokenTree::Ident(name)] => Some(name.to_string()),
        _ => None,
    }
}

fn parts(text: &str, arguments: &Arguments) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut next = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from_brace) = rest.split_at(at);
        words.push_str(before);
        let brace = from_brace.get(..1).unwrap_or_default();
        let after = from_brace.get(1..).unwrap_or_default();
        if let Some(after) = after.strip_prefix(brace) {
            words.push_str(brace);
            rest = after;
            continue;
        }
        let Some((inside, after)) = after.split_once('}').filter(|_| brace == "{") else {
            rest = after;
            continue;
        };
        if !words.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut words)));
        }
        parts.push(placeholder(inside, arguments, &mut next));
        rest = after;
    }
    words.push_str(rest);
    if !words.is_empty() {
        parts.push(Part::Text(words));
    }
    parts
}

fn placeholder(inside: &str, arguments: &Arguments, next: &mut usize) -> Part {
    let name = inside.split(':').next().unwrap_or_default().trim();
    let found = if name.is_empty() {
        let argument = arguments.positional.get(*next).cloned();
        *next += 1;
        argument.flatten()
    } else if let Some((_, field)) = arguments.named.iter().find(|(named, _)| named == name) {
        field.clone()
    } else {
        match name.parse::<usize>() {
            // Arguments, where there are any, come before fields.
            Ok(position) if !arguments.positional.is_empty() => arguments.positional.get(position).cloned().flatten(),
            _ => Some(name.trim_start_matches("r#").to_owned()),
        }
    };
    found.map_or(Part::Other, Part::Field)
}

/// Words that stand before a value without saying what it is.
const NOT_NAMES: [&str; 36] = [
    "the", "and", "for", "with", "from", "not", "was", "got", "has", "had", "are", "but", "than", "that", "this",
    "all", "any", "out", "into", "only", "must", "have", "been", "found", "least", "most", "about", "after", "before",
    "since", "until", "over", "under", "invalid", "unknown", "expected",
];

impl Format {
    /// The word that stands right before a field, where it can be its name: `voucher {0}`.
    pub(super) fn word_before(&self, field: &str) -> Option<String> {
        let at = self
            .parts
            .iter()
            .position(|part| matches!(part, Part::Field(other) if other == field))?;
        let Part::Text(text) = self.parts.get(at.checked_sub(1)?)? else {
            return None;
        };
        let text = text.strip_suffix(' ').unwrap_or_default();
        let word = text.rsplit(' ').next()?.trim_end_matches(':').to_lowercase();
        let is_name = word.len() > 2
            && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            && !NOT_NAMES.contains(&word.as_str());
        is_name.then_some(word)
    }

    /// The message. `shown` gives the detail of a field, where that may be shown.
    pub(super) fn message(&self, shown: impl Fn(&str) -> Option<String>) -> Message {
        let mut lossy = false;
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text(words) => text.push_str(&words.replace('{', "{{").replace('}', "}}")),
                Part::Field(field) => match shown(field) {
                    Some(detail) => text.push_str(&format!("{{{detail}}}")),
                    None => {
                        lossy = true;
                        text.push(GAP);
                    }
                },
                Part::Other => {
                    lossy = true;
                    text.push(GAP);
                }
            }
        }
        let filled = without_gaps(&text);
        Message {
            text: sentence(&filled),
            lossy,
        }
    }
}

/// Stands for what cannot be shown, until it is taken out. A registry refuses it, so no text has it.
const GAP: char = '\u{1}';

/// The text without its gaps, and without the punctuation that led to them.
fn without_gaps(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.find(GAP) {
        let before = text
            .get(..at)
            .unwrap_or_default()
            .trim_end_matches([' ', ':', ';', ',', '-', '=', '(', '[', '\'', '"', '`']);
        let after = text.get(at + GAP.len_utf8()..).unwrap_or_default();
        let after = after.trim_start_matches([')', ']', '\'', '"', '`']);
        let joined = match after.chars().next() {
            Some(next) if !before.is_empty() && next.is_alphanumeric() => format!("{before} {after}"),
            _ => format!("{before}{after}"),
        };
        text = joined;
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// With a capital and a full stop, cut to what the wire takes.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches([':', ';', ',', '-', ' ']);
    let mut letters = text.chars();
    let mut sentence = match letters.next() {
        // A word with a capital in it, like `iPhone`, or one with `_`, is a name.
        Some(first) if first.is_lowercase() && is_plain_word(text) => {
            first.to_uppercase().chain(letters).collect::<String>()
        }
        _ => text.to_owned(),
    };
    if sentence.is_empty() {
        return sentence;
    }
    if let Some((end, _)) = sentence.char_indices().nth(LONGEST - 1) {
        sentence.truncate(end);
        sentence.push('…');
    } else if !sentence.ends_with(['.', '!', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

fn is_plain_word(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    !word.contains('_') && !word.chars().any(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(tokens: &str) -> Message {
        let format = read(tokens.parse().unwrap()).unwrap();
        format.message(|field| match field {
            "source" | "1" => None,
            "0" => Some("voucher".to_owned()),
            name => Some(name.to_owned()),
        })
    }

    #[test]
    fn a_format_string_becomes_a_sentence_with_details() {
        for (tokens, text, lossy) in [
            ("\"voucher {0} is not there\"", "Voucher {voucher} is not there.", false),
            ("\"row {row:?} of {file}\"", "Row {row} of {file}.", false),
            ("\"cannot parse row {row}: {source}\"", "Cannot parse row {row}.", true),
            ("\"cannot read ({source}), try later\"", "Cannot read, try later.", true),
            ("\"a {} b {}\", .row, .0", "A {row} b {voucher}.", false),
            ("\"{n} rows\", n = .rows", "{rows} rows.", false),
            ("\"{n} rows\", n = .rows.len()", "Rows.", true),
            ("\"{{braces}} stay!\"", "{{braces}} stay!", false),
            ("\"io_error: {1}\"", "io_error.", true),
            ("\"iPhone {row}\"", "iPhone {row}.", false),
            ("\"{source}\"", "", true),
            ("\"two\\n lines\"", "Two lines.", false),
        ] {
            let expected = Message {
                text: text.to_owned(),
                lossy,
            };
            assert_eq!(message(tokens), expected, "{tokens}");
        }
        for (tokens, word) in [
            ("\"voucher {0} is not there\"", Some("voucher")),
            ("\"Row: {0}\"", Some("row")),
            ("\"since {0}\"", None),
            ("\"{0} rows\"", None),
            ("\"(id{0})\"", None),
        ] {
            let format = read(tokens.parse().unwrap()).unwrap();
            assert_eq!(format.word_before("0").as_deref(), word, "{tokens}");
        }
        assert_eq!(read("transparent".parse().unwrap()), None);
        assert_eq!(read("fmt = write_it".parse().unwrap()), None);
    }
}
